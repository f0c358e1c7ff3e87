import type { Fact } from "#schemas/shapes/companies/fact.ts";
import { type ComparableFigure, comparableFigure } from "../../series/comparable.ts";
import { conceptsOf, leavesOf, type Reading, read } from "../answers/metrics.ts";
import type { LineKey, MetricKey } from "../catalogue.ts";
import { balanceOf, readingAt } from "./balances.ts";
import { claimsAt, netDebtAt, untoldDebt } from "./claims/claims.ts";
import type { At } from "./claims/debt.ts";
import { type YearShares, yearShares } from "./counts/year-shares.ts";
import { addDays, daysBetween } from "./dates.ts";
import {
  commonRow,
  holdsPreferred,
  isOfPreferredAlone,
  mayHoldDividends,
  notPaidOut,
  paidToOthers,
} from "./dividends.ts";
import { totalOf } from "./earnings/charge.ts";
import { discontinuedCapex } from "./earnings/discontinued-flows.ts";
import { discontinuedLabel } from "./earnings/one-off-tags.ts";
import { chargesOf, untaxedOf } from "./earnings/one-offs.ts";
import { isUntaxed, taxedIncome } from "./earnings/tax/taxed-income.ts";
import { factsOf } from "./filed-facts.ts";
import { cashFlowOfCapex, type ScopedCashFlow } from "./scopes/cash-flow-scope.ts";
import { otherScope } from "./scopes/one-scope.ts";
import { openingEquity } from "./scopes/opening-equity.ts";
import { type ModelSource, numberOf, type SourcePeriod } from "./source.ts";
import { capitalAt, capitalValues } from "./working-capital.ts";

export type Values = Partial<Record<LineKey, number | null>>;

/**
 * One fiscal year as filed last; null where the filings have nothing. Figures per share and counts of shares of all
 * years are on one basis: as if all splits had come before.
 */
export interface YearRow {
  fiscalYear: number;
  periodEnd: string;
  values: Values;
  /** Capital expenditures of a discontinued business within those of the year; 0 where none are stated. */
  discontinuedCapex: number;
  /** One-off charges of the year before tax that operating income is after; 0 where none is filed. */
  oneOffCharges: number;
  /** What stands below operating income, such as the result of a disposal; a gain is negative. */
  chargesBelow: number;
  /** The part of both that no tax is saved on. */
  untaxedCharges: number;
  /** True for a year of income without a filed tax, whose income before tax is net income with that of minorities. */
  isUntaxed: boolean;
  /** Income before tax without that of associates that is after their own tax; null where none is filed. */
  taxedIncome: number | null;
  /** Income after tax of businesses given up, within net income; 0 where none is filed. */
  discontinuedIncome: number;
  /** Equity of all owners of the company on the day before the year, as statements of changes in equity have it; null where none does. */
  openingEquity: number | null;
  /** Revenue of the year before as the newest report that states both years has it; null where none does. */
  revenueBefore: number | null;
  /** True where revenue is as a later report recasts it and no such report states the year before: that is of another scope. */
  isScopeStart: boolean;
  /** The count of shares as filed for the year; null where no filing states one. */
  shares: YearShares | null;
  /** Part of the dividends that preferred stock got, or minorities where their row is one with it; 0 where the line has those of common shares alone. */
  preferredPaid: number;
  /** True where the diluted shares of the year hold preferred stock as converted. */
  isPreferredCommon: boolean;
  /** True where dividends of minorities in the cash flow statement are more than minorities own. */
  mayHoldDividends: boolean;
  /** True where the statement of cash flows is at hand; an excerpt of facts may have its operating cash flow alone. */
  isCashFlowStated: boolean;
  /** Debt and claims less cash and assets outside the business; null as for `netDebtAt`, and without a balance sheet. */
  netDebt: number | null;
  /** Operating cash flow of the business that capital expenditures are of. */
  cashFlowOfCapex: ScopedCashFlow;
  /** What is to be known of a value, or why there is none, by its key; nothing for a value as it is filed. */
  marks: Partial<Record<LineKey, Mark>>;
  /** Every filing that the values come from. */
  filings: Filing[];
}

/** A change of the fiscal year puts up to half a year between two of them. */
const daysMax = 550;

/** The last rows that follow one another: years that filings leave out end them. */
export function inRow<Row extends { periodEnd: string }>(rows: readonly Row[]): Row[] {
  const breaks = rows.findLastIndex((row, index) => {
    const before = rows[index - 1];
    return before !== undefined && daysBetween(before.periodEnd, row.periodEnd) > daysMax;
  });
  return rows.slice(Math.max(0, breaks));
}

