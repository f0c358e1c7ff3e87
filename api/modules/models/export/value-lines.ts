import type { NumberTriple } from "#registry/models/answers/scenario-values.ts";
import { scenarios } from "#registry/models/answers/scenario-values.ts";
import { type Cell, formula, text } from "./cells.ts";
import { scenarioLabel } from "./discounting-lines.ts";
import { moneyUnit, perShareUnitOf } from "./exported.ts";
import { type Grid, rangeOf } from "./grid.ts";
import { indexRow } from "./projection-lines.ts";
import { type At, blank, heading, type Line } from "./sheet.ts";
import { cashFormula, claimsFormula, outsideFormula } from "./sheets/bridge-formulas.ts";
import {
  closingFormula,
  grown,
  reinvestedFormula,
  upliftFormula,
} from "./sheets/closing-formula.ts";
import {
  ifValued,
  none,
  perShare,
  type ScenarioRefs,
  type TripleRow,
  tripleLine,
} from "./sheets/triple-line.ts";

/** The value block of models.md 6.5 to 6.8: one column per scenario. */
export function valueLines(grid: Grid): Line[] {
  return [
    {
      ...heading("Value", [
        null,
        ...scenarios.map((scenario) => text(scenarioLabel[scenario], "header")),
      ]),
      id: "valueHeader",
    },
    ...rateLines(grid),
    ...enterpriseLines(grid),
    ...crossCheckLines(grid),
    blank,
    heading("From enterprise value to equity"),
    ...waterfallLines(grid),
    blank,
    heading("Summary"),
    ...summaryLines(grid),
    blank,
  ];
}

/** Low pairs the high rate with the low growth or multiple. */
const opposite = { low: "_high", mid: "", high: "_low" } as const;
const same = { low: "_low", mid: "", high: "_high" } as const;

function rateLines(grid: Grid): Line[] {
  const { scenarios: rates } = grid.detail;
  const isPerpetuity = isPerpetuityOf(grid);
  const terminal = isPerpetuity
    ? { key: "terminal_growth", label: "Terminal growth", format: "exactPercent" as const }
    : { key: "exit_multiple", label: "Exit multiple", format: "multiple" as const };
  const pick = (of: (rate: (typeof rates)["mid"]) => number | null): NumberTriple => ({
    low: of(rates.low),
    mid: of(rates.mid),
    high: of(rates.high),
  });
  return [
    tripleLine(grid, {
      ...{ id: "discountRate", label: "Discount rate", unit: "ratio", format: "exactPercent" },
      values: pick((rate) => rate.discountRate),
      formula: ({ scenario }) => `discount_rate${opposite[scenario]}`,
      isLink: true,
    }),
    tripleLine(grid, {
      ...{ id: "terminal", label: terminal.label, unit: isPerpetuity ? "ratio" : "multiple" },
      format: terminal.format,
      values: pick((rate) => (isPerpetuity ? rate.terminalGrowth : rate.exitMultiple)),
      formula: ({ scenario }) => `${terminal.key}${same[scenario]}`,
      isLink: true,
    }),
  ];
}

export const isPerpetuityOf = ({ exported }: Grid) =>
  exported.model.template.terminalMethod === "terminal_growth";

/** The row that the terminal value is taken on. */
export function terminalRow({ exported }: Grid): string {
  const { terminalMethod } = exported.model.template;
  if (terminalMethod === "terminal_growth") return "freeCashFlow";
  return terminalMethod === "ebitda_exit" ? "ebitda" : "revenue";
}

const closing = ({ of, last }: ScenarioRefs) =>
  closingFormula({
    nopat: last("nopat"),
    cashFlow: last("freeCashFlow"),
    growth: of("terminal"),
  });

const perpetuity = (refs: ScenarioRefs) => grown(closing(refs), refs);

function terminalFormula(grid: Grid, refs: ScenarioRefs): string {
  const { of, last } = refs;
  if (!isPerpetuityOf(grid)) {
    const metric = last(terminalRow(grid));
    return `IF(${metric}>0,${metric}*${of("terminal")},"n/a")`;
  }
  const holds = `AND(${closing(refs)}>0,${of("discountRate")}>${of("terminal")})`;
  return `IF(${holds},${perpetuity(refs)}*${upliftFormula(of)},"n/a")`;
}

