import { ParseError } from "../../errors.ts";
import { type Context, parseContext } from "./xbrl-context.ts";
import { taxonomyName } from "./xbrl-taxonomy.ts";
import { parseUnit } from "./xbrl-unit.ts";
import { type ResolvePrefix, readXml, type XmlHandlers, type XmlTag } from "./xml-document.ts";
import { addChild, openNode, type XmlNode } from "./xml-node.ts";

/** A fact as it stands in the instance; contexts and units may come after it. */
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
  /** Facts with a text that somebody asked for, in document order; nil ones are left out. */
  facts: RawFact[];
  /** Numbers that nobody asked for: only their tag and context. */
  others: Reference[];
  /** Facts that are nil: the filing shows the element without a value. */
  nils: Reference[];
}

export interface Reference {
  taxonomy: string;
  tag: string;
  contextRef: string;
}

/** Whether the facts of a tag ("taxonomy:tag") are kept, numbers (with a unit) or texts. */
export type IsWanted = (tag: string, isNumber: boolean) => boolean;

const xbrli = "http://www.xbrl.org/2003/instance";
const linkbase = "http://www.xbrl.org/2003/linkbase";
const xsi = "http://www.w3.org/2001/XMLSchema-instance";

/** Far above the largest filings (about 60,000 facts, 20,000 contexts). */
const limits = { contexts: 200_000, units: 20_000, facts: 500_000 };

export function emptyInstance(): RawInstance {
  return { contexts: new Map(), units: new Map(), facts: [], others: [], nils: [] };
}

/** Reads an XBRL instance. Throws ParseError for anything that is no whole one. */
export function readInstance(body: Buffer, isWanted: IsWanted): RawInstance {
  const found = emptyInstance();
  readXml(body, (resolve) => instanceHandlers(found, isWanted, resolve));
  return found;
}

function instanceHandlers(
  found: RawInstance,
  isWanted: IsWanted,
  resolve: ResolvePrefix,
): XmlHandlers {
  /** The open elements of a context or unit; empty elsewhere. */
  const nodes: XmlNode[] = [];
  let fact: RawFact | null = null;
  return {
    open(tag, depth) {
      if (depth === 1) checkRoot(tag);
      else if (depth === 2 && isKept(tag)) nodes.push(openNode(tag, resolve));
      else if (depth === 2) fact = openFact(tag, found, isWanted);
      else openPart(tag, nodes, resolve);
    },
    text(text) {
      const node = nodes.at(-1);
      if (node) node.text += text;
      else if (fact) fact.text += text;
    },
    close(depth) {
      const node = nodes.pop();
      if (node && depth === 2) keep(node, found);
      if (fact && depth === 2) found.facts.push(fact);
      if (depth === 2) fact = null;
    },
  };
}

function checkRoot(tag: XmlTag): void {
  if (tag.local === "xbrl" && tag.uri === xbrli) return;
  throw new ParseError(`not an XBRL instance: the root element is ${tag.name.slice(0, 100)}`);
}

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

/** Null for what is no fact (links, footnotes), is nil, or is only counted. */
function openFact(tag: XmlTag, found: RawInstance, isWanted: IsWanted): RawFact | null {
  const contextRef = tag.attributes.contextRef?.value;
  if (contextRef === undefined || tag.uri === linkbase) return null;
  checkFactCount(found);
  const taxonomy = taxonomyName(tag.uri, tag.prefix);
  if (isNil(tag)) {
    found.nils.push({ taxonomy, tag: tag.local, contextRef });
    return null;
  }
  const unitRef = tag.attributes.unitRef?.value ?? null;
  if (isWanted(`${taxonomy}:${tag.local}`, unitRef !== null)) {
    const decimals = tag.attributes.decimals?.value ?? null;
    const id = tag.attributes.id?.value ?? null;
    return { id, taxonomy, tag: tag.local, contextRef, unitRef, decimals, text: "" };
  }
  if (unitRef !== null) found.others.push({ taxonomy, tag: tag.local, contextRef });
  return null;
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

/** Keeps a whole context or unit. */
export function keep(node: XmlNode, found: RawInstance): void {
  const id = node.attributes.get("id") ?? "";
  if (found.contexts.size >= limits.contexts || found.units.size >= limits.units) {
    throw new ParseError("instance with too many contexts or units");
  }
  if (node.local === "context") found.contexts.set(id, parseContext(node));
  else found.units.set(id, parseUnit(node));
}
