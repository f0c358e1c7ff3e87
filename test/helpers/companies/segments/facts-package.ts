import type { FilingFiles } from "#ingest/facts/xbrl/filing-facts.ts";

const standard = /^(?:us-gaap|srt|dei|ifrs-full|country|currency|ecd|cyd|exch|naics|sic|stpr)$/;

/**
 * The files with a presentation that shows every element and every member in one note, for filings of which only the
 * facts are at hand. Files that have a presentation stay as they are.
 */
export function withPresentation(files: FilingFiles): FilingFiles {
  if ([...files.keys()].some((name) => name.endsWith("_pre.xml"))) return files;
  const elements = new Set<string>();
  const axes = new Map<string, Set<string>>();
  for (const body of files.values()) {
    const text = body.toString("utf8");
    for (const [, name = ""] of text.matchAll(
      /<ix:nonFraction\b[^>]*\bname="([\w.-]+:[\w.-]+)"/g,
    )) {
      elements.add(name);
    }
    for (const [, name = ""] of text.matchAll(/<([a-z][\w.-]*:[\w.-]+)\s[^>]*\bunitRef=/g)) {
      if (!name.startsWith("ix:")) elements.add(name);
    }
    const members =
      /<(?:\w+:)?explicitMember\b[^>]*\bdimension="([^"]+)"[^>]*>\s*([\w.-]+:[\w.-]+)\s*</g;
    for (const [, axis = "", member = ""] of text.matchAll(members)) {
      axes.set(axis, (axes.get(axis) ?? new Set()).add(member));
    }
  }
  const pre = Buffer.from(presentation(elements, axes));
  return new Map([...files, ["facts_pre.xml", pre]]);
}

function presentation(elements: ReadonlySet<string>, axes: ReadonlyMap<string, Set<string>>) {
  const arcs = [...elements].map((name) => ["us-gaap:AllAbstract", name] as const);
  const below = [...axes].flatMap(([axis, members]) => [
    ["us-gaap:AllAbstract", axis] as const,
    ...[...members].map((member) => [axis, member] as const),
  ]);
  const all = [...arcs, ...below];
  const names = new Set(all.flat());
  const locators = [...names].map(
    (name) => `<loc xlink:type="locator" xlink:label="${name}" xlink:href="${hrefOf(name)}"/>`,
  );
  const texts = all.map(
    ([from, to], place) =>
      `<presentationArc xlink:type="arc" xlink:arcrole="parent-child" xlink:from="${from}" xlink:to="${to}" order="${place + 1}"/>`,
  );
  return (
    '<linkbase xmlns="http://www.xbrl.org/2003/linkbase" xmlns:xlink="http://www.w3.org/1999/xlink">' +
    `<presentationLink xlink:type="extended" xlink:role="facts">${locators.join("")}${texts.join("")}</presentationLink></linkbase>`
  );
}

/** Elements of the filer are in a schema beside the linkbase. */
function hrefOf(name: string): string {
  const [prefix = "", local = ""] = name.split(":");
  const schema = standard.test(prefix) ? `http://taxonomy.example/${prefix}.xsd` : `${prefix}.xsd`;
  return `${schema}#${prefix}_${local}`;
}
