import { scenarios } from "#registry/models/answers/scenario-values.ts";
import { fact, formula, serialOf } from "./cells.ts";
import { moneyUnit } from "./exported.ts";
import { type Grid, yearColumn, yearLine } from "./grid.ts";
import { indexRow } from "./projection-lines.ts";
import { blank, heading, type Line } from "./sheet.ts";

/** Column of each scenario in the value block. */
export const scenarioColumn = { low: "C", mid: "D", high: "E" } as const;
export const scenarioLabel = { low: "Low", mid: "Mid", high: "High" } as const;

/** Periods, factors and present values of models.md 6.4. */
export function discountingLines(grid: Grid): Line[] {
  return [...periodLines(grid), ...factorLines(grid), ...presentValueLines(grid)];
}

function periodLines(grid: Grid): Line[] {
  const { detail, exported, first, last } = grid;
  const anchors = exported.model.facts.anchors;
  const period = (k: number) => detail.discounting?.periods[k];
  const serial = (date: string | undefined) => (date === undefined ? null : serialOf(date));
  const { stubFraction, terminal: end } = detail.discounting ?? {};
  return [
    heading("Discounting, mid-year, in fractions of fiscal years"),
    yearLine(grid, {
      ...{ id: "start", label: "Period start", unit: "date", format: "date" },
      formula: ({ k, before }) => (k === 0 ? "valuation_date" : before("end")),
      result: (k) => serial(period(k)?.periodStart),
    }),
    yearLine(grid, {
      ...{ id: "end", label: "Period end", unit: "date", format: "date" },
      base: fact(anchors === null ? null : serialOf(anchors.yearEnd), "date"),
      formula: ({ k, at }) => `EDATE($C$${at("end")},12*${yearColumn(k)}$${indexRow})`,
      result: (k) => serial(period(k)?.periodEnd),
      terminal: (at) => formula(`${last}${at("end")}`, serial(end?.date), "date"),
    }),
    yearLine(grid, {
      ...{ id: "mid", label: "Middle of the period", unit: "date", format: "date" },
      formula: ({ of }) => `${of("start")}+INT((${of("end")}-${of("start")})/2)`,
      result: (k) => serial(period(k)?.midPeriodDate),
    }),
    yearLine(grid, {
      ...{
        id: "fraction",
        label: "Part after the valuation date",
        unit: "years",
        format: "factor",
      },
      formula: ({ k, of, before }) =>
        k === 0 ? `(${of("end")}-valuation_date)/(${of("end")}-${before("end")})` : "1",
      result: (k) => (k === 0 ? (stubFraction ?? null) : 1),
    }),
    yearLine(grid, {
      ...{ id: "t", label: "Discount period", unit: "years", format: "years" },
      formula: ({ k, at }) =>
        k === 0
          ? `${first}${at("fraction")}/2`
          : `$${first}$${at("fraction")}+(${yearColumn(k)}$${indexRow}-1)-0.5`,
      result: (k) => period(k)?.discountPeriod ?? null,
      terminal: (at) => formula(`${last}${at("t")}+0.5`, end?.discountPeriod ?? null, "years"),
    }),
    yearLine(grid, {
      ...{ id: "cashFlow", label: "Cash flow", unit: moneyUnit(exported.result), format: "money" },
      formula: ({ of }) => `${of("fraction")}*${of("freeCashFlow")}`,
      result: (k) => period(k)?.cashFlow ?? null,
    }),
    blank,
  ];
}

function factorLines(grid: Grid): Line[] {
  const { detail, terminal } = grid;
  return [
    heading("Discount factors, 1/(1+r)^t"),
    ...scenarios.map((scenario) => {
      const rate = (row: number) => `$${scenarioColumn[scenario]}$${row}`;
      const factors = detail.discountFactors?.[scenario];
      return yearLine(grid, {
        ...{ id: `factor_${scenario}`, label: `Factor, ${scenario}`, unit: "factor" },
        format: "factor",
        formula: ({ of, at }) => `1/(1+${rate(at("discountRate"))})^${of("t")}`,
        result: (k) => factors?.years[k] ?? null,
        terminal: (at) =>
          formula(
            `1/(1+${rate(at("discountRate"))})^${terminal}${at("t")}`,
            factors?.terminal ?? null,
            "factor",
          ),
      });
    }),
    blank,
  ];
}

function presentValueLines(grid: Grid): Line[] {
  const { detail, exported, terminal } = grid;
  const { discounting, discountFactors, enterpriseValue } = detail;
  return [
    heading("Present values"),
    ...scenarios.map((scenario) =>
      yearLine(grid, {
        ...{ id: `pv_${scenario}`, label: `Present value, ${scenario}`, format: "money" },
        unit: moneyUnit(exported.result),
        formula: ({ of }) => `${of("cashFlow")}*${of(`factor_${scenario}`)}`,
        result: (k) =>
          (discounting?.periods[k]?.cashFlow ?? 0) * (discountFactors?.[scenario].years[k] ?? 0),
        terminal: (at) => {
          const value = `${scenarioColumn[scenario]}${at("terminalValue")}`;
          const factor = `${terminal}${at(`factor_${scenario}`)}`;
          return formula(
            `IF(ISNUMBER(${value}),${value}*${factor},"n/a")`,
            enterpriseValue.presentValueOfTerminalValue[scenario],
            "money",
          );
        },
      }),
    ),
    blank,
  ];
}
