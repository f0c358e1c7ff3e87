import { ParseError } from "../../errors.ts";
import { isInlinePage, readInlinePage } from "../inline/read-inline.ts";
import {
  checkFactCount,
  emptyInstance,
  type IsWanted,
  isKept,
  isNil,
  isRoot,
  keep,
  openPart,
  type RawFact,
  type RawInstance,
} from "./raw-instance.ts";
import { taxonomyName } from "./xbrl-taxonomy.ts";
import {
  type ResolvePrefix,
  readXml,
  rootName,
  type XmlHandlers,
  type XmlTag,
} from "./xml-document.ts";
import { openNode, type XmlNode } from "./xml-node.ts";

const linkbase = "http://www.xbrl.org/2003/linkbase";

/** How a document holds XBRL, by its beginning: as an instance, inside a page, or not at all. */
export function xbrlFormOf(body: Buffer): "instance" | "inline" | null {
  const head = body.toString("utf8", 0, 65_536).trimStart();
  if (!head.startsWith("<")) return null;
  const root = rootName(head);
  if (root === "xbrl") return "instance";
  return root?.toLowerCase() === "html" && isInlinePage(head) ? "inline" : null;
}

/** Reads an XBRL instance or an Inline XBRL document. Throws ParseError for anything that is no whole one. */
export function readInstance(body: Buffer, isWanted: IsWanted): RawInstance {
  const found = emptyInstance();
  if (xbrlFormOf(body) === "inline") readInlinePage(body, isWanted, found);
  else readXml(body, (resolve) => instanceHandlers(found, isWanted, resolve));
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
  if (isRoot(tag)) return;
  throw new ParseError(`not an XBRL instance: the root element is ${tag.name.slice(0, 100)}`);
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
