import {
  cik,
  currencyOfPeriod,
  type ExtractTable,
  end,
  fiscalYear,
  knownSince,
  number,
  reason,
  start,
} from "../columns.ts";

/** Metrics of fiscal years and of twelve months. */
export const metricsTable = {
  name: "metrics",
  comment:
    "Metrics that are computed from lines, of fiscal years and of twelve months; those of other kinds of company are left out. Those with a price are of twelve months, on the first day on which these were known",
  layout: "years",
  key: ["cik", "period_key", "metric"],
  order: ["cik", "period_end", "period_key", "metric"],
  columns: [
    cik,
    ["period_key", "VARCHAR", "Period within the company: 2023FY or TTM2023Q4"],
    fiscalYear,
    ["fiscal_period", "VARCHAR", "FY, or TTM for twelve months"],
    start,
    end,
    currencyOfPeriod,
    ["metric", "VARCHAR", "Key of the metric: metric_definitions has its formula"],
    number,
    ["value_text", "VARCHAR", "The value as decimal text, quotients to twenty digits"],
    ["unit", "VARCHAR", "ratio, multiple, days, score, or money in the currency"],
    reason,
    [
      "operands",
      "VARCHAR",
      "The lines that the formula needs as entity:period:concept, separated by commas: what lineage_id of statements and ttm has",
    ],
    [
      "missing",
      "VARCHAR",
      "The lines without a value that the formula needs, separated by commas; [-1] of the year before",
    ],
    knownSince,
    ["price_day", "DATE", "Day of the close that the metric takes; null without one"],
  ],
} as const satisfies ExtractTable;

/** How each metric is computed. */
export const metricDefinitionsTable = {
  name: "metric_definitions",
  comment: "How each metric is computed",
  layout: "whole",
  key: ["metric"],
  order: ["metric"],
  columns: [
    ["metric", "VARCHAR", "Key of the metric"],
    ["label", "VARCHAR", "Name for people"],
    ["unit", "VARCHAR", "ratio, multiple, days, score or money"],
    [
      "formula",
      "VARCHAR",
      "Of lines of the period; [-1] of the year before; share_price, diluted_shares and net_claims of the day of the close",
    ],
    ["meaning", "VARCHAR", "What it says"],
    ["source", "VARCHAR", "Where it is published; null for one of common use"],
  ],
} as const satisfies ExtractTable;
