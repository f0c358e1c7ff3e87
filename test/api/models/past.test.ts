import { expect, test } from "vitest";
import { unavailable } from "#api/http/errors.ts";
import { getDefaultModel, type ModelDeps } from "#api/modules/models/service.ts";
import type { Question } from "#api/views/questions.ts";
import type { ViewOutcome } from "#api/views/views.ts";
import { openTestDatabase } from "../../helpers/database.ts";
import { makeCompany } from "../../helpers/make.ts";
import { goldenApple } from "../../helpers/models.ts";

const { db } = await openTestDatabase();
const company = await makeCompany(db, { company: { sic: "3571" } });
const facts = { ...(await goldenApple()), sic: null };
const bytes = Buffer.from(JSON.stringify(facts));
const asked: Question[] = [];

/** What models reach, with views that answer in turn. */
function depsWith(outcomes: (() => Promise<ViewOutcome>)[]): ModelDeps {
  const views = {
    answer: (_id: string, question: Question) => {
      asked.push(question);
      return (outcomes.shift() ?? (() => Promise.reject(new Error("asked too often"))))();
    },
  };
  const document = {};
  return { db, views, documents: { find: async () => document } } as unknown as ModelDeps;
}

const of = { entityId: company.id, templateKey: "terminal_growth", asOf: "2023-11-03" };
const found = () =>
  Promise.resolve({ identity: bytes, gzip: bytes, etag: '"x"', visibility: "public" as const });

test("a past day is computed in the view thread, to the golden cent, and kept", async () => {
  const deps = depsWith([found]);
  const answer = await getDefaultModel(deps, of);
  const { data } = JSON.parse(answer.identity.toString());
  expect(data.valuation.fairValuePerShare).toBeCloseTo(105.0868, 4);
  expect(asked).toEqual([{ kind: "modelFacts" }]);
  expect(await getDefaultModel(deps, of)).toBe(answer);
});

test("a thread that is full or lost is told as 503, and the next one tries again", async () => {
  const deps = depsWith([() => Promise.reject(unavailable("Too many views")), found]);
  await expect(getDefaultModel(deps, of)).rejects.toMatchObject({ status: 503 });
  expect((await getDefaultModel(deps, of)).identity.length).toBeGreaterThan(1000);
});

test("a company that nothing was built of has no models on any day", async () => {
  const answer = await getDefaultModel(depsWith([async () => "no_build"]), of);
  expect(JSON.parse(answer.identity.toString()).data).toMatchObject({
    state: "insufficient_data",
    stateReason: { code: "no_annual_periods" },
  });
});
