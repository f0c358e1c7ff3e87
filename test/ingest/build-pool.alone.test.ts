import { afterAll, expect, test } from "vitest";
import {
  BuildFailedError,
  BuildStoppedError,
  type BuildTask,
  openBuildPool,
} from "#ingest/builder/build-pool.ts";

const entry = new URL("./hostile-build-worker.ts", import.meta.url);
const pool = openBuildPool({ entry, taskTimeoutMs: 60_000, memoryMbMax: 48 });
const hasty = openBuildPool({ entry, taskTimeoutMs: 3_000 });
afterAll(async () => {
  await pool.close();
  await hasty.close();
});

const needs = { bodyOf: async () => new Uint8Array(3), slugOf: async () => "slug" };

function task(cik: string): BuildTask {
  return {
    cik,
    documents: [],
    listing: [],
    unreadReports: [],
    readReports: [],
    platform: { serviceTicker: null, claimStatus: "unclaimed" },
    inputDigest: `inputs of ${cik}`,
    firstFetchedAt: "2026-01-01T00:00:00.000Z",
    registrySha256: "",
  };
}

test.each([
  ["loops", /took longer than/],
  ["exits", /code 3/],
  ["throws", /not caught in the thread/],
  ["eats", /memory|code/],
  ["fails", /a fault of the program/],
])(
  "a task that %s fails alone, names its document, and the next one is built",
  async (cik, reason) => {
    const own = cik === "loops" ? hasty : pool;
    const failed = own.run(task(cik), needs);
    const next = own.run(task("good"), needs);

    const error = await failed.catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(BuildFailedError);
    expect((error as BuildFailedError).message).toMatch(reason);
    expect((error as BuildFailedError).digest).toBe("the document");
    expect((error as BuildFailedError).isOutOfMemory).toBe(cik === "eats");
    expect(await next).toEqual({
      kind: "rejected",
      documents: [{ digest: "inputs of good", reason: "as asked" }],
    });
  },
);

test("what a need throws reaches the caller as it is", async () => {
  const bodyOf = async () => {
    throw new RangeError("the archive is not there");
  };

  await expect(pool.run(task("loops"), { ...needs, bodyOf })).rejects.toThrow(RangeError);
});

test("closing stops tasks at work and in line without calling them failed", async () => {
  const own = openBuildPool({ entry, taskTimeoutMs: 60_000 });
  const outcomes = ["loops", "good"].map((cik) =>
    own.run(task(cik), needs).catch((error: unknown) => error),
  );
  await own.close();

  for (const outcome of await Promise.all(outcomes)) {
    expect(outcome).toBeInstanceOf(BuildStoppedError);
  }
  await expect(own.run(task("good"), needs)).rejects.toThrow(BuildStoppedError);
});

test("a thread that cannot even start blames no task", async () => {
  const own = openBuildPool({ entry: new URL("./no-such-worker.ts", import.meta.url) });

  const error = await own.run(task("good"), needs).catch((caught: unknown) => caught);

  await own.close();
  expect(error).not.toBeInstanceOf(BuildFailedError);
  expect((error as Error).message).toMatch(/^the build thread cannot start/);
});
