import { describe, expect, test } from "vitest";
import { findTemplate } from "#registry/models/catalogue.ts";
import { computeModel, prepareModel } from "#registry/models/compute.ts";
import type { CompanyType } from "#registry/models/inputs/company-type.ts";
import { referenceOn } from "#registry/models/rates/dated-reference.ts";
import { industrySets } from "#registry/models/rates/industry-sets.ts";
import {
  bundledReference,
  defaultMultiple,
  type Figure,
  figureMonth,
  figures,
  figureTold,
  industryOf,
} from "#registry/models/rates/reference.ts";
import { makeFacts, soundYears } from "../../helpers/companies/model-company.ts";

const apple: CompanyType = { sic: "3571", statementTemplate: "industrial" };
const omnicom: CompanyType = { sic: "7311", statementTemplate: "industrial" };
const bank: CompanyType = { sic: "6021", statementTemplate: "bank" };

const averagesOn = (day: string, of: CompanyType) => industryOf(referenceOn(day), of);

describe("averages by industry of a past January", () => {
  test("all of January 2020 are those printed in the files of 2020-01-05", () => {
    expect(averagesOn("2020-11-02", apple)).toMatchObject({
      industry: "Computers/Peripherals",
      unleveredBeta: 1.64,
      debtWeight: 0.1341,
      evRevenue: 3.23,
      evEbitda: 15.1,
      evEbit: 20.8,
      pb: 11.03,
    });
  });

  test("all of January 2025 are those printed in the files of 2025-01-05", () => {
    expect(averagesOn("2025-03-14", omnicom)).toMatchObject({
      industry: "Advertising",
      unleveredBeta: 1.2,
      debtWeight: 0.2076,
      evRevenue: 2.75,
      evEbitda: 15.6,
      evEbit: 24.3,
      pe: 73.7,
      pb: 6.98,
      ps: 2.33,
    });
  });

  test.each([
    ["2020-01-31", []],
    ["2025-12-31", []],
    ["2021-06-30", ["debtWeight", "evRevenue", "evEbitda", "evEbit", "pe", "ps"]],
    ["2017-06-30", ["pe", "ps"]],
    ["2012-06-30", figures],
  ])("on %s what is of another January is told", (day, expected) => {
    const reference = referenceOn(day);
    const told = figures.filter(
      (figure) => figureTold(reference, industryOf(reference, apple), figure).warnings.length > 0,
    );
    expect(told).toEqual(expected);
  });

  test.each<[string, Figure, string]>([
    ["2023-06-30", "unleveredBeta", "2023-01"],
    ["2023-06-30", "pb", "2021-01"],
    ["2023-06-30", "evEbitda", "2020-01"],
    ["2019-06-30", "debtWeight", "2017-01"],
    // None is earlier.
    ["2019-06-30", "pe", "2020-01"],
    ["2010-06-30", "unleveredBeta", "2015-01"],
  ])(
    "on %s the %s is of %s, and of no later January where there is an earlier one",
    (day, figure, month) => {
      const reference = referenceOn(day);
      expect(figureMonth(reference, industryOf(reference, apple), figure)).toBe(month);
    },
  );

  test("the note names the file and its day", () => {
    const reference = referenceOn("2017-06-30");
    expect(figureTold(reference, industryOf(reference, apple), "evEbitda").note).toBe(
      "Computers/Peripherals, industry average; Damodaran Online (NYU Stern), US data, January 2017 (vebitda.xls of 2017-01-05)",
    );
  });

  test("where the industry has none, the whole market of the same January is taken", () => {
    const { value, industry } = defaultMultiple(
      referenceOn("2017-06-30"),
      bank,
      "evEbitda",
      "trading",
    );
    expect(industry.industry).toBe(bundledReference.fallbackIndustry);
    expect(value).toBe(12.1);
  });

  test("every set has each industry of the bundled one, with a figure a column", () => {
    const names = bundledReference.industries.map(({ industry }) => industry);
    for (const { year, columns, industries } of industrySets) {
      expect(Object.keys(industries), String(year)).toEqual(names);
      for (const [name, row] of Object.entries(industries)) {
        if (name !== bundledReference.fallbackIndustry) expect(row.length).toBe(columns.length);
      }
    }
  });
});

describe("models of a past day", () => {
  const toldOn = (day: string, key: string, assumptions = {}) => {
    const template = findTemplate(key);
    if (template === null) throw new Error(`no template ${key}`);
    const facts = makeFacts({ years: soundYears });
    const { warnings } = computeModel(
      prepareModel({ template, facts, reference: referenceOn(day) }),
      { assumptions },
    );
    return warnings
      .filter(({ code }) => code === "reference_of_another_day")
      .map(({ message }) => message.replace(/ of .* is of /, " is of "));
  };

  test("only what a model takes is told", () => {
    expect(toldOn("2023-06-30", "terminal_growth")).toEqual([]);
    expect(toldOn("2023-06-30", "pe_multiples")).toEqual([
      "The average price / earnings is of 2020-01: none of 2023-01 is held.",
    ]);
    expect(toldOn("2023-06-30", "pe_multiples", { multiple: 15 })).toEqual([]);
    expect(toldOn("2012-06-30", "wacc")).toContain(
      "The unlevered beta is of 2015-01: none of 2012-01 is held.",
    );
    expect(toldOn("2012-06-30", "excess_return")).toContain(
      "The unlevered beta is of 2015-01: none of 2012-01 is held.",
    );
    expect(toldOn("1999-06-30", "terminal_growth")).toHaveLength(1);
  });
});
