import { cikOf } from "#schemas/company-key.ts";
import { entityIdOf } from "../store/identity.ts";
import { type ExtractTable, partitionColumn } from "./columns.ts";
import type { Manifest } from "./manifest.ts";
import { extractTables, type TableName } from "./tables.ts";

/**
 * Companies of one part. A part of the whole universe is a few megabytes per table and year: large enough to read
 * quickly, small enough that a single changed company has little rewritten beside it.
 */
export const companiesPerPart = 2000;

/**
 * How many parts the companies are divided into: a power of two, so that files stay of one size while filers come
 * and go. The number before is kept while it is not far off, since another one moves every company.
 */
export function countParts(companies: number, before: number | null, perPart: number): number {
  const idealParts = 2 ** Math.ceil(Math.log2(Math.max(1, companies / perPart)));
  const isNear = before !== null && before <= idealParts * 2 && idealParts <= before * 2;
  return isNear ? before : idealParts;
}

/** The part of a company. CIKs are given out one after the other: their remainders are spread evenly. */
export const partOf = (cik: string, parts: number) =>
  Number(cikOf(cik) ?? `0x${entityIdOf(cik).slice(0, 8)}`) % parts;

/** Where the rows of a table stand: below the folder of the extract. */
export function filePath(table: TableName, part: number, year: number | null): string {
  const name = `part-${String(part).padStart(4, "0")}.parquet`;
  return year === null ? `${table}/${name}` : `${table}/${partitionColumn}=${year}/${name}`;
}

/** The columns that stand in the files of a table: what a folder's name says is not repeated in them. */
export function columnsInFiles({ columns, layout }: Pick<ExtractTable, "columns" | "layout">) {
  const names = columns.map(([name]) => name);
  return layout === "years" ? names.filter((name) => name !== partitionColumn) : names;
}

/** A file of an extract that holds rows of one part. */
export interface PartFile {
  table: TableName;
  year: number | null;
  file: Manifest["files"][number];
}

const partPath = /^(\w+)\/(?:fiscal_year=(-?\d+)\/)?part-(\d+)\.parquet$/;

/** The files of one part of an extract. */
export function listPartFiles({ files }: Pick<Manifest, "files">, part: number): PartFile[] {
  return files.flatMap((file) => {
    const [, table, year, number] = partPath.exec(file.path) ?? [];
    const extractTable = extractTables.find(({ name }) => name === table);
    if (!extractTable || Number(number) !== part) return [];
    return [{ table: extractTable.name, year: year === undefined ? null : Number(year), file }];
  });
}

/** The pattern under which a reader finds all files of a table. */
export function filePattern({ name, layout }: (typeof extractTables)[number]): string {
  const patterns = {
    whole: `${name}.parquet`,
    parts: `${name}/*.parquet`,
    years: `${name}/*/*.parquet`,
  };
  return patterns[layout];
}
