import { statedOrNull } from "#registry/models/answers/stated-digits.ts";
import { computeScenario } from "#registry/models/formula/lines.ts";
import { waccLines } from "#registry/models/rates/wacc.ts";
import type { RateResult } from "#schemas/shapes/models/result.ts";
import { formula, text } from "../cells.ts";
import { assumptionNames, excelFormula } from "../excel-formula.ts";
import { assumed, type ExportedModel, lineFormats, titleOf, unitText } from "../exported.ts";
import { frame, type Line, layOut } from "../sheet.ts";
import { finder, type ModelSheet } from "./model-sheet.ts";

const name = "WACC";
/** Column of the values. */
export const rateColumn = "C";

/** The cost of capital line by line (models.md section 7). */
export function waccSheet(exported: ExportedModel): ModelSheet {
  const { rateResult, disclaimer, stateReason } = exported.result;
  const reason: Line = {
    cells: () => [text(`No rate: ${stateReason?.message ?? ""}`, "total")],
  };
  const lines = rateResult === null ? [reason] : rateLines(exported, rateResult);
  const laidOut = layOut([
    ...frame(titleOf(exported), disclaimer, 4),
    {
      id: "header",
      cells: () => [text("", "header"), text("Unit", "header"), text("Value", "header")],
    },
    ...lines,
  ]);
  const { rows, at } = laidOut;
  return {
    sheet: {
      name,
      rows,
      widths: [44, 15, 18, 60],
      frozen: { rows: at("header"), columns: 2 },
      headerRow: at("header"),
      hasGridlines: true,
    },
    names: [],
    cell: rateResult === null ? null : finder(name, laidOut),
    centre: null,
    drivers: null,
  };
}

function rateLines(exported: ExportedModel, { weightBasis }: RateResult): Line[] {
  const { result } = exported;
  const values = computeScenario(waccLines, (key) => assumed(result, key), "mid");
  const lines = waccLines.lines.map(
    ({ id, label, unit, formula: of }): Line => ({
      id,
      cells: (at) => [
        text(label),
        text(unitText(unit, result), "note"),
        formula(
          excelFormula(of, { ...assumptionNames, line: (other) => `${rateColumn}${at(other)}` }),
          statedOrNull(values(id)),
          lineFormats[unit],
        ),
      ],
    }),
  );
  const basis: Line = {
    cells: () => [text("Weights rest on"), null, text(weightBasis.replaceAll("_", " "))],
  };
  return [...lines, basis];
}
