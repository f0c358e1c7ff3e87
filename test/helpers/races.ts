import { afterAll, describe } from "vitest";
import { type Database, migrateDatabase, openDatabase } from "#schemas/db.ts";
import { type TestApp, testApp } from "./app.ts";
import { startPostgres } from "./postgres.ts";

export const rounds = 200;
export const clients = 16;

/** Sixteen at once. */
export const together = <T>(ask: (n: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: clients }, (_, n) => ask(n)));

/** The API that client `n` goes through: by turns where there are several. */
export type Via = (n: number) => TestApp;

/**
 * Declares the races twice: on the database of the suite, and on a PostgreSQL server of their own (where there is
 * one) through two processes' worth of API.
 */
export async function raceEverywhere(
  races: (via: Via, apps: readonly TestApp[]) => void,
): Promise<void> {
  const declare = (apps: readonly TestApp[]) =>
    races((n) => apps[n % apps.length] as TestApp, apps);
  const alone = await testApp();
  describe("16 clients at once, 200 rounds, on the database of the suite", () => declare([alone]));

  const server = process.env.TEST_DATABASE_URL ? null : await startPostgres();
  if (server === null) return;
  const url = await server.create("races");
  const open = () => openDatabase({ databaseUrl: url, dataDir: "", poolSize: 8 });
  const [first, second] = (await Promise.all([open(), open()])) as [Database, Database];
  await migrateDatabase(first);
  const both = [await testApp({ database: first }), await testApp({ database: second })];
  afterAll(async () => {
    await Promise.all([first.close(), second.close()]);
    await server.stop();
  });
  describe("the same on PostgreSQL, through two processes' APIs", () => declare(both));
}
