import type { Registry } from "#schemas/shapes/companies/concept.ts";
import type { FinancialsColumn, FinancialsPayload } from "#schemas/shapes/companies/financials.ts";
import type { PeriodColumn, PeriodTables } from "#schemas/shapes/companies/period-table.ts";
import { toNumber } from "./format.ts";
import { type Group, groupOf, reasonOf } from "./groups.ts";

type Values = Record<string, number | null>;
type Slot = { key: string; group: Group };

/**
 * "Full financials" (FIN-01 to FIN-11): both tables newest first with one column per period end.
 * A key is in every column of a table when any column has a value for it or its concept is universal;
 * concepts that a company never reports are left out, which halves the document. Nulls stay null and
 * carry their reason.
 */
export function buildFinancials(tables: PeriodTables, registry: Registry): FinancialsPayload {
  return {
    ttm: buildTable(tables.ttm, registry),
    quarters: buildTable(tables.quarters, registry),
  };
}

function buildTable(columns: readonly PeriodColumn[], registry: Registry): FinancialsColumn[] {
  const distinct = onePerEnd(columns);
  const slots = chooseSlots(distinct, registry);
  const empty: Record<Group, Values> = { income: {}, balanceSheet: {}, cashFlow: {} };
  for (const { key, group } of slots) empty[group][key] = null;
  return distinct.map((column) => buildColumn(column, slots, empty));
}

/** Newest first; of two columns with one end the one given first stays. */
function onePerEnd(columns: readonly PeriodColumn[]): PeriodColumn[] {
  const byEnd = new Map<string, PeriodColumn>();
  for (const column of columns) if (!byEnd.has(column.end)) byEnd.set(column.end, column);
  return [...byEnd.values()].sort((a, b) => (a.end < b.end ? 1 : -1));
}

function chooseSlots(columns: readonly PeriodColumn[], registry: Registry): Slot[] {
  const isValued = (key: string) => columns.some(({ lines }) => lines[key]?.value != null);
  return registry.concepts
    .filter(({ snakeKey, prevalence, status }) => {
      return (prevalence === "universal" && status === "active") || isValued(snakeKey);
    })
    .map((concept) => ({ key: concept.snakeKey, group: groupOf(concept) }));
}

function buildColumn(
  column: PeriodColumn,
  slots: readonly Slot[],
  empty: Record<Group, Values>,
): FinancialsColumn {
  const built: FinancialsColumn = {
    periodEnd: column.end,
    periodStart: column.start,
    fiscalYear: column.fiscalYear,
    fiscalPeriod: column.fiscalPeriod,
    basis: column.basis,
    derivedQ4: column.derivedQ4,
    currency: column.currency,
    // Copies of whole records: those that grow key by key are copied again and again.
    income: { ...empty.income },
    balanceSheet: { ...empty.balanceSheet },
    cashFlow: { ...empty.cashFlow },
    reasons: {},
    flags: {},
  };
  for (const { key, group } of slots) {
    const line = column.lines[key];
    const value = line === undefined || line.value === null ? null : toNumber(line.value);
    built[group][key] = value;
    if (value === null) built.reasons[key] = reasonOf(line);
    if (line !== undefined && line.flags.length > 0) built.flags[key] = line.flags;
  }
  return built;
}
