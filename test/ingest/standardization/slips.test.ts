import { describe, expect, test } from "vitest";
import { runChecks } from "#ingest/checks/run-checks.ts";
import type { Fact } from "#schemas/shapes/companies/fact.ts";
import { annualFact, build, line, operandsOf, registry, shown } from "./company.ts";

const averageTag = "WeightedAverageNumberOfSharesOutstandingBasic";

/** A figure of a 10-Q for a quarter or the half that it ends. */
const interim = (
  tag: string,
  value: string,
  start: string,
  end: string,
  over: Partial<Fact> = {},
) => annualFact(tag, value, { start, end, form: "10-Q", fp: "Q2", ...over });

describe("4 Scale of share counts", () => {
  /** Dow Chemical's 10-Q for June 2009: counts in millions, income in dollars. */
  const filing = { accession: "0000029915-09-000044", filed: "2009-08-03", fy: 2009 };
  const dow = (income: string, eps: string, shares: string, start: string, end: string) => [
    interim("NetIncomeLossAvailableToCommonStockholdersBasic", income, start, end, filing),
    interim("NetIncomeLoss", income, start, end, filing),
    interim("EarningsPerShareBasic", eps, start, end, { ...filing, unit: "USD/shares" }),
    interim(averageTag, shares, start, end, { ...filing, unit: "shares" }),
  ];
  const quarter = dow("-486000000", "-0.47", "1026.1", "2009-04-01", "2009-06-30");
  const half = dow("1703000000", "1.82", "936", "2008-01-01", "2008-06-30");
  const balance = interim("Assets", "1", "", "2009-06-30", { ...filing, start: null });
  const firstQuarter = interim("NetIncomeLoss", "24000000", "2009-01-01", "2009-03-31", filing);
  const year = interim("NetIncomeLoss", "-462000000", "2009-01-01", "2009-06-30", filing);

  test("4 Dow Chemical 2009Q2: 1026.1 shares become 1,026.1 million, as another period of the filing confirms", () => {
    const built = build([...quarter, ...half, balance, firstQuarter, year]);
    const average = line(built, "2009Q2", "weighted_average_shares_basic");
    expect(average.value).toBe("1026100000");
    expect(average.flags).toContain("scale_corrected:1000000");
    expect(operandsOf(average)).toEqual(["scale", [1000000, `us-gaap:${averageTag}`, "1026.1"]]);
    const checked = runChecks(built, registry).filter(({ id }) => id === "PS-01");
    expect(checked.find(({ period }) => period === "2009Q2")?.outcome).toBe("pass_exact");
  });

  test("4 with one period alone nothing confirms the factor: null with scale_conflict, not as filed", () => {
    const built = build([...quarter, balance, firstQuarter, year]);
    expect(shown(built, "2009Q2", "weighted_average_shares_basic")).toBe("scale_conflict");
  });

  test("4 a count on the cover confirms the factor", () => {
    const cover = interim("EntityCommonStockSharesOutstanding", "1100000000", "", "2009-06-30", {
      ...filing,
      taxonomy: "dei",
      unit: "shares",
      start: null,
    });
    const built = build([...quarter, balance, firstQuarter, year, cover]);
    expect(shown(built, "2009Q2", "weighted_average_shares_basic")).toBe("1026100000");
  });

  test("4 a count that income and earnings per share confirm stays as filed", () => {
    const right = dow("-486000000", "-0.47", "1026100000", "2009-04-01", "2009-06-30");
    const average = line(
      build([...right, balance, firstQuarter, year]),
      "2009Q2",
      "weighted_average_shares_basic",
    );
    expect([average.value, average.flags]).toEqual(["1026100000", []]);
  });
});

