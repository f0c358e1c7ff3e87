import { computeEquity, equityLines } from "#registry/models/equity/equity-models.ts";
import { assumed, type ExportedModel } from "../exported.ts";
import type { ModelSheet } from "./model-sheet.ts";
import { rangeSheet, scenarioLines } from "./range-sheet.ts";

const name = "Equity";

/** Every line of a model that values equity directly. */
export function equitySheet(exported: ExportedModel): ModelSheet {
  const { result, model } = exported;
  const values = computeEquity(model.template, (key) => assumed(result, key));
  if (values === null || result.state !== "computed") return rangeSheet(exported, name, null);
  const lines = equityLines(model.template);
  return rangeSheet(exported, name, scenarioLines(exported, lines, values));
}
