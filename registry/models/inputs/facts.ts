import type { Split } from "../../series/adjust-for-splits.ts";
import { read } from "../answers/metrics.ts";
import { type QuotedValue, quote } from "../answers/provenance.ts";
import type { Warning } from "../assumption.ts";
import type { MetricKey } from "../catalogue.ts";
import { type Anchors, annualPeriods, findAnchors } from "./anchors.ts";
import { balanceAt } from "./balances.ts";
import { averageDebt, daysOfDebt } from "./claims/average-debt.ts";
import { type Claims, claimsAt, noClaims, untoldDebt } from "./claims/claims.ts";
import {
  noOperatingLeases,
  type OperatingLeases,
  operatingLeasesAt,
} from "./claims/operating-leases.ts";
import type { CompanyType } from "./company-type.ts";
import { withClass } from "./counts/with-class.ts";
import { addDays, daysBetween } from "./dates.ts";
import { type Dilution, dilutionAt } from "./dilution.ts";
import { commonDividends } from "./dividends.ts";
import { withAllExpenditure } from "./earnings/capital-expenditure.ts";
import { gainsOf } from "./earnings/charge.ts";
import { digitalAssetGains, securitiesGains } from "./earnings/charges/gain-tags.ts";
import { lossOfMinorities } from "./earnings/charges/minorities.ts";
import { withDepreciation } from "./earnings/depreciation.ts";
import { withoutDiscontinued } from "./earnings/discontinued-flows.ts";
import { withFundsOfOperations } from "./earnings/funds.ts";
import { withAllInterest, withInterestOfNotes } from "./earnings/interest/all-interest.ts";
import { type Charges, chargesOf, noCharges, trailingCharges } from "./earnings/one-offs.ts";
import { withOperatingIncome } from "./earnings/operating-income.ts";
import { withTaxSign } from "./earnings/replaced-lines.ts";
import { withSoftwareAmortization } from "./earnings/software-amortization.ts";
import { isPartnership } from "./earnings/tax/partnership.ts";
import { withSalesAlone } from "./earnings/within-revenue.ts";
import { statedByMember } from "./filed-facts.ts";
import { publicFloat } from "./public-float.ts";
import { withAllOwners } from "./scopes/all-owners.ts";
import { scopeOf } from "./scopes/one-scope.ts";
import { withoutOtherScale } from "./scopes/other-scale.ts";
import { withOwnersEquity } from "./scopes/owners-equity.ts";
import { withParentsIncome } from "./scopes/parents-income.ts";
import { withCommonIncome } from "./scopes/participating-income.ts";
import { withRestatedLines } from "./scopes/restated-lines.ts";
import { noSecurity, readSecurity, type Security } from "./security.ts";
import { dilutedShares } from "./shares.ts";
import type { ModelSource, SourcePeriod } from "./source.ts";
import { periodsAt, recastYear, trailing, yearToDate } from "./trailing.ts";
import { type CapitalRow, workingCapital } from "./working-capital.ts";
import { inRow, type YearRow, yearRow } from "./year-row.ts";

/** The year so far, in the lines that the history block shows. */
export interface YearToDate {
  fiscalYear: number;
  fiscalPeriod: string;
  periodEnd: string;
  revenue: number | null;
  capitalExpenditures: number | null;
  depreciationAmortization: number | null;
}

