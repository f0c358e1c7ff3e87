import type { NumberTriple } from "#registry/models/answers/scenario-values.ts";
import { type Scenario, scenarios } from "#registry/models/answers/scenario-values.ts";
import { assetKeys, cashKeys, claimKeys, sumOf } from "#registry/models/inputs/claims/lines.ts";
import { type Format, formula, text } from "../cells.ts";
import { scenarioColumn, scenarioLabel } from "../discounting-lines.ts";
import { assumed, type ExportedModel, moneyUnit, perShareUnitOf, titleOf } from "../exported.ts";
import { frame, type Line, layOut } from "../sheet.ts";
import { cashFormula, claimsFormula, outsideFormula } from "./bridge-formulas.ts";
import { finder, type ModelSheet } from "./model-sheet.ts";

/** A row with one formula per scenario. */
export interface ScenarioRow {
  id: string;
  label: string;
  unit: string;
  format: Format;
  values: NumberTriple;
  formula(of: (id: string) => string, scenario: Scenario): string;
}

export function scenarioLine({ id, label, unit, format, values, ...row }: ScenarioRow): Line {
  return {
    id,
    cells: (at) => [
      text(label),
      text(unit, "note"),
      ...scenarios.map((scenario) => {
        const of = (other: string) => `${scenarioColumn[scenario]}${at(other)}`;
        return formula(row.formula(of, scenario), values[scenario], format);
      }),
    ],
  };
}

const scenarioHeader: Line = {
  id: "header",
  cells: () => [
    text("", "header"),
    text("Unit", "header"),
    ...scenarios.map((scenario) => text(scenarioLabel[scenario], "header")),
  ],
};

export const always = (value: number | null): NumberTriple => ({
  low: value,
  mid: value,
  high: value,
});

/** Debt and claims less cash: what lies between enterprise value and equity. */
export function bridgeRows(
  exported: ExportedModel,
  { cash, netDebt }: { cash: ScenarioRow[]; netDebt: number },
): ScenarioRow[] {
  const { result } = exported;
  const value = (key: string) => assumed(result, key) ?? 0;
  const total = (keys: typeof claimKeys) => sumOf((key) => assumed(result, key), keys);
  const money = { unit: moneyUnit(result), format: "money" as const };
  return [
    ...cash,
    {
      id: "totalDebt",
      label: "Total debt",
      ...money,
      values: always(value("total_debt")),
      formula: () => "total_debt",
    },
    {
      id: "otherClaims",
      label: "Other claims",
      ...money,
      values: always(total(claimKeys)),
      formula: () => claimsFormula,
    },
    {
      ...{ id: "otherAssets", label: "Other non-operating assets", ...money },
      values: always(total(assetKeys)),
      formula: () => outsideFormula,
    },
    {
      ...{ id: "netDebt", label: "Net debt", ...money },
      values: always(netDebt),
      formula: (of) => `${of("totalDebt")}+${of("otherClaims")}-${of("otherAssets")}-${of("cash")}`,
    },
  ];
}

/** All cash counts against debt. */
export function allCash({ result }: ExportedModel): ScenarioRow {
  const cash = sumOf((key) => assumed(result, key), cashKeys);
  return {
    ...{ id: "cash", label: "Cash and marketable securities", values: always(cash) },
    ...{ unit: moneyUnit(result), format: "money" },
    formula: () => cashFormula,
  };
}

/** Shares and value per share below an equity value. */
export function shareRows({ result }: ExportedModel): ScenarioRow[] {
  const shares = assumed(result, "shares_outstanding");
  return [
    {
      ...{ id: "sharesUsed", label: "Diluted shares", unit: "shares", format: "count" },
      values: always(shares),
      formula: () => 'IF(shares>0,shares,"n/a")',
    },
    {
      ...{ id: "fairValuePerShare", label: "Fair value per share" },
      unit: perShareUnitOf(result),
      format: "perShare",
      values: result.valuationRange?.fairValuePerShare ?? always(null),
      formula: (of) =>
        `IF(AND(ISNUMBER(${of("equityValue")}),shares>0),${of("equityValue")}/shares,"n/a")`,
    },
  ];
}

/** A sheet of lines under a header of scenarios; without lines it says why there is no value. */
export function rangeSheet(
  exported: ExportedModel,
  name: string,
  lines: Line[] | null,
): ModelSheet {
  const { disclaimer, stateReason } = exported.result;
  const reason: Line = {
    cells: () => [text(`No value: ${stateReason?.message ?? ""}`, "total")],
  };
  const laidOut = layOut([
    ...frame(titleOf(exported), disclaimer, 8),
    scenarioHeader,
    ...(lines ?? [reason]),
  ]);
  const { rows, at } = laidOut;
  const cell = finder(name, laidOut);
  return {
    sheet: {
      name,
      rows,
      widths: [44, 24, 16, 16, 16, 14, 14, 14],
      frozen: { rows: at("header"), columns: 2 },
      headerRow: at("header"),
      hasGridlines: true,
    },
    names:
      lines === null || exported.model.template.family === "equity"
        ? []
        : [{ name: "net_debt", cell: cell("netDebt", scenarioColumn.mid).address }],
    cell: lines === null ? null : cell,
    centre: null,
    drivers: null,
  };
}
