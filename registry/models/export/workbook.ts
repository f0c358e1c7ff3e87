import { assumptionsSheet } from "./assumptions-sheet.ts";
import { dcfSheet } from "./dcf-sheet.ts";
import { epvSheet } from "./epv-sheet.ts";
import { equitySheet } from "./equity-sheet.ts";
import { type Exported, titleOf } from "./exported.ts";
import { historicalSheet } from "./historical-sheet.ts";
import { historySheet } from "./history-sheet.ts";
import type { ModelSheet } from "./model-sheet.ts";
import { multiplesSheet } from "./multiples-sheet.ts";
import type { Workbook } from "./sheet.ts";
import { sourcesSheet } from "./sources-sheet.ts";
import { summarySheet } from "./summary-sheet.ts";
import { waccSheet } from "./wacc-sheet.ts";

/**
 * A model as a live workbook (models.md 14.2): facts, defaults and overrides are constants, everything else is a
 * formula whose stored result is what the model computed. Pure; nothing here knows a file format.
 */
export function layOutWorkbook(exported: Exported): Workbook {
  const { result } = exported;
  const model = modelSheet(exported);
  const assumptions = assumptionsSheet(exported);
  return {
    title: titleOf(exported),
    footer: result.disclaimer,
    sheets: [
      summarySheet(exported, model),
      assumptions.sheet,
      model.sheet,
      ...(result.dcfDetail === null ? [] : [historySheet(exported, result.dcfDetail)]),
      sourcesSheet(exported),
    ],
    names: [...assumptions.names, ...model.names],
  };
}

function modelSheet(exported: Exported): ModelSheet {
  const { model, result } = exported;
  switch (model.template.family) {
    case "dcf":
      if (result.dcfDetail === null) throw new Error("a DCF result has its detail");
      return dcfSheet(exported, result.dcfDetail);
    case "multiples":
      return multiplesSheet(exported);
    case "cost_of_capital":
      return waccSheet(exported);
    case "earnings_power":
      return epvSheet(exported);
    case "equity":
      return equitySheet(exported);
    case "historical":
      return historicalSheet(exported);
  }
}
