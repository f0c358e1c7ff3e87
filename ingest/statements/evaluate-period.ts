import { isApplicable } from "#registry/resolve/resolve.ts";
import {
  type ComputedLine,
  lineResolver,
  type ResolvedLine,
  type RollupInput,
} from "#registry/resolve/rollup.ts";
import * as decimal from "#schemas/decimal.ts";
import type { Concept, Registry } from "#schemas/shapes/companies/concept.ts";
import { sourcePrecedence } from "#schemas/shapes/companies/fact.ts";
import type { Line, RefusedTag, Template } from "#schemas/shapes/companies/statement.ts";
import type { FiscalYear } from "../periods/fiscal-calendar.ts";
import { type Point, point } from "../periods/slots.ts";
import type { Absence } from "./absent-line.ts";
import { type PeriodSum, periodSums } from "./by-face/period-sums.ts";
import { type Cell, isCell, rulesBehind, withRule } from "./cells/cell.ts";
import { cellMaker } from "./cells/computed-cell.ts";
import { asFirstReported, linesFirstKnown } from "./cells/first-known.ts";
import { blankLines, lineOf } from "./cells/line.ts";
import type { Evidence } from "./evidence/evidence.ts";
import { type FiledYear, filedLine } from "./filed-lines.ts";
import { giveWay, type KeptSums, type RefusedLines, type Resolution } from "./guards/give-way.ts";
import { filedIn, nullLine } from "./null-line.ts";
import { confirmPerShare, withFiguresOfLoss } from "./per-share/confirm-per-share.ts";
import { proveComputed } from "./per-share/prove-computed.ts";
import { flowPoints, type PeriodPoint } from "./period-points.ts";
import { type AppliedRules, addRule } from "./rules/applied-rules.ts";
import { firstApplying, type LinesOfPeriod, lineRules } from "./rules/line-rules.ts";
import { withProvenScope } from "./rules/scope-by-sum.ts";
import { isSilentReason } from "./shown-sums.ts";
import type { YearValues } from "./year-values.ts";

/** What the periods of a company ask of the evidence: the same for all of them. */
export interface PeriodEvidence
  extends Pick<
    Evidence,
    "registry" | "showsFirst" | "series" | "printed" | "isKnown" | "isUnpublished"
  > {
  /** That the line is nothing in the period, by snakeKey; null where it may be something. */
  absenceOf(period: Pick<PeriodInput, "year" | "at" | "submitted">, key: string): Absence | null;
  /** The rule by which the filed amounts of the year contradict an arithmetic of the line, named by its place. */
  ruleAgainst(year: number, key: string, place: number): { id: string } | undefined;
}

/** One period to evaluate: which, where in the calendar, and what is known of each line. */
export interface PeriodInput {
  /** Index of the fiscal year in the calendar. */
  year: number;
  fiscalYear: FiscalYear;
  template: Template;
  currency: string | null;
  /** The filed values of the year's lines, by snakeKey. */
  filed: FiledYear;
  at: PeriodPoint;
  /** "start/end", for the operands' labels. */
  label: string;
  end: string;
  values: ReadonlyMap<string, YearValues>;
  /** Tags that a guard refused for the year, by snakeKey. */
  refused: ReadonlyMap<string, readonly RefusedTag[]>;
  /** Values that users handed in for the period, by snakeKey: the best of each. */
  submitted: ReadonlyMap<string, Cell>;
}

export interface PeriodLines {
  lines: Record<string, Line>;
  cells: Map<string, Cell>;
}

/**
 * All lines of one period in the order of standardization.md 2.21: filed value, rollup, derivation alternates,
 * null with its reason; what contradicts its filed neighbours gives way (`giveWay`). Sources are merged value by value (2.22): a higher one goes before the
 * regulator's value, a lower one fills what is still null after the arithmetic.
 */
export function evaluatePeriod(evidence: PeriodEvidence, input: PeriodInput): PeriodLines {
  const first = keepSums(evidence, input, (key) => higherOf(input.submitted.get(key)));
  const isLower = (key: string) =>
    !first.cells.has(key) && input.submitted.has(key) && appliesAt(evidence.registry, input, key);
  if (![...input.submitted.keys()].some(isLower)) return toLines(evidence, input, first);
  const filled = keepSums(evidence, input, (key) => {
    const submitted = input.submitted.get(key);
    return isLower(key) ? submitted : higherOf(submitted);
  });
  return toLines(evidence, input, filled);
}

