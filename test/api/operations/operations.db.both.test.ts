import { PgBoss } from "pg-boss";
import { describe, expect, test } from "vitest";
import { bossBasics, executeOn } from "#api/clients/job-sender.ts";
import { getReadiness } from "#api/modules/operations/service.ts";
import { createUpstreamBudget } from "#ingest/http/upstream-budget.ts";
import type { Database } from "#schemas/database/db.ts";
import { companyBuild } from "#schemas/tables/companies/build.ts";
import { fetchState, rawDocument } from "#schemas/tables/companies/filing.ts";
import { jobRun } from "#schemas/tables/operation/job.ts";
import { upstream, upstreamHost } from "#schemas/tables/operation/upstream.ts";
import { testApp } from "../../helpers/app.ts";
import { openTestDatabase } from "../../helpers/database.ts";

const now = new Date("2026-03-04T12:00:00Z");
const { db, get } = await testApp({ now: () => now });

/** A document that was archived once, and the last answer of its address. */
async function answered(
  kind: "companyfacts" | "submissions" | "instance",
  cik: string,
  status: number,
  at: string,
  via: string | null = null,
): Promise<void> {
  const url = `https://data.sec.gov/${kind}/${cik}`;
  const digest = `${kind}${cik}`;
  const archived = {
    url,
    digest,
    kind,
    companyKey: cik,
    via,
    origin: "crawl",
    source: "regulator",
  } as const;
  const times = { fetchedAt: "2026-03-01T11:00:00Z", servedAt: "2026-03-01T11:00:00Z" };
  await db.insert(rawDocument).values({ ...archived, ...times, sizeBytes: 1 });
  await db
    .insert(fetchState)
    .values({ url, status, digest, checkedAt: at, kind, via, companyKey: cik });
}

describe("GET /readyz", () => {
  test("an empty service is ready and says that it has no data", async () => {
    expect((await get("/readyz")).json()).toEqual({
      status: "ready",
      database: "ok",
      data: {
        companies: 0,
        loading: null,
        sourcesAt: null,
        checkedAt: null,
        ageSeconds: null,
        sources: [],
        unknownMembersLastDay: 0,
      },
      upstream: { held: [] },
      jobs: { failedLastDay: [] },
    });
  });

  test("data age, held upstreams and failed jobs are shown, old troubles are not", async () => {
    await db.insert(companyBuild).values({
      companyKey: "0000320193",
      registryVersion: "1.0.0",
      registrySha256: "0",
      engineVersion: "1",
      inputDigest: "0",
      outputDigest: "0",
      sourcesAt: "2026-03-02T11:00:00Z",
    });
    // Nothing but 404 since: no success, and the filing index stays as old as it is.
    await answered("companyfacts", "0000320193", 304, "2026-03-04T11:00:00Z");
    await answered("companyfacts", "0000000001", 404, "2026-03-04T11:30:00Z", "a mirror");
    await answered("submissions", "0000320193", 200, "2026-03-03T11:00:00Z");
    await answered("submissions", "0000000001", 404, "2026-03-04T11:30:00Z");
    await answered("instance", "0000320193", 200, "2025-03-02T11:00:00Z");
    await db.insert(upstream).values([
      { name: "edgar", heldUntil: "2026-03-04T12:05:00Z", heldReason: "rate page" },
      { name: "other", heldUntil: "2026-03-04T11:55:00Z", heldReason: "over" },
    ]);
    await db
      .insert(upstreamHost)
      .values({ host: "data.sec.gov", failures: 7, openUntil: "2026-03-04T12:01:00Z" });
    await db.insert(jobRun).values([
      { name: "poll-feed", state: "failed", startedAt: "2026-03-04T10:00:00Z" },
      { name: "poll-feed", state: "failed", startedAt: "2026-03-04T11:00:00Z" },
      { name: "poll-feed", state: "failed", startedAt: "2026-03-01T11:00:00Z" },
      { name: "refresh", state: "completed", startedAt: "2026-03-04T11:00:00Z" },
      { name: "ingest-company", subject: "1", state: "failed", startedAt: "2026-03-04T09:00:00Z" },
      {
        name: "ingest-company",
        subject: "1",
        state: "completed",
        startedAt: "2026-03-04T09:01:00Z",
        result: { kind: "stored", counts: { unknownMembers: 3 } },
      },
      {
        name: "ingest-company",
        subject: "2",
        state: "completed",
        startedAt: "2026-03-01T09:01:00Z",
        result: { kind: "stored", counts: { unknownMembers: 9 } },
      },
    ]);

    const answer = await get("/readyz");

    expect(answer.statusCode).toBe(200);
    expect(answer.json()).toEqual({
      status: "degraded",
      database: "ok",
      data: {
        companies: 1,
        loading: null,
        sourcesAt: "2026-03-02T11:00:00.000Z",
        checkedAt: "2026-03-03T11:00:00.000Z",
        ageSeconds: 90_000,
        sources: [
          { kind: "companyfacts", from: "a mirror", companies: 1, answeredAt: null },
          {
            kind: "companyfacts",
            from: "SEC EDGAR",
            companies: 1,
            answeredAt: "2026-03-04T11:00:00.000Z",
          },
          {
            kind: "submissions",
            from: "SEC EDGAR",
            companies: 2,
            answeredAt: "2026-03-03T11:00:00.000Z",
          },
        ],
        unknownMembersLastDay: 3,
      },
      upstream: {
        held: [
          { name: "edgar", until: "2026-03-04T12:05:00.000Z", reason: "rate page" },
          {
            name: "data.sec.gov",
            until: "2026-03-04T12:01:00.000Z",
            reason: "7 failures in a row",
          },
        ],
      },
      jobs: {
        failedLastDay: [{ name: "poll-feed", failed: 2, lastAt: "2026-03-04T11:00:00.000Z" }],
      },
    });
  });

  test("a database that is gone is 503 with Retry-After, while the process is alive [ERR-14] [O-07]", async () => {
    const database = await openTestDatabase();
    const other = await testApp({ database });
    await database.close();

    const ready = await other.get("/readyz");
    const metrics = await other.get("/metrics");

    expect((await other.get("/healthz")).json()).toEqual({ status: "ok" });
    expect(ready.statusCode).toBe(503);
    expect(ready.headers["retry-after"]).toBe("5");
    expect(ready.json().error.code).toBe("SERVICE_UNAVAILABLE");
    expect(metrics.body).toContain("tenk_database_up 0");
  });
});

