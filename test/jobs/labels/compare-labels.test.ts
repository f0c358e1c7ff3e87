import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import type { StoredPeriod } from "#ingest/store/stored-company.ts";
import { compareLabel } from "#jobs/accuracy/labels/compare-labels.ts";
import { labelLines } from "#jobs/accuracy/labels/label-lines.ts";
import {
  isMiss,
  labelRates,
  labelReport,
  tallyLabels,
} from "#jobs/accuracy/labels/label-report.ts";
import { readLabelVerdicts, verdictsBy } from "#jobs/accuracy/labels/label-verdicts.ts";
import type { LabelReading } from "#jobs/accuracy/labels/read-labels.ts";
import { loadRegistry } from "#registry/current/load.ts";
import type { Fact } from "#schemas/shapes/companies/fact.ts";
import type { Line } from "#schemas/shapes/companies/statement.ts";

const accession = "0000000001-10-000001";
const later = "0000000001-11-000001";

const fact = (value: string, of: string): Fact => ({
  ...{ taxonomy: "us-gaap", tag: "NetIncomeLoss", unit: "USD", value, accession: of },
  ...{ start: "2010-01-01", end: "2010-04-03", form: "10-Q", filed: "2010-05-01" },
  ...{ fy: 2010, fp: "Q1", decimals: null, dimensions: null },
});

const lineOf = (value: string | null, lineage: Line["lineage"] = null): Line => ({
  ...{ value, unit: value && "USD", reason: value === null ? "unmapped_extension" : null, lineage },
  ...{ source: null, rank: null, flags: [] },
});

const period = (key: string, lines: Record<string, Line>): StoredPeriod => ({
  ...{ key, fiscalYear: 2010, fiscalPeriod: key.slice(4) as "Q1", start: "2010-01-01" },
  ...{ end: "2010-04-03", currency: "USD", template: "industrial", registryVersion: "1", lines },
});

function reading(line: string, printed: string, more: Partial<LabelReading> = {}): LabelReading {
  const found = labelLines().find((one) => one.line === line);
  if (!found) throw new Error(`no line ${line}`);
  return {
    filing: { accession, cik: "0000000001", form: "10-Q", period: "2010-03-31" },
    ...{
      line: found,
      label: "Net income",
      tag: "NetIncomeLoss",
      printed,
      unit: "USD",
      quarters: 1,
    },
    ...more,
  };
}

const outcomeOf = (one: LabelReading, ours: Line, facts: Fact[] = []) =>
  compareLabel(one, { periods: [period("2010Q1", { [one.line.line]: ours })], facts }).outcome;

test("a printed row is a part where the line adds up rows of the filing, and nowhere else", () => {
  const rows = [fact("-30", accession), fact("2", accession), fact("2", later)];
  const sum = (...ids: number[]): Line["lineage"] => [
    "sum_of_tags",
    ...ids.map((id): [number, string, string, number] => [1, "", rows[id]?.value ?? "", id]),
  ];
  const outcome = (line: string, printed: string, lineage: Line["lineage"]) =>
    outcomeOf(reading(line, printed), lineOf("32", lineage), rows);
  expect(outcome("capital_expenditure", "-30", sum(0, 1))).toBe("part");
  expect(outcome("capital_expenditure", "-31", sum(0, 1))).toBe("wrong");
  expect(outcome("capital_expenditure", "-30", sum(0, 2))).toBe("wrong");
  expect(outcome("goodwill", "30", sum(0, 1))).toBe("wrong");
});

test("ours is right, wrong, of another sign, or null", () => {
  expect(outcomeOf(reading("net_income", "120"), lineOf("120"))).toBe("right");
  expect(outcomeOf(reading("net_income", "120"), lineOf("119"))).toBe("wrong");
  expect(outcomeOf(reading("net_income", "120"), lineOf("-120"))).toBe("sign");
  expect(outcomeOf(reading("net_income", "120"), lineOf(null))).toBe("null");
});

