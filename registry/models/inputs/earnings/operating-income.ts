import type { Operand } from "#schemas/shapes/companies/statement.ts";
import { leavesOf } from "../../answers/metrics.ts";
import { isFinancialInstitution } from "../company-type.ts";
import { flowFact } from "../filed-facts.ts";
import { belowOperatingIncome as below } from "../model-tags.ts";
import { type ModelSource, numberOf, type SourceLine, type SourcePeriod } from "../source.ts";
import { isBeforeAdministration, withCostLines } from "./costs/cost-lines.ts";
import {
  type Derived,
  deriveFromRents,
  deriveIncome,
  holdInterest,
  type IncomeFigures,
  noteOf,
  type PlaceOfAssociates,
  placeOfPrintedOther,
  printedCosts,
} from "./derive-income.ts";
import { lineOf, type Part, partOfFact, partOfLine } from "./income-parts.ts";
import { restructuringAndImpairment } from "./one-off-tags.ts";
import { ttmWithout } from "./replaced-lines.ts";
import {
  areAssociatesBesideCosts,
  areAssociatesWithin,
  benefitsWithin,
  incomeOfInvestments,
  otherIncomeWithin,
} from "./within-revenue.ts";

/** How far a filed figure may lie from what its own statement gives before it is another figure. */
const apartMax = 0.1;
/** As share of revenue: costs that leave another operating income than the filed one. */
const costsApartMin = 0.02;

/**
 * The source with operating income before interest in every period that allows it: as filed, else revenue less costs plus
 * the interest in them, else income before tax without interest, other non-operating results and associates. A filed
 * figure gives way to that where it is of a segment, the total of segments, or income after interest; net rents give way
 * to what is left of them after administration. Revaluations of investment property are taken out of what holds them, and
 * the income of associates that a filed figure holds. Interest that the registry has no line for is read from its tags. Net
 * interest among the rows of revenue is the business of a lender (Rocket).
 * Financial institutions stay as they are (models.md 3.3).
 */
export function withOperatingIncome(source: ModelSource): ModelSource {
  if (isFinancialInstitution(source)) return source;
  const read = withPrintedOther(source.periods.map((period) => readPeriod(source, period)));
  const isInCosts = holdInterest(read.map(({ figures }) => figures));
  const derived = read.map((one) => ({ ...one, derived: deriveIncome(one.figures, isInCosts) }));
  const isTotalOfSegments = derived.some(
    (one) => hasCostsOfItsOwn(one) || isBeforeAdministration(source, one),
  );
  const readings = withCostLines(source, derived);
  const changed = new Set<SourcePeriod>();
  const periods = readings.map((reading) => {
    const line = operatingLine(reading, isTotalOfSegments);
    const { period, figures } = reading;
    const { interest } = figures;
    const isNewInterest = interest !== null && period.lines.interest_expense?.value == null;
    if (line === null && !isNewInterest) return period;
    if (line !== null) changed.add(period);
    return {
      ...period,
      lines: {
        ...period.lines,
        ...(line !== null && { operating_income: line }),
        ...(isNewInterest && { interest_expense: lineOf(interest, period) }),
      },
    };
  });
  return { ...source, periods, ttm: ttmWithout(source, [...changed], ["operating_income"]) };
}

interface PeriodFigures {
  period: SourcePeriod;
  filed: Part | null;
  figures: IncomeFigures;
  hasOperatingInterest: boolean;
  /** True where the element of the filed figure is one of income before tax. */
  isNamedBeforeTax: boolean;
  revaluation: Part | null;
  /** Income of associates, wherever the statement has it. */
  associates: Part | null;
  /** Income of investments in a row above operating income. */
  ofInvestments: Part | null;
  /** Other non-operating income that revenue holds. */
  otherIncome: Part | null;
  /** Result of benefits that is not of service, in a row of a figure that no filing states. */
  benefits: Part | null;
  /** Result below operating income that the statement may print in one row, and where associates are of it. */
  printed: Part | null;
  place: PlaceOfAssociates | null;
}

interface PeriodReading extends PeriodFigures {
  derived: Derived | null;
}

