import type { Registry } from "#schemas/shapes/companies/concept.ts";
import type { FinancialsColumn } from "#schemas/shapes/companies/financials.ts";
import type { PeriodColumn, PeriodTables } from "#schemas/shapes/companies/period-table.ts";
import type { Line } from "#schemas/shapes/companies/statement.ts";
import type { CompanyBuild } from "../company-input.ts";
import { emptyLine } from "../statements/cells/line.ts";
import { buildFinancials } from "../terminal/build-financials.ts";
import type { Row, Subject } from "./company-rows.ts";
import type { DetailsOf } from "./line-details.ts";

interface RowSource {
  of: Subject;
  registry: Registry;
  detailsOf: DetailsOf;
  /** Lines of quarters of which some part is a derived fourth quarter, as operands of sums name them. */
  derived: ReadonlySet<string>;
}

/** The lines of the two tables of full financials: the columns and keys that are served, the values exactly. */
export function tableRows(
  of: Subject,
  { tables }: Pick<CompanyBuild, "tables">,
  { registry, detailsOf }: { registry: Registry; detailsOf: DetailsOf },
): Record<keyof PeriodTables, Row[]> {
  const shown = buildFinancials(tables, registry);
  const rowContext = { of, registry, detailsOf, derived: derivedLines(tables.quarters) };
  const rowsOf = (table: keyof PeriodTables) =>
    shown[table].flatMap((column) =>
      columnRows(column, columnOf(tables[table], column), rowContext),
    );
  return { quarters: rowsOf("quarters"), ttm: rowsOf("ttm") };
}

function columnOf(columns: readonly PeriodColumn[], { periodEnd }: FinancialsColumn): PeriodColumn {
  const column = columns.find(({ end }) => end === periodEnd);
  if (column === undefined) throw new Error(`no column ends on ${periodEnd}`);
  return column;
}

const derivedFlag = "derived_q4";
const labelOf = (key: string, { start, end }: PeriodColumn) => `${key}@${start}/${end}`;

function derivedLines(quarters: readonly PeriodColumn[]): Set<string> {
  return new Set(
    quarters.flatMap((quarter) =>
      Object.entries(quarter.lines).flatMap(([key, { flags }]) =>
        flags.includes(derivedFlag) ? [labelOf(key, quarter)] : [],
      ),
    ),
  );
}

function isDerived({ flags, lineage }: Line, derived: ReadonlySet<string>): boolean {
  if (flags.includes(derivedFlag)) return true;
  if (lineage === null || typeof lineage === "number") return false;
  const [rule, ...operands] = lineage;
  return rule === "sum_of_quarters" && operands.some(([, label]) => derived.has(label));
}

function columnRows(
  { income, balanceSheet, cashFlow, reasons }: FinancialsColumn,
  column: PeriodColumn,
  { of, registry, detailsOf, derived }: RowSource,
): Row[] {
  const values = Object.entries({ ...income, ...balanceSheet, ...cashFlow });
  return values.flatMap(([key, value]): Row[] => {
    const line = column.lines[key] ?? emptyLine("not_reported");
    const reason = reasons[key] ?? null;
    if (reason === "not_applicable_template") return [];
    const concept = registry.bySnakeKey.get(key);
    const { filed, adjustedValue, splitFactor } = detailsOf(line, { concept, end: column.end });
    return [
      [
        of.cik,
        `${of.entityId}:${column.key}:${key}`,
        column.key,
        column.fiscalYear,
        column.fiscalPeriod,
        column.start,
        column.end,
        column.basis,
        isDerived(line, derived),
        column.currency,
        key,
        value,
        value === null ? null : line.value,
        value === null ? null : line.unit,
        reason,
        adjustedValue,
        splitFactor,
        filed,
        line.flags.join(",") || null,
      ],
    ];
  });
}
