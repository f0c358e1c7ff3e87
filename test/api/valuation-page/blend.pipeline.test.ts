import { expect, test } from "vitest";
import { ingestCompany } from "#ingest/pipeline.ts";
import { testApp } from "../../helpers/app.ts";
import { apple, openTestPipeline } from "../../helpers/pipeline.ts";

const { context } = await openTestPipeline({ ciks: [apple] });
await ingestCompany(apple, context);
const app = await testApp({
  database: context.database,
  now: () => new Date("2026-02-26T12:00:00Z"),
});
const at = "/companies/apple-inc/valuation";
const get = (query = "") => app.get(at + query, { accept: "text/html" });
const entityId = (await app.get("/v2/entities/public/by-ticker/AAPL")).json().data.entityId;
const [dcf, book] = ["dcf_5_year_terminal_growth", "pb_multiples"] as const;

const blendOf = async (body: object) =>
  (
    await app.send({ method: "POST", url: `/v2/entities/${entityId}/model-blend`, payload: body })
  ).json().data;
const cellsOf = (body: string) =>
  [
    ...(/<tr class="total" id="blended">.*/.exec(body)?.[0] ?? "").matchAll(
      /<td class="n">([^<]*)/g,
    ),
  ].map(([, text]) => text?.replace("−", "-"));
const models = [
  { templateKey: dcf, weight: 2 },
  { templateKey: book, weight: 0.5 },
];

test("the blend is what the API answers for the same weights and price [FIN-04]", async () => {
  const { statusCode, body } = await get(`?price=250&blend=${dcf}:2;${book}:0.5`);
  expect(statusCode).toBe(200);
  const { fairValuePerShare, market } = await blendOf({
    models,
    price: 250,
    priceDate: "2026-02-26",
  });
  const { low, mid, high } = fairValuePerShare;
  expect(low).toBeLessThan(mid);
  expect(cellsOf(body)).toEqual([
    ...[low, mid, high].map((value) => value.toFixed(2)),
    market.carried.fairValuePerShare.mid.toFixed(2),
    `${(market.upside.mid * 100).toFixed(1)}%`,
  ]);
  expect(body).toContain(`<option value="${book}:0.5" selected>0.5</option>`);
});

test("the form sends one part for each model, and its address has them as one", async () => {
  const sent = await get(`?price=&blend=&blend=${dcf}:2&blend=&blend=${book}:0.5`);
  const written = await get(`?blend=${dcf}:2;${book}:0.5`);
  expect(sent.statusCode).toBe(200);
  expect(sent.body).toBe(written.body);
  expect(cellsOf(sent.body)).toHaveLength(3);
});

test("a model without a value is left out and named", async () => {
  const { body } = await get(`?blend=${dcf}:1;ffo_multiple:1`);
  expect(body).toMatch(/Without a value per share, and so left out: [A-Z][^<:]*\./);
  const { fairValuePerShare } = await blendOf({ models: [{ templateKey: dcf, weight: 1 }] });
  expect(cellsOf(body)[1]).toBe(fairValuePerShare.mid.toFixed(2));
});

test.each([
  "historical_income_statement:1",
  "wacc:1",
  "nothing:1",
  `${dcf}:0`,
  `${dcf}:-1`,
  `${dcf}`,
  "<b>:1",
])("%s is refused in a sentence", async (part) => {
  const { statusCode, body } = await get(`?blend=${encodeURIComponent(part)}`);
  expect(statusCode).toBe(400);
  expect(body).toContain("is no weight of a model with a value.");
  expect(body).not.toContain("<b>:1");
  expect(cellsOf(body)).toEqual([]);
});

test("the page of everybody offers the models with a value, and stays as it is", async () => {
  const first = await get();
  await get(`?blend=${dcf}:2`);
  const third = await get();
  expect(third.body).toBe(first.body);
  expect(first.body.match(/<select name="blend"/g)?.length).toBe(
    first.body.match(/<svg class="range"/g)?.length,
  );
});
