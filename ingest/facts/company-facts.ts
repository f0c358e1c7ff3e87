import type { Fact, ParsedFacts, RejectedFact } from "#schemas/shapes/companies/fact.ts";
import { ParseError } from "../errors.ts";
import { hasDateShape, isCalendarDate } from "./iso-date.ts";
import { exactText, isJsonObject, type JsonObject, parseJson } from "./json-document.ts";

/**
 * A companyfacts document, reduced to the facts of the wanted tags ("taxonomy:tag").
 *
 * What refuses the whole document (ParseError, naming tag and accession, so that older data stays in
 * place): bytes that are not one JSON document, a cik or a nesting of taxonomy, tag and unit that is missing or has another
 * type than it always had, and entries none of which can be read. So
 * does the lack of any fact: the regulator has no such document, and one would take a company's statements.
 * What is set aside alone (`rejected`): a fact whose val is no number, that lacks its accession, end, filing date or form or has
 * them in another type, with a date that the calendar does not have, or that starts after it ends. What is only reported (`additions`): members the format did not have.
 *
 * A document without a wanted fact gives an empty result. Facts whose end lies after the filing stay: the
 * statements decide about them. `cik` has ten digits; every value is exact plain decimal text.
 */
export function parseCompanyFacts(body: Buffer, wanted: ReadonlySet<string>): ParsedFacts {
  const document = readDocument(body);
  const reading: Reading = {
    facts: [],
    unmapped: [],
    rejected: [],
    faults: [],
    additions: new Set(unknownKeys(document, documentKeys)),
    days: new Set(),
    notDays: new Set(),
    accessions: new Map(),
  };
  const cik = readCik(document.cik);
  for (const [taxonomy, tags] of members(document.facts, "facts")) {
    for (const [tag, content] of members(tags, taxonomy)) {
      readTag({ taxonomy, tag, label: `${taxonomy}:${tag}` }, content, wanted, reading);
    }
  }
  const [fault] = reading.faults;
  if (fault && reading.facts.length === 0) throw fault;
  if (!hasFacts(reading)) throw new ParseError("company facts carry no fact");
  return {
    cik,
    entityName: readEntityName(document.entityName),
    facts: reading.facts,
    unmapped: reading.unmapped,
    rejected: reading.rejected,
    additions: [...reading.additions].sort(),
  };
}

interface Reading {
  facts: Fact[];
  unmapped: ParsedFacts["unmapped"];
  rejected: RejectedFact[];
  /** Entries of another shape than they always had. */
  faults: ParseError[];
  additions: Set<string>;
  /** The dates seen that the calendar has: the same few hundred come back thousands of times. */
  days: Set<string>;
  /** Dates of the right shape that the calendar does not have. */
  notDays: Set<string>;
  /** One string per accession, instead of one per fact. */
  accessions: Map<string, string>;
}

interface Tag {
  taxonomy: string;
  tag: string;
  label: string;
}

// `ticker` and `fetched` are what copies of single tags carry besides.
const documentKeys = new Set(["cik", "entityName", "facts", "ticker", "fetched"]);
const tagKeys = new Set(["label", "description", "units"]);
const entryKeySet = new Set("start end val accn fy fp form filed frame".split(" "));
const accessionShape = /^\d{10}-\d{2}-\d{6}$/;

function readDocument(body: Buffer): JsonObject {
  let document: unknown;
  try {
    document = parseJson(body);
  } catch (cause) {
    throw new ParseError("company facts are not one whole JSON document", { cause });
  }
  if (!isJsonObject(document)) throw new ParseError("company facts are not a JSON object");
  if (!Object.hasOwn(document, "cik")) throw new ParseError("company facts carry no cik");
  if (!Object.hasOwn(document, "facts")) throw new ParseError("company facts carry no facts");
  return document;
}

/** Facts of tags that nobody asked for count, and so do those set aside. */
function hasFacts({ facts, unmapped, rejected }: Reading): boolean {
  return facts.length + rejected.length > 0 || unmapped.some(({ count }) => count > 0);
}

/** EDGAR writes a number, or for recent registrants a zero-padded string. */
function readCik(cik: unknown): string {
  const digits = typeof cik === "number" ? String(cik) : cik;
  if (typeof digits !== "string" || !/^\d{1,10}$/.test(digits)) {
    throw new ParseError("company facts carry a cik that is not one to ten digits");
  }
  return digits.padStart(10, "0");
}

/** Names come with no-break spaces ("HOME DEPOT,\u00a0INC."), or not at all. */
function readEntityName(name: unknown): string {
  if (name === null || name === undefined) return "";
  if (typeof name !== "string") throw new ParseError("entityName is not text");
  return name.replace(/\s+/g, " ").trim();
}

function readTag(at: Tag, content: unknown, wanted: ReadonlySet<string>, reading: Reading): void {
  if (!isJsonObject(content)) throw refused(at, null, "is not an object");
  const units = members(content.units, `units of ${at.label}`);
  if (!wanted.has(at.label)) {
    let count = 0;
    for (const [unit, entries] of units) count += entriesOf(entries, at, unit).length;
    reading.unmapped.push({ taxonomy: at.taxonomy, tag: at.tag, count });
    return;
  }
  for (const key of unknownKeys(content, tagKeys)) reading.additions.add(`tag.${key}`);
  for (const [unit, entries] of units) {
    for (const entry of entriesOf(entries, at, unit)) takeEntry(at, unit, entry, reading);
  }
}

