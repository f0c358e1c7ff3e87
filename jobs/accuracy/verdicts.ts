import { readCik, readTable, type TableRow } from "./csv.ts";
import type { ExpectedRow } from "./expected.ts";

/** What a reviewer found who looked up an expected row in the filing. */
const judgements = ["wrong", "other_definition", "restated"] as const;

/** A row that is no measure of ours, and the filing that shows it. */
export interface Judgement {
  line: number;
  cik: string;
  metric: string;
  kind: string;
  end: string;
  /**
   * "wrong": the filing says something else; "other_definition": the row means another line; "restated": the row is
   * what was first reported, and the filing says something else since.
   */
  verdict: (typeof judgements)[number];
  /** The filing that decides, and what it states. */
  accession: string;
  quote: string;
  reason: string;
}

const columns = [
  "cik",
  "metric",
  "period_kind",
  "period_end",
  "verdict",
  "accession",
  "quote",
  "reason",
] as const;

/**
 * Reads a file of judged rows; columns beyond the needed ones are ignored. Throws ExpectedFileError for a row that
 * names no filing, quotes nothing or gives no reason.
 */
export const readJudgements = (text: string): Judgement[] => readTable(text, columns).map(readRow);

function readRow(row: TableRow<(typeof columns)[number]>): Judgement {
  const { line, field, refuse } = row;
  const verdict = judgements.find((one) => one === field("verdict"));
  if (!verdict) throw refuse(`"${field("verdict")}" is none of ${judgements.join(", ")}`);
  const accession = field("accession");
  if (!/^\d{10}-\d{2}-\d{6}$/.test(accession)) {
    throw refuse(`"${accession}" is no accession number such as 0000320193-23-000106`);
  }
  const [quote, reason] = [field("quote"), field("reason")];
  if (!/\d/.test(quote)) throw refuse("the quote must say what the filing states, with its figure");
  if (reason === "") throw refuse("a verdict needs a reason");
  return {
    line,
    cik: readCik(row),
    metric: field("metric"),
    kind: field("period_kind"),
    end: field("period_end"),
    verdict,
    accession,
    quote,
    reason,
  };
}

/** The rows with their judgement, and the judgements without a row. */
export function matchJudgements(
  rows: readonly ExpectedRow[],
  given: readonly Judgement[],
): { of: ReadonlyMap<ExpectedRow, Judgement>; unused: Judgement[] } {
  const byKey = new Map(given.map((one) => [keyOf(one), one]));
  const of = new Map<ExpectedRow, Judgement>();
  for (const row of rows) {
    const verdict = byKey.get(keyOf(row));
    if (verdict) of.set(row, verdict);
  }
  const used = new Set(of.values());
  return { of, unused: given.filter((one) => !used.has(one)) };
}

/**
 * The judgements that count where only our latest values do, or all of a row's values: first ones are right in the
 * others.
 */
export function judgedIn(
  isLatestAlone: boolean,
  judged: ReadonlyMap<ExpectedRow, Judgement>,
): ReadonlyMap<ExpectedRow, Judgement> {
  if (isLatestAlone) return judged;
  return new Map([...judged].filter(([, { verdict }]) => verdict !== "restated"));
}

const keyOf = ({ cik, metric, kind, end }: Pick<Judgement, "cik" | "metric" | "kind" | "end">) =>
  [cik, metric, kind, end].join("|");