test("looks at all companies that are asked for at the same time are one", async () => {
  const database = await openTestDatabase();
  const asked: string[] = [];
  const query = database.pool.query.bind(database.pool) as (...given: unknown[]) => unknown;
  database.pool.query = ((...given: unknown[]) => {
    asked.push(JSON.stringify(given[0]));
    return query(...given);
  }) as typeof database.pool.query;
  const looks = () => asked.filter((text) => text.includes("fetch_state")).length;

  const all = await Promise.all(Array.from({ length: 16 }, () => getReadiness(database.db, now)));
  expect(new Set(all.map(({ status }) => status))).toEqual(new Set(["ready"]));
  expect(looks()).toBe(1);
  await getReadiness(database.db, now);
  expect(looks()).toBe(2);
});

test("a process whose connections are all held for good is not healthy, and is again when one is free", async () => {
  const database = await openTestDatabase({ poolSize: 1 });
  const other = await testApp({ database });
  const held = await database.pool.connect();
  // Not before: to connect at all can take longer on a busy machine.
  database.pool.options.connectionTimeoutMillis = 100;

  const stuck = await other.get("/healthz");
  held.release();
  const free = await other.get("/healthz");

  expect([stuck.statusCode, stuck.headers["retry-after"]]).toEqual([503, "5"]);
  expect(free.statusCode).toBe(200);
  await database.close();
});

describe("GET /metrics", () => {
  test("requests by route, and the gauges to alert on, as text", async () => {
    await get("/v2/entities/public/no-such-company");

    const { headers, body } = await get("/metrics");

    expect(headers["content-type"]).toMatch(/^text\/plain/);
    expect(body).toContain("tenk_database_up 1");
    expect(body).toContain("tenk_companies 1");
    expect(body).toContain("tenk_data_age_seconds 90000");
    expect(body).toContain("tenk_upstreams_held 2");
    expect(body).toContain("tenk_jobs_failed_last_day 2");
    expect(body).toContain("tenk_unknown_members_last_day 3");
    expect(body).toContain(
      'http_request_duration_seconds_count{method="GET",route="/v2/entities/public/:slug",status="404"} 1',
    );
  });
});

