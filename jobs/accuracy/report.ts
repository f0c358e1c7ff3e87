import { companyText } from "#schemas/company-key.ts";
import { alignTable } from "../terminal/table.ts";
import type { ExpectedRow } from "./expected.ts";
import type { Verdict } from "./measure.ts";
import { agreementOf, heldRates, type Summary, summarize, type Tally } from "./summary.ts";
import type { Judgement } from "./verdicts.ts";

export interface ReportOptions {
  /** Show every miss with what we have, where it came from and why it differs. */
  withMisses: boolean;
}

/** The report for people, line by line, every row without data among them; the last line is the agreement. */
export function reportLines(
  verdicts: readonly Verdict[],
  summary: Summary,
  options: ReportOptions,
): string[] {
  const lines = [
    ...section(
      "metric",
      summary.metrics.map((m) => [m.metric, m]),
    ),
    "",
    ...section(
      "company",
      summary.companies.map((c) => [`${c.ticker} ${Number(c.cik)}`, c]),
    ),
    "",
  ];
  if (options.withMisses) lines.push(...missLines(verdicts), "");
  const without = verdicts.filter(({ outcome }) => outcome === "no_data");
  if (without.length > 0) {
    lines.push("rows without data (no document we hold has a fact of the company for the period):");
    lines.push(...without.map(({ row }) => `  line ${row.line}: ${name(row)}`), "");
  }
  return [...lines, ...closingLines(summary)];
}

function section(title: string, rows: readonly [string, Tally][]): string[] {
  const header = [title, "rows", "latest", "first", "misses", "no data", "agree %"];
  return alignTable(
    header,
    rows.map(([label, tally]) => [
      label,
      String(tally.rows),
      String(tally.latest),
      String(tally.firstReported),
      String(tally.misses),
      String(tally.withoutData),
      tally.rows === 0 ? "-" : agreementOf(tally).toFixed(2),
    ]),
  );
}

/** Misses by cause, the most frequent cause first. */
function missLines(verdicts: readonly Verdict[]): string[] {
  const misses = verdicts.filter(({ outcome }) => outcome === "miss");
  const causes = Map.groupBy(misses, ({ miss }) => miss?.cause ?? "differs");
  const ordered = [...causes].sort(([, a], [, b]) => b.length - a.length);
  return ordered.flatMap(([cause, of]) => [
    `misses: ${cause} (${of.length})`,
    ...of.flatMap(({ row, ours, miss }) => [
      `  line ${row.line}: ${name(row)}: expected ${row.value} ${row.unit}, ours ${ours?.value ?? "none"}${ours ? ` (${ours.period}, ended ${ours.end})` : ""}`,
      `    why: ${miss?.reason ?? ""}`,
      ...(ours?.from ? [`    from: ${ours.from}`] : []),
    ]),
  ]);
}

const name = ({ ticker, cik, metric, kind, end }: Verdict["row"]) =>
  `${ticker || companyText(cik)} ${metric} ${kind} ${end}`;

function closingLines(summary: Summary): string[] {
  const { rows, latest, firstReported, withoutData } = summary;
  const agreeing = latest + firstReported;
  return [
    `of these ${latest} equal the latest value, ${firstReported} the value first reported, restated since`,
    `agreement: ${agreementOf(summary).toFixed(2)} % (${agreeing} of ${rows} rows; ${withoutData} rows without data)`,
  ];
}

/** The agreement of the rows whose operands are held, where there are others; without the judged rows too. */
export function heldLines(
  verdicts: readonly Verdict[],
  judged: ReadonlyMap<ExpectedRow, Judgement>,
): string[] {
  const rates = heldRates(verdicts, judged);
  if (rates === null) return [];
  const { notHeld, held, heldAndNotJudged } = rates;
  return [
    "",
    `derived figures whose operands are not at hand (${notHeld.length}):`,
    ...notHeld.map(({ row }) => `  line ${row.line}: ${name(row)}`),
    `agreement of those whose operands are held: ${rateOf(held)}`,
    ...(judged.size > 0
      ? [`agreement of those that nobody judged besides: ${rateOf(heldAndNotJudged)}`]
      : []),
  ];
}

const rateOf = (tally: Tally) =>
  `${agreementOf(tally).toFixed(2)} % (${tally.latest + tally.firstReported} of ${tally.rows} rows)`;

/** The judged rows, each with the filing that decides it, and the agreement of the rest. */
export function judgedLines(
  verdicts: readonly Verdict[],
  judged: ReadonlyMap<ExpectedRow, Judgement>,
): string[] {
  const rest = summarize(verdicts.filter(({ row }) => !judged.has(row)));
  const shown = verdicts.flatMap(({ row, outcome }) => {
    const judgement = judged.get(row);
    if (!judgement) return [];
    const { verdict, accession, quote, reason } = judgement;
    return [
      `  line ${row.line}: ${name(row)}: ${outcome}, judged ${verdict}: ${reason} (${accession}: ${quote})`,
    ];
  });
  return [
    "",
    `rows that someone judged (${shown.length}):`,
    ...shown,
    `agreement of the others: ${rateOf(rest)}`,
  ];
}
