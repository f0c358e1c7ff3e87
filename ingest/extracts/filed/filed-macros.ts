import { filedStatementKinds } from "#schemas/shapes/companies/filed-report.ts";

/** A kind of statement as it was asked for. Refuses one that there is not, and says which there are. */
const knownStatement = `CREATE MACRO known_statement(wanted) AS CASE
     WHEN wanted IN ('${filedStatementKinds.join("', '")}') THEN wanted
     ELSE error('Unknown statement ' || wanted || ': it is one of ${filedStatementKinds.join(", ")}') END`;

/** What a value of a line is of, for people: the company's period, else its days. */
const periodOf = `coalesce(period_key,
       concat_ws(' to ', strftime(period_start, '%Y-%m-%d'), strftime(period_end, '%Y-%m-%d')))`;

const ofCompany = "cik IN (SELECT cik FROM companies WHERE company IN (ticker, cik))";

const shown = "statement_order, title, line_order, label, member_label";

/** Questions about what filings printed. They need `known_concept`. */
export const filedMacros: readonly string[] = [
  knownStatement,
  // The second half has no rows and is there to refuse: a condition of the first is not looked at where no filing fits.
  `CREATE MACRO filed_statement(company, accession_number, kind) AS TABLE
     SELECT * EXCLUDE (dimensions, period_end, period_start) FROM (
       SELECT ${shown}, ${periodOf} AS period, printed, printed_text, unit, is_total, element, concepts,
         dimensions, period_end, period_start
       FROM filed_lines WHERE ${ofCompany} AND accession = accession_number AND statement = kind
       UNION ALL SELECT ${shown}, NULL, printed, printed_text, unit, is_total, element, concepts,
         dimensions, period_end, period_start
       FROM filed_lines WHERE known_statement(kind) IS NULL)
     ORDER BY statement_order, line_order, dimensions NULLS LAST, period_end DESC, period_start DESC`,
  // Filings print a value again beside those of their own period: the first comes first.
  `CREATE MACRO printed_lines(company, wanted, period) AS TABLE
     WITH asked AS (SELECT period || ':' || known_concept(wanted) AS line)
     SELECT CASE WHEN list_contains(string_split(value_of, ','), line) THEN 'value' ELSE 'part_of_sum' END AS how,
       filed, form, accession, statement, title, line_order, label, ${periodOf} AS printed_period, printed, printed_text, unit, element
     FROM filed_lines, asked WHERE ${ofCompany} AND (list_contains(string_split(value_of, ','), line)
       OR list_contains(string_split(part_of, ','), line))
     ORDER BY how DESC, filed, accession, statement_order, line_order`,
];