function readPeriod(source: ModelSource, period: SourcePeriod): PeriodFigures {
  const line = (key: string) => partOfLine(period.lines[key]);
  const tagged = (tags: readonly string[]) => partOfFact(source, flowFact(source, tags, period));
  const isRefused = period.lines.interest_expense?.reason === "scope_conflict";
  const interest =
    line("interest_expense") ??
    (isRefused ? null : tagged([...below.operatingInterest, ...below.interestExpense]));
  const beforeTax = line("pretax_income");
  const filed = filedOf(source, period);
  const associates = line("equity_method_income");
  const isLender = period.lines.net_interest_income?.flags?.includes("within:revenue") === true;
  const netInterest = isLender ? null : tagged(below.netInterest);
  const income = isLender ? null : (line("interest_income") ?? tagged(below.interestIncome));
  const costs = tagged(below.costsAndExpenses);
  const printed = tagged(below.printedOther);
  const charges = tagged(restructuringAndImpairment.tags);
  const revenue = line("revenue");
  return {
    period,
    filed,
    hasOperatingInterest: tagged(below.operatingInterest) !== null,
    isNamedBeforeTax: leavesOf(filed?.lineage ?? null, source.facts).some(({ tag }) =>
      tag.includes("BeforeIncomeTaxes"),
    ),
    revaluation: tagged(below.revaluation),
    associates,
    ofInvestments: incomeOfInvestments(source, period),
    otherIncome: otherIncomeWithin(source, period),
    benefits: benefitsWithin(source, period),
    printed,
    place: placeOfPrintedOther(
      { revenue, beforeTax, interest, netInterest, associates },
      printed,
      costs === null ? costsOfRows(period) : [costs.value, costs.value + (charges?.value ?? 0)],
    ),
    figures: {
      beforeTax,
      interest,
      revenue,
      costs,
      printedCosts: printedCosts(source, period, interest),
      propertyCosts: tagged(below.propertyCosts),
      administration: tagged(below.administration),
      netInterest,
      interestIncome: income,
      other: tagged(below.other),
      warrants: tagged(below.warrants),
      others: below.others.map(([weight, label, tag]) => [weight, label, tagged([tag])] as const),
      associates: isBeforeAssociates(source, beforeTax) ? null : associates,
    },
  };
}

const rowsOfCosts = [
  "selling_general_and_administrative",
  "research_and_development",
  "restructuring_charges",
];

/** The sum of the cost lines, for a filer without a total of costs: first without depreciation and amortization, then with it. */
function costsOfRows({ lines }: SourcePeriod): number[] {
  const value = (key: string) => numberOf(lines[key]?.value) ?? 0;
  const cost = value("cost_of_revenue");
  if (cost === 0) return [];
  const rows = rowsOfCosts.reduce((sum, key) => sum + value(key), cost);
  return [rows, rows + value("depreciation_and_amortization")];
}

/** The periods with the printed other result where a period proves that it is without interest: one filer prints one form. */
function withPrintedOther(periods: readonly PeriodFigures[]): readonly PeriodFigures[] {
  const first = periods.find(({ place }) => place !== null)?.place ?? null;
  return periods.map((one) => {
    const { printed, figures } = one;
    const place = one.place ?? first;
    if (place === null || printed === null) return one;
    const associates = place === "within" ? null : figures.associates;
    return { ...one, figures: { ...figures, other: printed, associates } };
  });
}

/** The filed figure of the whole company: that of a segment is none. */
function filedOf({ facts }: ModelSource, { lines }: SourcePeriod): Part | null {
  const part = partOfLine(lines.operating_income);
  const isOfSegment = leavesOf(part?.lineage ?? null, facts).some(
    ({ tag, dimensions }) => tag === "OperatingIncomeLoss" && dimensions !== null,
  );
  return isOfSegment ? null : part;
}

/** Some filers state income before tax ahead of their share in associates. */
const isBeforeAssociates = (source: ModelSource, beforeTax: Part | null): boolean =>
  leavesOf(beforeTax?.lineage ?? null, source.facts).some(({ tag }) =>
    tag.includes("IncomeLossFromEquityMethodInvestments"),
  );

/**
 * True where the filed figure is not revenue less the costs of the same statement, and the derived one comes much nearer
 * to that: totals of segments leave costs of the whole out.
 */
function hasCostsOfItsOwn({ filed, figures, derived }: PeriodReading): boolean {
  const { revenue, costs } = figures;
  if (filed === null || revenue === null || costs === null || derived === null) return false;
  const implied = revenue.value - costs.value;
  const apart = Math.abs(implied - filed.value);
  return (
    isAbove(filed.value, derived.value) &&
    apart > costsApartMin * revenue.value &&
    Math.abs(implied - derived.value) < apart / 2
  );
}

