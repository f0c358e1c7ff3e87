import { ParseError } from "../errors.ts";
import { numColumns, preColumns, tagColumns } from "../facts/data-sets/data-set-document.ts";
import { entry } from "../facts/entry.ts";
import { rowsOf, type TableShape } from "./data-set-rows.ts";
import type { DataSetSource, TableName } from "./data-set-source.ts";

/** The rows of one filing as lines, or the table of which it has a row that is cut. */
export type CollectedRows =
  | { kind: "whole"; num: string[]; pre: string[]; tag: string[] }
  | { kind: "cut"; table: TableName };

const numTable = { name: "num.txt", columns: numColumns, optional: ["segments", "coreg"] } as const;
const preTable = { name: "pre.txt", columns: preColumns, optional: ["inpth"] } as const;
const tagTable = { name: "tag.txt", columns: tagColumns, optional: ["doc"] } as const;

/** By accession number; null for a filing with a row that is cut. */
type Lines = Map<string, string[] | null>;

export interface Collected {
  /** The wanted filings that have a row of `num.txt`, in ascending order. */
  accessions(): string[];
  /** The rows of one of them, which are forgotten here. */
  take(accession: string): CollectedRows;
}

/** The tables of the presentation that can be read, and why one that is there cannot. A quarter may lack them. */
export async function presentationTables(source: DataSetSource) {
  const usable = new Set<TableName>();
  const refused: string[] = [];
  for (const shape of [preTable, tagTable]) {
    if (source.table(shape.name) === null) continue;
    try {
      await rowsOf(source, shape).next();
      usable.add(shape.name);
    } catch (error) {
      if (!(error instanceof ParseError)) throw error;
      refused.push(`${error.message}: numbers are taken without their presentation`);
    }
  }
  return { usable, refused };
}

interface Collecting {
  /** Those of `presentationTables`. */
  usable: ReadonlySet<TableName>;
  isWanted: (accession: string) => boolean;
  charactersMax: number;
}

/** Throws ParseError where the wanted filings hold more characters of a table than allowed. */
export async function collectRows(
  source: DataSetSource,
  { usable, isWanted, charactersMax }: Collecting,
): Promise<Collected> {
  const num = await collectLines(source, numTable, isWanted, charactersMax);
  const pre = usable.has("pre.txt")
    ? await collectLines(source, preTable, (accession) => num.has(accession), charactersMax)
    : new Map();
  const isUsed = (version: string) => !isAccession(version) || pre.has(version);
  const tags = usable.has("tag.txt") ? await collectTags(source, isUsed) : noTags;
  return {
    accessions: () => [...num.keys()].sort(),
    take(accession) {
      const found = toCollected(num.get(accession), pre.get(accession), tags, accession);
      num.delete(accession);
      pre.delete(accession);
      return found;
    },
  };
}

function toCollected(
  num: string[] | null | undefined,
  pre: string[] | null | undefined,
  tags: Tags,
  accession: string,
): CollectedRows {
  if (!num) return { kind: "cut", table: "num.txt" };
  if (pre === null) return { kind: "cut", table: "pre.txt" };
  if (tags.cut.has(accession)) return { kind: "cut", table: "tag.txt" };
  const shown = pre ?? [];
  return { kind: "whole", num, pre: shown, tag: tagsOf(shown, tags.lines) };
}

/** The lines of the elements that a filing shows, each once. */
function tagsOf(shown: readonly string[], lines: ReadonlyMap<string, string>): string[] {
  const found = new Set<string>();
  for (const row of shown) {
    const cells = row.split("\t");
    const line = lines.get(`${cells[tagPlace]}\t${cells[versionPlace]}`);
    if (line !== undefined) found.add(line);
  }
  return [...found];
}

const tagPlace = preColumns.indexOf("tag");
const versionPlace = preColumns.indexOf("version");

async function collectLines(
  source: DataSetSource,
  shape: TableShape,
  isWanted: (accession: string) => boolean,
  charactersMax: number,
): Promise<Lines> {
  const rows: Lines = new Map();
  let held = 0;
  for await (const { key, values } of rowsOf(source, shape, isWanted)) {
    if (values === null) rows.set(key, null);
    if (values === null || rows.get(key) === null) continue;
    // Joined anew: a piece cut out of a line would keep the whole text around it in memory.
    const row = values.join("\t");
    held += row.length;
    if (held > charactersMax)
      throw new ParseError(`${shape.name} holds too many rows of a few filings`);
    entry(rows, key, () => [])?.push(row);
  }
  return rows;
}

interface Tags {
  /** By tag and version. */
  lines: Map<string, string>;
  /** Filings that have lost the row of an element of their own. */
  cut: Set<string>;
}

const noTags: Tags = { lines: new Map(), cut: new Set() };
const tagCharactersMax = 256 * 1024 * 1024;

/** Definitions of standard elements are left out: every reader can look them up in the taxonomy. */
async function collectTags(
  source: DataSetSource,
  isUsed: (version: string) => boolean,
): Promise<Tags> {
  const tags: Tags = { lines: new Map(), cut: new Set() };
  let held = 0;
  for await (const { key, values } of rowsOf(source, tagTable, isUsed)) {
    if (values === null) {
      if (isAccession(key)) tags.cut.add(key);
      continue;
    }
    const cells = isAccession(key) ? values : values.with(-1, "");
    const line = cells.join("\t");
    held += line.length;
    if (held > tagCharactersMax) throw new ParseError("tag.txt holds too many elements");
    tags.lines.set(`${cells[0]}\t${cells[1]}`, line);
  }
  return tags;
}

function isAccession(version: string): boolean {
  return /^\d{10}-\d{2}-\d{6}$/.test(version);
}
