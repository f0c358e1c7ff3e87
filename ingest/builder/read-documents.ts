import { predecessorsOf } from "#registry/current/predecessors.ts";
import { entityOfKey } from "#schemas/company-key.ts";
import type { CompanyProfile, FilingRecord } from "#schemas/shapes/companies/company.ts";
import type { Registry } from "#schemas/shapes/companies/concept.ts";
import type { Fact, ParsedFacts } from "#schemas/shapes/companies/fact.ts";
import type { CompanyInput, FactDocument } from "../company-input.ts";
import { ParseError } from "../errors.ts";
import { type DataSetFiling, parseDataSet } from "../facts/data-sets/data-set.ts";
import { fillFromDataSets } from "../facts/data-sets/fill-from-data-sets.ts";
import { withoutJointReports } from "../facts/data-sets/joint-reports.ts";
import { asPrinted, partValues } from "../facts/data-sets/part-values.ts";
import type { DataSetTags } from "../facts/data-sets/values.ts";
import {
  dataSetTags,
  onlyTags,
  type RetiredFacts,
  retiredOf,
  wantedTags,
} from "../facts/history/retired-facts.ts";
import { printedFactsOf } from "../facts/printed-facts.ts";
import { parseSubmittedStatement, type SubmittedStatement } from "../facts/submitted-statement.ts";
import { countTags, onlyUnmappedParts, unmappedPartsOf } from "../facts/unmapped-parts.ts";
import { profileWithoutSubmissions } from "../profile-of-documents.ts";
import { sourceOf } from "../sources/known.ts";
import type { RawDocument } from "../store/documents.ts";
import type { BuildTask } from "./build-pool.ts";
import { membersAlone, packageFacts, packagesWithFacts } from "./reports/package-facts.ts";
import { accessionOf } from "./reports/report-documents.ts";

/** What the documents of a company say, before anything is computed. */
export interface DocumentReading {
  name: string;
  /** From the submissions; from companyfacts and the ticker list where there are none. */
  profile: CompanyProfile;
  profileFetchedAt: string;
  input: CompanyInput;
  /** Facts that only earlier versions of the registry map; null without any. */
  retired: RetiredFacts | null;
  /** First and last filing date of the filing index, or null without one. */
  listed: { from: string; to: string } | null;
  /** Members that the formats did not have when the parsers were written ("companyfacts entry.segment"): ignored. */
  unknownMembers: string[];
  /** Facts that cannot be read, each with its filing and the reason: the others count. */
  setAside: string[];
  /** Documents that cannot be read as what they claim to be; the rest of the reading counts only when there are none. */
  rejected: { digest: string; reason: string }[];
}

interface Reading {
  task: BuildTask;
  registry: Registry;
  snakeKeys: ReadonlySet<string>;
  submissions: { profile: CompanyProfile; fetchedAt: string } | null;
  filings: Map<string, FilingRecord>;
  /** Tags that are read: see `wantedTags`. */
  wanted: ReadonlySet<string>;
  documents: FactDocument[];
  /** What the same documents say of retired tags. */
  retired: FactDocument[];
  /** What they say of tags that nothing maps and that may hold a major part of a subtotal. */
  unmappedParts: FactDocument[];
  printed: Fact[];
  submitted: SubmittedStatement[];
  dataSets: { document: RawDocument; filing: DataSetFiling }[];
  dataSetTags: DataSetTags;
  unknownMembers: Set<string>;
  setAside: Set<string>;
}

/**
 * Parses every document of the task. A ParseError rejects its document and the others are still read, so
 * that one pass finds all of them; any other error is a fault of the program and is thrown.
 */
