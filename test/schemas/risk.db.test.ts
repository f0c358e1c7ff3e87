import { expect, test } from "vitest";
import { describeRisk, migrateDatabase, openDatabase } from "#schemas/database/db.ts";
import { openTestDatabase } from "../helpers/database.ts";
import { startPostgres } from "../helpers/postgres.ts";

test.each([
  [false, "The PostgreSQL server runs with fsync=off: a power loss can destroy the database."],
  [true, null],
])("a server that may lose data is named (durable: %s)", async (isDurable, said) => {
  const server = await startPostgres({ isDurable });
  if (server === null) return;
  const database = await openDatabase({ databaseUrl: server.url, dataDir: "" });
  await migrateDatabase(database);
  expect(await describeRisk(database)).toBe(said);
  await database.close();
  await server.stop();
});

test("a database that a newer version has migrated is named", async () => {
  const database = await openTestDatabase();
  expect(String(await describeRisk(database))).not.toMatch(/newer version/);
  await database.pool.query(
    "insert into drizzle.__drizzle_migrations (hash, created_at) values ('later', 9999999999999)",
  );
  expect(await describeRisk(database)).toMatch(
    /^A newer version of Tenk has migrated this database/,
  );
  await database.close();
});
