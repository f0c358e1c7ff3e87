import { ParseError } from "../../errors.ts";
import { type Context, parseContext } from "./xbrl-context.ts";
import { parseUnit } from "./xbrl-unit.ts";
import type { ResolvePrefix, XmlTag } from "./xml-document.ts";
import { addChild, openNode, type XmlNode } from "./xml-node.ts";

/** A fact as filed in the instance; contexts and units may come after it. */
export interface RawFact {
  /** The `id` attribute. */
  id: string | null;
  taxonomy: string;
  tag: string;
  contextRef: string;
  unitRef: string | null;
  decimals: string | null;
  text: string;
}

export interface RawInstance {
  contexts: Map<string, Context>;
  units: Map<string, string>;
  /** The wanted facts with their texts, in document order; nil facts are left out. */
  facts: RawFact[];
  /** Unwanted numbers: only their tag and context. */
  others: Reference[];
  /** Facts that are nil: the filing shows the element without a value. */
  nils: Reference[];
  /** Facts of an inline document that cannot be read, each with its reason. */
  setAside: { taxonomy: string; tag: string; reason: string }[];
}

export interface Reference {
  taxonomy: string;
  tag: string;
  contextRef: string;
}

/** Whether the facts of a tag ("taxonomy:tag") are kept, numbers (with a unit) or texts. */
export type IsWanted = (tag: string, isNumber: boolean) => boolean;

const xbrli = "http://www.xbrl.org/2003/instance";
const xsi = "http://www.w3.org/2001/XMLSchema-instance";

/** Far above the largest filings (about 60,000 facts, 20,000 contexts). */
const limits = { contexts: 200_000, units: 20_000, facts: 500_000 };

export function emptyInstance(): RawInstance {
  return { contexts: new Map(), units: new Map(), facts: [], others: [], nils: [], setAside: [] };
}

export function isRoot(tag: XmlTag): boolean {
  return tag.local === "xbrl" && tag.uri === xbrli;
}

/** A context or a unit, which is kept whole. */
export function isKept(tag: XmlTag): boolean {
  return tag.uri === xbrli && (tag.local === "context" || tag.local === "unit");
}

export function openPart(tag: XmlTag, nodes: XmlNode[], resolve: ResolvePrefix): void {
  const parent = nodes.at(-1);
  if (!parent) return;
  const node = openNode(tag, resolve);
  addChild(parent, node);
  nodes.push(node);
}

export function keep(node: XmlNode, found: RawInstance): void {
  const id = node.attributes.get("id") ?? "";
  if (found.contexts.size >= limits.contexts || found.units.size >= limits.units) {
    throw new ParseError("instance with too many contexts or units");
  }
  if (node.local === "context") found.contexts.set(id, parseContext(node));
  else found.units.set(id, parseUnit(node));
}

export function checkFactCount({ facts, others, nils }: RawInstance): void {
  if (facts.length + others.length + nils.length < limits.facts) return;
  throw new ParseError(`instance with more than ${limits.facts} facts`);
}

export function isNil(tag: XmlTag): boolean {
  for (const name in tag.attributes) {
    const attribute = tag.attributes[name];
    if (attribute?.local === "nil" && attribute.uri === xsi) {
      return attribute.value === "true" || attribute.value === "1";
    }
  }
  return false;
}
