import { allScreenColumns, type ScreenColumn } from "#schemas/screen-metrics.ts";
import { type Condition, operators } from "../parse-conditions.ts";

/** One condition as the form has it; a row without a metric says nothing. */
export interface ConditionRow {
  metric: string;
  period: string;
  is: string;
  /** As it is typed: ratios in percent. */
  value: string;
}

/** What a query parameter that may come several times holds. */
export type Several = string | readonly string[] | undefined;

export interface SentRows {
  metric?: Several;
  period?: Several;
  is?: Several;
  value?: Several;
}

export const listOf = (several: Several): readonly string[] =>
  several === undefined ? [] : typeof several === "string" ? [several] : several;

/** The rows of a submitted form that name a metric. */
export function rowsSent({ metric, period, is, value }: SentRows): ConditionRow[] {
  const [periods, comparisons, values] = [listOf(period), listOf(is), listOf(value)];
  return listOf(metric)
    .map((name, at) => ({
      metric: name,
      period: periods[at] ?? "ttm",
      is: comparisons[at] ?? ">",
      value: values[at]?.trim() ?? "",
    }))
    .filter(({ metric: name }) => name !== "");
}

const byName = new Map(allScreenColumns.map((one) => [one.name, one]));

const nameOf = ({ metric, period }: ConditionRow) =>
  period === "ttm" ? metric : `${metric}.${period}`;

/** The rows as `where` takes them. A number of a ratio is in percent; what cannot be read is left as it is typed. */
export const whereOf = (rows: readonly ConditionRow[]): string =>
  rows
    .map((row) => {
      const name = nameOf(row);
      const isRatio = byName.get(name)?.unit === "ratio";
      const typed = row.value.replaceAll(/[\s,]/g, "");
      const value = isRatio && typed !== "" && !typed.endsWith("%") ? `${typed}%` : typed;
      return `${name} ${operators.find((one) => one === row.is) ?? ">"} ${value}`;
    })
    .join(" and ");

/** Conditions as rows of the form; null where one of them has no row: currency, template and fiscal year are no metrics. */
export function rowsOf(conditions: readonly Condition[]): ConditionRow[] | null {
  const rows = conditions.map(({ metric, operator, value }): ConditionRow | null => {
    if (metric === null || typeof value !== "number") return null;
    return {
      metric: metric.metric.key,
      period: metric.basis,
      is: operator,
      value: valueText(value, metric.unit),
    };
  });
  return rows.every((row) => row !== null) ? rows : null;
}

const amounts: readonly [divisor: number, sign: string][] = [
  [1e12, "t"],
  [1e9, "b"],
  [1e6, "m"],
  [1e3, "k"],
];

/** 12 digits keep 15% from becoming 15.000000000000002%. */
const short = (value: number) => String(Number(value.toPrecision(12)));

/** "15%", "10b": a number as one types it, exactly. */
function valueText(value: number, unit: ScreenColumn["unit"]): string {
  if (unit === "ratio") return `${short(value * 100)}%`;
  const scale = amounts.find(
    ([divisor]) => Math.abs(value) >= divisor && value % (divisor / 100) === 0,
  );
  return scale === undefined ? short(value) : `${short(value / scale[0])}${scale[1]}`;
}
