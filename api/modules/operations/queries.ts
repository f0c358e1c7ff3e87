import { and, count, countDistinct, desc, eq, gt, inArray, max, notExists, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { Db } from "#schemas/database/db.ts";
import { companyBuild } from "#schemas/tables/companies/build.ts";
import { fetchState } from "#schemas/tables/companies/filing.ts";
import { jobRun } from "#schemas/tables/operation/job.ts";
import { upstream, upstreamHost } from "#schemas/tables/operation/upstream.ts";

/** How many companies are built, and the newest time of the documents they are built from. */
export async function findBuilt(db: Db) {
  const [built] = await db
    .select({ companies: count(), sourcesAt: max(companyBuild.sourcesAt) })
    .from(companyBuild);
  return { companies: 0, sourcesAt: null, ...built };
}

/** The kinds of documents that every night asks for. The others are fetched once. As the index has them. */
const isNightly = sql`${fetchState.kind} in ('tickers', 'submissions', 'companyfacts')`;

/**
 * Of each kind of document and each place that it came from (`via`, null: the regulator): how many companies have one,
 * and when the source last answered with one, or that it is unchanged. An answer that there is none is no success.
 */
export async function listSources(db: Db) {
  const isAnswered = inArray(fetchState.status, [200, 304]);
  return db
    .select({
      kind: sql<string>`${fetchState.kind}`,
      via: fetchState.via,
      companies: countDistinct(fetchState.companyKey),
      answeredAt: sql<string | null>`max(${fetchState.checkedAt}) filter (where ${isAnswered})`,
    })
    .from(fetchState)
    .where(isNightly)
    .groupBy(fetchState.kind, fetchState.via)
    .orderBy(fetchState.kind, fetchState.via);
}

/** What may not be asked right now: upstreams on hold and hosts with an open circuit. `at` is ISO text. */
export async function listHeld(db: Db, at: string) {
  const heldUpstreams = await db
    .select({ name: upstream.name, until: upstream.heldUntil, reason: upstream.heldReason })
    .from(upstream)
    .where(gt(upstream.heldUntil, at))
    .orderBy(upstream.name);
  const open = await db
    .select({
      name: upstreamHost.host,
      until: upstreamHost.openUntil,
      failures: upstreamHost.failures,
    })
    .from(upstreamHost)
    .where(gt(upstreamHost.openUntil, at))
    .orderBy(upstreamHost.host);
  return [
    ...heldUpstreams,
    ...open.map(({ name, until, failures }) => ({
      name,
      until,
      reason: `${failures} failures in a row`,
    })),
  ];
}

/** Kinds of members, unknown to the parsers, that documents of companies built since an ISO time had. */
export async function countUnknownMembers(db: Db, since: string): Promise<number> {
  const counted = sql`${jobRun.result}->'counts'->>'unknownMembers'`;
  const [row] = await db
    .select({ found: sql<number>`max((${counted})::int)` })
    .from(jobRun)
    // As the index has it: nearly all runs find none.
    .where(and(gt(jobRun.startedAt, since), sql`${counted} <> '0'`));
  return row?.found ?? 0;
}

/**
 * Job runs that failed since an ISO time: how many per job, and when last. What a later run of the same job
 * made good needs nobody: a worker that was killed leaves such runs behind.
 */
export async function listFailedJobs(db: Db, since: string) {
  const later = alias(jobRun, "later");
  const isSame = and(eq(later.name, jobRun.name), eq(later.subject, jobRun.subject));
  const madeGood = db
    .select({ id: later.id })
    .from(later)
    .where(and(isSame, eq(later.state, "completed"), gt(later.startedAt, jobRun.startedAt)));
  return db
    .select({ name: jobRun.name, failed: count(), lastAt: max(jobRun.startedAt) })
    .from(jobRun)
    .where(and(eq(jobRun.state, "failed"), gt(jobRun.startedAt, since), notExists(madeGood)))
    .groupBy(jobRun.name)
    .orderBy(desc(count()), jobRun.name);
}

/** Throws if the database does not answer. */
export async function ping(db: Db): Promise<void> {
  await db.execute(sql`select 1`);
}
