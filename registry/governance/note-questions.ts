import type { Concept, Mapping } from "#schemas/shapes/companies/concept.ts";

/**
 * A sentence for each change of mappings that touches what the concept's own note speaks of, while the note stayed as
 * it was. The note is changed with the mappings, or the change is taken back.
 */
export function noteQuestions(before: readonly Concept[], now: readonly Concept[]): string[] {
  const conceptsBefore = new Map(before.map((concept) => [concept.id, concept]));
  return now.flatMap((concept) => {
    const old = conceptsBefore.get(concept.id);
    if (old?.note == null || old.note !== concept.note) return [];
    const sentences = old.note.split(/(?<=[.;])\s+/);
    const doubts = sentences.flatMap((sentence) => {
      const change = changeIn(sentence, old.mappings, concept.mappings);
      return change === null ? [] : [{ sentence, change }];
    });
    return doubts.map(
      ({ sentence, change }) =>
        `${concept.id}: its note says "${sentence}", and ${change}. Does the note still hold? Change it, too, or take the change back.`,
    );
  });
}

/** What a change does to something that the sentence names; null for nothing. */
function changeIn(
  sentence: string,
  old: readonly Mapping[],
  next: readonly Mapping[],
): string | null {
  const [was, is] = [tagsOf(old), tagsOf(next)];
  const named = [...new Set([...was, ...is])].filter((tag) => isNamed(tag, sentence));
  const added = named.find((tag) => !was.has(tag));
  if (added !== undefined) return `${added} is added`;
  const removed = named.find((tag) => !is.has(tag));
  if (removed !== undefined) return `${removed} is removed`;
  const stays = ({ xbrlConcept }: Mapping) => was.has(xbrlConcept) && is.has(xbrlConcept);
  const [left, right] = [old.filter(stays), next.filter(stays)];
  const moved = named.find((tag) => placesOf(tag, left) !== placesOf(tag, right));
  if (moved !== undefined) return `the entry or the place of ${moved} changes`;
  const isByPlace = /\b(?:first|second|third|fourth|last)\b[^.]*\btags?\b|\btags? \d/i.test(
    sentence,
  );
  // A tag at the end leaves the others where they are.
  return isByPlace && !orderOf(next).startsWith(orderOf(old))
    ? "the order of the tags changes"
    : null;
}

const tagsOf = (mappings: readonly Mapping[]) =>
  new Set(mappings.map(({ xbrlConcept }) => xbrlConcept));

/** Whether a sentence has the tag's name, or its beginning followed by `*` or `...`. A plain word is no name. */
function isNamed(tag: string, sentence: string): boolean {
  const words = sentence.matchAll(/\b([A-Z][a-z0-9]+[A-Z][A-Za-z0-9]*)(\*|\.\.\.)?/g);
  return [...words].some(([, name = "", more]) =>
    more === undefined ? name === tag : tag.startsWith(name),
  );
}

/** The entries of a tag with the tags before each, so that a move shows. */
const placesOf = (tag: string, mappings: readonly Mapping[]): string =>
  JSON.stringify(
    mappings.flatMap((one, at) => {
      if (one.xbrlConcept !== tag) return [];
      const { version, ...entry } = one;
      return [[entry, mappings.slice(0, at).map(({ xbrlConcept }) => xbrlConcept)]];
    }),
  );

const orderOf = (mappings: readonly Mapping[]) =>
  mappings.map(({ taxonomy, xbrlConcept }) => `${taxonomy}:${xbrlConcept}`).join(" ");
