import { scenarios } from "#registry/models/answers/scenario-values.ts";
import {
  factorLines,
  periodLines,
  presentLines,
  terminalLines,
} from "#registry/models/dcf/dcf-lines.ts";
import { fact, formula, serialOf } from "./cells.ts";
import { excelFormula } from "./excel-formula.ts";
import { lineFormats, moneyUnit, unitText } from "./exported.ts";
import { type Grid, rowId, yearLine } from "./grid.ts";
import { blank, heading, type Line } from "./sheet.ts";

/** Periods, factors and present values of models.md 6.4. */
export function discountingBlock(grid: Grid): Line[] {
  return [
    heading("Discounting, mid-year, in fractions of fiscal years"),
    ...dateLines(grid),
    ...periodRows(grid),
    blank,
    heading("Discount factors, 1/(1+r)^t"),
    ...factorRows(grid),
    blank,
    heading("Present values"),
    ...presentRows(grid),
    blank,
  ];
}

const serial = (date: string | undefined) => (date === undefined ? null : serialOf(date));

/** Dates are counted by the calendar of the company; a file counts them by months. */
function dateLines(grid: Grid): Line[] {
  const { detail, exported } = grid;
  const anchors = exported.model.facts.anchors;
  const period = (k: number) => detail.discounting?.periods[k];
  const { stubFraction, terminal: end } = detail.discounting ?? {};
  const date = { unit: "date", format: "date" } as const;
  return [
    yearLine(grid, {
      id: "start",
      label: "Period start",
      ...date,
      formula: ({ line }, k) => (k === 0 ? "valuation_date" : line("end", "before")),
      result: (k) => serial(period(k)?.periodStart),
    }),
    yearLine(grid, {
      id: "end",
      label: "Period end",
      ...date,
      base: fact(anchors === null ? null : serialOf(anchors.yearEnd), "date"),
      formula: ({ line }) => `EDATE(${line("end", "opening")},12*${line("index", "here")})`,
      result: (k) => serial(period(k)?.periodEnd),
      terminal: ({ line }) => formula(line("end", "last"), serial(end?.date), "date"),
    }),
    yearLine(grid, {
      id: "mid",
      label: "Middle of the period",
      ...date,
      formula: ({ line }) =>
        `${line("start", "here")}+INT((${line("end", "here")}-${line("start", "here")})/2)`,
      result: (k) => serial(period(k)?.midPeriodDate),
    }),
    yearLine(grid, {
      id: "fraction",
      label: "Part after the valuation date",
      unit: "years",
      format: "factor",
      formula({ line }, k) {
        const [end, before] = [line("end", "here"), line("end", "before")];
        return k === 0 ? `(${end}-valuation_date)/(${end}-${before})` : "1";
      },
      result: (k) => (k === 0 ? (stubFraction ?? null) : 1),
    }),
  ];
}

function periodRows(grid: Grid): Line[] {
  const { detail, exported } = grid;
  const { periods = [], terminal: end } = detail.discounting ?? {};
  const results: Readonly<Record<string, (k: number) => number | null>> = {
    t: (k) => periods[k]?.discountPeriod ?? null,
    cashFlow: (k) => periods[k]?.cashFlow ?? null,
  };
  const [closing] = terminalLines.lines;
  return periodLines.lines.map(({ id, label, unit, formula: of }) =>
    yearLine(grid, {
      id,
      label,
      formula: of,
      format: lineFormats[unit],
      unit: unitText(unit, exported.result),
      result: (k) => results[id]?.(k) ?? null,
      ...(id === closing?.id
        ? {
            terminal: (names) =>
              formula(excelFormula(closing.formula, names), end?.discountPeriod ?? null, "years"),
          }
        : {}),
    }),
  );
}

const factorRows = (grid: Grid): Line[] =>
  scenarios.flatMap((scenario) =>
    factorLines.lines.map(({ id, label, formula: of }) => {
      const factors = grid.detail.discountFactors?.[scenario];
      return yearLine(grid, {
        id: rowId(id, scenario),
        label: `${label}, ${scenario}`,
        scenario,
        formula: of,
        unit: "factor",
        format: "factor",
        result: (k) => factors?.years[k] ?? null,
        terminal: (names) => formula(excelFormula(of, names), factors?.terminal ?? null, "factor"),
      });
    }),
  );

function presentRows(grid: Grid): Line[] {
  const { discounting, discountFactors, enterpriseValue } = grid.detail;
  return scenarios.flatMap((scenario) =>
    presentLines.lines.map(({ id, label, formula: of }) =>
      yearLine(grid, {
        id: rowId(id, scenario),
        label: `${label}, ${scenario}`,
        scenario,
        formula: of,
        unit: moneyUnit(grid.exported.result),
        format: "money",
        result: (k) =>
          (discounting?.periods[k]?.cashFlow ?? 0) * (discountFactors?.[scenario].years[k] ?? 0),
        terminal: ({ line }) =>
          formula(
            line("presentValueOfTerminalValue", "scenario"),
            enterpriseValue.presentValueOfTerminalValue[scenario],
            "money",
          ),
      }),
    ),
  );
}
