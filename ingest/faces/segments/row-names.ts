import type { FiledReport } from "#schemas/shapes/companies/filed-report.ts";
import { entry } from "../../facts/entry.ts";
import { bareName } from "./member-meaning.ts";
import type { Row } from "./rows.ts";

/** Names a row in all filings of a company. A row that does not count has the name that it has where it counts. */
export type RowNames = (row: Pick<Row, "member" | "within">) => string;

/**
 * The names of rows in each of the reports. Standard elements moved between taxonomies (us-gaap, srt) and filers change
 * their prefix, so those do not count; but an own element is never the same as a standard one. A name of a data set,
 * which has no prefix, is that of an own element where the other reports have only an own one. A segment that a later one
 * of `inOrder` spells in another way has the newest name.
 */
export function rowNamesOf(
  reports: readonly FiledReport[],
  inOrder: readonly FiledReport[],
): (report: FiledReport) => RowNames {
  let known: ReturnType<typeof bareNames> | null = null;
  const newest = newestSpellings(inOrder);
  const isOwnIn = (member: string, { elements }: FiledReport) => {
    const element = elements[member];
    if (element || member.includes(":")) return element?.isOwn ?? false;
    known ??= bareNames(reports);
    const bare = bareName(member);
    return known.own.has(bare) && !known.standard.has(bare);
  };
  return (report) => {
    const nameOf = (member: string) => {
      const bare = bareName(member);
      return isOwnIn(member, report) ? `own:${newest.get(bare) ?? bare}` : bare;
    };
    return ({ member, within }) =>
      within === null ? nameOf(member) : `${nameOf(within.member)}/${nameOf(member)}`;
  };
}

function bareNames(reports: readonly FiledReport[]) {
  const own = new Set<string>();
  const standard = new Set<string>();
  for (const { elements } of reports) {
    for (const { qname, isOwn } of Object.values(elements)) {
      (isOwn ? own : standard).add(bareName(qname));
    }
  }
  return { own, standard };
}

/**
 * The newest name of own members that filings of different days call the same but for "&" and the word segment, by each of
 * their names. Members that one filing has side by side are not the same.
 */
function newestSpellings(inOrder: readonly FiledReport[]): ReadonlyMap<string, string> {
  const namesByLabel = new Map<string, Set<string>>();
  const apart = new Set<string>();
  for (const report of inOrder) {
    const here = new Map<string, string>();
    for (const { qname, isOwn } of Object.values(report.elements)) {
      if (!isOwn || !qname.endsWith("Member")) continue;
      const [label, name] = [plainLabel(labelOfMember(qname, report)), bareName(qname)];
      if ((here.get(label) ?? name) !== name) apart.add(label);
      here.set(label, name);
    }
    for (const [label, name] of here) {
      const names = entry(namesByLabel, label, () => new Set<string>());
      names.delete(name);
      names.add(name);
    }
  }
  return new Map(
    [...namesByLabel].flatMap(([label, names]) => {
      const last = [...names].at(-1);
      if (last === undefined || names.size === 1 || label === "" || apart.has(label)) return [];
      return [...names].map((name) => [name, last] as const);
    }),
  );
}

/** "compute and networking" for "Compute & Networking Segment". */
const plainLabel = (label: string): string =>
  label
    .toLowerCase()
    .replaceAll("&", " and ")
    .replace(/\bsegments?\b/g, " ")
    .replace(/[\s.,-]+/g, " ")
    .trim();

/** "iPhone" for "iPhone [Member]"; without a label the name of the element in words. */
export function labelOfMember(member: string, { elements }: FiledReport): string {
  const label = elements[member]?.label
    ?.trim()
    .replace(/\[(?:member|domain)\]$/i, "")
    .trim();
  return label || bareName(member).replace(/([a-z])([A-Z])/g, "$1 $2");
}
