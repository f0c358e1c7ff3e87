/**
 * True for an extract with history, and refuses one without. Over empty tables, on which questions are checked, it
 * passes.
 */
const hasHistory = `CREATE MACRO has_history() AS CASE
     WHEN EXISTS (FROM known_lines) OR NOT EXISTS (FROM companies) THEN true
     ELSE error('This extract has no history: write it with npm run extract -- --history') END`;

/** A half of a union that has no rows and refuses: a condition on rows is not looked at where there are none. */
const refusal = (columns: number) =>
  `SELECT ${Array(columns).fill("NULL").join(", ")} WHERE has_history() IS NULL`;

/** Ready questions of what was known when. */
export const historyMacros: readonly string[] = [
  hasHistory,
  `CREATE MACRO as_of_line(wanted, day) AS TABLE
     SELECT c.ticker, c.name, k.*
     FROM known_lines k JOIN companies c USING (cik)
     WHERE k.concept = known_concept(wanted) AND k.known_from <= CAST(day AS DATE)
       AND (k.known_to IS NULL OR k.known_to > CAST(day AS DATE))
     UNION ALL
     ${refusal(14)}`,
  // Of amounts over time the newest fiscal year counts, of balances and share counts the newest day.
  `CREATE MACRO universe(first_day, last_day, months) AS TABLE
     WITH days AS (SELECT CAST(moment AS DATE) AS day
         FROM generate_series(CAST(first_day AS TIMESTAMP), CAST(last_day AS TIMESTAMP), to_months(months)) t(moment)),
       known AS (SELECT d.day, k.*, max(k.known_from) OVER (PARTITION BY d.day, k.cik) AS last_change
         FROM days d JOIN known_lines k ON k.known_from <= d.day AND (k.known_to IS NULL OR k.known_to > d.day))
     SELECT k.day, c.ticker, c.name, k.cik, k.concept, k.value, k.unit, k.period_key, k.period_end, k.known_from, k.last_change
     FROM known k JOIN registry_concepts r USING (concept) JOIN companies c USING (cik)
     WHERE r.period_type = 'instant' OR k.fiscal_period = 'FY'
     QUALIFY row_number() OVER (PARTITION BY k.day, k.cik, k.concept
       ORDER BY k.period_end DESC, k.fiscal_period = 'FY' DESC, k.period_key) = 1
     UNION ALL
     ${refusal(11)}`,
];
