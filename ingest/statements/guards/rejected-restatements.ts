import { rulesOf } from "#registry/rules/book.ts";
import type { Registry } from "#schemas/shapes/companies/concept.ts";
import type { Fact } from "#schemas/shapes/companies/fact.ts";
import type { RuleBook } from "#schemas/shapes/companies/rule-book.ts";
import type { RestatementSlip as Slip } from "#schemas/shapes/companies/statement.ts";
import { currencyCode } from "../../facts/currency-code.ts";
import { entry } from "../../facts/entry.ts";
import { tierOf } from "../../facts/forms.ts";
import { type History, isDisputed } from "../../facts/history/history.ts";
import { isConsistent } from "../../facts/history/versions.ts";
import { quantumOf } from "../../facts/quantum.ts";
import { type ShownLines, sumOfShownLines } from "../shown-sums.ts";
import { labelOf, partOfBalance, periodOf, splitInParts } from "./restated-parts.ts";

export interface RejectedRestatements {
  /** Versions that do not win over older ones, and why. */
  versions: ReadonlyMap<Fact, Slip>;
  /** The older versions that stand in their place. */
  olderVersions: ReadonlyMap<Fact, Slip>;
}

interface Input {
  registry: Registry;
  /** What the view knows, by fact. */
  histories: readonly History[];
  quanta: ReadonlyMap<string, number>;
  /** Facts of another entity, in whose place the newer ones stand. */
  foreign: ReadonlySet<Fact>;
}

const none: RejectedRestatements = { versions: new Map(), olderVersions: new Map() };

/**
 * Restatements that are slips of a filer: the newest value is the older one with another sign, nothing, or the value of another
 * line or period of the same filing, and an identity that holds with the older value fails with the newer one, while none
 * is mended by it; or a turned sign takes it out of the years to date around it. A balance that is restated without its balance
 * sheet does not win either, where it takes it out of that identity.
 */
export function findRejectedRestatements(input: Input): RejectedRestatements {
  const keys = keysOfSums(input.registry);
  const suspects = input.histories.flatMap((history) => {
    const key = isDisputed(history) ? keys.get(labelOf(history[0])) : undefined;
    const step = key === undefined ? null : lastStep(history, input.quanta);
    return key !== undefined && step !== null ? [{ ...step, key }] : [];
  });
  if (suspects.length === 0) return none;
  const period = periodReader(
    input,
    keys,
    suspects.flatMap(({ after }) => after[0] ?? []),
  );
  const versions = new Map<Fact, Slip>();
  const olderVersions = new Map<Fact, Slip>();
  for (const { key, older, after } of suspects) {
    const [before, newest] = [older.at(-1), after[0]];
    if (!before || !newest || input.foreign.has(before)) continue;
    const lines = period.linesAt(newest);
    const filing = period.ofFiling(newest.accession);
    const slip =
      splitInParts(before, newest, filing, keys) ??
      slipOf(before, newest, lines, filing) ??
      partOfBalance(before, newest, filing, { keys, rules: input.registry.rules });
    const isProven = () =>
      slip === "split_in_parts" ||
      breaksSum(key, [before, newest], lines, input) ||
      (slip === "sign_flipped" &&
        (leavesChain(before, newest, input.histories) ||
          isAgainstEarnings(newest, filing, input.histories)));
    if (slip === null || !isProven()) continue;
    for (const fact of after) versions.set(fact, slip);
    for (const fact of older) olderVersions.set(fact, slip);
  }
  return versions.size === 0 ? none : { versions, olderVersions };
}

/** The line of every tag that an identity is about, by "taxonomy:tag". */
function keysOfSums({ bySnakeKey, rules }: Registry): Map<string, string> {
  const keys = new Map<string, string>();
  const inSums = rules.sums.flatMap(({ total, terms }) => [total, ...terms.map((t) => t.concept)]);
  for (const key of new Set(inSums)) {
    for (const { taxonomy, xbrlConcept } of bySnakeKey.get(key)?.mappings ?? []) {
      entry(keys, `${taxonomy}:${xbrlConcept}`, () => key);
    }
  }
  return keys;
}

