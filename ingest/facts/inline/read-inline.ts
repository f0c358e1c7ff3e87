import { ParseError } from "../../errors.ts";
import {
  checkFactCount,
  type IsWanted,
  isKept,
  isNil,
  keep,
  openPart,
  type RawInstance,
} from "../xbrl/raw-instance.ts";
import { taxonomyName } from "../xbrl/xbrl-taxonomy.ts";
import {
  type ResolvePrefix,
  readXml,
  type XmlHandlers,
  type XmlTag,
} from "../xbrl/xml-document.ts";
import { openNode, type XmlNode } from "../xbrl/xml-node.ts";
import { factText, type InlineFact } from "./inline-fact.ts";

export const inlineNamespaces = new Set([
  "http://www.xbrl.org/2013/inlineXBRL",
  "http://www.xbrl.org/2008/inlineXBRL",
]);

/** Whether a page holds XBRL, by its beginning: the namespace stands on its root element. */
export function isInlinePage(head: string): boolean {
  return [...inlineNamespaces].some((namespace) => head.includes(namespace));
}

/** Far above the longest notes. */
const textCharsMax = 200_000;

/** An element whose text is collected, or kept away from the elements around it. */
type Frame =
  | { kind: "fact"; depth: number; fact: InlineFact }
  | { kind: "continuation"; depth: number; text: string; id: string; next: string | null }
  | { kind: "exclude"; depth: number };

interface Reading {
  found: RawInstance;
  isWanted: IsWanted;
  frames: Frame[];
  facts: InlineFact[];
  continuations: Map<string, { text: string; next: string | null }>;
}

/**
 * The facts of an Inline XBRL document (1.1), into `found`, as the instance has them that the regulator extracts: with
 * continuations, without excluded parts, transformed, scaled and signed. Documents of one filing share contexts, so
 * each is read into the same instance. A fact that cannot be read is set aside with its reason; one of another target
 * document is left out. Throws ParseError for a page that is no well-formed XML.
 */
export function readInlinePage(body: Buffer, isWanted: IsWanted, found: RawInstance): void {
  const reading: Reading = { found, isWanted, frames: [], facts: [], continuations: new Map() };
  try {
    readXml(body, (resolve) => pageHandlers(reading, resolve), { isPage: true });
  } catch (cause) {
    if (!(cause instanceof ParseError)) throw cause;
    throw new ParseError(`the page is no XHTML that can be read: ${cause.message}`, { cause });
  }
  for (const fact of reading.facts) finish(fact, reading);
}

function pageHandlers(reading: Reading, resolve: ResolvePrefix): XmlHandlers {
  /** The open elements of a context or unit; empty elsewhere. */
  const nodes: XmlNode[] = [];
  let nodeDepth = 0;
  return {
    open(tag, depth) {
      if (nodes.length > 0) openPart(tag, nodes, resolve);
      else if (isKept(tag)) {
        nodes.push(openNode(tag, resolve));
        nodeDepth = depth;
      } else if (inlineNamespaces.has(tag.uri)) openInline(tag, depth, reading, resolve);
    },
    text(text) {
      const node = nodes.at(-1);
      if (node) node.text += text;
      else collect(text, reading.frames);
    },
    close(depth) {
      const node = nodes.pop();
      if (node && depth === nodeDepth) keep(node, reading.found);
      if (!node) closeFrame(depth, reading);
    },
  };
}

/** The text belongs to every open element up to the nearest one that excludes it. */
function collect(text: string, frames: readonly Frame[]): void {
  for (let i = frames.length - 1; i >= 0; i -= 1) {
    const frame = frames[i];
    if (!frame || frame.kind === "exclude") return;
    const holder = frame.kind === "fact" ? frame.fact : frame;
    if (holder.text.length < textCharsMax) holder.text += text;
  }
}