export async function readDocuments(
  task: BuildTask,
  registry: Registry,
  bodyOf: (digest: string) => Promise<Uint8Array>,
): Promise<DocumentReading> {
  const reading: Reading = {
    task,
    registry,
    snakeKeys: new Set(registry.bySnakeKey.keys()),
    submissions: null,
    filings: new Map(),
    wanted: wantedTags(registry),
    documents: [],
    retired: [],
    unmappedParts: [],
    printed: [],
    submitted: [],
    dataSets: [],
    dataSetTags: dataSetTags(registry),
    unknownMembers: new Set(),
    setAside: new Set(),
  };
  const rejected: DocumentReading["rejected"] = [];
  const packages = packagesWithFacts(task.cik, task.documents);
  for (const document of task.documents.filter(({ kind }) => kind !== "package")) {
    const body = bufferOf(await bodyOf(document.digest));
    packages.see(document, body);
    try {
      readDocument(reading, document, body);
    } catch (error) {
      if (!(error instanceof ParseError)) throw error;
      rejected.push({ digest: document.digest, reason: error.message });
    }
  }
  for (const { document, isNamed } of packages.list()) {
    if (isWithdrawn(reading, document)) continue;
    const known = { cik: task.cik, ...knownFiling(reading, document) };
    const body = bufferOf(await bodyOf(document.digest));
    const parsed = await packageFacts(body, reading.wanted, known);
    const counted = parsed && isNamed ? membersAlone(parsed) : parsed;
    if (counted) addFacts(reading, document, counted);
  }
  addDataSets(reading);
  return { ...conclude(reading), rejected };
}

const bufferOf = ({ buffer, byteOffset, byteLength }: Uint8Array) =>
  Buffer.from(buffer, byteOffset, byteLength);

/** Documents come in canonical order: the filing index before the facts. */
function readDocument(reading: Reading, document: RawDocument, body: Buffer): void {
  const { task, wanted, filings } = reading;
  const { kind } = document;
  if (kind === "tickers" || kind === "package" || isWithdrawn(reading, document)) return;
  if (kind === "submitted") {
    readSubmitted(reading, body);
    return;
  }
  if (kind === "data-set") {
    readDataSet(reading, document, body);
    return;
  }
  if (document.companyKey !== null && document.companyKey !== task.cik) {
    readPredecessor(reading, document, body);
    return;
  }
  const filing = knownFiling(reading, document);
  const ref = { url: document.url, kind, cik: task.cik, filing };
  const read = sourceOf(task.cik).parse(ref, body, wanted);
  if (read.kind === "facts") {
    noteUnknown(reading, kind, read.parsed.additions);
    addFacts(reading, document, read.parsed);
    return;
  }
  if (read.kind === "submissions") {
    noteUnknown(reading, kind, read.additions);
    reading.submissions = { profile: read.profile, fetchedAt: document.fetchedAt };
  }
  for (const record of read.filings) {
    if (!filings.has(record.accession)) filings.set(record.accession, record);
  }
}

function noteUnknown({ unknownMembers }: Reading, kind: string, names: readonly string[] = []) {
  for (const name of names) unknownMembers.add(`${kind} ${name}`);
}

/** Of a registrant that the company continues, what it filed until then: facts keep the number they were filed under. */
function readPredecessor(reading: Reading, document: RawDocument, body: Buffer): void {
  const { task, wanted } = reading;
  const found = predecessorsOf(task.cik).find(({ cik }) => cik === document.companyKey);
  if (!found) throw new RangeError(`CIK ${task.cik} does not continue CIK ${document.companyKey}`);
  const { cik, until } = found;
  const ref = { url: document.url, kind: "companyfacts", cik } as const;
  const read = sourceOf(task.cik).parse(ref, body, wanted);
  if (read.kind !== "facts") return;
  const facts = read.parsed.facts
    .filter(({ filed }) => filed !== null && filed <= until)
    .map((fact) => ({ ...fact, cik }));
  addFacts(reading, document, { ...read.parsed, facts });
}

function readSubmitted(reading: Reading, body: Buffer): void {
  const statement = parseSubmittedStatement(body, reading.snakeKeys);
  const [key, cik] = [statement.cik ?? statement.entityId, entityOfKey(reading.task.cik)];
  if (key !== cik) throw new ParseError(`the document is of ${key}, not ${cik}`);
  reading.submitted.push(statement);
}

function readDataSet(reading: Reading, document: RawDocument, body: Buffer): void {
  const filing = parseDataSet(body, reading.dataSetTags);
  const { cik } = reading.task;
  if (filing.cik !== cik) throw new ParseError(`the document is of CIK ${filing.cik}, not ${cik}`);
  reading.dataSets.push({ document, filing });
}

