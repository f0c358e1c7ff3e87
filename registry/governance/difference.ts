import type { Concept, Mapping } from "#schemas/shapes/companies/concept.ts";
import type { Rule } from "#schemas/shapes/companies/rule.ts";
import { canonicalJson } from "../current/digest.ts";
import { higherLevel, type Level } from "./semver.ts";

/** One field of a concept, or one mapping, that two states of the registry have differently. */
interface FieldChange {
  /** A field of the concept, or "mappings" with the tag. */
  what: string;
  level: Level;
  /** In words, for example "rank 2 to 1" or "was null". */
  how: string;
}

/** What happened to one concept from one state of the registry to another. */
export interface ConceptChange {
  snakeKey: string;
  id: string;
  kind: "added" | "removed" | "changed";
  level: Level;
  changes: FieldChange[];
}

/** What each field of a concept means to those who read its values. */
const fieldLevels = {
  label: "patch",
  note: "patch",
  sourceability: "patch",
  definition: "minor",
  status: "minor",
  role: "minor",
  prevalence: "minor",
  nonNegative: "minor",
  templates: "minor",
  rollup: "minor",
  derivation: "minor",
  successor: "minor",
  balance: "major",
  additive: "major",
  statement: "major",
  dataType: "major",
  periodType: "major",
  id: "major",
} as const satisfies Partial<Record<keyof Concept, Level>>;

/** What differs between two states of the registry, by concept, in the order of the newer one. */
export function compareConcepts(
  older: readonly Concept[],
  newer: readonly Concept[],
): ConceptChange[] {
  const before = new Map(older.map((concept) => [concept.snakeKey, concept]));
  const after = new Set(newer.map(({ snakeKey }) => snakeKey));
  const changes = newer.flatMap((concept) => {
    const old = before.get(concept.snakeKey);
    return old ? changedConcept(old, concept) : [whole(concept, "added", "minor")];
  });
  const lost = older.filter(({ snakeKey }) => !after.has(snakeKey));
  return [...changes, ...lost.map((concept) => whole(concept, "removed", "major"))];
}

/** The highest level among the changes; null without any. */
export function levelOf(changes: readonly ConceptChange[]): Level | null {
  return changes.reduce<Level | null>(
    (highest, { level }) => (highest === null ? level : higherLevel(highest, level)),
    null,
  );
}

function whole(
  { id, snakeKey, status, mappings }: Concept,
  kind: "added" | "removed",
  level: Level,
): ConceptChange {
  const tags = mappings.map((mapping) => tagOf(mapping)).join(", ");
  const how = `${status}${tags === "" ? "" : `, mapped to ${tags}`}`;
  return { id, snakeKey, kind, level, changes: [{ what: "concept", level, how }] };
}

function changedConcept(old: Concept, concept: Concept): ConceptChange[] {
  const fields = Object.entries(fieldLevels) as [keyof typeof fieldLevels, Level][];
  const changes = [
    ...fields.flatMap(([field, level]) => {
      const [from, to] = [canonicalJson(old[field]), canonicalJson(concept[field])];
      return from === to ? [] : [{ what: field, level, how: `${from} became ${to}` }];
    }),
    ...mappingChanges(old.mappings, concept.mappings),
    ...ruleChanges(old.rules ?? [], concept.rules ?? []),
  ];
  if (changes.length === 0) return [];
  const level = changes.map((change) => change.level).reduce(higherLevel);
  const { id, snakeKey } = concept;
  return [{ id, snakeKey, kind: "changed", level, changes }];
}

/** A rule by its id; cases and titles are words that change no value. */
function ruleChanges(older: readonly Rule[], newer: readonly Rule[]): FieldChange[] {
  const ids = new Set([...older, ...newer].map(({ id }) => id));
  return [...ids].flatMap((id): FieldChange[] => {
    const [old, now] = [older, newer].map((rules) => rules.find((rule) => rule.id === id));
    const what = `rules ${id}`;
    if (!old || !now) return [{ what, level: "minor", how: now ? "added" : "removed" }];
    if (canonicalJson(old) === canonicalJson(now)) return [];
    const isOfWords = canonicalJson(meaningOf(old)) === canonicalJson(meaningOf(now));
    return [{ what, level: isOfWords ? "patch" : "minor", how: isOfWords ? "words" : "changed" }];
  });
}

const meaningOf = ({ title: _title, cases: _cases, ...meaning }: Rule) => meaning;

/** A tag listed twice, for different templates, is two mappings. */
function mappingChanges(older: readonly Mapping[], newer: readonly Mapping[]): FieldChange[] {
  const repeated = repeatedTags(older, newer);
  const [before, after] = [ranked(older, repeated), ranked(newer, repeated)];
  const lost = [...before].flatMap(([key, { mapping }]) =>
    after.has(key) ? [] : [change(mapping, "no longer mapped")],
  );
  const common = [...after.keys()].filter((key) => before.has(key));
  const order = [...before.keys()].filter((key) => after.has(key));
  const changes = [...after].flatMap(([key, { mapping, rank }]): FieldChange[] => {
    const old = before.get(key);
    if (!old) return [change(mapping, `mapped, rank ${rank} of ${newer.length}`)];
    return [...propertyChanges(old.mapping, mapping), ...moved(key, mapping, common, order)];
  });
  return [...changes, ...lost];
}

/** An order that others changed by coming or going is no move. */
function moved(
  key: string,
  mapping: Mapping,
  common: readonly string[],
  order: readonly string[],
): FieldChange[] {
  const [from, to] = [order.indexOf(key), common.indexOf(key)];
  return from === to
    ? []
    : [change(mapping, `moved from place ${from + 1} to ${to + 1} of the tags kept`)];
}

function propertyChanges(old: Mapping, mapping: Mapping): FieldChange[] {
  const names = Object.keys(mapping) as (keyof Mapping)[];
  return names.flatMap((name) => {
    const [from, to] = [canonicalJson(old[name]), canonicalJson(mapping[name])];
    if (from === to) return [];
    const level = name === "version" ? "patch" : "minor";
    return [{ ...change(mapping, `${name}: ${from} became ${to}`), level }];
  });
}

const change = (mapping: Mapping, how: string): FieldChange => ({
  what: `mappings ${tagOf(mapping)}`,
  level: "minor",
  how,
});

function ranked(mappings: readonly Mapping[], repeated: ReadonlySet<string>) {
  return new Map(
    mappings.map((mapping, at) => {
      const tag = tagOf(mapping);
      const key = repeated.has(tag) ? `${tag} ${canonicalJson(mapping.templates)}` : tag;
      return [key, { mapping, rank: at + 1 }];
    }),
  );
}

/** Tags that one of the lists names twice, for different templates. */
function repeatedTags(...lists: (readonly Mapping[])[]): Set<string> {
  return new Set(
    lists.flatMap((list) => {
      const tags = list.map(tagOf);
      return tags.filter((tag, at) => tags.indexOf(tag) !== at);
    }),
  );
}

const tagOf = ({ taxonomy, xbrlConcept }: Mapping) => `${taxonomy}:${xbrlConcept}`;
