import type { Triple } from "../answers/scenario-values.ts";
import type { Get } from "../assumption.ts";
import { shareLines } from "../bridge-lines.ts";
import type { Template } from "../catalogue.ts";
import {
  computeLines,
  inputsOf,
  type LineReader,
  type LineTable,
  type LineText,
  lineTable,
  moneyLine,
  multipleLine,
} from "../formula/lines.ts";
import { equityYears } from "./equity-seeds.ts";

/** Low takes the high cost of equity. */
const rate = "opposite($cost_of_equity)";
const years = Array.from({ length: equityYears }, (_, index) => index + 1);

/** What is discounted year by year. */
const present = (id: string) => years.map((year) => `${id}${year} / (1 + ${rate}) ** ${year}`);

const excess: readonly LineText[] = [
  ...years.flatMap((year) => {
    const before = year === 1 ? "$book_value" : `book${year - 1}`;
    return [
      moneyLine(
        `excess${year}`,
        `Excess return, year ${year}`,
        `($return_on_equity - ${rate}) * ${before}`,
      ),
      moneyLine(
        `book${year}`,
        `Book value, end of year ${year}`,
        `${before} * (1 + $return_on_equity * (1 - $payout_ratio))`,
      ),
    ];
  }),
  moneyLine("present", "Present value of excess returns", present("excess").join(" + ")),
  moneyLine(
    "closing",
    "Present value of excess returns after that",
    `($stable_return_on_equity - ${rate}) * book${equityYears} / (${rate} - $terminal_growth) / (1 + ${rate}) ** ${equityYears}`,
  ),
  moneyLine("equityValue", "Equity value", "$book_value + present + closing"),
];

const dividends: readonly LineText[] = [
  ...years.map((year) => {
    const before = year === 1 ? "$base_dividends" : `dividend${year - 1}`;
    const share = (year - 1) / (equityYears - 1);
    return moneyLine(
      `dividend${year}`,
      `Dividends, year ${year}`,
      `${before} * (1 + $dividend_growth + ($terminal_growth - $dividend_growth) * ${share})`,
    );
  }),
  moneyLine("present", "Present value of dividends", present("dividend").join(" + ")),
  moneyLine(
    "closing",
    "Present value of dividends after that",
    `dividend${equityYears} * (1 + $terminal_growth) / (${rate} - $terminal_growth) / (1 + ${rate}) ** ${equityYears}`,
  ),
  moneyLine("equityValue", "Equity value", "present + closing"),
];

const funds: readonly LineText[] = [
  moneyLine("metric", "Funds from operations", "$base_metric"),
  multipleLine("multiple", "Price / FFO", "same($multiple)"),
  moneyLine("equityValue", "Equity value", "metric * multiple"),
];

interface EquityModel {
  table: LineTable;
  /** The assumptions that it needs to know: the shares may be unknown. */
  needs: ReadonlySet<string>;
}

function modelOf(texts: readonly LineText[]): EquityModel {
  const table = lineTable([...texts, ...shareLines]);
  const needs = inputsOf(table.lines).filter((key) => key !== "shares_outstanding");
  return { table, needs: new Set(needs) };
}

const models: Readonly<Record<string, EquityModel>> = {
  excess_return: modelOf(excess),
  dividend_discount: modelOf(dividends),
  ffo_multiple: modelOf(funds),
};

function findModel({ key }: Template): EquityModel {
  const model = models[key];
  if (model === undefined) throw new Error(`"${key}" values no equity`);
  return model;
}

/** The lines of a model that values equity directly, down to the value per share. Throws for another template. */
export const equityLines = (template: Template): LineTable => findModel(template).table;

/** Null while an assumption is unknown. */
export function computeEquity(template: Template, get: Get): Triple<LineReader> | null {
  const { table, needs } = findModel(template);
  for (const key of needs) if (get(key) === null) return null;
  return computeLines(table, get);
}
