import * as decimal from "#schemas/decimal.ts";
import type { Concept } from "#schemas/shapes/companies/concept.ts";
import type { PeriodColumn, PeriodTables } from "#schemas/shapes/companies/period-table.ts";
import type { Line, NullReason, Operand } from "#schemas/shapes/companies/statement.ts";
import { scopeFlags } from "../statements/arithmetic.ts";
import type { EvaluatedPeriod } from "../statements/build-periods.ts";
import type { Cell } from "../statements/cells/cell.ts";
import { blankLines, emptyLine } from "../statements/cells/line.ts";
import { classifySpan, dayOf } from "./days.ts";
import { keepColumnSums } from "./keep-column-sums.ts";
import { fillByArithmetic } from "./trailing-arithmetic.ts";
import { isMovedOnLine, movedOnFlow, yearPlusToDate } from "./trailing-flows.ts";
import { dropUnconfirmed, trailingPerShare } from "./trailing-per-share.ts";
import {
  isTwelveMonths,
  type SumCheck,
  sumCheckOf,
  type TableSources,
  yearAgo,
} from "./ttm-check.ts";

/** Quarter and trailing-twelve-month columns, newest first (standardization.md 2.8). */
export function buildTables(
  sources: TableSources,
  periods: readonly EvaluatedPeriod[],
): PeriodTables {
  const quarters = periods.filter(isQuarterLike);
  const operandOf = operandMaker();
  const ttm = quarters.flatMap((_, i) => ttmColumn({ sources, operandOf }, quarters, i, periods));
  const annual = annualColumns(periods, quarters);
  return {
    quarters: quarters.map(quarterColumn).reverse(),
    ttm: [...ttm, ...annual].sort((a, b) => (a.end < b.end ? 1 : -1)),
  };
}

/** A transition period of a quarter's length stands where a quarter would (2.15). */
function isQuarterLike({ period }: EvaluatedPeriod): boolean {
  if (period.fiscalPeriod.startsWith("Q")) return true;
  return period.fiscalPeriod === "T" && classifySpan(length(period)) === "quarter";
}

function quarterColumn(quarter: EvaluatedPeriod): PeriodColumn {
  const { key, fiscalYear, fiscalPeriod, start, end, currency, lines } = quarter.period;
  const derivedQ4 = isDerivedQ4(quarter);
  const hasFiled = () => quarter.cells.values().some(({ lineage }) => typeof lineage === "number");
  return {
    key,
    fiscalYear,
    fiscalPeriod,
    start,
    end,
    currency,
    basis: !derivedQ4 ? "reported" : hasFiled() ? "mixed" : "derived",
    derivedQ4,
    lines,
  };
}

/** Some value of the quarter was computed as a fourth quarter. */
function isDerivedQ4({ period, cells }: EvaluatedPeriod): boolean {
  if (period.fiscalPeriod !== "Q4") return false;
  return cells.values().some(({ flags }) => flags.includes("derived_q4"));
}

/** A quarter's cell as an operand of a sum, with the quarter's name. */
type OperandMaker = (concept: Concept, quarter: EvaluatedPeriod, cell: Cell) => Operand;

/** Each quarter stands in four columns, and its operands with it. */
function operandMaker(): OperandMaker {
  const operandOfCell = new Map<Cell, Operand>();
  return ({ snakeKey }, { period }, cell) => {
    let operand = operandOfCell.get(cell);
    if (!operand) {
      operand = [1, `${snakeKey}@${period.start}/${period.end}`, cell.value, cell.lineage];
      operandOfCell.set(cell, operand);
    }
    return operand;
  };
}

interface TtmContext {
  sources: TableSources;
  operandOf: OperandMaker;
}

