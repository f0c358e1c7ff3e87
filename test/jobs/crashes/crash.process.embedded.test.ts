import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type DataFolder, newDataFolder } from "../../helpers/data-folder.ts";
import { dumpFolder, spawnStart } from "../../helpers/faults/crash.ts";

/**
 * A sample of the crash runs: CI takes every fourteenth boundary and two moments. TENK_CRASH=all takes
 * every boundary and two hundred moments.
 */
const isWhole = process.env.TENK_CRASH === "all";
const moments = isWhole ? 200 : 2;

const folders: DataFolder[] = [];
let expected: string[] = [];
let steps: string[] = [];
/** How long an uninterrupted run takes on this machine now. */
let wholeMs = 0;

async function newFolder(): Promise<string> {
  const folder = await newDataFolder();
  folders.push(folder);
  return folder.path;
}

beforeAll(async () => {
  const folder = await newFolder();
  const stepsFile = join(folder, "steps.json");
  const began = performance.now();
  const run = await spawnStart(folder, { STEPS_FILE: stepsFile }).done;
  wholeMs = performance.now() - began;
  expect(run, run.output).toMatchObject({ ended: 0 });
  steps = Object.keys(JSON.parse(await readFile(stepsFile, "utf8"))).sort();
  expected = await dumpFolder(folder);
}, 600_000);

afterAll(async () => {
  for (const folder of folders) await folder.remove();
});

async function restartAndCompare(folder: string): Promise<void> {
  const again = await spawnStart(folder).done;
  expect(again, again.output).toMatchObject({ ended: 0 });
  expect(await dumpFolder(folder)).toEqual(expected);
}

test("an ingest passes at least forty named boundaries, and its result is a whole database", () => {
  expect(steps.length).toBeGreaterThanOrEqual(40);
  expect(expected.filter((line) => line.startsWith("statement ")).length).toBeGreaterThan(150);
});

test("killed at a named boundary, the next start finishes the work to the same rows", async () => {
  const chosen = steps.filter((_, i) => isWhole || i % 14 === 3);
  for (const step of chosen) {
    const folder = await newFolder();
    const killed = await spawnStart(folder, { CRASH_AT: step }).done;
    expect([step, killed.ended]).toEqual([step, "SIGKILL"]);
    await restartAndCompare(folder);
  }
}, 7_200_000);

test("killed at a random moment, the next start finishes the work to the same rows", async () => {
  for (let i = 0; i < moments; i += 1) {
    const folder = await newFolder();
    const { child, done } = spawnStart(folder);
    const afterMs = Math.round(Math.random() * wholeMs);
    await Promise.race([done, sleep(afterMs)]);
    child.kill("SIGKILL");
    await done;
    await restartAndCompare(folder).catch((error: unknown) => {
      throw new Error(`killed after ${afterMs} ms`, { cause: error });
    });
  }
}, 7_200_000);

test("killed twice in a row, and then a second start finds nothing to do", async () => {
  const folder = await newFolder();
  await spawnStart(folder, { CRASH_AT: "store:statements-written" }).done;
  await spawnStart(folder, { CRASH_AT: "store:statements-written", CRASH_COUNT: "2" }).done;
  await restartAndCompare(folder);

  const stepsFile = join(folder, "again.json");
  await spawnStart(folder, { STEPS_FILE: stepsFile }).done;

  const passed = Object.keys(JSON.parse(await readFile(stepsFile, "utf8")));
  expect(passed.filter((name) => /^(store|rebuild|companyfacts)/.test(name))).toEqual([]);
  expect(await dumpFolder(folder)).toEqual(expected);
}, 600_000);