/** The newest value of a disputed fact as all filings since its first state it, and the versions before; null where nothing changed. */
function lastStep(
  history: History,
  quanta: ReadonlyMap<string, number>,
): { older: Fact[]; after: Fact[] } | null {
  if (!currencyCode.test(history[0]?.unit ?? "")) return null;
  const dated = history.filter((fact) => isPeriodic(fact) && fact.dimensions === null);
  const newest = dated.at(-1);
  const at = dated.findLastIndex((fact) => newest && !isConsistent(fact, newest, quanta));
  const before = dated[at];
  if (!before || before.accession === newest?.accession) return null;
  return { older: dated.slice(0, at + 1), after: dated.slice(at + 1) };
}

/** What the newest value looks like, judged by the other lines of its period and by what its filing states of other periods. */
function slipOf(
  before: Fact,
  newest: Fact,
  lines: LinesOfPeriod,
  filing: readonly Fact[],
): Slip | null {
  const [was, is] = [Number(before.value), Number(newest.value)];
  if (is === 0) return "zeroed";
  if (is === -was) return "sign_flipped";
  const repeats = ({ tag, value }: Fact) => value === newest.value && tag !== newest.tag;
  if (lines.values().some(repeats)) return "repeats_line";
  const isOfOtherPeriod = (fact: Fact) =>
    fact.tag === newest.tag && fact.unit === newest.unit && periodOf(fact) !== periodOf(newest);
  const isRepeated = filing.some((fact) => isOfOtherPeriod(fact) && fact.value === newest.value);
  return isRepeated ? "repeats_period" : null;
}

/** The older value lies between the next shorter and the next longer year to date of its tag, and the newer does not. */
function leavesChain(before: Fact, newest: Fact, histories: readonly History[]): boolean {
  const { tag, taxonomy, unit, start, end } = newest;
  const chain = histories.flatMap((history) => {
    const last = history.findLast(isPeriodic);
    const isOfChain =
      last?.tag === tag && last.taxonomy === taxonomy && last.unit === unit && start !== null;
    return isOfChain && last.start === start && last.dimensions === null ? [last] : [];
  });
  // The facts of a tag stand in the order of their ends.
  const shorter = chain.findLast((fact) => fact.end < end);
  const longer = chain.find((fact) => fact.end > end);
  if (!shorter || !longer) return false;
  const [least, most] = [Number(shorter.value), Number(longer.value)].sort((a, b) => a - b);
  const isBetween = ({ value }: Fact) =>
    Number(value) >= (least ?? 0) && Number(value) <= (most ?? 0);
  return isBetween(before) && !isBetween(newest);
}

/**
 * Earnings per share of the period have the older sign: only the amounts lost theirs. The filing states these earnings, or is silent of
 * them, and they stand as they were filed last.
 */
function isAgainstEarnings(
  newest: Fact,
  filing: readonly Fact[],
  histories: readonly History[],
): boolean {
  if (!incomeTag.test(newest.tag)) return false;
  const { start, end } = newest;
  const isEarned = (fact: Fact | undefined): fact is Fact =>
    fact !== undefined &&
    earningsTag.test(fact.tag) &&
    fact.dimensions === null &&
    fact.start === start &&
    fact.end === end;
  const own = filing.filter(isEarned);
  const earned = own.length > 0 ? own : histories.map((one) => one.at(-1)).filter(isEarned);
  const turned = earned.map(({ value }) => Number(value) * Number(newest.value));
  return turned.length > 0 && turned.every((product) => product < 0);
}

const incomeTag = /^(NetIncomeLoss|ProfitLoss|IncomeLossFromContinuingOperations)/;
const earningsTag = /^EarningsPerShare(Basic|Diluted|BasicAndDiluted)$/;

/** Lines of a period by key, each as the filing in question states it, else as it was filed last. */
type LinesOfPeriod = ReadonlyMap<string, Fact>;

