import type { Verdict } from "./measure.ts";

export interface Tally {
  /** Rows that have data. */
  rows: number;
  latest: number;
  firstReported: number;
  misses: number;
  withoutData: number;
}

export interface Summary extends Tally {
  metrics: ({ metric: string; concept: string | null } & Tally)[];
  companies: ({ cik: string; ticker: string } & Tally)[];
}

/** Counts of all verdicts, per metric by name, and per company by ticker. */
export function summarize(verdicts: readonly Verdict[]): Summary {
  const metrics = Map.groupBy(verdicts, ({ row }) => row.metric);
  const companies = Map.groupBy(verdicts, ({ row }) => row.cik);
  return {
    ...tally(verdicts),
    metrics: [...metrics]
      .map(([metric, of]) => ({ metric, concept: of[0]?.concept ?? null, ...tally(of) }))
      .sort((a, b) => byName(a.metric, b.metric)),
    companies: [...companies]
      .map(([cik, of]) => ({ cik, ticker: of[0]?.row.ticker ?? "", ...tally(of) }))
      .sort((a, b) => byName(a.ticker, b.ticker) || byName(a.cik, b.cik)),
  };
}

function tally(verdicts: readonly Verdict[]): Tally {
  const count = (outcome: Verdict["outcome"]) =>
    verdicts.filter((verdict) => verdict.outcome === outcome).length;
  const withoutData = count("no_data");
  return {
    rows: verdicts.length - withoutData,
    latest: count("latest"),
    firstReported: count("first_reported"),
    misses: count("miss"),
    withoutData,
  };
}

/** Share of the rows with data that agree, in percent; 0 without such rows. */
export function agreementOf({ rows, latest, firstReported }: Tally): number {
  return rows === 0 ? 0 : (100 * (latest + firstReported)) / rows;
}

export interface HeldRates {
  /** Rows with data whose operands are not at hand. */
  notHeld: Verdict[];
  held: Tally;
  /** The held rows without a verdict. */
  heldAndNotJudged: Tally;
}

/** Null when the operands of all rows with data are at hand: then there is one rate. */
export function heldRates(
  verdicts: readonly Verdict[],
  judged: ReadonlyMap<Verdict["row"], unknown>,
): HeldRates | null {
  const notHeld = verdicts.filter((one) => !one.areOperandsHeld && one.outcome !== "no_data");
  if (notHeld.length === 0) return null;
  const withOperands = verdicts.filter(({ areOperandsHeld }) => areOperandsHeld);
  return {
    notHeld,
    held: tally(withOperands),
    heldAndNotJudged: tally(withOperands.filter(({ row }) => !judged.has(row))),
  };
}

const byName = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);
