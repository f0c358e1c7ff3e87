import type { Lineage, Operand } from "#schemas/shapes/companies/statement.ts";
import { leavesOf, type Reading } from "../../answers/metrics.ts";
import { filedFact } from "../filed-facts.ts";
import { allBorrowings, currentBankLoans, debtWithCurrent, longBorrowings } from "../model-tags.ts";
import { type ModelSource, numberOf } from "../source.ts";
import {
  carryingAmount,
  debtBeforeDiscounts,
  maturitiesWithinYear,
  notesAndLoans,
} from "./debt-tags.ts";

const shortKey = "short_term_borrowings";
const portionKey = "current_portion_of_long_term_debt";
const longKey = "long_term_debt";

interface Day {
  end: string;
  currency: string | null;
}

/** The debt of a day without what is in it twice. */
export function countedOnce(
  source: ModelSource,
  day: Day,
  reading: Reading | null,
): Reading | null {
  if (reading === null) return null;
  const rows = exactDue(source, rowsOf(source, reading));
  return withoutHeldShort(source, day, withoutSamePortion(withoutHeldPortion(source, day, rows)));
}

/** Least part of a note's total that rows after discounts come to. */
const afterDiscounts = 0.98;

/** The rows of the balance sheet in place of a total of a note before discounts (CVS). */
function rowsOf({ facts }: ModelSource, reading: Reading): Reading {
  const { lineage, period } = reading;
  const total = typeof lineage === "number" ? facts[lineage] : undefined;
  if (!debtBeforeDiscounts.includes(`${total?.taxonomy}:${total?.tag}`)) return reading;
  const operands = ["debt_current", longKey].flatMap((key): Operand[] => {
    const line = period.lines[key];
    if (line?.value == null || line.lineage === null) return [];
    return [[1, key, line.value, line.lineage]];
  });
  const value = sumOf(operands);
  const isAfter = value < reading.value && value >= afterDiscounts * reading.value;
  if (operands.length < 2 || !isAfter) return reading;
  return { ...reading, value, lineage: ["derivation", ...operands] };
}

/** All debt due, where a text states it rounded, by the row of short-term borrowings that it rounds (Johnson & Johnson). */
function exactDue({ facts }: ModelSource, reading: Reading): Reading {
  const { lineage, period } = reading;
  const short = period.lines[shortKey];
  const exact = typeof short?.lineage === "number" ? facts[short.lineage] : undefined;
  const isRounded = (of: Lineage | null): boolean => {
    const fact = typeof of === "number" ? facts[of] : undefined;
    if (fact === undefined || exact === undefined || fact.tag !== "DebtCurrent") return false;
    if (fact.decimals == null || exact.decimals == null || fact.decimals >= exact.decimals)
      return false;
    return Math.abs(Number(fact.value) - Number(exact.value)) <= 10 ** -fact.decimals / 2;
  };
  if (short?.value == null || short.lineage === null || lineage === null) return reading;
  if (isRounded(lineage)) return { ...reading, value: Number(short.value), lineage: short.lineage };
  if (typeof lineage === "number") return reading;
  const [rule, ...operands] = lineage;
  if (!operands.some(([, , , of]) => isRounded(of))) return reading;
  const kept = operands.map(
    (one): Operand =>
      isRounded(one[3]) ? [one[0], shortKey, short.value ?? "0", short.lineage ?? one[3]] : one,
  );
  return { ...reading, value: sumOf(kept), lineage: [rule, ...kept] };
}

