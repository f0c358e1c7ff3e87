import { isApplicable } from "#registry/resolve/resolve.ts";
import {
  type ComputedLine,
  lineResolver,
  type ResolvedLine,
  type RollupInput,
} from "#registry/resolve/rollup.ts";
import * as decimal from "#schemas/decimal.ts";
import type { Concept } from "#schemas/shapes/companies/concept.ts";
import { sourcePrecedence } from "#schemas/shapes/companies/fact.ts";
import type { Line, RefusedTag } from "#schemas/shapes/companies/statement.ts";
import { type Point, point } from "../periods/slots.ts";
import { isAbsent } from "./absent-line.ts";
import type { BuildContext } from "./build-context.ts";
import { type PeriodSum, periodSums } from "./by-face/period-sums.ts";
import { type Cell, isCell, rulesBehind, withRule } from "./cells/cell.ts";
import { cellMaker } from "./cells/computed-cell.ts";
import { asFirstReported, linesFirstKnown } from "./cells/first-known.ts";
import { blankLines, lineOf } from "./cells/line.ts";
import { giveWay, type KeptSums, type RefusedLines, type Resolution } from "./guards/give-way.ts";
import { filedIn, nullLine } from "./null-line.ts";
import { confirmPerShare, withFiguresOfLoss } from "./per-share/confirm-per-share.ts";
import { proveComputed } from "./per-share/prove-computed.ts";
import { flowPoints, type PeriodPoint } from "./period-points.ts";
import { type AppliedRules, addRule } from "./rules/applied-rules.ts";
import { firstApplying, type LinesOfPeriod, lineRules } from "./rules/line-rules.ts";
import { ruleAgainstFormula } from "./rules/mostly-sums.ts";
import { withProvenScope } from "./rules/scope-by-sum.ts";
import { isSilentReason } from "./shown-sums.ts";
import { directOf, type YearValues } from "./year-values.ts";

