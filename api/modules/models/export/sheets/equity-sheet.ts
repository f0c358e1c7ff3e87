import type { Scenario } from "#registry/models/answers/scenario-values.ts";
import { computeEquity, type EquityLine } from "#registry/models/equity/equity-models.ts";
import { assumed, type ExportedModel, moneyUnit } from "../exported.ts";
import type { ModelSheet } from "./model-sheet.ts";
import { rangeSheet, type ScenarioRow, scenarioLine, shareRows } from "./range-sheet.ts";

const name = "Equity";

/** Every line of a model that values equity directly. */
export function equitySheet(exported: ExportedModel): ModelSheet {
  const { result, model } = exported;
  const equity = computeEquity(model.template, (key) => assumed(result, key));
  if (equity === null || result.state !== "computed") return rangeSheet(exported, name, null);
  const { lines } = equity;
  const rows = lines.mid.map((line, index): ScenarioRow => {
    const at = (scenario: Scenario): EquityLine => lines[scenario][index] ?? line;
    return {
      ...{ id: line.id, label: line.label },
      ...(line.unit === "money"
        ? { unit: moneyUnit(result), format: "money" as const }
        : {
            unit: line.unit,
            format: line.unit === "multiple" ? ("multiple" as const) : ("exactPercent" as const),
          }),
      values: { low: at("low").value, mid: at("mid").value, high: at("high").value },
      formula: (of, scenario) => at(scenario).formula(of),
    };
  });
  return rangeSheet(exported, name, [...rows, ...shareRows(exported)].map(scenarioLine));
}
