/** A column of an extract: its DuckDB type and what it means, which readers see as a comment. */
export type ColumnType = "VARCHAR" | "INTEGER" | "DOUBLE" | "DATE" | "BOOLEAN";
export type Column = [name: string, type: ColumnType, comment: string];

/** One table of an extract. Rows are written in the order of the columns. */
export interface ExtractTable {
  name: string;
  comment: string;
  /**
   * How the rows are divided into Parquet files: not at all, by company into parts, or by fiscal year and then into
   * parts, which takes a column `fiscal_year` that is never null and that only the names of the folders carry.
   */
  layout: "whole" | "parts" | "years";
  /** The columns that tell its rows apart. */
  key: readonly string[];
  /** The columns that put the rows of a file in order: the same rows are the same bytes. */
  order: readonly string[];
  columns: readonly Column[];
}

/** The column by which tables are divided into folders. */
export const partitionColumn = "fiscal_year";

export const cik: Column = ["cik", "VARCHAR", "Central Index Key, ten digits"];
export const fiscalYear: Column = [
  partitionColumn,
  "INTEGER",
  "Fiscal year by the filer's own calendar",
];
export const start: Column = ["period_start", "DATE", "First day; null for an instant"];
export const end: Column = ["period_end", "DATE", "Last day"];
export const number: Column = ["value", "DOUBLE", "The value as a double, for arithmetic"];
export const exact: Column = ["value_text", "VARCHAR", "The value exactly, as decimal text"];
export const accession: Column = ["accession", "VARCHAR", "Accession number of the filing"];
export const form: Column = ["form", "VARCHAR", "Form of the filing, for example 10-K/A"];
export const filed: Column = ["filed", "DATE", "Filing date: nobody could know the row before"];
export const knownSince: Column = [
  "filed",
  "DATE",
  "Newest filing date of what the value rests on: nobody could know it before; null where a date is not known",
];
export const adjusted: readonly Column[] = [
  [
    "adjusted_value",
    "DOUBLE",
    "Per-share figures and share counts as if all splits had come before; null elsewhere, and where the basis is not known",
  ],
  [
    "split_factor",
    "DOUBLE",
    "Shares that one share of the value has become; null with adjusted_value",
  ],
];
export const flags: Column = [
  "flags",
  "VARCHAR",
  "Notes that do not change the value, separated by commas",
];
export const currencyOfPeriod: Column = [
  "currency",
  "VARCHAR",
  "Reporting currency of the period; null without amounts of money",
];
export const unit: Column = ["unit", "VARCHAR", "Unit of the value; null without one"];
export const concept: Column = ["concept", "VARCHAR", "snakeKey of the concept"];
export const registryVersion: Column = [
  "registry_version",
  "VARCHAR",
  "Registry that made the row",
];
export const lineageId: Column = [
  "lineage_id",
  "VARCHAR",
  "entity:period:concept, as GET /v2/entities/{entity}/lineage?period={period}&concept={concept} takes them",
];
export const reason: Column = ["reason", "VARCHAR", "Why there is no value; null with one"];

/** The columns of the two tables that are served as full financials. */
export const columnsOfTables: readonly Column[] = [
  cik,
  lineageId,
  [
    "period_key",
    "VARCHAR",
    "Column within the company, for example 2023Q4, T2022-03-31 or TTM2023Q4",
  ],
  fiscalYear,
  [
    "fiscal_period",
    "VARCHAR",
    "Q1 to Q4, or T for a transition period; TTM in the table of twelve months",
  ],
  start,
  end,
  ["basis", "VARCHAR", "How the column came about: reported, derived, sum_of_quarters, …"],
  [
    "derived_q4",
    "BOOLEAN",
    "Whether the line is, or contains, a fourth quarter that is the year less what came before it",
  ],
  ["currency", "VARCHAR", "Reporting currency of the column; the unit says what the value is in"],
  concept,
  number,
  exact,
  unit,
  reason,
  ...adjusted,
  knownSince,
  flags,
];
