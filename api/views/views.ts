import { LRUCache } from "lru-cache";
import type { View } from "#ingest/company-input.ts";
import type { FilingRecord } from "#schemas/shapes/companies/company.ts";
import type { Registry } from "#schemas/shapes/companies/concept.ts";
import type { Viewer } from "../data/visible-to.ts";
import { inTime } from "../in-time.ts";
import { isoTime } from "../iso-time.ts";
import type { BuildVersion } from "./queries.ts";
import type { Question, StoredReport, TerminalSources } from "./questions.ts";
import type { ViewThread } from "./view-thread.ts";

/** A finished answer. */
interface ViewBytes {
  identity: Buffer;
  gzip: Buffer;
  /** With its quotes. */
  etag: string;
}

/** The queries that views need. */
export interface ViewReaders {
  findVersion(entityId: string, viewer: Viewer | null): Promise<BuildVersion | null>;
  readFacts(cik: string): Promise<{ version: string; sourcesAt: string; facts: Uint8Array } | null>;
  listReports(cik: string): Promise<FilingRecord[]>;
  /** The statements as printed that an answer to the question needs, newest first. */
  readReports(cik: string, question: Question, view: View): Promise<StoredReport[]>;
  /** Null when no terminal is stored. */
  readCompany(subject: { entityId: string; cik: string }): Promise<TerminalSources | null>;
}

export interface ViewOptions extends ViewReaders {
  thread: ViewThread;
  registry: Pick<Registry, "registrySha256" | "registryVersion">;
  /** Released versions of the registry, which clients can request. */
  releases: readonly string[];
  /** Size limit of the cache of finished answers, in bytes. */
  bytesMax: number;
  /** For how long a request waits for a computation. */
  waitMs: number;
}

/**
 * The result: bytes; "no_period" when the company has no such period; "no_build" when nothing was built for the entity.
 */
type ViewResult = ViewBytes | "no_period" | "no_build";

/** An answer, whether shared caches may store it, and whether its company is claimed. */
export type SharedBytes = ViewBytes & { visibility: "public" | "private"; isClaimed?: boolean };

/** The result for a viewer. An entity that is hidden from the viewer gives "no_build". */
export type ViewOutcome = SharedBytes | "no_period" | "no_build";

/** The registry version (default: the current one) and the viewer (default: an anonymous one). */
interface ViewFor {
  registryVersion?: string | null | undefined;
  viewer?: Viewer | null | undefined;
}

export interface Views {
  /** The registry versions that answers can be computed with, the current one last. */
  registryVersions: readonly string[];
  /**
   * Answers a question about a company in a view. It is computed in another thread, with the current registry or
   * another version of `registryVersions`. Throws as `ViewThread.run`, and 503 when the computation takes longer than
   * a request waits: it is continued, and a later request finds its answer.
   */
  answer(entityId: string, question: Question, view: View, given?: ViewFor): Promise<ViewOutcome>;
}

export interface SharedViews extends Views {
  /**
   * The same views for a transaction, read by `readers`. It caches nothing, because the transaction may see data that
   * is never committed, and does not share the computations of others.
   */
  within(readers: ViewReaders): Views;
  close(): Promise<void>;
}

/**
 * Makes computed views. Answers are cached under the version of the build, so a rebuilt company needs no notification.
 * Concurrent identical questions are computed once.
 */
export function createViews(options: ViewOptions): SharedViews {
  const cache = new LRUCache<string, Exclude<ViewResult, "no_build">>({
    maxSize: options.bytesMax,
    sizeCalculation: (one) =>
      512 + (one === "no_period" ? 0 : one.identity.length + one.gzip.length),
  });
  const { registryVersion: inForce } = options.registry;
  const registryVersions = [...options.releases.filter((one) => one !== inForce), inForce];

  async function compute(
    readers: ViewReaders,
    subject: BuildVersion,
    asked: ViewQuestion,
  ): Promise<{ key: string; outcome: ViewResult }> {
    const { question, view, registryVersion } = asked;
    const { version: _asked, isOpen: _isOpen, isClaimed: _isClaimed, ...named } = subject;
    const nothing = { key: "", outcome: "no_build" as const };
    const stored = await readers.readFacts(subject.cik);
    if (stored === null) return nothing;
    const company = question.kind === "terminal" ? await readers.readCompany(subject) : null;
    if (question.kind === "terminal" && company === null) return nothing;
    const { version, sourcesAt, facts } = stored;
    const answer = await options.thread.run({
      question,
      view,
      subject: named,
      version,
      sourcesAt: isoTime(sourcesAt),
      facts,
      filings: await readers.listReports(subject.cik),
      company,
      reports: await readers.readReports(subject.cik, question, view),
      registryVersion,
      registrySha256: options.registry.registrySha256,
    });
    const outcome = answer === null ? ("no_period" as const) : buffered(answer);
    // The company may have been rebuilt in between, so the key is made of the version that was actually read.
    return { key: keyOf({ ...subject, version }, asked), outcome };
  }

  const waitFor = async (outcome: ViewResult | Promise<ViewResult>) =>
    outcome instanceof Promise ? inTime(outcome, options.waitMs, tooLong) : outcome;

  const viewsOf = (readers: ViewReaders, keep: (key: string, outcome: ViewResult) => void) => {
    const computing = new Map<string, Promise<ViewResult>>();
    return {
      registryVersions,
      async answer(entityId, question, view, { registryVersion = null, viewer = null } = {}) {
        const viewQuery = { question, view, registryVersion };
        const subject = await readers.findVersion(entityId, viewer);
        if (subject === null) return "no_build";
        const asks = keyOf(subject, viewQuery);
        const shared = cache.get(asks) ?? computing.get(asks);
        if (shared !== undefined) return sharedAs(subject, await waitFor(shared));
        const pending = compute(readers, subject, viewQuery)
          .then(({ key, outcome }) => {
            keep(key, outcome);
            return outcome;
          })
          .finally(() => computing.delete(asks));
        computing.set(asks, pending);
        return sharedAs(subject, await waitFor(pending));
      },
    } satisfies Views;
  };

  return {
    ...viewsOf(options, (key, outcome) => {
      if (outcome !== "no_build") cache.set(key, outcome);
    }),
    within: (readers) => viewsOf(readers, () => {}),
    close: () => options.thread.close(),
  };
}

const tooLong = "The figures are still being computed; try again in a moment";

const sharedAs = ({ isOpen, isClaimed }: BuildVersion, outcome: ViewResult): ViewOutcome =>
  typeof outcome === "string"
    ? outcome
    : { ...outcome, visibility: isOpen ? "public" : "private", isClaimed };

interface ViewQuestion {
  question: Question;
  view: View;
  registryVersion: string | null;
}

const keyOf = ({ entityId, entityName, cik, version }: BuildVersion, asked: ViewQuestion) =>
  JSON.stringify([entityId, entityName, cik, version, asked]);

const buffered = (answer: { identity: Uint8Array; gzip: Uint8Array; etag: string }): ViewBytes => ({
  identity: Buffer.from(answer.identity.buffer as ArrayBuffer),
  gzip: Buffer.from(answer.gzip.buffer as ArrayBuffer),
  etag: answer.etag,
});
