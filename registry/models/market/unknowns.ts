import type { DriverName } from "#schemas/shapes/models/dcf.ts";
import type { ModelResult } from "#schemas/shapes/models/result.ts";
import type { unknownKeys } from "#schemas/shapes/models/valuation.ts";
import { stated } from "../answers/stated-digits.ts";
import type { Get } from "../assumption.ts";
import type { Template } from "../catalogue.ts";
import type { Model } from "../family.ts";
import type { Overrides } from "../overrides.ts";

export type UnknownKey = (typeof unknownKeys)[number];

/** What a DCF can be solved for. */
export interface Unknown {
  label: string;
  /** As a sentence names it. */
  name: string;
  range: { min: number; max: number };
  /** Assumptions that are set by solving, and so by nobody else. */
  takes: readonly string[];
  /** The driver that is set by solving. */
  driver: DriverName | null;
  isOf(template: Template): boolean;
  /** What the model has without solving; null where it has none. */
  current(model: Model, result: ModelResult, get: Get): number | null;
  /** The overrides with the unknown at x. */
  set(model: Model, overrides: Overrides, x: number, get: Get): Overrides;
}

const growthKeys = ["initial_revenue_growth", "long_run_revenue_growth"];
const growthRange = { min: -0.5, max: 1 };
const always = () => true;

/** Cells are set, because the model rounds a growth line that it draws itself. */
function withCells(
  { years }: Model,
  overrides: Overrides,
  driver: DriverName,
  cell: (index: number, count: number) => number,
): Overrides {
  const cells = years.map(({ fiscalYear }, index) => {
    return [fiscalYear, stated(cell(index, years.length))] as const;
  });
  return { ...overrides, drivers: new Map([...overrides.drivers, [driver, new Map(cells)]]) };
}

function assumption(
  key: string,
  of: Pick<Unknown, "label" | "name" | "range"> & Partial<Unknown>,
): Unknown {
  return {
    takes: [key],
    driver: null,
    isOf: always,
    current: (_model, _result, get) => get(key),
    set: (_model, overrides, x) => ({
      ...overrides,
      assumptions: new Map([...overrides.assumptions, [key, x]]),
    }),
    ...of,
  };
}

export const unknowns: Readonly<Record<UnknownKey, Unknown>> = {
  revenue_growth: {
    label: "Revenue growth of the first year, falling in equal steps to that of the last year",
    name: "first-year growth",
    range: growthRange,
    driver: "revenue_growth",
    isOf: always,
    takes: ["initial_revenue_growth"],
    current: (_model, _result, get) => get("initial_revenue_growth"),
    set: (model, overrides, x, get) => {
      const last = get("long_run_revenue_growth") ?? 0;
      return withCells(model, overrides, "revenue_growth", (index, count) => {
        return x + ((last - x) * index) / (count - 1);
      });
    },
  },
  constant_revenue_growth: {
    label: "Revenue growth of every projected year",
    name: "constant growth",
    range: growthRange,
    driver: "revenue_growth",
    isOf: always,
    takes: growthKeys,
    current: (_model, { dcfDetail }) => dcfDetail?.summary.forwardRevenueCagr ?? null,
    set: (model, overrides, x) => withCells(model, overrides, "revenue_growth", () => x),
  },
  ebitda_margin: assumption("ebitda_margin", {
    label: "EBITDA margin of every projected year",
    name: "EBITDA margin",
    range: { min: -0.5, max: 1 },
    driver: "ebitda_margin",
  }),
  terminal_growth: assumption("terminal_growth", {
    label: "Growth for ever after the projected years",
    name: "terminal growth",
    range: { min: -0.2, max: 0.2 },
    isOf: ({ terminalMethod }) => terminalMethod === "terminal_growth",
  }),
  discount_rate: assumption("discount_rate", {
    label: "Discount rate: the return that the price implies",
    name: "discount rate",
    range: { min: 0.005, max: 0.6 },
  }),
};
