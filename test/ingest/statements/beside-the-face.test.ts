import { expect, test } from "vitest";
import { buildCompany } from "#ingest/build-company.ts";
import { withFaces } from "#ingest/faces/evidence/with-faces.ts";
import type { Fact } from "#schemas/shapes/companies/fact.ts";
import { type Row, reportOf } from "../faces/evidence/printed.ts";
import { annualFact, documentOf, inputOf, line, registry } from "../standardization/company.ts";

/** Cohu's annual report of 2020, in thousands. */
const filing = { accession: "0000021535-21-000007", form: "10-K", filed: "2021-02-26" };
const year = { start: "2020-01-01", end: "2020-12-31", fy: 2020, fp: "FY", ...filing };
const lastQuarter = { start: "2020-10-01", end: "2020-12-31", fp: "Q4" };

const fact = (tag: string, value: number, over: Partial<Fact> = {}) =>
  annualFact(tag, String(value), { ...year, ...over });

const row = (tag: string, label: string, value: number, balance: "credit" | "debit"): Row => ({
  ...{ tag: `us-gaap:${tag}`, label, balance, values: [value] },
});

const annual = reportOf(filing.accession, filing.form, [
  {
    kind: "income",
    columns: ["2020-01-01|2020-12-31"],
    rows: [
      row("Revenues", "Net sales", 636007, "credit"),
      row("CostOfRevenue", "Cost of sales", 363931, "debit"),
    ],
  },
]);

function lineOf(facts: Fact[], key: string, concept: string) {
  const reports = [{ report: annual, filed: filing.filed }];
  const input = withFaces(inputOf([documentOf(facts)]), reports, registry);
  return line(buildCompany(input, registry), key, concept);
}

test("a quarter that an annual report states beside its statements is a note's, the year is not", () => {
  const quarter = fact("Revenues", 202355, lastQuarter);
  const facts = [fact("Revenues", 636007), fact("CostOfRevenue", 363931), quarter];
  expect(lineOf(facts, "2020Q4", "revenue")).toMatchObject({ value: "202355", flags: ["note"] });
  expect(lineOf(facts, "2020FY", "revenue")).toMatchObject({ value: "636007", flags: [] });
  // The statements of another filing are not at hand.
  const other = { ...quarter, accession: "0000021535-21-000099" };
  expect(lineOf([...facts.slice(0, 2), other], "2020Q4", "revenue").flags).toEqual([]);
});

test("a printed amount that the list of facts leaves out is taken from the statement", () => {
  const revenue = fact("Revenues", 636007);
  expect(lineOf([revenue], "2020FY", "cost_of_revenue")).toMatchObject({ value: "363931" });
  // The list of facts goes before the statement.
  const facts = [revenue, fact("CostOfRevenue", 363930)];
  expect(lineOf(facts, "2020FY", "cost_of_revenue")).toMatchObject({ value: "363930" });
});