describe("10 Amounts per share in a wrong unit", () => {
  const intuit = { start: "2007-08-01", end: "2008-07-31", filed: "2010-09-16", fy: 2010 };
  const income = annualFact("NetIncomeLoss", "477000000", intuit);

  test("10 Intuit FY2008: 1.45 in USD is taken as USD a share, flagged", () => {
    const built = build([income, annualFact("EarningsPerShareBasic", "1.45", intuit)]);
    const eps = line(built, "2008FY", "eps_basic");
    expect([eps.value, eps.unit, eps.flags]).toEqual(["1.45", "USD/shares", ["bare_currency"]]);
  });

  test.each(["pure", "shares", "shares/USD"])(
    "10 Coca-Cola 2009Q2: 0.88 in %s is taken as USD a share, flagged",
    (unit) => {
      const filed = { end: "2009-07-03", form: "10-Q", filed: "2009-07-30", fy: 2009, fp: "Q2" };
      const built = build([
        annualFact("NetIncomeLoss", "5807000000", {
          start: "2008-01-01",
          end: "2008-12-31",
          fy: 2008,
        }),
        annualFact("NetIncomeLoss", "2037000000", { ...filed, start: "2009-04-04" }),
        annualFact("EarningsPerShareBasic", "0.88", { ...filed, start: "2009-04-04", unit }),
      ]);
      const eps = line(built, "2009Q2", "eps_basic");
      expect([eps.value, eps.unit, eps.flags]).toEqual([
        "0.88",
        "USD/shares",
        [`unit_corrected:${unit}`],
      ]);
    },
  );

  test("10 the same tag in the right unit goes before it", () => {
    const built = build([
      income,
      annualFact("EarningsPerShareBasic", "1.45", intuit),
      annualFact("EarningsPerShareBasic", "1.46", { ...intuit, unit: "USD/shares" }),
    ]);
    expect(line(built, "2008FY", "eps_basic").value).toBe("1.46");
  });
});

describe("13 Signs that filers slip on", () => {
  /** Disney: interest expense with the sign of the statement in the year, as its element wants it in the quarters. */
  const year = { start: "2024-09-29", end: "2025-09-27", filed: "2025-11-13", fy: 2025 };
  const nine = { start: "2024-09-29", end: "2025-06-28", filed: "2025-08-06", fy: 2025, fp: "Q3" };
  const quarters: [string, string, string][] = [
    ["487000000", "2024-09-29", "2024-12-28"],
    ["471000000", "2024-12-29", "2025-03-29"],
    ["438000000", "2025-03-30", "2025-06-28"],
  ];
  const disney = [
    annualFact("NetIncomeLoss", "12404000000", year),
    annualFact("NetIncomeLoss", "11091000000", { ...nine, form: "10-Q" }),
    annualFact("InterestExpense", "-1812000000", year),
    annualFact("InterestExpense", "1396000000", { ...nine, form: "10-Q" }),
    ...quarters.map(([value, start, end]) =>
      annualFact("InterestExpense", value, {
        start,
        end,
        form: "10-Q",
        filed: "2025-08-06",
        fy: 2025,
      }),
    ),
  ];

  test("13 Disney FY2025: -1,812 million of interest expense are shown positive, with flag and lineage", () => {
    const interest = line(build(disney), "2025FY", "interest_expense");
    expect([interest.value, interest.flags]).toEqual(["1812000000", ["sign_corrected"]]);
    expect(operandsOf(interest)).toEqual(["sign", [-1, "us-gaap:InterestExpense", "-1812000000"]]);
  });

  test("13 a fourth quarter of one turned and one right value is worked out, unless it would be negative", () => {
    const fourth = line(build(disney), "2025Q4", "interest_expense");
    expect([fourth.value, fourth.flags]).toEqual(["416000000", ["sign_corrected", "derived_q4"]]);
    const withoutQuarters = disney.filter(({ value }) => !quarters.some(([of]) => of === value));
    const more = withoutQuarters.map((fact) =>
      fact.value === "1396000000" ? { ...fact, value: "1896000000" } : fact,
    );
    expect(shown(build(more), "2025Q4", "interest_expense")).toBe("conflict");
  });

  test("13 a fourth quarter of values that were all turned is worked out", () => {
    const turned = disney.map((fact) =>
      fact.tag === "InterestExpense" && !fact.value.startsWith("-")
        ? { ...fact, value: `-${fact.value}` }
        : fact,
    );
    const fourth = line(build(turned), "2025Q4", "interest_expense");
    expect([fourth.value, fourth.flags]).toEqual(["416000000", ["sign_corrected", "derived_q4"]]);
  });

  test("13 Coca-Cola 2020Q1: -5 million of stock compensation are a reversal and stay", () => {
    const at = {
      start: "2020-01-01",
      end: "2020-03-27",
      form: "10-Q",
      filed: "2020-04-21",
      fy: 2020,
    };
    const built = build([
      annualFact("NetIncomeLoss", "2775000000", at),
      annualFact("ShareBasedCompensation", "-5000000", at),
      annualFact("NetIncomeLoss", "7747000000", {
        start: "2020-01-01",
        end: "2020-12-31",
        filed: "2021-02-25",
        fy: 2020,
      }),
      annualFact("ShareBasedCompensation", "37000000", {
        start: "2020-01-01",
        end: "2020-12-31",
        filed: "2021-02-25",
        fy: 2020,
      }),
    ]);
    expect(shown(built, "2020Q1", "stock_based_compensation")).toBe("-5000000");
  });

  test("13 revenue may be negative", () => {
    const before = { start: "2022-05-30", end: "2023-05-28", fy: 2023 };
    const built = build([
      annualFact("Revenues", "-937000000"),
      annualFact("Revenues", "1000000000", before),
    ]);
    expect(shown(built, "2024FY", "revenue")).toBe("-937000000");
  });

  test("13 Entergy 2009: a credit side that is the negative of the assets is turned as a whole", () => {
    const at = {
      start: null,
      end: "2009-06-30",
      form: "10-Q",
      filed: "2009-08-07",
      fy: 2009,
      fp: "Q2",
    };
    const built = build([
      annualFact("Assets", "36485220000", at),
      annualFact("LiabilitiesAndStockholdersEquity", "-36485220000", at),
      annualFact("StockholdersEquity", "-8983524000", at),
      annualFact("NetIncomeLoss", "226841000", { ...at, start: "2009-04-01" }),
      annualFact("NetIncomeLoss", "462166000", { ...at, start: "2009-01-01" }),
      annualFact("NetIncomeLoss", "235325000", { ...at, start: "2009-01-01", end: "2009-03-31" }),
    ]);
    expect(shown(built, "2009Q2", "liabilities_and_equity")).toBe("36485220000");
    expect(shown(built, "2009Q2", "stockholders_equity")).toBe("8983524000");
  });
});

