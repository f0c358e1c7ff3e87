import { cp, mkdtemp, readdir, rm, truncate, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { startFailure } from "#schemas/config/start-fault.ts";
import { migrateDatabase, openDatabase } from "#schemas/database/db.ts";
import { newDataFolder } from "../../helpers/data-folder.ts";

const folders: string[] = [];
afterAll(async () => {
  for (const folder of folders) await rm(folder, { recursive: true, force: true });
});

async function damaged(damage: (pg: string) => Promise<unknown>): Promise<string> {
  const { path } = await newDataFolder();
  folders.push(path);
  await damage(join(path, "pg"));
  return path;
}

/** What a start says of the folder; null where it starts. */
async function said(dataDir: string): Promise<string | null> {
  try {
    const database = await openDatabase({ databaseUrl: null, dataDir });
    await migrateDatabase(database).finally(() => database.close());
    return null;
  } catch (error) {
    return startFailure(error);
  }
}

const walOf = async (pg: string) =>
  (await readdir(join(pg, "pg_wal"))).filter((name) => /^[0-9A-F]{24}$/.test(name));

test.each<[string, (pg: string) => Promise<unknown>]>([
  ["whose control file is cut off", (pg) => truncate(join(pg, "global/pg_control"), 100)],
  [
    "whose control file is zeros",
    (pg) => writeFile(join(pg, "global/pg_control"), Buffer.alloc(8192)),
  ],
  ["without its log", (pg) => rm(join(pg, "pg_wal"), { recursive: true })],
  [
    "without the files of its log",
    async (pg) => {
      for (const name of await walOf(pg)) await rm(join(pg, "pg_wal", name));
    },
  ],
  ["without its tables", (pg) => rm(join(pg, "base"), { recursive: true })],
  ["without the shared tables", (pg) => rm(join(pg, "global"), { recursive: true })],
  ["of another version of PostgreSQL", (pg) => writeFile(join(pg, "PG_VERSION"), "9\n")],
  ["without a version", (pg) => rm(join(pg, "PG_VERSION"))],
])("an embedded database %s is one sentence that names the way out", async (_, damage) => {
  const dataDir = await damaged(damage);
  const files = async () =>
    (await readdir(join(dataDir, "pg"))).filter((name) => name !== "postmaster.pid").sort();
  const before = await files();

  const text = await said(dataDir);

  expect(text).toMatch(
    /^The embedded database in \S+pg is damaged, or another version made it: .* restore DATA_DIR from a backup/,
  );
  expect(text).toContain("docs/operating.md");
  expect(text).not.toMatch(/Aborted|\n/);
  // Nothing is made anew over what may be rescued.
  expect(await files()).toEqual(before);
});

test("zeroed tables are one sentence", async () => {
  const dataDir = await damaged(async (pg) => {
    const base = join(pg, "base");
    for (const name of await readdir(base)) {
      for (const file of await readdir(join(base, name))) {
        if (/^\d+$/.test(file)) await writeFile(join(base, name, file), Buffer.alloc(8192, 7));
      }
    }
  });

  expect(await said(dataDir)).toMatch(/^The (embedded )?database .*is damaged.* backup/);
});

test("a copied folder whose process was killed opens", async () => {
  const dataDir = await damaged(async () => {});
  const database = await openDatabase({ databaseUrl: null, dataDir });
  const copy = await mkdtemp(join(tmpdir(), "tenk-copy-"));
  folders.push(copy);
  await cp(dataDir, copy, { recursive: true });
  await database.close();

  expect(await said(copy)).toBeNull();
});
