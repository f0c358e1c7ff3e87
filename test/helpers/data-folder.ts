import { cp, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { migrateDatabase, openDatabase } from "#schemas/database/db.ts";
import { madeOnce, migrationState } from "./embedded/templates.ts";

/** A new folder for DATA_DIR. `remove` deletes it. */
export interface DataFolder {
  path: string;
  remove(): Promise<void>;
}

/**
 * A data folder with a migrated, empty embedded database. It is copied: creating and migrating one takes ten times as
 * long. Tests of creating and migrating take an empty folder.
 */
export async function newDataFolder(): Promise<DataFolder> {
  template ??= templateFolder();
  const path = await mkdtemp(join(tmpdir(), "tenk-data-"));
  await cp(await template, path, { recursive: true });
  return { path, remove: () => rm(path, { recursive: true, force: true }) };
}

/** Found once for all files of this process. */
let template: Promise<string> | undefined;

async function templateFolder(): Promise<string> {
  const state = await migrationState(import.meta.filename);
  return madeOnce(`data-${state}`, async (dataDir) => {
    const database = await openDatabase({ databaseUrl: null, dataDir });
    await migrateDatabase(database).finally(() => database.close());
  });
}
