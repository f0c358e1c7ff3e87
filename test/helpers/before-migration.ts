import { cp, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import { type Database, migrateDatabase } from "#schemas/database/db.ts";
import { openTestDatabase } from "./database.ts";
import { whenDone } from "./when-done.ts";

/** A database as it was before the migration with this number. `migrateDatabase` upgrades it. */
export async function openBeforeMigration(number: number): Promise<Database> {
  const folder = await mkdtemp(join(tmpdir(), "tenk-before-"));
  const database = await openTestDatabase();
  whenDone(async () => {
    await database.close();
    await rm(folder, { recursive: true, force: true });
  });
  await cp(join(import.meta.dirname, "../../migrations"), folder, { recursive: true });
  const path = join(folder, "meta/_journal.json");
  const journal = JSON.parse(await readFile(path, "utf8"));
  const entries = journal.entries.filter(({ idx }: { idx: number }) => idx < number);
  await writeFile(path, JSON.stringify({ ...journal, entries }));
  for (const statement of [
    sql`drop schema public cascade`,
    sql`drop schema drizzle cascade`,
    sql`create schema public`,
  ]) {
    await database.db.execute(statement);
  }
  await migrateDatabase(database, folder);
  return database;
}
