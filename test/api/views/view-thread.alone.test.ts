import { afterAll, describe, expect, test } from "vitest";
import { ApiError } from "#api/http/errors.ts";
import type { BuildVersion } from "#api/views/queries.ts";
import type { ViewTask } from "#api/views/questions.ts";
import { openViewThread, type ViewThreadOptions } from "#api/views/view-thread.ts";
import { createViews, type ViewOptions } from "#api/views/views.ts";

const entry = new URL("./hostile-view-worker.ts", import.meta.url);
const opened: { close(): Promise<void> }[] = [];
afterAll(async () => {
  await Promise.all(opened.map((one) => one.close()));
});

function open(options: ViewThreadOptions = {}) {
  const thread = openViewThread({ entry, taskTimeoutMs: 30_000, ...options });
  opened.push(thread);
  return thread;
}

const task = (entityName: string): ViewTask => ({
  question: { kind: "financials" },
  view: { kind: "asFirstReported" },
  subject: { entityId: "id", entityName, cik: "0000000001" },
  version: "1",
  sourcesAt: "2026-01-01T00:00:00.000Z",
  facts: new Uint8Array(1),
  filings: [],
  company: null,
  reports: [],
  registryVersion: null,
  registrySha256: "",
});

const text = (answer: { identity: Uint8Array } | string | null) =>
  answer === null || typeof answer === "string" ? answer : Buffer.from(answer.identity).toString();
const caught = (promise: Promise<unknown>) => promise.catch((error: unknown) => error);

describe("the view thread", () => {
  test.each([
    ["exits", /code 3/],
    ["throws", /not caught in the thread/],
    ["eats", /memory|code/],
  ])(
    "a task that %s is 503 with Retry-After, and the next one gets a new thread",
    async (name, reason) => {
      const thread = open({ memoryMbMax: 48 });
      expect(text(await thread.run(task("good")))).toBe("good 1");
      const [lost, next] = await Promise.all([
        caught(thread.run(task(name))),
        thread.run(task("good")),
      ]);

      expect(lost).toBeInstanceOf(ApiError);
      expect(lost).toMatchObject({ status: 503, headers: { "retry-after": "5" } });
      expect(((lost as ApiError).cause as Error).message).toMatch(reason);
      expect(text(next)).toBe("good 1");
    },
  );

  test("a task that does not end loses its thread when its time is over", async () => {
    const thread = open({ taskTimeoutMs: 1500 });

    expect(await caught(thread.run(task("loops")))).toMatchObject({ status: 503 });
    expect(text(await thread.run(task("good")))).toBe("good 1");
  });

  test("a fault of the program is no 503 and keeps the thread; what is missing is null", async () => {
    const thread = open();
    const failed = await caught(thread.run(task("fails")));

    expect(failed).not.toBeInstanceOf(ApiError);
    expect((failed as Error).message).toBe("a fault of the program");
    expect(await thread.run(task("misses"))).toBeNull();
    expect(text(await thread.run(task("good")))).toBe("good 3");
  });

  test("with the line full the next is 503 at once, and those in line are answered", async () => {
    const thread = open({ waitingMax: 2 });
    const asked = ["a", "b", "c", "d"].map((name) => caught(thread.run(task(name))));
    const [a, b, c, d] = (await Promise.all(asked)) as { identity: Uint8Array }[];

    expect(d).toMatchObject({ status: 503, headers: { "retry-after": "5" } });
    expect([a, b, c].map((one) => text(one ?? null))).toEqual(["a 1", "b 2", "c 3"]);
  });

  test("closing ends tasks at work and in line with 503, and starts nothing more", async () => {
    const thread = open();
    const asked = ["loops", "good"].map((name) => caught(thread.run(task(name))));
    await thread.close();

    for (const error of await Promise.all(asked)) expect(error).toMatchObject({ status: 503 });
    expect(await caught(thread.run(task("good")))).toMatchObject({ status: 503 });
  });

  test("a thread that cannot start is 503, not a hang", async () => {
    const thread = open({ entry: new URL("./no-such-worker.ts", import.meta.url) });

    expect(await caught(thread.run(task("good")))).toMatchObject({ status: 503 });
  });
});

