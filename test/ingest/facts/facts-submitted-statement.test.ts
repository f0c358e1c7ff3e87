import { expect, test } from "vitest";
import { findStatementFault, parseSubmittedStatement } from "#ingest/facts/submitted-statement.ts";

const snakeKeys = new Set(["revenue", "net_income"]);
const period = {
  fiscalYear: 2023,
  fiscalPeriod: "FY",
  start: "2022-09-25",
  end: "2023-09-30",
  fields: { revenue: "383285000000", net_income: null },
};
const statement = {
  source: "audited",
  cik: "320193",
  currency: "USD",
  submittedAt: "2024-02-01",
  periods: [period],
};

const parse = (document: unknown) =>
  parseSubmittedStatement(
    Buffer.from(typeof document === "string" ? document : JSON.stringify(document)),
    snakeKeys,
  );

test("a submitted statement keeps its amounts as decimal text and its nulls [SFR-24] [SFR-25]", () => {
  expect(parse(statement)).toEqual({ ...statement, cik: "0000320193" });
});

test("amounts are made plain: outer zeros and a negative zero go", () => {
  const fields = { revenue: "007.50", net_income: "-0" };

  expect(parse({ ...statement, periods: [{ ...period, fields }] }).periods[0]?.fields).toEqual({
    revenue: "7.5",
    net_income: "0",
  });
});

test.each([
  ["no JSON", "{", "not one whole JSON document"],
  ["a list", [], "document: Invalid input"],
  ["the regulator as source", { ...statement, source: "regulator" }, "source: "],
  ["an unknown member", { ...statement, ticker: "AAPL" }, 'Unrecognized key: "ticker"'],
  ["a cik of text", { ...statement, cik: "AAPL" }, "cik: must be one to ten digits"],
  ["a currency of another form", { ...statement, currency: "usd" }, "currency: must be a currency"],
  ["no periods", { ...statement, periods: [] }, "periods: "],
])("%s is refused with its path", (_, document, message) => {
  expect(() => parse(document)).toThrow(message);
});

test.each([
  [
    "a number as amount",
    { fields: { revenue: 383285000000 } },
    "periods[0].fields.revenue: must be decimal text",
  ],
  [
    "an exponent",
    { fields: { revenue: "3.8e11" } },
    "periods[0].fields.revenue: must be decimal text",
  ],
  [
    "an unknown field",
    { fields: { revenues: "1" } },
    "periods[0].fields.revenues: no concept has this key",
  ],
  ["a day that is none", { end: "2023-09-31" }, "periods[0].end: must be a calendar date"],
  [
    "a period turned round",
    { start: "2023-10-01" },
    "periods[0]: starts (2023-10-01) after it ends",
  ],
  [
    "a period still to come",
    { end: "2024-09-28" },
    "periods[0]: ends (2024-09-28) after it was submitted",
  ],
  ["a period of another kind", { fiscalPeriod: "Q5" }, "periods[0].fiscalPeriod: "],
])("%s is refused with its path", (_, change, message) => {
  expect(() => parse({ ...statement, periods: [{ ...period, ...change }] })).toThrow(message);
});

test("the same period twice is refused", () => {
  expect(() => parse({ ...statement, periods: [period, period] })).toThrow(
    "periods[1]: 2023 FY is given twice",
  );
});

test("a key that objects inherit is an unknown field", () => {
  const text = JSON.stringify(statement).replace('"revenue"', '"__proto__":{"a":"1"},"revenue"');

  expect(() => parse(text)).toThrow("periods[0].fields.__proto__: no concept has this key");
});

test.each([
  [10, /unknown_9: no concept has this key$/],
  [11, /unknown_9: no concept has this key; and 1 more$/],
  [25, /unknown_9: no concept has this key; and 15 more$/],
])("of %i faults the first ten are listed", (count, message) => {
  const fields = Object.fromEntries(Array.from({ length: count }, (_, n) => [`unknown_${n}`, "1"]));

  expect(() => parse({ ...statement, periods: [{ ...period, fields }] })).toThrow(message);
});

test("the company is named by its number or its entity, by one of them", () => {
  const entityId = "01234567-89AB-4DEF-8123-456789ABCDEF";
  const { cik, ...without } = statement;
  const both = "document: names its company by cik or by entityId, not by both";

  expect(() => parse({ ...statement, entityId })).toThrow(both);
  expect(() => parse(without)).toThrow(both);
  expect(parse({ ...without, entityId }).entityId).toBe(entityId.toLowerCase());
  expect(parse({ ...statement, cik: cik.padStart(10, "0") }).cik).toBe("0000320193");
});

test("a period may be one day long and end on the day of the submission", () => {
  const oneDay = { ...period, start: "2024-02-01", end: "2024-02-01" };

  expect(parse({ ...statement, periods: [oneDay] }).periods).toHaveLength(1);
});

test("a refusal names the place of its first fault", () => {
  const fields = { sales: "1", turnover: "2" };

  expect(() => parse({ ...statement, periods: [{ ...period, fields }] })).toThrow(
    expect.objectContaining({ where: "periods[0].fields.sales" }),
  );
});

test("what is wrong is said as a text, and nothing where nothing is", () => {
  expect(findStatementFault(statement, snakeKeys)).toBeNull();
  expect(findStatementFault({ ...statement, currency: "usd" }, snakeKeys)).toBe(
    "submitted statement refused: currency: must be a currency code such as USD",
  );
});