function enterpriseLines(grid: Grid): Line[] {
  const value = grid.detail.enterpriseValue;
  const money = { unit: moneyUnit(grid.exported.result), format: "money" as const };
  return [
    tripleLine(grid, {
      ...{ id: "sumOfPresentValues", label: "Present value of cash flows", ...money },
      values: value.sumOfPresentValues,
      formula: (refs) => ifValued(refs, `SUM(${rangeOf(grid, refs.at(`pv_${refs.scenario}`))})`),
    }),
    tripleLine(grid, {
      ...{ id: "terminalValue", label: "Terminal value", ...money },
      values: value.terminalValue,
      formula: (refs) => terminalFormula(grid, refs),
    }),
    tripleLine(grid, {
      ...{ id: "pvTerminal", label: "Present value of terminal value", ...money },
      values: value.presentValueOfTerminalValue,
      formula: ({ at, scenario }) => `${grid.terminal}${at(`pv_${scenario}`)}`,
    }),
    tripleLine(grid, {
      ...{ id: "enterpriseValue", label: "Enterprise value", ...money },
      values: value.enterpriseValue,
      formula: (refs) =>
        ifValued(refs, `${refs.of("sumOfPresentValues")}+${refs.of("pvTerminal")}`),
    }),
    tripleLine(grid, {
      ...{ id: "terminalShare", label: "Terminal value, share of enterprise value" },
      ...{ unit: "ratio", format: "percent" },
      values: value.terminalShareOfEnterpriseValue,
      formula: (refs) => {
        const worth = refs.of("enterpriseValue");
        return ifValued(refs, `IF(${worth}=0,"n/a",${refs.of("pvTerminal")}/${worth})`);
      },
    }),
  ];
}

function crossCheckLines(grid: Grid): Line[] {
  const { enterpriseValue } = grid.detail;
  if (!isPerpetuityOf(grid)) {
    return [
      tripleLine(grid, {
        ...{ id: "impliedGrowth", label: "Implied perpetuity growth" },
        ...{ unit: "ratio", format: "exactPercent" },
        values: enterpriseValue.impliedPerpetuityGrowth,
        formula: (refs) => {
          const [tv, fcf] = [refs.of("terminalValue"), refs.last("freeCashFlow")];
          const growth = `(${tv}*${refs.of("discountRate")}-${fcf})/(${tv}+${fcf})`;
          return ifValued(refs, `IF(${tv}+${fcf}>0,${growth},"n/a")`);
        },
      }),
    ];
  }
  return [
    tripleLine(grid, {
      ...{ id: "impliedMultiple", label: "Implied exit EV / EBITDA" },
      ...{ unit: "multiple", format: "multiple" },
      values: enterpriseValue.impliedExitEbitdaMultiple,
      formula: (refs) => {
        const [tv, ebitda] = [refs.of("terminalValue"), refs.last("ebitda")];
        return ifValued(refs, `IF(${ebitda}>0,${tv}/${ebitda},"n/a")`);
      },
    }),
    ...upliftedLines(grid),
    ...reinvestedLines(grid),
  ];
}

function upliftedLines(grid: Grid): Line[] {
  const memo = grid.detail.memo?.withMidYearUplift;
  return [
    tripleLine(grid, {
      ...{ id: "upliftedValue", label: "Memo: enterprise value with mid-year uplift" },
      ...{ unit: moneyUnit(grid.exported.result), format: "money" },
      values: memo?.enterpriseValue ?? none,
      formula: (refs) => {
        const factor = `$${grid.terminal}$${refs.at(`factor_${refs.scenario}`)}`;
        const lifted = `${perpetuity(refs)}*(1+${refs.of("discountRate")})^0.5*${factor}`;
        return ifValued(refs, `${refs.of("sumOfPresentValues")}+${lifted}`);
      },
    }),
    tripleLine(grid, {
      ...{ id: "upliftedPerShare", label: "Memo: per share with mid-year uplift" },
      ...{ unit: perShareUnitOf(grid.exported.result), format: "perShare" },
      values: memo?.fairValuePerShare ?? none,
      formula: (refs) => perShare(refs, `(${refs.of("upliftedValue")}-${refs.of("netDebt")})`),
    }),
  ];
}