const isAbove = (filed: number, derived: number) => filed - derived > apartMax * Math.abs(filed);

/** The line in place of the filed one; null where the filed one stands. */
function operatingLine(reading: PeriodReading, isTotalOfSegments: boolean): SourceLine | null {
  const { filed, derived, period } = reading;
  const isWrong = isTotalOfSegments && filed !== null && derived !== null;
  const takesDerived =
    filed === null || isAfterInterest(reading) || (isWrong && isAbove(filed.value, derived.value));
  const rents = deriveFromRents(filed, reading.figures);
  const base = rents ?? (takesDerived ? derived : null);
  const holdsRevenue = base === null || base.operands[0]?.[1] === "revenue";
  const out = rents === null ? takenOut(reading, { holdsRevenue, isFiled: base === null }) : [];
  if (base === null && (filed === null || out.length === 0)) return null;
  const first: Operand[] =
    base?.operands ?? (filed === null ? [] : [[1, "operating_income", filed.text, filed.lineage]]);
  const operands: Operand[] = [
    ...first,
    ...out.map(([label, { text, lineage }]): Operand => [-1, label, text, lineage]),
  ];
  const less = out.reduce((sum, [, { value }]) => sum + value, 0);
  return {
    value: String((base?.value ?? filed?.value ?? 0) - less),
    lineage: ["derivation", ...operands],
    unit: period.currency,
    reason: null,
    flags: [],
    note: noteOf(operands),
  };
}

/**
 * What the line holds and is no result of operations: revaluations of property, benefits that are not of service, of a figure
 * that starts from revenue associates and other income, and of a filed one the row of income of investments.
 */
function takenOut(
  reading: PeriodReading,
  { holdsRevenue, isFiled }: { holdsRevenue: boolean; isFiled: boolean },
): [label: string, Part][] {
  const { revaluation, associates, ofInvestments, otherIncome, benefits } = reading;
  const parts: [string, Part | null][] = [
    ["revaluation_of_investment_property", revaluation],
    ["equity_method_income", holdsRevenue && holdsAssociates(reading) ? associates : null],
    ["equity_method_income", isFiled ? ofInvestments : null],
    ["nonoperating_income", holdsRevenue ? otherIncome : null],
    ["result_of_benefits", benefits],
  ];
  return parts.flatMap(([label, part]): [string, Part][] =>
    part === null || part.value === 0 ? [] : [[label, part]],
  );
}

/**
 * True where revenue holds the income of associates, whose value is counted apart, or the filed figure is revenue less
 * costs with it (Sony, Walgreens).
 */
function holdsAssociates({ period, filed, associates, figures }: PeriodReading): boolean {
  if (areAssociatesWithin(period) || areAssociatesBesideCosts(period)) return true;
  const { revenue, costs } = figures;
  if (filed === null || associates === null || revenue === null || costs === null) return false;
  const beyond = filed.value - (revenue.value - costs.value);
  return beyond !== 0 && beyond === associates.value;
}

/**
 * True where operating income is income before tax although interest was deducted on the way: no filing states it as
 * such, its element names income before tax (Range Resources), or interest is tagged as an operating cost.
 */
function isAfterInterest(reading: PeriodReading): boolean {
  const { filed, hasOperatingInterest, isNamedBeforeTax } = reading;
  const { beforeTax, interest } = reading.figures;
  if (filed === null || beforeTax === null) return false;
  const isUnsure = hasOperatingInterest || isNamedBeforeTax || typeof filed.lineage !== "number";
  if (interest === null) return isUnsure && holdsInterestIncome(reading, filed.value);
  return isUnsure && interest.value > 0 && isAfterAllCosts(reading, filed.value);
}

/** Without debt the revenue of a statement may hold the interest that cash earns: income before tax then has it (Forest Laboratories). */
const holdsInterestIncome = ({ figures }: PeriodReading, filed: number): boolean =>
  filed === figures.beforeTax?.value && (figures.interestIncome?.value ?? 0) > 0;

/** True for income before tax itself, and for revenue less costs that hold the interest. */
function isAfterAllCosts({ figures, derived }: PeriodReading, filed: number): boolean {
  const { beforeTax, revenue, costs } = figures;
  if (filed === beforeTax?.value) return true;
  if (derived?.isInterestInCosts !== true || revenue === null || costs === null) return false;
  return filed === revenue.value - costs.value;
}
