import { mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { archiveDataSet, type DataSetOutcome } from "../../bulk/archive-data-set.ts";
import { openDataSetZip } from "../../bulk/data-set-source.ts";
import { ZipError } from "../../bulk/zip.ts";
import type { IngestContext } from "../../context.ts";
import { ParseError, SourceError, type SourceErrorCode } from "../../errors.ts";
import type { Download } from "../../http/request.ts";
import { dataSetUrls, locateUrl } from "../../sources/edgar/urls.ts";
import {
  findQuarter,
  holdQuarter,
  type StoredQuarter,
  storeQuarter,
} from "../../store/data-set-quarters.ts";
import { addressesOf, type DataSetList, listDataSets } from "./data-set-addresses.ts";

export interface QuarterOptions {
  /** By the names of their archives (2010q2), the oldest first. */
  quarters: readonly string[];
  /** Ten digits each; null for every company. */
  ciks: ReadonlySet<string> | null;
  /** A folder of this machine, where an archive is while it is read. */
  folder: string;
  /** Called after each quarter. */
  onStep?: (step: { total: number; note: string }) => void;
  /** Asked before each quarter: true ends the work there. */
  isStopped?: () => boolean;
}

export interface QuartersOutcome {
  /** Quarters fetched now; those that are as they were; those that another process is taking. */
  taken: number;
  unchanged: number;
  busy: string[];
  /** Quarters that the source does not have. */
  absent: string[];
  /** The addresses at which the source has nothing at all: no page of links and no quarter. */
  nowhere: string[];
  /** Filings archived now and known before. */
  added: number;
  known: number;
  /** Quarters that cannot be used, and filings set aside, each with the reason. */
  damaged: { quarter: string; reason: string }[];
  refused: { quarter: string; reason: string }[];
}

/**
 * Takes quarters of the Financial Statement Data Sets: each is fetched once, and again when the source has issued it
 * anew. Its filings are archived one by one and a finished quarter is recorded, so a run that ended anywhere goes on by
 * being started again. Companies are not built here: `listUnbuilt` names them.
 *
 * Throws SourceError when the source cannot be asked now.
 */
export async function takeQuarters(
  options: QuarterOptions,
  context: IngestContext,
): Promise<QuartersOutcome> {
  const outcome = emptyOutcome();
  const list = await listDataSets(context);
  for (const quarter of options.quarters) {
    if (options.isStopped?.() || outcome.nowhere.length > 0) break;
    const step = await holdQuarter(context.database, quarter, () =>
      takeQuarter(quarter, { list, options, context }),
    );
    const note = noteStep(outcome, quarter, step ?? { kind: "busy" });
    if (step?.kind === "absent" && list.linked === null && isFirst(outcome)) {
      outcome.nowhere = dataSetUrls(quarter);
    }
    context.log.info({ quarter, result: note }, "data set");
    options.onStep?.({ total: options.quarters.length, note: `${quarter}: ${note}` });
  }
  return outcome;
}

function emptyOutcome(): QuartersOutcome {
  const counts = { taken: 0, unchanged: 0, added: 0, known: 0 };
  return { ...counts, busy: [], absent: [], nowhere: [], damaged: [], refused: [] };
}

/** Where the first quarter is not at its address, the others are not either. */
const isFirst = ({ taken, unchanged, damaged, absent }: QuartersOutcome) =>
  taken + unchanged + damaged.length === 0 && absent.length === 1;

type Step =
  | { kind: "taken"; filings: DataSetOutcome }
  | { kind: "unchanged" | "absent" | "busy" }
  | { kind: "damaged"; reason: string };

/** Counts what came of a quarter and says it in a few words. */
function noteStep(outcome: QuartersOutcome, quarter: string, step: Step): string {
  if (step.kind === "taken") {
    const { added, known, refused } = step.filings;
    outcome.taken += 1;
    outcome.added += added;
    outcome.known += known;
    outcome.refused.push(...refused.map((reason) => ({ quarter, reason })));
    return added + known === 1 ? "1 filing" : `${added + known} filings`;
  }
  if (step.kind === "unchanged") outcome.unchanged += 1;
  else if (step.kind === "damaged") outcome.damaged.push({ quarter, reason: step.reason });
  else outcome[step.kind].push(quarter);
  return words[step.kind];
}

const words = {
  unchanged: "as before",
  absent: "not there",
  busy: "taken by another process",
  damaged: "cannot be used",
} as const;

interface Work {
  list: DataSetList;
  options: QuarterOptions;
  context: IngestContext;
}

async function takeQuarter(quarter: string, work: Work): Promise<Step> {
  const { context, options } = work;
  const stored = await findQuarter(context.database.pool, quarter);
  const isCovered = stored !== null && covers(stored.ciks, options.ciks);
  if (isCovered && stored.etag === null && stored.lastModified === null)
    return { kind: "unchanged" };
  const folder = join(options.folder, quarter);
  // What a killed process left is of no use.
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true, mode: 0o700 });
  try {
    return await takeInto(join(folder, `${quarter}.zip`), { quarter, stored, isCovered, ...work });
  } catch (error) {
    if (!isFault(error)) throw error;
    return { kind: "damaged", reason: error.message };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function covers(done: readonly string[] | null, wanted: ReadonlySet<string> | null): boolean {
  if (done === null) return true;
  const known = new Set(done);
  return wanted !== null && [...wanted].every((cik) => known.has(cik));
}

const faults: ReadonlySet<SourceErrorCode> = new Set([
  "truncated",
  "corrupt",
  "too_large",
  "wrong_content",
  "refused",
]);

function isFault(error: unknown): error is Error {
  if (error instanceof ZipError || error instanceof ParseError) return true;
  return error instanceof SourceError && faults.has(error.code);
}

interface QuarterWork extends Work {
  quarter: string;
  stored: StoredQuarter | null;
  /** Whether what is stored has the wanted companies. */
  isCovered: boolean;
}

async function takeInto(path: string, work: QuarterWork): Promise<Step> {
  const { quarter, stored, isCovered, options, context } = work;
  const fetched = await download(path, work);
  if (fetched === null) return { kind: isCovered ? "unchanged" : "absent" };
  const { url, answer } = fetched;
  if (answer === "same" || (isCovered && answer.etag !== null && answer.etag === stored?.etag)) {
    return { kind: "unchanged" };
  }
  context.boundary("data-set:downloaded");
  const ciks = joined(stored?.ciks, options.ciks);
  const filings = await archiveZip(path, quarter, ciks, context);
  await storeQuarter(context.database.pool, {
    quarter,
    url,
    etag: answer.etag,
    lastModified: answer.lastModified,
    bytes: answer.body,
    filings: filings.added + filings.known,
    refused: filings.refused.length,
    ciks: ciks && [...ciks].sort(),
    takenAt: context.now().toISOString(),
  });
  context.boundary("data-set:quarter-recorded");
  return { kind: "taken", filings };
}

/** Companies that were asked for before stay. */
function joined(
  done: readonly string[] | null | undefined,
  wanted: ReadonlySet<string> | null,
): ReadonlySet<string> | null {
  if (done === undefined) return wanted;
  return done === null || wanted === null ? null : new Set([...done, ...wanted]);
}

type Fetched = { url: string; answer: Extract<Download, { status: "ok" }> | "same" };

/** Null where no address has the quarter. */
async function download(path: string, work: QuarterWork): Promise<Fetched | null> {
  const { quarter, list, stored, isCovered, context } = work;
  const { http, hosts } = context;
  const known = isCovered ? stored : null;
  const { etag = null, lastModified = null } = known ?? {};
  const urls = [...(known ? [known.url] : []), ...addressesOf(quarter, list)];
  for (const url of new Set(urls)) {
    // Validators are sent only to the address that gave them.
    const compared = url === known?.url ? { etag, lastModified } : {};
    const request = { kind: "data-set", ...compared } as const;
    const answer = await http.download(locateUrl(url, hosts), request, path);
    if (answer.status === "notModified") return { url, answer: "same" };
    if (answer.status === "ok") return { url, answer };
    if (known) return null;
  }
  return null;
}

async function archiveZip(
  path: string,
  quarter: string,
  ciks: ReadonlySet<string> | null,
  context: IngestContext,
): Promise<DataSetOutcome> {
  const source = await openDataSetZip(path);
  try {
    const [base] = dataSetUrls(quarter);
    return await archiveDataSet(source, ciks, context, {
      origin: "crawl",
      via: context.via,
      urlOf: (accession) => `${base}#${accession}`,
    });
  } finally {
    await source.close();
  }
}
