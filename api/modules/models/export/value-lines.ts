import {
  type NumberTriple,
  scenarios,
  tripleOf,
} from "#registry/models/answers/scenario-values.ts";
import { claimSums, summaryLines, valueLines } from "#registry/models/dcf/dcf-lines.ts";
import type { ModelLine } from "#registry/models/formula/lines.ts";
import type { DcfDetail } from "#schemas/shapes/models/dcf.ts";
import { formula, link, text } from "./cells.ts";
import { excelFormula } from "./excel-formula.ts";
import { lineFormats, unitText } from "./exported.ts";
import { dcfNames, type Grid, scenarioLabel } from "./grid.ts";
import { blank, heading, type Line } from "./sheet.ts";

/** The value block of models.md 6.5 to 6.8: one column per scenario. */
export function valueBlock(grid: Grid): Line[] {
  const method = grid.exported.model.template.terminalMethod ?? "terminal_growth";
  const { lines } = valueLines[method];
  const bridge = lines.findIndex(({ id }) => id === "netDebt");
  const values = valuesOf(grid.detail);
  const row = (line: ModelLine) => scenarioRow(grid, line, values[line.id] ?? none);
  return [
    {
      ...heading("Value", [
        null,
        ...scenarios.map((scenario) => text(scenarioLabel[scenario], "header")),
      ]),
      id: "valueHeader",
    },
    ...lines.slice(0, bridge).map(row),
    blank,
    heading("From enterprise value to equity"),
    ...[...claimSums.lines, ...lines.slice(bridge)].map(row),
    blank,
    heading("Summary"),
    ...summaryLines.lines.map((line) => summaryRow(grid, line)),
    blank,
  ];
}

const none: NumberTriple = { low: null, mid: null, high: null };

/** What the answer says of each line. */
function valuesOf(detail: DcfDetail): Readonly<Record<string, NumberTriple>> {
  const { scenarios: rates, equityWaterfall: bridge, memo } = detail;
  return {
    discountRate: tripleOf((scenario) => rates[scenario].discountRate),
    terminal: tripleOf(
      (scenario) => rates[scenario].terminalGrowth ?? rates[scenario].exitMultiple,
    ),
    ...detail.enterpriseValue,
    withMidYearUplift: memo?.withMidYearUplift.enterpriseValue ?? none,
    upliftedPerShare: memo?.withMidYearUplift.fairValuePerShare ?? none,
    withReinvestment: memo?.withReinvestment.enterpriseValue ?? none,
    reinvestedPerShare: memo?.withReinvestment.fairValuePerShare ?? none,
    cash: bridge.cash,
    otherAssets: bridge.otherNonOperatingAssets,
    totalDebt: bridge.totalDebt,
    otherClaims: bridge.otherClaims,
    netDebt: bridge.netDebt,
    equityValue: bridge.equityValue,
    sharesUsed: bridge.shares,
    fairValuePerShare: bridge.fairValuePerShare,
  };
}

/** What a scenario is discounted and closed with shows the assumption itself. */
const shown: ReadonlySet<string> = new Set(["discountRate", "terminal"]);

function scenarioRow(grid: Grid, { id, label, unit, ...line }: ModelLine, values: NumberTriple) {
  const make = shown.has(id) ? link : formula;
  const row: Line = {
    id,
    cells: (at) => [
      text(label),
      text(unitText(unit, grid.exported.result), "note"),
      ...scenarios.map((scenario) =>
        make(
          excelFormula(line.formula, dcfNames(grid, at, { scenario })),
          values[scenario],
          lineFormats[unit],
        ),
      ),
    ],
  };
  return row;
}

function summaryRow(grid: Grid, { id, label, ...line }: ModelLine): Line {
  const result = grid.detail.summary[id as "forwardRevenueCagr"];
  return {
    id,
    cells: (at) => [
      text(label),
      text("ratio", "note"),
      formula(excelFormula(line.formula, dcfNames(grid, at, {})), result, "exactPercent"),
    ],
  };
}
