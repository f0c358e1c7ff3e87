import { digestOf } from "../archive/packed.ts";
import type { IngestContext } from "../context.ts";
import { recordDocument, unlessOvertaken } from "../fetch-document.ts";
import { documentKinds } from "../http/kinds.ts";
import { type CompanyOutcome, rebuildCompany } from "../pipeline.ts";
import { isSampleVia } from "../sample/companies.ts";
import { companyFactsUrl, submissionsPageUrl, submissionsUrl } from "../sources/edgar/urls.ts";
import { listArchivedCompanies } from "../store/build.ts";
import { findFetchState } from "../store/fetch-state.ts";
import {
  addSubmissions,
  type CompanyEntries,
  indexCompanyFacts,
  type NightlyIndex,
} from "./nightly-index.ts";
import { openZip, type Zip, ZipError, type ZipItem } from "./zip.ts";

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
  /** Documents archived now; unchanged; and left alone because what we hold is newer than the archive. */
  added: number;
  unchanged: number;
  older: number;
  /** Entries of other companies and other files. */
  passedOver: number;
  /** Entries that were not taken, each with the reason: the first thousand of them, and their number. */
  refused: { name: string; reason: string }[];
  refusedCount: number;
  /** Companies by what came of them, and those with trouble. */
  companies: Record<CompanyOutcome["kind"] | "failed", number>;
  troubled: { cik: string; reason: string }[];
}

const refusedMax = 1_000;
const failuresInRowMax = 10;

/**
 * Takes the regulator's nightly archives: every document whose content is not the one last seen at its address
 * is archived as if it had been fetched, and its company is built again. One company is finished before the
 * next few begin, so a run that ended anywhere goes on by being started again. An entry that cannot be read is
 * listed and costs only itself. Nothing is written under a name of the archive.
 *
 * Throws ZipError where an archive cannot be opened, and what ten companies in a row failed with.
 */
export async function ingestNightly(
  options: NightlyOptions,
  context: IngestContext,
): Promise<NightlyOutcome> {
  const run: Run = { options, context, outcome: emptyOutcome(), facts: null, submissions: null };
  try {
    run.facts = await openZip(options.companyFacts);
    if (options.submissions !== null) run.submissions = await openZip(options.submissions);
    const { companies, passedOver } = await indexArchives(run, run.facts);
    run.outcome.passedOver = passedOver;
    await eachCompany(run, companies);
    return run.outcome;
  } finally {
    await run.facts?.close();
    await run.submissions?.close();
  }
}

interface Run {
  options: NightlyOptions;
  context: IngestContext;
  outcome: NightlyOutcome;
  facts: Zip | null;
  submissions: Zip | null;
}

function emptyOutcome(): NightlyOutcome {
  return {
    added: 0,
    unchanged: 0,
    older: 0,
    passedOver: 0,
    refused: [],
    refusedCount: 0,
    companies: { stored: 0, unchanged: 0, absent: 0, gated: 0, set_aside: 0, failed: 0 },
    troubled: [],
  };
}

async function indexArchives(run: Run, facts: Zip): Promise<NightlyIndex> {
  const { options, context, submissions } = run;
  const onRefused = (name: string, reason: string) => refuse(run, name, reason);
  const index = await indexCompanyFacts(facts, options.ciks, onRefused);
  if (submissions) {
    const archived = await listArchivedCompanies(context.database.pool);
    const wanted = options.ciks ?? new Set([...index.companies.keys(), ...archived]);
    await addSubmissions(index, submissions, wanted, onRefused);
  }
  return index;
}

/** Names come from the archive: what could disturb a terminal is taken out. */
function refuse({ outcome }: Run, name: string, reason: string): void {
  outcome.refusedCount += 1;
  if (outcome.refused.length >= refusedMax) return;
  outcome.refused.push({ name: name.replace(/[^\x20-\x7e]/g, "?").slice(0, 120), reason });
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
    if ("quarantined" in outcome && outcome.quarantined) {
      const reason = `${outcome.quarantined} documents could not be read and were set aside`;
      run.outcome.troubled.push({ cik, reason });
    }
    return outcome.kind;
  } catch (error) {
    failures.inRow += 1;
    if (failures.inRow >= failuresInRowMax) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    run.outcome.troubled.push({ cik, reason });
    return "failed";
  }
}

async function archiveEntries(run: Run, cik: string, entries: CompanyEntries): Promise<void> {
  const { facts, submissions } = run;
  const wanted: Wanted[] = [];
  if (submissions && entries.submissions) {
    const item = entries.submissions;
    wanted.push({ zip: submissions, item, url: submissionsUrl(cik), kind: "submissions" });
  }
  for (const item of submissions ? entries.pages : []) {
    const url = submissionsPageUrl(item.name);
    if (submissions) wanted.push({ zip: submissions, item, url, kind: "submissions-page" });
  }
  if (facts && entries.facts) {
    const item = entries.facts;
    wanted.push({ zip: facts, item, url: companyFactsUrl(cik), kind: "companyfacts" });
  }
  for (const document of wanted) await unlessOvertaken(() => archiveEntry(run, cik, document));
}

interface Wanted {
  zip: Zip;
  item: ZipItem;
  url: string;
  kind: "submissions" | "submissions-page" | "companyfacts";
}

async function archiveEntry(run: Run, cik: string, wanted: Wanted): Promise<void> {
  const { outcome, context } = run;
  const body = await readEntry(run, wanted);
  if (body === null) return;
  const { url, kind, item } = wanted;
  const { archive, database, boundary } = context;
  const known = await findFetchState(database.pool, url);
  if (known?.digest === digestOf(body) && (await archive.has(known.digest))) {
    outcome.unchanged += 1;
    return;
  }
  const fetchedAt = timeOf(item, context.now());
  // The address was asked after the archive was made: its answer is the newer one, unless the sample gave it.
  const asked = known && !isSampleVia(known.via) ? known : null;
  if (asked?.digest && asked.checkedAt > fetchedAt && (await archive.has(asked.digest))) {
    outcome.older += 1;
    return;
  }
  const { digest, sizeBytes } = await archive.put(body);
  boundary(`bulk-${kind}:archived`);
  await recordDocument(
    {
      url,
      digest,
      kind,
      cik,
      accession: null,
      form: null,
      filed: null,
      origin: "crawl",
      sizeBytes,
      fetchedAt,
      etag: null,
      lastModified: null,
      quarantinedReason: null,
      via: null,
      source: "regulator",
    },
    known,
    context,
  );
  outcome.added += 1;
}

async function readEntry(run: Run, { zip, item, kind }: Wanted): Promise<Buffer | null> {
  try {
    return await zip.read(item, documentKinds[kind].maxBytes);
  } catch (error) {
    if (!(error instanceof ZipError)) throw error;
    refuse(run, item.name, error.message);
    return null;
  }
}

/** A document of the archive is as old as its entry; a clock that runs ahead does not make it newer than now. */
function timeOf({ modifiedAt }: ZipItem, now: Date): string {
  return (modifiedAt === null || modifiedAt > now ? now : modifiedAt).toISOString();
}
