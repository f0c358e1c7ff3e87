import { ParseError } from "../../errors.ts";

/**
 * Columns of the Financial Statement Data Sets that are archived of a filing. Re-issues and copies order and choose
 * their columns differently; these are all that is used.
 */
export const subColumns = "adsh cik name form period fy fp filed instance sic fye".split(" ");
/** What slices were archived with before the industry and the fiscal year end were kept: they are read as they are. */
const subColumnsBefore = subColumns.slice(0, 9);
export const numColumns = "tag version ddate qtrs uom segments coreg value".split(" ");
export const preColumns = "report line stmt inpth tag version plabel negating".split(" ");
export const tagColumns = "tag version custom datatype iord crdr tlabel doc".split(" ");

/** Rows of one filing, each in the order of its columns. */
export interface DataSetRows {
  sub: readonly string[];
  num: string[][];
  /** Empty where the data set came without the presentation of its statements. */
  pre: string[][];
  tag: string[][];
}

/** The same as lines of text. */
export interface DataSetLines {
  sub: readonly string[];
  num: readonly string[];
  pre: readonly string[];
  tag: readonly string[];
}

/**
 * The document under which a filing's slice of the data sets is archived: the same rows in any order give the
 * same bytes. Without a presentation it has the layout that slices had before presentations were kept.
 */
export function dataSetDocument({ sub, num, pre, tag }: DataSetLines): Buffer {
  const lines = [subColumns.join("\t"), sub.join("\t"), numColumns.join("\t"), ...[...num].sort()];
  if (pre.length > 0) {
    lines.push(preColumns.join("\t"), ...[...pre].sort());
    lines.push(tagColumns.join("\t"), ...[...tag].sort());
  }
  return Buffer.from(`${lines.join("\n")}\n`);
}

/** Reads what `dataSetDocument` wrote, in this or an earlier layout. Throws ParseError for anything else. */
export function readDataSetDocument(body: Buffer): DataSetRows {
  const [subHead, sub, numHead, ...lines] = body.toString("utf8").replace(/\n$/, "").split("\n");
  const isKnown = [subColumns, subColumnsBefore].some((names) => subHead === names.join("\t"));
  if (!isKnown || numHead !== numColumns.join("\t") || !sub) {
    throw new ParseError("not a filing's slice of the Financial Statement Data Sets");
  }
  const accession = sub.slice(0, 20);
  const [num, shown] = cutAt(lines, preColumns);
  const [pre, tag] = cutAt(shown, tagColumns);
  return {
    sub: sub.split("\t"),
    num: cellsOf(num, numColumns, accession),
    pre: cellsOf(pre, preColumns, accession),
    tag: cellsOf(tag, tagColumns, accession),
  };
}

/** What stands before and after a line of column names; all of it before where there is none. */
function cutAt(lines: string[], columns: readonly string[]): [string[], string[]] {
  const head = lines.indexOf(columns.join("\t"));
  return head < 0 ? [lines, []] : [lines.slice(0, head), lines.slice(head + 1)];
}

function cellsOf(
  lines: readonly string[],
  columns: readonly string[],
  accession: string,
): string[][] {
  return lines.map((line) => {
    const cells = line.split("\t");
    if (cells.length !== columns.length) throw new ParseError(`${accession}: a row is cut`);
    return cells;
  });
}
