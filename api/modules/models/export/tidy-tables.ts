import { scenarios } from "#registry/models/answers/scenario-values.ts";
import { ratioByKey } from "#registry/models/dcf/historical-ratios.ts";
import type { Model } from "#registry/models/family.ts";
import type { DcfDetail } from "#schemas/shapes/models/dcf.ts";
import { type ExportedModel, moneyUnitOf } from "./exported.ts";
import { labelOf, lineFormat } from "./historical-lines.ts";
import { labelledRow, type TidyRow, tripleRows } from "./tidy-row.ts";

const isShareKey = (key: string) => /Pct|PerRevenue/.test(key);

/** Low, mid and high of a model that is valued but for a DCF, which has its own sections. */
export function rangeRows({ result }: ExportedModel): TidyRow[] {
  if (result.valuationRange === null) return [];
  const { enterpriseValue, ...bridge } = result.valuationRange;
  const money = moneyUnitOf(result);
  return [
    ...tripleRows("enterprise_value", { enterpriseValue }, money),
    ...tripleRows("equity_waterfall", bridge, money),
  ];
}

/** The members of an object as rows of one period; text members become values too. */
function memberRows(section: string, year: number | string, of: object, money: string): TidyRow[] {
  return Object.entries(of as Record<string, number | string | null>).map(([key, value]) => {
    const unit = typeof value === "string" ? "date" : isShareKey(key) ? "ratio" : money;
    return labelledRow(section)(key, value, unit, { year });
  });
}

/** The filed years behind a DCF with their averages and the year to date, and working capital by quarter end. */
export function historyRows({ result }: ExportedModel, history: DcfDetail["history"]): TidyRow[] {
  const money = moneyUnitOf(result);
  const { fiveYearAverage: average, fiscalYtd, averageUsed } = history;
  const annual = history.annual.flatMap(({ fiscalYear, ...row }) =>
    memberRows("history_annual", fiscalYear, row, money),
  );
  const averages = memberRows("history_annual", "average", average, "years");
  const quarters = history.quarterlyNwc.flatMap(({ periodEnd, ...row }) =>
    memberRows("history_nwc", periodEnd, row, money),
  );
  return [
    ...annual,
    ...averages,
    ...(fiscalYtd === null ? [] : ytdRows(fiscalYtd, money)),
    ...quarters,
    {
      section: "history_nwc",
      key: "averageUsed",
      label: "Mean of the last four",
      value: averageUsed,
      unit: "ratio",
    },
  ];
}

function ytdRows(ytd: NonNullable<DcfDetail["history"]["fiscalYtd"]>, money: string): TidyRow[] {
  const { fiscalYear, fiscalPeriod, ...row } = ytd;
  return memberRows("history_annual", `${fiscalPeriod} ${fiscalYear}`, row, money);
}

const formatUnits: Readonly<Record<string, string>> = { perShare: "per share", count: "shares" };

/** The lines of a model that values equity directly. */
export const stepRows = ({ result }: ExportedModel): TidyRow[] =>
  result.steps.flatMap(({ key, label, unit, values }) =>
    scenarios.map((scenario) => ({
      section: "step",
      key,
      label,
      scenario,
      value: values[scenario],
      unit: unit === "money" ? moneyUnitOf(result) : unit,
    })),
  );

/** A historical table, line by line; growth and margins carry their block before their key. */
export function historicalRows({ result, model }: ExportedModel): TidyRow[] {
  const money = moneyUnitOf(result);
  const isRatios = model.template.key === "historical_ratios";
  return result.historicals.flatMap(({ fiscalYear, basis, periodEnd, values, growth, margins }) => {
    const year = basis === "TTM" ? `TTM ${periodEnd}` : fiscalYear;
    const rows = (of: typeof values, block: string, unit: (key: string) => string) =>
      Object.entries(of).map(
        ([key, value]): TidyRow => ({
          section: "historical",
          key: block + key,
          label: labelOf(key),
          year,
          value,
          unit: unit(key),
        }),
      );
    const valueUnit = (key: string) =>
      isRatios ? "ratio" : (formatUnits[lineFormat(key as "revenue")] ?? money);
    const marginUnit = (key: string) => (ratioByKey.get(key)?.isMultiple ? "multiple" : "ratio");
    return [
      ...rows(values, "", valueUnit),
      ...rows(growth, "growth.", () => "ratio"),
      ...rows(margins, "margins.", marginUnit),
      ...(basis === "FY" ? filingRows(model, periodEnd, fiscalYear) : []),
    ];
  });
}

/** The filings that a year's column comes from. */
function filingRows({ facts }: Model, periodEnd: string, year: number): TidyRow[] {
  const modelYear = facts.years.find((one) => one.periodEnd === periodEnd);
  return (modelYear?.filings ?? []).map(({ accessionNumber, form, filedDate }) => ({
    section: "provenance",
    key: "filing",
    label: `${form}, filed ${filedDate}`,
    year,
    value: accessionNumber,
    unit: "accession number",
    source: "prefilled_from_filings",
  }));
}

/** The lines of a cost of capital. */
export function rateRows({ result: { rateResult } }: ExportedModel): TidyRow[] {
  if (rateResult === null) return [];
  const { weights, weightBasis, ...rates } = rateResult;
  const row = labelledRow("rate");
  return [
    ...Object.entries(rates).map(([key, value]) => row(key, value, "ratio")),
    row("weightOfEquity", weights.equity, "ratio"),
    row("weightOfDebt", weights.debt, "ratio"),
    row("weightBasis", weightBasis, "text"),
  ];
}

/** The lines of an earnings power value and its maintenance table. */
export function powerRows({ result }: ExportedModel): TidyRow[] {
  if (result.earningsPower === null) return [];
  const { maintenance, discountRate, shares, ...lines } = result.earningsPower;
  const money = moneyUnitOf(result);
  const section = "earnings_power";
  const row = labelledRow(section);
  return [
    ...Object.entries(lines).map(([key, value]) => row(key, value, money)),
    row("shares", shares, "shares"),
    ...tripleRows(section, { discountRate }, money),
    row("propertyPerRevenue", maintenance.propertyPerRevenue, "ratio"),
    ...maintenance.years.flatMap(({ fiscalYear, ...year }) =>
      memberRows(section, fiscalYear, year, money),
    ),
  ];
}