/** Everything that models take from filings, as plain data (models.md section 3). */
export interface ModelFacts extends CompanyType {
  /** Null without a full fiscal year; then nothing below has a value. */
  anchors: Anchors | null;
  /** Oldest first, at most eleven. */
  years: YearRow[];
  /** The newest of them that follow one another: what growth and usual figures are taken from. */
  yearsInRow: YearRow[];
  /** Last full fiscal year. */
  year: Partial<Record<MetricKey, QuotedValue | null>>;
  /** Flows of the twelve months to the balance sheet date; the fiscal year at a year end. */
  trailing: Partial<Record<MetricKey, QuotedValue | null>>;
  /** Dividends of the common shares, of the twelve months else of the fiscal year. */
  commonDividends: QuotedValue | null;
  /** At the balance sheet date. */
  balance: Partial<Record<MetricKey, QuotedValue | null>>;
  /** Elements that the newest reports state of members alone, such as kinds of awards. */
  byMember: readonly string[];
  /** Between the value of the enterprise and that of the common shares at the balance sheet date. */
  claims: Claims;
  /** What operating leases owe at the balance sheet date, beside the debt of the claims. */
  operatingLeases: OperatingLeases;
  /** Debt at the last balances that the cost of debt is averaged over; null where facts at hand are an excerpt. */
  averageDebt: QuotedValue | null;
  /** One-off charges of the twelve months to the balance sheet. */
  charges: Charges;
  /** The same of the last full fiscal year, for earnings that are of it. */
  yearCharges: Charges;
  /** Gains on securities of the twelve months, before tax, which earnings hold. */
  gainsOnSecurities: QuotedValue | null;
  /** The same on digital assets. */
  gainsOnDigitalAssets: QuotedValue | null;
  /** Net loss of the last year that minorities bear; null where they bear none. */
  lossOfMinorities: number | null;
  /** True where equity is the capital of partners. */
  isPartnership: boolean;
  security: Security;
  shares: QuotedValue | null;
  /** What the treasury stock method rests on; null without a count of shares. */
  dilution: Dilution | null;
  /** What a reader must know of the count of shares. */
  shareWarnings: readonly Warning[];
  publicFloat: QuotedValue | null;
  /** What a reader must know of a float that is no weight. */
  floatWarnings: readonly Warning[];
  yearToDate: YearToDate | null;
  /** Oldest first, at most eight quarter ends; the year end alone for filers without quarters. */
  quarterlyCapital: CapitalRow[];
  /** Stock splits that the filings show, oldest first. */
  splits: readonly Split[];
  /** What a reader must know of a past day that the facts are of; absent for those of now. */
  dayWarnings?: readonly Warning[];
  /** Age of the balance sheet on the newest day known, in days; null where no day is known. */
  ageDays: number | null;
}

const flows = [
  "revenue",
  "cost_of_revenue",
  "gross_profit",
  "research_development",
  "selling_general_admin",
  "operating_income",
  "depreciation_amortization",
  "interest_expense",
  "income_before_tax",
  "income_tax_expense",
  "net_income",
  "net_income_common",
  "preferred_dividends",
  "funds_from_operations",
  "capital_expenditures",
  "operating_cash_flow",
  "stock_based_compensation",
  "dividends_paid",
  "share_repurchases",
  "debt_issued",
  "debt_repaid",
  "net_change_in_cash",
] as const satisfies readonly MetricKey[];

const yearsMax = 11;

/** What is put right of the lines as filed, in this order. */
const mends = [
  withoutOtherScale,
  withRestatedLines,
  withOwnersEquity,
  withParentsIncome,
  withCommonIncome,
  withAllOwners,
  withTaxSign,
  withAllInterest,
  withOperatingIncome,
  withInterestOfNotes,
  withSalesAlone,
  withDepreciation,
  withSoftwareAmortization,
  withoutDiscontinued,
  withAllExpenditure,
  withFundsOfOperations,
];

/** Reads what models need from a company's periods. Pure: the same source gives the same facts. */
export function extractFacts(filed: ModelSource): ModelFacts {
  const source = mends.reduce((before, mended) => mended(before), filed);
  const anchors = findAnchors(source);
  const periods = annualPeriods(source).slice(-yearsMax);
  const { sic, statementTemplate } = source;
  if (anchors === null) return { ...noFacts, sic, statementTemplate };
  const { balanceSheetDate: end, currency } = anchors;
  const at = { end, currency, here: periodsAt(source, end, currency) };
  const year = yearFacts(source, periods, end);
  const twelveMonths: ModelFacts["trailing"] = Object.fromEntries(
    flows.map((metric) => [metric, trailing(source, anchors, periods, metric)]),
  );
  const interestOf = {
    before: periods.at(-2)?.end ?? null,
    isOfYear: twelveMonths.interest_expense == null && year.interest_expense != null,
  };
  const claims = claimsAt(source, at);
  const years = periods.map((period) => yearRow(source, period));
  const shares = withClass(dilutedShares(source, anchors), claims.participating);
  return {
    sic,
    statementTemplate,
    anchors,
    years,
    yearsInRow: inRow(years),
    year,
    trailing: twelveMonths,
    commonDividends: commonDividends(source, periods, { end, year, twelveMonths, claims }),
    balance: toldBalance(balanceAt(source, end, currency), claims),
    byMember: statedByMember(source, end),
    claims,
    operatingLeases: operatingLeasesAt(source, at),
    averageDebt: claims.isExcerpt
      ? null
      : averageDebt(source, daysOfDebt(source, anchors, interestOf)),
    charges: trailingCharges(source, anchors, periods),
    yearCharges: lastYearCharges(source, periods),
    gainsOnSecurities: gainsOf(securitiesGains, source, anchors, periods.at(-1)),
    gainsOnDigitalAssets: gainsOf(digitalAssetGains, source, anchors, periods.at(-1)),
    lossOfMinorities: lossOfMinorities(periods.at(-1)),
    isPartnership: isPartnership(source, end),
    security: readSecurity(source, anchors),
    shares: shares.quoted,
    dilution: shares.count === null ? null : dilutionAt(source, { ...at, count: shares.count }),
    shareWarnings: shares.warnings,
    ...publicFloat(source, periods, anchors),
    yearToDate: readYearToDate(source, anchors, periods),
    quarterlyCapital: workingCapital(source, anchors, periods),
    splits: source.splits ?? [],
    ageDays: source.knownOn === null ? null : daysBetween(anchors.balanceSheetDate, source.knownOn),
  };
}

