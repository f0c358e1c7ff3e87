import { setTimeout as sleep } from "node:timers/promises";
import { XMLParser } from "fast-xml-parser";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ingestCompany, rebuildCompany } from "#ingest/pipeline.ts";
import { forgetBuilds } from "#ingest/store/build.ts";
import { entityIdOf } from "#ingest/store/identity.ts";
import { testApp } from "../../helpers/app.ts";
import { openTestPipeline } from "../../helpers/pipeline.ts";

const kraftHeinz = "0001637459";
const id = entityIdOf(kraftHeinz);
const { context, regulator, setTime } = await openTestPipeline({ ciks: [kraftHeinz] });
const { pool } = context.database;
const { get } = await testApp({ database: context.database });

interface Change {
  id: string;
  type: string;
  recordedAt: string;
  entity: { entityId: string; name: string; ticker: string | null };
  company: { filings: number; statements: number } | null;
  filing: { accessionNumber: string; form: string; filedDate: string; url: string } | null;
  statement: {
    periodKey: string;
    statementType: string;
    cause: string;
    newFilings: string[];
    lines: { line: string; before: string | null; after: string | null }[];
  } | null;
}

const read = async (query: string) => {
  const answer = await get(`/v2/changes${query}`);
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json() as {
    data: Change[];
    meta: { nextCursor: string; hasMore: boolean; keptSince: string | null };
  };
};
/** Everything after a cursor, page by page. */
async function readAll(cursor: string, limit = 7): Promise<Change[]> {
  const page = await read(`?limit=${limit}&cursor=${cursor}`);
  const rest = page.meta.hasMore ? await readAll(page.meta.nextCursor, limit) : [];
  return [...page.data, ...rest];
}

let start = "";
let news: Change[] = [];

beforeAll(async () => {
  expect(await read("")).toMatchObject({
    data: [],
    meta: { hasMore: false, keptSince: null },
  });
  regulator.moveTo("2018-12-31");
  await ingestCompany(kraftHeinz, context);
  const first = await read("");
  expect(first.data).toHaveLength(1);
  expect(first.data[0]).toMatchObject({
    type: "company.stored",
    entity: { entityId: id, ticker: "KHC" },
    filing: null,
    statement: null,
  });
  expect(first.data[0]?.company?.filings).toBeGreaterThan(5);
  start = first.meta.nextCursor;
  regulator.moveTo("2019-06-10");
  setTime("2026-03-02T12:00:00.000Z");
  await ingestCompany(kraftHeinz, context);
  news = await readAll(start);
});

describe("what a new filing brings", () => {
  test("names the filings, in order of their dates", () => {
    const filed = news.flatMap(({ type, filing }) => (type === "filing.stored" ? [filing] : []));
    const report = filed.find((one) => one?.form === "10-K");

    expect(report).toMatchObject({ filedDate: "2019-06-07" });
    expect(report?.url).toMatch(
      /^https:\/\/www\.sec\.gov\/Archives\/edgar\/data\/1637459\/.+-index\.htm$/,
    );
    const dates = filed.map((one) => one?.filedDate ?? "");
    expect(dates).toEqual([...dates].sort());
    expect(dates.every((date) => date > "2018-12-31")).toBe(true);
  });

  test("a restatement has its lines before and after, and the filing that brought it", () => {
    const of2017 = news.find(
      ({ statement }) =>
        statement?.periodKey === "2017FY" && statement.statementType === "income_statement",
    );

    expect(of2017?.type).toBe("statement.restated");
    expect(of2017?.statement?.cause).toBe("documents");
    expect(of2017?.statement?.lines).toContainEqual({
      line: "net_income",
      before: "10999000000",
      after: "10941000000",
    });
    const report = news.find(({ filing }) => filing?.form === "10-K");
    expect(of2017?.statement?.newFilings).toEqual([report?.filing?.accessionNumber]);
    expect(of2017?.statement?.lines.every(({ before, after }) => before !== after)).toBe(true);
  });

  test("a period that is new has values after and none before", () => {
    const of2018 = news.find(
      ({ statement }) =>
        statement?.periodKey === "2018FY" && statement.statementType === "income_statement",
    );

    expect(of2018?.type).toBe("statement.stored");
    expect(of2018?.statement?.lines.find(({ line }) => line === "net_income")).toEqual({
      line: "net_income",
      before: null,
      after: "-10192000000",
    });
  });

  test("pages of any size give each change once, in the same order", async () => {
    const ids = news.map((one) => one.id);

    expect(new Set(ids).size).toBe(ids.length);
    for (const limit of [1, 3, 500]) {
      expect((await readAll(start, limit)).map((one) => one.id)).toEqual(ids);
    }
  });

  test("kinds, a company and a time choose among them; the cursor goes on behind the last one", async () => {
    const restated = await read(`?types=statement.restated&cursor=${start}&limit=500`);
    expect(restated.data.map(({ id: one }) => one)).toEqual(
      news.flatMap((one) => (one.type === "statement.restated" ? [one.id] : [])),
    );
    expect((await read(`?entityId=${id}&cursor=${start}&limit=500`)).data).toEqual(news);
    const none = "0b7c1a58-1c39-4c0e-9a3f-6f0f0d2f4a11";
    expect((await read(`?entityId=${none}`)).data).toEqual([]);
    const last = news.at(-1)?.recordedAt ?? "";
    const since = await read(`?since=${last}&limit=500`);
    expect(since.data.at(-1)?.id).toBe(news.at(-1)?.id);
    expect(since.data.every(({ recordedAt }) => recordedAt >= last)).toBe(true);
    const future = await read("?since=2999-01-01");
    expect(future.data).toEqual([]);
    expect(await readAll(future.meta.nextCursor)).toEqual([]);
  });

  test.each(["?since=yesterday", "?since=2026-02-30", "?cursor=x", "?limit=0", "?types=filing"])(
    "%s is refused",
    async (query) => {
      expect((await get(`/v2/changes${query}`)).statusCode).toBe(400);
    },
  );
});