function ttmColumn(
  { sources, operandOf }: TtmContext,
  quarters: readonly EvaluatedPeriod[],
  index: number,
  periods: readonly EvaluatedPeriod[],
): PeriodColumn[] {
  const last = quarters[index];
  if (!last) return [];
  const window = quarters.slice(Math.max(0, index - 3), index + 1);
  const four = consecutive(window);
  const year = periods.find(
    ({ period }) => period.fiscalPeriod === "FY" && period.end === last.period.end,
  );
  const before = yearBefore(periods, last.period);
  const from =
    four?.[0]?.period.start ?? year?.period.start ?? yearAgo(sources.calendar, last.period);
  if (from === null) return [];
  const isContradicted = sumCheckOf(sources, last.period, year?.cells ?? null);
  const input = { sources, operandOf, last, four, year, before, isContradicted };
  const { fiscalYear, fiscalPeriod, end, currency, template } = last.period;
  const { lines, isOfYear } = columnLines(input);
  if (!four && !year && !Object.values(lines).some(isMovedOnLine)) return [];
  fillByArithmetic(input, lines);
  keepColumnSums(sources.registry.rules.sums, lines, template, quantaOf(window));
  dropUnconfirmed(input, lines);
  return [
    {
      key: `TTM${fiscalYear}${fiscalPeriod}`,
      fiscalYear,
      fiscalPeriod: "TTM",
      start: from,
      end,
      currency,
      basis: !four && !year ? yearPlusToDate : isOfYear ? "fiscal_year" : "sum_of_quarters",
      derivedQ4: window.some(isDerivedQ4),
      lines,
    },
  ];
}

/** All lines of the column, and whether a line that is the year's own is something else than its four quarters. */
function columnLines(input: TtmInput): { lines: Record<string, Line>; isOfYear: boolean } {
  const { concepts } = input.sources.registry;
  const lines = blankLines(input.sources.registry);
  let isOfYear = input.four === null && input.year !== undefined;
  // By index: an iterator makes an object for every line of every column.
  for (let i = 0; i < concepts.length; i += 1) {
    const concept = concepts[i];
    if (concept?.status !== "active") continue;
    const line = ttmLine(input, concept);
    lines[concept.snakeKey] = line;
    isOfYear ||= Array.isArray(line.lineage) && line.lineage[0] === "fiscal_year";
  }
  return { lines, isOfYear };
}

/** How exactly each line of the quarters is known: the coarsest of them. */
function quantaOf(quarters: readonly EvaluatedPeriod[]): (key: string) => number {
  return (key) => Math.max(0, ...quarters.map(({ cells }) => cells.get(key)?.quantum ?? 0));
}

type Four<T> = readonly [T, T, T, T];
type FourQuarters = Four<EvaluatedPeriod>;

/** Each next start = previous end + 1 within seven days, 350 to 380 days in all; else null. */
function consecutive([a, b, c, d]: readonly EvaluatedPeriod[]): FourQuarters | null {
  if (!a || !b || !c || !d) return null;
  if (!follows(a, b) || !follows(b, c) || !follows(c, d)) return null;
  const total = dayOf(d.period.end) - dayOf(a.period.start) + 1;
  return isTwelveMonths(total) ? [a, b, c, d] : null;
}

function follows({ period: before }: EvaluatedPeriod, { period: now }: EvaluatedPeriod): boolean {
  return Math.abs(dayOf(now.start) - dayOf(before.end) - 1) <= 7;
}

/** The last fiscal year that ended before the quarter began, or with the day before. */
function yearBefore(periods: readonly EvaluatedPeriod[], last: { start: string }) {
  return periods.findLast(({ period }) => period.fiscalPeriod === "FY" && period.end < last.start);
}

interface TtmInput extends TtmContext {
  last: EvaluatedPeriod;
  /** The four quarters of the column, where they are there. */
  four: FourQuarters | null;
  /** The fiscal year that ends with the column. */
  year: EvaluatedPeriod | undefined;
  /** The last one before the quarter that the column ends with. */
  before: EvaluatedPeriod | undefined;
  isContradicted: SumCheck;
}

/** Nulls that say something of the company or of its filings, and not of the periods that would be added. */
const ofCompany: ReadonlySet<NullReason> = new Set([
  "not_applicable_template",
  "undivided_costs",
  "no_printed_statement",
]);

function ttmLine(input: TtmInput, concept: Concept): Line {
  const { last, year } = input;
  const { snakeKey } = concept;
  const shown = last.period.lines[snakeKey];
  if (concept.periodType === "instant") return shown ?? emptyLine("not_reported");
  const reason = shown?.reason;
  if (reason && ofCompany.has(reason)) {
    return emptyLine(reason);
  }
  const own = year?.period.lines[snakeKey];
  if (own?.value == null) return movedLine(input, concept);
  return yearLine(input, concept, own);
}

