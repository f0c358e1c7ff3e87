import { rulesOf } from "#registry/rules/book.ts";
import type { RuleBook } from "#schemas/shapes/companies/rule-book.ts";
import type { LineageRule, NullReason, Template } from "#schemas/shapes/companies/statement.ts";
import type { Cell } from "../cells/cell.ts";
import { type AppliedRules, addRule } from "../rules/applied-rules.ts";
import { linesOfOtherScope, type ShownLines, sumOfShownLines } from "../shown-sums.ts";
import { isOfFacts } from "./rules-of-facts.ts";

/**
 * Lines that must do without a value ("revenue"), without the filed one ("revenue!"), without an arithmetic ("revenue#0"), or
 * without a difference of periods where a quarter is filed ("revenue~").
 */
export type RefusedLines = ReadonlySet<string>;

/** The lines of a period that have a value, and by which arithmetic those were computed that were. */
export interface Resolution {
  cells: Map<string, Cell>;
  places: ReadonlyMap<string, number>;
  /** The rules that refused something of a line, by id. */
  rules: ReadonlyMap<string, readonly string[]>;
}

/** The lines of a period, for trying them out. */
export interface PeriodOfLines {
  rules: RuleBook;
  template: Template;
  /** True when the filings say nothing of the line. */
  isSilent(snakeKey: string): boolean;
  /** The lines without what is refused. */
  resolve(refused: RefusedLines): Resolution;
}

export interface KeptSums {
  cells: Map<string, Cell>;
  /** Lines that have no value because every one they could have had contradicts their neighbours, and why. */
  gaveWay: ReadonlyMap<string, NullReason>;
  /** The rules that decided about a line, by id; those behind its value stand in the value. */
  rules: ReadonlyMap<string, readonly string[]>;
}

interface Trial extends Resolution {
  refused: RefusedLines;
  /** Each identity that is broken and that something could give way for. */
  broken: BrokenSum[];
}

interface BrokenSum {
  /** Id of the rule that states the identity. */
  rule: string;
  /** Its lines. */
  keys: readonly string[];
}

const none: RefusedLines = new Set();
const stepsMax = 12;

/**
 * Lines that keep the identities of standardization.md, Checks with each other. Where one is broken, a computed line
 * of it takes the next of its arithmetics, or none: the way that leaves the fewest identities broken and the most lines
 * filled. A difference of two periods gives way, too, to the filed quarter where one keeps the identity, else only to a
 * neighbour that is filed as it stands. What is filed stays, whatever it breaks: the checks tell that.
 */
export function giveWay(period: PeriodOfLines): KeptSums {
  const filed = tryOut(period, none);
  const unfit = unfitLines(period.rules, filed.cells);
  const first =
    unfit.length === 0 ? filed : tryOut(period, new Set(unfit.map(({ line }) => `${line}!`)));
  const applied: AppliedRules = new Map(unfit.map(({ id, line }) => [line, [id]]));
  let best = first;
  for (let step = 0; step < stepsMax && best.broken.length > 0; step += 1) {
    const next = bestOf(movesOf(best).map((refused) => tryOut(period, refused)));
    if (!next || next.broken.length >= best.broken.length) break;
    addChanged(applied, best, next);
    best = next;
  }
  const gaveWay = [...filed.cells.keys()].filter((key) => !best.cells.has(key));
  return {
    cells: best.cells,
    gaveWay: new Map(gaveWay.map((key) => [key, "identity_conflict"])),
    rules: joined(best.rules, applied),
  };
}

/** Notes for each line of a broken identity that the step changed which identity that was. */
function addChanged(applied: AppliedRules, before: Trial, after: Trial): void {
  for (const { rule, keys } of before.broken) {
    for (const key of keys) {
      if (before.cells.get(key)?.value !== after.cells.get(key)?.value) addRule(applied, key, rule);
    }
  }
}

function joined(rules: Resolution["rules"], more: AppliedRules): Resolution["rules"] {
  if (more.size === 0) return rules;
  const all: AppliedRules = new Map(rules);
  for (const [key, ids] of more) for (const id of ids) addRule(all, key, id);
  return all;
}

/** The rules whose filed totals are less than their parts, or whose filed parts are more than their total. */
const unfitLines = (rules: RuleBook, cells: ReadonlyMap<string, Cell>) => [
  ...rulesOf(rules, "short_of_parts").filter(({ line, applies }) =>
    isShortOfParts(cells, line, applies.parts),
  ),
  ...rulesOf(rules, "beyond_total").filter(({ line, applies: { total, beside } }) =>
    isLessThan(cells, total, [line, ...beside]),
  ),
];

/**
 * A total debt that is filed or printed and less than its parts leaves one of them out (Walmart, Home Depot): then the parts are added.
 * A figure of a note that is the printed total, or the very amount of one of its rows, is no further part of it (Mullen).
 */
function isShortOfParts(
  cells: ReadonlyMap<string, Cell>,
  line: string,
  keys: readonly string[],
): boolean {
  if (!isLessThan(cells, line, keys)) return false;
  const parts = keys.flatMap((key) => cells.get(key) ?? []);
  const total = cells.get(line);
  return !(total?.isPrinted === true && areRowsOf(total, parts));
}