function keepSums(
  evidence: PeriodEvidence,
  input: PeriodInput,
  preferred: (key: string) => Cell | undefined,
): KeptSums {
  const { registry, showsFirst, series } = evidence;
  const { rules } = registry;
  const resolve = (refused: RefusedLines) => resolveCells(evidence, input, preferred, refused);
  const added = giveWay({
    rules,
    template: input.template,
    isSilent(key) {
      const outcome = input.values.get(key)?.[input.at];
      return !outcome || (!isCell(outcome) && isSilentReason(outcome.reason));
    },
    resolve: (refused) =>
      showsFirst ? linesFirstKnown(series, resolve, refused) : resolve(refused),
  });
  const keptSums = proveComputed(rules, added, input.label);
  const confirmed =
    input.at === "Q4" ? confirmPerShare(rules, { ...input, series }, keptSums) : keptSums;
  return withFiguresOfLoss(rules, confirmed, input);
}

/** A lower source fills any null but one that says that the line makes no sense for the company. */
function appliesAt(registry: Registry, { template }: PeriodInput, key: string): boolean {
  const concept = registry.bySnakeKey.get(key);
  return concept !== undefined && isApplicable(concept, template);
}

function higherOf(cell: Cell | undefined): Cell | undefined {
  return cell && sourcePrecedence[cell.source] > sourcePrecedence.regulator ? cell : undefined;
}

function resolveCells(
  evidence: PeriodEvidence,
  input: PeriodInput,
  preferred: (key: string) => Cell | undefined,
  refused: RefusedLines,
): Resolution {
  const { registry } = evidence;
  const filedOf = (key: string) => filedIn(input, key);
  // Nearly always nothing is refused, and no text need be made to find that out.
  const isRefused = (key: string, what: string) =>
    refused.size > 0 && (refused.has(key) || refused.has(`${key}${what}`));
  const rules = lineRules(registry.rules);
  const lines: LinesOfPeriod = {
    filed: filedOf,
    shown: (key) => preferred(key) ?? filedOf(key),
    isAbsent: (key) => evidence.absenceOf(input, key) !== null,
  };
  const applied: AppliedRules = new Map();
  const filedLine = (key: string): Cell | undefined => {
    const refusing = firstApplying(rules.refusingTag.get(key), lines);
    if (refusing && filedOf(key)) addRule(applied, key, refusing.id);
    if (refusing) return undefined;
    const quarter = isRefused(key, "~") ? quarterOf(evidence.registry, input, key) : undefined;
    const filed = quarter ?? filedOf(key);
    if (filed) return filed;
    const preferring = firstApplying(rules.preferring.get(key), lines);
    const other =
      preferring?.effect.kind === "prefer" ? filedOf(preferring.effect.from) : undefined;
    return preferring && other && withRule(other, preferring.id);
  };
  const ruleAgainst = (key: string, place: number) =>
    firstApplying(rules.refusingFormula.get(key), lines) ??
    evidence.ruleAgainst(input.year, key, place);
  const rollupInput: RollupInput<Cell> = {
    template: input.template,
    direct({ snakeKey }) {
      const own = preferred(snakeKey);
      if (own) return own;
      const filed = filedLine(snakeKey);
      if (!filed || isRefused(snakeKey, "!")) return null;
      const [scoping] = rules.scoping.get(snakeKey) ?? [];
      return scoping ? withProvenScope(scoping, filed, filedOf) : filed;
    },
    isAbsent: lines.isAbsent,
    hasScope: ({ flags }, scope) => flags.includes(`scope:${scope}`),
    isRefused(key, place) {
      if (isRefused(key, `#${place}`)) return true;
      const against = ruleAgainst(key, place);
      if (against) addRule(applied, key, against.id);
      return against !== undefined;
    },
    ...asFirstReported(evidence, input.at),
  };
  const resolve = lineResolver(registry, rollupInput);
  const toCell = cellMaker(registry, input);
  const cells = new Map<string, Cell>();
  const places = new Map<string, number>();
  const { concepts } = registry;
  // By index: an iterator makes an object for every line of every period.
  for (let i = 0; i < concepts.length; i += 1) {
    const concept = concepts[i];
    if (concept?.status !== "active") continue;
    const direct = rollupInput.direct(concept);
    if (direct) cells.set(concept.snakeKey, direct);
    // Most lines cannot be computed; asking the resolver for them would only cost time.
    if (direct || (!concept.rollup && !concept.derivation)) continue;
    const line = resolve(concept);
    if (!line || !mayBeComputed(evidence, input, concept, line)) continue;
    cells.set(concept.snakeKey, toCell(line, concept));
    if (line.via !== "direct") {
      places.set(concept.snakeKey, line.place);
      nameAbsences(evidence, input, concept, line, applied);
    }
  }
  return { cells, places, rules: applied };
}

