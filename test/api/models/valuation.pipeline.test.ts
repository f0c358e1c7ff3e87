import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { openPrices } from "#api/clients/prices/prices.ts";
import { ingestCompany } from "#ingest/pipeline.ts";
import { entityIdOf } from "#ingest/store/identity.ts";
import { testApp } from "../../helpers/app.ts";
import { apple, openTestPipeline } from "../../helpers/pipeline.ts";

const folder = await mkdtemp(join(tmpdir(), "tenk-valuation-"));
afterAll(() => rm(folder, { recursive: true, force: true }));
await writeFile(
  join(folder, "AAPL.csv"),
  [
    "date,close",
    // 2019 as traded: before the 4:1 split of 2020.
    ...["2019-09-27,218.82", "2023-09-29,171.21", "2024-09-27,227.79", "2025-09-26,255.46"],
    "2026-02-10,270",
  ].join("\n"),
);
const { context } = await openTestPipeline();
await ingestCompany(apple, context);
const now = () => new Date("2026-03-01T12:00:00.000Z");
const plain = await testApp({ database: context.database, now });
const priced = await testApp({
  database: context.database,
  now,
  prices: openPrices({ url: folder, isAdjusted: null }),
});
const base = `/v2/entities/${entityIdOf(apple)}`;
const dcf = `${base}/models/dcf_5_year_terminal_growth`;
type App = typeof plain;
const post = (app: App, url: string, payload?: object) =>
  app.send({ method: "POST", url, ...(payload === undefined ? {} : { payload }) });
const dataOf = async (answer: Promise<{ json(): { data: unknown } }>) =>
  // biome-ignore lint/suspicious/noExplicitAny: the answer's shape is checked by the app
  (await answer).json().data as any;

describe("POST …/reverse", () => {
  test("the overrides, posted to compute, give the price to 1e-9 [MOD-67]", async () => {
    const found = await dataOf(post(plain, `${dcf}/reverse`, { price: 250 }));
    expect(found).toMatchObject({ state: "solved", pricePerShare: 250, market: "not_configured" });
    const computed = await dataOf(post(plain, `${dcf}/compute`, found.overrides));
    expect(Math.abs(computed.valuation.fairValuePerShare / 250 - 1)).toBeLessThan(1e-9);
    expect(found.carried).toBeNull();
    expect(found.value).toBeGreaterThan(found.defaultValue);
  });

  test("of a price with a day, the value carried to that day is the price [MOD-67]", async () => {
    const body = { price: 250, priceDate: "2026-02-20" };
    const found = await dataOf(post(plain, `${dcf}/reverse`, body));
    const computed = await dataOf(post(plain, `${dcf}/compute`, found.overrides));
    const { factor, days, costOfEquity } = found.carried;
    expect(days).toBe(55);
    expect(factor).toBeCloseTo((1 + costOfEquity) ** (55 / 365), 9);
    expect(Math.abs((computed.valuation.fairValuePerShare * factor) / 250 - 1)).toBeLessThan(1e-9);
  });

  test("takes the provider's close where no price is given", async () => {
    const found = await dataOf(post(priced, `${dcf}/reverse`, {}));
    expect(found.price).toMatchObject({ value: 270, date: "2026-02-10", ageDays: 19 });
    expect(found.impliedFairValuePerShare * found.carried.factor).toBeCloseTo(270, 6);
    expect(found.carried).toMatchObject({
      ...{ valueDate: "2025-12-27", priceDate: "2026-02-10", days: 45 },
    });
  });

  test.each([
    [{}, "price is needed: No market-data provider is configured."],
    [{ price: 0 }, "price must be a number greater than 0 and at most 1000000000."],
    [{ price: "250" }, "price must be a number greater than 0 and at most 1000000000."],
    [{ price: 250, priceDate: "yesterday" }, "priceDate must be a date written YYYY-MM-DD."],
    [{ price: 250, priceOf: "bond" }, 'priceOf must be "share" or "receipt".'],
    [{ price: 250, solveFor: "luck" }, "solveFor must be one of revenue_growth"],
    [{ price: 250, assumptions: { magic: 1 } }, 'Unknown assumption "magic"'],
  ])("%j is refused", async (body, message) => {
    const answer = await post(plain, `${dcf}/reverse`, body);
    expect(answer.statusCode).toBe(400);
    expect(answer.json().error).toMatchObject({
      code: "BAD_REQUEST",
      message: expect.stringContaining(message),
    });
  });

  test("a price of a receipt needs one", async () => {
    const found = await dataOf(post(plain, `${dcf}/reverse`, { price: 9, priceOf: "receipt" }));
    expect(found.stateReason).toMatchObject({ code: "price_not_comparable" });
    expect(found.value).toBeNull();
  });

  test("other templates cannot be solved", async () => {
    const answer = await post(plain, `${base}/models/epv/reverse`, { price: 9 });
    expect(answer.statusCode).toBe(400);
  });
});