/** A total that holds what falls due within a year stands without that part beside it. */
function withoutHeldPortion(source: ModelSource, day: Day, reading: Reading): Reading {
  const { lineage } = reading;
  if (lineage === null || typeof lineage === "number") return reading;
  const [rule, ...operands] = lineage;
  const long = operands.find(([, label]) => isOf(label, longKey));
  const due = operands.filter(
    ([, label]) => isOf(label, "debt_current") || isOf(label, portionKey),
  );
  if (long === undefined || due.length === 0) return reading;
  const areNotes = comesToNotes(source, day, long, due);
  const isRow = due.some((one) => hasTag(source, one, allDue));
  const isTotal = !isRow && isAllLongTerm(source, day, sumOf([long]));
  const isWhole =
    areNotes ||
    isTotal ||
    (long[1] === longKey && hasTag(source, long, debtWithCurrent)) ||
    (hasTag(source, long, longBorrowings) && comesToAll(source, day, long, due));
  if (!isWhole) return reading;
  const short = areNotes ? [] : partsOfDue(reading, operands);
  const isPaper = isTotal && holdsShort(source, day, sumOf([long]), sumOf(short));
  const kept = [...operands.filter((one) => !due.includes(one)), ...(isPaper ? [] : short)];
  return { ...reading, value: sumOf(kept), lineage: [rule, ...kept] };
}

/**
 * What falls due within a year, without what is classified as long-term: notes state it of a debt whose total is the
 * noncurrent row (McDonald's: 725 and paper of 798 of 39,973).
 */
export function dueBeside(source: ModelSource, day: Day, due: Reading | null): Reading | null {
  const lines = due?.period.lines;
  const long = numberOf(lines?.[longKey]?.value);
  if (due === null || lines === undefined || long === null) return due;
  const portion = numberOf(lines[portionKey]?.value) ?? 0;
  const short = due.value - portion;
  if (portion <= 0 || short < 0 || !isAllLongTerm(source, day, long)) return due;
  const line = lines[shortKey];
  const isHeld = short === 0 || holdsShort(source, day, long, short);
  if (!isHeld && line?.lineage == null) return due;
  return isHeld
    ? { ...due, value: 0, lineage: ["derivation"] }
    : { ...due, value: short, lineage: line?.lineage ?? null };
}

/** All debt due is a row of the balance sheet beside the noncurrent one (Intuit 2020: 1,338 and 2,031). */
const allDue = ["us-gaap:DebtCurrent"];
const longTermDebt = { all: ["us-gaap:LongTermDebt"], later: ["us-gaap:LongTermDebtNoncurrent"] };

/** True for a noncurrent row that is the very figure of all long-term debt, and nothing of it is tagged as due. */
function isAllLongTerm(source: ModelSource, { end, currency }: Day, long: number): boolean {
  const one = (tags: readonly string[]) =>
    numberOf(filedFact(source, tags, { start: null, end, unit: currency })?.value);
  const { all, later } = longTermDebt;
  return one(all) === long && one(later) === long && one(maturitiesWithinYear) === 0;
}

/** True where all debt before discounts has no room for short-term borrowings beside the row. */
function holdsShort(source: ModelSource, { end, currency }: Day, long: number, short: number) {
  const wanted = { start: null, end, unit: currency };
  const all = numberOf(filedFact(source, carryingAmount, wanted)?.value);
  return all !== null && short > 0 && all >= long && all < long + short;
}

const hasTag = ({ facts }: ModelSource, [, , , lineage]: Operand, tags: readonly string[]) =>
  leavesOf(lineage, facts).some(({ taxonomy, tag }) => tags.includes(`${taxonomy}:${tag}`));

/** True where all borrowings of a note are nearer to the long-term figure than to the sum with what falls due (Logistic Properties). */
function comesToAll(
  source: ModelSource,
  { end, currency }: Day,
  long: Operand,
  due: readonly Operand[],
): boolean {
  const all = numberOf(
    filedFact(source, allBorrowings, { start: null, end, unit: currency })?.value,
  );
  if (all === null) return false;
  const [alone, both] = [sumOf([long]), sumOf([long, ...due])];
  return Math.abs(alone - all) < Math.abs(both - all);
}