describe("views", () => {
  const none = { kind: "financials" } as const;
  const first = { kind: "asFirstReported" } as const;

  /** Views over a company whose build version the test sets. */
  function openViews(over: Partial<ViewOptions> = {}) {
    const state = { version: "1", stored: "1", isThere: true, reads: 0 };
    const company = (): BuildVersion => ({
      entityId: "id",
      entityName: "good",
      cik: "0000000001",
      version: state.version,
      isOpen: true,
      isClaimed: false,
    });
    const views = createViews({
      thread: open(),
      releases: [],
      registry: { registryVersion: "1.0.0", registrySha256: "" },
      bytesMax: 100_000,
      waitMs: 30_000,
      findVersion: async () => (state.isThere ? company() : null),
      readCompany: async () => null,
      readReports: async () => [],
      readFacts: async () => {
        state.reads += 1;
        return {
          version: state.stored,
          sourcesAt: "2026-01-01 00:00:00+00",
          facts: new Uint8Array(1),
        };
      },
      listReports: async () => [],
      ...over,
    });
    return { views, state };
  }

  test("identical questions at once and later are computed once", async () => {
    const { views, state } = openViews();
    const both = await Promise.all([
      views.answer("id", none, first),
      views.answer("id", none, first),
    ]);

    expect(both.map(text)).toEqual(["good 1", "good 1"]);
    expect(text(await views.answer("id", none, first))).toBe("good 1");
    expect(state.reads).toBe(1);
  });

  test("another view or question is computed for itself", async () => {
    const { views } = openViews();
    await views.answer("id", none, first);

    expect(text(await views.answer("id", none, { kind: "asOf", date: "2020-01-01" }))).toBe(
      "good 2",
    );
    expect(text(await views.answer("id", none, { kind: "asOf", date: "2020-01-02" }))).toBe(
      "good 3",
    );
    const lineage = { kind: "lineage", concept: "revenue", period: "TTM" } as const;
    expect(text(await views.answer("id", lineage, first))).toBe("good 4");
  });

  test("a rebuilt company is computed again, and one rebuilt meanwhile is kept as what was read", async () => {
    const { views, state } = openViews();
    await views.answer("id", none, first);
    state.version = "2";
    state.stored = "3";
    expect(text(await views.answer("id", none, first))).toBe("good 2");
    state.version = "3";
    expect(text(await views.answer("id", none, first))).toBe("good 2");
    expect(state.reads).toBe(2);
  });

  test("a failure is told and forgotten: the next one tries again", async () => {
    let isBroken = true;
    const { views } = openViews({
      readFacts: async () => {
        if (isBroken) throw new Error("the database is away");
        return { version: "1", sourcesAt: "2026-01-01 00:00:00+00", facts: new Uint8Array(1) };
      },
    });

    expect(await caught(views.answer("id", none, first))).toMatchObject({
      message: "the database is away",
    });
    isBroken = false;
    expect(text(await views.answer("id", none, first))).toBe("good 1");
  });

  test("an unpublished company has no views, although some were computed", async () => {
    const { views, state } = openViews();
    await views.answer("id", none, first);
    state.isThere = false;

    expect(await views.answer("id", none, first)).toBe("no_build");
  });

  test("what is kept is bounded by bytes", async () => {
    const { views, state } = openViews({ bytesMax: 2000 });
    for (let day = 1; day <= 9; day += 1) {
      await views.answer("id", none, { kind: "asOf", date: `2020-01-0${day}` });
    }
    await views.answer("id", none, { kind: "asOf", date: "2020-01-09" });
    expect(state.reads).toBe(9);
    await views.answer("id", none, { kind: "asOf", date: "2020-01-01" });
    expect(state.reads).toBe(10);
  });
});
