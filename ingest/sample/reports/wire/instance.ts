import type { FiledDimension, FiledReport } from "#schemas/shapes/companies/filed-report.ts";
import { escapeXml } from "../../error-pages.ts";
import { localOf, type Names } from "./names.ts";
import { type WrittenFact, writtenFacts } from "./written-facts.ts";
import { document, linkNamespaces, tag } from "./xml.ts";

/** The instance with every value of the report once, in the order of its lines, and what the cover must say. */
export function instanceFile(report: FiledReport, names: Names): Buffer {
  const facts = [...coverFacts(report), ...writtenFacts(report)];
  const contexts = createIds("c");
  const units = createIds("u");
  const texts = facts.map(({ element, unit, decimals, value, fact, ...about }) => {
    const attributes = {
      id: fact,
      contextRef: contexts.idOf(contextXml(about, report.cik, names)),
      unitRef: unit === null ? null : units.idOf(unitXml(unit, names)),
      decimals: unit === null ? null : (decimals ?? "INF"),
    };
    return tag(element, attributes, escapeXml(value));
  });
  const end = report.period ?? facts[0]?.end ?? "2000-01-01";
  const nilContext = contexts.idOf(
    contextXml({ start: null, end, dimensions: [] }, report.cik, names),
  );
  const nils = nilElements(report).map((element) =>
    tag(element, { contextRef: nilContext, "xsi:nil": "true" }),
  );
  const root = tag("xbrl", rootAttributes(names), [
    tag("link:schemaRef", { "xlink:type": "simple", "xlink:href": `${names.stem}.xsd` }),
    ...contexts.elements("context"),
    ...units.elements("unit"),
    ...texts,
    ...nils,
  ]);
  return document(root);
}

function rootAttributes({ namespaces }: Names): Record<string, string> {
  const ofElements = [...namespaces].map(([prefix, uri]) => [`xmlns:${prefix}`, uri]);
  return {
    xmlns: "http://www.xbrl.org/2003/instance",
    "xmlns:xbrldi": "http://xbrl.org/2006/xbrldi",
    "xmlns:iso4217": "http://www.xbrl.org/2003/iso4217",
    "xmlns:xsi": "http://www.w3.org/2001/XMLSchema-instance",
    ...linkNamespaces,
    ...Object.fromEntries(ofElements),
  };
}

/** What a reader learns from the cover, where no line prints it. */
function coverFacts({ statements, cik, form, period }: FiledReport): WrittenFact[] {
  const printed = new Set(
    statements
      .flatMap(({ lines }) =>
        lines.filter(({ dimensions, values }) => dimensions.length === 0 && values.length > 0),
      )
      .map(({ element }) => element),
  );
  const told: [string, string | null][] = [
    ["dei:DocumentType", form],
    ["dei:EntityCentralIndexKey", cik],
    ["dei:DocumentPeriodEndDate", period],
  ];
  return told.flatMap(([element, value]) => {
    if (value === null || printed.has(element)) return [];
    const end = period ?? "2000-01-01";
    const text = { unit: null, decimals: null, fact: null };
    return { element, dimensions: [], start: null, end, value, ...text };
  });
}

/** Elements that a line prints without any value. */
function nilElements({ statements }: FiledReport): string[] {
  const lines = statements.flatMap((statement) => statement.lines);
  const empty = lines.filter(({ isAbstract, values }) => !isAbstract && values.length === 0);
  return [...new Set(empty.map(({ element }) => element))];
}

/** Ids for equal parts of an instance. */
function createIds(letter: string) {
  const ids = new Map<string, string>();
  return {
    idOf(xml: string): string {
      const id = ids.get(xml) ?? `${letter}-${ids.size + 1}`;
      ids.set(xml, id);
      return id;
    },
    elements: (name: string) => [...ids].map(([xml, id]) => tag(name, { id }, xml)),
  };
}

function contextXml(
  { start, end, dimensions }: Pick<WrittenFact, "start" | "end" | "dimensions">,
  cik: string,
  names: Names,
): string {
  const members = dimensions.map((one) => memberXml(one, names)).join("");
  const identifier = tag("identifier", { scheme: "http://www.sec.gov/CIK" }, cik);
  const segment = members === "" ? "" : tag("segment", {}, members);
  const period =
    start === null
      ? tag("instant", {}, end)
      : tag("startDate", {}, start) + tag("endDate", {}, end);
  return tag("entity", {}, identifier + segment) + tag("period", {}, period);
}

function memberXml({ axis, member }: FiledDimension, names: Names): string {
  if (names.isMember(member)) return tag("xbrldi:explicitMember", { dimension: axis }, member);
  const domain = tag(`${names.own[0]}:typed`, {}, escapeXml(member));
  return tag("xbrldi:typedMember", { dimension: axis }, domain);
}

function unitXml(unit: string, names: Names): string {
  const measures = (text: string) =>
    text
      .split("*")
      .map((one) => tag("measure", {}, measureOf(one, names)))
      .join("");
  const [above = "", below] = unit.split("/");
  if (below === undefined) return measures(above);
  const parts =
    tag("unitNumerator", {}, measures(above)) + tag("unitDenominator", {}, measures(below));
  return tag("divide", {}, parts);
}

/** Currencies, shares and pure numbers are of the standard, and other units the filer's. */
function measureOf(name: string, { own }: Names): string {
  if (/^[A-Z]{3}$/.test(name)) return `iso4217:${name}`;
  if (name === "shares" || name === "pure") return name;
  return `${own[0]}:${localOf(name)}`;
}