/** What sets a value apart from the line as it is defined and filed. */
export interface Mark {
  /** Why there is no value. */
  reason?: NonNullable<ComparableFigure["reason"]>;
  /** What part of the line the value covers, such as "continuing". */
  scope?: string;
  /** Shares that one share of the filing has become. */
  splitFactor?: string;
}

export interface Filing {
  accessionNumber: string;
  form: string;
  filedDate: string;
}

/** A fiscal year's values with every filing that they come from. */
export function yearRow(source: ModelSource, period: SourcePeriod): YearRow {
  const values: Values = {};
  const marks: YearRow["marks"] = {};
  const filings = new Map<string, Filing>();
  const add = (accession: string | null, form: string | null, filed: string | null) => {
    if (accession === null) return;
    const filing = { accessionNumber: accession, form: form ?? "", filedDate: filed ?? "" };
    filings.set(accession, filing);
  };
  const at = { end: period.end, currency: period.currency, here: [period] };
  for (const metric of Object.keys(conceptsOf) as MetricKey[]) {
    const reading = readingAt(source, at, metric);
    const { value, mark } = comparable(source, { period, metric, reading });
    values[metric] = value;
    if (mark !== null) marks[metric] = mark;
    for (const fact of leavesOf(reading?.lineage ?? null, source.facts)) {
      add(fact.accession, fact.form, fact.filed);
    }
  }
  const claims = claimsAt(source, at);
  const due = balanceOf(source, at, "debt_due_within_a_year");
  const counted = { ...claims.amounts, debt_due_within_a_year: due };
  for (const [name, quoted] of Object.entries(counted)) {
    const key = name as keyof typeof counted;
    values[key] = quoted?.value ?? null;
    if (quoted !== null) delete marks[key];
    else marks[key] ??= { reason: "not_reported" };
    const from = quoted?.provenance;
    if (from != null) add(from.accessionNumber, from.form, from.filedDate);
  }
  leaveOut(untoldDebt(claims), { values, marks });
  values.preferred_equity = preferredOf(source, at, values);
  Object.assign(values, capitalValues(capitalAt(source, at)));
  const { fiscalYear, end: periodEnd } = period;
  const found = chargesOf(source, period);
  const { charges, total: oneOffCharges } = found;
  const chargesBelow = charges.reduce((sum, one) => sum + (one.isOperating ? 0 : one.value), 0);
  const shares = yearShares(source, period, claims.participating?.value ?? 0);
  return {
    fiscalYear,
    periodEnd,
    values,
    discontinuedCapex: discontinuedCapex(source, period),
    oneOffCharges,
    chargesBelow,
    untaxedCharges: untaxedOf(found),
    isUntaxed: isUntaxed(period),
    taxedIncome: taxedIncome(source, period),
    discontinuedIncome: -totalOf(charges.filter(({ label }) => label === discontinuedLabel)),
    shares,
    marks,
    isPreferredCommon: claims.isPreferredCommon,
    preferredPaid: preferredPaid(source, period, claims.isPreferredCommon),
    mayHoldDividends: mayHoldDividends(source, period),
    isCashFlowStated: cashFlowSums.some((concept) => period.lines[concept]?.value != null),
    cashFlowOfCapex: cashFlowOfCapex(source, period),
    netDebt: isBalanceKnown(values, period) ? netDebtAt(claims) : null,
    openingEquity: openingEquity(source, period, values.noncontrolling_interest ?? 0),
    ...revenueBefore(source, period),
    filings: [...filings.values()],
  };
}

/** A part of debt is no debt of the year. */
function leaveOut(
  keys: readonly MetricKey[],
  { values, marks }: Pick<YearRow, "values" | "marks">,
): void {
  for (const key of keys) {
    if (values[key] != null) marks[key] = { reason: "scope_conflict" };
    values[key] = null;
  }
}

/** Sums that every statement of cash flows ends in. */
const cashFlowSums = ["financing_cash_flow", "net_change_in_cash"];

/** Preferred stock as the bridge has it: not at par where filings state what it is redeemed for. */
const preferredOf = (source: ModelSource, at: At, { preferred_equity: stated = null }: Values) =>
  balanceOf(source, at, "preferred_equity")?.value ?? stated;

const liabilities = ["total_liabilities", "current_liabilities", "accounts_payable"];