test("the feed of a company is Atom, newest first, with an ETag that holds while nothing is new", async () => {
  const answer = await get(`/v2/entities/${id}/changes.atom`);
  const { feed } = new XMLParser({ isArray: (name) => name === "entry" }).parse(answer.body);

  expect(answer.headers["content-type"]).toBe("application/atom+xml; charset=utf-8");
  expect(feed.id).toBe(`urn:uuid:${id}`);
  const ids: string[] = feed.entry.map((one: { id: string }) => one.id);
  expect(ids.slice(0, -1)).toEqual(news.map((one) => `urn:uuid:${one.id}`).reverse());
  expect(feed.entry.at(-1).title).toBe("Stored for the first time");
  expect(answer.body).toContain("net_income: 10999000000 → 10941000000");
  const again = await get(`/v2/entities/${id}/changes.atom`, {
    "if-none-match": String(answer.headers.etag),
  });
  expect(again.statusCode).toBe(304);
  expect(
    (await get("/v2/entities/0b7c1a58-1c39-4c0e-9a3f-6f0f0d2f4a11/changes.atom")).statusCode,
  ).toBe(404);
});

test("a build that changes no value is no change; other rules are told apart from documents", async () => {
  const end = (await read(`?cursor=${start}&limit=500`)).meta.nextCursor;
  await forgetBuilds(pool, [kraftHeinz]);
  await rebuildCompany(kraftHeinz, context);
  expect((await read(`?cursor=${end}`)).data).toEqual([]);

  await pool.query(
    `update statement set digest = '', fields = (fields::jsonb || '{"net_income":"1"}')::json
     where company_key = $1 and period_key = '2017FY' and statement_type = 'income_statement'`,
    [kraftHeinz],
  );
  await pool.query("update company_build set engine_version = 'older' where company_key = $1", [
    kraftHeinz,
  ]);
  await rebuildCompany(kraftHeinz, context, { isGated: false });

  const { data } = await read(`?cursor=${end}`);
  expect(data.map(({ type, statement }) => [type, statement?.cause, statement?.lines])).toEqual([
    ["statement.changed", "rules", [{ line: "net_income", before: "1", after: "10941000000" }]],
  ]);
});

describe("changes that are committed late", () => {
  const clients = context.database.lite === null ? 2 : 0;
  const opened = Array.from({ length: clients }, () => pool.connect());
  afterAll(async () => {
    for (const client of await Promise.all(opened)) client.release();
  });

  test.runIf(clients > 0)(
    "are never passed over by a reader who has seen a later one",
    async () => {
      const { storeChanges } = await import("#ingest/store/changes/store-changes.ts");
      const [slow, fast] = await Promise.all(opened);
      if (slow === undefined || fast === undefined) throw new Error("no clients");
      const end = (await read(`?cursor=${start}&limit=500`)).meta.nextCursor;
      const write = (client: typeof slow) =>
        storeChanges(client, { cik: kraftHeinz, filings: [], statements: [] } as never, null, {
          filings: [],
          statements: [],
        });
      await slow.query("begin");
      await write(slow);
      await fast.query("begin");
      const later = write(fast).then(() => fast.query("commit"));
      await sleep(200);

      expect((await read(`?cursor=${end}`)).data).toEqual([]);
      await slow.query("commit");
      await later;
      expect(await readAll(end, 1)).toHaveLength(2);
    },
  );
});