/** True where what falls due and notes that fall due later come to the long-term figure (Applied Optoelectronics). */
function comesToNotes(
  source: ModelSource,
  { end, currency }: Day,
  long: Operand,
  due: readonly Operand[],
): boolean {
  const later = filedFact(source, notesAndLoans, { start: null, end, unit: currency });
  return later !== null && sumOf(due) + Number(later.value) === sumOf([long]);
}

/** Short-term borrowings, where they are in the sum only as part of all debt due. */
function partsOfDue({ period }: Reading, operands: readonly Operand[]): Operand[] {
  const line = period.lines[shortKey];
  const isThere = operands.some(([, label]) => label === shortKey);
  if (isThere || line?.value == null || line.lineage === null) return [];
  return [[1, shortKey, line.value, line.lineage]];
}

const rounding = 0.001;
/** Two debts may come to the same round figure. */
const roundedTo = 10_000_000;

/**
 * Debt without the short-term borrowings that its current portion holds: the portion is of a note, and comes to these and
 * a loan of a bank that the balance sheet prints beside them (Cohu), or to the very same figure (Marvell).
 */
function withoutHeldShort(source: ModelSource, { end, currency }: Day, reading: Reading): Reading {
  const { lines } = reading.period;
  const [short, portion] = [shortKey, portionKey].map((key) => numberOf(lines[key]?.value));
  const loan = filedFact(source, currentBankLoans, { start: null, end, unit: currency });
  const beside = numberOf(loan?.value) ?? 0;
  if (short == null || portion == null || short <= 0) return reading;
  const holdsLoan = beside > 0 && Math.abs(short + beside - portion) <= rounding * portion;
  const isSame = short === portion && short % roundedTo !== 0;
  if (!holdsLoan && !isSame) return reading;
  const isCounted = [shortKey, portionKey].every((key) => holds(reading.lineage, key));
  if (!isCounted || reading.lineage === null) return reading;
  return { ...reading, value: reading.value - short, lineage: without(reading.lineage, shortKey) };
}

/** Debt without the current portion of a note where a row within short-term borrowings is the very same figure (Kellanova). */
function withoutSamePortion(reading: Reading): Reading {
  const { lines } = reading.period;
  const { value, lineage } = lines[portionKey] ?? { value: null, lineage: null };
  const portion = numberOf(value);
  const short = lines[shortKey]?.lineage;
  const rows = short == null || typeof short === "number" ? [] : (short.slice(1) as Operand[]);
  const isSame = portion !== null && portion > 0 && portion % roundedTo !== 0;
  if (!isSame || lineage === null || !rows.some(([, , text]) => Number(text) === portion)) {
    return reading;
  }
  const isCounted = [shortKey, portionKey].every((key) => holds(reading.lineage, key));
  if (!isCounted || reading.lineage === null) return reading;
  const kept = without(reading.lineage, portionKey);
  return { ...reading, value: reading.value - portion, lineage: kept };
}

/** Labels of operands name the line, and may name its period after it. */
const isOf = (label: string, key: string) => label === key || label.startsWith(`${key}@`);

const holds = (lineage: Lineage | null, key: string): boolean =>
  lineage !== null &&
  typeof lineage !== "number" &&
  lineage.slice(1).some((one) => {
    const [, label, , of] = one as Operand;
    return isOf(label, key) || holds(of, key);
  });

/** The lineage without a line, with the sums that it was in made anew. */
function without(lineage: Lineage, key: string): Lineage {
  if (typeof lineage === "number") return lineage;
  const [rule, ...operands] = lineage;
  const kept = operands
    .filter(([, label]) => !isOf(label, key))
    .map((one): Operand => {
      const [weight, label, , of] = one;
      if (typeof of === "number" || !holds(of, key)) return one;
      const less = without(of, key);
      const [, ...parts] = less as Exclude<Lineage, number>;
      return [weight, label, String(sumOf(parts)), less];
    });
  return [rule, ...kept];
}

const sumOf = (operands: readonly Operand[]): number =>
  operands.reduce((total, [weight, , text]) => total + weight * Number(text), 0);