/** Whether a total that is filed or printed is less than these lines together. */
function isLessThan(
  cells: ReadonlyMap<string, Cell>,
  line: string,
  keys: readonly string[],
): boolean {
  const total = cells.get(line);
  const parts = keys.flatMap((key) => cells.get(key) ?? []);
  const isFound = total && (total.picked !== null || total.isPrinted === true);
  if (!isFound || parts.length < keys.length) return false;
  const quantum = Math.max(total.quantum, ...parts.map((part) => part.quantum));
  const sum = parts.reduce((so, { value }) => so + Number(value), 0);
  return sum - Number(total.value) > 2 * 10 ** quantum;
}

/** True where each figure behind the parts is a row of the total, the amount of one, or all of it. */
function areRowsOf(total: Cell, parts: readonly Cell[]): boolean {
  const rows = factsBehind(total);
  const amounts = new Set([total.value, ...rows.values()]);
  return parts.every((part) =>
    [...factsBehind(part)].every(([id, value]) => rows.has(id) || amounts.has(value)),
  );
}

/** The facts that a line comes to, by index, with what each counts there. */
function factsBehind({ value, lineage }: Pick<Cell, "value" | "lineage">): Map<number, string> {
  if (typeof lineage === "number") return new Map([[lineage, value]]);
  const [, ...operands] = lineage;
  return new Map(
    operands.flatMap(([, , text, of]) => [...factsBehind({ value: text, lineage: of })]),
  );
}

function tryOut(
  { rules, template, isSilent, resolve }: PeriodOfLines,
  refused: RefusedLines,
): Trial {
  const resolution = resolve(refused);
  const lines: ShownLines = {
    template,
    isSilent,
    lookup: (key) => resolution.cells.get(key) ?? null,
    quantumOf: (key) => resolution.cells.get(key)?.quantum ?? 0,
  };
  const broken = rules.sums.flatMap((check) => {
    const { outcome, keys } = sumOfShownLines(check, lines);
    if (outcome !== "broken" || !canGiveWay(resolution, keys, refused)) return [];
    // A line that is filed by a tag of another scope is no reason to give way.
    const others = linesOfOtherScope(check, keys, lines);
    const { rule } = check;
    return others.every((key) => resolution.places.has(key)) ? [{ rule, keys }] : [];
  });
  return { ...resolution, refused, broken };
}

/**
 * Something in it was computed from other lines, or something is a difference of periods and something is filed. A filed quarter
 * in the place of a difference has to keep the identity, too: it may be a note's.
 */
function canGiveWay(
  { cells, places }: Resolution,
  keys: readonly string[],
  refused: RefusedLines,
): boolean {
  if (keys.some((key) => places.has(key) || refused.has(`${key}~`))) return true;
  const own = keys.flatMap((key) => cells.get(key) ?? []);
  return own.some(isOfPeriods) && own.some((cell) => !isOfPeriods(cell));
}

const periodRules: ReadonlySet<LineageRule> = new Set([
  "ytd_difference",
  "fy_less_nine_months",
  "fy_less_quarters",
  "fy_less_half",
]);

const isOfPeriods = ({ lineage }: Cell) =>
  typeof lineage !== "number" && periodRules.has(lineage[0]);

/** Every single step away from the broken identities: another arithmetic of a line, none, the filed quarter, or no difference of periods. */
function movesOf({ cells, places, refused, broken }: Trial): RefusedLines[] {
  const steps = new Set<string>();
  const inOrder = broken.map(({ keys }) => keys.toSorted(byNearness(cells)));
  for (const keys of inOrder) {
    for (const key of keys) {
      const place = places.get(key);
      const cell = cells.get(key);
      const isDifference = cell !== undefined && isOfPeriods(cell);
      if (place !== undefined) steps.add(`${key}#${place}`);
      if (isDifference) steps.add(`${key}~`);
      if (place !== undefined || isDifference) steps.add(key);
    }
  }
  return [...steps].map((step) => new Set([...refused, step]));
}

/** A line that is one filed line under another name, as what could stand between is absent, gives way after the others. */
const byNearness = (cells: ReadonlyMap<string, Cell>) => (a: string, b: string) =>
  Number(isFiledOther(cells.get(a))) - Number(isFiledOther(cells.get(b)));

function isFiledOther(cell: Cell | undefined): boolean {
  if (!cell || typeof cell.lineage === "number") return false;
  const [rule, ...operands] = cell.lineage;
  const [only] = operands;
  return rule === "absence" && operands.length === 1 && only !== undefined && isOfFacts(only[3]);
}

/** The fewest broken identities, then the most lines; of equals the first. */
function bestOf(trials: readonly Trial[]): Trial | null {
  let best: Trial | null = null;
  for (const trial of trials) {
    const isBetter =
      best === null ||
      trial.broken.length < best.broken.length ||
      (trial.broken.length === best.broken.length && trial.cells.size > best.cells.size);
    if (isBetter) best = trial;
  }
  return best;
}
