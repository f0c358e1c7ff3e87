import type { Db } from "#schemas/database/db.ts";
import type { Deps } from "../../deps.ts";
import { ApiError, unavailable } from "../../http/errors.ts";
import { inTime } from "../../in-time.ts";
import { isoTime } from "../../iso-time.ts";
import {
  countBuilds,
  countRequests,
  countUnbuilt,
  listQueued,
  listRunsSince,
} from "./counts/queries.ts";
import { setMetrics, type Work } from "./metrics.ts";
import {
  countUnknownMembers,
  findBuilt,
  listFailedJobs,
  listHeld,
  listSources,
  ping,
} from "./queries.ts";
import type { Readiness } from "./schemas.ts";

const readinessMs = 5000;
/** The one session of the embedded database may be busy with a company for a while. */
const healthMs = 10_000;
const dayMs = 86_400_000;
const noAnswer = "The database does not answer";

const neverFree = /^timeout exceeded when trying to connect/;

/**
 * Throws 503 when no connection of this process becomes free: a restart mends that. A database that is gone is
 * another matter, which `getReadiness` tells.
 */
export async function checkHealth(db: Db): Promise<{ status: "ok" }> {
  try {
    await inTime(ping(db), healthMs, noAnswer);
  } catch (error) {
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
    if (error instanceof ApiError) throw error;
    if (cause instanceof Error && neverFree.test(cause.message)) {
      throw unavailable("The database has no free connection", error);
    }
  }
  return { status: "ok" };
}

/** Looks under way, of each database: they go over all companies, so that many requests at once share one. */
const looks = new WeakMap<Db, Promise<Readiness>>();

/** The status for operators. Throws 503 when the database does not answer in time. */
export async function getReadiness(db: Db, at: Date): Promise<Readiness> {
  const shared = looks.get(db);
  if (shared !== undefined) return shared;
  const look = lookAround(db, at).finally(() => looks.delete(db));
  looks.set(db, look);
  return look;
}

async function lookAround(db: Db, at: Date): Promise<Readiness> {
  const since = new Date(at.getTime() - dayMs).toISOString();
  const [data, documents, held, failed, unknownMembers, unbuilt] = await inTime(
    Promise.all([
      findBuilt(db),
      listSources(db),
      listHeld(db, at.toISOString()),
      listFailedJobs(db, since),
      countUnknownMembers(db, since),
      countUnbuilt(db),
    ]),
    readinessMs,
    noAnswer,
  );
  const sourcesAt = isoTime(data.sourcesAt);
  const sources = documents.map(({ via, answeredAt, ...one }) => ({
    ...one,
    from: via ?? "SEC EDGAR",
    answeredAt: isoTime(answeredAt),
  }));
  const checkedAt = leastRecent(sources);
  return {
    status: statusOf(held.length + failed.length, unbuilt),
    database: "ok",
    data: {
      companies: data.companies,
      loading: unbuilt === 0 ? null : loadingOf(data.companies, unbuilt),
      sourcesAt,
      checkedAt,
      ageSeconds: ageSeconds(checkedAt ?? sourcesAt, at),
      sources,
      unknownMembersLastDay: unknownMembers,
    },
    upstream: {
      held: held.map(({ name, until, reason }) => ({ name, until: isoTime(until), reason })),
    },
    jobs: { failedLastDay: failed.map((one) => ({ ...one, lastAt: isoTime(one.lastAt) })) },
  };
}

function statusOf(troubles: number, unbuilt: number): Readiness["status"] {
  if (troubles > 0) return "degraded";
  return unbuilt > 0 ? "loading" : "ready";
}

function loadingOf(built: number, unbuilt: number): Readiness["data"]["loading"] {
  const all = built + unbuilt;
  return { built, of: all, message: `loading, ${built} of ${all}` };
}

/** Of each kind the last answer, whatever it is from; of these the earliest. Null when no kind was answered. */
function leastRecent(sources: readonly Readiness["data"]["sources"][number][]): string | null {
  const last = new Map<string, string>();
  for (const { kind, answeredAt } of sources) {
    if (answeredAt !== null && answeredAt > (last.get(kind) ?? "")) last.set(kind, answeredAt);
  }
  return [...last.values()].sort()[0] ?? null;
}

function ageSeconds(since: string | null, at: Date): number | null {
  if (since === null) return null;
  return Math.max(0, Math.round((at.getTime() - Date.parse(since)) / 1000));
}

/** The metrics as text. Those that an operator alerts on are read from the database now. */
export async function scrapeMetrics(
  { db, metrics, log }: Pick<Deps, "db" | "metrics" | "log">,
  at: Date,
): Promise<string> {
  const seen = await look(db, at).catch((error) => {
    // The scrape must work while the database does not.
    log.warn({ err: error }, "metrics are scraped without the database");
    return null;
  });
  setMetrics(metrics, seen);
  return metrics.metrics();
}

async function look(db: Db, at: Date): Promise<{ readiness: Readiness; work: Work }> {
  const since = new Date(at.getTime() - dayMs).toISOString();
  const readiness = await getReadiness(db, at);
  const [queued, runs, builds, requests] = await inTime(
    Promise.all([
      listQueued(db),
      listRunsSince(db, since),
      countBuilds(db, since),
      countRequests(db),
    ]),
    readinessMs,
    noAnswer,
  );
  return { readiness, work: { queued, runs, builds, requests } };
}
