import type { BreakdownKind } from "#schemas/shapes/companies/segments.ts";

/** An axis of segments, or of the lines between segments and the company. */
export type AxisMeaning = BreakdownKind | "consolidation";

/** What an axis is called, and what is known of it. */
export interface AxisAbout {
  /** Qualified name; without prefix in data sets. */
  axis: string;
  isOwn: boolean;
  label: string | null;
  /** Names of the domains that the filing arranges below it. */
  domains: readonly string[];
}

/** Local names without "Statement" and "Axis", as the data sets write them. */
const standardAxes: Partial<Record<string, AxisMeaning>> = Object.assign(Object.create(null), {
  BusinessSegments: "business",
  OperatingActivitiesSegment: "business",
  Segments: "business",
  SegmentReportingInformationBySegment: "business",
  ProductOrService: "product",
  ProductsAndServices: "product",
  Geographical: "geography",
  GeographicalAreas: "geography",
  MajorCustomers: "customer",
  ContractWithCustomerSalesChannel: "channel",
  TimingOfTransferOfGoodOrService: "timing",
  ContractWithCustomerBasisOfPricing: "pricing",
  ConsolidationItems: "consolidation",
  SegmentConsolidationItems: "consolidation",
} satisfies Record<string, AxisMeaning>);

const domains: readonly [RegExp, BreakdownKind][] = [
  [/ProductsAndServicesDomain|ProductOrServiceDomain/, "product"],
  [/SegmentGeographicalDomain|GeographicalAreas/, "geography"],
  [/NameOfMajorCustomerDomain|MajorCustomers/, "customer"],
  [/^(?:us-gaap:)?(?:SegmentDomain|SegmentsMember)$/, "business"],
];

/** Words of a filer's own axis. Concentrations and other subjects have such words as well, and are none. */
const words: readonly [RegExp, BreakdownKind][] = [
  [/geograph|\bregions?\b|\bcountr(?:y|ies)\b/i, "geography"],
  [/\bcustomers?\b/i, "customer"],
  [/\b(?:products?|services?|brands?|revenues? (?:stream|source|type|categor))/i, "product"],
  [/\bsegments?\b/i, "business"],
];
const otherSubjects =
  /asset|liabilit|debt|plan|award|lease|tax|risk|fair value|derivative|instrument|equity|acqui|goodwill|intangible|agreement|relation/i;

/** What the members of the axis are; null for an axis of something else. */
export function meaningOfAxis({
  axis,
  isOwn,
  label,
  domains: below,
}: AxisAbout): AxisMeaning | null {
  const name = localName(axis)
    .replace(/Axis$/, "")
    .replace(/^Statement/, "");
  const standard = isOwn ? undefined : standardAxes[name];
  if (standard !== undefined) return standard;
  if (!isOwn) return null;
  for (const [shape, kind] of domains) if (below.some((domain) => shape.test(domain))) return kind;
  const text = `${inWords(name)} ${label ?? ""}`;
  if (otherSubjects.test(text)) return null;
  return words.find(([shape]) => shape.test(text))?.[1] ?? null;
}

export function localName(name: string): string {
  return name.slice(name.indexOf(":") + 1);
}

function inWords(name: string): string {
  return name.replace(/([a-z])([A-Z])/g, "$1 $2");
}
