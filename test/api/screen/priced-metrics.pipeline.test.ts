import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { openPrices } from "#api/clients/prices/prices.ts";
import { priceScreen, priceScreenDeps } from "#api/modules/screen/service.ts";
import { ingestCompany } from "#ingest/pipeline.ts";
import { testApp } from "../../helpers/app.ts";
import { apple, nikola, openTestPipeline, tsmc } from "../../helpers/pipeline.ts";

const folder = await mkdtemp(join(tmpdir(), "tenk-priced-"));
afterAll(() => rm(folder, { recursive: true, force: true }));
const file = join(folder, "closes.csv");
await writeFile(
  file,
  [
    "ticker,date,close,currency",
    ...["AAPL,2020-08-28,499.23,USD", "AAPL,2020-08-31,129.04,USD", "AAPL,2023-11-03,176.65,USD"],
    ...[
      "AAPL,2025-12-26,273.4,USD",
      "AAPL,2026-02-26,270,USD",
      "AAPL,2026-03-02,300,USD",
      "TSM,2026-02-26,200,EUR",
    ],
  ].join("\n"),
);
const { context } = await openTestPipeline({ ciks: [apple, nikola, tsmc] });
for (const cik of [apple, nikola, tsmc]) await ingestCompany(cik, context);
const now = () => new Date("2026-02-28T12:00:00.000Z");
const options = { database: context.database, now };
const prices = openPrices({ url: file, isAdjusted: false }, { checkMs: 0 });
const priced = await testApp({ ...options, prices });
const plain = await testApp(options);

const keys = "market_value,enterprise_value,pe,ev_to_ebitda,fcf_yield,dividend_yield,altman_z";
const ask = async (app: typeof plain, query: string) =>
  (await app.get(`/v2/metrics?${query}`)).json().data;

test("metrics with a price take the newest close, and the twelve months and shares known that day", async () => {
  const [row] = await ask(priced, `tickers=AAPL&metrics=${keys}&periods=TTM`);
  const { market_value: value, ...of } = row.values;
  // 14,681,140 thousand shares on the cover of the 10-Q for 2025-12-27, with dilution, at the close of 2026-02-26.
  expect(value / (270 * 14_681_140_000)).toBeGreaterThan(1);
  expect(value / (270 * 14_681_140_000)).toBeLessThan(1.01);
  expect(of.pe).toBeCloseTo(value / 117_777e6, 10);
  expect(of.ev_to_ebitda).toBeCloseTo(of.enterprise_value / 152_902e6, 10);
  expect(of.fcf_yield).toBeCloseTo(123_324e6 / value, 12);
  expect(of.dividend_yield).toBeCloseTo(15_486e6 / value, 12);
  const assets = 379_297;
  expect(of.altman_z).toBeCloseTo(
    (1.2 * (158_104 - 162_367) + 1.4 * -2_177 + 3.3 * 141_070 + 0.999 * 435_617) / assets +
      (0.6 * value) / 291_107e6,
    8,
  );
  expect(row.flags.pe).toEqual([
    "derived_from:share_price,diluted_shares,net_income_to_common",
    "price_day:2026-02-26",
  ]);
});

test("of a past day they take the close and the filings of that day", async () => {
  const [row] = await ask(
    priced,
    "tickers=AAPL&metrics=pe,market_value&periods=TTM&asOf=2023-11-03",
  );
  // Net income of fiscal 2023, in the 10-K of that day; a close of 2026 is not known.
  expect(row.values.pe).toBeCloseTo(row.values.market_value / 96_995e6, 10);
  expect(row.flags.pe.at(-1)).toBe("price_day:2023-11-03");
  expect(row.values.market_value / (176.65 * 15_552_752_000)).toBeCloseTo(1, 1);
});

test("a close after a split that no filing of the day shows has no shares beside it", async () => {
  const [after] = await ask(priced, "tickers=AAPL&metrics=pe&periods=TTM&asOf=2020-09-15");
  expect([after.values.pe, after.reasons.pe]).toEqual([null, "split_basis_unknown"]);
  const [before] = await ask(priced, "tickers=AAPL&metrics=pe&periods=TTM&asOf=2020-08-28");
  expect(before.values.pe).toBeGreaterThan(30);
});

