import { ParseError } from "../../errors.ts";
import { readXml, type XmlHandlers, type XmlTag } from "../../facts/xbrl/xml-document.ts";

/** An element that a schema declares. */
export interface Declaration {
  name: string;
  id: string | null;
  type: string | null;
  periodType: string | null;
  balance: string | null;
  isAbstract: boolean;
}

/** An arc of an extended link, between the labels of its locators and resources. */
export interface Arc {
  from: string;
  to: string;
  order: number;
  priority: number;
  isProhibited: boolean;
  weight: number;
  preferredLabel: string | null;
  /** The last word of the arc role ("domain-member", "parent-child"). */
  relation: string;
}

export interface LabelResource {
  role: string;
  language: string;
  text: string;
}

export type LinkKind = "presentation" | "calculation" | "definition" | "label";

export interface ExtendedLink {
  kind: LinkKind;
  role: string;
  /** Addresses of elements by the label of their locators. */
  locators: Map<string, string[]>;
  arcs: Arc[];
  labels: Map<string, LabelResource[]>;
}

/** What one schema or linkbase says. Newer filings keep their linkbases in the schema. */
export interface TaxonomyPart {
  namespace: string | null;
  declarations: Declaration[];
  /** Definitions by the URI of the role ("0000002 - Statement - CONSOLIDATED BALANCE SHEETS"). */
  roles: Map<string, string>;
  links: ExtendedLink[];
}

const linkbase = "http://www.xbrl.org/2003/linkbase";
const xlink = "http://www.w3.org/1999/xlink";
const schema = "http://www.w3.org/2001/XMLSchema";
const standardLabel = "http://www.xbrl.org/2003/role/label";

const linkKinds: Partial<Record<string, LinkKind>> = Object.assign(Object.create(null), {
  presentationLink: "presentation",
  calculationLink: "calculation",
  definitionLink: "definition",
  labelLink: "label",
} satisfies Record<string, LinkKind>);

/** Far above the largest filings (about 20,000 arcs, 15,000 labels). */
const limits = { parts: 1_000_000, labelChars: 20_000 };

/**
 * Reads a schema or a linkbase of a filing. Throws ParseError for a document that is cut or malformed, has a
 * DOCTYPE or more parts than any filing has.
 */
export function readTaxonomyPart(body: Buffer): TaxonomyPart {
  const part: TaxonomyPart = { namespace: null, declarations: [], roles: new Map(), links: [] };
  readXml(body, () => partHandlers(part));
  return part;
}

/** Where the reading of a document stands. */
interface Place {
  link: ExtendedLink | null;
  role: string | null;
  /** Takes the text that is being read: a label or the definition of a role. */
  take: ((text: string) => void) | null;
  text: string;
  parts: number;
}

function partHandlers(part: TaxonomyPart): XmlHandlers {
  const place: Place = { link: null, role: null, take: null, text: "", parts: 0 };
  return {
    open(tag, depth) {
      place.parts += 1;
      if (place.parts > limits.parts)
        throw new ParseError("schema or linkbase with too many parts");
      if (tag.uri === schema) openSchemaTag(part, tag, depth);
      else if (tag.uri === linkbase) openLinkbaseTag(part, tag, place);
    },
    text(piece) {
      if (place.take !== null && place.text.length < limits.labelChars) place.text += piece;
    },
    close(_depth, tag) {
      if (tag.uri === linkbase) closeLinkbaseTag(tag, place);
    },
  };
}

function openLinkbaseTag(part: TaxonomyPart, tag: XmlTag, place: Place): void {
  const kind = linkKinds[tag.local];
  const { role, link } = place;
  if (kind !== undefined) place.link = openLink(part, kind, tag);
  else if (tag.local === "roleType") place.role = plainValue(tag, "roleURI");
  else if (tag.local === "definition" && role !== null) {
    takeText(place, (definition) => part.roles.set(role, definition));
  } else if (link !== null && tag.local === "label") takeText(place, labelTaker(link, tag));
  else if (link !== null) openLinkPart(link, tag);
}

