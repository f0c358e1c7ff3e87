import { netDebtOf } from "#registry/models/inputs/claims/lines.ts";
import { normalisedKey } from "#registry/models/inputs/earnings/normalised.ts";
import { metricOf, multipleGives } from "#registry/models/multiples.ts";
import { assumed, type ExportedModel, moneyUnit } from "../exported.ts";
import type { ModelSheet } from "./model-sheet.ts";
import type { ScenarioRow } from "./range-sheet.ts";
import { allCash, always, bridgeRows, rangeSheet, scenarioLine, shareRows } from "./range-sheet.ts";

const name = "Multiples";
const same = { low: "_low", mid: "", high: "_high" } as const;

/** Multiple × metric, and from there to equity and back (models.md section 9). */
export function multiplesSheet(exported: ExportedModel): ModelSheet {
  const { result, model } = exported;
  const code = result.stateReason?.code ?? "metric_not_positive";
  const metric = metricOf((key) => assumed(result, key));
  if (metric === null || code !== "metric_not_positive") return rangeSheet(exported, name, null);
  const isEquity = multipleGives(model.template) === "equity";
  return rangeSheet(exported, name, rows(exported, metric, isEquity).map(scenarioLine));
}

function rows(exported: ExportedModel, metric: number, isEquity: boolean): ScenarioRow[] {
  const { result, model } = exported;
  const range = result.valuationRange;
  const money = { unit: moneyUnit(result), format: "money" as const };
  const multiples = {
    low: assumed(result, "multiple_low"),
    mid: assumed(result, "multiple"),
    high: assumed(result, "multiple_high"),
  };
  const product = (of: (id: string) => string) => `${of("multiple")}*${of("metric")}`;
  const ifPositive = (of: (id: string) => string, then: string) =>
    `IF(${of("metric")}>0,${then},"n/a")`;
  const enterprise: ScenarioRow = {
    ...{ id: "enterpriseValue", label: "Enterprise value", ...money },
    values: range?.enterpriseValue ?? always(null),
    formula: (of) =>
      ifPositive(of, isEquity ? `${of("equityValue")}+${of("netDebt")}` : product(of)),
  };
  const equity: ScenarioRow = {
    ...{ id: "equityValue", label: "Equity value", ...money },
    values: range?.equityValue ?? always(null),
    formula: (of) =>
      ifPositive(of, isEquity ? product(of) : `${of("enterpriseValue")}-${of("netDebt")}`),
  };
  const get = (key: string) => assumed(result, key);
  const cash = allCash(exported);
  const bridge = bridgeRows(exported, { cash: [cash], netDebt: netDebtOf(get) });
  return [
    {
      ...{ id: "metric", label: "Metric", ...money },
      values: always(metric),
      formula: () =>
        assumed(result, normalisedKey) === null
          ? "base_metric"
          : `base_metric+IF(${normalisedKey}=0,0,one_off_charges)`,
    },
    {
      ...{ id: "multiple", label: model.template.name, unit: "multiple", format: "multiple" },
      values: multiples,
      formula: (_, scenario) => `multiple${same[scenario]}`,
    },
    ...(isEquity ? [equity, ...bridge, enterprise] : [enterprise, ...bridge, equity]),
    ...shareRows(exported),
  ];
}
