import { computeEpv, epvLines } from "#registry/models/epv.ts";
import { assumed, type ExportedModel } from "../exported.ts";
import { maintenanceBlock } from "../maintenance-lines.ts";
import { blank } from "../sheet.ts";
import type { ModelSheet } from "./model-sheet.ts";
import { rangeSheet, scenarioLines } from "./range-sheet.ts";

const name = "EPV";

/** Every line of an earnings power value and the yearly maintenance table (models.md section 8). */
export function epvSheet(exported: ExportedModel): ModelSheet {
  const { result } = exported;
  const values = computeEpv((key) => assumed(result, key));
  if (result.earningsPower === null || values === null) return rangeSheet(exported, name, null);
  return rangeSheet(exported, name, [
    ...scenarioLines(exported, epvLines, values),
    blank,
    ...maintenanceBlock(exported, result.earningsPower.maintenance),
  ]);
}
