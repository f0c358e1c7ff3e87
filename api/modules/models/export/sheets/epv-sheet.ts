import type { EarningsPower } from "#registry/models/epv.ts";
import { type ExportedModel, moneyUnit } from "../exported.ts";
import { maintenanceLines } from "../maintenance-lines.ts";
import { blank } from "../sheet.ts";
import { cashFormula } from "./bridge-formulas.ts";
import type { ModelSheet } from "./model-sheet.ts";
import {
  always,
  bridgeRows,
  rangeSheet,
  type ScenarioRow,
  scenarioLine,
  shareRows,
} from "./range-sheet.ts";

const name = "EPV";
const opposite = { low: "_high", mid: "", high: "_low" } as const;

/** Every line of an earnings power value and the yearly maintenance table (models.md section 8). */
export function epvSheet(exported: ExportedModel): ModelSheet {
  const { earningsPower } = exported.result;
  if (earningsPower === null) return rangeSheet(exported, name, null);
  return rangeSheet(exported, name, [
    ...rows(exported, earningsPower).map(scenarioLine),
    blank,
    ...maintenanceLines(exported, earningsPower.maintenance),
  ]);
}

function rows(exported: ExportedModel, power: EarningsPower): ScenarioRow[] {
  const range = exported.result.valuationRange;
  const money = { unit: moneyUnit(exported.result), format: "money" as const };
  const line = (
    id: string,
    label: string,
    value: number,
    of: ScenarioRow["formula"],
  ): ScenarioRow => ({ id, label, ...money, values: always(value), formula: of });
  return [
    line(
      "ebit",
      "Normalised EBIT",
      power.normalisedEbit,
      () => "normalised_ebit_margin*base_revenue",
    ),
    line("nopat", "NOPAT", power.nopat, (of) => `${of("ebit")}*(1-tax_rate)`),
    line("da", "D&A", power.depreciationAmortization, () => "da_pct_revenue*base_revenue"),
    line(
      "maintenance",
      "Maintenance capital expenditures",
      power.maintenanceCapex,
      () => "maintenance_capex_pct_revenue*base_revenue",
    ),
    line(
      "adjusted",
      "Adjusted earnings",
      power.adjustedEarnings,
      (of) => `${of("nopat")}+${of("da")}-${of("maintenance")}`,
    ),
    {
      ...{ id: "discountRate", label: "Discount rate", unit: "ratio", format: "exactPercent" },
      values: power.discountRate,
      formula: (_, scenario) => `discount_rate${opposite[scenario]}`,
    },
    {
      ...{ id: "enterpriseValue", label: "Earnings power value of operations", ...money },
      values: range?.enterpriseValue ?? always(null),
      formula: (of) => `IF(${of("adjusted")}>0,${of("adjusted")}/${of("discountRate")},"n/a")`,
    },
    ...bridgeRows(exported, { cash: cashRows(power, line), netDebt: power.netDebt }),
    {
      ...{ id: "equityValue", label: "Equity value", ...money },
      values: range?.equityValue ?? always(null),
      formula: (of) =>
        `IF(ISNUMBER(${of("enterpriseValue")}),${of("enterpriseValue")}-${of("netDebt")},"n/a")`,
    },
    ...shareRows(exported),
  ];
}

type MakeLine = (
  id: string,
  label: string,
  value: number,
  of: ScenarioRow["formula"],
) => ScenarioRow;

/** Only cash beyond what operations need counts against debt. */
function cashRows(power: EarningsPower, line: MakeLine): ScenarioRow[] {
  return [
    line("allCash", "Cash and marketable securities", power.cash, () => cashFormula),
    line(
      "operatingCash",
      "Cash needed to operate",
      power.operatingCash,
      () => "operating_cash_pct_revenue*base_revenue",
    ),
    line(
      "cash",
      "Excess cash",
      power.excessCash,
      (of) => `MAX(0,${of("allCash")}-${of("operatingCash")})`,
    ),
  ];
}
