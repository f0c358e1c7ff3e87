import type { ScreenMetric } from "#schemas/screen-metrics.ts";
import type { FigureUnit } from "../page-parts.ts";
import type { MetricRow } from "../schemas.ts";
import type { ShownAs } from "./compare-address.ts";
import type { Compared } from "./find-compared.ts";

/** What amounts are divided by per share: its figures are after all splits. */
export const sharesKey = "weighted_average_shares_diluted";

/** The rows of one company, by period, with how its amounts are counted. */
export interface ComparedCompany {
  company: Compared;
  /** Its ticker, or its name where it has none. */
  label: string;
  /** Of its newest amounts. */
  currency: string | null;
  rows: ReadonlyMap<string, MetricRow>;
}

/** The companies with their rows. */
export const withRows = (
  companies: readonly Compared[],
  rows: readonly MetricRow[],
): ComparedCompany[] =>
  companies.map((company) => {
    const own = rows.filter(({ entityId }) => entityId === company.entityId);
    return {
      company,
      label: company.ticker ?? company.name,
      currency: own.findLast(({ currency }) => currency !== null)?.currency ?? null,
      rows: new Map(own.map((row) => [row.period, row])),
    };
  });

/** A figure as it is shown, or why there is none. */
export interface ComparedFigure {
  value: number | null;
  reason: string | undefined;
}

/** A metric of all companies as it is shown. */
export interface ComparedMetric {
  metric: ScreenMetric;
  unit: FigureUnit;
  /** The period that is 100; null where nothing is indexed. */
  base: string | null;
  figureOf(one: ComparedCompany, period: string): ComparedFigure;
}

const amounts: ReadonlySet<FigureUnit> = new Set(["money", "shares", "per_share"]);

export const countsMoney = (unit: FigureUnit) => unit === "money" || unit === "per_share";

interface ShownOf {
  companies: readonly ComparedCompany[];
  /** In their order. */
  periods: readonly string[];
  show: ShownAs;
}

/** How a metric is shown. Only amounts are divided by shares or indexed; ratios stay as they are. */
export function comparedMetric(metric: ScreenMetric, of: ShownOf): ComparedMetric {
  const plain = { metric, unit: metric.unit, base: null, figureOf: plainFigure(metric) };
  if (of.show === "per_share" && metric.unit === "money") {
    return { ...plain, unit: "per_share", figureOf: perShareFigure(metric) };
  }
  if (of.show !== "indexed" || !amounts.has(metric.unit)) return plain;
  const base = baseOf(metric, of);
  return { ...plain, unit: "index", base, figureOf: indexFigure(metric, base) };
}

const plainFigure =
  ({ key }: ScreenMetric) =>
  ({ rows }: ComparedCompany, period: string): ComparedFigure => {
    const row = rows.get(period);
    return { value: row?.values[key] ?? null, reason: row?.reasons[key] ?? missing(row) };
  };

const missing = (row: MetricRow | undefined) => (row === undefined ? "no_period" : undefined);

function perShareFigure(metric: ScreenMetric): ComparedMetric["figureOf"] {
  const whole = plainFigure(metric);
  return (one, period) => {
    const amount = whole(one, period);
    const row = one.rows.get(period);
    const shares = row?.values[sharesKey] ?? null;
    if (amount.value === null) return amount;
    if (shares === null) return { value: null, reason: row?.reasons[sharesKey] };
    return shares > 0
      ? { value: amount.value / shares, reason: undefined }
      : { value: null, reason: "not_meaningful" };
  };
}

/** The first period with a positive figure of every company that has any. */
function baseOf(metric: ScreenMetric, { companies, periods }: ShownOf): string | null {
  const figure = plainFigure(metric);
  const isPositive = (one: ComparedCompany, period: string) => (figure(one, period).value ?? 0) > 0;
  const having = companies.filter((one) => periods.some((period) => isPositive(one, period)));
  const found = periods.find((period) => having.every((one) => isPositive(one, period)));
  return having.length === 0 ? null : (found ?? null);
}

function indexFigure(metric: ScreenMetric, base: string | null): ComparedMetric["figureOf"] {
  const whole = plainFigure(metric);
  return (one, period) => {
    const figure = whole(one, period);
    if (figure.value === null) return figure;
    const first = base === null ? null : whole(one, base).value;
    const isSame = one.rows.get(period)?.currency === one.rows.get(base ?? "")?.currency;
    if (first === null || first <= 0) return { value: null, reason: "not_meaningful" };
    if (!isSame && countsMoney(metric.unit)) return { value: null, reason: "currency_changed" };
    return { value: (100 * figure.value) / first, reason: undefined };
  };
}
