import { filedMacros } from "./filed/filed-macros.ts";
import { historyMacros } from "./history/history-macros.ts";

/**
 * A concept as it was asked for. Refuses one that there is not, and names the nearest. Over empty tables, on which
 * questions are checked, every concept passes.
 */
const knownConcept = `CREATE MACRO known_concept(wanted) AS CASE
     WHEN wanted IN (SELECT concept FROM registry_concepts) OR NOT EXISTS (FROM registry_concepts) THEN wanted
     ELSE error('Unknown concept ' || wanted || ': did you mean '
       || (SELECT arg_max(concept, jaro_winkler_similarity(concept, wanted)) FROM registry_concepts)
       || '? The table registry_concepts has all.') END`;

/**
 * True for a tag that was filed or that the registry knows. Refuses any other, and names the nearest that the registry
 * knows: comparing with every filed tag would read the whole table at each question.
 */
const isKnownTag = `CREATE MACRO is_known_tag(wanted) AS CASE
     WHEN wanted IN (SELECT tag FROM registry_mappings) OR NOT EXISTS (FROM registry_mappings)
       OR EXISTS (SELECT 1 FROM facts WHERE tag = wanted) THEN true
     ELSE error('Unknown tag ' || wanted || ': did you mean '
       || (SELECT arg_max(tag, jaro_winkler_similarity(tag, wanted)) FROM registry_mappings)
       || '? The table registry_mappings has the tags of the concepts, the table facts all that were filed.') END`;

/** Ready questions of an extract; `docs/extracts.md` shows them at work. */
export const extractMacros: readonly string[] = [
  knownConcept,
  isKnownTag,
  ...filedMacros,
  ...historyMacros,
  `CREATE MACRO annual(wanted) AS TABLE
     SELECT c.ticker, c.name, s.cik, s.fiscal_year, s.period_end, s.concept, s.value, s.unit, s.adjusted_value, s.lineage_id
     FROM statements s JOIN companies c USING (cik)
     WHERE s.fiscal_period = 'FY' AND s.concept = known_concept(wanted) AND s.value IS NOT NULL`,
  `CREATE MACRO growth(wanted) AS TABLE
     WITH comparable AS (SELECT * REPLACE (CASE WHEN unit LIKE '%shares' THEN adjusted_value ELSE value END AS value) FROM annual(wanted)),
       paired AS (SELECT a.ticker, a.name, a.cik, a.fiscal_year, a.value, b.value AS before, a.unit = b.unit AS is_one_unit,
           round((a.period_end - b.period_end) / (365.2425 / 12)) / 12 AS years
         FROM comparable a ASOF JOIN comparable b ON b.cik = a.cik AND b.period_end < a.period_end),
       judged AS (SELECT *, CASE WHEN value IS NULL OR before IS NULL THEN 'split_basis_unknown'
           WHEN NOT is_one_unit THEN 'currency_changed'
           WHEN before <= 0 OR value <= 0 AND years <> 1 THEN 'not_meaningful' END AS reason FROM paired)
     SELECT ticker, name, cik, fiscal_year, value, before,
       CASE WHEN reason IS NULL THEN CASE WHEN years = 1 THEN value / before ELSE pow(value / before, 1 / years) END - 1 END AS growth,
       years, reason
     FROM judged`,
  `CREATE MACRO margins() AS TABLE
     SELECT c.ticker, c.name, c.sic_description, s.cik, s.fiscal_year,
       max(s.unit) FILTER (s.concept = 'revenue') AS currency,
       max(s.value) FILTER (s.concept = 'revenue') AS revenue,
       max(s.value) FILTER (s.concept = 'gross_profit') / nullif(max(s.value) FILTER (s.concept = 'revenue'), 0) AS gross_margin,
       max(s.value) FILTER (s.concept = 'operating_income') / nullif(max(s.value) FILTER (s.concept = 'revenue'), 0) AS operating_margin,
       max(s.value) FILTER (s.concept = 'net_income') / nullif(max(s.value) FILTER (s.concept = 'revenue'), 0) AS net_margin
     FROM statements s JOIN companies c USING (cik) WHERE s.fiscal_period = 'FY' GROUP BY ALL`,
  // The newest year that says what a company earned: a year of which nothing was filed yet hides none.
  `CREATE MACRO screener(revenue_min, net_margin_min) AS TABLE
     SELECT * FROM margins() WHERE revenue IS NOT NULL
     QUALIFY row_number() OVER (PARTITION BY cik ORDER BY fiscal_year DESC) = 1
       AND revenue >= revenue_min AND net_margin >= net_margin_min`,
  // The second half has no rows and is there to refuse: a condition of the first is not looked at where no tag fits.
  // Of two values filed on one day the higher accession number wins, within a filing the later text: the order of the API.
  `CREATE MACRO as_of(wanted_tag, day) AS TABLE
     SELECT cik, taxonomy, tag, unit, period_start, period_end, value, value_text, accession, filed
     FROM facts WHERE tag = wanted_tag AND filed <= CAST(day AS DATE) AND dimensions IS NULL
     QUALIFY row_number() OVER (PARTITION BY cik, taxonomy, tag, unit, period_start, period_end
       ORDER BY filed DESC, accession DESC, value_text DESC) = 1
     UNION ALL
     SELECT NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL WHERE is_known_tag(wanted_tag) IS NULL`,
];