describe("15 Industry template", () => {
  const bank = [
    annualFact("NetIncomeLoss", "669000000"),
    annualFact("Assets", "282428000000", { start: null }),
    annualFact("CostOfRevenue", "1000000"),
  ];

  test("15 the SIC code tells where no tag does", () => {
    const profile = { sic: "6021", fiscalYearEnd: null } as never;
    expect(build(bank, undefined, { profile }).periods.map(({ template }) => template)).toContain(
      "bank",
    );
    expect(build(bank).periods.map(({ template }) => template)).not.toContain("bank");
  });

  test("15 markers are seen in interim periods, too", () => {
    const at = {
      start: "2009-01-01",
      end: "2009-03-31",
      form: "10-Q",
      filed: "2009-05-08",
      fy: 2009,
      fp: "Q1",
    };
    const built = build([
      annualFact("NetIncomeLoss", "1", at),
      annualFact("InterestIncomeExpenseNet", "2095000000", at),
      annualFact("Deposits", "163000000000", { ...at, start: null }),
    ]);
    expect(built.periods.map(({ template }) => template)).toEqual(built.periods.map(() => "bank"));
  });

  test("15 a classified balance sheet is an industrial's, whatever the SIC code", () => {
    const profile = { sic: "6021", fiscalYearEnd: null } as never;
    const classified = [...bank, annualFact("AssetsCurrent", "5", { start: null })];
    expect(build(classified, undefined, { profile }).periods[0]?.template).toBe("industrial");
  });
});