/** The data sets fill only what the other documents lack, so they come when everything else is read. */
function addDataSets(reading: Reading): void {
  const { dataSets, filings, documents, retired, unmappedParts, registry } = reading;
  if (dataSets.length === 0) return;
  const factsIn = (list: readonly FactDocument[]) => list.flatMap(({ parsed }) => parsed.facts);
  const known = [...filings.values()];
  const others = factsIn(documents);
  // Each by itself: what earlier versions map must not change what this one makes of a filing.
  const [own, left] = partValues(dataSets, registry.tags);
  const filled = fillFromDataSets(own, others, known);
  const leftOf = [...others, ...factsIn(retired), ...factsIn(unmappedParts)];
  const filledLeft = fillFromDataSets(left, leftOf, known);
  const printed = fillFromDataSets(dataSets.map(asPrinted), others, known);
  dataSets.forEach(({ document, filing }, i) => {
    const { cik, entityName, accession, dimensionedTags, unmapped, rejected } = filing;
    const facts = [...(filled[i] ?? []), ...(filledLeft[i] ?? [])];
    const about = { cik, entityName, accession, dimensionedTags, unmapped, rejected };
    addFacts(reading, document, { ...about, facts, printed: printed[i] ?? [] });
  });
}

function addFacts(reading: Reading, document: RawDocument, parsed: ParsedFacts): void {
  const { source, origin, fetchedAt, digest } = document;
  const { registry } = reading;
  const { tags, retiredTags } = registry;
  for (const { taxonomy, tag, accession, reason } of parsed.rejected ?? []) {
    reading.setAside.add(`${taxonomy}:${tag} of ${accession}: ${reason}`);
  }
  const read = { source, origin, kind: factKind(document), fetchedAt, digest };
  const parts = onlyUnmappedParts(parsed, registry);
  const unmapped = [...parsed.unmapped, ...countTags(parts.facts)];
  reading.documents.push({ parsed: { ...onlyTags(parsed, tags), unmapped }, ...read });
  if (parts.facts.length > 0) reading.unmappedParts.push({ parsed: parts, ...read });
  reading.printed.push(...(parsed.printed ?? []));
  if (!retiredTags?.size) return;
  reading.retired.push({ parsed: onlyTags(parsed, retiredTags), ...read });
}

function factKind({ kind }: RawDocument): FactDocument["kind"] {
  if (kind === "package") return "instance";
  return kind === "instance" || kind === "data-set" ? kind : "companyfacts";
}

/** What the archive or the filing index knows of an instance. */
function knownFiling(reading: Reading, document: RawDocument) {
  const accession = accessionOf(document);
  const listed = reading.filings.get(accession);
  return {
    accession,
    form: document.form ?? listed?.form ?? null,
    filed: document.filed ?? listed?.filed ?? null,
  };
}

/** An instance or package fetched from a filing that the index covers by date but no longer lists: its values do not count. */
function isWithdrawn(reading: Reading, document: RawDocument): boolean {
  const { kind, origin } = document;
  if ((kind !== "instance" && kind !== "package") || origin !== "crawl") return false;
  if (document.accession === null || document.filed === null) return false;
  const span = spanOf(reading);
  if (!span || reading.filings.has(document.accession)) return false;
  return span.from <= document.filed && document.filed <= span.to;
}

function spanOf({ submissions, filings }: Reading): DocumentReading["listed"] {
  if (!submissions || filings.size === 0) return null;
  const dates = [...filings.values()].map(({ filed }) => filed);
  return dates.reduce(
    (span, date) => ({
      from: date < span.from ? date : span.from,
      to: date > span.to ? date : span.to,
    }),
    { from: dates[0] ?? "", to: dates[0] ?? "" },
  );
}

function conclude(reading: Reading): Omit<DocumentReading, "rejected"> {
  const { task, submissions, documents } = reading;
  const profile = submissions?.profile ?? profileWithoutSubmissions(reading);
  const isKnown = submissions !== null || task.listing.length > 0 || profile.sic !== null;
  return {
    name: profile.name,
    profile,
    profileFetchedAt: submissions?.fetchedAt ?? newest(task.documents),
    input: {
      cik: task.cik,
      profile: isKnown ? profile : null,
      filings: [...reading.filings.values()],
      documents: withoutJointReports(task.cik, documents),
      submitted: reading.submitted,
      ...printedFactsOf(reading.printed),
      ...unmappedPartsOf(withoutJointReports(task.cik, reading.unmappedParts)),
    },
    retired: retiredOf(withoutJointReports(task.cik, reading.retired)),
    listed: spanOf(reading),
    unknownMembers: [...reading.unknownMembers].sort(),
    setAside: [...reading.setAside].sort(),
  };
}

function newest(documents: readonly RawDocument[]): string {
  return documents.reduce((latest, { fetchedAt }) => (fetchedAt > latest ? fetchedAt : latest), "");
}