describe("a price beside each value", () => {
  test("without a provider every answer says so", async () => {
    const result = await dataOf(plain.get(dcf));
    expect(result.market).toEqual({
      ...{ state: "not_configured", reason: "No market-data provider is configured." },
      ...{ price: null, pricePerShare: null, carried: null, upside: null },
    });
    expect(result.dcfDetail.summary).toMatchObject({ stockPrice: null, upside: null });
  });

  test("with one the upside is the value of the close's day over the close, less 1, and an old close is told [MOD-37] [MOD-65]", async () => {
    const { rateResult } = await dataOf(plain.get(`${base}/models/wacc`));
    const ofDay = (1 + rateResult.costOfEquity) ** (45 / 365);
    for (const answer of [priced.get(dcf), post(priced, `${dcf}/compute`, {})]) {
      const { market, valuationRange, dcfDetail, warnings } = await dataOf(answer);
      expect(market.price).toMatchObject({ value: 270, date: "2026-02-10", ageDays: 19 });
      const { low } = valuationRange.fairValuePerShare;
      // Balance sheet of 2025-12-27, close of 2026-02-10: 45 days.
      expect(market.upside.low).toBeCloseTo((low * ofDay) / 270 - 1, 6);
      expect(market.carried).toMatchObject({ valueDate: "2025-12-27", days: 45 });
      expect(dcfDetail.summary).toMatchObject({ stockPrice: 270, upside: market.upside });
      expect(warnings.map(({ code }: { code: string }) => code)).toContain("price_old");
    }
    const multiples = await dataOf(priced.get(`${base}/models/pe_multiples`));
    const { mid } = multiples.valuationRange.fairValuePerShare;
    expect(multiples.market.upside.mid).toBeCloseTo((mid * ofDay) / 270 - 1, 6);
  });

  test("of a past day it is the close of that day, never a later one [MOD-65]", async () => {
    const { market } = await dataOf(priced.get(`${dcf}?asOf=2025-01-15`));
    expect(market.price).toMatchObject({ value: 227.79, date: "2024-09-27" });
    const before = await dataOf(priced.get(`${dcf}?asOf=2019-05-01`));
    expect(before.market).toMatchObject({ state: "unavailable", price: null, upside: null });
  });

  test("the CSV has the price and the upside", async () => {
    const answer = await post(priced, `${dcf}/export`, { format: "csv" });
    expect(answer.body).toMatch(/stockPrice,[^\r\n]*,270,/);
  });
});

