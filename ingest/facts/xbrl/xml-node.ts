import { ParseError } from "../../errors.ts";
import { taxonomyName } from "./xbrl-taxonomy.ts";
import type { ResolvePrefix, XmlTag } from "./xml-document.ts";

/** A small element kept whole: a context or a unit. */
export interface XmlNode {
  local: string;
  /** "taxonomy:local", in the companyfacts spelling of the taxonomy. */
  name: string;
  attributes: ReadonlyMap<string, string>;
  text: string;
  children: XmlNode[];
  /** The namespace of a QName found in the text or an attribute of this element; empty when unbound. */
  namespaceOf(qname: string): string;
  /** A QName of this element in the spelling of `name`. */
  qualify(qname: string): string;
}

/** No context of a real filing comes near this many parts. */
const childrenMax = 200;

/** The first child of that local name, or null. */
export function childOf(node: XmlNode, local: string): XmlNode | null {
  return node.children.find((child) => child.local === local) ?? null;
}

/** An element as it opens; prefixes are resolved where they are used, in the scope of their element. */
export function openNode(tag: XmlTag, resolve: ResolvePrefix): XmlNode {
  const namespaceOf = (qname: string) => {
    const prefix = prefixOf(qname);
    return tag.ns[prefix] ?? resolve(prefix) ?? "";
  };
  const qualify = (qname: string) => {
    const taxonomy = taxonomyName(namespaceOf(qname), prefixOf(qname));
    return `${taxonomy}:${qname.slice(qname.indexOf(":") + 1)}`;
  };
  return {
    local: tag.local,
    name: qualify(tag.name),
    attributes: new Map(Object.entries(tag.attributes).map(([name, { value }]) => [name, value])),
    text: "",
    children: [],
    namespaceOf,
    qualify,
  };
}

export function addChild(parent: XmlNode, child: XmlNode): void {
  if (parent.children.length >= childrenMax) {
    throw new ParseError(`${parent.name.slice(0, 100)} has more than ${childrenMax} parts`);
  }
  parent.children.push(child);
}

function prefixOf(qname: string): string {
  const colon = qname.indexOf(":");
  return colon === -1 ? "" : qname.slice(0, colon);
}
