import { setTimeout } from "node:timers/promises";
import { Gauge, type Registry } from "prom-client";
import type { Db } from "#schemas/db.ts";
import type { Deps } from "../../deps.ts";
import { unavailable } from "../../http/errors.ts";
import { isoTime } from "../../iso-time.ts";
import { countUnknownMembers, findDataAge, listFailedJobs, listHeld } from "./queries.ts";
import type { Readiness } from "./schemas.ts";

const answerMs = 5000;
const dayMs = 86_400_000;

/** What an operator should know. Throws 503 when the database does not answer in time. */
export async function getReadiness(db: Db, at: Date): Promise<Readiness> {
  const since = new Date(at.getTime() - dayMs).toISOString();
  const [data, held, failed, unknownMembers] = await inTime(
    Promise.all([
      findDataAge(db),
      listHeld(db, at.toISOString()),
      listFailedJobs(db, since),
      countUnknownMembers(db, since),
    ]),
  );
  const sourcesAt = isoTime(data.sourcesAt);
  const checkedAt = isoTime(data.checkedAt);
  return {
    status: held.length > 0 || failed.length > 0 ? "degraded" : "ready",
    database: "ok",
    data: {
      companies: data.companies,
      sourcesAt,
      checkedAt,
      ageSeconds: ageSeconds([sourcesAt, checkedAt], at),
      unknownMembersLastDay: unknownMembers,
    },
    upstream: {
      held: held.map(({ name, until, reason }) => ({ name, until: isoTime(until), reason })),
    },
    jobs: { failedLastDay: failed.map((one) => ({ ...one, lastAt: isoTime(one.lastAt) })) },
  };
}

async function inTime<T>(work: Promise<T>): Promise<T> {
  const stop = new AbortController();
  const late = setTimeout(answerMs, null, { signal: stop.signal, ref: false }).then(() => {
    throw unavailable("The database does not answer");
  });
  late.catch(() => {});
  try {
    return await Promise.race([work, late]);
  } finally {
    stop.abort();
  }
}

/** Since the latest of the times; null when there is none. */
function ageSeconds(times: readonly (string | null)[], at: Date): number | null {
  const known = times.flatMap((time) => (time === null ? [] : Date.parse(time)));
  if (known.length === 0) return null;
  return Math.max(0, Math.round((at.getTime() - Math.max(...known)) / 1000));
}

/** The metrics as text. The gauges that an operator alerts on are read from the database now. */
export async function scrapeMetrics(
  { db, metrics, log }: Pick<Deps, "db" | "metrics" | "log">,
  at: Date,
): Promise<string> {
  const readiness = await getReadiness(db, at).catch((error) => {
    // The scrape itself must work when the database does not: that is what it is for.
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
  set("tenk_data_age_seconds", "Since the source last answered", data.ageSeconds ?? Number.NaN);
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
  const known = metrics.getSingleMetric(name);
  return known instanceof Gauge ? known : new Gauge({ name, help, registers: [metrics] });
}
