import type { Concept, Mapping } from "#schemas/shapes/companies/concept.ts";

/**
 * What is known offline of an element's existence. EDGAR refuses a filing that uses an element which the
 * taxonomy version it names does not have, so the years of filings that carry a tag, first and last, prove it
 * for those years; a text is a reviewer's source, for elements that nobody filed yet.
 */
export type TagsSeen = Readonly<Record<string, readonly [first: number, last: number] | string>>;

export interface TagEvidence {
  /** Sentences about mappings that are new since the last release and that nothing shows to exist. */
  problems: string[];
  /** Sentences about released mappings without evidence, and about spans that disagree with it. */
  notes: string[];
}

/** By "taxonomy:tag", whether filings carry it at a day, over a span of days, or both. */
export type TagKinds = ReadonlyMap<string, ReadonlySet<Concept["periodType"]>>;

/** Sentences about mappings of a tag that filings only carry as the other period type. */
export function kindProblems(concepts: readonly Concept[], kinds: TagKinds): string[] {
  return concepts.flatMap(({ id, status, periodType, mappings }) => {
    const wrong = mappings.map(tagOf).filter((tag) => kinds.get(tag)?.has(periodType) === false);
    return status === "deprecated"
      ? []
      : [...new Set(wrong)].map((tag) => {
          const filed = [...(kinds.get(tag) ?? [])].join();
          const kind = periodType === "instant" ? "an instant" : "a duration";
          return `${id}: is ${kind}, and filings carry ${tag} as ${filed} only.`;
        });
  });
}

/** Holds every mapping against what is known of its tag. `released` are the tags that a release already has. */
export function checkTags(
  concepts: readonly Concept[],
  seen: TagsSeen,
  released: ReadonlySet<string>,
): TagEvidence {
  const evidence: TagEvidence = { problems: recordProblems(seen), notes: [] };
  for (const { id, status, mappings } of concepts) {
    if (status === "deprecated") continue;
    for (const mapping of mappings) {
      const tag = tagOf(mapping);
      const periodType = seen[tag];
      if (periodType === undefined) {
        const sentence = `${id}: no filing known here carries ${tag}`;
        if (released.has(tag)) evidence.notes.push(`${sentence}.`);
        else evidence.problems.push(`${sentence}; ${advice}`);
      } else if (isElsewhere(mapping, periodType)) {
        evidence.notes.push(
          `${id}: ${tag} was filed in ${periodType[0]} to ${periodType[1]}, its version says ${mapping.version}.`,
        );
      }
    }
  }
  return evidence;
}

/** Where a reviewer read of an element: taxonomy, year, and the place. */
const source = /^(?:us-gaap|ifrs-full|dei|srt) \d{4}, \S.+/;

/** Sentences about entries that prove nothing. */
function recordProblems(seen: TagsSeen): string[] {
  return Object.entries(seen).flatMap(([tag, known]) => {
    if (typeof known === "string") {
      const isOfTag = known.startsWith(`${tag.split(":")[0]} `);
      if (source.test(known) && isOfTag) return [];
      return [
        `tags-seen.json: ${tag}: ${JSON.stringify(known)} is no source: name its taxonomy, the year and where it was read, such as "us-gaap 2027, element list".`,
      ];
    }
    const isSpan = Array.isArray(known) && known.length === 2 && known.every(Number.isInteger);
    return isSpan && known[0] <= known[1]
      ? []
      : [`tags-seen.json: ${tag}: must be the first and the last year of filing, or a source.`];
  });
}

const advice =
  "check with --archive --record where one does, or add it to tags-seen.json with the source that you read it in.";

/** True when the tag was filed only in years outside the span that the mapping states. */
function isElsewhere({ version }: Mapping, known: TagsSeen[string]): boolean {
  if (typeof known === "string") return false;
  const [first = 0, last = first] = version.split("-").map(Number);
  return known[1] < first || known[0] > last;
}

/** Both records as one: spans widen, and a span replaces a text. */
export function mergeSeen(one: TagsSeen, other: TagsSeen): TagsSeen {
  const merged: Record<string, TagsSeen[string]> = { ...one };
  for (const [tag, seen] of Object.entries(other)) {
    const tagBefore = merged[tag];
    const isWider =
      tagBefore !== undefined && typeof tagBefore !== "string" && typeof seen !== "string";
    if (isWider) merged[tag] = [Math.min(tagBefore[0], seen[0]), Math.max(tagBefore[1], seen[1])];
    else if (tagBefore === undefined || typeof seen !== "string") merged[tag] = seen;
  }
  return merged;
}

/** The record as its file has it: a tag a line, in order. */
export function seenText(seen: TagsSeen): string {
  const lines = Object.entries(seen)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([tag, known]) => {
      const value = typeof known === "string" ? JSON.stringify(known) : `[${known.join(", ")}]`;
      return `  ${JSON.stringify(tag)}: ${value}`;
    });
  return lines.length === 0 ? "{}\n" : `{\n${lines.join(",\n")}\n}\n`;
}

const tagOf = ({ taxonomy, xbrlConcept }: Mapping) => `${taxonomy}:${xbrlConcept}`;
