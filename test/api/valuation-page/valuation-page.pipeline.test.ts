import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { openPrices } from "#api/clients/prices/prices.ts";
import { whyNothing } from "#api/modules/company-pages/models/words.ts";
import { ingestCompany } from "#ingest/pipeline.ts";
import { testApp } from "../../helpers/app.ts";
import { makeFacts, withLines } from "../../helpers/companies/model-company.ts";
import { compute } from "../../helpers/companies/models.ts";
import { apple, openTestPipeline } from "../../helpers/pipeline.ts";

const folder = await mkdtemp(join(tmpdir(), "tenk-closes-"));
afterAll(() => rm(folder, { recursive: true }));
await writeFile(join(folder, "AAPL.csv"), "date,close,currency\n2026-02-26,271.5,USD\n");

const { context } = await openTestPipeline({ ciks: [apple] });
await ingestCompany(apple, context);
const { database } = context;
const unpriced = await testApp({ database });
const prices = openPrices({ url: folder, isAdjusted: null });
const priced = await testApp({ database, prices, now: () => new Date("2026-02-26T12:00:00Z") });
const at = "/companies/apple-inc/valuation";
const page = async (app: typeof priced, url = at) =>
  (await app.get(url, { accept: "text/html" })).body;

const entityId = (await priced.get("/v2/entities/public/by-ticker/AAPL")).json().data.entityId;
const answerOf = async (key: string) =>
  (await priced.get(`/v2/entities/${entityId}/models/${key}`)).json().data;
const rowOf = (body: string, key: string) => new RegExp(`models/${key}">.*`).exec(body)?.[0] ?? "";
const cellsOf = (row: string) =>
  [...row.matchAll(/<td class="n">([^<]*)/g)].map(([, text]) => text);
/** The rectangle of a row's drawing: from, width. */
const barOf = (row: string) => {
  const [, x, width] = /<rect x="([\d.]+)" y="4" width="([\d.]+)"/.exec(row) ?? [];
  return [Number(x), Number(width)] as const;
};

test("all models that give a value stand beside the price, as the API computes them", async () => {
  const body = await page(priced);
  const listed = (await priced.get(`/v2/entities/${entityId}/models`)).json().data;
  const keys = listed.map(({ key }: { key: string }) => key);
  let shown = 0;
  for (const key of keys) {
    const { valuationRange, market } = await answerOf(key);
    const fair = valuationRange?.fairValuePerShare ?? null;
    if (fair === null || fair.mid === null) continue;
    shown += 1;
    const cells = cellsOf(rowOf(body, key)).map((text) => text?.replace("−", "-"));
    expect(cells.slice(0, 3)).toEqual([fair.low, fair.mid, fair.high].map((one) => one.toFixed(2)));
    // On the day of the price, so that price and upside go together.
    const onDay = market.carried.fairValuePerShare.mid;
    expect(cells[3]).toBe(onDay.toFixed(2));
    expect(onDay / 271.5 - 1).toBeCloseTo(market.upside.mid, 6);
    expect(cells[4]).toBe(`${(market.upside.mid * 100).toFixed(1)}%`);
  }
  expect(shown).toBeGreaterThan(8);
  expect(body.match(/<svg class="range"/g)).toHaveLength(shown);
  expect(body).toContain("Close <b>271.50 USD</b> on 2026-02-26 from ");
});

test("the drawings share one axis, on which the price stands at the same place", async () => {
  const body = await page(priced);
  const lines = new Set(body.match(/<line class="price" x1="[\d.]+"/g));
  expect(lines.size).toBe(1);
  const price = Number(/x1="([\d.]+)"/.exec([...lines][0] ?? "")?.[1]);
  const row = rowOf(body, "dcf_5_year_terminal_growth");
  const [from, width] = barOf(row);
  const [low = 0, , high = 0] = cellsOf(row).map(Number);
  const perDollar = price / 271.5;
  expect(from).toBeCloseTo(low * perDollar, 0);
  expect(from + width).toBeCloseTo(high * perDollar, 0);
});

test("without prices the values stand alone, and the page says how to get them", async () => {
  const body = await page(unpriced);
  expect(body).toContain('<table id="values">');
  expect(body).not.toContain('<line class="price"');
  expect(body).not.toContain(">Upside<");
  expect(body).toContain("PRICES_URL");
});

test("as of a day the values are those of the day", async () => {
  const day = "2023-11-03";
  const body = await page(unpriced, `${at}?asOf=${day}`);
  const answer = await unpriced.get(
    `/v2/entities/${entityId}/models/earnings_power_value?asOf=${day}`,
  );
  const { mid } = answer.json().data.valuationRange.fairValuePerShare;
  const row = new RegExp(`models/earnings_power_value\\?asOf=${day}">.*`).exec(body)?.[0] ?? "";
  expect(cellsOf(row)[1]).toBe(mid.toFixed(2));
  expect(mid).not.toBe(
    (await answerOf("earnings_power_value")).valuationRange.fairValuePerShare.mid,
  );
});

test("a model without a value leads to the fields that would give it one, by their labels", () => {
  const landlord = { sic: "6798", template: "reit" } as const;
  const years = withLines({ funds_from_operations: 1.9e9 });
  const reit = compute(makeFacts({ ...landlord, years }), "ffo_multiple");
  const multiple = reit.assumptions.find(({ key }) => key === "multiple");
  expect(whyNothing(reit).html).toBe(
    `<p role="status">Set <a href="#multiple">${multiple?.label}</a> to compute: no source states it.</p>`,
  );

  const unpaying = compute(makeFacts(), "dividend_discount");
  expect(whyNothing(unpaying).html).toBe(
    '<p role="status">The filings do not state dividends paid. Without a value so far: <a href="#base_dividends">Dividends paid, twelve months</a>.</p>',
  );
  expect(whyNothing(compute(makeFacts(), "wacc")).html).toBe("");
});
