import { countsShares } from "#registry/series/adjust-for-splits.ts";
import { type DerivedScreenMetric, derivedMetrics } from "#schemas/screen-metrics.ts";
import type { Concept, Registry } from "#schemas/shapes/companies/concept.ts";
import {
  type Column,
  cik,
  currencyOfPeriod,
  end,
  fiscalYear,
  knownSince,
  start,
} from "../columns.ts";

/** A view that the DuckDB file of an extract has beside its tables. */
export interface ExtractView {
  name: string;
  comment: string;
  columns: readonly Column[];
  sql: string;
}

const ticker: Column = [
  "ticker",
  "VARCHAR",
  "What the company answers to first; null when not listed",
];
const name: Column = ["name", "VARCHAR", "Display name of the company"];
const fiscalPeriod: Column = ["fiscal_period", "VARCHAR", "FY, Q1 to Q4, H1, H2, T or TTM"];
const periodKey: Column = [
  "period_key",
  "VARCHAR",
  "Period within the company, for example 2023FY",
];

const ofPeriod: readonly Column[] = [
  cik,
  ticker,
  name,
  fiscalYear,
  fiscalPeriod,
  periodKey,
  start,
  end,
  currencyOfPeriod,
  knownSince,
];

/** The wide views: one row for each company and period, a column for each concept; and metrics of fiscal years. */
export function wideViews(registry: Registry): ExtractView[] {
  const concepts = registry.concepts.filter(({ status }) => status !== "proposed");
  const columns = concepts.map(
    (concept): Column => [
      concept.snakeKey,
      "DOUBLE",
      `${concept.label}: ${concept.definition}${countsShares(concept) ? " As if all splits had come before." : ""}`,
    ],
  );
  const wide = (table: "statements" | "quarters" | "ttm", comment: string): ExtractView => ({
    name: `${table}_wide`,
    comment,
    columns: [...ofPeriod, ...columns],
    sql: pivotOf(table, concepts),
  });
  return [
    wide("statements", "statements with a row per company and period, a column per concept"),
    wide("quarters", "quarters with a row per company and quarter, a column per concept"),
    wide("ttm", "ttm with a row per company and twelve months, a column per concept"),
    {
      name: "ratios",
      comment: "Metrics of fiscal years, one row per company and year: reasons are in metrics",
      columns: [...ofPeriod, ...derivedMetrics.map(metricEntry)],
      sql: pivotOfMetrics,
    },
  ];
}

const metricEntry = ({ key, derived: { meaning, text } }: DerivedScreenMetric): Column => [
  ...([key, "DOUBLE"] as const),
  `${meaning}: ${text}`,
];

const identity = "s.cik, c.ticker, c.name, s.fiscal_year, s.fiscal_period, s.period_key";

const knownOn = `CASE WHEN NOT bool_or(s.value IS NOT NULL AND s.filed IS NULL) THEN max(s.filed) END AS filed`;

const pivotOfMetrics = `SELECT ${identity},
min(s.period_start) AS period_start, max(s.period_end) AS period_end, max(s.currency) AS currency,
${knownOn},
${derivedMetrics.map(({ key }) => `max(s.value) FILTER (s.metric = '${key}') AS ${key}`).join(",\n")}
FROM metrics s JOIN companies c USING (cik) WHERE s.fiscal_period = 'FY'
GROUP BY ${identity}`;

function pivotOf(table: string, concepts: readonly Concept[]): string {
  const lines = concepts.map(
    (concept) =>
      `max(${countsShares(concept) ? "s.adjusted_value" : "s.value"}) FILTER (s.concept = '${concept.snakeKey}') AS ${concept.snakeKey}`,
  );
  return `SELECT ${identity},
min(s.period_start) AS period_start, max(s.period_end) AS period_end,
max(s.unit) FILTER (regexp_full_match(s.unit, '[A-Z]{3}')) AS currency,
${knownOn},
${lines.join(",\n")}
FROM ${table} s JOIN companies c USING (cik)
GROUP BY ${identity}`;
}