/** False for a year of cash flows and notes alone: they state its cash, and not all that is owed. */
function isBalanceKnown({ total_assets: assets, total_debt: debt }: Values, of: SourcePeriod) {
  const isOwed = debt != null || liabilities.some((concept) => of.lines[concept]?.value != null);
  return assets != null && isOwed;
}

function preferredPaid(
  source: ModelSource,
  period: SourcePeriod,
  isPreferredCommon: boolean,
): number {
  const ofOthers = paidToOthers(source, period, isPreferredCommon);
  if (ofOthers !== null) return ofOthers;
  const whole = read(period, "dividends_paid")?.value ?? null;
  if (isPreferredCommon || !holdsPreferred(source, period)) return 0;
  if (isOfPreferredAlone(source, period)) return whole ?? 0;
  const row = numberOf(commonRow(source, period)?.value);
  if (row !== null && whole !== null) return whole - row;
  return (read(period, "preferred_dividends")?.value ?? 0) - notPaidOut(source, period);
}

const yearDays = 364;
const sameFigure = 0.001;

/** True for two figures of one scope: a report may round otherwise. */
const isSame = (one: Fact, other: Fact, by = sameFigure): boolean => {
  const [a, b] = [numberOf(one.value), numberOf(other.value)];
  return a !== null && b !== null && Math.abs(a - b) <= by * Math.abs(b);
};

/** The revenue of the year before that a report states beside the year's as it is shown: a recast year is another scope. */
function revenueBefore(
  source: ModelSource,
  { start, lines }: SourcePeriod,
): Pick<YearRow, "revenueBefore" | "isScopeStart"> {
  const [leaf, another] = leavesOf(lines.revenue?.lineage ?? null, source.facts);
  if (leaf === undefined || another !== undefined || leaf.start === null)
    return { revenueBefore: null, isScopeStart: false };
  const stated = factsOf(source, `${leaf.taxonomy}:${leaf.tag}`).filter(
    ({ unit }) => unit === leaf.unit,
  );
  const ofYear = stated.filter((one) => one.start === leaf.start && one.end === leaf.end);
  const asShown = ofYear.filter((one) => isSame(one, leaf));
  const reports = new Set(asShown.map(({ accession }) => accession));
  const dayBefore = addDays(start, -1);
  const newest = stated
    .filter(
      (one) =>
        reports.has(one.accession) &&
        one.start !== null &&
        Math.abs(daysBetween(one.end, dayBefore)) <= 8 &&
        Math.abs(daysBetween(one.start, one.end) - yearDays) <= 10,
    )
    .sort((a, b) => ((a.filed ?? "") < (b.filed ?? "") ? -1 : 1))
    .at(-1);
  const before = numberOf(newest?.value);
  return {
    revenueBefore: before,
    isScopeStart: before === null && ofYear.some((one) => isRecastBy(asShown, one)),
  };
}

/** True for a figure that was filed before all of those that a year is shown with, and is of another scope. */
function isRecastBy(asShown: readonly Fact[], older: Fact): boolean {
  const [shown] = asShown;
  if (shown === undefined || isSame(older, shown, otherScope)) return false;
  return asShown.every(({ filed }) => (older.filed ?? "") < (filed ?? ""));
}

/** A value on the one basis of shares, and its mark. */
function comparable(
  source: ModelSource,
  of: { period: SourcePeriod; metric: MetricKey; reading: Reading | null },
): { value: number | null; mark: Mark | null } {
  const { period, metric, reading } = of;
  const line = lineOf(period, reading?.concept ?? conceptsOf[metric][0] ?? metric);
  if (reading === null) return { value: null, mark: { reason: line?.reason ?? "not_reported" } };
  if (line === null) return { value: reading.value, mark: null };
  const { facts, splits = [] } = source;
  const { value, reason, scope, factor } = comparableFigure(line, {
    facts,
    splits,
    end: period.end,
    lines: period.lines,
  });
  if (reason !== null) return { value: null, mark: { reason } };
  const mark = {
    ...(scope !== null && { scope }),
    ...(factor !== null && factor !== "1" && { splitFactor: factor }),
  };
  const isAsFiled = numberOf(line.value) === reading.value;
  const shown = isAsFiled ? numberOf(value) : reading.value;
  return { value: shown, mark: Object.keys(mark).length === 0 ? null : mark };
}

/** A line as figures of other years are compared with it; null where the value is of no single line. */
function lineOf({ lines }: SourcePeriod, concept: string) {
  const line = lines[concept];
  if (line === undefined) return null;
  const { value, lineage, unit = null, reason = null, flags = [] } = line;
  return { value, lineage, unit, reason, flags };
}
