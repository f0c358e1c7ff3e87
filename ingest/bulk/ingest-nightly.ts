import { basename } from "node:path";
import { messageOf } from "#schemas/log.ts";
import type { IngestContext } from "../context.ts";
import { unlessOvertaken } from "../fetch/fetch-document.ts";
import { documentKinds } from "../http/kinds.ts";
import {
  type CompanyOutcome,
  type FactsSetAside,
  factsSetAsideIn,
  rebuildCompany,
  setAsideIn,
} from "../pipeline.ts";
import { companyFactsUrl, submissionsPageUrl, submissionsUrl } from "../sources/edgar/urls.ts";
import { listArchivedCompanies } from "../store/build.ts";
import {
  addSubmissions,
  type CompanyEntries,
  indexCompanyFacts,
  type NightlyArchive,
  type NightlyIndex,
} from "./nightly-index.ts";
import { type TakeOutcome, takeDocument } from "./take-document.ts";
import { openZip, ZipChangedError, ZipError, type ZipItem } from "./zip.ts";

export interface NightlyOptions {
  /** Path of `companyfacts.zip`, and of `submissions.zip` or null. */
  companyFacts: string;
  submissions: string | null;
  /** The companies to take, ten digits each; null for all that `companyfacts.zip` or our archive holds. */
  ciks: ReadonlySet<string> | null;
  /** Companies worked on at a time, so that one is read and written while another is built; default 2. */
  concurrency?: number;
  /** Called after each company. */
  onStep?: (step: { total: number; note: string }) => void;
  /** Asked before each company: true ends the work there. */
  isStopped?: () => boolean;
}

export interface NightlyOutcome {
  /** Documents by what came of them: together with those refused, all that were wanted. */
  documents: Record<TakeOutcome["kind"], number>;
  /** Entries of other companies and other files. */
  passedOver: number;
  /** Entries that cannot be read. */
  refused: ReasonList;
  /** Of the older documents those whose time is new and whose filings are old. */
  rolledBack: ReasonList;
  /** Companies by what came of them, and those with trouble. */
  companies: Record<CompanyOutcome["kind"] | "failed", number>;
  troubled: { cik: string; reason: string }[];
  /** Stored companies with facts that could not be read. */
  factsSetAside: { cik: string; facts: FactsSetAside }[];
}

/** Entries with the reason: the first thousand of them, and their number. */
interface ReasonList {
  first: { name: string; reason: string }[];
  count: number;
}

const listedMax = 1_000;
const failuresInRowMax = 10;

/**
 * Takes the regulator's nightly archives: every document whose content is not the one last seen at its address
 * is archived as if it had been fetched, and its company is built again. One company is finished before the
 * next few begin, so a run that ended anywhere goes on by being started again. An entry that cannot be read is
 * listed and costs only itself. Nothing is written under a name of the archive.
 *
 * Throws ZipError where an archive cannot be opened, is of something else than it is given for, or is written to
 * meanwhile; and what ten companies in a row failed with.
 */
export async function ingestNightly(
  options: NightlyOptions,
  context: IngestContext,
): Promise<NightlyOutcome> {
  const run: Run = { options, context, outcome: emptyOutcome(), facts: null, submissions: null };
  try {
    run.facts = await openNamed(options.companyFacts);
    if (options.submissions !== null) run.submissions = await openNamed(options.submissions);
    const { companies, passedOver } = await indexArchives(run, run.facts);
    run.outcome.passedOver = passedOver;
    await eachCompany(run, companies);
    return run.outcome;
  } finally {
    await run.facts?.zip.close();
    await run.submissions?.zip.close();
  }
}

/** What is wrong with an archive is said with its name. */
async function openNamed(path: string): Promise<NightlyArchive> {
  const name = basename(path);
  try {
    return { zip: await openZip(path), name };
  } catch (error) {
    throw error instanceof ZipError ? new ZipError(`${name} ${error.message}`) : error;
  }
}

interface Run {
  options: NightlyOptions;
  context: IngestContext;
  outcome: NightlyOutcome;
  facts: NightlyArchive | null;
  submissions: NightlyArchive | null;
}

function emptyOutcome(): NightlyOutcome {
  return {
    documents: { added: 0, unchanged: 0, older: 0, known_damage: 0, without_facts: 0 },
    passedOver: 0,
    refused: { first: [], count: 0 },
    rolledBack: { first: [], count: 0 },
    companies: { stored: 0, unchanged: 0, absent: 0, gated: 0, set_aside: 0, failed: 0 },
    troubled: [],
    factsSetAside: [],
  };
}

async function indexArchives(run: Run, facts: NightlyArchive): Promise<NightlyIndex> {
  const { options, context, submissions } = run;
  const onRefused = (name: string, reason: string) => note(run.outcome.refused, name, reason);
  const index = await indexCompanyFacts(facts, options.ciks, onRefused);
  if (submissions) {
    const archived = await listArchivedCompanies(context.database.pool);
    const wanted = options.ciks ?? new Set([...index.companies.keys(), ...archived]);
    await addSubmissions(index, submissions, wanted, onRefused);
  }
  return index;
}

