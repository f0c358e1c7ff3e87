import { expect, test } from "vitest";
import { noPrices } from "#api/clients/prices/prices.ts";
import { unavailable } from "#api/http/errors.ts";
import { getDefaultModel, type ModelDeps } from "#api/modules/models/service.ts";
import type { Question } from "#api/views/questions.ts";
import type { ViewOutcome } from "#api/views/views.ts";
import { findTemplate } from "#registry/models/catalogue.ts";
import { computeModel, prepareModel } from "#registry/models/compute.ts";
import { referenceOn } from "#registry/models/rates/dated-reference.ts";
import { goldenApple } from "../../helpers/companies/models.ts";
import { openTestDatabase } from "../../helpers/database.ts";
import { makeCompany } from "../../helpers/make.ts";

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
  return {
    db,
    views,
    prices: noPrices,
    now: () => new Date("2026-03-01T12:00:00Z"),
    documents: { find: async () => document },
  } as unknown as ModelDeps;
}

const of = { entityId: company.id, templateKey: "terminal_growth", asOf: "2023-11-03" };
const found = () =>
  Promise.resolve({ identity: bytes, gzip: bytes, etag: '"x"', visibility: "public" as const });

test("a past day is computed in the view thread, with the reference data of that day, and kept", async () => {
  const deps = depsWith([found]);
  const answer = await getDefaultModel(deps, of);
  const template = findTemplate("terminal_growth");
  if (template === null) throw new Error("no template");
  const reference = referenceOn("2023-11-03");
  const { valuation } = computeModel(
    prepareModel({ template, facts: { ...facts, sic: "3571" }, reference }),
  );
  const expected = valuation.fairValuePerShare;
  expect(reference.rates.equityRiskPremium.value).toBe(0.0594);
  const { data } = JSON.parse(answer.identity.toString());
  expect(data.valuation.fairValuePerShare).toBeCloseTo(expected ?? 0, 6);
  expect(asked).toEqual([{ kind: "modelFacts" }]);
  expect(await getDefaultModel(deps, of)).toBe(answer);
});

test("industry averages of the day's January change the value, and those of another one are told", async () => {
  const answerOn = async (asOf: string) => {
    const answer = await getDefaultModel(depsWith([found]), {
      ...of,
      templateKey: "ev_ebitda_multiples",
      asOf,
    });
    const { data } = JSON.parse(answer.identity.toString());
    const multiple = data.assumptions.find(({ key }: { key: string }) => key === "multiple");
    const told = data.warnings.filter(
      ({ code }: { code: string }) => code === "reference_of_another_day",
    );
    return { multiple, told, value: data.valuation.fairValuePerShare };
  };
  // As printed on 2020-01-05, 15.129, and on 2025-01-05, 25.4, which is held at 25.
  const [in2020, in2022, in2025] = [
    await answerOn("2020-11-02"),
    await answerOn("2022-11-02"),
    await answerOn("2025-11-02"),
  ];
  expect(in2020.multiple).toMatchObject({ value: 15.1 });
  expect(in2020.multiple.note).toContain("January 2020 (vebitda.xls of 2020-01-05)");
  expect(in2020.told).toEqual([]);
  expect(in2022.multiple).toMatchObject({ value: 15.1 });
  expect(in2022.told).toEqual([
    {
      code: "reference_of_another_day",
      message:
        "The average EV / EBITDA of Computers/Peripherals is of 2020-01: none of 2022-01 is held.",
    },
  ]);
  expect(in2025.multiple).toMatchObject({ value: 25 });
  expect(in2025.told).toEqual([]);
  expect(in2025.value).toBeGreaterThan(in2020.value * 1.5);
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
