import { gridFormula } from "#registry/models/dcf/dcf-lines.ts";
import {
  type Column,
  compileLines,
  type Figures,
  figuresOf,
  LineNumbers,
} from "#registry/models/formula/evaluate.ts";
import { growthSteps, multipleSteps, rateSteps } from "#registry/models/sensitivity.ts";
import type { DcfDetail } from "#schemas/shapes/models/dcf.ts";
import { type Format, formula, letters, marked, type Result, text } from "./cells.ts";
import { type CellNames, excelFormula } from "./excel-formula.ts";
import { assumed } from "./exported.ts";
import { dcfNames, type Grid, yearColumn } from "./grid.ts";
import { type At, heading, type Line } from "./sheet.ts";

const rateColumn = "B";
const firstColumn = 3;

/** Row and column of the grid's centre, which is the headline. */
export const centreRow = "sensitivity_2";
export const centreColumn = letters(firstColumn + 2);

/** Five by five around the middle scenario: value per share, or of the equity where shares are not known. */
export function sensitivityLines(grid: Grid): Line[] {
  const { detail, exported } = grid;
  const mid = (key: string) => assumed(exported.result, key) ?? 0;
  const method = exported.model.template.terminalMethod ?? "terminal_growth";
  const isPerpetuity = method === "terminal_growth";
  const key = isPerpetuity ? "terminal_growth" : "exit_multiple";
  const steps = isPerpetuity ? growthSteps : multipleSteps;
  const axis = steps.map((step) => (isPerpetuity ? mid(key) + step : mid(key) * step));
  const rates = rateSteps.map((step) => mid("discount_rate") + step);
  const cell = gridFormula(method, grid.years.length);
  const worth = worthOf(grid, detail, cell);
  return [
    { ...heading("Sensitivity"), id: "sensitivityHeader" },
    {
      id: "sensitivityTitle",
      cells: () => [
        formula(
          'IF(shares>0,"Fair value per share","Equity value")',
          mid("shares_outstanding") > 0 ? "Fair value per share" : "Equity value",
          "number",
        ),
        text(
          `Discount rate down, ${isPerpetuity ? "terminal growth" : "exit multiple"} across`,
          "note",
        ),
      ],
    },
    {
      id: "sensitivityAxis",
      cells: () => [
        null,
        null,
        ...steps.map((step, k) =>
          formula(
            isPerpetuity ? shifted(key, step) : `${key}*${step}`,
            axis[k] ?? 0,
            isPerpetuity ? "exactPercent" : "multiple",
          ),
        ),
      ],
    },
    ...rateSteps.map((step, row) => ({
      id: `sensitivity_${row}`,
      cells: (at: At) => [
        null,
        formula(shifted("discount_rate", step), rates[row] ?? 0, "exactPercent"),
        ...steps.map((_, k) =>
          centred(row === 2 && k === 2)(
            excelFormula(cell, gridNames(grid, at, { row, column: letters(firstColumn + k) })),
            worth(rates[row] ?? 0, axis[k] ?? 0),
            mid("shares_outstanding") > 0 ? "perShare" : "money",
          ),
        ),
      ],
    })),
  ];
}

/** The headline is marked: the value at the assumptions themselves. */
const centred = (isCentre: boolean) => (of: string, result: Result | null, format: Format) =>
  isCentre ? marked(formula(of, result, format)) : formula(of, result, format);

const shifted = (key: string, step: number) =>
  step === 0 ? key : `${key}${step < 0 ? "-" : "+"}${Math.abs(step)}`;

const ofYear = /^(cashFlow|t)(\d+)$/;

/** The rate stands at the left of the row, growth or the multiple above the column. */
function gridNames(
  grid: Grid,
  at: At,
  { row, column }: { row: number; column: string },
): CellNames {
  const names = dcfNames(grid, at, {});
  return {
    ...names,
    line(id, place) {
      if (place !== "here") return names.line(id, place);
      if (id === "discountRate") return `$${rateColumn}${at(`sensitivity_${row}`)}`;
      if (id === "terminal") return `${column}$${at("sensitivityAxis")}`;
      const [, line = "", year] = ofYear.exec(id) ?? [];
      return `$${yearColumn(Number(year) - 1)}$${at(line)}`;
    },
  };
}

/** Computes a cell of the grid. */
function worthOf(
  { exported: { result } }: Grid,
  detail: DcfDetail,
  cell: ReturnType<typeof gridFormula>,
): (rate: number, terminal: number) => Result | null {
  const numbers = new LineNumbers();
  const run = compileLines([{ number: numbers.of("worth"), formula: cell }], numbers);
  const columnOf = (values: Readonly<Record<string, number | undefined>>): Column => {
    const column: Column = [];
    for (const [id, value] of Object.entries(values)) column[numbers.of(id)] = value ?? Number.NaN;
    return column;
  };
  const { periods = [], terminal } = detail.discounting ?? {};
  const flows = periods.flatMap(({ cashFlow, discountPeriod }, k) => [
    [`cashFlow${k + 1}`, cashFlow],
    [`t${k + 1}`, discountPeriod],
  ]);
  const input: Figures["input"] = (key) =>
    key === "net_debt" ? detail.equityWaterfall.netDebt.mid : assumed(result, key);
  const figures: Figures = {
    ...figuresOf([], { input, scenario: "mid" }),
    last: columnOf({
      research: 0,
      leaseInterest: 0,
      ...detail.capitalised.at(-1),
      ...detail.projections.at(-1),
    }),
    terminal: columnOf({ t: terminal?.discountPeriod }),
  };
  return (discountRate, growth) => {
    const here = columnOf({ ...Object.fromEntries(flows), discountRate, terminal: growth });
    run({ ...figures, here });
    return numbers.read(here, "worth");
  };
}