test("without a price each says why, and everything else stays", async () => {
  const reasonOf = async (app: typeof plain, query: string) =>
    (await ask(app, `metrics=pe,sloan_ratio&${query}`)).map(
      (row: { reasons: { pe: string } }) => row.reasons.pe,
    );
  expect(await reasonOf(plain, "tickers=AAPL&periods=TTM")).toEqual(["prices_not_configured"]);
  expect(await reasonOf(priced, "tickers=AAPL&periods=2023FY,2023Q3")).toEqual([
    "price_is_of_the_day",
    "needs_twelve_months",
  ]);
  expect(await reasonOf(priced, "tickers=TSM&periods=TTM")).toEqual(["price_in_other_currency"]);
  expect(await reasonOf(priced, "tickers=AAPL&periods=TTM&asOf=2020-01-31")).toEqual(["no_price"]);
  expect(await reasonOf(priced, "tickers=AAPL&periods=TTM&view=original")).toEqual([
    "price_is_of_the_day",
  ]);
  const others = "tickers=AAPL&metrics=roic,sloan_ratio&periods=2023FY,TTM";
  expect(await ask(priced, others)).toEqual(await ask(plain, others));
});

const screen = async (app: typeof plain, query: Record<string, string>) =>
  (await app.get(`/v2/screen?${new URLSearchParams(query)}`)).json();

test("a screen has what /v2/metrics has, after the job has read the closes", async () => {
  const asked = { where: "revenue > 1b and currency = USD", columns: `${keys},revenue` };
  const before = await screen(priced, asked);
  expect(before.data[0].reasons.pe).toBe("price_pending");
  const deps = priceScreenDeps({ url: file, isAdjusted: false }, { ...priced, ...context, now });
  expect(await priceScreen(deps)).toEqual({ companies: 3, written: 3 });
  expect(await priceScreen(deps)).toEqual({ companies: 3, written: 0 });

  const [row] = await ask(priced, `tickers=AAPL&metrics=${keys}&periods=TTM`);
  const { data, meta } = await screen(priced, asked);
  expect(data).toHaveLength(1);
  expect(data[0].figures).toEqual({ ...row.values, revenue: 435_617e6 });
  expect(data[0]).toMatchObject({ ticker: "AAPL", priceDay: "2026-02-26", reasons: {} });
  expect(meta.prices).toBe("available");
});

test("a screen keeps and sorts companies by a metric with a price, and says why others have none", async () => {
  // 270 dollars times at least 14,681,140 thousand shares, over net income of 117,777 million: 33.7 and a little more.
  const met = async (where: string) =>
    (await screen(priced, { where })).data.map((one: { ticker: string }) => one.ticker);
  expect(await met("pe > 33.6 and pe < 34 and dividend_yield < 0.5%")).toEqual(["AAPL"]);
  expect(await met("pe < 33")).toEqual([]);
  const all = await screen(priced, { sort: "-market_value", columns: "pe" });
  expect(all.data.map((one: { ticker: string | null }) => one.ticker)).toEqual([
    "AAPL",
    null,
    "TSM",
  ]);
  const reasons = all.data.map((one: { reasons: { pe?: string } }) => one.reasons.pe);
  expect(reasons).toEqual([undefined, "no_price", "price_in_other_currency"]);
  const csv = await priced.get("/v2/screen?format=csv&where=pe+%3E+1&columns=pe");
  expect(csv.body).toContain("price_day,pe,pe_note");
  expect(csv.body).toContain(",2026-02-26,33.");
});

test("a screen without prices has none of these figures and says so", async () => {
  const shown = await screen(plain, { columns: "pe,revenue", sort: "-pe" });
  expect(shown.meta.prices).toBe("not_configured");
  expect(shown.data[0]).toMatchObject({
    ...{ priceDay: null, figures: { pe: null }, reasons: { pe: "prices_not_configured" } },
  });
  expect((await screen(plain, { where: "pe < 1000" })).data).toEqual([]);
  const page = await plain.get("/screen?where=pe+%3C+15", { accept: "text/html" });
  expect(page.body).toContain("No prices are configured");
  const shownPage = await priced.get("/screen?where=pe+%3C+40", { accept: "text/html" });
  expect(shownPage.body).toContain("newest close of each company");
  expect(shownPage.body).toContain("33.");
});