/** Adds the rules by which lines are nothing that the arithmetic of the line takes for nothing. */
function nameAbsences(
  evidence: PeriodEvidence,
  input: PeriodInput,
  { snakeKey }: Concept,
  { absent }: ComputedLine<Cell>,
  applied: AppliedRules,
): void {
  for (const key of absent) {
    const rule = evidence.absenceOf(input, key)?.rule;
    if (rule) addRule(applied, snakeKey, rule);
  }
}

/** What is filed of a cash flow's quarter as it stands, which a difference of years to date went before (2.4). */
function quarterOf(registry: Registry, { filed, at }: PeriodInput, key: string) {
  const isOfCash = registry.bySnakeKey.get(key)?.statement === "cash_flow_statement";
  return isOfCash ? filedLine(filed, key).cells[flowPoints[at]] : undefined;
}

/**
 * What is not additive is re-allocated in each filing: in a quarter that nobody filed it is computed only for companies
 * that never file it, or that state it of the year and of the months before as the arithmetic gives it (JPMorgan's income to
 * common would come out wrong, 2.11). A rate is a rate of any period.
 */
function mayBeComputed(
  evidence: PeriodEvidence,
  input: PeriodInput,
  concept: Concept,
  line: ResolvedLine<Cell>,
): boolean {
  if (concept.additive || line.via === "direct") return true;
  if (input.at !== "Q4" && input.at !== "H2") return true;
  if (line.isQuotient || evidence.absenceOf(input, concept.snakeKey)) return true;
  return [point.FY, input.at === "Q4" ? point.M9 : point.M6].every((at) =>
    isFiledAs(input.filed, concept, line, at),
  );
}

/** The line is filed at the point, all lines that it is computed from are, too, and they give the same. */
function isFiledAs(
  filed: FiledYear,
  { snakeKey }: Concept,
  { operands }: ComputedLine<Cell>,
  at: Point,
): boolean {
  const lines = [snakeKey, ...operands.map(({ concept }) => concept)];
  const [own, ...parts] = lines.flatMap((key) => filedLine(filed, key).cells[at] ?? []);
  if (!own || parts.length < operands.length) return false;
  const weights = operands.map(({ weight }) => weight);
  return decimal.weightedSum(weights, parts) === own.value;
}

function toLines(evidence: PeriodEvidence, input: PeriodInput, keptSums: KeptSums): PeriodLines {
  const sums = periodSums(evidence, input, keptSums.cells);
  const cells = withRests(keptSums.cells, sums);
  const lines = blankLines(evidence.registry);
  const { concepts } = evidence.registry;
  for (let i = 0; i < concepts.length; i += 1) {
    const concept = concepts[i];
    if (concept?.status !== "active") continue;
    const cell = cells.get(concept.snakeKey);
    const line = cell ? lineOf(cell) : nullLine(evidence, input, keptSums, concept);
    const refused = input.refused.get(concept.snakeKey) ?? none;
    const rules = keptSums.rules.get(concept.snakeKey) ?? none;
    lines[concept.snakeKey] = withMore(line, refused, rules);
  }
  for (const { total, parts } of sums) {
    const line = lines[total];
    if (line) lines[total] = { ...line, sum: parts };
  }
  return { lines, cells };
}

const none: readonly never[] = [];

/** The line with more tags that were refused, and more rules behind it. */
function withMore(line: Line, refused: readonly RefusedTag[], rules: readonly string[]): Line {
  const more = refused.length > 0 ? { refused: [...refused, ...(line.refused ?? [])] } : {};
  const behind = [...refused.flatMap(({ rule }) => rule ?? []), ...rules];
  if (refused.length === 0 && behind.length === 0) return line;
  return { ...line, ...more, ...rulesBehind([line, { rules: behind }]) };
}

/** The cells with those of the residual lines. */
function withRests(cells: Map<string, Cell>, sums: readonly PeriodSum[]): Map<string, Cell> {
  if (sums.length === 0) return cells;
  return new Map([...cells, ...sums.map(({ residual, rest }) => [residual, rest] as const)]);
}