describe("the job queue in /readyz and /metrics", () => {
  test("companies that wait for their first build are loading; depth, age, runs and requests are counted", async () => {
    const database = await openTestDatabase();
    const other = await testApp({ database, now: () => now });
    const boss = await createIngestQueue(database);
    const pool = database.pool;
    await pool.query(
      `insert into company_build (company_key, registry_version, registry_sha256, engine_version, input_digest, output_digest, sources_at)
       values ('0000000001', '1', '0', '1', '0', '0', now())`,
    );
    const send = (key: string, state: string, due: string) =>
      pool.query(
        `insert into pgboss.job (name, singleton_key, state, start_after) values ('ingest-company', $1, $2, ${due})`,
        [key, state],
      );
    // Of a company that is built, of two that are not, and of one that was tried and failed.
    await send("0000000001", "created", "now() - interval '100 seconds'");
    await send("0000000002", "created", "now() - interval '50 seconds'");
    await send("0000000003", "active", "now()");
    await send("0000000004", "failed", "now()");
    await send("0000000005", "retry", "now() + interval '1 hour'");
    await pool.query(
      `insert into job_run (name, subject, state, started_at, finished_at, result) values
       ('ingest-company', '1', 'completed', '2026-03-04T10:00:00Z', '2026-03-04T10:00:10Z', '{"kind":"stored"}'),
       ('ingest-company', '2', 'completed', '2026-03-04T10:00:00Z', '2026-03-04T10:00:30Z', '{"kind":"unchanged"}'),
       ('ingest-company', '3', 'completed', '2026-03-02T10:00:00Z', '2026-03-02T10:09:00Z', '{"kind":"stored"}')`,
    );
    const budget = createUpstreamBudget(database.db, { name: "sec.gov" });
    for (const outcome of ["up", "up", "down"] as const) {
      const turn = await budget.take("data.sec.gov");
      if (turn.refused === null) await turn.done(outcome);
    }
    const { status, data } = (await other.get("/readyz")).json();
    await budget.hold(1, "rate page");
    await budget.hold(1, "rate page");
    const { body } = await other.get("/metrics");

    expect([status, data.loading]).toEqual([
      "loading",
      { built: 1, of: 4, message: "loading, 1 of 4" },
    ]);
    const value = (series: string) =>
      Number(
        body
          .split("\n")
          .find((line) => line.startsWith(`${series} `))
          ?.split(" ")[1],
      );
    expect(value("tenk_companies_unbuilt")).toBe(3);
    expect(value('tenk_queue_jobs{job="ingest-company",state="waiting"}')).toBe(2);
    expect(value('tenk_queue_jobs{job="ingest-company",state="later"}')).toBe(1);
    expect(value('tenk_queue_jobs{job="ingest-company",state="active"}')).toBe(1);
    const oldest = value('tenk_queue_oldest_seconds{job="ingest-company"}');
    expect(oldest).toBeGreaterThanOrEqual(100);
    expect(oldest).toBeLessThan(1000);
    expect(value('tenk_job_runs_last_day{job="ingest-company",state="completed"}')).toBe(2);
    expect(value('tenk_job_seconds_last_day{job="ingest-company",quantile="0.5"}')).toBe(20);
    expect(value('tenk_job_seconds_last_day{job="ingest-company",quantile="1"}')).toBe(30);
    expect(value('tenk_builds_last_day{outcome="stored"}')).toBe(1);
    expect(value('tenk_builds_last_day{outcome="unchanged"}')).toBe(1);
    expect(value('tenk_upstream_requests_total{host="data.sec.gov",outcome="answered"}')).toBe(2);
    expect(value('tenk_upstream_requests_total{host="data.sec.gov",outcome="failed"}')).toBe(1);
    expect(value('tenk_upstream_holds_total{upstream="sec.gov"}')).toBe(2);
    await boss.stop({ graceful: false });
    await database.close();
  });

  test("looks into caches and waits for connections are counted", async () => {
    const other = await testApp();
    const count = async (series: string) =>
      Number(
        (await other.get("/metrics")).body
          .split("\n")
          .find((line) => line.startsWith(`${series} `))
          ?.split(" ")[1],
      );
    const misses = 'tenk_cache_lookups_total{cache="pages",result="miss"}';
    const waits = "tenk_pool_wait_seconds_count";
    const [before, waited] = [await count(misses), await count(waits)];

    const page = await other.get("/companies/no-such-company");

    expect(page.statusCode).toBe(404);
    expect(await count(misses)).toBe(before + 1);
    expect(await count(waits)).toBeGreaterThan(waited);
  });
});

/** The queue of `ingest-company`, as a start makes it. */
async function createIngestQueue({ pool, lite }: Database): Promise<PgBoss> {
  const boss = new PgBoss({
    ...bossBasics,
    supervise: false,
    ...(lite === null ? {} : { backend: "pglite" as const }),
    db: { executeSql: executeOn(pool) },
  });
  await boss.start();
  await boss.createQueue("ingest-company", { policy: "short" });
  return boss;
}
