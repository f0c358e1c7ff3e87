import { describe, expect, test } from "vitest";
import { buildCompany } from "#ingest/build-company.ts";
import type { PickedVersion } from "#ingest/facts/history/versions.ts";
import { areInStep, scopeFlags } from "#ingest/statements/arithmetic.ts";
import type { Fact } from "#schemas/shapes/companies/fact.ts";
import {
  build,
  documentOf,
  inputOf,
  line,
  millions,
  registry,
  shown,
} from "../standardization/company.ts";
import { pickedOf } from "./cells.ts";
import { balance, revenue, stated } from "./filed-year.ts";

describe("values that may be subtracted from each other (2.6)", () => {
  const picked = (over: Partial<PickedVersion>, end = "2022-12-31"): PickedVersion => ({
    ...pickedOf({ end }),
    ...over,
  });
  const restated = { restated: true, since: "2024-02-15", lastFiled: "2024-02-15" };
  const year = picked(restated);
  const nineMonths = (over: Partial<PickedVersion>) =>
    picked({ since: "2022-11-02", lastFiled: "2023-11-02", ...over }, "2022-09-30");

  test.each<[string, PickedVersion[], boolean]>([
    ["nothing was restated", [nineMonths({}), nineMonths({})], true],
    ["one was, and the other not filed since", [year, nineMonths({})], false],
    ["the other was filed with it", [year, nineMonths({ lastFiled: "2024-02-15" })], true],
    ["the other was filed a day before", [year, nineMonths({ lastFiled: "2024-02-14" })], false],
    [
      "an undated restatement tells nothing",
      [picked({ ...restated, since: null }), nineMonths({})],
      true,
    ],
    ["an undated value neither", [year, nineMonths({ lastFiled: null })], true],
    ["it is not known since when", [year, nineMonths({ since: null })], false],
    [
      "both in one round of comparatives",
      [year, nineMonths({ restated: true, since: "2023-03-22" })],
      true,
    ],
    ["in two rounds", [year, nineMonths({ restated: true, since: "2023-03-21" })], false],
    ["both are first known as comparatives", [year, nineMonths({ since: "2023-11-02" })], true],
    ["366 days after the period's end", [year, nineMonths({ since: "2023-10-01" })], true],
    ["365 days are its own report's", [year, nineMonths({ since: "2023-09-30" })], false],
    [
      "456 days after it",
      [picked({ ...restated, since: "2024-03-31" }), nineMonths({ since: "2023-11-02" })],
      true,
    ],
    [
      "457 are too late",
      [picked({ ...restated, since: "2024-04-01" }), nineMonths({ since: "2023-11-02" })],
      false,
    ],
  ])("%s: %s", (_, versions, areSo) => {
    expect(areInStep(versions)).toBe(areSo);
    expect(areInStep(versions.toReversed())).toBe(areSo);
  });
});

describe("a year whose report leaves a business out, after nine months with it (2.6)", () => {
  const tag = "OperatingIncomeLoss";
  const before = { year: 2021 };
  const inYear = { ...before, filed: "2023-02-15", accession: "0000000001-23-000215" };
  const inNineMonths = {
    ...{ ...before, form: "10-Q", filed: "2022-11-02", accession: "0000000001-22-001102" },
  };
  /** Honeywell's 2025: the year before as its report has it, and its first nine months as the report of nine months has them. */
  const reported = (year: number, nineMonths: number) =>
    build([
      ...stated("Revenues", { Q1: 300, M6: 600, M9: 900, FY: 1200 }, before),
      ...stated(tag, { M9: 6_589, FY: 8_699 }, before),
      ...stated(tag, { FY: year }, inYear),
      ...stated(tag, { M9: nineMonths }, inNineMonths),
      ...revenue,
      ...stated(tag, { M9: 7_031, FY: 8_127 }),
    ]);
  const fourth = (year: number, nineMonths: number) =>
    shown(reported(year, nineMonths), "2022Q4", "operating_income");

  test("has no fourth quarter: 8,127 less 7,031 is of two scopes", () => {
    expect(fourth(7_667, 6_589)).toBe("vintage_conflict");
  });

  test.each([
    ["the report of nine months left it out, too", 7_667, 5_800],
    ["the year before stays as it was", 8_699, 6_589],
    ["the year before moves by less than 1 %", 8_650, 6_589],
  ])("has one where %s", (_, year, nineMonths) => {
    expect(fourth(year, nineMonths)).toBe(millions(1_096));
  });
});

