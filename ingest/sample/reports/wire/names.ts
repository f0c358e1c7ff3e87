import type { FiledReport } from "#schemas/shapes/companies/filed-report.ts";

/** Where the elements of a report are declared, and how a package refers to them. */
export interface Names {
  /** Of the files: "aapl-20240928". */
  stem: string;
  /** Namespaces by prefix: the filer's own and those of taxonomies. */
  namespaces: ReadonlyMap<string, string>;
  /** Prefixes of the filer's own elements; the first one's schema has the roles. Never empty. */
  own: readonly string[];
  schemaFile(prefix: string): string;
  /** The address of an element in a linkbase. */
  hrefOf(qname: string): string;
  isMember(text: string): boolean;
}

const ofTaxonomies: readonly [RegExp, (year: string) => string][] = [
  [/^(?:us-gaap|srt)$/, (year) => `http://fasb.org/PREFIX/${year}`],
  [/^ifrs-full$/, (year) => `https://xbrl.ifrs.org/taxonomy/${year}-03-27/ifrs-full`],
  [
    /^(?:dei|country|currency|cyd|ecd|exch|invest|naics|rr|sic|stpr)$/,
    (year) => `http://xbrl.sec.gov/PREFIX/${year}`,
  ],
];

const namedShape = /^[\w.-]+:[\w.-]+$/;

export function namesOf(report: FiledReport): Names {
  const { elements, period, accession } = report;
  const day = period ?? `20${accession.slice(11, 13)}-12-31`;
  const prefixes = new Set<string>(["dei"]);
  const ownPrefixes = new Set<string>();
  for (const qname of namesIn(report)) {
    const prefix = prefixOf(qname);
    (elements[qname]?.isOwn ? ownPrefixes : prefixes).add(prefix);
  }
  const own = ownPrefixes.size > 0 ? [...ownPrefixes] : ["filer"];
  const compact = day.replaceAll("-", "");
  const namespaces = new Map(
    [...prefixes].map((prefix) => [prefix, taxonomyNamespace(prefix, day.slice(0, 4))]),
  );
  for (const prefix of own) namespaces.set(prefix, `http://www.${prefix}.com/${compact}`);
  const schemaFile = (prefix: string) => `${prefix}-${compact}.xsd`;
  return {
    stem: `${own[0]}-${compact}`,
    namespaces,
    own,
    schemaFile,
    hrefOf(qname) {
      const prefix = prefixOf(qname);
      const id = qname.replace(":", "_");
      if (own.includes(prefix)) return `${schemaFile(prefix)}#${id}`;
      return `${taxonomyNamespace(prefix, day.slice(0, 4))}/${prefix}.xsd#${id}`;
    },
    isMember: (text) => elements[text] !== undefined || isOfTaxonomy(text),
  };
}

/** Elements, and members that the filing does not label. Texts of typed members are no names. */
function* namesIn({ statements, elements }: FiledReport) {
  yield* Object.keys(elements);
  const dimensions = statements.flatMap(({ lines }) => lines.flatMap((line) => line.dimensions));
  for (const { member } of dimensions) if (isOfTaxonomy(member)) yield member;
}

const isOfTaxonomy = (text: string) =>
  namedShape.test(text) && ofTaxonomies.some(([shape]) => shape.test(prefixOf(text)));

export const prefixOf = (qname: string) => qname.slice(0, qname.indexOf(":"));

export const localOf = (qname: string) => qname.slice(qname.indexOf(":") + 1);

function taxonomyNamespace(prefix: string, year: string): string {
  const [, make] = ofTaxonomies.find(([shape]) => shape.test(prefix)) ?? [];
  return make ? make(year).replace("PREFIX", prefix) : `urn:taxonomy:${prefix}`;
}
