import { type FactTable, tabulate } from "#ingest/checks/filed.ts";
import { compareFacts, compareVersions, listHistories } from "#ingest/facts/history/history.ts";
import type { Fact } from "#schemas/shapes/companies/fact.ts";
import type {
  Line,
  Lineage,
  NullReason,
  StatementPeriod,
} from "#schemas/shapes/companies/statement.ts";
import { makeFact } from "../../helpers/make.ts";

/** One line of a period: an amount that the 10-K states, or what else is to be known of it. */
export type GivenLine =
  | string
  | {
      value?: string | null;
      reason?: NullReason;
      flags?: string[];
      /** The fact behind the line where it is not the 10-K's amount over the year. */
      fact?: Partial<Fact>;
      /** What other filings state of the same fact. */
      also?: Partial<Fact>[];
      /** How the line was computed, of the places that facts have in the table. */
      lineage?: (placeOf: (tag: string) => number) => Lineage;
    };

export const annual = { start: "2023-01-01", end: "2023-12-31", filed: "2024-02-15" };

/** A year with these lines, each filed under its own name, and the table of all facts. Amounts are whole dollars. */
export function filedPeriod(
  given: Record<string, GivenLine>,
  over: Partial<StatementPeriod> = {},
  more: Partial<Fact>[] = [],
): { period: StatementPeriod; table: FactTable } {
  const own = new Map(Object.entries(given).map(([tag, of]) => [tag, factsOf(tag, of)]));
  const all = [...[...own.values()].flat(), ...more.map((fact) => factOf("", fact))].sort(
    (a, b) => compareFacts(a, b) || compareVersions(a, b),
  );
  const table = tabulate(listHistories(all), all, new Map());
  const placeOf = (tag: string) => all.findIndex((fact) => fact.tag === tag);
  const lines = Object.fromEntries(
    Object.entries(given).map(([tag, of]) => {
      const [fact] = own.get(tag) ?? [];
      return [tag, lineOf(of, fact ? all.indexOf(fact) : -1, placeOf)];
    }),
  );
  return { period: periodOf({ lines, ...over }), table };
}

const factOf = (tag: string, over: Partial<Fact>): Fact =>
  makeFact({ tag, ...annual, accession: "10-K", form: "10-K", decimals: 0, ...over });

function factsOf(tag: string, given: GivenLine): Fact[] {
  if (typeof given === "string") return [factOf(tag, { value: given })];
  if (given.value == null || given.lineage) return [];
  const fact = factOf(tag, { value: given.value, ...given.fact });
  return [fact, ...(given.also ?? []).map((other) => ({ ...fact, ...other }))];
}

function lineOf(given: GivenLine, own: number, placeOf: (tag: string) => number): Line {
  const of = typeof given === "string" ? { value: given } : given;
  const value = of.value ?? null;
  if (value === null) {
    const reason = of.reason ?? "not_reported";
    return { ...bare, value, reason, lineage: null, flags: of.flags ?? [] };
  }
  const lineage = of.lineage ? of.lineage(placeOf) : own;
  return { ...bare, value, unit: "USD", reason: null, lineage, flags: of.flags ?? [] };
}

const bare = { unit: null, source: null, rank: null } as const;

export const periodOf = (over: Partial<StatementPeriod> = {}): StatementPeriod => ({
  key: "2023FY",
  fiscalYear: 2023,
  fiscalPeriod: "FY",
  start: annual.start,
  end: annual.end,
  weeks: 52,
  currency: "USD",
  template: "industrial",
  baseForm: "10-K",
  filedDate: annual.filed,
  filings: [],
  lines: {},
  ...over,
});

/** The same day so many days later. */
export const moved = (iso: string, days: number): string =>
  new Date(Date.parse(iso) + days * 86_400_000).toISOString().slice(0, 10);
