import { outsideOf } from "#registry/models/inputs/working-capital.ts";
import type { DcfDetail } from "#schemas/shapes/models/dcf.ts";
import { type Cell, type Cells, fact, formula, letters, serialOf, text } from "../cells.ts";
import { type ExportedModel, moneyUnit } from "../exported.ts";
import { type At, blank, frame, type Line, layOut, type Sheet } from "../sheet.ts";

const firstColumn = 3;
const usedQuarters = 4;

/** What the filings say of spending, depreciation and working capital; its averages are the seeds (models.md 6.9). */
export function historySheet(exported: ExportedModel, { history }: DcfDetail): Sheet {
  const columns = Math.max(history.annual.length + 2, history.quarterlyNwc.length) + 2;
  const lines = [
    ...frame(`Filed history: ${exported.company.name}`, exported.result.disclaimer, columns),
    ...annualLines(exported, history),
    blank,
    ...capitalLines(exported, history),
  ];
  const { rows, at } = layOut(lines);
  return {
    // Plain "History" is a name that spreadsheets keep for themselves.
    name: "Filed history",
    rows,
    widths: [42, 15, ...Array.from({ length: columns - 2 }, () => 14)],
    frozen: { rows: at("header"), columns: 2 },
    headerRow: at("header"),
    hasGridlines: true,
  };
}

type History = DcfDetail["history"];

/** Years, their average, and the year to date in the column after it. */
function annualLines(exported: ExportedModel, history: History): Line[] {
  const { annual, fiscalYtd: ytd, fiveYearAverage: average } = history;
  const unit = moneyUnit(exported.result);
  const [first, last] = [letters(firstColumn), letters(firstColumn + annual.length - 1)];
  const ytdColumn = letters(firstColumn + annual.length + 1);
  const money = (
    id: string,
    label: string,
    key: "revenue" | "capitalExpenditures" | "depreciationAmortization",
  ): Line => ({
    id,
    cells: () => [
      text(label),
      text(unit, "note"),
      ...annual.map((row) => fact(row[key], "money")),
      null,
      ytd === null ? null : fact(ytd[key], "money"),
    ],
  });
  const share = (
    id: string,
    label: string,
    of: string,
    key: "capexPctRevenue" | "daPctRevenue",
  ): Line => ({
    id,
    cells: (at) => [
      text(label),
      text("ratio", "note"),
      ...annual.map((row, k) => shareCell(at, letters(firstColumn + k), of, "revenue", row[key])),
      annual.length === 0 ? null : meanCell(`${first}${at(id)}:${last}${at(id)}`, average[key]),
      ytd === null ? null : shareCell(at, ytdColumn, of, "revenue", ytd[key]),
    ],
  });
  return [
    { id: "header", cells: () => annualHeader(history) },
    money("revenue", "Revenue", "revenue"),
    money("capex", "Capital expenditures", "capitalExpenditures"),
    share("capexPct", "Capital expenditures, % of revenue", "capex", "capexPctRevenue"),
    money("da", "D&A", "depreciationAmortization"),
    share("daPct", "D&A, % of revenue", "da", "daPctRevenue"),
  ];
}

function annualHeader({ annual, fiscalYtd: ytd }: History): Cells {
  return [
    text("Fiscal year", "header"),
    text("Unit", "header"),
    ...annual.map(({ fiscalYear }) => text(`FY${fiscalYear}`, "header")),
    text("Average", "header"),
    ytd === null ? null : text(`${ytd.fiscalPeriod} ${ytd.fiscalYear} to date`, "header"),
  ];
}

/** a / b where both are known and b is above zero. */
function shareCell(at: At, column: string, a: string, b: string, result: number | null): Cell {
  const [of, by] = [`${column}${at(a)}`, `${column}${at(b)}`];
  const isKnown = `AND(ISNUMBER(${of}),ISNUMBER(${by}),${by}>0)`;
  return formula(`IF(${isKnown},${of}/${by},"n/a")`, result, "percent");
}

