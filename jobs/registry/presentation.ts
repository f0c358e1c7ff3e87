import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import type { Archive } from "#ingest/archive.ts";
import { ArchiveError, ParseError } from "#ingest/errors.ts";
import { readXml, type XmlTag } from "#ingest/facts/xbrl/xml-document.ts";
import { listPresentations, sha256 } from "#ingest/store/documents.ts";
import type { Queryable } from "#ingest/store/transaction.ts";
import { companyText } from "#schemas/company-key.ts";
import type { Registry } from "#schemas/shapes/companies/concept.ts";

/** Tags that stand under one heading of a presentation linkbase. */
export interface Heading {
  /** "taxonomy:tag" of the heading, for example us-gaap:AssetsCurrentAbstract. */
  parent: string;
  children: string[];
}

/** Where filers put a tag, compared with where they put the tags of a concept. */
export interface Placement {
  /** Headings with the tag under which other filers list the concept; and those under which nobody does. */
  place: number;
  elsewhere: number;
  /** Headings that list the tag and the concept's own tag: there they are two lines. */
  beside: number;
}

const linkNames = "http://www.xbrl.org/2003/linkbase";
const xlink = "http://www.w3.org/1999/xlink";

/**
 * The headings of one presentation linkbase (`*_pre.xml`, or a schema that holds it), with what stands directly under
 * each. Throws ParseError for what is not a well-formed document.
 */
export function readPresentation(body: Buffer): Heading[] {
  const headings: Heading[] = [];
  let locators = new Map<string, string>();
  let arcs: { from: string; to: string }[] = [];
  let linkDepth = 0;
  const value = (tag: XmlTag, name: string) =>
    Object.values(tag.attributes).find((one) => one.uri === xlink && one.local === name)?.value ??
    "";
  readXml(body, () => ({
    open(tag, depth) {
      if (tag.uri !== linkNames) return;
      if (tag.local === "presentationLink") [locators, arcs, linkDepth] = [new Map(), [], depth];
      if (tag.local === "loc") locators.set(value(tag, "label"), tagAt(value(tag, "href")));
      if (tag.local === "presentationArc") {
        arcs.push({ from: value(tag, "from"), to: value(tag, "to") });
      }
    },
    text() {},
    close(depth) {
      if (depth !== linkDepth) return;
      headings.push(...headingsOf(locators, arcs));
      [locators, arcs, linkDepth] = [new Map(), [], 0];
    },
  }));
  return headings;
}

/** "us-gaap:Assets" of "…/us-gaap-2023.xsd#us-gaap_Assets". */
const tagAt = (href: string) => href.replace(/^.*#/, "").replace("_", ":");

function headingsOf(
  locators: ReadonlyMap<string, string>,
  arcs: readonly { from: string; to: string }[],
): Heading[] {
  const byParent = Map.groupBy(arcs, ({ from }) => locators.get(from) ?? "");
  return [...byParent].map(([parent, own]) => ({
    parent,
    children: own.map(({ to }) => locators.get(to) ?? ""),
  }));
}

/** A presentation linkbase: its name in messages, and how to read it. */
export interface Linkbase {
  name: string;
  read(): Promise<Buffer>;
}

/** The linkbases in the archive, of these companies. */
export async function archivedLinkbases(
  db: Queryable,
  archive: Archive,
  ciks: readonly string[],
): Promise<Linkbase[]> {
  const presentations = await listPresentations(db, ciks);
  return presentations.map(({ cik, accession, digest }) => ({
    name: `${companyText(cik)} ${accession}`,
    read: () => archive.get(digest),
  }));
}

function unpack(bytes: Buffer): Buffer {
  try {
    return gunzipSync(bytes);
  } catch (cause) {
    throw new ParseError("not a whole gzip file", { cause });
  }
}

/** Every presentation linkbase below a folder, packed or not: `*_pre.xml`, and schemas, which may hold one. */
export function linkbasesBelow(folder: string): Linkbase[] {
  const names = readdirSync(folder, { recursive: true, encoding: "utf8" });
  return names
    .filter((name) => /(_pre\.xml|\.xsd)(\.gz)?$/.test(name))
    .sort()
    .map((name) => ({
      name,
      async read() {
        const bytes = readFileSync(join(folder, name));
        return name.endsWith(".gz") ? unpack(bytes) : bytes;
      },
    }));
}

/** The headings of linkbases, the same one counted once; what cannot be read is named and left out. */
export async function readHeadings(
  linkbases: readonly Linkbase[],
  warn: (line: string) => void,
): Promise<Heading[]> {
  const headings: Heading[] = [];
  const seen = new Set<string>();
  for (const { name, read } of linkbases) {
    try {
      const body = await read();
      const digest = sha256(body);
      if (!seen.has(digest)) headings.push(...readPresentation(body));
      seen.add(digest);
    } catch (error) {
      if (!(error instanceof ParseError || error instanceof ArchiveError)) throw error;
      warn(`${name}: ${error.message}`);
    }
  }
  return headings;
}

/** Compares the places of tags with those of concepts, over all headings. */
export function comparePlaces(registry: Registry, headings: readonly Heading[]) {
  const owners = new Map<string, string[]>();
  for (const { snakeKey, mappings } of registry.concepts) {
    for (const { taxonomy, xbrlConcept } of mappings) {
      const tag = `${taxonomy}:${xbrlConcept}`;
      owners.set(tag, [...(owners.get(tag) ?? []), snakeKey]);
    }
  }
  const conceptsUnder = new Map<string, Set<string>>();
  const withTag = new Map<string, { parent: string; concepts: Set<string> }[]>();
  for (const { parent, children } of headings) {
    const concepts = new Set(children.flatMap((child) => owners.get(child) ?? []));
    const known = conceptsUnder.get(parent) ?? [];
    conceptsUnder.set(parent, new Set([...known, ...concepts]));
    for (const child of new Set(children)) {
      withTag.set(child, [...(withTag.get(child) ?? []), { parent, concepts }]);
    }
  }
  return (tag: string, snakeKey: string): Placement => {
    const placement = { place: 0, elsewhere: 0, beside: 0 };
    for (const { parent, concepts } of withTag.get(tag) ?? []) {
      if (concepts.has(snakeKey)) placement.beside += 1;
      else if (conceptsUnder.get(parent)?.has(snakeKey)) placement.place += 1;
      else placement.elsewhere += 1;
    }
    return placement;
  };
}