/** Reads an entry, or sets it aside where it has not the shape of one. */
function takeEntry(at: Tag, unit: string, entry: unknown, reading: Reading): void {
  try {
    readEntry(at, unit, entry, reading);
  } catch (error) {
    if (!(error instanceof ParseError)) throw error;
    reading.faults.push(error);
    const accession = isJsonObject(entry) && typeof entry.accn === "string" ? entry.accn : "";
    const { taxonomy, tag } = at;
    const known = accessionShape.test(accession) ? accession : "an unknown filing";
    reading.rejected.push({ taxonomy, tag, accession: known, reason: error.message });
  }
}

function readEntry(at: Tag, unit: string, entry: unknown, reading: Reading): void {
  if (!isJsonObject(entry)) throw refused(at, null, "holds an entry that is not an object");
  noteAdditions(entry, reading);
  const value = exactText(entry.val);
  const fact = toFact(at, unit, entry, value ?? "", reading);
  const reason = value === null ? "its val is not a number" : impossible(fact, reading.notDays);
  if (reason === null) {
    reading.facts.push(fact);
    return;
  }
  const { taxonomy, tag } = at;
  reading.rejected.push({ taxonomy, tag, accession: fact.accession, reason });
}

function toFact(at: Tag, unit: string, entry: JsonObject, value: string, reading: Reading): Fact {
  const accession = readAccession(at, entry.accn, reading.accessions);
  return {
    taxonomy: at.taxonomy,
    tag: at.tag,
    unit,
    start:
      entry.start === undefined ? null : readDate(at, accession, "start", entry.start, reading),
    end: readDate(at, accession, "end", entry.end, reading),
    value,
    accession,
    form: readForm(at, accession, entry.form),
    filed: readDate(at, accession, "filed", entry.filed, reading),
    fy: readFy(at, accession, entry.fy),
    fp: readFp(at, accession, entry.fp),
    decimals: null,
    dimensions: null,
  };
}

function impossible({ start, end, filed }: Fact, notDays: ReadonlySet<string>): string | null {
  if (notDays.size > 0) {
    const wrong = [start, end, filed].find((date) => date !== null && notDays.has(date));
    if (wrong) return `${wrong} is not a day of the calendar`;
  }
  if (start === null || start <= end) return null;
  return `the period starts (${start}) after it ends (${end})`;
}

function readAccession(at: Tag, accn: unknown, known: Map<string, string>): string {
  if (typeof accn !== "string") throw refused(at, null, "has an entry without accn");
  const seen = known.get(accn);
  if (seen !== undefined) return seen;
  if (!accessionShape.test(accn)) {
    throw refused(at, null, `has an accn of another form: ${accn.slice(0, 30)}`);
  }
  known.set(accn, accn);
  return accn;
}

function readDate(at: Tag, accn: string, name: string, date: unknown, reading: Reading): string {
  if (typeof date !== "string") throw refused(at, accn, `has no ${name} date`);
  if (reading.days.has(date)) return date;
  if (!hasDateShape(date)) throw refused(at, accn, `has a ${name} that is not an ISO date`);
  (isCalendarDate(date) ? reading.days : reading.notDays).add(date);
  return date;
}

function readForm(at: Tag, accession: string, form: unknown): string {
  if (typeof form !== "string") throw refused(at, accession, "has no form");
  return form;
}

function readFy(at: Tag, accession: string, fy: unknown): number | null {
  if (fy === null || fy === undefined) return null;
  if (typeof fy !== "number") throw refused(at, accession, "has an fy that is not a number");
  return fy;
}

function readFp(at: Tag, accession: string, fp: unknown): string | null {
  if (fp === null || fp === undefined) return null;
  if (typeof fp !== "string") throw refused(at, accession, "has an fp that is not text");
  return fp;
}

function noteAdditions(entry: JsonObject, reading: Reading): void {
  // Nearly every entry has no other members, which counting tells soonest.
  let count = 0;
  for (const _ in entry) count += 1;
  if (count === requiredKeys + countOptional(entry)) return;
  for (const key in entry) {
    if (!entryKeySet.has(key)) reading.additions.add(`entry.${key}`);
  }
}

/** How many members of an entry it may lack; the others it must have. */
const optionalKeys = 4;
const requiredKeys = entryKeySet.size - optionalKeys;

/** Each by its name: members that are looked up by a variable take ten times as long. */
function countOptional({ start, frame, fy, fp }: JsonObject): number {
  let count = 0;
  if (start !== undefined) count += 1;
  if (frame !== undefined) count += 1;
  if (fy !== undefined) count += 1;
  if (fp !== undefined) count += 1;
  return count;
}

function unknownKeys(object: JsonObject, known: ReadonlySet<string>): string[] {
  return Object.keys(object).filter((key) => !known.has(key));
}

/** Own members only: a tag called "constructor" or "__proto__" is a tag like any other. */
function members(value: unknown, place: string): [string, unknown][] {
  if (!isJsonObject(value)) throw new ParseError(`${place} is not an object`, { where: place });
  return Object.entries(value);
}

function entriesOf(entries: unknown, at: Tag, unit: string): unknown[] {
  if (!Array.isArray(entries)) throw refused(at, null, `has a unit ${unit} that is not a list`);
  return entries;
}

function refused(at: Tag, accession: string | null, what: string): ParseError {
  const where = accession === null ? at.label : `${at.label} of ${accession}`;
  return new ParseError(`${where} ${what}`, { where });
}