test("costs are printed with either sign, and flows that only say used are", () => {
  expect(outcomeOf(reading("interest_expense", "-7"), lineOf("7"))).toBe("right");
  const used = { label: "Net cash used in investing activities" };
  expect(outcomeOf(reading("investing_cash_flow", "30", used), lineOf("-30"))).toBe("right");
  const either = { label: "Net cash provided by (used in) investing activities" };
  expect(outcomeOf(reading("investing_cash_flow", "30", either), lineOf("-30"))).toBe("sign");
});

test("counts of shares may be printed in thousands; amounts may not", () => {
  expect(outcomeOf(reading("weighted_average_shares_basic", "567"), lineOf("567000"))).toBe(
    "right",
  );
  expect(outcomeOf(reading("net_income", "567"), lineOf("567000"))).toBe("wrong");
});

test("a value that a later filing restates is set apart, only where this filing states what is printed", () => {
  const facts = [fact("100", later), fact("120", accession)];
  expect(outcomeOf(reading("net_income", "120"), lineOf("100", 0), facts)).toBe("restated");
  expect(outcomeOf(reading("net_income", "125"), lineOf("100", 0), facts)).toBe("wrong");
  expect(outcomeOf(reading("net_income", "125"), lineOf("120", 1), facts)).toBe("wrong");
});

test("an annual report is compared with the year, and a year to date with nothing", () => {
  const periods = [
    period("2010Q1", { net_income: lineOf("1") }),
    period("2010FY", { net_income: lineOf("4") }),
  ];
  const filing = { ...reading("net_income", "4").filing, form: "10-K" };
  const year = compareLabel(reading("net_income", "4", { filing, quarters: 4 }), {
    periods,
    facts: [],
  });
  expect(year).toMatchObject({ outcome: "right", period: "2010FY" });
  const toDate = reading("net_income", "4", { quarters: 3 });
  expect(compareLabel(toDate, { periods, facts: [] }).outcome).toBe("not_held");
});

test("a verdict counts for the two values that it names, and for no other", () => {
  const text =
    "accession,line,label,printed,ours,right,reason\n" +
    `${accession},net_income,Net income,120,119,ours,the group's\n` +
    `${accession},goodwill,Goodwill,50,,printed,own element`;
  const verdictOf = verdictsBy(readLabelVerdicts(text));
  const judged = (line: string, printed: string, ours: string | null) => {
    const one = reading(line, printed, { quarters: line === "goodwill" ? 0 : 1 });
    const periods = [period("2010Q1", { [line]: lineOf(ours) })];
    const result = compareLabel(one, { periods, facts: [] });
    return { ...result, verdict: verdictOf(result) };
  };
  const results = [
    judged("net_income", "120", "119"),
    judged("net_income", "120", "118"),
    judged("net_income", "120", "120"),
    judged("goodwill", "50", null),
  ];
  expect(results.map(isMiss)).toEqual([false, true, false, true]);
  expect(tallyLabels(results)).toMatchObject({
    compared: 4,
    right: 2,
    wrong: 1,
    nulls: 1,
    judged: 1,
  });
  expect(labelRates(tallyLabels(results))).toEqual({ right: 200 / 3, nulls: 25 });
  const report = labelReport(results, true);
  expect(report.at(-2)).toBe("right of the shown values: 66.67 % (1 wrong)");
  expect(report.filter((line) => line.includes("not judged"))).toHaveLength(1);
  expect(labelRates(tallyLabels([]))).toEqual({ right: null, nulls: null });
});

test("each committed verdict is about a line, differs, and stands once", () => {
  const path = new URL("../../fixtures/verdicts-labels.csv", import.meta.url);
  const verdicts = readLabelVerdicts(readFileSync(path, "utf8"));
  const { bySnakeKey } = loadRegistry();
  expect(verdicts.length).toBeGreaterThan(300);
  expect(verdicts.filter(({ line }) => !bySnakeKey.has(line))).toEqual([]);
  expect(verdicts.filter(({ printed, ours }) => printed === ours)).toEqual([]);
  const keys = verdicts.map((one) => `${one.accession} ${one.line} ${one.printed} ${one.ours}`);
  expect(keys.filter((key, i) => keys.indexOf(key) !== i)).toEqual([]);
});