function takeText(place: Place, take: (text: string) => void): void {
  place.text = "";
  place.take = take;
}

function closeLinkbaseTag({ local }: XmlTag, place: Place): void {
  if (place.take !== null && (local === "label" || local === "definition")) {
    place.take(place.text.replace(/\s+/g, " ").trim());
    place.take = null;
  }
  if (local in linkKinds) place.link = null;
  if (local === "roleType") place.role = null;
}

function openSchemaTag(part: TaxonomyPart, tag: XmlTag, depth: number): void {
  if (tag.local === "schema") part.namespace = plainValue(tag, "targetNamespace");
  const name = plainValue(tag, "name");
  if (tag.local !== "element" || depth !== 2 || name === null) return;
  part.declarations.push({
    name,
    id: plainValue(tag, "id"),
    type: plainValue(tag, "type"),
    periodType: prefixedValue(tag, "periodType"),
    balance: prefixedValue(tag, "balance"),
    isAbstract: plainValue(tag, "abstract") === "true",
  });
}

function openLink(part: TaxonomyPart, kind: LinkKind, tag: XmlTag): ExtendedLink {
  const role = xlinkValue(tag, "role") ?? "";
  const link = { kind, role, locators: new Map(), arcs: [], labels: new Map() };
  part.links.push(link);
  return link;
}

function labelTaker(link: ExtendedLink, tag: XmlTag): (text: string) => void {
  const name = xlinkValue(tag, "label") ?? "";
  const role = xlinkValue(tag, "role") ?? standardLabel;
  const language = prefixedValue(tag, "lang") ?? "";
  return (text) => addTo(link.labels, name, { role, language, text });
}

function openLinkPart(link: ExtendedLink, tag: XmlTag): void {
  if (tag.local === "loc") {
    addTo(link.locators, xlinkValue(tag, "label") ?? "", xlinkValue(tag, "href") ?? "");
    return;
  }
  if (tag.local !== `${link.kind}Arc`) return;
  link.arcs.push({
    from: xlinkValue(tag, "from") ?? "",
    to: xlinkValue(tag, "to") ?? "",
    order: numberOf(plainValue(tag, "order"), 1),
    priority: numberOf(plainValue(tag, "priority"), 0),
    isProhibited: plainValue(tag, "use") === "prohibited",
    weight: numberOf(plainValue(tag, "weight"), 1),
    preferredLabel: plainValue(tag, "preferredLabel"),
    relation: (xlinkValue(tag, "arcrole") ?? "").replace(/^.*\//, ""),
  });
}

function addTo<T>(map: Map<string, T[]>, key: string, value: T): void {
  const list = map.get(key);
  if (list) list.push(value);
  else map.set(key, [value]);
}

function plainValue(tag: XmlTag, name: string): string | null {
  return tag.attributes[name]?.value ?? null;
}

/** Nearly every document calls the namespace "xlink". */
function xlinkValue(tag: XmlTag, local: string): string | null {
  const usual = tag.attributes[`xlink:${local}`];
  if (usual?.uri === xlink) return usual.value;
  for (const name in tag.attributes) {
    const attribute = tag.attributes[name];
    if (attribute?.local === local && attribute.uri === xlink) return attribute.value;
  }
  return null;
}

/** An attribute of that local name with any prefix. */
function prefixedValue(tag: XmlTag, local: string): string | null {
  for (const name in tag.attributes) {
    const attribute = tag.attributes[name];
    if (attribute?.local === local && attribute.prefix !== "") return attribute.value;
  }
  return null;
}

function numberOf(text: string | null, otherwise: number): number {
  const number = text === null || text.trim() === "" ? Number.NaN : Number(text);
  return Number.isFinite(number) ? number : otherwise;
}