/** Names come from the archive: what could disturb a terminal is taken out. */
function note(list: ReasonList, name: string, reason: string): void {
  list.count += 1;
  if (list.first.length >= listedMax) return;
  list.first.push({ name: name.replace(/[^\x20-\x7e]/g, "?").slice(0, 120), reason });
}

async function eachCompany(run: Run, companies: Map<string, CompanyEntries>): Promise<void> {
  const { options } = run;
  const queue = [...companies.keys()].sort().values();
  const total = companies.size;
  const failures: Failures = { inRow: 0 };
  const work = async () => {
    for (const cik of queue) {
      if (options.isStopped?.() || failures.inRow >= failuresInRowMax) return;
      const entries = companies.get(cik);
      // What is done needs no memory.
      companies.delete(cik);
      const kind = entries ? await takeCompany(run, cik, entries, failures) : "absent";
      run.outcome.companies[kind] += 1;
      options.onStep?.({ total, note: `CIK ${Number(cik)} ${kind}` });
    }
  };
  // All come to their end before the archives are closed under them.
  const ends = await Promise.allSettled(Array.from({ length: options.concurrency ?? 2 }, work));
  for (const end of ends) if (end.status === "rejected") throw end.reason;
}

interface Failures {
  inRow: number;
}

async function takeCompany(
  run: Run,
  cik: string,
  entries: CompanyEntries,
  failures: Failures,
): Promise<CompanyOutcome["kind"] | "failed"> {
  try {
    await archiveEntries(run, cik, entries);
    const outcome = await rebuildCompany(cik, run.context);
    failures.inRow = 0;
    if ("reason" in outcome) run.outcome.troubled.push({ cik, reason: outcome.reason });
    for (const { url, reason } of setAsideIn(outcome)) {
      run.outcome.troubled.push({ cik, reason: `set aside ${url}: ${reason}` });
    }
    const facts = factsSetAsideIn(outcome);
    if (facts) run.outcome.factsSetAside.push({ cik, facts });
    return outcome.kind;
  } catch (error) {
    failures.inRow = error instanceof ZipChangedError ? failuresInRowMax : failures.inRow + 1;
    if (failures.inRow >= failuresInRowMax) throw error;
    run.outcome.troubled.push({ cik, reason: messageOf(error) });
    return "failed";
  }
}

async function archiveEntries(run: Run, cik: string, entries: CompanyEntries): Promise<void> {
  const { facts, submissions } = run;
  const wanted: ArchiveEntry[] = [];
  if (submissions && entries.submissions) {
    const item = entries.submissions;
    wanted.push({ archive: submissions, item, url: submissionsUrl(cik), kind: "submissions" });
  }
  for (const item of submissions ? entries.pages : []) {
    const url = submissionsPageUrl(item.name);
    if (submissions) wanted.push({ archive: submissions, item, url, kind: "submissions-page" });
  }
  if (facts && entries.facts) {
    const item = entries.facts;
    wanted.push({ archive: facts, item, url: companyFactsUrl(cik), kind: "companyfacts" });
  }
  for (const document of wanted) await archiveEntry(run, cik, document);
}

interface ArchiveEntry {
  archive: NightlyArchive;
  item: ZipItem;
  url: string;
  kind: "submissions" | "submissions-page" | "companyfacts";
}

async function archiveEntry(run: Run, cik: string, wanted: ArchiveEntry): Promise<void> {
  const { outcome, context } = run;
  const body = await readEntry(run, wanted);
  if (body === null) return;
  const { url, kind, item } = wanted;
  const fetchedAt = timeOf(item, context.now());
  const document = { url, kind, cik, body, fetchedAt };
  const taken = await unlessOvertaken(() => takeDocument(document, context));
  outcome.documents[taken.kind] += 1;
  if ("reason" in taken) note(outcome.rolledBack, item.name, taken.reason);
}

async function readEntry(run: Run, { archive, item, kind }: ArchiveEntry): Promise<Buffer | null> {
  try {
    return await archive.zip.read(item, documentKinds[kind].maxBytes);
  } catch (error) {
    if (error instanceof ZipChangedError) {
      throw new ZipChangedError(`${archive.name} ${error.message}`);
    }
    if (!(error instanceof ZipError)) throw error;
    note(run.outcome.refused, item.name, error.message);
    return null;
  }
}

/** A document of the archive is as old as its entry; a clock that runs ahead does not make it newer than now. */
function timeOf({ modifiedAt }: ZipItem, now: Date): string {
  return (modifiedAt === null || modifiedAt > now ? now : modifiedAt).toISOString();
}