/** The value with growth for ever paid for by new capital, whichever way is chosen. */
function reinvestedLines(grid: Grid): Line[] {
  const memo = grid.detail.memo?.withReinvestment;
  return [
    tripleLine(grid, {
      ...{ id: "reinvestedValue", label: "Memo: enterprise value, growth paid by new capital" },
      ...{ unit: moneyUnit(grid.exported.result), format: "money" },
      values: memo?.enterpriseValue ?? none,
      formula: (refs) => {
        const [nopat, g] = [refs.last("nopat"), refs.of("terminal")];
        const factor = `$${grid.terminal}$${refs.at(`factor_${refs.scenario}`)}`;
        const value = grown(reinvestedFormula(nopat, g), refs);
        const worth = `${refs.of("sumOfPresentValues")}+${value}*${upliftFormula(refs.of)}*${factor}`;
        return ifValued(refs, `IF(AND(${nopat}>0,return_on_new_capital>${g}),${worth},"n/a")`);
      },
    }),
    tripleLine(grid, {
      ...{ id: "reinvestedPerShare", label: "Memo: per share, growth paid by new capital" },
      ...{ unit: perShareUnitOf(grid.exported.result), format: "perShare" },
      values: memo?.fairValuePerShare ?? none,
      formula: (refs) => {
        const worth = refs.of("reinvestedValue");
        const each = `IF(shares>0,(${worth}-${refs.of("netDebt")})/shares,"n/a")`;
        return `IF(ISNUMBER(${worth}),${each},"n/a")`;
      },
    }),
  ];
}

function waterfallLines(grid: Grid): Line[] {
  const bridge = grid.detail.equityWaterfall;
  const unit = moneyUnit(grid.exported.result);
  const money = (id: string, label: string, values: NumberTriple, of: TripleRow["formula"]): Line =>
    tripleLine(grid, { id, label, unit, format: "money", values, formula: of });
  return [
    money("cash", "Cash and marketable securities", bridge.cash, () => cashFormula),
    money(
      "otherAssets",
      "Other non-operating assets",
      bridge.otherNonOperatingAssets,
      () => `other_non_operating_assets+${outsideFormula}`,
    ),
    money("totalDebt", "Total debt", bridge.totalDebt, () => "total_debt"),
    money("otherClaims", "Other claims", bridge.otherClaims, () => claimsFormula),
    money(
      "netDebt",
      "Net debt",
      bridge.netDebt,
      ({ of }) => `${of("totalDebt")}+${of("otherClaims")}-${of("cash")}-${of("otherAssets")}`,
    ),
    money("equityValue", "Equity value", bridge.equityValue, (refs) =>
      ifValued(refs, `${refs.of("enterpriseValue")}-${refs.of("netDebt")}`),
    ),
    tripleLine(grid, {
      ...{ id: "sharesUsed", label: "Diluted shares", unit: "shares", format: "count" },
      values: bridge.shares,
      formula: () => `IF(shares>0,shares,"n/a")`,
    }),
    tripleLine(grid, {
      ...{ id: "fairValuePerShare", label: "Fair value per share" },
      unit: perShareUnitOf(grid.exported.result),
      format: "perShare",
      values: bridge.fairValuePerShare,
      formula: (refs) => perShare(refs, refs.of("equityValue")),
    }),
  ];
}

function summaryLines(grid: Grid): Line[] {
  const { summary } = grid.detail;
  const { base, first, last } = grid;
  const n = `$${last}$${indexRow}`;
  const one = (id: string, label: string, cell: (at: At) => Cell): Line => ({
    id,
    cells: (at) => [text(label), text("ratio", "note"), cell(at)],
  });
  return [
    one("forwardRevenueCagr", "Forward revenue growth a year", (at) => {
      const [from, to] = [`${base}${at("revenue")}`, `${last}${at("revenue")}`];
      return formula(`(${to}/${from})^(1/${n})-1`, summary.forwardRevenueCagr, "exactPercent");
    }),
    one("averageEbitdaMargin", "Average EBITDA margin", (at) =>
      formula(
        `AVERAGE(${rangeOf(grid, at("ebitda_margin"))})`,
        summary.averageEbitdaMargin,
        "exactPercent",
      ),
    ),
    one("unleveredFcfCagr", "Free cash flow growth a year", (at) => {
      const [from, to] = [`${first}${at("freeCashFlow")}`, `${last}${at("freeCashFlow")}`];
      const growth = `(${to}/${from})^(1/(${n}-1))-1`;
      return formula(
        `IF(AND(${from}>0,${to}>0),${growth},"n/a")`,
        summary.unleveredFcfCagr,
        "exactPercent",
      );
    }),
  ];
}