test("what is computed says once which part of the line its tags measure", () => {
  const of = (...flags: string[]) => ({ flags });
  expect(
    scopeFlags([of("restated", "scope:partial"), of("scope:partial"), of(), of("scope:wider")]),
  ).toEqual(["scope:partial", "scope:wider"]);
  const part = stated("PaymentsToAcquireMachineryAndEquipment", { Q1: 10, M6: 25 });
  expect(line(build([...revenue, ...part]), "2022Q2", "capital_expenditure")).toMatchObject({
    ...{ value: millions(15), flags: ["scope:partial"] },
  });
});

describe("total revenue where a larger tag stands beside it (2.9)", () => {
  const sales = (...others: Fact[]) =>
    shown(
      build([
        ...stated("Revenues", { FY: 18884 }),
        ...stated("RevenueFromContractWithCustomerExcludingAssessedTax", { FY: 29845 }),
        ...others,
      ]),
      "2022FY",
      "revenue",
    );
  const pretax =
    "IncomeLossFromContinuingOperationsBeforeIncomeTaxesExtraordinaryItemsNoncontrollingInterest";

  test("is the larger where nothing tells", () => {
    expect(sales()).toBe(millions(29845));
    expect(sales(...stated(pretax, { FY: 10082 }))).toBe(millions(29845));
  });

  test.each(["CostsAndExpenses", "BenefitsLossesAndExpenses"])(
    "is the one that income before tax and %s come to",
    (costs) => {
      expect(sales(...stated(pretax, { FY: 10082 }), ...stated(costs, { FY: 8802 }))).toBe(
        millions(18884),
      );
    },
  );
});

describe("a tag that a year's filings carry with dimensions alone (2.18)", () => {
  const perShare = (over: Partial<Fact> & { year?: number }) =>
    stated("EarningsPerShareDiluted", { FY: 1 }, { unit: "USD/shares", ...over });
  const reasonIn = (year: number, ...more: Fact[]) => {
    const facts = [
      ...stated("Revenues", { FY: 400 }, { year: 2021 }),
      ...stated("Revenues", { FY: 460 }),
      ...more,
    ];
    const parsed = {
      ...documentOf([]).parsed,
      accession: "0000000001-23-000215",
      dimensionedTags: ["us-gaap:EarningsPerShareDiluted"],
    };
    const instance = documentOf([], { parsed, kind: "instance", digest: "1" });
    return shown(
      buildCompany(inputOf([documentOf(facts), instance]), registry),
      `${year}FY`,
      "eps_diluted",
    );
  };
  const inReport = { year: 2021, filed: "2023-02-15", accession: "0000000001-23-000215" };

  test("is so in the years of which the filing states flows", () => {
    expect([reasonIn(2021), reasonIn(2022)]).toEqual(["not_reported", "dimension_only"]);
    expect(reasonIn(2021, ...stated("NetIncomeLoss", { FY: 5 }, inReport))).toBe("dimension_only");
  });

  test("not by a balance of the year before, nor by a segment's flow", () => {
    expect(reasonIn(2021, balance("Assets", "FY", 900, inReport))).toBe("not_reported");
    const ofSegment = perShare({ ...inReport, dimensions: "a=b" });
    expect(reasonIn(2021, ...ofSegment)).toBe("not_reported");
  });
});