describe("POST …/multiples/history", () => {
  test("puts shares and closes of before a split on today's shares [MOD-69]", async () => {
    const { rows, splits } = await dataOf(post(priced, `${base}/multiples/history`));
    const of = (year: number | null) =>
      rows.find((row: { fiscalYear: number | null }) => row.fiscalYear === year);
    expect(splits.at(-1)).toMatchObject({ ratio: 4 });
    // 10-K of 2019: 55,256 M of net income, 4,443,236,000 shares on the balance sheet or cover, before the split.
    const { shares, pricePerShare, marketValue, multiples } = of(2019);
    expect(shares.splitFactor).toBe(4);
    expect(pricePerShare).toBeCloseTo(218.82 / 4, 9);
    expect(marketValue).toBeCloseTo(218.82 * shares.filed, -2);
    expect(multiples.pe).toBeCloseTo((218.82 * shares.filed) / 55_256e6, 6);
    expect(of(2023).multiples.ps).toBeCloseTo((171.21 * of(2023).shares.filed) / 383_285e6, 6);
    expect(of(null)).toMatchObject({ basis: "TTM", price: { value: 270 } });
  });

  test("takes prices of the caller by year, and says where there is none", async () => {
    const body = { prices: { "2024": 200 } };
    const { rows, usual } = await dataOf(post(plain, `${base}/multiples/history`, body));
    const known = rows.filter(
      ({ marketValue }: { marketValue: number | null }) => marketValue !== null,
    );
    expect(known.map(({ fiscalYear }: { fiscalYear: number }) => fiscalYear)).toEqual([2024]);
    expect(rows[0].multiples.pe).toBeNull();
    expect(rows[0].reasons.pe).toContain("no market-data provider is configured");
    expect(usual.pe).toBeNull();
  });

  test("one price values each of up to ten years, and the usual is their median", async () => {
    const { rows, usual } = await dataOf(post(plain, `${base}/multiples/history`, { price: 250 }));
    const years = rows.filter(({ basis }: { basis: string }) => basis === "FY");
    expect(years.length).toBeLessThanOrEqual(10);
    const values = years
      .flatMap(({ multiples }: { multiples: { ps: number | null } }) => multiples.ps ?? [])
      .sort((a: number, b: number) => a - b);
    expect(usual.ps.count).toBe(values.length);
    const half = values.length / 2;
    const middle = (values[Math.ceil(half) - 1] + values[Math.floor(half)]) / 2;
    expect(usual.ps.median).toBeCloseTo(middle, 9);
    const sum = values.reduce((total: number, one: number) => total + one, 0);
    expect(usual.ps.mean).toBeCloseTo(sum / values.length, 9);
  });

  test.each([[{ price: -1 }], [{ prices: { soon: 1 } }], [{ prices: { "2024": "1" } }]])(
    "%j is refused",
    async (body) => {
      expect((await post(plain, `${base}/multiples/history`, body)).statusCode).toBe(400);
    },
  );
});

describe("GET …/multiples/peers", () => {
  test("too few peers give no median, and a reason [MOD-70]", async () => {
    const found = await dataOf(priced.get(`${base}/multiples/peers`));
    expect(found).toMatchObject({ state: "insufficient_data", peers: [], sic: "3571" });
    expect(found.stateReason.code).toBe("too_few_peers");
    expect(found.usualMultiples.pe).toBeNull();
    expect(found.reasons.pe).toBe("Fewer than 3 peers are stored.");
    expect(found.rule).toContain("between a fifth and five times the revenue");
    expect(found.company.multiples.pe).toBeGreaterThan(0);
  });
});

