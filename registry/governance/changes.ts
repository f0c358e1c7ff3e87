import type { ConceptChange } from "./difference.ts";

/** One version's section of CHANGES.md. */
export interface Section {
  /** "1.1.0", or "Unreleased" for what is being prepared. */
  title: string;
  text: string;
}

/** The sections of CHANGES.md, newest first. */
export function readSections(markdown: string): Section[] {
  return markdown
    .split(/^## /m)
    .slice(1)
    .map((part) => {
      const [title = "", ...lines] = part.split("\n");
      return { title: title.trim(), text: lines.join("\n").trim() };
    });
}

/**
 * A sentence for each concept that changed since the last release without an entry under "## Unreleased": an item or a
 * row of a table that has its key as subject ("- key, other_key: reason") or in code form, and a reason of a few words.
 */
export function unexplained(markdown: string, changes: readonly ConceptChange[]): string[] {
  const section = readSections(markdown).find(({ title }) => title === "Unreleased");
  const entries = entriesOf(section?.text ?? "");
  const namedKeys = new Set(entries.flatMap(({ keys }) => keys));
  const explained = new Set(
    entries.filter(({ reason }) => isReason(reason)).flatMap(({ keys }) => keys),
  );
  return changes
    .filter(({ snakeKey }) => !explained.has(snakeKey))
    .map(({ id, snakeKey }) =>
      namedKeys.has(snakeKey)
        ? `${id}: its line under "## Unreleased" of CHANGES.md does not say why: give the reason in a few words.`
        : `${id}: changed without a line under "## Unreleased" of CHANGES.md that names ${snakeKey} and why ("- ${snakeKey}: reason").`,
    );
}

/** What one item or row explains, and with which words. */
interface Entry {
  keys: string[];
  reason: string;
}

function entriesOf(text: string): Entry[] {
  // An item goes on in indented lines; what is no item and no row explains nothing by itself.
  const joined = text.replace(/\n[ \t]+(?=\S)/g, " ").split("\n");
  return joined.flatMap((line) => {
    const item = /^[-*] +(.*)$/.exec(line)?.[1];
    if (item !== undefined) return [itemEntry(item)];
    const [subject, ...rest] = /^\|(.*)\|$/.exec(line.trim())?.[1]?.split("|") ?? [];
    return subject === undefined ? [] : [{ keys: keysIn(subject), reason: rest.join(" ") }];
  });
}

function itemEntry(item: string): Entry {
  const at = item.indexOf(":");
  const keys = at === -1 ? [] : keysIn(item.slice(0, at));
  if (keys.length > 0) return { keys: [...keys, ...codeIn(item)], reason: item.slice(at + 1) };
  return { keys: codeIn(item), reason: item.replace(/`[^`]*`/g, " ") };
}

const codeIn = (text: string) =>
  [...text.matchAll(/`([a-z][a-z0-9_]*)`/g)].map(([, key = ""]) => key);

/** The keys of a list of nothing but keys; empty for prose. */
function keysIn(subject: string): string[] {
  const parts = subject.split(/,| and /).map((part) => part.trim().replace(/^`(.*)`$/, "$1"));
  return parts.every((part) => /^[a-z][a-z0-9_]*$/.test(part)) ? parts : [];
}

/** CHANGES.md with its section "Unreleased" named by the version that it became. Throws when it has none. */
export function nameSection(markdown: string, version: string): string {
  if (/^## Unreleased$/m.test(markdown)) {
    return markdown.replace(/^## Unreleased$/m, `## ${version}`);
  }
  throw new Error('CHANGES.md has no section "## Unreleased"');
}

const wordsMin = 3;

/** True for a reason that says something: a few words, not one alone. */
export function isReason(text: string | undefined): boolean {
  return (text?.match(/[\p{L}][\p{L}'’-]*/gu) ?? []).length >= wordsMin;
}
