import { describe, expect, test } from "vitest";
import {
  assumptionNames,
  type CellNames,
  excelFormula,
} from "#api/modules/models/export/excel-formula.ts";
import type { Scenario } from "#registry/models/answers/scenario-values.ts";
import {
  type Column,
  compileAssumption,
  compileLines,
  type Figures,
  figuresOf,
  LineNumbers,
} from "#registry/models/formula/evaluate.ts";
import { type Place, parseFormula, type Terms } from "#registry/models/formula/expression.ts";

const numbers = new LineNumbers();
const columnOf = (values: Readonly<Record<string, number>>): Column => {
  const column: Column = [];
  for (const [id, value] of Object.entries(values)) column[numbers.of(id)] = value;
  return column;
};
const years = [1, 2, 6].map((revenue) => columnOf({ revenue }));
const here = columnOf({ revenue: 110, growth: 0.1, value: Number.NaN });
const inputs: Readonly<Record<string, number>> = {
  rate: 0.08,
  rate_low: 0.07,
  rate_high: 0.1,
  growth: 0.02,
};

const figures = (scenario: Scenario = "mid"): Figures => ({
  ...figuresOf(here, { scenario, input: (key) => inputs[key] ?? null }),
  ...{ years, before: columnOf({ revenue: 100 }), last: columnOf({ revenue: 150 }) },
});
/** The value of a line of a model. */
function computed(text: string, scenario?: Scenario, terms: Terms = {}): number {
  const number = numbers.of("result");
  const of = { ...figures(scenario), here: [...here] };
  compileLines([{ number, formula: parseFormula(text, terms) }], numbers)(of);
  return Number(of.here[number]);
}

const assumed = (text: string, terms?: Terms) =>
  compileAssumption(parseFormula(text, terms))(figures());

const cells: CellNames = {
  ...assumptionNames,
  line: (id: string, place: Place) => (place === "here" ? id.toUpperCase() : `${place}_${id}`),
};
const excelOf = (text: string) => excelFormula(parseFormula(text), cells);

describe("a formula is computed", () => {
  test.each([
    ["before(revenue) * (1 + growth)", 110.00000000000001],
    ["1 - 2 - 3", -4],
    ["2 ** 3 ** 2", 512],
    ["1 / (1 + $rate) ** 2", 1 / 1.08 ** 2],
    ["last(revenue) / 3 - -2", 52],
    ["max(0, 1 - 3)", 0],
    ["min(5, 4, 3)", 3],
    ["round(1 / 3, 4)", 0.3333],
    ["sum(revenue) + mean(revenue)", 12],
    ["revenue > 100 && $rate > 0 ? 1 : 2", 1],
    ["revenue >= 111 ? 1 : 2", 2],
    ["$rate == 0.08 ? 1 : 2", 1],
    ["known($rate) && known(revenue) ? 1 : 2", 1],
    ["known($nobody) ? 1 : 2", 2],
    ["known(value) ? value : 7", 7],
  ])("%s", (text, expected) => {
    expect(computed(text)).toBe(expected);
  });

  test("low takes its own edge or the opposite one, mid the assumption itself", () => {
    const both = "same($rate) * 1000 + opposite($rate)";
    expect(computed(both, "low")).toBe(70.1);
    expect(computed(both, "mid")).toBe(80.08);
    expect(computed(both, "high")).toBe(100.07);
  });

  test("what rests on a line without a value has none; only the chosen side is read", () => {
    expect(computed("value + 1")).toBeNaN();
    expect(computed("max(1, value)")).toBeNaN();
    expect(computed("value > 0 ? value : none")).toBeNaN();
    expect(computed("none")).toBeNaN();
    expect(computed("revenue > 0 ? 1 : value")).toBe(1);
    expect(computed("known(value) && value > 3 ? 1 : 2")).toBe(2);
  });

  test("an assumption that nobody knows is zero to a model, and unknown to an assumption", () => {
    expect(computed("$nobody + 1")).toBe(1);
    expect(assumed("$nobody + 1")).toBeNaN();
    expect(computed("known($nobody) ? 1 : 2")).toBe(2);
  });
});

describe("a formula is written for spreadsheets", () => {
  test.each([
    ["before(revenue) * (1 + growth)", "before_revenue*(1+GROWTH)"],
    ["1 - (2 - 3)", "1-(2-3)"],
    ["1 - 2 - 3", "1-2-3"],
    ["1 / (2 * 3) / 4", "1/(2*3)/4"],
    ["2 ** (3 ** 2)", "2^(3^2)"],
    ["(2 ** 3) ** 2", "2^3^2"],
    ["2 * round($rate, 2)", "2*(ROUND(($rate)*100+0.000001,0)/100)".replace("$", "")],
    ["revenue > 0 && $rate == 1 ? max(1, 2) : none", 'IF(AND(REVENUE>0,rate=1),MAX(1,2),"n/a")'],
    [
      "known($rate) ? sum(revenue) : mean(revenue)",
      "IF(ISNUMBER(rate),SUM(revenue),AVERAGE(revenue))",
    ],
  ])("%s", (text, expected) => {
    expect(excelOf(text)).toBe(expected);
  });
});

test("a term stands for its whole formula", () => {
  const terms = { spread: "$rate - $growth", twice: "2 * spread" };
  expect(computed("1 / twice", "mid", terms)).toBeCloseTo(1 / 0.12, 12);
  expect(excelFormula(parseFormula("1 / twice", terms), cells)).toBe("1/(2*(rate-growth))");
});

test("numbers of one company are not mixed up with those of another", () => {
  const of = (a: number, b: number) => assumed("$rate > 1 ? a : inner", { a, inner: "b * 2", b });
  expect([of(1, 2), of(3, 4), of(1, 2)]).toEqual([4, 8, 4]);
});

test.each([
  ["revenue % 2", "no operator %"],
  ["process.exit(1)", "no function"],
  ["a.b", "no MemberExpression"],
  ["before($rate)", "before takes a line"],
  ["opposite(revenue)", "opposite takes an assumption"],
  ["'text'", "no text"],
  ["!revenue", "no sign here"],
  ["1 +", "Expected expression"],
  ["log(3)", "no function log"],
])("%s is no formula: %s", (text, message) => {
  expect(() => parseFormula(text)).toThrow(message);
});
