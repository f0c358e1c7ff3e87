import { expect, test } from "vitest";
import { buildCompany } from "#ingest/build-company.ts";
import { parseCompanyFacts } from "#ingest/facts/company-facts.ts";
import { readFigures } from "#ingest/sample/figures.ts";
import { companyFactsJson } from "#ingest/sample/wire.ts";
import { type SfrsStatement, statementsOf } from "#ingest/statements/cells/statement-rows.ts";
import { validatePayload } from "#schemas/sfrs/load.ts";
import { documentOf, inputOf, registry } from "../standardization/company.ts";

const text = companyFactsJson(await readFigures("0000320193"), "9999-12-31") ?? "";
const parsed = parseCompanyFacts(Buffer.from(text), registry.tags);
const apple = buildCompany(inputOf([documentOf([], { parsed })]), registry);
const statements = apple.periods.flatMap((one) => statementsOf(apple.cik, one, registry));

/** The strict payload as the statement's own columns give it. */
function payloadOf(statement: SfrsStatement): Record<string, unknown> {
  const { statementType, sfrsVersion, cik, fiscalYear, fiscalPeriod } = statement;
  const { periodStart, periodEnd, currency, fields, reasons } = statement;
  const excused = ["not_applicable_template", "non_additive", "pre_standard"];
  return {
    schemaType: statementType,
    schemaVersion: sfrsVersion,
    entity: { cik },
    period: { fiscalYear, fiscalPeriod, periodStart, periodEnd },
    currency,
    fields,
    notApplicable: Object.keys(reasons).filter((key) => excused.includes(reasons[key] ?? "")),
  };
}

test("a converted statement names its schema, and its payload validates against it [SFR-21]", () => {
  const converted = statements.filter(({ status }) => status === "converted");
  expect(converted.length).toBeGreaterThan(100);
  for (const statement of converted) {
    const { statementType, sfrsSchemaId, sfrsVersion } = statement;
    expect(sfrsSchemaId).toBe(`urn:sfrs:schema:${statementType}:${sfrsVersion}`);
    expect(validatePayload(statementType, sfrsVersion, payloadOf(statement))).toEqual({
      ok: true,
      errors: [],
    });
    expect(statement.missingFields).toEqual([]);
  }
});

test("an incomplete statement lists what it lacks, and lacks it: nothing is estimated [SFR-22]", () => {
  const incomplete = statements.filter(({ status }) => status === "incomplete");
  expect(incomplete.length).toBeGreaterThan(0);
  for (const { missingFields, fields, reasons, lineage } of incomplete) {
    expect(missingFields.length).toBeGreaterThan(0);
    for (const key of missingFields) {
      expect([key, fields[key] ?? null, lineage[key]]).toEqual([key, null, undefined]);
      if (key in fields) expect(reasons[key]).toBeTypeOf("string");
    }
  }
});
