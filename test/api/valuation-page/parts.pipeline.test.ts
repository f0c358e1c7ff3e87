import { expect, test } from "vitest";
import { ingestCompany } from "#ingest/pipeline.ts";
import { sampleFilings } from "#ingest/sample/reports/sample-reports.ts";
import { testApp } from "../../helpers/app.ts";
import { apple, jpmorgan, openTestPipeline, tsmc } from "../../helpers/pipeline.ts";

const { context } = await openTestPipeline({
  ciks: [apple, tsmc, jpmorgan],
  archives: { filings: sampleFilings() },
  packages: { count: 10, isOnlyBeyondDataSets: false },
});
for (const cik of [apple, tsmc, jpmorgan]) await ingestCompany(cik, context);
const app = await testApp({
  database: context.database,
  now: () => new Date("2026-02-26T12:00:00Z"),
});
const idOf = async (ticker: string) =>
  (await app.get(`/v2/entities/public/by-ticker/${ticker}`)).json().data.entityId;
const entityId = await idOf("AAPL");
const post = (payload: object, id = entityId) =>
  app.send({ method: "POST", url: `/v2/entities/${id}/sum-of-parts`, payload });
const sumOf = async (payload: object) => (await post(payload)).json().data;
const at = "/companies/apple-inc/parts";
const page = (query = "") => app.get(at + query, { accept: "text/html" });
const europe = "own:EuropeSegment";

test("Apple's segments of 2024 and what is of none add up to its operating income [MOD-73]", async () => {
  const { period, parts, rest, metric, defaultMultiple, ...value } = await sumOf({});
  expect(period).toMatchObject({ key: "2024FY", accession: "0000320193-24-000123" });
  expect(metric).toBe("operating_income");
  expect(parts.map((part: { value: number }) => part.value / 1e6)).toEqual([
    67656, 41790, 27082, 12454, 13062,
  ]);
  // 123,216 is Apple's operating income of 2024.
  expect(rest.value / 1e6).toBe(123216 - 162044);
  expect(value.enterpriseValue / 1e6).toBeCloseTo(123216 * defaultMultiple.value, 3);
});

test("parts of an older day than the balance sheet are said with both days, where parts are shown", async () => {
  // The newest annual report with segments is of 2024-09-28, the newest 10-Q of 2025-12-27.
  const said =
    "The parts are those of the fiscal year to 2024-09-28; net debt and shares are those of 2025-12-27.";
  const { warnings } = await sumOf({});
  expect(warnings).toEqual([
    { code: "parts_of_another_day", message: expect.stringContaining(said) },
  ]);
  expect((await page()).body).toContain(`<p role="note">${said}`);
  // As of the annual report both are of one day.
  const url = `/v2/entities/${entityId}/sum-of-parts?asOf=2024-11-01`;
  const then = (await app.send({ method: "POST", url, payload: {} })).json().data;
  expect([then.balanceSheetDate, then.period.end]).toEqual(["2024-09-28", "2024-09-28"]);
  expect(then.warnings).toEqual([]);
});

test("from the sum to a share it goes as with a model of multiples [MOD-73]", async () => {
  const { enterpriseValue, netDebt, fairValuePerShare, market } = await sumOf({ price: 250 });
  const url = `/v2/entities/${entityId}/models/ev_revenue_multiples`;
  const model = (await app.get(url)).json().data;
  expect(netDebt).toBe(model.valuation.netDebt);
  const shares = model.valuation.equityValue / model.valuation.fairValuePerShare;
  expect(fairValuePerShare.mid).toBeCloseTo((enterpriseValue - netDebt) / shares, 4);
  expect(fairValuePerShare.low).toBeCloseTo((0.9 * enterpriseValue - netDebt) / shares, 4);
  expect(market.upside.mid).toBeCloseTo(fairValuePerShare.mid / 250 - 1, 6);
});

test("a multiple of one part changes that part and the mean that the rest takes [MOD-73]", async () => {
  const before = await sumOf({});
  const after = await sumOf({ multiples: { [europe]: 10 } });
  const [, was] = before.parts;
  expect(after.parts[1]).toMatchObject({ multiple: 10, isDefault: false });
  expect(after.parts[1].enterpriseValue).toBe(was.value * 10);
  expect(after.rest.multiple).toBeLessThan(before.rest.multiple);
  expect(await sumOf({})).toEqual(before);
});

test.each([
  [{ multiples: { "own:NoSuchSegment": 10 } }, 'There is no part "own:NoSuchSegment".'],
  [{ multiples: { [europe]: 0 } }, "multiples"],
  [{ multiples: { [europe]: "10" } }, "multiples"],
  [{ by: "colour" }, "by"],
  [{ price: -1 }, "price"],
])("%j is refused", async (body, said) => {
  const answer = await post(body);
  expect(answer.statusCode).toBe(400);
  expect(answer.body).toContain(JSON.stringify(said).slice(1, -1));
});

test("a company without parts says so, and has no value", async () => {
  const { data } = (await post({}, await idOf("TSM"))).json();
  expect(data.stateReason.code).toBe("no_parts");
  expect([data.enterpriseValue, data.fairValuePerShare.mid, data.market.upside]).toEqual([
    null,
    null,
    null,
  ]);
});

test("without a breakdown of the kind asked for there is no value, and the reason names it", async () => {
  const { state, stateReason, parts } = await sumOf({ by: "customer" });
  expect([state, parts]).toEqual(["insufficient_data", []]);
  expect(stateReason.message).toBe(
    "The filings at hand state no revenue or operating income by customer.",
  );
});

test("a bank has no value by its parts, and says why", async () => {
  const { data } = (await post({}, await idOf("JPM"))).json();
  expect([data.state, data.fairValuePerShare.mid]).toEqual(["insufficient_data", null]);
  expect(data.stateReason.code).toBe("financial_institution");
});

test("a part that is not there is told on the page, too", async () => {
  const { statusCode, body } = await page("?part=own:NoSuchSegment&multiple=10");
  expect(statusCode).toBe(400);
  expect(body).toContain("There is no part");
});

test("the page shows what the API answers for the multiples of its fields", async () => {
  const [americas = "", greaterChina = ""] = ["own:AmericasSegment", "own:GreaterChinaSegment"];
  const sent = `part=${americas}&multiple=&part=${europe}&multiple=10&part=${greaterChina}&multiple=12.5x&restMultiple=20`;
  const { statusCode, body } = await page(`?${sent}&price=250`);
  expect(statusCode).toBe(200);
  const { fairValuePerShare, market } = await sumOf({
    multiples: { [europe]: 10, [greaterChina]: 12.5 },
    restMultiple: 20,
    price: 250,
    priceDate: "2026-02-26",
  });
  expect(body).toContain(`<p class="figure">${fairValuePerShare.mid.toFixed(2)} `);
  const upside = `${(market.upside.mid * 100).toFixed(1)}%`.replace("-", "−");
  expect(body).toContain(`upside <b>${upside}</b>`);
  expect(body).toContain('aria-label="Multiple of Europe Segment" value="10"');
});

test("a wrong multiple is told with 400, and the page of everybody stays as it is", async () => {
  const first = await page();
  const wrong = await page(`?part=${europe}&multiple=%3Cb%3Echeap`);
  expect(wrong.statusCode).toBe(400);
  expect(wrong.body).toContain("“&lt;b&gt;cheap” is no multiple.");
  expect((await page()).body).toBe(first.body);
  expect(first.body).toContain("Sum of the parts");
});
