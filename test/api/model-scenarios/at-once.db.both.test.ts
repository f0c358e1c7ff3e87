import { randomUUID } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import { sql } from "drizzle-orm";
import pg from "pg";
import { expect, test } from "vitest";
import { modelScenario } from "#schemas/tables/companies/model.ts";
import { testApp } from "../../helpers/app.ts";
import { openTestDatabase } from "../../helpers/database.ts";
import { makeCompany, makeDocument, makeStatement } from "../../helpers/make.ts";

const poolSize = 6;
const database = await openTestDatabase({ poolSize });
const app = await testApp({ database });
const { db, send, signIn } = app;
const ann = await signIn("ann@example.com");
const bob = await signIn("bob@example.com");
const company = await makeCompany(db, { name: "Apple Inc.", slug: "apple-inc" });
await makeDocument(db, company.id, "financials", { ttm: [], quarters: [] });
await makeStatement(db, company.cik, { lineage: { revenue: 0 } });

const saveOnce = () =>
  send({
    method: "POST",
    url: `/v2/entities/${company.id}/models/dcf_5_year_terminal_growth/scenarios`,
    headers: { ...ann, "idempotency-key": randomUUID() },
    payload: { name: "At once" },
  });
const createWatchlist = () =>
  send({ method: "POST", url: "/v2/watchlists", headers: bob, payload: { name: "Beside" } });

/** Documents are kept in memory as soon as the process hears of changes. */
async function untilListening(): Promise<void> {
  for (;;) {
    const { rows } = await db.execute(
      sql`select 1 from pg_stat_activity where query like 'listen %' and state = 'idle' and datname = current_database()`,
    );
    if (rows.length > 0) return;
    await wait(20);
  }
}

/** How many connections wait for a lock. */
async function waitingIn(client: pg.Client): Promise<number> {
  const { rows } = await client.query(
    "select count(*)::int as waiting from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()",
  );
  return rows[0].waiting;
}

test.skipIf(database.lite !== null)(
  "forty keyed saves whose models take long to read hold one connection, and another account writes meanwhile",
  async () => {
    await untilListening();
    const holder = new pg.Client(database.pool.options);
    await holder.connect();
    await holder.query("begin; lock table statement in access exclusive mode");
    const saves = Array.from({ length: 40 }, saveOnce);
    while ((await waitingIn(holder)) === 0) await wait(20);
    // A save that held a connection of its own would hold it by now: the pool gives them in the order of requests.
    await db.execute(sql`select 1`);

    expect((await createWatchlist()).statusCode).toBe(201);
    expect(await waitingIn(holder)).toBe(1);

    await holder.query("rollback");
    await holder.end();
    const statuses = (await Promise.all(saves)).map(({ statusCode }) => statusCode);
    expect(new Set(statuses)).toEqual(new Set([201]));
    expect(await db.$count(modelScenario)).toBe(40);
  },
);

test("a repeat with the key answers as before where the models are in memory and saves nothing", async () => {
  const before = await db.$count(modelScenario);
  const request = {
    method: "POST" as const,
    url: `/v2/entities/${company.id}/models/dcf_5_year_terminal_growth/scenarios`,
    headers: { ...ann, "idempotency-key": randomUUID() },
    payload: { name: "Repeated" },
  };
  const [first, second, third] = [await send(request), await send(request), await send(request)];
  expect([first.statusCode, second.body, third.body]).toEqual([201, first.body, first.body]);
  expect(await db.$count(modelScenario)).toBe(before + 1);
});
