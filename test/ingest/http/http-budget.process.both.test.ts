import { fork } from "node:child_process";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createUpstreamBudget, type Turn } from "#ingest/http/upstream-budget.ts";
import { createHttp, type Http } from "#ingest/http.ts";
import type { Database } from "#schemas/database/db.ts";
import { openTestDatabase } from "../../helpers/database.ts";
import { mostInASecond, openStandIn, type StandIn } from "./http-stand-in.ts";

const userAgent = "Tenk Tests tests@example.com";

let upstream: StandIn;
let other: StandIn;
beforeEach(async () => {
  upstream = await openStandIn();
  other = await openStandIn();
  // Answers take from nothing to longer than a turn rests, so that requests overlap in every way.
  for (const host of [upstream, other]) {
    host.answer((_request, response) => {
      setTimeout(() => response.writeHead(200).end("[]"), Math.random() ** 4 * 1_500);
    });
  }
});
afterEach(async () => {
  await upstream.close();
  await other.close();
});

const fetchMany = (http: Http, url: string, count: number) =>
  Promise.all(
    Array.from({ length: count }, (_, i) => http.get(`${url}/${i}`, { kind: "tickers" })),
  );

describe("the shared budget", () => {
  let database: Database;
  beforeAll(async () => {
    database = await openTestDatabase();
  });
  afterAll(() => database.close());
  beforeEach(() =>
    database.pool.query(
      "delete from upstream; delete from upstream_host; delete from upstream_slot",
    ),
  );
  const openBudget = (perSecond = 8) =>
    createUpstreamBudget(database.db, { name: "edgar", perSecond });
  const openHttp = () => createHttp({ userAgent, budget: openBudget() });
  const take = async (host = "a") => {
    const turn = await openBudget().take(host);
    if (turn.refused !== null) throw new Error(turn.refused);
    return turn;
  };
  const turns = async () =>
    (
      await database.pool.query(
        "select slot from upstream_slot where free_at > clock_timestamp() order by slot",
      )
    ).rows.map((row: { slot: number }) => row.slot);

  test("no second ever sees more than 8 requests, over both hosts and all clients together [PIP-16]", async () => {
    await Promise.all([
      fetchMany(openHttp(), upstream.url, 14),
      fetchMany(openHttp(), other.url, 13),
      fetchMany(openHttp(), upstream.url, 13),
    ]);

    const log = [...upstream.log, ...other.log];
    expect(log.length).toBe(40);
    expect(mostInASecond(log)).toBeLessThanOrEqual(8);
    expect(new Set(log.map((seen) => seen.headers["user-agent"]))).toEqual(new Set([userAgent]));
    expect(new Set(log.map((seen) => seen.headers["accept-encoding"]))).toEqual(new Set(["gzip"]));
  });

  test("after a hold the rate is halved: no second sees more than 4", async () => {
    await openBudget().hold(0, "rate limit answer");

    await Promise.all([
      fetchMany(openHttp(), upstream.url, 8),
      fetchMany(openHttp(), upstream.url, 8),
    ]);

    expect(upstream.log.length).toBe(16);
    expect(mostInASecond(upstream.log)).toBeLessThanOrEqual(4);
  });

  test("a turn is given back only by its holder, and a dead holder's turn comes free", async () => {
    const mine: Turn[] = [];
    for (let i = 0; i < 8; i += 1) mine.push(await take());
    expect(await turns()).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);

    await database.pool.query("update upstream_slot set free_at = now() where slot in (2, 5)");
    const theirs = [await take(), await take()];
    for (const turn of mine) await turn.done("up");

    const { rows } = await database.pool.query(
      "select slot from upstream_slot where free_at > clock_timestamp() + interval '5 s' order by 1",
    );
    expect(theirs.length).toBe(2);
    expect(rows).toEqual([{ slot: 2 }, { slot: 5 }]);
  });

  test("a database clock set back by a day stops nobody", async () => {
    for (let i = 0; i < 8; i += 1) await take();
    await database.pool.query("update upstream_slot set free_at = free_at + interval '1 day'");

    expect((await take()).refused).toBeNull();

    await database.pool.query(
      "insert into upstream_host (host, failures, open_until) values ('b', 9, now() + interval '1 day')",
    );
    expect((await take("b")).refused).toBeNull();
  });

  test("a hold refuses at once and says for how long, and no turn is used up", async () => {
    await openBudget().hold(600, "rate limit answer (429)");

    const refusals = await Promise.all(["a", "b", "a"].map((host) => openBudget().take(host)));

    for (const refusal of refusals) {
      expect(refusal).toMatchObject({ refused: "held", reason: "rate limit answer (429)" });
    }
    expect(await turns()).toEqual([]);
  });

  test("failures in a row are counted per host and forgotten with the first answer", async () => {
    for (const outcome of ["down", "down", "down", "down", "up", "down"] as const) {
      expect(await (await take()).done(outcome)).toBe(false);
    }
    await (await take("b")).done("down");

    const { rows } = await database.pool.query(
      "select host, failures from upstream_host order by host",
    );
    expect(rows).toEqual([
      { host: "a", failures: 1 },
      { host: "b", failures: 1 },
    ]);
    for (const opened of [false, false, false, true]) {
      expect(await (await take()).done("down")).toBe(opened);
    }
    expect(await openBudget().take("a")).toMatchObject({ refused: "circuit_open" });
    expect((await take("b")).refused).toBeNull();
  });

  test.skipIf(!process.env.TEST_DATABASE_URL)(
    "no second sees more than 8 requests of three processes, one of them stopped and continued",
    async () => {
      const { rows } = await database.pool.query("select current_database() as name");
      const url = new URL(process.env.TEST_DATABASE_URL ?? "");
      url.pathname = `/${rows[0].name}`;
      const fetcher = join(import.meta.dirname, "http-fetcher.ts");
      const processes = [0, 1, 2].map(() => fork(fetcher, [url.href, upstream.url, "15"]));
      const ends = processes.map(
        (each) => new Promise<number | null>((resolve) => each.once("exit", resolve)),
      );
      while (upstream.log.length < 5) await new Promise((resolve) => setTimeout(resolve, 10));
      processes[0]?.kill("SIGSTOP");
      await new Promise((resolve) => setTimeout(resolve, 2_000));
      processes[0]?.kill("SIGCONT");

      expect(await Promise.all(ends)).toEqual([0, 0, 0]);
      expect(upstream.log.length).toBeGreaterThanOrEqual(45);
      expect(mostInASecond(upstream.log)).toBeLessThanOrEqual(8);
    },
  );
});
