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

/** A sentence for each concept that changed since the last release without a line under "## Unreleased". */
export function unexplained(markdown: string, changes: readonly ConceptChange[]): string[] {
  const section = readSections(markdown).find(({ title }) => title === "Unreleased");
  const said = new Set(section?.text.match(/[a-z][a-z0-9_]*/g) ?? []);
  return changes
    .filter(({ snakeKey }) => !said.has(snakeKey))
    .map(
      ({ id, snakeKey }) =>
        `${id}: changed without a line under "## Unreleased" of CHANGES.md that names ${snakeKey} and why.`,
    );
}

/** CHANGES.md with its section "Unreleased" named by the version that it became. Throws when it has none. */
export function nameSection(markdown: string, version: string): string {
  if (/^## Unreleased$/m.test(markdown)) {
    return markdown.replace(/^## Unreleased$/m, `## ${version}`);
  }
  throw new Error('CHANGES.md has no section "## Unreleased"');
}
