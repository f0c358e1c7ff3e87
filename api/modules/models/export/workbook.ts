import type { ModelFamily } from "#schemas/shapes/models/listing.ts";
import { type ExportedModel, titleOf } from "./exported.ts";
import type { Workbook } from "./sheet.ts";
import { assumptionsSheet } from "./sheets/assumptions-sheet.ts";
import { dcfSheet } from "./sheets/dcf-sheet.ts";
import { epvSheet } from "./sheets/epv-sheet.ts";
import { equitySheet } from "./sheets/equity-sheet.ts";
import { historicalSheet } from "./sheets/historical-sheet.ts";
import { historySheet } from "./sheets/history-sheet.ts";
import type { ModelSheet } from "./sheets/model-sheet.ts";
import { multiplesSheet } from "./sheets/multiples-sheet.ts";
import { sourcesSheet } from "./sheets/sources-sheet.ts";
import { summarySheet } from "./sheets/summary-sheet.ts";
import { waccSheet } from "./sheets/wacc-sheet.ts";

/**
 * A model as a live workbook (models.md 14.2): facts, defaults and overrides are constants, everything else is a
 * formula whose stored result is what the model computed. Pure; nothing here knows a file format.
 */
export function layOutWorkbook(exported: ExportedModel): Workbook {
  const { result } = exported;
  const model = modelSheets[exported.model.template.family](exported);
  const assumptions = assumptionsSheet(exported);
  return {
    title: titleOf(exported),
    footer: result.disclaimer,
    sheets: [
      summarySheet(exported, model),
      ...(result.assumptions.length === 0 ? [] : [assumptions.sheet]),
      model.sheet,
      ...(result.dcfDetail === null ? [] : [historySheet(exported, result.dcfDetail)]),
      sourcesSheet(exported),
    ],
    names: [...assumptions.names, ...model.names],
  };
}

const modelSheets: Readonly<Record<ModelFamily, (exported: ExportedModel) => ModelSheet>> = {
  dcf: dcfSheet,
  multiples: multiplesSheet,
  cost_of_capital: waccSheet,
  earnings_power: epvSheet,
  equity: equitySheet,
  historical: historicalSheet,
};
