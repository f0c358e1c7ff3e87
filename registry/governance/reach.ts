import type { Concept, Mapping, Registry } from "#schemas/shapes/companies/concept.ts";
import { type ConceptChange, compareConcepts } from "./difference.ts";

/** Whom the difference of two registries can concern. */
export type Reach =
  /** Every company: a rule that needs no tag of its own differs. */
  | "everyone"
  /** Only companies whose documents name one of these elements, without the taxonomy. */
  | readonly string[];

/** Fields that no value, reason or check is made of. */
const silentFields = new Set(["label", "note", "definition", "sourceability", "successor"]);

/**
 * The elements without which a company is the same under both registries. A mapping decides nothing where its tag is
 * not filed, except on which day the line's standards begin: a null before it has another reason.
 */
export function reachOf(older: Registry, newer: Registry): Reach {
  const tags = new Set<string>();
  for (const change of compareConcepts(older.concepts, newer.concepts)) {
    const [old, now] = [older, newer].map(({ bySnakeKey }) => bySnakeKey.get(change.snakeKey));
    const own = tagsOf(change);
    if (!old || !now || own === null || beginnings(old) !== beginnings(now)) return "everyone";
    for (const tag of own) tags.add(tag);
  }
  return [...tags].sort();
}

const ofMapping = /^mappings [^:]+:(.+)$/;

/** The elements of the changed mappings; null where something else changed that values are made of. */
function tagsOf({ kind, changes }: ConceptChange): string[] | null {
  if (kind !== "changed") return null;
  const tags: string[] = [];
  for (const { what } of changes) {
    const [, tag] = ofMapping.exec(what) ?? [];
    if (tag !== undefined) tags.push(tag);
    else if (!silentFields.has(what)) return null;
  }
  return tags;
}

/** From which day on the line's nulls are not "pre_standard", by taxonomy. */
function beginnings({ mappings }: Concept): string {
  const first = new Map<Mapping["taxonomy"], string>();
  for (const { taxonomy, validFrom } of mappings) {
    const day = validFrom ?? "";
    const firstDay = first.get(taxonomy);
    if (firstDay === undefined || day < firstDay) first.set(taxonomy, day);
  }
  const later = [...first].filter(([, day]) => day !== "");
  return JSON.stringify(later.sort());
}
