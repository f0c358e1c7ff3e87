import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "drizzle-orm";
import pg from "pg";
import { afterAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { anyone } from "#api/auth/access.ts";
import { one } from "#api/http/answers.ts";
import type { Endpoint } from "#api/http/endpoint.ts";
import { moduleOf } from "#api/http/module.ts";
import { v1, v2 } from "#api/http/responses/families.ts";
import { poolLimits, requestLimits, type WaitLimits } from "#schemas/config/wait-limits.ts";
import { migrateDatabase, openDatabase } from "#schemas/database/db.ts";
import { testApp } from "../../helpers/app.ts";
import { startPostgres } from "../../helpers/postgres.ts";

/** Longer than any limit below: a wait without one fails by the test's own time limit, not by luck. */
const forever = 3600;
/** A busy machine takes more than half a second to make a connection, which is no wait for one. */
const limits: WaitLimits = { connectionMs: 5000, statementMs: 2000, lockMs: 500, idleMs: 700 };
const poolSize = 2;

const { endpoint } = moduleOf({
  tag: "Tests",
  access: anyone,
  description: "Of a test of waiting.",
});
const answer = one(z.object({ done: z.literal(true) }));
const done = { done: true as const };

const endpoints: Endpoint[] = [
  endpoint({
    family: v2,
    at: "POST /slow-statement",
    name: "test1",
    summary: "One statement that takes for ever",
    description: "Of a test of waiting.",
    answers: answer,
    handle: async ({ deps }) => {
      await deps.db.execute(sql`select pg_sleep(${forever})`);
      return done;
    },
  }),
  endpoint({
    family: v2,
    at: "POST /locked",
    name: "test2",
    summary: "A write that waits for a lock",
    description: "Of a test of waiting.",
    answers: answer,
    handle: async ({ deps }) => {
      await deps.db.execute(sql`update setting set value = 'mine' where key = 'waited for'`);
      return done;
    },
  }),
  endpoint({
    family: v1,
    at: "POST /idle",
    name: "test3",
    summary: "A transaction that does nothing for longer than it may",
    description: "Of a test of waiting.",
    answers: answer,
    handle: async ({ deps }) => {
      await deps.transaction(async ({ db }) => {
        await db.execute(sql`update setting set value = 'idle' where key = 'waited for'`);
        await sleep(limits.idleMs * 3);
        await db.execute(sql`select 1`);
      });
      return done;
    },
  }),
];

const server = await startPostgres();

describe.runIf(server !== null)("on PostgreSQL", async () => {
  if (server === null) return;
  const databaseUrl = await server.create("waits");
  const database = await openDatabase({ databaseUrl, dataDir: "", poolSize, limits });
  await migrateDatabase(database);
  await database.pool.query("insert into setting (key, value) values ('waited for', 'first')");
  const app = await testApp({ database }, endpoints);
  afterAll(async () => {
    await database.close();
    await server.stop();
  });

  const post = (url: string) => app.send({ method: "POST", url });
  const expectRefused = ({ statusCode, headers, body }: Awaited<ReturnType<typeof post>>) => {
    expect(statusCode, body).toBe(503);
    expect(headers["retry-after"]).toBe("5");
    expect(headers["content-type"]).toContain("application/json");
    expect(body).toContain("SERVICE_UNAVAILABLE");
    expect(body).not.toMatch(/timeout|statement|lock|transaction|pg_sleep/i);
  };
  const expectFree = async () => {
    const { totalCount, idleCount, waitingCount } = database.pool;
    expect([idleCount, waitingCount]).toEqual([totalCount, 0]);
    const { rows } = await database.pool.query("select 1 as one");
    expect(rows).toEqual([{ one: 1 }]);
  };
  const holdLock = async (settings: pg.ClientConfig = {}) => {
    const client = new pg.Client({ connectionString: databaseUrl, ...settings });
    client.on("error", () => {});
    await client.connect();
    await client.query("begin");
    await client.query("update setting set value = 'theirs' where key = 'waited for'");
    return client;
  };

  test("a statement that takes too long is 503, and costs no connection", async () => {
    expectRefused(await post("/v2/slow-statement"));
    await expectFree();
  });

  test("a lock that is not given is 503, and costs no connection", async () => {
    const client = await holdLock();
    expectRefused(await post("/v2/locked"));
    await client.end();
    await expectFree();
    expect((await post("/v2/locked")).statusCode).toBe(200);
  });

  test("a connection that never becomes free is 503, and the next one that does serves", async () => {
    const held = await Promise.all(Array.from({ length: poolSize }, () => database.pool.connect()));
    expectRefused(await post("/v2/locked"));
    for (const client of held) client.release();
    expect((await post("/v2/locked")).statusCode).toBe(200);
    await expectFree();
  });

  test("a transaction that does nothing for too long is 503, leaves nothing, and costs no connection", async () => {
    expectRefused(await post("/api/v1/idle"));
    await expectFree();
    const { rows } = await database.pool.query(
      "select value from setting where key = 'waited for'",
    );
    expect(rows).toEqual([{ value: "mine" }]);
  });

  test("a process that hangs in a transaction gives its locks back", async () => {
    const client = await holdLock(poolLimits(limits) as pg.ClientConfig);
    await expect.poll(async () => (await post("/v2/locked")).statusCode).toBe(200);
    await client.end();
  });
});

test("each wait of a request has a limit, a lock's shorter than a statement's", () => {
  for (const limit of Object.values(requestLimits)) expect(limit).toBeGreaterThan(0);
  expect(requestLimits.lockMs).toBeLessThan(requestLimits.statementMs);
});
