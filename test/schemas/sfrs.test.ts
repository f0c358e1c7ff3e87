import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { loadRegistry } from "#registry/current/load.ts";
import {
  listRuntimeSchemas,
  loadRuntimeSchema,
  parseRuntimeSchema,
  validatePayload,
} from "#schemas/sfrs/load.ts";
import { type StatementType, statementTypes } from "#schemas/shapes/companies/statement.ts";

const registry = loadRegistry();
const { standardVersion } = registry;

/** A payload of which every universal line has a value and every other line is null. */
function payload(type: StatementType, change: Record<string, unknown> = {}) {
  const concepts = registry.concepts.filter((c) => c.statement === type);
  const fields = Object.fromEntries(
    concepts.map((c) => [c.snakeKey, c.prevalence === "universal" ? "383285000000" : null]),
  );
  return {
    schemaType: type,
    schemaVersion: standardVersion,
    entity: { cik: "0000320193" },
    period: {
      fiscalYear: 2023,
      fiscalPeriod: "FY",
      periodStart: "2022-09-25",
      periodEnd: "2023-09-30",
    },
    currency: "USD",
    fields: { ...fields, ...change },
    notApplicable: [] as string[],
  };
}

const validate = (type: StatementType, document: unknown) =>
  validatePayload(type, standardVersion, document);

test("a complete payload of every type is valid, and its lines are exactly the active concepts [SFR-29]", () => {
  for (const type of statementTypes) {
    expect(validate(type, payload(type))).toEqual({ ok: true, errors: [] });
  }
});

test("an incomplete universal line makes the payload invalid [SFR-29]", () => {
  const document = payload("income_statement", { revenue: null });

  expect(validate("income_statement", document)).toEqual({
    ok: false,
    errors: ["/fields/revenue must be string"],
  });
});

test("a universal line may be null when it is listed as not applicable, and then must be [SFR-29]", () => {
  const missing = {
    ...payload("company_facts", { eps_basic: null }),
    notApplicable: ["eps_basic"],
  };
  const both = { ...payload("company_facts"), notApplicable: ["eps_basic"] };

  expect(validate("company_facts", missing).ok).toBe(true);
  expect(validate("company_facts", both).errors).toEqual(["/fields/eps_basic must be null"]);
});

test("a value is exact decimal text: no exponent, no float artefact, no number, no outer zero [SFR-29]", () => {
  for (const value of ["1e9", "01", "+1", "1.", ".5", "", "NaN", "1,000", 1, true, " 1", "0x10"]) {
    expect(
      validate("balance_sheet", payload("balance_sheet", { goodwill: value })).ok,
      String(value),
    ).toBe(false);
  }
  for (const value of ["0", "-1", "0.5", "-0.01", "1200000000000000000000.25"]) {
    expect(validate("balance_sheet", payload("balance_sheet", { goodwill: value })).ok, value).toBe(
      true,
    );
  }
});

test("unknown lines, missing lines and foreign documents are refused [SFR-29]", () => {
  const extra = payload("cash_flow_statement", { cash_burn: "1" });
  const { free_cash_flow: _, ...fields } = payload("cash_flow_statement").fields;
  const short = { ...payload("cash_flow_statement"), fields };

  expect(validate("cash_flow_statement", extra).errors).toEqual([
    "/fields must NOT have additional properties (cash_burn)",
  ]);
  expect(validate("cash_flow_statement", short).errors).toEqual([
    "/fields must have required property 'free_cash_flow'",
  ]);
  expect(validate("cash_flow_statement", payload("balance_sheet")).ok).toBe(false);
  for (const document of [null, [], "text", 7, {}]) {
    expect(validate("income_statement", document).ok).toBe(false);
  }
});

test("the frame of a payload is strict: cik, period, currency, repeated or unknown lines [SFR-29]", () => {
  const good = payload("income_statement");
  const faults = [
    { ...good, entity: { cik: "320193" } },
    { ...good, period: { ...good.period, fiscalPeriod: "Q5" } },
    { ...good, period: { ...good.period, periodEnd: "2023-13-30" } },
    { ...good, currency: "usd" },
    { ...good, currency: null },
    { ...good, notApplicable: ["ebitda", "ebitda"] },
    { ...good, notApplicable: ["goodwill"] },
    { ...good, note: "x" },
    { ...good, schemaVersion: "1.0.1" },
  ];

  for (const fault of faults) expect(validate("income_statement", fault).ok).toBe(false);
  expect(validate("company_facts", { ...payload("company_facts"), currency: null }).ok).toBe(true);
});

test("every listed schema carries the fields of a schema version [SFR-17] [VER-09]", () => {
  const listed = listRuntimeSchemas();

  const active = listed.filter(({ isActive }) => isActive);
  expect(active.map((s) => [s.schemaType, s.schemaVersion])).toEqual([
    ...statementTypes.map((type) => [type, standardVersion]),
    ["financial_supplement", "1.0.0"],
  ]);
  for (const entry of listed) {
    expect(entry).toEqual({
      schemaType: expect.any(String),
      schemaVersion: expect.stringMatching(/^\d+\.\d+\.\d+$/),
      schemaSha256: expect.stringMatching(/^[0-9a-f]{64}$/),
      canonicalSourceUrl: `/v2/sfrs/schemas/${entry.schemaType}/${entry.schemaVersion}`,
      isActive: expect.any(Boolean),
      ingestedAt: expect.stringMatching(/^\d{4}-\d{2}-\d{2}T00:00:00\.000Z$/),
    });
  }
});

test("the digest is that of the artifact's exact bytes [SFR-19] [VER-09]", () => {
  for (const { schemaType, schemaVersion, schemaSha256 } of listRuntimeSchemas()) {
    const bytes = readFileSync(`schemas/sfrs/${schemaType}/${schemaVersion}.json`);
    const schema = loadRuntimeSchema(schemaType, schemaVersion);

    expect(createHash("sha256").update(bytes).digest("hex")).toBe(schemaSha256);
    expect(schema.text).toBe(bytes.toString("utf8"));
    expect(schema.schemaId).toBe(`urn:sfrs:schema:${schemaType}:${schemaVersion}`);
  }
});

test("a changed artifact or an unregistered version is refused [SFR-19]", () => {
  const { schemaSha256, isActive, ingestedAt, text } = loadRuntimeSchema("company_facts", "1.0.0");
  const digest = { schemaSha256, isActive, ingestedAt };

  expect(() => parseRuntimeSchema("company_facts/1.0.0", Buffer.from(`${text} `), digest)).toThrow(
    "the runtime schema company_facts/1.0.0 has changed",
  );
  expect(parseRuntimeSchema("company_facts/1.0.0", Buffer.from(text), digest).text).toBe(text);
  expect(() => loadRuntimeSchema("company_facts", "9.9.9")).toThrow(
    "the runtime schema company_facts/9.9.9 is not registered",
  );
  expect(() => validatePayload("company_facts", "../1.0.0", {})).toThrow("is not registered");
});
