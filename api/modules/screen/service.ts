import type { ScreenColumn } from "#schemas/screen-metrics.ts";
import type { Page } from "#schemas/shapes/page.ts";
import type { Deps } from "../../deps.ts";
import { badRequest } from "../../http/errors.ts";
import { type Condition, findColumn, parseConditions } from "./parse-conditions.ts";
import { listScreen, type ScreenSort } from "./queries.ts";
import type { ScreenedCompany, ScreenQuery } from "./schemas.ts";

const columnsMax = 24;
const sortsMax = 4;

/** What a screen shows, and of which columns. */
export interface ScreenResult {
  page: Page<ScreenedCompany>;
  columns: readonly ScreenColumn[];
  /** Reporting currencies of all companies that were met, in order. */
  currencies: readonly string[];
}

/**
 * Companies that meet all conditions. Throws 400 for conditions, metrics and orders that cannot be read, naming what
 * may be meant.
 */
export async function screenCompanies(
  { db, registry }: Pick<Deps, "db" | "registry">,
  { where = "", currency, sort, columns, limit, offset }: Omit<ScreenQuery, "format">,
): Promise<ScreenResult> {
  const conditions = [...parseConditions(where, registry), ...inCurrency(currency)];
  const sorts = listed(sort).map((name) => {
    const isDescending = name.startsWith("-");
    return { shown: findColumn(isDescending ? name.slice(1) : name, registry), isDescending };
  });
  if (sorts.length > sortsMax) throw badRequest(`sort takes at most ${sortsMax} metrics`);
  const metrics = listed(columns).map((name) => findColumn(name, registry));
  const shown =
    metrics.length > 0
      ? metrics
      : usualColumns(
          [...sorts.map((one) => one.shown), ...conditions.flatMap(({ metric }) => metric ?? [])],
          registry,
        );
  if (shown.length > columnsMax) throw badRequest(`columns takes at most ${columnsMax} metrics`);
  const order: ScreenSort[] = sorts.map((one) => ({
    column: one.shown.column,
    isDescending: one.isDescending,
  }));
  const { rows, total, currencies } = await listScreen(db, {
    conditions,
    sort: order,
    columns: shown.map(({ column }) => column),
    limit,
    offset,
  });
  const companies = rows.map(({ figures, reasons, ...row }) => ({
    ...row,
    figures: Object.fromEntries(shown.map(({ name }, at) => [name, figures[at] ?? null])),
    reasons: Object.fromEntries(
      shown.flatMap(({ name, column }) => {
        const reason = reasons?.[column];
        return reason === undefined ? [] : [[name, reason]];
      }),
    ),
  }));
  return { page: { rows: companies, total, limit, offset }, columns: shown, currencies };
}

const inCurrency = (currency: string | undefined): Condition[] =>
  currency === undefined
    ? []
    : [{ metric: null, column: "currency", operator: "=", value: currency.toUpperCase() }];

const listed = (text = "") =>
  text
    .split(",")
    .map((one) => one.trim())
    .filter((one) => one !== "");

const usual = ["revenue", "revenue.cagr5", "net_income", "net_margin", "free_cash_flow", "roic"];

/** What is sorted by and asked for, then what most readers want. */
function usualColumns(named: readonly ScreenColumn[], registry: Deps["registry"]): ScreenColumn[] {
  const all = [...named, ...usual.map((name) => findColumn(name, registry))];
  return [...new Map(all.map((one) => [one.name, one])).values()].slice(0, columnsMax);
}
