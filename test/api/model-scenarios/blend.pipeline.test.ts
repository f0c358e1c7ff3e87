import { describe, expect, test } from "vitest";
import { ingestCompany } from "#ingest/pipeline.ts";
import { entityIdOf } from "#ingest/store/identity.ts";
import { testApp } from "../../helpers/app.ts";
import { apple, openTestPipeline } from "../../helpers/pipeline.ts";

const { context } = await openTestPipeline();
await ingestCompany(apple, context);
const { send, signIn } = await testApp({ database: context.database });
const ann = await signIn("ann@example.com");
const bob = await signIn("bob@example.com");
const company = `/v2/entities/${entityIdOf(apple)}`;
const templateKey = "terminal_growth";

type Headers = typeof ann | Record<string, never>;
const post = (url: string, headers: Headers, payload: object) =>
  send({ method: "POST", url, headers, payload });
async function save(name: string, assumptions: object, headers: Headers, template = templateKey) {
  const url = `${company}/models/${template}/scenarios`;
  const answer = await post(url, headers, { name, assumptions });
  expect(answer.statusCode).toBe(201);
  return answer.json().data.id as string;
}
const blend = (models: object[], headers: Headers) =>
  post(`${company}/model-blend`, headers, { models });
const compute = async (assumptions: object) => {
  const answer = await post(`${company}/models/${templateKey}/compute`, {}, { assumptions });
  return answer.json().data.valuation.fairValuePerShare as number;
};

const rates = { bull: { discount_rate: 0.08 }, bear: { discount_rate: 0.12 } };
const bull = await save("Bull", rates.bull, ann);
const bear = await save("Bear", rates.bear, ann);

describe("a blend of saved scenarios", () => {
  test("weighs what each of them computes, under its name", async () => {
    const models = [
      { templateKey, scenarioId: bull, weight: 3 },
      { templateKey, scenarioId: bear, weight: 1, scenario: "Recession" },
    ];
    const answer = await blend(models, ann);
    expect(answer.statusCode).toBe(200);
    const { parts, fairValuePerShare } = answer.json().data;
    const values = [await compute(rates.bull), await compute(rates.bear)] as const;
    expect(
      parts.map((part: { scenario: string; fairValuePerShare: { mid: number } }) => [
        part.scenario,
        part.fairValuePerShare.mid,
      ]),
    ).toEqual([
      ["Bull", values[0]],
      ["Recession", values[1]],
    ]);
    expect(values[0]).toBeGreaterThan(values[1]);
    expect(fairValuePerShare.mid).toBeCloseTo((3 * values[0] + values[1]) / 4, 8);
  });

  test("somebody else's is not found, and neither is one of nobody", async () => {
    const models = [{ templateKey, scenarioId: bull, weight: 1 }];
    const nobodys = [
      { templateKey, scenarioId: "00000000-0000-4000-8000-000000000000", weight: 1 },
    ];
    const refused = [
      await blend(models, bob),
      await blend(models, {}),
      await blend(nobodys, ann),
      await blend(nobodys, bob),
    ];
    const told = refused.map((one) => [one.statusCode, one.json().error.message]);
    expect(told).toEqual(refused.map(() => [404, "Scenario not found"]));
    const own = await save("Bull", rates.bear, bob);
    expect((await blend([{ templateKey, scenarioId: own, weight: 1 }], bob)).statusCode).toBe(200);
    expect((await blend([{ templateKey, scenarioId: own, weight: 1 }], ann)).statusCode).toBe(404);
  });

  test("one of another template is not found", async () => {
    const other = await save("Other", {}, ann, "epv");
    const answer = await blend([{ templateKey, scenarioId: other, weight: 1 }], ann);
    expect(answer.statusCode).toBe(404);
  });

  test.each([
    [
      [{ templateKey, scenarioId: bull, weight: 1, assumptions: rates.bear }],
      "A scenario has its own assumptions and drivers: give scenarioId or these.",
    ],
    [
      [
        { templateKey, scenarioId: bull, weight: 1 },
        { templateKey, scenario: "Bull", weight: 1 },
      ],
      "dcf_5_year_terminal_growth (Bull) is there twice.",
    ],
  ])("%j is refused", async (models, message) => {
    const answer = await blend(models, ann);
    expect([answer.statusCode, answer.json().error.message]).toEqual([400, message]);
  });
});
