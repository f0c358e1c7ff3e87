import { describe, expect, test } from "vitest";
import type { CompanyBuild } from "#ingest/company-input.ts";
import { wantedTags } from "#ingest/facts/history/retired-facts.ts";
import { onlyUnmappedParts } from "#ingest/facts/unmapped-parts.ts";
import type { Fact } from "#schemas/shapes/companies/fact.ts";
import {
  annualFact,
  build,
  documentOf,
  figures,
  keysOf,
  line,
  operandsOf,
  registry,
  shown,
} from "./company.ts";

/** The key of the period with these days: one year of figures teaches no fiscal labels. */
const over = ({ periods }: CompanyBuild, days: string) => {
  const found = periods.find(({ start, end }) => days === `${start}/${end}`);
  return found?.key ?? `none of ${periods.map(({ start, end }) => `${start}/${end}`)}`;
};

describe("6 a total that a filer narrows under the same tag", () => {
  const built = build("home-depot-amortization");

  test("6 Home Depot: depreciation without amortization of intangibles is shown with it since a filing split it off", () => {
    const year = line(built, "2024FY", "depreciation_and_amortization");
    expect(year.value).toBe("3761000000");
    expect(operandsOf(year)).toEqual([
      "sum_of_tags",
      [1, "us-gaap:DepreciationDepletionAndAmortization", "3336000000"],
      [1, "us-gaap:AmortizationOfIntangibleAssets", "425000000"],
    ]);
    // The year is stated as 2,975 before and as 2,796 and 179 since.
    expect(line(built, "2022FY", "depreciation_and_amortization")).toMatchObject({
      value: "2975000000",
      flags: [],
    });
  });

  test("6 without an older filing that states both as one the tag stands as filed", () => {
    const later = figures("home-depot-amortization").filter(({ filed }) => (filed ?? "") > "2025");
    const built = build(later);
    const key = over(built, "2024-01-29/2025-02-02");
    expect(shown(built, key, "depreciation_and_amortization")).toBe("3336000000");
  });
});

describe("8 an 8-K with another company's statements", () => {
  const facts = figures("kraft-heinz-2014");

  test("8 Kraft Foods Group in Kraft Heinz's 8-K: its quarters are not Kraft Heinz's", () => {
    const built = build(facts);
    expect(shown(built, "2014Q4", "net_income")).toBe("163000000");
    expect(shown(built, "2014FY", "net_income")).toBe("657000000");
    expect(keysOf(built)).toContain("2014Q2");
    const other = built.periods.flatMap(({ lines }) => lines.net_income?.value ?? []);
    expect(other).not.toContain("-398000000");
    expect(other).not.toContain("513000000");
  });

  test("8 an 8-K that repeats one amount of the company's own reports is its own", () => {
    const own = facts.map((fact) =>
      fact.form === "8-K" && fact.tag === "Assets" ? { ...fact, value: "36571000000" } : fact,
    );
    expect(shown(build(own), "2014Q4", "net_income")).toBe("-398000000");
  });
});

describe("1 whether equity-method income is in income before tax", () => {
  const facts = figures("kimberly-clark-2020");

  test("1 Kimberly-Clark 2020Q1: what is filed after tax proves that it is not, under a tag that says it is", () => {
    const built = build(facts);
    const [key = ""] = keysOf(built);
    expect(line(built, key, "pretax_income").flags).toContain("scope:pre_equity_method");
    expect(shown(built, key, "nonoperating_income")).toBe("-70000000");
    expect(shown(built, key, "income_continuing")).toBe("675000000");
  });

  test("1 without income after tax the tag's own scope stands", () => {
    const silent = facts.filter(({ tag }) => tag !== "ProfitLoss" && tag !== "NetIncomeLoss");
    const built = build(silent);
    const [key = ""] = keysOf(built);
    expect(line(built, key, "pretax_income").flags).not.toContain("scope:pre_equity_method");
    expect(shown(built, key, "nonoperating_income")).toBe("-108000000");
  });
});

test("5 Vistra 2022Q2: a quarter between two totals of a tag is that total's, though a larger part is filed", () => {
  const built = build("vistra-2022");
  expect(shown(built, over(built, "2022-04-01/2022-06-30"), "revenue")).toBe("1588000000");
  expect(shown(built, over(built, "2022-01-01/2022-03-31"), "revenue")).toBe("3125000000");
});

test("5 Hertz 2015: net interest goes before the interest that a note calls other", () => {
  const year = { start: "2015-01-01", end: "2015-12-31", fy: 2015, fp: "FY" };
  const other = annualFact("InterestExpenseOther", "346000000", year);
  const net = annualFact("InterestIncomeExpenseNet", "-599000000", year);
  const revenue = annualFact("Revenues", "10535000000", year);
  const shownOf = (facts: Fact[]) => {
    const built = build([revenue, ...facts]);
    return shown(built, over(built, "2015-01-01/2015-12-31"), "interest_expense");
  };
  expect(shownOf([other, net])).toBe("599000000");
  expect(shownOf([other])).toBe("346000000");
});

