import type { ModelFamily } from "#schemas/shapes/models/listing.ts";
import type { ModelResult } from "#schemas/shapes/models/result.ts";
import { isWithin, rangeOf } from "./answers/ranges.ts";
import type { Template } from "./catalogue.ts";
import { runModel, tryModel } from "./compute.ts";
import type { Model } from "./family.ts";
import type { Overrides } from "./overrides.ts";

/** How far an input goes to both sides of the value that the model takes: differences, and factors of a multiple. */
export const rateSteps = [-0.01, -0.005, 0, 0.005, 0.01] as const;
export const growthSteps = [-0.005, -0.0025, 0, 0.0025, 0.005] as const;
export const multipleSteps = [0.8, 0.9, 1, 1.1, 1.2] as const;
const shareSteps = [-0.04, -0.02, 0, 0.02, 0.04] as const;
const betaSteps = [-0.2, -0.1, 0, 0.1, 0.2] as const;

type Steps = readonly number[];
type Inputs = readonly (readonly [key: string, steps: Steps])[];

/** The two inputs that move a model most: down, then across. A model of one multiple has that alone. */
const inputsOf: Readonly<Record<ModelFamily, (template: Template) => Inputs>> = {
  dcf: ({ terminalMethod }) => [
    ["discount_rate", rateSteps],
    terminalMethod === "terminal_growth"
      ? ["terminal_growth", growthSteps]
      : ["exit_multiple", multipleSteps],
  ],
  earnings_power: () => [
    ["discount_rate", rateSteps],
    ["normalised_ebit_margin", shareSteps],
  ],
  equity: ({ key }) =>
    key === "ffo_multiple"
      ? [["multiple", multipleSteps]]
      : [
          ["cost_of_equity", rateSteps],
          key === "excess_return"
            ? ["return_on_equity", shareSteps]
            : ["dividend_growth", rateSteps],
        ],
  multiples: () => [["multiple", multipleSteps]],
  cost_of_capital: () => [
    ["equity_risk_premium", rateSteps],
    ["beta", betaSteps],
  ],
  historical: () => [],
};

/** One input of a grid. */
export interface SensitivityAxis {
  key: string;
  label: string;
  unit: ModelResult["assumptions"][number]["unit"];
  /** Null: the input cannot have the value. */
  values: readonly (number | null)[];
}

export interface Sensitivity {
  /** Null for a model of one input. */
  down: SensitivityAxis | null;
  across: SensitivityAxis;
  /**
   * Value per share of the middle scenario, or the rate of a model that gives one, row by row. Null where the model has
   * none.
   */
  rows: readonly (readonly (number | null)[])[];
}

/** Place of the result itself in each row and column of five. */
export const sensitivityCentre = 2;

/**
 * What a model gives around its result where the inputs that move it most are others, each value computed by the model
 * itself. Null for a model without such inputs or without a result.
 */
export function sensitivityOf(model: Model, overrides: Overrides): Sensitivity | null {
  const result = runModel(model, overrides);
  if (answerOf(result) === null) return null;
  const axes = inputsOf[model.template.family](model.template).map(([key, steps]) =>
    axisOf(result, key, steps),
  );
  const across = axes.at(-1);
  const [down] = axes.length > 1 ? axes : [];
  if (across == null || down === null) return null;
  const columns = across.values.map((_, at) => cellOf(across, at));
  const lines = down === undefined ? [[]] : down.values.map((_, at) => [cellOf(down, at)]);
  return {
    down: down ?? null,
    across,
    rows: lines.map((line) =>
      columns.map((column) => answerWith(model, overrides, [...line, column])),
    ),
  };
}

function axisOf({ assumptions }: ModelResult, key: string, steps: Steps): SensitivityAxis | null {
  const input = assumptions.find((one) => one.key === key);
  if (input === undefined || input.value === null) return null;
  const { value, label, unit } = input;
  const values = steps.map((step) => {
    // 12 digits keep 9.81 and 0.5 percent from becoming 0.10310000000000001.
    const moved = Number((steps === multipleSteps ? value * step : value + step).toPrecision(12));
    return isWithin(moved, rangeOf(key)) ? moved : null;
  });
  return { key, label, unit, values };
}

interface Cell {
  key: string;
  value: number | null;
  /** True: the input keeps the value that it has, digits and edges included. */
  isCentre: boolean;
}

const cellOf = ({ key, values }: SensitivityAxis, at: number): Cell => ({
  key,
  value: values[at] ?? null,
  isCentre: at === sensitivityCentre,
});

const answerOf = ({ valuation, rateResult }: ModelResult): number | null =>
  valuation.fairValuePerShare ?? rateResult?.wacc ?? null;

function answerWith(model: Model, overrides: Overrides, cells: readonly Cell[]): number | null {
  const assumptions = new Map(overrides.assumptions);
  for (const { key, value, isCentre } of cells) {
    if (value === null) return null;
    if (isCentre) continue;
    assumptions.set(key, value);
    // Edges that were set belong to the middle that was there.
    assumptions.delete(`${key}_low`);
    assumptions.delete(`${key}_high`);
  }
  const result = tryModel(model, { ...overrides, assumptions });
  return result && answerOf(result);
}
