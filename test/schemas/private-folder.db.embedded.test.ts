import { chmod, lstat, mkdir, mkdtemp, readdir, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, onTestFinished, test } from "vitest";
import { openArchive } from "#ingest/archive.ts";
import { migrateDatabase, openDatabase } from "#schemas/database/db.ts";
import { makePrivate } from "#schemas/storage/private-folder.ts";
import { newDataFolder } from "../helpers/data-folder.ts";

const root = await mkdtemp(join(tmpdir(), "tenk-private-"));
afterAll(() => rm(root, { recursive: true }));

/** Paths that group or others may read, write or enter. */
async function openTo(folder: string): Promise<string[]> {
  const names = await readdir(folder, { recursive: true });
  const paths = [folder, ...names.map((name) => join(folder, name))];
  const modes = await Promise.all(paths.map(async (path) => (await lstat(path)).mode));
  return paths.filter((_, at) => ((modes[at] ?? 0) & 0o077) !== 0);
}

test("a new data folder, its database and its archive are the account's own, also what is written later", async () => {
  const dataDir = join(root, "new", "data");
  const said: string[] = [];
  const database = await openDatabase({ databaseUrl: null, dataDir, warn: (l) => said.push(l) });
  await migrateDatabase(database);
  await database.pool.query("create table later (text text)");
  await database.pool.query(
    "insert into later select repeat('x', 5000) from generate_series(1, 50)",
  );
  await openArchive(join(dataDir, "archive")).put(Buffer.from("a document"));

  expect(await openTo(dataDir)).toEqual([]);
  await database.close();
  expect(await openTo(dataDir)).toEqual([]);
  expect(said).toEqual([]);
}, 120_000);

test("a folder from before is mended with one warning that counts, and only once", async () => {
  const { path: dataDir, remove } = await newDataFolder();
  onTestFinished(remove);
  await mkdir(join(dataDir, "outbox"));
  await writeFile(join(dataDir, "outbox", "mail.txt"), "a link");
  await chmod(join(dataDir, "outbox", "mail.txt"), 0o666);
  await chmod(join(dataDir, "outbox"), 0o755);
  await chmod(join(dataDir, "pg", "PG_VERSION"), 0o666);
  await chmod(dataDir, 0o755);
  const said: string[] = [];

  for (let opening = 0; opening < 2; opening += 1) {
    const next = await openDatabase({ databaseUrl: null, dataDir, warn: (l) => said.push(l) });
    await next.close();
  }

  expect(await openTo(dataDir)).toEqual([]);
  expect(said).toHaveLength(1);
  expect(said[0]).toMatch(
    /^Other accounts of this machine could read .+: removed their access to 4 files and folders\./,
  );
}, 120_000);

test("links are not followed, and a folder that is not there is nothing to mend", async () => {
  const [inside, outside] = [join(root, "inside"), join(root, "outside")];
  await mkdir(inside, { mode: 0o755 });
  await mkdir(outside);
  await writeFile(join(outside, "file"), "");
  await chmod(join(outside, "file"), 0o644);
  await symlink(outside, join(inside, "link"));

  expect(await makePrivate(inside)).toBe(1);
  expect((await lstat(join(outside, "file"))).mode & 0o777).toBe(0o644);
  expect(await makePrivate(join(root, "none"))).toBe(0);
});