/** At the end of a fiscal year the twelve months are the year, whatever its quarters come to (TS-01). */
function yearLine(input: TtmInput, concept: Concept, own: Line): Line {
  const { four, year } = input;
  if (!concept.additive) return own;
  const sum = four && sumLine(input, concept, four);
  if (sum?.value === own.value) return sum;
  const { snakeKey } = concept;
  const label = `${snakeKey}@${year?.period.start}/${year?.period.end}`;
  const lineage: Line["lineage"] = ["fiscal_year", [1, label, own.value ?? "", own.lineage ?? 0]];
  const isContradicted = sum?.value != null && sum.flags.includes("ttm_mismatch");
  const flags = isContradicted ? [...own.flags, "ttm_mismatch"] : own.flags;
  return { ...own, lineage, rank: null, flags };
}

/** Between two year ends: the sum of four quarters, else what the filed years say. */
function movedLine(input: TtmInput, concept: Concept): Line {
  if (!concept.additive) return trailingPerShare(input, concept);
  const { four, sources, last } = input;
  const sum = four ? sumLine(input, concept, four) : emptyLine("insufficient_quarters");
  return movedOnFlow(sources, last, concept, sum);
}

function sumLine(input: TtmInput, concept: Concept, four: FourQuarters): Line {
  const { series } = input.sources;
  const cells = cellsOf(four, concept.snakeKey);
  if (!cells) return emptyLine("insufficient_quarters");
  if (!series.haveOneTag(cells)) return emptyLine("series_break");
  const [{ unit }] = cells;
  if (cells.some((c) => c.unit !== unit)) return emptyLine("unit_conflict");
  if (!series.mayCombine(cells)) return emptyLine("vintage_conflict");
  return sumOfQuarters(input, concept, four, cells);
}

/** Null when one of the quarters has none. */
function cellsOf([a, b, c, d]: FourQuarters, key: string): Four<Cell> | null {
  const [first, second] = [a.cells.get(key), b.cells.get(key)];
  if (!first || !second) return null;
  const [third, fourth] = [c.cells.get(key), d.cells.get(key)];
  return third && fourth ? [first, second, third, fourth] : null;
}

const fourTimesOne = [1, 1, 1, 1];

function sumOfQuarters(
  { operandOf, isContradicted }: TtmInput,
  concept: Concept,
  [a, b, c, d]: FourQuarters,
  cells: Four<Cell>,
): Line {
  const value = decimal.weightedSum(fourTimesOne, cells);
  const [first, second, third, last] = cells;
  const flags = scopeFlags(cells);
  return {
    value,
    unit: last.unit,
    reason: null,
    lineage: [
      "sum_of_quarters",
      operandOf(concept, a, first),
      operandOf(concept, b, second),
      operandOf(concept, c, third),
      operandOf(concept, d, last),
    ],
    source: last.source,
    rank: null,
    // A difference is told, not hidden, and the sum stays.
    flags: isContradicted(concept, value, cells) ? [...flags, "ttm_mismatch"] : flags,
  };
}

/** Filers without quarters: the fiscal year is the twelve months, and two halves when they file those (2.16). */
function annualColumns(
  periods: readonly EvaluatedPeriod[],
  quarters: readonly EvaluatedPeriod[],
): PeriodColumn[] {
  const quarterEnds = new Set(quarters.map(({ period }) => period.end));
  return periods
    .filter(({ period }) => period.fiscalPeriod === "FY" && !quarterEnds.has(period.end))
    .map(({ period }) => ({
      key: `TTM${period.fiscalYear}FY`,
      fiscalYear: period.fiscalYear,
      fiscalPeriod: "TTM",
      start: period.start,
      end: period.end,
      currency: period.currency,
      basis: "fiscal_year",
      derivedQ4: false,
      lines: period.lines,
    }));
}

function length(period: { start: string; end: string }): number {
  return dayOf(period.end) - dayOf(period.start) + 1;
}
