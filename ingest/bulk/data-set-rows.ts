import { ParseError } from "../errors.ts";
import type { DataSetSource, TableName } from "./data-set-source.ts";
import { linesOf } from "./lines.ts";

/** The column that says whose a row is: the accession number, which `tag.txt` has second, as the version of own tags. */
const keyPlaces: Record<TableName, 0 | 1> = {
  "sub.txt": 0,
  "num.txt": 0,
  "pre.txt": 0,
  "tag.txt": 1,
};

/** The first or second cell of a line; empty where the line has lost it. */
function cellAt(line: string, place: 0 | 1): string {
  const from = place === 0 ? 0 : line.indexOf("\t") + 1;
  const end = line.indexOf("\t", from);
  return end < 0 ? "" : line.slice(from, end);
}

/** A row of a table. */
export interface Row {
  /** The cell of the key column. */
  key: string;
  /** Null for a row that has lost or gained cells. */
  values: string[] | null;
}

/** Which columns of a table are read; an optional one that the table does not have is empty. */
export interface TableShape {
  name: TableName;
  columns: readonly string[];
  optional: readonly string[];
}

/**
 * The rows of a table whose accession number is wanted, with the columns of the shape in their order. Throws
 * ParseError for a table that is missing, empty or without one of its columns.
 */
export async function* rowsOf(
  source: DataSetSource,
  { name, columns, optional }: TableShape,
  isWanted: (key: string) => boolean = () => true,
): AsyncGenerator<Row> {
  const keyPlace = keyPlaces[name];
  let places: number[] | null = null;
  let width = 0;
  for await (const lines of linesOf(tableOf(source, name).read())) {
    for (const line of lines) {
      if (places === null) {
        const head = line.replace(/^\uFEFF/, "").split("\t");
        places = placesOf(name, head, columns, optional);
        width = head.length;
        continue;
      }
      const key = cellAt(line, keyPlace);
      if (key === "" || !isWanted(key)) continue;
      const cells = line.split("\t");
      const isWhole = cells.length === width;
      yield { key, values: isWhole ? places.map((place) => cells[place] ?? "") : null };
    }
  }
  if (places === null) throw new ParseError(`${name} is empty`);
}

function placesOf(
  name: TableName,
  head: readonly string[],
  columns: readonly string[],
  optional: readonly string[],
): number[] {
  if (keyPlaces[name] === 0 && head[0] !== "adsh")
    throw new ParseError(`${name} does not begin with the column adsh`);
  if (keyPlaces[name] === 1 && head[1] !== "version")
    throw new ParseError(`${name} does not have version as its second column`);
  return columns.map((column) => {
    const place = head.indexOf(column);
    if (place >= 0 || optional.includes(column)) return place;
    throw new ParseError(`${name} has no column ${column}`);
  });
}

export function tableOf(source: DataSetSource, name: TableName) {
  const table = source.table(name);
  if (table) return table;
  throw new ParseError(`not a quarter of the Financial Statement Data Sets: there is no ${name}`);
}
