import type { Fact } from "#schemas/shapes/companies/fact.ts";
import type { History } from "../facts/history/history.ts";

/** A fact behind a line that is shown, with everything that was filed of it. */
export interface ShownFact {
  /** snakeKey of the line. */
  key: string;
  fact: Fact;
  versions: History;
}

/**
 * Why lines that should add up do not, in words that name the filings and facts: one filing states them so, or they are
 * of filings that do not agree. Null when a line was computed from others: then nothing filed explains it.
 */
export function explainBroken(lines: readonly (readonly ShownFact[] | null)[]): string | null {
  const facts: ShownFact[] = [];
  for (const line of lines) {
    if (line === null) return null;
    facts.push(...line);
  }
  const filings = new Set(facts.map(({ fact }) => fact.accession));
  const named = facts.slice(0, namedMax).map(nameOf).join(", ");
  const more = facts.length > namedMax ? ` and ${facts.length - namedMax} more` : "";
  if (filings.size === 1) return `filed so in ${[...filings][0]}: ${named}${more}`;
  const changed = facts.find(({ fact, versions }) => versions.some((v) => v.value !== fact.value));
  const why = changed
    ? `of filings that do not agree on ${changed.fact.tag}`
    : "no one filing states all of them";
  return `${why}: ${named}${more}`;
}

const namedMax = 8;

function nameOf({ key, fact }: ShownFact): string {
  const span = fact.start === null ? fact.end : `${fact.start}/${fact.end}`;
  return `${key} ${fact.value} (${fact.tag} ${span}, ${fact.accession})`;
}
