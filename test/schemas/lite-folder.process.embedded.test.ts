import { execFile, spawn } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import { mkdir, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, expect, test } from "vitest";
import { createAhead, createLiteFolder } from "#schemas/database/lite-creation.ts";
import { openLiteFolder } from "#schemas/database/lite-folder.ts";

const program = fileURLToPath(
  new URL("../../schemas/database/create-lite-folder.ts", import.meta.url),
);
const folders: string[] = [];
async function newFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "tenk-lite-"));
  folders.push(folder);
  return folder;
}
afterAll(async () => {
  for (const folder of folders) await rm(folder, { recursive: true, force: true });
});

/** Id of a process that has ended. */
async function deadPid(): Promise<number> {
  const child = spawn(process.execPath, ["-e", ""]);
  await new Promise((resolve) => child.once("exit", resolve));
  return child.pid ?? 0;
}

test("what a dead creator left goes, what a living one still writes stays", async () => {
  const dataDir = await newFolder();
  const dead = `pg.new-${await deadPid()}`;
  const living = `pg.new-${process.ppid}`;
  for (const name of [dead, living]) {
    await mkdir(join(dataDir, name));
    await writeFile(join(dataDir, name, "PG_VERSION"), "half");
  }

  const lite = await openLiteFolder(dataDir);

  await lite.close();
  expect((await readdir(dataDir)).sort()).toEqual(["pg", living].sort());
}, 240_000);

test("of two creators at once one makes the database, and both end well", async () => {
  const dataDir = await newFolder();
  const create = () => promisify(execFile)(process.execPath, [program, join(dataDir, "pg")]);

  await Promise.all([create(), create()]);

  expect(await readdir(dataDir)).toEqual(["pg"]);
  const lite = await openLiteFolder(dataDir);
  const { rows } = await lite.query("select 1 as one");
  await lite.close();
  expect(rows).toEqual([{ one: 1 }]);
}, 240_000);

test("a creator whose start is gone ends without a database", async () => {
  const dataDir = await newFolder();
  const child = spawn(process.execPath, [program, join(dataDir, "pg")], {
    stdio: ["pipe", "ignore", "ignore"],
  });
  child.stdin.end();

  const code = await new Promise((resolve) => child.once("exit", resolve));

  expect(code).toBe(1);
  expect(existsSync(join(dataDir, "pg"))).toBe(false);
}, 240_000);

test("PostgreSQL's own lock file, left empty by a kill, keeps no later start out", async () => {
  const dataDir = await newFolder();
  const first = await openLiteFolder(dataDir);
  await first.exec("create table kept (id int); insert into kept values (7)");
  await first.close();
  await writeFile(join(dataDir, "pg", "postmaster.pid"), "");

  const again = await openLiteFolder(dataDir);
  const { rows } = await again.query("select id from kept");
  await again.close();
  expect(rows).toEqual([{ id: 7 }]);
}, 240_000);

test("a creation that was begun ahead is the one that the opening takes", async () => {
  const dataDir = await newFolder();
  await createAhead({ DATA_DIR: dataDir });
  const creators = new Set<string>();
  const look = setInterval(() => {
    for (const name of readdirSync(dataDir)) if (name !== "pg") creators.add(name);
  }, 20);

  await createLiteFolder(dataDir, join(dataDir, "pg"));

  clearInterval(look);
  expect(creators.size).toBe(1);
  expect(await readdir(dataDir)).toEqual(["pg"]);
}, 240_000);

test("nothing is begun ahead for a server, where a database is, or where none can be made", async () => {
  const dataDir = await newFolder();
  await createAhead({ DATA_DIR: dataDir, DATABASE_URL: "postgres://example.com/tenk" });
  expect(await readdir(dataDir)).toEqual([]);

  await mkdir(join(dataDir, "pg"));
  await createAhead({ DATA_DIR: dataDir });
  expect(await readdir(join(dataDir, "pg"))).toEqual([]);

  const file = join(dataDir, "file");
  await writeFile(file, "");
  await expect(createAhead({ DATA_DIR: join(file, "below") })).resolves.toBeUndefined();
});