describe("14 Fiscal calendar from interim reports alone", () => {
  const at = (start: string, end: string) =>
    annualFact("NetIncomeLoss", "1", {
      start,
      end,
      form: "10-Q",
      filed: "2009-08-05",
      fy: 2009,
      fp: "Q2",
    });

  test("14 Goldman Sachs 2009Q2: the half from 27 December is of the year that ends in December", () => {
    const profile = { sic: "6211", fiscalYearEnd: "1231" } as never;
    const facts = [
      at("2008-12-27", "2009-06-26"),
      at("2009-03-28", "2009-06-26"),
      at("2008-12-27", "2009-03-27"),
    ];
    const keys = build(facts, undefined, { profile }).periods.map(({ key }) => key);
    expect(keys).toEqual(["2009Q2", "2009Q1"]);
  });

  test("14 a date on file of another time does not move the periods that were filed", () => {
    const profile = { sic: null, fiscalYearEnd: "0930" } as never;
    const facts = [
      at("2009-01-01", "2009-06-30"),
      at("2009-04-01", "2009-06-30"),
      at("2009-01-01", "2009-03-31"),
    ];
    const keys = build(facts, undefined, { profile }).periods.map(({ key }) => key);
    expect(keys).toEqual(["2009Q2", "2009Q1"]);
  });
});

describe("2 Face tags that nothing mapped", () => {
  const at = { start: null };

  test("2 Kellogg: parts of inventory add up where no total is filed", () => {
    const built = build([
      annualFact("NetIncomeLoss", "1"),
      annualFact("InventoryFinishedGoods", "708000000", at),
      annualFact("InventoryRawMaterialsAndSupplies", "202000000", at),
    ]);
    const inventory = line(built, "2024FY", "inventory");
    expect([inventory.value, inventory.flags]).toEqual(["910000000", ["scope:partial"]]);
  });

  test("2 a filed total of inventory goes before its parts, which are not added to it", () => {
    const built = build([
      annualFact("NetIncomeLoss", "1"),
      annualFact("InventoryNet", "910000000", at),
      annualFact("InventoryFinishedGoods", "708000000", at),
    ]);
    expect(shown(built, "2024FY", "inventory")).toBe("910000000");
  });

  test("2 temporary equity under its name of 2009 is no liability", () => {
    const built = build([
      annualFact("NetIncomeLoss", "1"),
      annualFact("LiabilitiesAndStockholdersEquity", "100", at),
      annualFact("TemporaryEquityCarryingAmount", "10", at),
      annualFact("StockholdersEquity", "30", at),
    ]);
    expect(shown(built, "2024FY", "total_liabilities")).toBe("60");
  });
});

describe("17 Lines whose parts are all there", () => {
  const year = { start: "2024-01-01", end: "2024-12-31", filed: "2025-02-20", fy: 2024 };
  const parts = (pretax: string) => [
    annualFact("IncomeTaxExpenseBenefit", "233407000", year),
    annualFact(
      "IncomeLossFromContinuingOperationsBeforeIncomeTaxesExtraordinaryItemsNoncontrollingInterest",
      pretax,
      year,
    ),
  ];

  test("17 the tax rate is computed from tax and income, with lineage by the rule quotient", () => {
    const rate = line(build(parts("1405839000")), "2024FY", "effective_tax_rate");
    expect([rate.value, rate.unit]).toEqual(["0.166027", "pure"]);
    expect(operandsOf(rate)).toEqual([
      "quotient",
      [1, "income_tax_expense@2024-01-01/2024-12-31", "233407000"],
      [1, "pretax_income@2024-01-01/2024-12-31", "1405839000"],
    ]);
  });

  test("17 there is no rate on a loss, and a filed rate goes before a computed one", () => {
    expect(shown(build(parts("-1405839000")), "2024FY", "effective_tax_rate")).toBe("not_reported");
    const filed = annualFact("EffectiveIncomeTaxRateContinuingOperations", "0.166", {
      ...year,
      unit: "pure",
    });
    expect(shown(build([...parts("1405839000"), filed]), "2024FY", "effective_tax_rate")).toBe(
      "0.166",
    );
  });
});
