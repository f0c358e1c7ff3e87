import { listFiles, readProjectFile } from "./project-files.ts";

/** An id of a requirement (`FIN-04`), a reading (`A-42`) or an open place (`O-01`). */
const idForm = /^([A-Z]{3}|[AO])-(\d\d)$/;

/** What each id says, as `docs/rules/requirements` has it, in the order of the files. */
export const requirements: ReadonlyMap<string, string> = new Map(
  listFiles("docs/rules/requirements/*.md").map(readProjectFile).flatMap(readItems),
);

/** The items `- **FIN-04** what it says` of a document, each as id and text; a text may go on in indented lines. */
export function readItems(document: string): [id: string, text: string][] {
  return [...document.matchAll(/^- \*\*([^*]+)\*\* (.+(?:\n {2}.+)*)$/gm)].map(
    ([, id = "", text = ""]) => [id, text.replace(/\n +/g, " ")],
  );
}

/** The ids by group, in the order of the numbers. */
export function idsByGroup(ids: Iterable<string>): Map<string, string[]> {
  return Map.groupBy([...ids].sort(), (id) => id.slice(0, id.lastIndexOf("-")));
}

/** Ids that break the numbering: of another form, given twice, or not the next number of their group. */
export function numberingFaults(ids: readonly string[]): string[] {
  const misplaced = [...idsByGroup(ids)].flatMap(([group, members]) =>
    members.filter((id, at) => id !== `${group}-${String(at + 1).padStart(2, "0")}`),
  );
  return [...new Set([...ids.filter((id) => !idForm.test(id)), ...misplaced])];
}

/** The ids in brackets of a text that stand in no document: `[FIN-08]`, or several with commas or spaces between. */
export function unknownIds(text: string): string[] {
  return bracketedIds(text).filter((id) => !requirements.has(id));
}

/** The ids in brackets of a text, known or not. */
export function bracketedIds(text: string): string[] {
  return [...text.matchAll(/\[((?:[A-Z]{3}|[AO])-\d+[^\]\n]*)\]/g)].flatMap(([, ids = ""]) =>
    ids.split(/[,\s]+/),
  );
}

/** Ids of known groups anywhere in a text that stand in no document. */
export function unknownMentions(text: string): string[] {
  const groups = [...idsByGroup(requirements.keys()).keys()];
  const mention = new RegExp(`(?<![\\w-])(?:${groups.join("|")})-\\d\\d(?![\\w-])`, "g");
  return [...text.matchAll(mention)].map(([id]) => id).filter((id) => !requirements.has(id));
}
