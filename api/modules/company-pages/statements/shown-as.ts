import { exactText } from "#api/pages/figures.ts";
import { growthOnYearBefore } from "#registry/series/comparable.ts";
import { monthsBetween } from "#registry/series/months-between.ts";
import type { Concept, Registry } from "#schemas/shapes/companies/concept.ts";
import type { StatementType } from "#schemas/shapes/companies/statement.ts";
import type { CellSource, CellSources } from "../../company-statements/service.ts";
import type { Cell, Column } from "./statement-columns.ts";

/** Amounts, the change on the year before, or the share of a whole. */
export type Show = "amounts" | "growth" | "common";

interface ShownOf {
  show: Show;
  registry: Registry;
  /** All periods at hand, also those that are not shown. */
  all: readonly Column[];
  sources: CellSources;
}

/** The columns with their figures as they are asked for: a change and a share are fractions. */
export function shownAs(columns: readonly Column[], of: ShownOf): Column[] {
  if (of.show === "amounts") return [...columns];
  const cellOf = of.show === "growth" ? growthCell : shareCell;
  return columns.map((column) => {
    const cells = [...column.cells].flatMap(([key, cell]): [string, Cell][] => {
      const concept = of.registry.bySnakeKey.get(key);
      const shown = concept && cellOf({ concept, cell, column }, of);
      return shown === undefined ? [] : [[key, shown]];
    });
    return { ...column, cells: new Map(cells) };
  });
}

interface ShownCell {
  concept: Concept;
  cell: Cell;
  column: Column;
}

/** Of a fraction, as many digits as a comparison needs. */
const digits = 6;

function growthCell({ concept, cell, column }: ShownCell, of: ShownOf): Cell | undefined {
  if (concept.dataType === "pure") return undefined;
  const key = concept.snakeKey;
  const before = of.all.find(
    ({ kind, end }) => kind === column.kind && monthsBetween(end, column.end) === 12,
  );
  const earlier = before?.cells.get(key);
  const figure = (one: Cell, { key: period, currency, end }: Column) => {
    const source: CellSource | undefined = of.sources[period]?.[key];
    const { unit = currency, scope = null } = source ?? {};
    // A line without a value shows why it has none, not why it cannot be compared.
    const reason = one.value === null ? (one.reason as "not_reported" | null) : null;
    return { value: one.value, reason, factor: null, unit, scope, end };
  };
  const growth = growthOnYearBefore(
    before && earlier && figure(earlier, before),
    figure(cell, column),
  );
  const note = `${words(cell)}, ${words(earlier)} a year before`;
  return fraction(growth.value, growth.reason, note);
}

/** The line that the lines of a statement are shares of. */
const wholes: Readonly<Record<StatementType, string | null>> = {
  income_statement: "revenue",
  balance_sheet: "total_assets",
  cash_flow_statement: "revenue",
  company_facts: null,
};

function shareCell({ concept, cell, column }: ShownCell, of: ShownOf): Cell | undefined {
  const key = wholes[concept.statement];
  if (concept.dataType !== "monetary" || key === null) return undefined;
  const whole = column.cells.get(key);
  const [part, total] = [cell.value, whole?.value ?? null];
  const label = of.registry.bySnakeKey.get(key)?.label ?? key;
  const note = `${words(cell)} of ${words(whole)}, ${label.toLowerCase()}`;
  if (part === null) return fraction(null, cell.reason, note);
  if (total === null) return fraction(null, whole?.reason ?? "not_reported", note);
  return Number(total) > 0
    ? fraction(Number(part) / Number(total), null, note)
    : fraction(null, "not_meaningful", note);
}

const fraction = (value: number | null, reason: Cell["reason"], note: string): Cell => ({
  value: value === null ? null : value.toFixed(digits),
  reason,
  original: null,
  splitFactor: null,
  note,
});

const words = (cell: Cell | undefined) =>
  cell?.value == null ? "no figure" : exactText(cell.value);
