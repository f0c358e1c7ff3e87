import type { FiledReport } from "#schemas/shapes/companies/filed-report.ts";
import { bareName } from "./member-meaning.ts";
import type { Row } from "./rows.ts";

/** Names a row in all filings of a company. A row that does not count has the name that it has where it counts. */
export type RowNames = (row: Pick<Row, "member" | "within">) => string;

/**
 * The names of rows in each of the reports. Standard elements moved between taxonomies (us-gaap, srt) and filers change
 * their prefix, so those do not count; but an own element is never the same as a standard one. A name of a data set,
 * which has no prefix, is that of an own element where the other reports have only an own one.
 */
export function rowNamesOf(reports: readonly FiledReport[]): (report: FiledReport) => RowNames {
  let known: ReturnType<typeof bareNames> | null = null;
  const isOwnIn = (member: string, { elements }: FiledReport) => {
    const element = elements[member];
    if (element || member.includes(":")) return element?.isOwn ?? false;
    known ??= bareNames(reports);
    const bare = bareName(member);
    return known.own.has(bare) && !known.standard.has(bare);
  };
  return (report) => {
    const nameOf = (member: string) =>
      `${isOwnIn(member, report) ? "own:" : ""}${bareName(member)}`;
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
