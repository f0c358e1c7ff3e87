import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { openPrices } from "#api/clients/prices/prices.ts";
import { ingestCompany } from "#ingest/pipeline.ts";
import { entityIdOf } from "#ingest/store/identity.ts";
import { testApp } from "../../helpers/app.ts";
import { apple, nikola, openTestPipeline } from "../../helpers/pipeline.ts";

const folder = await mkdtemp(join(tmpdir(), "tenk-quotes-"));
afterAll(() => rm(folder, { recursive: true, force: true }));
const closesOf = (...lines: string[]) =>
  writeFile(join(folder, "AAPL.csv"), ["date,close", ...lines].join("\n"));
await closesOf(
  // A year before the newest is 2025-02-27: the first of these is not in its range.
  ...["2020-08-28,499.23", "2020-08-31,129.04", "2025-02-26,290", "2025-06-02,210"],
  ...["2026-02-25,280", "2026-02-26,270", "2026-03-02,300"],
);

const { context } = await openTestPipeline({ ciks: [apple, nikola] });
await ingestCompany(apple, context);
await ingestCompany(nikola, context);
const now = () => new Date("2026-02-28T12:00:00.000Z");
const options = { database: context.database, now };
const plain = await testApp(options);
const opened = (isAdjusted: boolean | null) =>
  testApp({ ...options, prices: openPrices({ url: folder, isAdjusted }, { checkMs: 0 }) });
const priced = await opened(null);
const adjusted = await opened(true);

type App = typeof plain;
const at = (cik: string, query = "") => `/v2/entities/${entityIdOf(cik)}/company-terminal${query}`;
const terminal = async (app: App, query = "", cik = apple) =>
  (await app.get(at(cik, query))).json().data;

describe("the market data of a terminal", () => {
  test("are the newest close with its change and range, and everything else stays [TRM-22] [TRM-24]", async () => {
    const { marketData, modules, ...rest } = await terminal(priced);
    expect(marketData).toEqual({
      state: "available",
      reason: null,
      quote: {
        ...{ price: 270, currency: "USD", dayChange: -10, dayChangePercent: -3.57143 },
        ...{ fiftyTwoWeekLow: 210, fiftyTwoWeekHigh: 280, beta: null, sharesOutstanding: null },
        ...{ isStale: false, isDelayed: true, provider: "file of daily closes" },
      },
    });
    expect(modules).toContainEqual({ key: "marketData", state: "available" });
    const stored = await terminal(plain);
    expect(stored.marketData.state).toBe("not_configured");
    expect(stored).toMatchObject(rest);
    expect(Object.keys(stored).sort()).toEqual(
      [...Object.keys(rest), "marketData", "modules"].sort(),
    );
  });

  test("are never of a later day than the one asked for, and old ones say so [TRM-24]", async () => {
    const { quote } = (await terminal(priced, "?asOf=2025-08-01")).marketData;
    expect(quote).toMatchObject({ price: 210, isStale: true });
    expect((await terminal(priced, "?view=original")).marketData.quote.price).toBe(270);
  });

  test("compare no closes that a split may lie between, and give adjusted ones as of their day", async () => {
    const { quote } = (await terminal(priced, "?asOf=2020-12-31")).marketData;
    expect(quote).toMatchObject({ price: 129.04, dayChange: null, fiftyTwoWeekHigh: null });
    const before = (await terminal(adjusted, "?asOf=2019-12-31")).marketData;
    expect(before).toMatchObject({ state: "unavailable", quote: null });
  });

  test("say why there are none [TRM-23]", async () => {
    expect((await terminal(priced, "", nikola)).marketData).toEqual({
      ...{ state: "unavailable", reason: "The company has no ticker.", quote: null },
    });
    const { reason } = (await terminal(priced, "?asOf=2010-01-01")).marketData;
    expect(reason).toBe("The provider has no close of AAPL on or before 2010-01-01.");
  });

  test("change the answer's ETag when they change, and it is not sent again before", async () => {
    const first = await priced.get(at(apple));
    const etag = String(first.headers.etag);
    const headers = { "if-none-match": etag, "accept-encoding": "gzip" };
    expect((await priced.get(at(apple), headers)).statusCode).toBe(304);
    expect(etag).not.toBe((await plain.get(at(apple))).headers.etag);
    await closesOf("2026-02-26,271.5");
    const next = await priced.get(at(apple), { "if-none-match": etag });
    expect(next.json().data.marketData.quote).toMatchObject({ price: 271.5, dayChange: null });
  });

  test("are there for who is signed in, too", async () => {
    const answer = await priced.get(at(apple), await priced.signIn("reader@example.com"));
    expect(answer.json().data.marketData.quote.price).toBe(271.5);
  });
});

test("the page of a model has the close and the upside that the API has", async () => {
  const path = "/models/dcf_5_year_terminal_growth";
  const page = (app: App) => app.get(`/companies/apple-inc${path}`, { accept: "text/html" });
  const { market } = (await priced.get(`/v2/entities/${entityIdOf(apple)}${path}`)).json().data;
  const { body } = await page(priced);
  expect(body).toContain('<p class="market">Close 271.50 USD on 2026-02-26: upside <b>');
  expect(body).toContain(`<b>${(market.upside.mid * 100).toFixed(1).replace("-", "−")}%</b>`);
  expect((await page(plain)).body).not.toContain('class="market"');
  const form = await priced.send({
    ...{ method: "POST", url: `/companies/apple-inc${path}` },
    headers: { accept: "text/html", "content-type": "application/x-www-form-urlencoded" },
    payload: "act=show&discount_rate=8.5",
  });
  expect(form.body).toContain("on 2026-02-26: upside");
});
