import { expect, test } from "vitest";
import { ingestCompany } from "#ingest/pipeline.ts";
import { testApp } from "../../helpers/app.ts";
import { apple, openTestPipeline } from "../../helpers/pipeline.ts";

const { context } = await openTestPipeline({ ciks: [apple] });
await ingestCompany(apple, context);
const today = "2026-02-26";
const app = await testApp({
  database: context.database,
  now: () => new Date(`${today}T12:00:00Z`),
});
const at = "/companies/apple-inc/valuation";
const browser = { accept: "text/html" };
const get = (query: string) => app.get(at + query, browser);

const entityId = (await app.get("/v2/entities/public/by-ticker/AAPL")).json().data.entityId;
const dcf = "dcf_5_year_terminal_growth";
const solve = async (body: object, query = "") => {
  const url = `/v2/entities/${entityId}/models/${dcf}/reverse${query}`;
  return (await app.send({ method: "POST", url, payload: body })).json().data;
};
const percent = (value: number) => `${(value * 100).toFixed(2)}%`.replace("-", "−");
const impliedOf = (body: string) => body.split('<section id="implied">')[1]?.split("</section>")[0];
/** Input, what the price needs, what the model takes, what was reported. */
const rowsOf = (body: string) =>
  (impliedOf(body) ?? "")
    .split("<tr>")
    .slice(2)
    .map((row) => row.split(/<\/t[hd]>/).map((cell) => cell.replaceAll(/<[^>]*>/g, "").trim()));

const unknowns = [
  "revenue_growth",
  "constant_revenue_growth",
  "ebitda_margin",
  "terminal_growth",
  "discount_rate",
];

test.each([
  ["", today],
  ["&asOf=2023-11-03", "2023-11-03"],
])("a price needs what the API answers for it (%s) [FIN-04]", async (query, priceDate) => {
  const { statusCode, body } = await get(`?price=1,050.50${query}`);
  expect(statusCode).toBe(200);
  const rows = rowsOf(body);
  expect(rows).toHaveLength(unknowns.length);
  for (const [place, solveFor] of unknowns.entries()) {
    const asked = { price: 1050.5, priceDate, solveFor };
    const { label, value, defaultValue } = await solve(asked, query.replace("&", "?"));
    const [said, needed, taken] = rows[place] ?? [];
    expect(said).toContain(label);
    expect(needed).toBe(value === null ? "none" : percent(value));
    expect(taken).toBe(percent(defaultValue));
  }
  expect(body).toContain(`Your price of <b>1,050.50 USD</b> as of ${priceDate}`);
});

test("a price that no input gives says between which values the model is", async () => {
  const { body } = await get("?price=900000000");
  const { stateReason } = await solve({ price: 9e8, priceDate: today });
  expect(impliedOf(body)).toContain(stateReason.message);
  expect(rowsOf(body)[0]?.[1]).toBe("none");
});

test("what the price needs stands beside what the company reported", async () => {
  const reported = (await app.get(`/v2/entities/${entityId}/models/historical_income_statement`))
    .json()
    .data.historicals.at(-1);
  const rows = rowsOf((await get("?price=250")).body);
  expect(rows[2]?.[3]).toBe(
    `${(reported.margins.ebitda_margin * 100).toFixed(1)}% twelve months to ${reported.periodEnd}`,
  );
  expect(rows[0]?.[3]).toMatch(/^[\d.]+% fiscal year \d{4}$/);
  expect(rows[4]?.[3]).toBe("no figure of filings");
});

test("an input that is needed leads to the model with it, whose value carried is the price", async () => {
  const { body } = await get("?price=250");
  const links = [...(impliedOf(body) ?? "").matchAll(/<a href="([^"]*set=[^"]*)"/g)];
  expect(links).toHaveLength(unknowns.length);
  const { impliedFairValuePerShare } = await solve({ price: 250, priceDate: today });
  for (const [, link = ""] of links) {
    const page = await app.get(link, browser);
    expect(page.statusCode).toBe(200);
    expect(page.body).toContain(`<p class="figure">${impliedFairValuePerShare.toFixed(2)} `);
  }
});

test("the price is the line in each drawing and gives the upside of each model", async () => {
  const { body } = await get("?price=250");
  expect(body).toContain('<table id="values" class="priced">');
  expect(new Set(body.match(/<line class="price" x1="[\d.]+"/g)).size).toBe(1);
  const url = `/v2/entities/${entityId}/model-blend`;
  const asked = { price: 250, priceDate: today, models: [{ templateKey: dcf, weight: 1 }] };
  const { mid } = (await app.send({ method: "POST", url, payload: asked })).json().data.market
    .upside;
  const [row = ""] = new RegExp(`models/${dcf}">.*`).exec(body) ?? [];
  expect(row).toContain(`<td class="n">${(mid * 100).toFixed(1)}%</td>`.replace("-", "−"));
});

test.each([
  ["-1", "not a price"],
  ["abc", "not a price"],
  ["2,50", "not a price"],
  ["1e9", "not a price"],
  ["Infinity", "not a price"],
  ["NaN", "not a price"],
  ["0x10", "not a price"],
  ["%00", "not a price"],
  ['"><script>alert(1)</script>', "not a price"],
  ["0", "above 0"],
  ["0.000", "above 0"],
  ["1000000000.01", "at most 1,000,000,000"],
  ["99999999999999999999", "at most 1,000,000,000"],
])("a price of %s is refused beside its field, and the values stay", async (price, said) => {
  const plain = await get("");
  const { statusCode, body } = await get(`?price=${encodeURIComponent(price)}`);
  expect(statusCode).toBe(400);
  const [, why = ""] = /id="price-why" role="alert">([^<]*)/.exec(body) ?? [];
  expect(why).toContain(said);
  expect(body).not.toContain("<script>alert");
  const values = /<table id="values".*?<\/table>/s;
  expect(values.exec(body)?.[0]).toBe(values.exec(plain.body)?.[0]);
});

test.each([
  `?price=${"9".repeat(101)}`,
  "?price=1&price=2",
  "?price=1&priceOf=option",
  "?price=1&asOf=2023-02-30",
])("%s is 400 with a page", async (query) => {
  const { statusCode, headers } = await get(query);
  expect([statusCode, headers["content-type"]]).toEqual([400, "text/html; charset=utf-8"]);
});

test("pages with a price are kept nowhere, and the third is the first", async () => {
  const visits = [];
  for (let n = 0; n < 3; n += 1) visits.push(await get("?price=250"));
  expect(visits[0]?.headers.etag).toBeUndefined();
  expect(visits[1]?.body).toBe(visits[0]?.body);
  expect(visits[2]?.body).toBe(visits[0]?.body);
});

test("an empty field is the page without it, and the day and the price keep each other", async () => {
  const day = "2023-11-03";
  expect((await get("?price=&priceOf=")).body).toBe((await get("")).body);
  const { body } = await get(`?price=250&asOf=${day}`);
  const [, form = ""] = /<form class="price"(.*?)<\/form>/s.exec(body) ?? [];
  expect(form).toContain(`name="asOf" value="${day}"`);
  expect(form).toContain(`href="${at}?asOf=${day}">Without it`);
  const [, control = ""] = /<section class="as-of"(.*?)<\/section>/s.exec(body) ?? [];
  expect(control).toContain('name="price" value="250"');
  expect(body).not.toMatch(/href="\/companies\/apple-inc\/models\/\w+"/);
});
