import type { Lineage } from "#schemas/shapes/companies/statement.ts";
import type { ShownFeed } from "#schemas/shapes/companies/statement-as-filed.ts";
import type { CompanyBuild } from "../../company-input.ts";
import { entry } from "../../facts/entry.ts";

interface Spanned {
  start: string | null;
  end: string;
  value: string;
}

/** Which standardized lines have a fact: of this element, these dates and this value. */
export interface Feeds {
  of(element: string, values: readonly Spanned[]): ShownFeed[];
  /** Of one value: each standardized line by its period, once in each way. */
  usesOf(element: string, value: Spanned): FeedUse[];
}

/** A line of a period that has the value, or is computed from it. */
export interface FeedUse {
  /** snakeKey. */
  concept: string;
  how: ShownFeed["how"];
  /** Key of the period. */
  period: string;
}

/** Whose lines use which facts, by their lineage. Values of other sources and of members feed nothing. */
export function feedsOf({ periods, facts }: Pick<CompanyBuild, "periods" | "facts">): Feeds {
  const uses = new Map<string, FeedUse[]>();
  for (const period of periods) {
    for (const [concept, { lineage, unit }] of Object.entries(period.lines)) {
      if (lineage === null) continue;
      walk(lineage, "value", (index, how) => {
        const fact = facts[index];
        // What a ratio or a figure per share is computed from is no part of a sum.
        if (fact === undefined || fact.dimensions !== null || fact.unit !== unit) return;
        const key = keyOf(`${fact.taxonomy}:${fact.tag}`, fact);
        entry(uses, key, () => []).push({ concept, how, period: period.key });
      });
    }
  }
  const usesOf = (element: string, value: Spanned) => uses.get(keyOf(element, value)) ?? [];
  return {
    of: (element, values) => merged(values.flatMap((value) => usesOf(element, value))),
    usesOf: (element, value) => onceEach(usesOf(element, value)),
  };
}

const keyOf = (element: string, { start, end, value }: Spanned) =>
  [element, start ?? "", end, value].join("|");

/** A fact that is the whole lineage is the value; one below a rule is a part of it. */
function walk(
  lineage: Lineage,
  how: ShownFeed["how"],
  visit: (index: number, how: ShownFeed["how"]) => void,
): void {
  if (typeof lineage === "number") {
    visit(lineage, how);
    return;
  }
  const [, ...operands] = lineage;
  for (const [, , , of] of operands) walk(of, "part_of_sum", visit);
}

/** A rule may take a fact twice. */
const onceEach = (uses: readonly FeedUse[]) => [
  ...new Map(uses.map((use) => [`${use.how} ${use.period} ${use.concept}`, use])).values(),
];

/** One feed for each concept and way. */
function merged(uses: readonly FeedUse[]): ShownFeed[] {
  const feeds = new Map<string, ShownFeed>();
  for (const { concept, how, period } of onceEach(uses)) {
    entry(feeds, `${concept} ${how}`, () => ({ concept, how, periods: [] })).periods.push(period);
  }
  return [...feeds.values()];
}
