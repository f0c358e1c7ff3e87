import { scenarios } from "#registry/models/answers/scenario-values.ts";
import { letters } from "../cells.ts";
import { moneyUnit } from "../exported.ts";
import type { Grid } from "../grid.ts";
import { scenarioColumn } from "../grid.ts";
import type { At, Chart } from "../sheet.ts";

const height = 18;
const sheet = "DCF";
/** Columns of each chart, from the left. */
const places = [
  [0, 3],
  [3, 6],
  [6, 9],
] as const;

type ChartContent = Pick<Chart, "title" | "categories" | "series">;
type Row = (first: string, last: string, id: string) => string;

/** Revenue and margin, value by part, and the sensitivity, below the cells that they show. */
export function dcfCharts(grid: Grid, at: At, rows: number): Chart[] {
  const row: Row = (first, last, id) => `${sheet}!$${first}$${at(id)}:$${last}$${at(id)}`;
  const unit = moneyUnit(grid.exported.result);
  return [revenueChart(grid, row, unit), partsChart(row, unit), sensitivityChart(row)].map(
    (drawn, index) => {
      const [first, last] = places[index] ?? [0, 3];
      return {
        ...drawn,
        from: { column: first, row: rows + 1 },
        to: { column: last, row: rows + 1 + height },
      };
    },
  );
}

function revenueChart({ first, last }: Grid, row: Row, unit: string): ChartContent {
  return {
    title: `Revenue (${unit}) and EBITDA margin`,
    categories: row(first, last, "header"),
    series: [
      { name: "Revenue", values: row(first, last, "revenue"), kind: "bar" },
      { name: "EBITDA margin", values: row(first, last, "ebitda_margin"), kind: "ratio line" },
    ],
  };
}

/** What enterprise value consists of in each scenario. */
function partsChart(row: Row, unit: string): ChartContent {
  const columns = scenarios.map((scenario) => scenarioColumn[scenario]);
  const of = (id: string) => row(columns[0] ?? "", columns.at(-1) ?? "", id);
  return {
    title: `Enterprise value by part (${unit})`,
    categories: of("valueHeader"),
    series: [
      { name: "Projected years", values: of("sumOfPresentValues"), kind: "bar" },
      { name: "Terminal value", values: of("presentValueOfTerminalValue"), kind: "bar" },
    ],
  };
}

/** One line for each discount rate, over growth or multiple. */
function sensitivityChart(row: Row): ChartContent {
  const of = (id: string) => row(letters(3), letters(7), id);
  const names = [
    "1 point less",
    "0.5 points less",
    "as assumed",
    "0.5 points more",
    "1 point more",
  ];
  return {
    title: "Value by discount rate and terminal assumption",
    categories: of("sensitivityAxis"),
    series: names.map((name, index) => ({
      name: `Rate ${name}`,
      values: of(`sensitivity_${index}`),
      kind: "line" as const,
    })),
  };
}
