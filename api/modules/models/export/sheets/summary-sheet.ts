import { scenarios } from "#registry/models/answers/scenario-values.ts";
import { fromDateNumber } from "#registry/models/inputs/dates.ts";
import { type Cell, fact, formula, link, serialOf, text } from "../cells.ts";
import { assumed, type ExportedModel, moneyUnit, perShareUnitOf, titleOf } from "../exported.ts";
import { scenarioColumn, scenarioLabel } from "../grid.ts";
import { blank, frame, heading, type Line, layOut, type Sheet } from "../sheet.ts";
import { marketLines } from "./market-lines.ts";
import type { ModelSheet } from "./model-sheet.ts";
import { rateColumn } from "./wacc-sheet.ts";

const columns = 6;

/** What the model says, on one screen: values, key ratios, warnings and checks, with the disclaimer on top. */
export function summarySheet(exported: ExportedModel, model: ModelSheet): Sheet {
  const { result } = exported;
  const { rows } = layOut([
    ...frame(titleOf(exported), result.disclaimer, columns),
    ...factLines(exported),
    blank,
    ...valueLines(exported, model),
    ...ratioLines(exported, model),
    ...rateLines(exported, model),
    ...receiptLines(exported),
    ...marketLines(exported, model),
    heading("What the answer implies"),
    ...sanityLines(exported),
    blank,
    heading("Warnings"),
    ...warningLines(exported),
    blank,
    ...checkLines(exported, model),
  ]);
  return {
    name: "Summary",
    rows,
    widths: [44, 24, 16, 16, 16, 16],
    frozen: null,
    headerRow: null,
    hasGridlines: false,
    pagesHigh: 1,
  };
}

function factLines({ company, model, result, generatedAt, asOf }: ExportedModel): Line[] {
  const line = (label: string, value: string | Cell | null): Line => ({
    cells: () => [text(label), typeof value === "string" ? text(value) : value],
  });
  const day = (date: string | null) => (date === null ? null : fact(serialOf(date), "date"));
  const valuation = assumed(result, "valuation_date");
  const reason = result.stateReason;
  return [
    line("Company", company.name),
    line("Ticker", company.ticker ?? "none"),
    line("Template", model.template.key),
    line("State", result.state),
    ...(reason === null ? [] : [line("Reason", reason.message)]),
    line("Currency", result.currency ?? "not known"),
    line("Balance sheet date", day(result.balanceSheetDate)),
    ...(valuation === null
      ? []
      : [
          line(
            "Valuation date",
            link("valuation_date", serialOf(fromDateNumber(valuation) ?? ""), "date"),
          ),
        ]),
    line("Known as of", asOf === null ? "the day of the file" : day(asOf)),
    line("Reference data as of", model.reference.asOf),
    line("Missing from filings", result.missingMetricKeys.join(", ") || "nothing"),
    line("Generated at", generatedAt),
  ];
}

type Find = NonNullable<ModelSheet["cell"]>;

/** Shows a cell of the model sheet as that sheet shows it. */
function shown(find: Find, id: string, column: string): Cell | null {
  const { address, cell } = find(id, column);
  return cell?.kind === "formula" ? link(address, cell.result, cell.format) : null;
}

/** A row of the model sheet, one cell per scenario. */
const tripleLine = (find: Find, id: string, label: string, unit: string): Line => ({
  cells: () => [
    text(label),
    text(unit, "note"),
    ...scenarios.map((scenario) => shown(find, id, scenarioColumn[scenario])),
  ],
});

function valueLines({ result, model }: ExportedModel, { cell: find }: ModelSheet): Line[] {
  if (find === null || result.rateResult !== null) return [];
  const unit = moneyUnit(result);
  const isEquity = model.template.family === "equity";
  return [
    heading("Value", [
      null,
      ...scenarios.map((scenario) => text(scenarioLabel[scenario], "header")),
    ]),
    ...(isEquity
      ? []
      : [
          tripleLine(find, "enterpriseValue", "Enterprise value", unit),
          tripleLine(find, "netDebt", "Net debt", unit),
        ]),
    tripleLine(find, "equityValue", "Equity value", unit),
    tripleLine(find, "fairValuePerShare", "Fair value per share", perShareUnitOf(result)),
    blank,
  ];
}

const ratioLine = (find: Find, id: string, label: string, column: string): Line => ({
  cells: () => [text(label), text("ratio", "note"), shown(find, id, column)],
});

