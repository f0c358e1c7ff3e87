import { Gauge, type Registry } from "prom-client";
import type { Db } from "#schemas/database/db.ts";
import type { Deps } from "../../deps.ts";
import { ApiError, unavailable } from "../../http/errors.ts";
import { inTime } from "../../in-time.ts";
import { isoTime } from "../../iso-time.ts";
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
      throw unavailable("No connection to the database becomes free", error);
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
  const [data, documents, held, failed, unknownMembers] = await inTime(
    Promise.all([
      findBuilt(db),
      listSources(db),
      listHeld(db, at.toISOString()),
      listFailedJobs(db, since),
      countUnknownMembers(db, since),
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
    status: held.length > 0 || failed.length > 0 ? "degraded" : "ready",
    database: "ok",
    data: {
      companies: data.companies,
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

/** The metrics as text. The gauges that an operator alerts on are read from the database now. */
export async function scrapeMetrics(
  { db, metrics, log }: Pick<Deps, "db" | "metrics" | "log">,
  at: Date,
): Promise<string> {
  const readiness = await getReadiness(db, at).catch((error) => {
    // The scrape must work while the database does not.
    log.warn({ err: error }, "metrics are scraped without the database");
    return null;
  });
  setGauges(metrics, readiness);
  return metrics.metrics();
}

function setGauges(metrics: Registry, readiness: Readiness | null): void {
  const set = (name: string, help: string, value: number) => gauge(metrics, name, help).set(value);
  set("tenk_database_up", "1 when the database answers", readiness === null ? 0 : 1);
  if (readiness === null) return;
  const { data, upstream, jobs } = readiness;
  const failed = jobs.failedLastDay.reduce((sum, one) => sum + one.failed, 0);
  set("tenk_companies", "Companies that are built", data.companies);
  set(
    "tenk_data_age_seconds",
    "Since the source last answered with a document or that it is unchanged: the kind that is oldest",
    data.ageSeconds ?? Number.NaN,
  );
  set(
    "tenk_unknown_members_last_day",
    "Kinds of members in the source's documents that its format did not have before",
    data.unknownMembersLastDay,
  );
  set("tenk_upstreams_held", "Upstreams and hosts that may not be asked", upstream.held.length);
  set(
    "tenk_jobs_failed_last_day",
    "Job runs that failed in the last 24 hours and were not made good since",
    failed,
  );
}

function gauge(metrics: Registry, name: string, help: string): Gauge {
  const registered = metrics.getSingleMetric(name);
  return registered instanceof Gauge ? registered : new Gauge({ name, help, registers: [metrics] });
}
