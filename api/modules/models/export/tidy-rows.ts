import { scenarios } from "#registry/models/answers/scenario-values.ts";
import type { Unit } from "#schemas/shapes/models/assumption.ts";
import { type DcfDetail, driverNames } from "#schemas/shapes/models/dcf.ts";
import { type ExportedModel, moneyUnitOf, perShareUnitOf } from "./exported.ts";
import { labelOf } from "./historical-lines.ts";
import { labelledRow, type TidyRow, tripleRows } from "./tidy-row.ts";
import {
  historicalRows,
  historyRows,
  powerRows,
  rangeRows,
  rateRows,
  stepRows,
} from "./tidy-tables.ts";

/** Every figure of a model, one to a row, the disclaimer before and after all of them. */
export function tidyRows(exported: ExportedModel): TidyRow[] {
  const { result } = exported;
  const disclaimer: TidyRow = {
    section: "disclaimer",
    key: "disclaimer",
    label: "Disclaimer",
    value: result.disclaimer,
    unit: "text",
  };
  const detail = result.dcfDetail;
  const rows: TidyRow[] = [
    disclaimer,
    ...metaRows(exported),
    ...assumptionRows(exported),
    ...(detail === null ? [] : dcfRows(exported, detail)),
    ...(detail === null ? rangeRows(exported) : []),
    ...(detail === null ? [] : historyRows(exported, detail.history)),
    ...historicalRows(exported),
    ...rateRows(exported),
    ...powerRows(exported),
    ...stepRows(exported),
    ...marketRows(exported),
    ...result.warnings.map(({ code, message }) => ({
      section: "warning",
      key: code,
      value: message,
      unit: "text",
    })),
    ...sanityRows(exported),
    disclaimer,
  ];
  const unit = perShareUnitOf(result);
  return rows.map((row) => (row.unit === "per share" ? { ...row, unit } : row));
}

function sanityRows({ result }: ExportedModel): TidyRow[] {
  const receipt = result.perShare?.receipt?.fairValue ?? null;
  const ofReceipt = receipt === null ? [] : tripleRows("receipt", { fairValue: receipt }, "");
  return [
    ...ofReceipt.map((row) => ({ ...row, unit: result.perShare?.receipt?.unit ?? "" })),
    ...result.sanity.flatMap(({ key, label, value, low, high, comparedWith }) =>
      [["", value] as const, ["low", low] as const, ["high", high] as const].map(
        ([scenario, one]): TidyRow => ({
          section: "sanity",
          key,
          label,
          scenario,
          value: one,
          unit: "ratio",
          source: comparedWith,
        }),
      ),
    ),
  ];
}

/** The price, and the value carried to its day; nothing without a price. */
function marketRows({ result }: ExportedModel): TidyRow[] {
  const { price, pricePerShare, carried, upside } = result.market;
  if (price === null || carried === null) return [];
  const row = (key: string, value: number | string | null, unit: string): TidyRow =>
    labelledRow("market")(key, value, unit, { source: price.source });
  return [
    row("pricePerShare", pricePerShare, "per share"),
    row("valueDate", carried.valueDate, "date"),
    row("priceDate", carried.priceDate, "date"),
    row("costOfEquity", carried.costOfEquity, "ratio"),
    row("carryFactor", carried.factor, "factor"),
    ...tripleRows("market", { carriedValuePerShare: carried.fairValuePerShare }, "").map((one) => ({
      ...one,
      unit: "per share",
    })),
    ...(upside === null ? [] : tripleRows("market", { upside }, "ratio")),
  ];
}

function metaRows({ company, model, result, generatedAt, asOf }: ExportedModel): TidyRow[] {
  const { reference, template } = model;
  const meta: [string, string, string | null][] = [
    ["company", "Company", company.name],
    ["ticker", "Ticker", company.ticker],
    ["cik", "CIK", company.cik],
    ["template", "Template", template.key],
    ["templateName", "Template name", template.name],
    ["state", "State", result.state],
    ["stateReason", "Reason", result.stateReason?.message ?? null],
    ["currency", "Currency", result.currency],
    ["balanceSheetDate", "Balance sheet date", result.balanceSheetDate],
    ["missingMetricKeys", "Missing from filings", result.missingMetricKeys.join(" ")],
    ["referenceSource", "Reference data", reference.source],
    ["referenceAsOf", "Reference data as of", reference.asOf],
    ["asOf", "Known as of", asOf ?? generatedAt.slice(0, 10)],
    ["generatedAt", "Generated at", generatedAt],
  ];
  return meta.map(([key, label, value]) => ({ section: "meta", key, label, value, unit: "text" }));
}

