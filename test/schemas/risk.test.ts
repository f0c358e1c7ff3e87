import { expect, test } from "vitest";
import { describeRisk, openDatabase } from "#schemas/database/db.ts";
import { startPostgres } from "../helpers/postgres.ts";

test.each([
  [false, "The PostgreSQL server runs with fsync=off: a power loss can destroy the database."],
  [true, null],
])("a server that may lose data is named (durable: %s)", async (isDurable, said) => {
  const server = await startPostgres({ isDurable });
  if (server === null) return;
  const database = await openDatabase({ databaseUrl: server.url, dataDir: "" });
  expect(await describeRisk(database)).toBe(said);
  await database.close();
  await server.stop();
});
