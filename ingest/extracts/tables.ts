import {
  accession,
  adjusted,
  type Column,
  cik,
  columnsOfTables,
  concept,
  end,
  exact,
  filed,
  fiscalYear,
  flags,
  form,
  knownSince,
  lineageId,
  number,
  reason,
  registryVersion,
  start,
  unit,
} from "./columns.ts";

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

/** Every table of an extract. */
export const extractTables = [
  {
    name: "companies",
    comment: "One row per company that has been built",
    layout: "whole",
    key: ["cik"],
    order: ["cik"],
    columns: [
      cik,
      ["entity_id", "VARCHAR", "Id of the company in the API"],
      ["name", "VARCHAR", "Display name"],
      ["ticker", "VARCHAR", "What it answers to first; null when not listed"],
      ["sic", "VARCHAR", "Standard Industrial Classification"],
      ["sic_description", "VARCHAR", "The industry in words"],
      ["fiscal_year_end", "VARCHAR", "Month and day, MMDD"],
      ["state_of_incorporation", "VARCHAR", "Code of state or country"],
      ["data_quality_label", "VARCHAR", "high, medium, low or unavailable"],
      registryVersion,
      ["registry_sha256", "VARCHAR", "Digest of that registry"],
      ["engine_version", "VARCHAR", "Engine that made the company's rows"],
      ["sources_at", "VARCHAR", "Time of the newest document that went in"],
    ],
  },
  {
    name: "filings",
    comment: "Filing history",
    layout: "parts",
    key: ["cik", "accession"],
    order: ["cik", "filed", "accession"],
    columns: [
      cik,
      accession,
      form,
      filed,
      ["accepted_at", "VARCHAR", "When the regulator accepted it"],
      ["report_date", "DATE", "Period of report"],
      ["is_xbrl", "BOOLEAN", "Whether it carries XBRL"],
      ["status", "VARCHAR", "listed, withdrawn or quarantined"],
    ],
  },
  {
    name: "facts",
    comment: "Every version of every fact, as filed: also of tags that no concept maps",
    layout: "years",
    key: [
      "cik",
      "taxonomy",
      "tag",
      "unit",
      "period_start",
      "period_end",
      "dimensions",
      "accession",
      "value_text",
    ],
    order: [
      "cik",
      "taxonomy",
      "tag",
      "unit",
      "period_end",
      "period_start",
      "dimensions",
      "filed",
      "accession",
      "value_text",
    ],
    columns: [
      cik,
      [
        "fact_index",
        "INTEGER",
        "Index among the company's mapped facts, as lineage names it; null for others",
      ],
      ["is_mapped", "BOOLEAN", "Whether a concept takes the tag: registry_mappings says which"],
      ["taxonomy", "VARCHAR", "us-gaap, ifrs-full, dei, srt, …; a filer's own prefix"],
      ["tag", "VARCHAR", "XBRL element"],
      ["unit", "VARCHAR", "Unit as filed"],
      start,
      end,
      number,
      exact,
      accession,
      form,
      filed,
      ["decimals", "INTEGER", "Stated precision; null where unknown"],
      ["dimensions", "VARCHAR", "axis=member;…; null for the whole company"],
      [
        "is_end_rounded",
        "BOOLEAN",
        "Whether the last day is an estimate: Financial Statement Data Sets give the nearest month end",
      ],
      ["end_year", "INTEGER", "Calendar year of the last day"],
      [
        "fiscal_year",
        "INTEGER",
        "Fiscal year of the filer in which the period ends; where no calendar is known, the calendar year",
      ],
    ],
  },
  {
    name: "statements",
    comment:
      "Standardized statements, one row per line; lines that the template does not have are left out",
    layout: "years",
    key: ["cik", "period_key", "concept"],
    order: ["cik", "period_end", "lineage_id"],
    columns: [
      cik,
      lineageId,
      [
        "statement",
        "VARCHAR",
        "income_statement, balance_sheet, cash_flow_statement or company_facts",
      ],
      ["period_key", "VARCHAR", "Period within the company, for example 2023FY"],
      fiscalYear,
      ["fiscal_period", "VARCHAR", "FY, Q1 to Q4, H1, H2 or T"],
      start,
      end,
      ["template", "VARCHAR", "industrial, bank, insurer, reit or broker"],
      concept,
      number,
      exact,
      unit,
      reason,
      ...adjusted,
      knownSince,
      ["source", "VARCHAR", "audited, regulator, connector or manual"],
      ["fact_index", "INTEGER", "The one fact that the line shows; null for a computed one"],
      flags,
      registryVersion,
    ],
  },
  {
    name: "quarters",
    comment: "Quarter columns as served by full financials, one row per line",
    layout: "years",
    key: ["cik", "period_end", "concept"],
    order: ["cik", "period_end", "lineage_id"],
    columns: columnsOfTables,
  },
  {
    name: "ttm",
    comment: "Trailing twelve months as served by full financials, one row per line",
    layout: "years",
    key: ["cik", "period_end", "concept"],
    order: ["cik", "period_end", "lineage_id"],
    columns: columnsOfTables,
  },
  {
    name: "quality",
    comment:
      "What the checks found: one row per check, subject and outcome; what did not pass has a row each",
    layout: "parts",
    key: ["cik", "check_id", "subject", "outcome", "concept", "difference", "operands", "reason"],
    order: ["cik", "check_id", "subject", "outcome", "concept", "difference", "operands", "reason"],
    columns: [
      cik,
      ["check_id", "VARCHAR", "Check of the standard, for example BS-01"],
      ["severity", "VARCHAR", "A, B or C"],
      ["subject", "VARCHAR", "Period, column of twelve months, accession or company"],
      ["fiscal_year", "INTEGER", "Of the subject; null for filings and the company"],
      ["outcome", "VARCHAR", "pass_exact, pass_rounding, small, fail or not_run"],
      ["results", "INTEGER", "How many results ended so"],
      ["concept", "VARCHAR", "The line that did not pass; null for others"],
      ["reason", "VARCHAR", "What is wrong; null for what passed or did not run"],
      ["difference", "VARCHAR", "Left less right side, exact"],
      ["operands", "VARCHAR", "JSON: label, value and accession of each operand"],
    ],
  },
  {
    name: "registry_concepts",
    comment: "What each line means",
    layout: "whole",
    key: ["concept"],
    order: ["concept"],
    columns: [
      concept,
      ["id", "VARCHAR", "Id that is never used again"],
      ["label", "VARCHAR", "Name for people"],
      ["definition", "VARCHAR", "Meaning"],
      ["statement", "VARCHAR", "Where it stands"],
      ["data_type", "VARCHAR", "monetary, per_share, shares or pure"],
      ["period_type", "VARCHAR", "duration or instant"],
      ["balance", "VARCHAR", "debit, credit or null"],
      ["status", "VARCHAR", "active, deprecated or proposed"],
      ["role", "VARCHAR", "reported, subtotal or derived"],
      ["prevalence", "VARCHAR", "universal or conditional"],
      ["is_additive", "BOOLEAN", "Whether it may be added over periods"],
    ],
  },
  {
    name: "registry_mappings",
    comment: "Which tags a concept takes, the first that resolves wins",
    layout: "whole",
    key: ["concept", "rank"],
    order: ["concept", "rank"],
    columns: [
      concept,
      ["rank", "INTEGER", "0 first"],
      ["taxonomy", "VARCHAR", "us-gaap, ifrs-full, dei or srt"],
      ["tag", "VARCHAR", "XBRL element"],
      ["version", "VARCHAR", "Taxonomy years of the review"],
      ["sign", "INTEGER", "1, or -1 for elements of the opposite sign"],
      ["scope", "VARCHAR", "What the tag measures where not exactly the concept"],
      [
        "templates",
        "VARCHAR",
        "Templates in which the tag may resolve, separated by commas; null means all",
      ],
      [
        "guards",
        "VARCHAR",
        "What must hold for the tag to resolve in a fiscal year, separated by commas; null means nothing",
      ],
      [
        "sum_group",
        "VARCHAR",
        "Tags of one group are added when more than one is there; null means one resolves",
      ],
      ["valid_from", "DATE", "First day of validity"],
      ["valid_to", "DATE", "Last day of validity"],
    ],
  },
] as const satisfies readonly ExtractTable[];

export type TableName = (typeof extractTables)[number]["name"];
/** Raised when tables, columns or their order change, so that an extract of the old form is written again. */
export const extractForm = 3;
