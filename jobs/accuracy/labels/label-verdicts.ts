import * as decimal from "#schemas/decimal.ts";
import { readTable, type TableRow } from "../csv.ts";
import type { LabelResult } from "./compare-labels.ts";

/** Who is right where the reading and ours differ: the printed value, ours, or neither. */
const sides = ["printed", "ours", "neither"] as const;

/** What a reviewer found who read the statement. It holds for these two values alone. */
export interface LabelVerdict {
  accession: string;
  /** snakeKey. */
  line: string;
  label: string;
  printed: string;
  /** Null where we show nothing. */
  ours: string | null;
  right: (typeof sides)[number];
  reason: string;
}

const columns = ["accession", "line", "label", "printed", "ours", "right", "reason"] as const;

/** Reads judged differences. Throws ExpectedFileError for a row that names no filing, no side or no reason. */
export const readLabelVerdicts = (text: string): LabelVerdict[] =>
  readTable(text, columns).map(toVerdict);

function toVerdict({ field, refuse }: TableRow<(typeof columns)[number]>): LabelVerdict {
  const right = sides.find((one) => one === field("right"));
  const accession = field("accession");
  if (!right) throw refuse(`"${field("right")}" is none of ${sides.join(", ")}`);
  if (!/^\d{10}-\d{2}-\d{6}$/.test(accession)) {
    throw refuse(`"${accession}" is no accession number such as 0000320193-23-000106`);
  }
  if (field("reason") === "") throw refuse("a verdict needs a reason");
  return {
    accession,
    line: field("line"),
    label: field("label"),
    printed: field("printed"),
    ours: field("ours") || null,
    right,
    reason: field("reason"),
  };
}

/** Finds the verdict on a result; null where nobody judged this printed value against this one of ours. */
export function verdictsBy(
  verdicts: readonly LabelVerdict[],
): (result: LabelResult) => LabelVerdict | null {
  const byPlace = Map.groupBy(verdicts, ({ accession, line }) => `${accession} ${line}`);
  return ({ reading: { filing, line, printed }, ours }) =>
    byPlace
      .get(`${filing.accession} ${line.line}`)
      ?.find((one) => isSame(one.printed, printed) && isSame(one.ours, ours)) ?? null;
}

const isSame = (a: string | null, b: string | null): boolean =>
  a === null || b === null ? a === b : decimal.equal(a, b);