const meanCell = (range: string, result: number | null) =>
  formula(`IF(COUNT(${range})>0,AVERAGE(${range}),"n/a")`, result, "exactPercent");

type Row = History["quarterlyNwc"][number];
type Column = keyof Row;

const filed: readonly [string, string, ((row: Row) => number | null)?][] = [
  ["totalCurrentAssets", "Total current assets"],
  ["cash", "Cash and equivalents"],
  ["shortTermInvestments", "Short-term investments"],
  ["assetsOutside", "Current assets that are no working capital", (row) => outsideOf(row).assets],
  ["totalCurrentLiabilities", "Total current liabilities"],
  ["shortTermDebt", "Debt due within a year"],
  [
    "liabilitiesOutside",
    "Current liabilities that are no working capital",
    (row) => outsideOf(row).liabilities,
  ],
  ["ltmRevenue", "Revenue, twelve months"],
];

const derived: readonly [Column, string, (of: (id: string) => string) => string][] = [
  [
    "operatingCurrentAssets",
    "Operating current assets",
    (of) =>
      `${of("totalCurrentAssets")}-${of("cash")}-${of("shortTermInvestments")}-${of("assetsOutside")}`,
  ],
  [
    "operatingCurrentLiabilities",
    "Operating current liabilities",
    (of) => `${of("totalCurrentLiabilities")}-${of("shortTermDebt")}-${of("liabilitiesOutside")}`,
  ],
  [
    "netWorkingCapital",
    "Net working capital",
    (of) => `${of("operatingCurrentAssets")}-${of("operatingCurrentLiabilities")}`,
  ],
];

function capitalLines(exported: ExportedModel, { quarterlyNwc, averageUsed }: History): Line[] {
  const unit = moneyUnit(exported.result);
  const column = (k: number) => letters(firstColumn + k);
  const count = quarterlyNwc.length;
  const used = [column(Math.max(0, count - usedQuarters)), column(count - 1)];
  const of = (at: At, k: number) => (id: string) => `${column(k)}${at(id)}`;
  const lines: Line[] = [
    {
      cells: () => [
        text("Quarter end", "header"),
        text("Unit", "header"),
        ...quarterlyNwc.map(({ periodEnd }) => fact(serialOf(periodEnd), "date")),
      ],
    },
    ...filed.map(
      ([key, label, shown = (row) => row[key as Column] as number | null]): Line => ({
        id: key,
        cells: () => [
          text(label),
          text(unit, "note"),
          ...quarterlyNwc.map((row) => fact(shown(row), "money")),
        ],
      }),
    ),
    ...derived.map(
      ([key, label, make]): Line => ({
        id: key,
        cells: (at) => [
          text(label),
          text(unit, "note"),
          ...quarterlyNwc.map((row, k) => {
            const cell = of(at, k);
            const both = [cell("totalCurrentAssets"), cell("totalCurrentLiabilities")];
            const isKnown = `AND(ISNUMBER(${both[0]}),ISNUMBER(${both[1]}))`;
            const result = row[key] as number | null;
            return formula(`IF(${isKnown},${make(cell)},"n/a")`, result, "money");
          }),
        ],
      }),
    ),
    {
      id: "nwcPct",
      cells: (at) => [
        text("Net working capital, % of revenue"),
        text("ratio", "note"),
        ...quarterlyNwc.map((row, k) =>
          shareCell(at, column(k), "netWorkingCapital", "ltmRevenue", row.nwcPctLtmRevenue),
        ),
      ],
    },
    {
      cells: (at) => [
        text(`Mean of the last ${usedQuarters}`),
        text("ratio", "note"),
        count === 0
          ? null
          : meanCell(`${used[0]}${at("nwcPct")}:${used[1]}${at("nwcPct")}`, averageUsed),
      ],
    },
  ];
  return lines;
}
