import { XMLParser, XMLValidator } from "fast-xml-parser";
import { z } from "zod";
import { ParseError } from "../../errors.ts";
import { accessionNumber, calendarDate, cik, cleanText, parseShape } from "./border.ts";

/** A filing that the feed announces for one of its companies. */
export interface FeedEntry {
  accession: string;
  cik: string;
  form: string;
  /** ISO date. */
  filed: string;
  /** ISO time, UTC: when the regulator accepted it. */
  updated: string;
}

const what = "current feed";

const feed = z.object({ feed: z.object({ entry: z.array(z.unknown()).default([]) }) });
const entry = z.object({
  title: z.string(),
  summary: z.union([z.string(), z.object({ "#text": z.string() }).transform((s) => s["#text"])]),
  updated: z.string().refine((text) => !Number.isNaN(Date.parse(text)), "not a time"),
  category: z.object({ "@term": z.string().min(1) }),
  id: z.string(),
});
const announced = z.object({ accession: accessionNumber, cik, filed: calendarDate });

const parser = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: "@",
  parseTagValue: false,
  parseAttributeValue: false,
  htmlEntities: true,
  isArray: (name) => name === "entry",
});

/**
 * A page of the feed of newest filings, in its order. It lists a filing once per role and company; here it
 * stands once per company. A page without entries is an empty list. Throws ParseError.
 */
export function parseCurrentFeed(body: Buffer): FeedEntry[] {
  const { entry: entries } = parseShape(what, feed, parseXml(decode(body))).feed;
  const entriesByAccession = new Map<string, FeedEntry>();
  for (const [i, value] of entries.entries()) {
    const read = readEntry(`${what}: entry[${i}]`, value);
    const key = `${read.accession} ${read.cik}`;
    if (!entriesByAccession.has(key)) entriesByAccession.set(key, read);
  }
  return [...entriesByAccession.values()];
}

function decode(body: Buffer): string {
  const head = body.toString("latin1", 0, 200);
  return body.toString(/encoding="ISO-8859-1"/i.test(head) ? "latin1" : "utf8");
}

function parseXml(text: string): unknown {
  if (/<!DOCTYPE/i.test(text)) throw new ParseError(`${what}: XML with a DOCTYPE is refused`);
  const verdict = XMLValidator.validate(text);
  if (verdict !== true) {
    const where = `line ${verdict.err.line}`;
    throw new ParseError(`${what}: ${where}: ${verdict.err.msg}`, { where });
  }
  try {
    return parser.parse(text);
  } catch (cause) {
    throw new ParseError(`${what}: the XML cannot be read`, { cause });
  }
}

function readEntry(where: string, value: unknown): FeedEntry {
  const { title, summary, updated, category, id } = parseShape(where, entry, value);
  const named = parseShape(where, announced, {
    accession: /accession-number=(\S+)/.exec(id)?.[1],
    cik: /\((\d{1,10})\) \([^()]*\)\s*$/.exec(title)?.[1],
    filed: /Filed:<\/b>\s*(\d{4}-\d{2}-\d{2})/.exec(summary)?.[1],
  });
  return {
    accession: named.accession,
    cik: named.cik,
    form: cleanText(category["@term"], 40),
    filed: named.filed,
    updated: new Date(updated).toISOString(),
  };
}
