import { describe, expect, test } from "vitest";
import { ingestCompany } from "#ingest/pipeline.ts";
import { testApp } from "../../helpers/app.ts";
import { apple, nikola, openTestPipeline, tsmc } from "../../helpers/pipeline.ts";

const ciks = [apple, tsmc, nikola];
const { context } = await openTestPipeline({ ciks });
for (const cik of ciks) await ingestCompany(cik, context);
const { get, app } = await testApp({ database: context.database });
const asked = "metrics=revenue,eps_diluted,roic&periods=2020FY..2023FY";

interface Row {
  ticker: string | null;
  name: string;
  period: string;
  currency: string | null;
  values: Record<string, number | null>;
}
const lines = async (query: string): Promise<Row[]> => {
  const answer = await get(`/v2/metrics?${query}&format=ndjson`);
  expect(answer.statusCode, answer.body).toBe(200);
  expect(answer.headers["content-type"]).toBe("application/x-ndjson");
  return answer.body
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line));
};

describe("GET /v2/metrics as a stream", () => {
  test("has the rows that JSON has, for the same question in every view", async () => {
    for (const more of [
      "",
      "&asOf=2022-06-30",
      "&view=original",
      "&perShare=filed",
      "&currency=usd",
    ]) {
      const query = `tickers=AAPL,TSM&${asked}${more}`;
      const { data } = (await get(`/v2/metrics?${query}`)).json() as { data: Row[] };
      expect(data.length).toBeGreaterThan(0);
      expect(await lines(query)).toEqual(data);
    }
  });

  test("takes every published company, those without a ticker too", async () => {
    const rows = await lines(`tickers=all&${asked}`);

    expect(new Set(rows.map(({ name }) => name)).size).toBe(3);
    const withoutTicker = rows.filter(({ ticker }) => ticker === null);
    expect(new Set(withoutTicker.map(({ name }) => name))).toEqual(new Set(["Nikola Corp"]));
    const apples = rows.filter(({ ticker }) => ticker === "AAPL");
    expect(apples.find(({ period }) => period === "2023FY")?.values.revenue).toBe(383_285_000_000);
  });

  test("keeps the rows of one currency", async () => {
    const rows = await lines(`tickers=all&${asked}&currency=TWD`);

    expect(rows.length).toBeGreaterThan(0);
    expect(new Set(rows.map(({ currency }) => currency))).toEqual(new Set(["TWD"]));
  });

  test("is CSV with one head, also by Accept", async () => {
    const { body, headers } = await get(`/v2/metrics?tickers=all&${asked}`, { accept: "text/csv" });
    const rows = body.replace("\ufeff", "").trimEnd().split("\r\n");

    expect(headers["content-disposition"]).toContain("metrics.csv");
    expect(rows.filter((row) => row.startsWith("ticker,name,period"))).toHaveLength(1);
    expect(rows.length).toBe((await lines(`tickers=all&${asked}`)).length + 1);
  });

  test("refuses what cannot be read before anything is sent", async () => {
    const refused = [
      ["tickers=all&metrics=revenu&format=csv", 400],
      ["tickers=AAPL,NONE&format=ndjson", 404],
      ["tickers=all", 400],
      [`tickers=${Array.from({ length: 1001 }, (_, n) => `T${n}`).join(",")}&format=csv`, 400],
      ["tickers=all&format=csv&asOf=2999-01-01", 400],
    ] as const;
    for (const [query, status] of refused) {
      expect([query.slice(0, 40), (await get(`/v2/metrics?${query}`)).statusCode]).toEqual([
        query.slice(0, 40),
        status,
      ]);
    }
  });

  test("lets go of clients that have left, so that later ones are answered", async () => {
    const base = await app.listen({ port: 0, host: "127.0.0.1" });
    for (let round = 0; round < 8; round += 1) {
      const leaving = new AbortController();
      const answer = await fetch(`${base}/v2/metrics?tickers=all&${asked}&format=ndjson`, {
        signal: leaving.signal,
      });
      expect(answer.status).toBe(200);
      leaving.abort();
    }
    await expect
      .poll(async () => (await get(`/v2/metrics?tickers=all&${asked}&format=csv`)).statusCode)
      .toBe(200);
  });

  test("HEAD has the headers alone", async () => {
    const answer = await app.inject({
      ...{ method: "HEAD", url: `/v2/metrics?tickers=all&${asked}&format=ndjson` },
    });
    expect([answer.statusCode, answer.body]).toEqual([200, ""]);
  });
});
