import { expect, test } from "vitest";
import { ingestCompany } from "#ingest/pipeline.ts";
import { testApp } from "../../helpers/app.ts";
import { signInBrowser } from "../../helpers/browser.ts";
import { apple, openTestPipeline } from "../../helpers/pipeline.ts";

const { context } = await openTestPipeline({ ciks: [apple] });
await ingestCompany(apple, context);
const app = await testApp({ database: context.database });
const ann = await signInBrowser(app, "ann@example.com");
const bob = await signInBrowser(app, "bob@example.com");
const annAsClient = await app.signIn("ann@example.com");
const entityId = (await app.get("/v2/entities/public/by-ticker/AAPL")).json().data.entityId;
const company = `/v2/entities/${entityId}`;
const [dcf, book] = ["dcf_5_year_terminal_growth", "pb_multiples"] as const;

async function save(name: string, templateKey: string, assumptions: object) {
  const url = `${company}/models/${templateKey}/scenarios`;
  const payload = { name, assumptions };
  const answer = await app.send({ method: "POST", url, headers: annAsClient, payload });
  return answer.json().data.id as string;
}
const bear = await save(`Bear <b>"case"</b>`, dcf, { discount_rate: 0.12 });
await save("Rate", "wacc", { beta: 1.1 });

const get = (query: string, headers: { cookie?: string } = {}) =>
  app.get(`/companies/apple-inc/valuation${query}`, { accept: "text/html", ...headers });
const midOf = (body: string) =>
  /id="blended">.*?<td class="n">[^<]*<\/td><td class="n">([^<]*)/.exec(body)?.[1];

test("a saved scenario is offered to its owner alone, if it has a value per share", async () => {
  const { body } = await get("", ann);
  expect(body).toContain(`<option value="${dcf}:2:${bear}">2</option>`);
  expect(body).toContain("Bear &lt;b&gt;&quot;case&quot;&lt;/b&gt; (5-year DCF");
  expect(body).not.toContain("Rate (");
  for (const headers of [bob, {}]) {
    expect((await get("", headers)).body).not.toContain(bear);
  }
  expect((await get("")).body).toBe((await get("")).body);
});

test("a chosen scenario weighs as the API computes it", async () => {
  const blend = `?blend=${dcf}:3:${bear};${dcf}:1;${book}:1`;
  const { statusCode, body } = await get(blend, ann);
  expect(statusCode).toBe(200);
  const models = [
    { templateKey: dcf, weight: 3, scenarioId: bear },
    { templateKey: dcf, weight: 1 },
    { templateKey: book, weight: 1 },
  ];
  const url = `${company}/model-blend`;
  const answer = await app.send({ method: "POST", url, headers: annAsClient, payload: { models } });
  expect(midOf(body)).toBe(answer.json().data.fairValuePerShare.mid.toFixed(2));
  expect(body).toContain(`<option value="${dcf}:3:${bear}" selected>3</option>`);
  expect(body).toContain(`<option value="${dcf}:1" selected>1</option>`);
});

test("the scenario of another person is not found, and neither is it without a person", async () => {
  const blend = `?blend=${dcf}:1:${bear}`;
  const [others, nobodys] = [await get(blend, bob), await get(blend)];
  expect([others.statusCode, nobodys.statusCode]).toEqual([404, 404]);
  expect(others.body).not.toContain("Bear");
  expect((await get(`?blend=${dcf}:1:${bear.slice(1)}`)).statusCode).toBe(400);
});
