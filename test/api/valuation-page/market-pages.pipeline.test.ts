import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { inArray } from "drizzle-orm";
import { afterAll, expect, test } from "vitest";
import { openPrices } from "#api/clients/prices/prices.ts";
import { ingestCompany } from "#ingest/pipeline.ts";
import { company } from "#schemas/tables/companies/company.ts";
import { testApp } from "../../helpers/app.ts";
import { apple, openTestPipeline } from "../../helpers/pipeline.ts";

const others = { "0001652044": "GOOGL", "0001045810": "NVDA", "0000909832": "COST" };
const folder = await mkdtemp(join(tmpdir(), "tenk-closes-"));
afterAll(() => rm(folder, { recursive: true }));
for (const ticker of ["AAPL", ...Object.values(others)]) {
  const closes = ["2023-09-29,171.21", "2024-09-27,227.79", "2026-02-26,271.5"];
  const lines = closes.map((close) => `${close},USD\n`).join("");
  await writeFile(join(folder, `${ticker}.csv`), `date,close,currency\n${lines}`);
}

const ciks = [apple, ...Object.keys(others)];
const { context } = await openTestPipeline({ ciks });
for (const cik of ciks) await ingestCompany(cik, context);
const { database } = context;
// The companies of the sample are of four industries.
await database.db.update(company).set({ sic: "3571" }).where(inArray(company.companyKey, ciks));
const now = () => new Date("2026-02-26T12:00:00Z");
const unpriced = await testApp({ database, now });
const prices = openPrices({ url: folder, isAdjusted: true });
const priced = await testApp({ database, prices, now });
const entityId = (await priced.get("/v2/entities/public/by-ticker/AAPL")).json().data.entityId;

const page = (app: typeof priced, path: string) =>
  app.get(`/companies/apple-inc/${path}`, { accept: "text/html" });
/** The rows of a table by their head: the texts of their cells. */
const tableOf = (body: string, title: string) => {
  const table = body.split(`<caption>${title}`)[1]?.split("</table>")[0] ?? "";
  const rows = table.split("<tr").slice(1);
  return new Map(
    rows.map((row) => {
      const [head = "", ...cells] = row
        .replace(/^[^>]*>/, "")
        .split(/<\/t[hd]>/)
        .map((cell) =>
          cell
            .replaceAll(/<[^>]*>/g, "")
            .trim()
            .replace("−", "-"),
        );
      return [head, cells.slice(0, -1)];
    }),
  );
};
const multiple = (value: number | null) => (value === null ? "–" : `${value.toFixed(1)}x`);

test("peers stand beside the company as the API compares them [MOD-70]", async () => {
  const { data } = (await priced.get(`/v2/entities/${entityId}/multiples/peers`)).json();
  expect(data.peers.length).toBeGreaterThanOrEqual(3);
  const { statusCode, body } = await page(priced, "peers");
  expect(statusCode).toBe(200);
  const measures = tableOf(body, "Growth, margins and returns");
  const multiples = tableOf(body, "Multiples");
  for (const row of [{ ...data.company, name: "Apple Inc. (AAPL)" }, ...data.peers]) {
    expect(measures.get(row.name)?.[0]).toBe(row.balanceSheetDate);
    expect(measures.get(row.name)?.[4]).toBe(
      `${(row.measures.operating_margin * 100).toFixed(1)}%`,
    );
    expect(multiples.get(row.name)).toEqual(Object.values<number>(row.multiples).map(multiple));
  }
  const { median } = data.usualMultiples.pe;
  expect(multiples.get("Median of the peers")?.[3]).toBe(multiple(median));
  const pes = data.peers.flatMap(
    ({ multiples: { pe } }: { multiples: { pe: number | null } }) => pe ?? [],
  );
  const mean = pes.reduce((sum: number, pe: number) => sum + pe, 0) / pes.length;
  expect(multiples.get("Mean of the peers")?.[3]).toBe(multiple(mean));
  const implied = tableOf(
    body,
    "What the peers&#39; multiples make of the company&#39;s own figures",
  );
  const { low, mid, high } = data.implied.pe.fairValuePerShare;
  // Equity is the multiple times the company's own earnings.
  const atMean = (mid * mean) / median;
  expect(implied.get("P / E")).toEqual([low, mid, high, atMean].map((value) => value.toFixed(2)));
});

test("without closes peers have no multiples, and the page says so", async () => {
  const { body } = await page(unpriced, "peers");
  expect(tableOf(body, "Growth, margins and returns").size).toBeGreaterThan(4);
  expect(body).toContain("The service has no daily closes");
  expect(body).not.toContain("<caption>Multiples");
});

test("the page of peers is of today and says so for a past day", async () => {
  const { statusCode, body } = await page(priced, "peers?asOf=2023-11-03");
  expect(statusCode).toBe(200);
  expect(body).toContain("Peers are those of today, not of 2023-11-03.");
});

test("own multiples are what the API gives, newest first, with their usual range [MOD-69]", async () => {
  const url = `/v2/entities/${entityId}/multiples/history`;
  const { data } = (await priced.send({ method: "POST", url, payload: {} })).json();
  const { body } = await page(priced, "multiples");
  const shown = tableOf(body, "Multiples by fiscal year");
  const [newest, ...years] = data.rows.toReversed();
  const { pe } = data.usual;
  const usual =
    pe === null
      ? ["–", "–", "–"]
      : [
          multiple(pe.median),
          multiple(pe.mean),
          `${multiple(pe.lowerQuartile)} to ${multiple(pe.upperQuartile)}`,
        ];
  expect(newest.multiples.pe).toBeGreaterThan(1);
  expect(shown.get("P / E")?.slice(1)).toEqual([
    multiple(newest.multiples.pe),
    ...usual,
    ...years.map(({ multiples }: { multiples: { pe: number | null } }) => multiple(multiples.pe)),
  ]);
});

test("a price of the address values each year, on the third visit as on the first", async () => {
  const first = await page(unpriced, "multiples?price=250");
  const url = `/v2/entities/${entityId}/multiples/history`;
  const { data } = (await unpriced.send({ method: "POST", url, payload: { price: 250 } })).json();
  const shown = tableOf(first.body, "Multiples by fiscal year");
  const year = data.rows.at(-2);
  expect(year.multiples.evEbitda).toBeGreaterThan(1);
  expect(shown.get("EV / EBITDA")?.[1]).toBe(multiple(year.multiples.evEbitda));
  // Years at one price have no trend, and their median says nothing.
  for (const word of ["Trend", "Median", "Middle half"]) {
    expect(first.body).not.toContain(`>${word}</th>`);
  }
  await page(unpriced, "multiples");
  expect((await page(unpriced, "multiples?price=250")).body).toBe(first.body);
});

test("without a price each year says why it has no multiple, and a wrong price is refused", async () => {
  const none = await page(unpriced, "multiples");
  expect(none.statusCode).toBe(200);
  expect(none.body).toContain("TTM: No price is given");
  const wrong = await page(unpriced, "multiples?price=cheap");
  expect(wrong.statusCode).toBe(400);
  expect(wrong.body).toContain("This is not a price.");
});
