import { computeMultiples, multiplesLines } from "#registry/models/multiples.ts";
import { assumed, type ExportedModel } from "../exported.ts";
import type { ModelSheet } from "./model-sheet.ts";
import { rangeSheet, scenarioLines } from "./range-sheet.ts";

const name = "Multiples";

/** Multiple × metric, and from there to equity and back (models.md section 9). */
export function multiplesSheet(exported: ExportedModel): ModelSheet {
  const { result, model } = exported;
  const code = result.stateReason?.code ?? "metric_not_positive";
  const values = computeMultiples(model.template, (key) => assumed(result, key));
  if (values === null || code !== "metric_not_positive") return rangeSheet(exported, name, null);
  return rangeSheet(
    exported,
    name,
    scenarioLines(exported, multiplesLines(model.template), values),
  );
}
