import { describe, expect, test } from "vitest";
import { createWriter } from "#registry/models/answers/result-json.ts";
import { findTemplate, templates } from "#registry/models/catalogue.ts";
import { computeModel, prepareModel } from "#registry/models/compute.ts";
import type { Model } from "#registry/models/family.ts";
import { extractFacts, noFacts } from "#registry/models/inputs/facts.ts";
import { bundledReference } from "#registry/models/rates/reference.ts";
import { goldenApple, sampleSource } from "../../helpers/companies/models.ts";

const companies = {
  Apple: await goldenApple(),
  "a bank": extractFacts(await sampleSource("0000019617", { sic: "6021" })),
  "a loss maker": extractFacts(await sampleSource("0001731289", { sic: "3711" })),
  "a company without filings": noFacts,
};

function prepare(key: string, facts: Model["facts"]): Model {
  const template = findTemplate(key);
  if (template === null) throw new Error(`no template ${key}`);
  return prepareModel({ template, facts, reference: bundledReference });
}

describe.each(Object.entries(companies))("%s", (_, facts) => {
  test.each(templates.map(({ key }) => [key]))(
    "%s is written as JSON.stringify writes it, to the byte",
    (key) => {
      const model = prepare(key, facts);
      const write = createWriter(model);
      const editable = model.table.seeds.flatMap(({ key: name, editable, value }) =>
        editable && value !== null ? [[name, value] as const] : [],
      );
      for (const body of [undefined, { assumptions: Object.fromEntries(editable.slice(0, 2)) }]) {
        const result = computeModel(model, body);
        expect(write(result)).toBe(JSON.stringify(result));
      }
    },
  );
});

test("driver cells, scalars and pinned edges that are set are written as set", () => {
  const model = prepare("dcf_10_year_terminal_growth", companies.Apple);
  const write = createWriter(model);
  for (const body of [
    { drivers: { ebitda_margin: { "2026": 0.31 } } },
    { assumptions: { tax_rate: 0.2, initial_revenue_growth: 0.1, discount_rate_low: 0.09 } },
    {},
  ]) {
    const result = computeModel(model, body);
    expect(write(result)).toBe(JSON.stringify(result));
  }
});

test("a series that nobody touched is the same one in every result, a touched one is not", () => {
  const model = prepare("terminal_growth", companies.Apple);
  const drivers = computeModel(model, { assumptions: { tax_rate: 0.2 } }).dcfDetail?.drivers;
  expect(drivers?.ebitda_margin).toBe(model.drivers?.ebitda_margin);
  expect(drivers?.tax_rate).not.toBe(model.drivers?.tax_rate);
  expect(drivers?.tax_rate.map(({ value, source }) => [value, source])).toEqual(
    Array.from({ length: 5 }, () => [0.2, "user"]),
  );
});
