import { leavesOf } from "#registry/models/answers/metrics.ts";
import { isFinancialInstitution } from "../../company-type.ts";
import { flowFact, isOwnTaxonomy } from "../../filed-facts.ts";
import { belowOperatingIncome as below, partsOfInterest } from "../../model-tags.ts";
import { type ModelSource, numberOf, type SourceLine, type SourcePeriod } from "../../source.ts";
import { amount, lineOf, type Part, partOfFact, partOfLine, summedLine } from "../income-parts.ts";
import { withLine } from "../replaced-lines.ts";
import {
  grossOfIncurred,
  grossOfParts,
  interestOfBorrowings,
  interestOfNotes,
} from "./incurred.ts";
import { netInterestRow } from "./interest-tags.ts";
import { interestOfRows } from "./rows-of-interest.ts";

/**
 * The source with all interest expense where the line is that of borrowings alone, or what is left beside them, and the
 * filing prints income from interest and the net of both: income less net, if that is more. Finance leases have a row of
 * their own (Walmart, Lowe's). An expense is above zero, and net interest below zero is none. Rows that no line has come first.
 */
export const withAllInterest = (source: ModelSource): ModelSource =>
  withLine(source, ["interest_expense"], (period) => {
    const rows = interestOfRows(source, period);
    const printed =
      rows === null ? period : { ...period, lines: { ...period.lines, interest_expense: rows } };
    return (
      interestOfBorrowings(source, printed) ??
      grossOfNet(source, printed) ??
      grossOfParts(source, printed) ??
      allInterest(source, printed) ??
      asExpense(printed) ??
      noExpense(source, printed) ??
      rows
    );
  });

/** The source with interest of notes where no row is interest. Operating income is never made of it. */
export const withInterestOfNotes = (source: ModelSource): ModelSource =>
  withLine(source, ["interest_expense"], (period) => interestOfNotes(source, period));

/**
 * An expense under an element of the filer's own, which has no side of the books and so is filed as it is deducted: below
 * zero, where results below operating income are a loss, too (FPL, Freeport).
 */
function asExpense({ lines, currency }: SourcePeriod): SourceLine | null {
  const part = partOfLine(lines.interest_expense);
  const isOwn = lines.interest_expense?.flags?.includes("own_element") === true;
  const below = numberOf(lines.nonoperating_income?.value);
  if (part === null || !isOwn || part.value >= 0 || below === null || below >= 0) return null;
  const { value, text, lineage } = part;
  const note = "filed below zero, as the statement deducts it";
  return {
    ...{ value: String(-value), lineage: ["sign", [-1, "interest_expense", text, lineage]] },
    ...{ unit: currency, reason: null, flags: [], note },
  };
}

/**
 * All interest where the statement prints it net of income from interest: the expense that a note states (AbbVie: 2,808 beside
 * 2,160 net), else net interest with the income that the filing states. Interest of banks is their business.
 */
function grossOfNet(source: ModelSource, period: SourcePeriod): SourceLine | null {
  const net = partOfLine(period.lines.interest_expense);
  if (net === null || net.value <= 0 || !isNetInterest(source, net)) return null;
  if (isFinancialInstitution(source)) return null;
  const tagged = (tags: readonly string[]) => partOfFact(source, flowFact(source, tags, period));
  const whole = tagged(below.interestExpense);
  const note = `of a note: the statement prints ${amount(net)} net of income from interest`;
  if (whole !== null && whole.value > net.value) return { ...lineOf(whole, period), note };
  const income = partOfLine(period.lines.interest_income) ?? tagged(below.interestIncome);
  if (income === null) return grossOfIncurred(source, period, net);
  if (income.value <= 0) return null;
  return summedLine(
    period,
    [
      [1, "net_interest_expense", net],
      [1, "interest_income", income],
    ],
    "net interest that the statement prints, and the income from interest that it is after",
  );
}

/** No expense is stated where the line is net interest, and income from interest is more (Trintech). */
function noExpense(source: ModelSource, { lines }: SourcePeriod): SourceLine | null {
  const part = partOfLine(lines.interest_expense);
  if (part === null || part.value >= 0) return null;
  return isNetInterest(source, part)
    ? { value: null, lineage: null, reason: "not_reported" }
    : null;
}

const netInterest: readonly string[] = below.netInterest;

function isNetInterest({ facts }: ModelSource, { lineage }: Part): boolean {
  const leaves = leavesOf(lineage, facts);
  return (
    leaves.length > 0 &&
    leaves.every(
      ({ taxonomy, tag }) =>
        netInterest.includes(`${taxonomy}:${tag}`) ||
        (isOwnTaxonomy(taxonomy) && netInterestRow.test(tag)),
    )
  );
}

function allInterest(source: ModelSource, period: SourcePeriod): SourceLine | null {
  const ofDebt = partOfLine(period.lines.interest_expense);
  if (ofDebt === null) return interestOfNet(source, period);
  const leaves = leavesOf(ofDebt?.lineage ?? null, source.facts);
  const isPart = leaves.every(({ taxonomy, tag }) =>
    partsOfInterest.includes(`${taxonomy}:${tag}`),
  );
  if (leaves.length === 0 || !isPart) return null;
  const tagged = (tags: readonly string[]) => partOfFact(source, flowFact(source, tags, period));
  const income = partOfLine(period.lines.interest_income) ?? tagged(below.interestIncome);
  const net = tagged(below.netInterest);
  if (income === null || net === null) return null;
  if (income.value < 0 || income.value - net.value <= ofDebt.value) return null;
  const note = `income from interest less net interest: the interest of ${amount(ofDebt)} that is tagged is a part`;
  return summedLine(
    period,
    [
      [1, "interest_income", income],
      [-1, "net_interest_income", net],
    ],
    note,
  );
}

/**
 * Income from interest less net interest, where the period has no line of interest and one filing states both as
 * non-operating (Nike: 404 less 107). Interest of banks is their business.
 */
function interestOfNet(source: ModelSource, period: SourcePeriod): SourceLine | null {
  if (isFinancialInstitution(source)) return null;
  const [income, net] = [[incomeOfNet], [nonoperatingNet]].map((tags) =>
    flowFact(source, tags, period),
  );
  if (income == null || net == null || income.accession !== net.accession) return null;
  const [whole, rest] = [partOfFact(source, income), partOfFact(source, net)];
  if (whole === null || rest === null || whole.value < 0 || whole.value <= rest.value) return null;
  return summedLine(
    period,
    [
      [1, "interest_income", whole],
      [-1, "net_interest_income", rest],
    ],
    "income from interest less net interest: the filing states no interest expense",
  );
}

const [nonoperatingNet] = below.netInterest;
const [incomeOfNet] = below.interestIncome;