function ratioLines({ result }: ExportedModel, { cell: find }: ModelSheet): Line[] {
  if (result.dcfDetail === null || find === null) return [];
  return [
    heading("Key ratios"),
    ratioLine(find, "forwardRevenueCagr", "Forward revenue growth a year", "C"),
    ratioLine(find, "averageEbitdaMargin", "Average EBITDA margin", "C"),
    ratioLine(find, "unleveredFcfCagr", "Free cash flow growth a year", "C"),
    ratioLine(
      find,
      "terminalShareOfEnterpriseValue",
      "Terminal value, share of enterprise value",
      "D",
    ),
    blank,
  ];
}

function rateLines({ result }: ExportedModel, { cell: find }: ModelSheet): Line[] {
  if (result.rateResult === null || find === null) return [];
  return [
    heading("Rate"),
    ratioLine(find, "wacc", "Weighted average cost of capital", rateColumn),
    ratioLine(find, "costOfEquity", "Cost of equity", rateColumn),
    ratioLine(find, "costOfDebtAfterTax", "Cost of debt after tax", rateColumn),
    blank,
  ];
}

/** The value of one depositary receipt, where there is a reviewed ratio. */
function receiptLines({ result }: ExportedModel): Line[] {
  const receipt = result.perShare?.receipt;
  if (receipt == null || result.valuationRange === null) return [];
  return [
    heading("Depositary receipt"),
    {
      cells: () => [
        text("Ordinary shares to one receipt"),
        null,
        fact(receipt.sharesPerReceipt, "number"),
        text(receipt.source, "note"),
      ],
    },
    {
      cells: () => [
        text(`Fair value, ${receipt.unit}`),
        null,
        ...scenarios.map((scenario) => fact(receipt.fairValue?.[scenario] ?? null, "perShare")),
      ],
    },
    blank,
  ];
}

function sanityLines({ result }: ExportedModel): Line[] {
  if (result.sanity.length === 0) return [{ cells: () => [text("nothing to compare")] }];
  return result.sanity.map((note) => ({
    cells: () => [
      text(note.label),
      text(note.isOutside ? "unusual" : "", "note"),
      fact(note.value, "factor"),
      fact(note.low, "factor"),
      fact(note.high, "factor"),
      text(note.comparedWith, "note"),
    ],
  }));
}

function warningLines({ result }: ExportedModel): Line[] {
  if (result.warnings.length === 0) return [{ cells: () => [text("none")] }];
  return result.warnings.map(({ code, message }) => ({
    cells: () => [text(code), text(message, "note")],
  }));
}

/** Checks that stay live: OK, or CHECK when the workbook was changed into something that does not add up. */
function checkLines({ model: { template }, result }: ExportedModel, sheet: ModelSheet): Line[] {
  const { cell, centre, drivers } = sheet;
  if (cell === null || result.rateResult !== null || template.family === "equity") return [];
  const check = (label: string, holds: string): Line => ({
    cells: () => [text(label), formula(`IF(${holds},"OK","CHECK")`, "OK", "number")],
  });
  const mid = scenarioColumn.mid;
  const [worth, debt, equity, perShare] = [
    cell("enterpriseValue", mid).address,
    cell("netDebt", mid).address,
    cell("equityValue", mid).address,
    cell("fairValuePerShare", mid).address,
  ];
  const headline = `IF(ISNUMBER(${perShare}),${perShare},${equity})`;
  const same = (a: string, b: string) => `ABS(${a}-(${b}))<=0.000000001*MAX(1,ABS(${a}))`;
  const ifValued = (then: string) => `IF(ISNUMBER(${worth}),${then},1=1)`;
  return [
    heading("Checks"),
    ...(centre === null
      ? []
      : [
          check(
            "Headline equals the centre of the sensitivity grid",
            ifValued(same(centre, headline)),
          ),
        ]),
    ...(drivers === null
      ? []
      : [
          check(
            "Every driver has a value in every year",
            `COUNT(${drivers})=${7 * (template.horizonYears ?? 0)}`,
          ),
        ]),
    check(
      "Enterprise value less net debt is equity value",
      ifValued(same(equity, `${worth}-${debt}`)),
    ),
    ...(template.family === "dcf" ? [rateCheck(sheet, check, template.terminalMethod)] : []),
    blank,
  ];
}

function rateCheck(
  { cell }: ModelSheet,
  check: (label: string, holds: string) => Line,
  method: string | null,
): Line {
  const isPerpetuity = method === "terminal_growth";
  const above = scenarios.map((scenario) => {
    const column = scenarioColumn[scenario];
    const floor = isPerpetuity ? cell?.("terminal", column).address : "0";
    return `${cell?.("discountRate", column).address}>${floor}`;
  });
  const label = isPerpetuity
    ? "The discount rate is above growth in every scenario"
    : "The discount rate is positive in every scenario";
  return check(label, `AND(${above.join(",")})`);
}