/** One period to evaluate: which, where in the calendar, and what is known of each line. */
export interface PeriodInput {
  year: number;
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
export function evaluatePeriod(context: BuildContext, input: PeriodInput): PeriodLines {
  const first = keepSums(context, input, (key) => higherOf(input.submitted.get(key)));
  const isLower = (key: string) =>
    !first.cells.has(key) && input.submitted.has(key) && appliesAt(context, input, key);
  if (![...input.submitted.keys()].some(isLower)) return toLines(context, input, first);
  const filled = keepSums(context, input, (key) => {
    const submitted = input.submitted.get(key);
    return isLower(key) ? submitted : higherOf(submitted);
  });
  return toLines(context, input, filled);
}

function keepSums(
  context: BuildContext,
  input: PeriodInput,
  preferred: (key: string) => Cell | undefined,
): KeptSums {
  const resolve = (refused: RefusedLines) => resolveCells(context, input, preferred, refused);
  const added = giveWay({
    rules: context.registry.rules,
    template: context.templates[input.year] ?? "industrial",
    isSilent(key) {
      const outcome = input.values.get(key)?.[input.at];
      return !outcome || (!isCell(outcome) && isSilentReason(outcome.reason));
    },
    resolve: (refused) =>
      context.showsFirst ? linesFirstKnown(context, resolve, refused) : resolve(refused),
  });
  const { rules } = context.registry;
  const keptSums = proveComputed(rules, added, input.label);
  const confirmed = input.at === "Q4" ? confirmPerShare(context, input.year, keptSums) : keptSums;
  return withFiguresOfLoss(rules, confirmed, input);
}

/** A lower source fills any null but one that says that the line makes no sense for the company. */
function appliesAt(context: BuildContext, { year }: PeriodInput, key: string): boolean {
  const concept = context.registry.bySnakeKey.get(key);
  return concept !== undefined && isApplicable(concept, context.templates[year] ?? "industrial");
}

function higherOf(cell: Cell | undefined): Cell | undefined {
  return cell && sourcePrecedence[cell.source] > sourcePrecedence.regulator ? cell : undefined;
}

function resolveCells(
  context: BuildContext,
  input: PeriodInput,
  preferred: (key: string) => Cell | undefined,
  refused: RefusedLines,
): Resolution {
  const filedOf = (key: string) => filedIn(input, key);
  // Nearly always nothing is refused, and no text need be made to find that out.
  const isRefused = (key: string, what: string) =>
    refused.size > 0 && (refused.has(key) || refused.has(`${key}${what}`));
  const rules = lineRules(context.registry.rules);
  const lines: LinesOfPeriod = {
    filed: filedOf,
    shown: (key) => preferred(key) ?? filedOf(key),
    isAbsent: (key) => isAbsent(context, input, key),
  };
  const applied: AppliedRules = new Map();
  const filedLine = (key: string): Cell | undefined => {
    const refusing = firstApplying(rules.refusingTag.get(key), lines);
    if (refusing && filedOf(key)) addRule(applied, key, refusing.id);
    if (refusing) return undefined;
    const quarter = isRefused(key, "~") ? quarterOf(context, input, key) : undefined;
    const filed = quarter ?? filedOf(key);
    if (filed) return filed;
    const preferring = firstApplying(rules.preferring.get(key), lines);
    const other =
      preferring?.effect.kind === "prefer" ? filedOf(preferring.effect.from) : undefined;
    return preferring && other && withRule(other, preferring.id);
  };
  const ruleAgainst = (key: string, place: number) =>
    firstApplying(rules.refusingFormula.get(key), lines) ??
    ruleAgainstFormula(context, input.year, key, place);
  const rollupInput: RollupInput<Cell> = {
    template: context.templates[input.year] ?? "industrial",
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
    ...asFirstReported(context, input.at),
  };
  const resolve = lineResolver(context.registry, rollupInput);
  const toCell = cellMaker(context, input);
  const cells = new Map<string, Cell>();
  const places = new Map<string, number>();
  const { concepts } = context.registry;
  // By index: an iterator makes an object for every line of every period.
  for (let i = 0; i < concepts.length; i += 1) {
    const concept = concepts[i];
    if (concept?.status !== "active") continue;
    const direct = rollupInput.direct(concept);
    if (direct) cells.set(concept.snakeKey, direct);
    // Most lines cannot be computed; asking the resolver for them would only cost time.
    if (direct || (!concept.rollup && !concept.derivation)) continue;
    const line = resolve(concept);
    if (!line || !mayBeComputed(context, input, concept, line)) continue;
    cells.set(concept.snakeKey, toCell(line, concept));
    if (line.via !== "direct") places.set(concept.snakeKey, line.place);
  }
  return { cells, places, rules: applied };
}

/** What is filed of a cash flow's quarter as it stands, which a difference of years to date went before (2.4). */
function quarterOf(context: BuildContext, { year, at }: PeriodInput, key: string) {
  const concept = context.registry.bySnakeKey.get(key);
  const isOfCash = concept?.statement === "cash_flow_statement";
  return isOfCash ? directOf(context, concept, year).cells[flowPoints[at]] : undefined;
}

/**
 * What is not additive is re-allocated in each filing: in a quarter that nobody filed it is computed only for companies
 * that never file it, or that state it of the year and of the months before as the arithmetic gives it (JPMorgan's income to
 * common would come out wrong, 2.11). A rate is a rate of any period.
 */
function mayBeComputed(
  context: BuildContext,
  input: PeriodInput,
  concept: Concept,
  line: ResolvedLine<Cell>,
): boolean {
  if (concept.additive || line.via === "direct") return true;
  if (input.at !== "Q4" && input.at !== "H2") return true;
  if (line.isQuotient || isAbsent(context, input, concept.snakeKey)) return true;
  return [point.FY, input.at === "Q4" ? point.M9 : point.M6].every((at) =>
    isFiledAs(context, input.year, concept, line, at),
  );
}

/** The line is filed at the point, all lines that it is computed from are, too, and they give the same. */
function isFiledAs(
  context: BuildContext,
  year: number,
  { snakeKey }: Concept,
  { operands }: ComputedLine<Cell>,
  at: Point,
): boolean {
  const filed = [snakeKey, ...operands.map(({ concept }) => concept)].flatMap((key) => {
    const concept = context.registry.bySnakeKey.get(key);
    return (concept && directOf(context, concept, year).cells[at]) ?? [];
  });
  const [own, ...parts] = filed;
  if (!own || parts.length < operands.length) return false;
  const weights = operands.map(({ weight }) => weight);
  return decimal.weightedSum(weights, parts) === own.value;
}

function toLines(context: BuildContext, input: PeriodInput, keptSums: KeptSums): PeriodLines {
  const sums = periodSums(context, input, keptSums.cells);
  const cells = withRests(keptSums.cells, sums);
  const lines = blankLines(context.registry);
  const { concepts } = context.registry;
  for (let i = 0; i < concepts.length; i += 1) {
    const concept = concepts[i];
    if (concept?.status !== "active") continue;
    const cell = cells.get(concept.snakeKey);
    const line = cell ? lineOf(cell) : nullLine(context, input, keptSums, concept);
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
