import { gzipSync } from "node:zlib";
import { afterAll, expect, test } from "vitest";
import { runCommand } from "#jobs/run-command.ts";
import { companyFacts } from "#schemas/tables/companies/statement.ts";
import { openTestDatabase } from "../../helpers/database.ts";
import {
  makeCompany,
  makeFact,
  makeReport,
  makeStatement,
  makeTicker,
} from "../../helpers/make.ts";
import { printedLine, reportOf, statementOf } from "../../ingest/faces/measured/printed.ts";

const database = await openTestDatabase();
const { db } = database;
afterAll(() => database.close());
const made = await makeCompany(db, { name: "Apple Inc.", company: { companyKey: "0000320193" } });
await makeTicker(db, made.id, "AAPL");
await makeCompany(db, { name: "Without Reports Inc.", company: { companyKey: "0000000009" } });
const fact = makeFact();
await makeStatement(db, made.cik, { lineage: { revenue: 0, net_income: 1 } });
const facts = [fact, { ...fact, tag: "NetIncomeLoss", value: "96995000000" }];
const document = { cik: made.cik, name: "Apple Inc.", sic: null, fiscalYearEnd: "0930", facts };
await db.insert(companyFacts).values({
  companyKey: made.cik,
  body: gzipSync(JSON.stringify({ ...document, submitted: [], dimensioned: {} })),
});
const line = (element: string, value: string) => {
  const { start, end } = fact;
  const printed = { start, end, isRounded: false, value, unit: "USD", decimals: null, fact: null };
  return printedLine(element, null, { label: `The ${element}`, values: [printed] });
};
const lines = [line(`us-gaap:${fact.tag}`, fact.value), line("aapl:Other", "77000000")];
await makeReport(
  db,
  made.cik,
  reportOf([statementOf("income", lines)], [], { accession: fact.accession, form: "10-K" }),
);

async function quality(...args: string[]) {
  const printed: string[] = [];
  const warned: string[] = [];
  const code = await runCommand(["quality", ...args], {
    env: {},
    database,
    print: (text) => printed.push(text),
    warn: (text) => warned.push(text),
    isInterrupted: () => false,
  });
  return { code, text: printed.join("\n"), warned };
}

test("the summary counts values on the face, lines that feed nothing, and names the worst companies", async () => {
  const { code, text } = await quality();
  expect(code).toBe(0);
  expect(text).toContain("1 companies with 1 printed reports");
  expect(text).toMatch(/values on the face +income_statement +2 +1 +50\.00 +1 off/);
  expect(text).toMatch(/printed lines that feed +income +2 +1 +50\.00 +1 feed nothing/);
  expect(text).toMatch(/net_income +1 +0 +1/);
  expect(text).toMatch(/1 +income +aapl:Other +The aapl:Other/);
  expect(text).toMatch(/Apple Inc\. \(CIK 320193\) +2 +1 +2 +1 +0 +0/);
});

test("one company comes with its lists, as text and as JSON", async () => {
  const { text } = await quality("--company", "AAPL");
  expect(text).toContain(`2023FY  net_income  96995000000  ${fact.accession}  off`);
  expect(text).toMatch(new RegExp(`${fact.accession} +income +2023-09-30 +77000000 +aapl:Other`));
  expect(text).toContain("subtotals whose shown parts do not add up: none");
  const { text: json } = await quality("--company", "320193", "--json");
  expect(JSON.parse(json)).toMatchObject({
    companies: 1,
    values: { income_statement: { measured: 2, face: 1, off: 1 } },
    lines: { income: { printed: 2, fed: 1 } },
    offFace: [{ concept: "net_income", period: "2023FY", standing: "off" }],
    unfedLines: [{ element: "aapl:Other", printed: "77000000" }],
    openSums: [],
  });
});

test("a company without a printed statement says so, and mistakes are told", async () => {
  const { code, warned } = await quality("--company", "9");
  expect(code).toBe(0);
  expect(warned.join()).toContain("Without Reports Inc. has no statements as printed at hand");
  expect((await quality("--company", "NOPE")).code).toBe(2);
  expect((await quality("--limit", "0")).code).toBe(2);
  expect((await quality("--help")).text).toContain("--company <name>");
});