const toldBalance = (balance: ModelFacts["balance"], claims: Claims): ModelFacts["balance"] => ({
  ...balance,
  ...Object.fromEntries(untoldDebt(claims).map((metric) => [metric, null])),
});

/** Facts of a company that files nothing. */
export const noFacts: ModelFacts = {
  sic: null,
  statementTemplate: null,
  anchors: null,
  years: [],
  yearsInRow: [],
  year: {},
  trailing: {},
  commonDividends: null,
  balance: {},
  byMember: [],
  claims: noClaims,
  operatingLeases: noOperatingLeases,
  averageDebt: null,
  charges: noCharges,
  yearCharges: noCharges,
  gainsOnSecurities: null,
  gainsOnDigitalAssets: null,
  lossOfMinorities: null,
  isPartnership: false,
  security: noSecurity,
  shares: null,
  dilution: null,
  shareWarnings: [],
  publicFloat: null,
  floatWarnings: [],
  yearToDate: null,
  quarterlyCapital: [],
  splits: [],
  ageDays: null,
};

function lastYearCharges(source: ModelSource, periods: readonly SourcePeriod[]): Charges {
  const year = periods.at(-1);
  return year === undefined ? noCharges : chargesOf(source, year);
}

function yearFacts(
  source: ModelSource,
  periods: readonly SourcePeriod[],
  end: string,
): ModelFacts["year"] {
  const year = periods.at(-1) ?? null;
  const isLeft = (metric: MetricKey) =>
    year !== null && year.end !== end && scopeOf(source, { year, end }, metric) === "none";
  const entries = flows.map((metric) => {
    const recast = recastYear(source, year, end, metric);
    const quoted = recast ?? quote(source, read(year, metric), "FY");
    if (quoted === null || !isLeft(metric)) return [metric, quoted] as const;
    const note = quoted.note == null ? leftSince : `${quoted.note}; ${leftSince}`;
    return [metric, { ...quoted, note }] as const;
  });
  return Object.fromEntries(entries);
}

const leftSince =
  "of the fiscal year, with a business that later reports leave out: they state no twelve months on one scope";

function readYearToDate(
  source: ModelSource,
  { balanceSheetDate, yearEnd }: Anchors,
  periods: readonly SourcePeriod[],
): YearToDate | null {
  const year = periods.at(-1);
  if (year === undefined || balanceSheetDate === yearEnd) return null;
  const latest = source.periods.filter(({ end }) => end === balanceSheetDate);
  const flow = (metric: MetricKey) =>
    yearToDate(source, metric, addDays(year.end, 1), balanceSheetDate)?.value ?? null;
  return {
    fiscalYear: latest[0]?.fiscalYear ?? year.fiscalYear + 1,
    fiscalPeriod: latest[0]?.fiscalPeriod ?? "T",
    periodEnd: balanceSheetDate,
    revenue: flow("revenue"),
    capitalExpenditures: flow("capital_expenditures"),
    depreciationAmortization: flow("depreciation_amortization"),
  };
}
