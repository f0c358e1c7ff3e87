import {
  type NumberTriple,
  type Scenario,
  scenarios,
  type Triple,
} from "#registry/models/answers/scenario-values.ts";
import { statedOrNull } from "#registry/models/answers/stated-digits.ts";
import { edgeKey } from "#registry/models/formula/evaluate.ts";
import {
  type LineReader,
  type LineTable,
  lineOf,
  type ModelLine,
} from "#registry/models/formula/lines.ts";
import type { ModelResult } from "#schemas/shapes/models/result.ts";
import { formula, text } from "../cells.ts";
import { assumptionNames, type CellNames, excelFormula } from "../excel-formula.ts";
import { type ExportedModel, lineFormats, titleOf, unitText } from "../exported.ts";
import { scenarioColumn, scenarioLabel } from "../grid.ts";
import { type At, frame, type Line, layOut } from "../sheet.ts";
import { finder, type ModelSheet } from "./model-sheet.ts";

/** Lines of a model, each with its formula in every scenario. Where there is no value the formulas say so, too. */
export const scenarioLines = (
  { result }: ExportedModel,
  table: LineTable,
  values: Triple<LineReader>,
): Line[] => table.lines.map((line) => scenarioLine(result, line, lineOf(values, line.id)));

function scenarioLine(
  result: ModelResult,
  { id, label, unit, formula: of }: ModelLine,
  values: NumberTriple,
): Line {
  return {
    id,
    cells: (at) => [
      text(label),
      text(unitText(unit, result), "note"),
      ...scenarios.map((scenario) =>
        formula(
          excelFormula(of, scenarioNames(at, scenario)),
          statedOrNull(values[scenario]),
          lineFormats[unit],
        ),
      ),
    ],
  };
}

/** Names in the column of a scenario. */
const scenarioNames = (at: At, scenario: Scenario): CellNames => ({
  ...assumptionNames,
  input: ({ key, edge }) => edgeKey(key, edge, scenario),
  line: (id) => `${scenarioColumn[scenario]}${at(id)}`,
});

const scenarioHeader: Line = {
  id: "header",
  cells: () => [
    text("", "header"),
    text("Unit", "header"),
    ...scenarios.map((scenario) => text(scenarioLabel[scenario], "header")),
  ],
};

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