describe("POST …/model-blend", () => {
  const blendOf = (models: object[], more: object = {}) =>
    post(plain, `${base}/model-blend`, { models, ...more });

  test("is the weighted mean of the models' own answers, with the range of all [MOD-71]", async () => {
    const [one, two] = [
      (await dataOf(plain.get(dcf))).valuationRange.fairValuePerShare,
      (await dataOf(plain.get(`${base}/models/epv`))).valuationRange.fairValuePerShare,
    ];
    const models = [
      { templateKey: "terminal_growth", weight: 3 },
      { templateKey: "epv", weight: 1 },
    ];
    const found = await dataOf(blendOf(models, { price: 100, priceDate: "2026-03-01" }));
    for (const scenario of ["low", "mid", "high"] as const) {
      const mean = (3 * one[scenario] + two[scenario]) / 4;
      expect(found.fairValuePerShare[scenario]).toBeCloseTo(mean, 8);
    }
    expect(found.range.low).toBe(Math.min(one.low, two.low));
    expect(found.range.high).toBe(Math.max(one.high, two.high));
    const { factor, days } = found.market.carried;
    // From 2025-12-27 to 2026-03-01.
    expect(days).toBe(64);
    expect(found.market.upside.mid).toBeCloseTo(
      (found.fairValuePerShare.mid * factor) / 100 - 1,
      9,
    );
  });

  test("weighs scenarios of one template under their names, with the warnings of each [MOD-71]", async () => {
    const rate = (discount_rate: number) => ({ assumptions: { discount_rate } });
    const template = { templateKey: "terminal_growth" };
    const found = await dataOf(
      blendOf([
        { ...template, scenario: "Bull", weight: 0.25, ...rate(0.08) },
        { ...template, scenario: "Base", weight: 0.5 },
        { ...template, scenario: "Bear", weight: 0.25, ...rate(0.12) },
      ]),
    );
    const answers = await Promise.all(
      [rate(0.08), {}, rate(0.12)].map((body) => dataOf(post(plain, `${dcf}/compute`, body))),
    );
    const [bull, base, bear] = answers.map(({ valuation }) => valuation.fairValuePerShare);
    expect(bull).toBeGreaterThan(bear);
    expect(found.fairValuePerShare.mid).toBeCloseTo(0.25 * bull + 0.5 * base + 0.25 * bear, 8);
    const told = found.parts.map(
      (part: { scenario: string; fairValuePerShare: { mid: number } }) => [
        part.scenario,
        part.fairValuePerShare.mid,
      ],
    );
    expect(told).toEqual([
      ["Bull", bull],
      ["Base", base],
      ["Bear", bear],
    ]);
    const [, part] = found.parts;
    expect(part.warnings.length).toBeGreaterThan(0);
    expect(part.warnings).toEqual(answers[1].warnings);
  });

  test("takes overrides of each, and leaves out what has no value, by name [MOD-71]", async () => {
    const models = [
      { templateKey: "ev_ebitda_multiples", weight: 1, assumptions: { multiple: 12 } },
      { templateKey: "ffo_multiple", weight: 5 },
    ];
    const found = await dataOf(blendOf(models));
    const alone = await dataOf(
      post(plain, `${base}/models/ev_ebitda_multiples/compute`, { assumptions: { multiple: 12 } }),
    );
    expect(found).toMatchObject({ state: "partial", stateReason: { code: "models_left_out" } });
    expect(found.stateReason.message).toContain("ffo_multiple");
    expect(found.parts.map(({ share }: { share: number | null }) => share)).toEqual([1, null]);
    expect(found.fairValuePerShare.mid).toBe(alone.valuation.fairValuePerShare);
  });

  test.each([
    [[], 400],
    [[{ templateKey: "epv", weight: 0 }], 400],
    [[{ templateKey: "wacc", weight: 1 }], 400],
    [
      [
        { templateKey: "epv", weight: 1 },
        { templateKey: "earnings_power_value", weight: 1 },
      ],
      400,
    ],
    [
      [
        { templateKey: "epv", weight: 1, scenario: "Base" },
        { templateKey: "epv", weight: 1, scenario: "Base" },
      ],
      400,
    ],
    [[{ templateKey: "epv", weight: 1, assumptions: { magic: 1 } }], 400],
    [[{ templateKey: "nothing", weight: 1 }], 404],
  ])("%j answers %d", async (models, status) => {
    expect((await blendOf(models)).statusCode).toBe(status);
  });
});

test("the page of a company has its close, and what the market pays at it, on the third request as on the first", async () => {
  const at = "/companies/apple-inc";
  const first = await priced.get(at, { accept: "text/html" });
  await priced.get(at, { accept: "text/html" });
  const third = await priced.get(at, { accept: "text/html" });
  const [, market] = /<dl class="facts" id="market">(.*?)<\/dl>/s.exec(first.body) ?? [];

  expect(market).toContain("<b>270.00 USD</b>");
  expect(market).toContain("5.7% since the close before");
  expect(market).toMatch(/Market value<\/dt><dd>\$3\.9\dT</);
  expect(market).toContain("<dt>Price to earnings</dt><dd>33.8x</dd>");
  expect(third.body).toBe(first.body);
});
