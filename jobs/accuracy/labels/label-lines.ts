import { readFileSync } from "node:fs";
import { readTable, type TableRow } from "../csv.ts";
import { type Place, places } from "./places.ts";
import type { PrintedStatement } from "./printed-filings.ts";

const signs = ["printed", "flow", "any"] as const;

/** A standardized line and the labels under which filings print it. */
export interface LabelLine {
  /** snakeKey. */
  line: string;
  statement: PrintedStatement;
  /** The kind of number: "monetary", "perShare", "shares". */
  type: string;
  /**
   * "printed": the value has the printed sign. "flow": it has, but where the label only says that cash was used or fell.
   * "any": filers print it with either sign.
   */
  sign: (typeof signs)[number];
  /** Patterns (`matchesPattern`), best first: the first list that gives one value counts. */
  labels: string[][];
  /** Patterns of labels that mean something else. */
  not: string[];
  /** Where the row must stand, all of them. */
  where: Place[];
}

const columns = ["line", "statement", "type", "sign", "labels", "not", "where"] as const;

/** Reads the table of lines. Throws ExpectedFileError for a statement, sign or place that does not exist. */
export const readLabelLines = (text: string): LabelLine[] => readTable(text, columns).map(toLine);

/** The lines of the project, from `label-lines.csv`. */
export const labelLines = (): LabelLine[] =>
  readLabelLines(readFileSync(new URL("./label-lines.csv", import.meta.url), "utf8"));

function toLine({ field, refuse }: TableRow<(typeof columns)[number]>): LabelLine {
  const statement = (["IS", "BS", "CF"] as const).find((one) => one === field("statement"));
  const sign = signs.find((one) => one === field("sign"));
  const where = listOf(field("where"));
  const unknown = where.filter((place) => !Object.hasOwn(places, place));
  if (statement === undefined) throw refuse(`"${field("statement")}" is none of IS, BS, CF`);
  if (sign === undefined) throw refuse(`"${field("sign")}" is none of ${signs.join(", ")}`);
  if (unknown.length > 0) throw refuse(`there is no place ${unknown.join(", ")}`);
  return {
    line: field("line"),
    statement,
    type: field("type"),
    sign,
    labels: field("labels").split(" / ").map(listOf),
    not: listOf(field("not")),
    where: where as Place[],
  };
}

const listOf = (text: string): string[] => (text === "" ? [] : text.split("; "));