function openInline(tag: XmlTag, depth: number, reading: Reading, resolve: ResolvePrefix): void {
  const { frames, found } = reading;
  const value = (name: string) => tag.attributes[name]?.value ?? null;
  if (tag.local === "exclude") frames.push({ kind: "exclude", depth });
  else if (tag.local === "continuation") {
    frames.push({
      kind: "continuation",
      depth,
      text: "",
      id: value("id") ?? "",
      next: value("continuedAt"),
    });
  } else if (tag.local === "footnote") frames.push({ kind: "exclude", depth });
  else if (tag.local === "fraction") {
    const { taxonomy, tag: name } = nameOf(tag, resolve);
    found.setAside.push({ taxonomy, tag: name, reason: `${taxonomy}:${name} is a fraction` });
  } else if (tag.local === "nonFraction" || tag.local === "nonNumeric") {
    const fact = openFact(tag, reading, resolve);
    if (fact !== null) frames.push({ kind: "fact", depth, fact });
  }
}

/** The element that a fact of a page names. */
export function nameOf(tag: XmlTag, resolve: ResolvePrefix) {
  const qname = tag.attributes.name?.value.trim() ?? "";
  const prefix = qname.includes(":") ? qname.slice(0, qname.indexOf(":")) : "";
  const namespace = tag.ns[prefix] ?? resolve(prefix) ?? "";
  return { taxonomy: taxonomyName(namespace, prefix), tag: qname.slice(qname.indexOf(":") + 1) };
}

/** Null for what is nil, of another target document, or only counted. */
function openFact(tag: XmlTag, reading: Reading, resolve: ResolvePrefix): InlineFact | null {
  const { found, isWanted } = reading;
  const value = (name: string) => tag.attributes[name]?.value ?? null;
  if (value("target") !== null) return null;
  const isNumber = tag.local === "nonFraction";
  const { taxonomy, tag: name } = nameOf(tag, resolve);
  const contextRef = value("contextRef") ?? "";
  checkFactCount(found);
  if (isNil(tag)) {
    found.nils.push({ taxonomy, tag: name, contextRef });
    return null;
  }
  if (!isWanted(`${taxonomy}:${name}`, isNumber)) {
    if (isNumber) found.others.push({ taxonomy, tag: name, contextRef });
    return null;
  }
  const format = value("format");
  return {
    id: value("id"),
    taxonomy,
    tag: name,
    contextRef,
    unitRef: isNumber ? (value("unitRef") ?? "") : null,
    decimals: value("decimals"),
    text: "",
    isNumber,
    format: format === null ? null : format.slice(format.indexOf(":") + 1).trim(),
    scale: value("scale"),
    isNegative: value("sign") === "-",
    continuedAt: value("continuedAt"),
  };
}

function closeFrame(depth: number, { frames, facts, continuations }: Reading): void {
  const frame = frames.at(-1);
  if (frame?.depth !== depth) return;
  frames.pop();
  if (frame.kind === "fact") facts.push(frame.fact);
  if (frame.kind === "continuation") {
    continuations.set(frame.id, { text: frame.text, next: frame.next });
  }
}

/** Adds the fact with its whole, transformed text, or what is wrong with it. */
function finish(fact: InlineFact, { found, continuations }: Reading): void {
  const seen = new Set<string>();
  for (let next = fact.continuedAt; next !== null && !seen.has(next); ) {
    seen.add(next);
    const part = continuations.get(next);
    fact.text += part?.text ?? "";
    next = part?.next ?? null;
  }
  const { id, taxonomy, tag, contextRef, unitRef, decimals } = fact;
  // What is kept of it is cut, and so no text of the filing.
  if (!fact.isNumber && fact.text.length >= textCharsMax) return;
  try {
    const text = factText(fact);
    if (text.trim() === "" && !fact.isNumber) return;
    found.facts.push({ id, taxonomy, tag, contextRef, unitRef, decimals, text });
  } catch (error) {
    if (!(error instanceof ParseError)) throw error;
    found.setAside.push({ taxonomy, tag, reason: error.message });
  }
}
