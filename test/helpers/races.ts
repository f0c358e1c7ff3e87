import { sql } from "drizzle-orm";
import { afterAll, describe, expect } from "vitest";
import { type Database, type Db, openDatabase } from "#schemas/database/db.ts";
import { type TestApp, testApp } from "./app.ts";
import { createOnServer } from "./database.ts";
import { startPostgres } from "./postgres.ts";

/** How often a race is run: TENK_ROUNDS, or 5. `.ci/run` runs 20 on PostgreSQL: 5 beside the embedded database, then 15. */
export const rounds = Number(process.env.TENK_ROUNDS ?? 5);
export const clients = 16;

/** Sixteen at once. */
export const together = <T>(ask: (n: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: clients }, (_, n) => ask(n)));

const waiting = sql`select count(*)::int as count from pg_stat_activity
  where datname = current_database() and wait_event_type = 'Lock'`;

/**
 * Makes a change, and commits it only when the request waits for it: the order that a race meets seldom. For a server
 * alone; the embedded database runs one transaction after the other.
 */
export async function askBeforeCommit<T>(
  db: Db,
  change: (tx: Db) => Promise<unknown>,
  ask: () => Promise<T>,
): Promise<T> {
  const [changed, committing] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const committed = db.transaction(async (tx) => {
    await change(tx);
    changed.resolve();
    await committing.promise;
  });
  await changed.promise;
  const answer = ask();
  await expect.poll(async () => (await db.execute(waiting)).rows).toEqual([{ count: 1 }]);
  committing.resolve();
  await committed;
  return answer;
}

/** The API that client `n` goes through: by turns where there are several. */
export type Via = (n: number) => TestApp;

/**
 * Declares the races on PostgreSQL, through the APIs of two processes, and on the embedded database. With
 * TEST_DATABASE_URL on that server only; without it on a server that is started for them, where there is one.
 */
export async function raceEverywhere(
  races: (via: Via, apps: readonly TestApp[]) => void,
): Promise<void> {
  const declare = (apps: readonly TestApp[]) =>
    races((n) => apps[n % apps.length] as TestApp, apps);
  const given = process.env.TEST_DATABASE_URL;
  if (!given) {
    const alone = await testApp();
    describe(`16 clients at once, ${rounds} rounds, on the embedded database`, () =>
      declare([alone]));
  }
  const server = given ? null : await startPostgres();
  const at = given || server?.url;
  if (at === undefined) return;
  const { url, drop } = await createOnServer(at);
  const open = () => openDatabase({ databaseUrl: url, dataDir: "", poolSize: 8 });
  const [first, second] = (await Promise.all([open(), open()])) as [Database, Database];
  const both = [await testApp({ database: first }), await testApp({ database: second })];
  afterAll(async () => {
    await Promise.all([first.close(), second.close()]);
    await drop();
    await server?.stop();
  });
  describe(`16 clients at once, ${rounds} rounds, on PostgreSQL, through two processes' APIs`, () =>
    declare(both));
}