describe("5 net revenue of a note under the tag of gross revenue", () => {
  /** Of days of Boston Beer's 2013, in thousands: gross and net revenue, cost and gross profit of the statements. */
  const printed = {
    "01-01/06-30": [341351, 317264, 152349, 164915],
    "07-01/09-30": [231788, 216414, 101035, 115379],
    "01-01/09-30": [573139, 533678, 253384, 280294],
    "01-01/12-31": [793705, 739053, 354131, 384922],
  };
  const tags = ["SalesRevenueGoodsNet", "Revenues", "CostOfGoodsSold", "GrossProfit"];
  const over2013 = (days: string) => {
    const [start = "", end = ""] = days.split("/").map((day) => `2013-${day}`);
    return { start, end, fy: 2013, fp: "FY" };
  };
  const statements = Object.entries(printed).flatMap(([days, values]) =>
    tags.map((tag, at) => annualFact(tag, `${values[at]}000`, over2013(days))),
  );

  test("5 Boston Beer 2013Q1 is proven by the half year and its second quarter", () => {
    const revenueOf = (first: string) => {
      const ofNote = [
        annualFact("GrossProfit", "67783000", over2013("01-01/03-31")),
        annualFact("SalesRevenueGoodsNet", first, over2013("01-01/03-31")),
        annualFact("SalesRevenueGoodsNet", "181332000", over2013("04-01/06-30")),
        annualFact("Revenues", "181332000", over2013("04-01/06-30")),
      ];
      const built = build([...statements, ...ofNote]);
      return built.periods.find(({ key }) => key === "2013Q1")?.lines.revenue?.value ?? null;
    };
    expect(revenueOf("135932000")).toBe("135932000");
    expect(revenueOf("130000000")).toBe(null);
  });
});

describe("3 a sign that takes a year to date out of its chain", () => {
  const facts = figures("starbucks-2023");

  test("3 Starbucks 2023: six months of the other sign between three and nine do not win", () => {
    const built = build(facts);
    expect(shown(built, over(built, "2023-01-02/2023-04-02"), "operating_cash_flow")).toBe(
      "767600000",
    );
    expect(shown(built, over(built, "2023-04-03/2023-07-02"), "operating_cash_flow")).toBe(
      "1702900000",
    );
    expect(built.restatements).toMatchObject([{ rejected: "sign_flipped" }]);
  });

  test("3 without nine months nothing tells, and the newer value wins", () => {
    const built = build(facts.filter(({ end }) => end < "2023-05"));
    expect(built.restatements).toMatchObject([{ to: { value: "-2360800000" } }]);
    expect(built.restatements[0]).not.toHaveProperty("rejected");
  });
});

describe("2 a major part under a tag that nothing maps", () => {
  const filed = "OilAndGasPropertySuccessfulEffortMethodNet";
  const unknown = "PropertyPlantAndEquipmentOwnedNet";
  const all = figures("xto-2009").map((fact) =>
    fact.tag === filed ? { ...fact, tag: unknown } : fact,
  );
  const read = onlyUnmappedParts(documentOf(all).parsed, registry).facts;
  const mapped = all.filter((fact) => !read.includes(fact));

  test("2 XTO 2009Q2: oil and gas property is its property, in part", () => {
    const built = build("xto-2009");
    const [key = ""] = keysOf(built);
    const property = line(built, key, "property_plant_equipment_net");
    expect([property.value, property.flags]).toEqual(["31968000000", ["scope:partial"]]);
  });

  test("2 XTO under another tag: the null of property names the largest such tag of the filing", () => {
    const built = build(mapped, { kind: "latest" }, { unmappedParts: read });
    const [key = ""] = keysOf(built);
    expect(line(built, key, "property_plant_equipment_net")).toMatchObject({
      value: null,
      reason: "unmapped_tag",
      refused: [{ tag: `us-gaap:${unknown}`, guard: "unmapped" }],
    });
    expect(line(built, key, "inventory").reason).toBe("not_reported");
  });

  test("2 no tag is named that is more than the whole, of another filing, or zero", () => {
    const [fact] = read;
    for (const over of [
      { value: "36579000001" },
      { accession: "0001193125-09-000001" },
      { value: "0" },
    ]) {
      const built = build(
        mapped,
        { kind: "latest" },
        { unmappedParts: [{ ...annualFact("X", "1"), ...fact, ...over }] },
      );
      const found = built.periods.map(({ lines }) => lines.property_plant_equipment_net?.reason);
      expect(found).not.toContain("unmapped_tag");
    }
  });

  test("2 such tags are read, and neither filers' own nor mapped ones count among them", () => {
    const wanted = wantedTags(registry);
    expect(wanted.has(`us-gaap:${unknown}`)).toBe(true);
    expect(wanted.has(`xto:${unknown}`)).toBe(false);
    expect(wanted.has("us-gaap:Assets")).toBe(true);
    expect(wanted.has("us-gaap:AdvertisingExpense")).toBe(false);
    expect(read.map(({ tag }) => tag)).toEqual([unknown]);
  });
});

describe("6 A year that is less than its own nine months", () => {
  const built = build("intuit-capital-expenditure");

  test("6 Intuit 2019: the year names software apart, which its nine months include", () => {
    const year = line(built, "2019FY", "capital_expenditure");
    expect(year.value).toBe("155000000");
    expect(operandsOf(year)[0]).toBe("sum_of_tags");
    expect(shown(built, "2019Q4", "capital_expenditure")).toBe("26000000");
  });

  test("6 without the software nothing makes up for it, and the year stays as filed", () => {
    const facts = figures("intuit-capital-expenditure");
    const alone = build(facts.filter(({ tag }) => tag !== "PaymentsToDevelopSoftware"));
    expect(shown(alone, "2019FY", "capital_expenditure")).toBe("76000000");
    expect(shown(alone, "2019Q4", "capital_expenditure")).toBe("conflict");
  });
});
