import { type SaxesAttributeNS, SaxesParser, type SaxesTagNS } from "saxes";
import { ParseError } from "../../errors.ts";
import { pageEntities } from "./page-entities.ts";

/** What real filings stay far below; hostile ones are refused here, before they cost time or memory. */
const limits = {
  bytes: 256 * 2 ** 20,
  depth: 64,
  pageDepth: 500,
  attributes: 1_000,
  textChars: 32 * 2 ** 20,
};

/** A page may say that it is HTML; it declares nothing by that. */
const pageDoctype =
  /^<!DOCTYPE\s+html(?:\s+(?:PUBLIC|SYSTEM)(?:\s+(?:"[^"<>[\]]*"|'[^'<>[\]]*'))+)?\s*>$/i;

const chunkChars = 65_536;

export type XmlTag = SaxesTagNS;

export interface XmlHandlers {
  open(tag: XmlTag, depth: number): void;
  text(text: string): void;
  close(depth: number, tag: XmlTag): void;
}

export type ResolvePrefix = (prefix: string) => string | undefined;

/**
 * Reads a namespaced XML document from its bytes and reports its elements in document order; the root
 * has depth 1. `handlersOf` receives the look-up of namespace prefixes at the current element.
 *
 * Throws ParseError for anything that is not one whole well-formed document, and for any document with
 * a DOCTYPE, which is refused before parsing: nothing can define an entity. A page (XHTML) may be called HTML by one that
 * declares nothing, may nest deeper and may use the common named characters of HTML. Its scripts are left out.
 */
export function readXml(
  body: Buffer,
  handlersOf: (resolve: ResolvePrefix) => XmlHandlers,
  { isPage = false }: { isPage?: boolean } = {},
): void {
  const decoded = decodeXml(body);
  const text = isPage ? withoutScripts(decoded) : decoded;
  const { doctype } = prolog(text);
  if (doctype !== null && !(isPage && pageDoctype.test(doctype))) {
    throw new ParseError("XML with a DOCTYPE is refused");
  }
  const parser = new SaxesParser({ xmlns: true, position: false });
  if (isPage) Object.assign(parser.ENTITIES, pageEntities);
  const progress = follow(
    parser,
    handlersOf((prefix) => parser.resolve(prefix)),
    isPage ? limits.pageDepth : limits.depth,
  );
  let quietChars = 0;
  try {
    for (let at = 0; at < text.length; at += chunkChars) {
      const before = progress.elements;
      parser.write(text.slice(at, at + chunkChars));
      quietChars = progress.elements === before ? quietChars + chunkChars : 0;
      if (quietChars > limits.textChars) throw new ParseError("XML holds an endless text");
    }
    parser.close();
  } catch (cause) {
    if (cause instanceof ParseError) throw cause;
    throw new ParseError(`XML is cut or not well formed: ${messageOf(cause)}`, { cause });
  }
}

/** The local name of the root element, or null when the text does not start like an XML document. */
export function rootName(text: string): string | null {
  return prolog(text).root;
}

function follow(parser: SaxesParser<{ xmlns: true }>, handlers: XmlHandlers, depthMax: number) {
  const progress = { elements: 0 };
  let depth = 0;
  let attributes = 0;
  parser.on("attribute", (_: Partial<SaxesAttributeNS>) => {
    attributes += 1;
    if (attributes > limits.attributes)
      throw new ParseError("XML element with too many attributes");
  });
  parser.on("opentag", (tag) => {
    attributes = 0;
    depth += 1;
    progress.elements += 1;
    if (depth > depthMax) throw new ParseError("XML nested too deeply");
    handlers.open(tag, depth);
  });
  parser.on("text", (text) => handlers.text(text));
  parser.on("cdata", (text) => handlers.text(text));
  parser.on("closetag", (tag) => {
    handlers.close(depth, tag);
    depth -= 1;
  });
  return progress;
}

/** Files that begin with an empty line before the XML declaration are real, so leading white space is dropped. */
function decodeXml(body: Buffer): string {
  if (body.length > limits.bytes) throw new ParseError(`XML larger than ${limits.bytes} bytes`);
  const head = body.toString("latin1", 0, 200);
  const encoding = /^[^<]{0,100}<\?xml[^>]{0,100}\sencoding=["']([\w-]{1,40})["']/.exec(head)?.[1];
  try {
    return new TextDecoder(encoding ?? "utf-8", { fatal: true }).decode(body).trimStart();
  } catch (cause) {
    throw new ParseError(`XML is not text in its encoding ${encoding ?? "utf-8"}`, { cause });
  }
}

const scripts = /<(script|noscript)[\s>]/g;

/**
 * A page without scripts. A filing has none, but the regulator's server puts some into pages that it serves, with attributes
 * that XHTML does not allow. One without its end stays.
 */
function withoutScripts(text: string): string {
  const kept: string[] = [];
  let at = 0;
  scripts.lastIndex = 0;
  for (let found = scripts.exec(text); found !== null; found = scripts.exec(text)) {
    const end = `</${found[1]}>`;
    const after = text.indexOf(end, found.index);
    if (after < 0) break;
    kept.push(text.slice(at, found.index));
    at = after + end.length;
    scripts.lastIndex = at;
  }
  return kept.length === 0 ? text : kept.join("") + text.slice(at);
}

const skipped = /\s+|<\?[\s\S]*?\?>|<!--[\s\S]*?-->/y;
const rootTag = /<(?:[\w.-]{1,100}:)?([\w.-]{1,100})[\s/>]/y;

function prolog(text: string): { doctype: string | null; root: string | null } {
  let at = afterSkipped(text, 0);
  const doctype = text.startsWith("<!", at) ? text.slice(at, endOfDoctype(text, at)) : null;
  if (doctype !== null) at = afterSkipped(text, at + doctype.length);
  rootTag.lastIndex = at;
  return { doctype, root: rootTag.exec(text)?.[1] ?? null };
}

/** Declarations stand in brackets and end with the same mark as the whole. */
function endOfDoctype(text: string, from: number): number {
  const end = text.indexOf(">", from) + 1;
  const open = text.indexOf("[", from);
  if (open < 0 || open > end) return end;
  return text.indexOf(">", text.indexOf("]", open)) + 1;
}

function afterSkipped(text: string, from: number): number {
  let at = from;
  skipped.lastIndex = from;
  while (skipped.test(text)) at = skipped.lastIndex;
  return at;
}

function messageOf(cause: unknown): string {
  return cause instanceof Error ? cause.message.slice(0, 200) : "unknown fault";
}