function assumptionRows(exported: ExportedModel): TidyRow[] {
  const unit = (one: Unit) => (one === "currency" ? moneyUnitOf(exported.result) : one);
  return exported.result.assumptions.flatMap((one): TidyRow[] => {
    const { key, label, value, source, provenance } = one;
    const row = { section: "assumption", key, label, value, unit: unit(one.unit), source };
    if (provenance === null) return [row];
    const { taxonomy, concept, form, periodEnd, accessionNumber } = provenance;
    return [
      row,
      {
        section: "provenance",
        key,
        label: `${taxonomy}:${concept}, ${form}, period to ${periodEnd}`,
        value: accessionNumber,
        unit: "accession number",
        source,
      },
    ];
  });
}

function dcfRows(exported: ExportedModel, detail: DcfDetail): TidyRow[] {
  const money = moneyUnitOf(exported.result);
  const drivers = driverNames.flatMap((name) =>
    detail.drivers[name].map(
      ({ fiscalYear, value, source }): TidyRow => ({
        section: "driver",
        key: name,
        label: labelOf(name),
        year: fiscalYear,
        value,
        unit: name === "other_income" ? money : "ratio",
        source,
      }),
    ),
  );
  const years = [...detail.projections, ...detail.capitalised];
  const projections = years.flatMap(({ fiscalYear, ...row }) =>
    Object.entries<number>(row).map(([key, value]) =>
      labelledRow("projection")(key, value, money, { year: fiscalYear }),
    ),
  );
  return [
    ...drivers,
    ...projections,
    ...discountingRows(detail, money),
    ...scenarioRows(detail),
    ...tripleRows("enterprise_value", detail.enterpriseValue, money),
    ...memoRows(detail, money),
    ...tripleRows("equity_waterfall", detail.equityWaterfall, money),
    ...summaryRows(detail),
  ];
}

function discountingRows({ discounting, discountFactors }: DcfDetail, money: string): TidyRow[] {
  if (discounting === null || discountFactors === null) return [];
  const { periods, terminal, stubFraction, valuationDate, balanceSheetDate } = discounting;
  const row = labelledRow("discounting");
  return [
    row("valuationDate", valuationDate, "date"),
    row("balanceSheetDate", balanceSheetDate, "date"),
    row("stubFraction", stubFraction, "years"),
    ...periods.flatMap((one) => {
      const ofYear = { year: one.fiscalYear };
      return [
        row("periodStart", one.periodStart, "date", ofYear),
        row("periodEnd", one.periodEnd, "date", ofYear),
        row("midPeriodDate", one.midPeriodDate, "date", ofYear),
        row("periodFraction", one.periodFraction, "years", ofYear),
        row("discountPeriod", one.discountPeriod, "years", ofYear),
        row("cashFlow", one.cashFlow, money, ofYear),
      ];
    }),
    row("terminalDate", terminal.date, "date"),
    row("terminalDiscountPeriod", terminal.discountPeriod, "years"),
    ...scenarios.flatMap((scenario) => {
      const { years, terminal: last } = discountFactors[scenario];
      const factor = (value: number, year: number | string) =>
        labelledRow("discount_factor")("discountFactor", value, "factor", { year, scenario });
      return [
        ...years.map((value, k) => factor(value, periods[k]?.fiscalYear ?? k + 1)),
        factor(last, "terminal"),
      ];
    }),
  ];
}

/** What each scenario is discounted and closed with. */
const scenarioRows = ({ scenarios: rates }: DcfDetail): TidyRow[] =>
  scenarios.flatMap((scenario) =>
    Object.entries(rates[scenario]).map(([key, value]) =>
      labelledRow("summary")(key, value, key === "exitMultiple" ? "multiple" : "ratio", {
        scenario,
      }),
    ),
  );

function memoRows({ memo }: DcfDetail, money: string): TidyRow[] {
  if (memo === null) return [];
  return memos.flatMap(([member, words]) =>
    tripleRows("enterprise_value", memo[member], money).map((row) => ({
      ...row,
      key: `${member}.${row.key}`,
      label: `Memo: ${row.label} ${words}`,
    })),
  );
}

const memos = [
  ["withMidYearUplift", "with mid-year uplift"],
  ["withReinvestment", "with reinvestment tied to growth"],
] as const;

function summaryRows({ summary }: DcfDetail): TidyRow[] {
  const row = labelledRow("summary");
  return [
    ...tripleRows("summary", { fairValuePerShare: summary.fairValuePerShare }, ""),
    row("forwardRevenueCagr", summary.forwardRevenueCagr, "ratio"),
    row("averageEbitdaMargin", summary.averageEbitdaMargin, "ratio"),
    row("unleveredFcfCagr", summary.unleveredFcfCagr, "ratio"),
    row("stockPrice", summary.stockPrice, "per share"),
    row("upside", summary.upside?.mid ?? null, "ratio"),
  ];
}
