import type { Registry } from "#schemas/shapes/companies/concept.ts";
import type { Fact } from "#schemas/shapes/companies/fact.ts";
import { dayOf } from "../periods/days.ts";
import { currencyCode } from "./currency-code.ts";
import { entry } from "./entry.ts";
import type { History } from "./history/history.ts";

/** Days around a fact in which facts of other filings tell what size it should have. */
const aroundDays = 500;

/** How far from a thousand times the others a fact may be, how many of them must say so, and of how many filings and tags. */
const jumped = { off: 2, share: 2 / 3, filings: 2, tags: 2 };

/** An amount that is less than so many times another one may be in its scale. */
const alike = 30;

interface Sized {
  fact: Fact;
  end: number;
  /** The amount; of a flow, for each day. */
  size: number;
}

/** The tags of a filing and currency that are off in scale, and whether one is not. */
interface Verdict {
  off: Set<string>;
  fits: boolean;
}

const none: ReadonlySet<Fact> = new Set();

/**
 * The facts of filings that are in another scale than those around, though they state no fact again: every amount that all companies
 * report, of two tags at least, is a thousand or a million times off two thirds of what other filings state of the
 * periods within 500 days. Nothing that such a filing states in the currency can be trusted.
 */
export function findScaleJumps(
  histories: readonly History[],
  registry: Registry,
): ReadonlySet<Fact> {
  const tags = universalTags(registry);
  const verdicts = new Map<string, Verdict>();
  const own = histories.filter(([first]) => first && isSizable(first, tags));
  const byTag = Map.groupBy(own, ([first]) => `${first?.tag} ${first?.unit}`);
  for (const [tag, ofTag] of byTag) judgeTag(tag, ofTag.flat(), verdicts);
  const isOff = ({ off, fits }: Verdict) => !fits && off.size >= jumped.tags;
  const filings = new Set([...verdicts].flatMap(([key, one]) => (isOff(one) ? [key] : [])));
  // Hardly any company has one.
  if (filings.size === 0) return none;
  return new Set(histories.flatMap((of) => of.filter((fact) => filings.has(keyOf(fact)))));
}

const keyOf = ({ accession, unit }: Fact) => `${accession}|${unit}`;

function universalTags({ concepts }: Registry): ReadonlySet<string> {
  const universal = concepts.filter(
    ({ prevalence, dataType }) => prevalence === "universal" && dataType === "monetary",
  );
  return new Set(
    universal.flatMap(({ mappings }) =>
      mappings.map(({ taxonomy, xbrlConcept }) => `${taxonomy}:${xbrlConcept}`),
    ),
  );
}

const isSizable = ({ taxonomy, tag, unit, dimensions }: Fact, tags: ReadonlySet<string>) =>
  dimensions === null && currencyCode.test(unit) && tags.has(`${taxonomy}:${tag}`);

function judgeTag(tag: string, facts: readonly Fact[], verdicts: Map<string, Verdict>): void {
  const sized = facts.map(sizedOf).filter(({ size }) => size > 0);
  const middle = sized.map(({ size }) => size).sort((a, b) => a - b)[sized.length >> 1] ?? 0;
  for (const one of sized) {
    const verdict = entry(verdicts, keyOf(one.fact), () => ({
      off: new Set<string>(),
      fits: false,
    }));
    const others = isAlike(one.size, middle) ? null : othersAround(one, sized);
    if (others && isJump(one, others)) verdict.off.add(tag);
    else if (!others || others.some(({ size }) => isAlike(one.size, size))) verdict.fits = true;
  }
}

function sizedOf(fact: Fact): Sized {
  const end = dayOf(fact.end);
  const days = fact.start === null ? 1 : end - dayOf(fact.start) + 1;
  return { fact, end, size: Math.abs(Number(fact.value)) / days };
}

const othersAround = ({ fact, end }: Sized, facts: readonly Sized[]) =>
  facts.filter(
    (other) => other.fact.accession !== fact.accession && Math.abs(other.end - end) <= aroundDays,
  );

const isAlike = (a: number, b: number) => a < alike * b && b < alike * a;

function isJump({ size }: Sized, others: readonly Sized[]): boolean {
  return [1e3, 1e6, 1e-3, 1e-6].some((scale) => {
    const like = others.filter((other) => {
      const times = other.size / size / scale;
      return times < jumped.off && times > 1 / jumped.off;
    });
    const filings = new Set(like.map(({ fact }) => fact.accession));
    return like.length >= jumped.share * others.length && filings.size >= jumped.filings;
  });
}
