import type { DcfDetail } from "#registry/models/answers/result.ts";
import { newReturnKey, reinvestmentKey } from "#registry/models/dcf/dcf-assumptions.ts";
import { growthSteps, multipleSteps, rateSteps } from "#registry/models/sensitivity.ts";
import { type Format, formula, letters, marked, type Result, text } from "./cells.ts";
import { assumed } from "./exported.ts";
import { type Grid, yearColumn } from "./grid.ts";
import { type At, heading, type Line } from "./sheet.ts";
import { closingFormula } from "./sheets/closing-formula.ts";
import { isPerpetuityOf, terminalRow } from "./value-lines.ts";

const rateColumn = "B";
const firstColumn = 3;
const notMeaningful = "n/m";
/** Rates and growth that meet but for the last binary digit have no perpetuity value. */
const gapMin = 0.000001;

/** Row and column of the grid's centre, which is the headline. */
export const centreRow = "sensitivity_2";
export const centreColumn = letters(firstColumn + 2);

/** Five by five around the middle scenario: value per share, or of the equity where shares are not known. */
export function sensitivityLines(grid: Grid): Line[] {
  const { detail, exported } = grid;
  const mid = (key: string) => assumed(exported.result, key) ?? 0;
  const isPerpetuity = isPerpetuityOf(grid);
  const key = isPerpetuity ? "terminal_growth" : "exit_multiple";
  const steps = isPerpetuity ? growthSteps : multipleSteps;
  const axis = steps.map((step) => (isPerpetuity ? mid(key) + step : mid(key) * step));
  const rates = rateSteps.map((step) => mid("discount_rate") + step);
  return [
    heading("Sensitivity"),
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
            cellFormula(
              grid,
              at,
              `$${rateColumn}${at(`sensitivity_${row}`)}`,
              letters(firstColumn + k),
            ),
            worth(grid, detail, { rate: rates[row] ?? 0, axis: axis[k] ?? 0, mid }),
            mid("shares_outstanding") > 0 ? "perShare" : "money",
          ),
        ),
      ],
    })),
  ];
}

/** The headline is marked: the value at the assumptions themselves. */
const centred = (isCentre: boolean) => (of: string, result: Result, format: Format) =>
  isCentre ? marked(formula(of, result, format)) : formula(of, result, format);

const shifted = (key: string, step: number) =>
  step === 0 ? key : `${key}${step < 0 ? "-" : "+"}${Math.abs(step)}`;

/**
 * The whole valuation at another rate and growth or multiple. Present values are written out year by year: a sum
 * over products of ranges is an array formula to some programs.
 */
function cellFormula(grid: Grid, at: At, rate: string, column: string): string {
  const axis = `${column}$${at("sensitivityAxis")}`;
  const lastOf = (id: string) => `$${grid.last}$${at(id)}`;
  const isPerpetuity = isPerpetuityOf(grid);
  const last = isPerpetuity
    ? closingFormula({ nopat: lastOf("nopat"), cashFlow: lastOf("freeCashFlow"), growth: axis })
    : lastOf(terminalRow(grid));
  const flows = grid.years
    .map((_, k) => `$${yearColumn(k)}$${at("cashFlow")}/(1+${rate})^$${yearColumn(k)}$${at("t")}`)
    .join("+");
  const uplift = `(1+${rate})^(0.5*terminal_mid_year_uplift)`;
  const terminal = isPerpetuity
    ? `${last}*(1+${axis})/(${rate}-${axis})*${uplift}`
    : `${last}*${axis}`;
  const closing = `${terminal}/(1+${rate})^$${grid.terminal}$${at("t")}`;
  const holds = isPerpetuity ? `AND(${rate}-${axis}>${gapMin},${last}>0)` : `${last}>0`;
  return `IF(${holds},(${flows}+${closing}-net_debt)/IF(shares>0,shares,1),"${notMeaningful}")`;
}

function worth(
  grid: Grid,
  detail: DcfDetail,
  { rate, axis, mid }: { rate: number; axis: number; mid(key: string): number },
): Result {
  const row = detail.projections.at(-1);
  const isPerpetuity = isPerpetuityOf(grid);
  const isReinvesting = isPerpetuity && mid(reinvestmentKey) === 1;
  const metric = isReinvesting
    ? (row?.nopat ?? 0) * (1 - axis / mid(newReturnKey))
    : (row?.[terminalRow(grid) as "revenue"] ?? 0);
  if (metric <= 0 || (isPerpetuity && rate - axis <= gapMin)) return notMeaningful;
  const { periods = [], terminal } = detail.discounting ?? {};
  const flows = periods.reduce(
    (total, one) => total + one.cashFlow / (1 + rate) ** one.discountPeriod,
    0,
  );
  const uplift = (1 + rate) ** (0.5 * mid("terminal_mid_year_uplift"));
  const closing = isPerpetuity ? ((metric * (1 + axis)) / (rate - axis)) * uplift : metric * axis;
  const present = closing / (1 + rate) ** (terminal?.discountPeriod ?? 0);
  const equity = flows + present - (detail.equityWaterfall.netDebt.mid ?? 0);
  return equity / (mid("shares_outstanding") > 0 ? mid("shares_outstanding") : 1);
}
