import { isPricedColumn, type ScreenColumn } from "#schemas/screen-metrics.ts";
import type { Page } from "#schemas/shapes/page.ts";
import type { Deps } from "../../deps.ts";
import { badRequest } from "../../http/errors.ts";
import { type Condition, findColumn, parseConditions } from "./parse-conditions.ts";
import { listScreen, type ScreenRow, type ScreenSort } from "./queries.ts";
import type { ScreenedCompany, ScreenQuery } from "./schemas.ts";

export { askMetrics, compareMetrics, type MetricCompany } from "./metrics.ts";
export { screenAddress } from "./page/screen-address.ts";
export { basisWords } from "./page-parts.ts";
export { screenFields } from "./page-schemas.ts";
export { priceCompany, priceScreen, priceScreenDeps } from "./price-screen.ts";

const columnsMax = 24;
const sortsMax = 4;

/** What a screen shows, and of which columns. */
export interface ScreenResult {
  page: Page<ScreenedCompany>;
  columns: readonly ScreenColumn[];
  /** What the conditions ask for, as they were read. */
  conditions: readonly Condition[];
  /** Reporting currencies of all companies that were met, in order. */
  currencies: readonly string[];
  /** Whether metrics that take a price can be had; null where none is asked for. */
  prices: "available" | "not_configured" | null;
}

/** What a screen asks, each part as it is typed. */
export type AskedScreen = Pick<ScreenQuery, "where" | "currency" | "sort" | "columns">;

/** What a screen asks, as it is read. */
export interface ReadScreen {
  /** What `where` says; the currency that is asked for is not among it. */
  conditions: readonly Condition[];
  sorts: readonly { shown: ScreenColumn; isDescending: boolean }[];
  /** The columns that are asked for, or those that a screen has by itself. */
  shown: readonly ScreenColumn[];
}

/** Reads what a screen asks. Throws 400 for what cannot be read, naming what may be meant. */
export function readScreen(
  registry: Deps["registry"],
  { where = "", sort, columns }: AskedScreen,
): ReadScreen {
  const conditions = parseConditions(where, registry);
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
  return { conditions, sorts, shown };
}

/** Companies that meet all conditions. Throws 400 as `readScreen` does. */
export async function screenCompanies(
  { db, registry, prices }: Pick<Deps, "db" | "registry" | "prices">,
  { limit, offset, ...of }: Omit<ScreenQuery, "format">,
): Promise<ScreenResult> {
  const { conditions: asConditions, sorts, shown } = readScreen(registry, of);
  const conditions = [...asConditions, ...inCurrency(of.currency)];
  const order: ScreenSort[] = sorts.map((one) => ({
    column: one.shown.column,
    isDescending: one.isDescending,
  }));
  const { isConfigured } = prices;
  const { rows, total, currencies } = await listScreen(db, {
    conditions,
    sort: order,
    columns: shown.map(({ column }) => column),
    hasPrices: isConfigured,
    limit,
    offset,
  });
  const asked = [...shown, ...sorts.map((one) => one.shown)].map(({ column }) => column);
  const takesPrice = [...asked, ...conditions.map(({ column }) => column)].some(isPricedColumn);
  const state = isConfigured ? "available" : "not_configured";
  return {
    page: { rows: rows.map((row) => present(row, shown, isConfigured)), total, limit, offset },
    columns: shown,
    conditions: asConditions,
    currencies,
    prices: takesPrice ? state : null,
  };
}

function present(
  { figures, reasons, priceReasons, ...row }: ScreenRow,
  shown: readonly ScreenColumn[],
  hasPrices: boolean,
): ScreenedCompany {
  const missing = hasPrices ? "price_pending" : "prices_not_configured";
  const reasonOf = (column: string) => {
    if (!isPricedColumn(column)) return reasons?.[column];
    return priceReasons === null ? missing : priceReasons[column];
  };
  return {
    ...row,
    figures: Object.fromEntries(shown.map(({ name }, at) => [name, figures[at] ?? null])),
    reasons: Object.fromEntries(
      shown.flatMap(({ name, column }) => {
        const reason = reasonOf(column);
        return reason === undefined ? [] : [[name, reason]];
      }),
    ),
  };
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