/** Finds the lines of the periods, and the facts of the filings, that the given facts are of. */
function periodReader(
  { histories, registry }: Input,
  keys: ReadonlyMap<string, string>,
  newestFacts: readonly Fact[],
) {
  const byFiling = new Map<string, Fact[]>(newestFacts.map(({ accession }) => [accession, []]));
  const byPeriod = new Map<string, { key: string; history: History }[]>();
  const ends = new Set(newestFacts.map(({ end }) => end));
  const periods = new Set(newestFacts.map(periodOf));
  for (const history of histories) {
    const [first] = history;
    if (!first || first.dimensions !== null) continue;
    for (const fact of history) byFiling.get(fact.accession)?.push(fact);
    if (!ends.has(first.end)) continue;
    const key = keys.get(labelOf(first));
    if (key === undefined || !periods.has(periodOf(first))) continue;
    entry(byPeriod, periodOf(first), () => []).push({ key, history });
  }
  return {
    ofFiling: (accession: string) => byFiling.get(accession) ?? [],
    linesAt(newest: Fact): LinesOfPeriod {
      const best = new Map<string, { rank: number; fact: Fact }>();
      for (const { key, history } of byPeriod.get(periodOf(newest)) ?? []) {
        const own = history.find(({ accession }) => accession === newest.accession);
        const fact = own ?? history.findLast(isPeriodic);
        if (!fact) continue;
        const rank = rankOf(registry, key, labelOf(fact)) + (own ? 0 : otherFiling);
        if (rank < (best.get(key)?.rank ?? Number.POSITIVE_INFINITY)) best.set(key, { rank, fact });
      }
      return new Map([...best].map(([key, { fact }]) => [key, fact]));
    },
  };
}

/** A tag of the filing itself goes before any of another. */
const otherFiling = 1000;

const isPeriodic = ({ filed, form }: Fact) => filed !== null && tierOf(form) === 1;

function rankOf({ bySnakeKey }: Registry, key: string, label: string): number {
  const mappings = bySnakeKey.get(key)?.mappings ?? [];
  return mappings.findIndex((m) => `${m.taxonomy}:${m.xbrlConcept}` === label);
}

/** An identity of the line that held with the older value fails with the newer, and none the other way round. */
function breaksSum(
  key: string,
  [before, newest]: readonly [older: Fact, newer: Fact],
  facts: LinesOfPeriod,
  { quanta, registry: { rules } }: Input,
): boolean {
  const linesWith = (own: Fact): ShownLines => {
    const filedAs = (of: string) => (of === key ? own : facts.get(of));
    const factOf = (of: string) => filedAs(standInFor(of, rules, filedAs));
    return {
      template: "industrial",
      isSilent: (of) => factOf(of) === undefined,
      lookup: (of) => {
        const fact = factOf(of);
        return fact ? { value: fact.value, flags: [] } : null;
      },
      quantumOf(of) {
        const fact = factOf(of);
        return fact ? quantumOf(fact, quanta) : 0;
      },
    };
  };
  const [older, newer] = [linesWith(before), linesWith(newest)];
  let isBroken = false;
  const totals = rulesOf(rules, "stands_for").filter(({ line }) => line === key);
  for (const check of rules.sums) {
    const lines = [check.total, ...check.terms.map(({ concept }) => concept)];
    const isOfTotal = totals.some(({ applies }) => lines.includes(applies.total));
    if (!isOfTotal && !lines.includes(key)) continue;
    const [was, is] = [sumOfShownLines(check, older), sumOfShownLines(check, newer)];
    if (was.outcome === "broken" && holds(is.outcome)) return false;
    isBroken ||= holds(was.outcome) && is.outcome === "broken";
  }
  return isBroken;
}

/** The line that is read in the place of a total which the period does not state; else the line itself. */
function standInFor(
  key: string,
  rules: RuleBook,
  filedAs: (key: string) => Fact | undefined,
): string {
  const rule = rulesOf(rules, "stands_for").find(
    ({ applies }) => applies.total === key && !applies.silent.some(filedAs),
  );
  return rule?.line ?? key;
}

const holds = (outcome: string) => outcome === "exact" || outcome === "rounding";
