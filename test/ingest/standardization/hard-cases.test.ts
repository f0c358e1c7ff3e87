import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import type { CompanyBuild, View } from "#ingest/company-input.ts";
import { parseCsv } from "#jobs/accuracy/csv.ts";
import type { Fact } from "#schemas/shapes/companies/fact.ts";
import { build, factOfLine, shown } from "./company.ts";

/**
 * Figures that users of other services found wrong, by their public reports, with what the filing says. Rows run on
 * the facts of `hard-cases.tsv`; those whose document nobody has here say so.
 */
const [, ...rows] = parseCsv(fixture("hard-cases.csv")).map(({ fields }) => {
  const [source = "", company = "", cik = "", period = "", line = ""] = fields;
  const [view = "", expected = "", status = "", says = ""] = fields.slice(5);
  return { source, company, cik, period, line, view, expected, status, says };
});
const running = rows.filter(({ status }) => status === "runs");

function fixture(name: string): string {
  return readFileSync(new URL(`../../fixtures/${name}`, import.meta.url), "utf8");
}

const facts = Map.groupBy(
  fixture("hard-cases.tsv")
    .split("\n")
    .filter((text) => text !== "" && !text.startsWith("#")),
  (text) => text.slice(0, text.indexOf("\t")),
);

const factsOf = (cik: string): Fact[] =>
  (facts.get(cik) ?? []).map((text) => factOfLine(text.slice(cik.length + 1)));

const views: Record<string, View> = {
  latest: { kind: "latest" },
  original: { kind: "asFirstReported" },
};
const built = new Map<string, CompanyBuild>();

function buildOf(cik: string, view: string): CompanyBuild {
  const key = `${cik} ${view}`;
  const company = built.get(key) ?? build(factsOf(cik), views[view]);
  built.set(key, company);
  return company;
}

test("18 at least forty hard cases are collected, and most of them run", () => {
  expect(rows.length).toBeGreaterThanOrEqual(40);
  expect(running.length).toBeGreaterThanOrEqual(40);
  expect(new Set(rows.map(({ status }) => status))).toEqual(new Set(["runs", "document missing"]));
  expect(running.filter(({ cik }) => !facts.has(cik))).toEqual([]);
});

for (const { source, company, cik, period, line, view, expected } of running) {
  test(`18 ${company} ${period} ${line} (${view}) is ${expected}: ${source}`, () => {
    expect(shown(buildOf(cik, view), period, line)).toBe(expected);
  });
}
