import { boundedSearch } from "../../data/text-search.ts";

/** A parsed query. */
export interface ParsedQuery {
  /** Words and phrases that candidates should have, in the order in which they were typed. */
  wanted: string[];
  /** Phrases in quotes, which candidates must have as skill or text. */
  phrases: string[];
  /** Words after a minus, which candidates must not have. */
  excluded: string[];
}

/** Words, "phrases" and -exclusions of a query. No input is an error; at most 200 characters and 16 words are read. */
export function parseQuery(typed: string): ParsedQuery {
  const parsed: ParsedQuery = { wanted: [], phrases: [], excluded: [] };
  // A minus excludes only at the beginning of a word.
  for (const [, minus, phrase, word] of boundedSearch(typed).matchAll(
    /(?<=^|\s)(-?)(?:"([^"]*)"|(\S+))/gu,
  )) {
    const text = withoutMarks(phrase ?? word ?? "");
    if (!/[\p{L}\p{N}]/u.test(text)) continue;
    if (minus === "-") parsed.excluded.push(text);
    else if (phrase !== undefined) parsed.phrases.push(text);
    else parsed.wanted.push(text);
  }
  return parsed;
}

const marks = new Set('",;:!?()');

/** The text without punctuation around it. */
function withoutMarks(text: string): string {
  let [start, end] = [0, text.length];
  while (start < end && marks.has(text.charAt(start))) start += 1;
  while (end > start && marks.has(text.charAt(end - 1))) end -= 1;
  return text.slice(start, end);
}

/** The most words that a skill has in a query. */
const wordsMax = 4;

export interface Span {
  start: number;
  end: number;
  text: string;
}

/** All runs of one to four neighbouring words, longer ones first. */
export function spansOf(words: readonly string[]): Span[] {
  const spans: Span[] = [];
  for (let size = Math.min(wordsMax, words.length); size > 0; size -= 1) {
    for (let start = 0; start + size <= words.length; start += 1) {
      spans.push({ start, end: start + size, text: words.slice(start, start + size).join(" ") });
    }
  }
  return spans;
}
