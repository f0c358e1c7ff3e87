import { describe, expect, test } from "vitest";
import type { Fact } from "#schemas/shapes/companies/fact.ts";
import { annualFact, build, keysOf, line, shown } from "./company.ts";

/** One balance of a filing, as filed. */
const balance =
  (end: string, accession: string, filed: string, form = "10-K") =>
  (tag: string, value: string): Fact =>
    annualFact(tag, value, { start: null, end, accession, filed, form });

const totalEquity = "StockholdersEquityIncludingPortionAttributableToNoncontrollingInterest";

/** Bank of America at the end of 2008, as its 10-Q of August 2009 states it. */
const bank = balance("2008-12-31", "0001193125-09-168935", "2009-08-07", "10-Q");
const bankOf2008 = [
  bank("Assets", "1817943000000"),
  bank("LiabilitiesAndStockholdersEquity", "1817943000000"),
  bank("Liabilities", "1640891000000"),
  bank("StockholdersEquity", "177052000000"),
];
const zeroed = balance("2008-12-31", "0000950123-11-018743", "2011-02-25")("Assets", "0");

describe("3 a newer filing that slips does not win", () => {
  test("total assets of nothing: Bank of America 2008", () => {
    const built = build([...bankOf2008, zeroed]);
    const key = keysOf(built)[0] ?? "";
    expect(line(built, key, "total_assets")).toMatchObject({
      value: "1817943000000",
      flags: ["restatement_rejected"],
      refused: [{ tag: "us-gaap:Assets", guard: "restatement:zeroed" }],
    });
    expect(built.restatements).toMatchObject([
      { tag: "us-gaap:Assets", to: { value: "0" }, rejected: "zeroed" },
    ]);
  });

  test("it wins where no identity tells that the older value was right", () => {
    const alone = bankOf2008.filter(({ tag }) => tag === "Assets");
    const built = build([...alone, zeroed]);
    expect(shown(built, keysOf(built)[0] ?? "", "total_assets")).toBe("0");
    expect(built.restatements[0]).not.toHaveProperty("rejected");
  });

  test("another value that breaks the identity is a restatement all the same", () => {
    const half = { ...zeroed, value: "1816943000000" };
    const built = build([...bankOf2008, half]);
    expect(shown(built, keysOf(built)[0] ?? "", "total_assets")).toBe("1816943000000");
  });

  test("the parent's equity as the group's: Kimberly-Clark 2017", () => {
    const first = balance("2017-12-31", "0000055785-18-000014", "2018-02-08");
    const later = balance("2017-12-31", "0000055785-19-000064", "2019-07-23", "10-Q");
    const built = build([
      first("Assets", "15151000000"),
      first("StockholdersEquity", "629000000"),
      first("MinorityInterest", "253000000"),
      first(totalEquity, "882000000"),
      later("StockholdersEquity", "882000000"),
    ]);
    const key = keysOf(built)[0] ?? "";
    expect(line(built, key, "stockholders_equity")).toMatchObject({
      value: "629000000",
      flags: ["restatement_rejected"],
      refused: [{ tag: "us-gaap:StockholdersEquity", guard: "restatement:repeats_line" }],
    });
    expect(shown(built, key, "total_equity")).toBe("882000000");
  });

  test("a loss as a profit: SunEdison, first quarter of 2012", () => {
    const quarter = { start: "2012-01-01", end: "2012-03-31", form: "10-Q" };
    const then = { ...quarter, accession: "0000945436-13-000051", filed: "2013-05-09" };
    const slip = { ...quarter, accession: "0000945436-13-000129", filed: "2013-11-12" };
    const built = build([
      annualFact("Revenues", "530900000", then),
      annualFact("ProfitLoss", "-99500000", then),
      annualFact("NetIncomeLossAttributableToNoncontrollingInterest", "-900000", then),
      annualFact("NetIncomeLoss", "-98600000", then),
      annualFact("NetIncomeLoss", "98600000", slip),
    ]);
    const key = keysOf(built).find((one) => one.endsWith("Q1")) ?? "";
    expect(line(built, key, "net_income")).toMatchObject({
      value: "-98600000",
      flags: ["restatement_rejected"],
    });
  });

  test("the balance of another year: Amphenol 2009", () => {
    const first = balance("2009-12-31", "0001104659-10-008867", "2010-02-25");
    const later = (end: string) => balance(end, "0001104659-12-012448", "2012-02-24");
    const built = build([
      first("Assets", "3219184000"),
      first("LiabilitiesAndStockholdersEquity", "3219184000"),
      later("2009-12-31")("Assets", "4015857000"),
      later("2010-12-31")("Assets", "4015857000"),
    ]);
    const key = keysOf(built).find((one) => one.startsWith("2009")) ?? "";
    expect(shown(built, key, "total_assets")).toBe("3219184000");
  });

  test("an identity that held but for rounding proves it, too", () => {
    const rounded = bankOf2008.map((fact) =>
      fact.tag === "LiabilitiesAndStockholdersEquity" ? { ...fact, value: "1817942000000" } : fact,
    );
    const built = build([...rounded, zeroed]);
    expect(shown(built, keysOf(built)[0] ?? "", "total_assets")).toBe("1817943000000");
  });

  test("a value that breaks one identity and mends another wins", () => {
    const first = balance("2017-12-31", "0000055785-18-000014", "2018-02-08");
    const later = balance("2017-12-31", "0000055785-19-000064", "2019-07-23", "10-Q");
    const facts = [
      first("Assets", "15151000000"),
      first("LiabilitiesAndStockholdersEquity", "15151000000"),
      first("Liabilities", "14269000000"),
      first("LiabilitiesCurrent", "700000000"),
      first(totalEquity, "882000000"),
      later(totalEquity, "700000000"),
    ];
    const parts = [
      first("StockholdersEquity", "600000000"),
      first("MinorityInterest", "100000000"),
    ];
    const equity = (of: Fact[]) => {
      const built = build(of);
      return shown(built, keysOf(built)[0] ?? "", "total_equity");
    };
    expect(equity(facts)).toBe("882000000");
    expect(equity([...facts, ...parts])).toBe("700000000");
  });

  test("it is judged by the other lines as its own filing states them", () => {
    const first = balance("2009-12-31", "0001104659-10-008867", "2010-02-25");
    const later = (end: string) => balance(end, "0001104659-12-012448", "2012-02-24");
    const last = balance("2009-12-31", "0001104659-13-012448", "2013-02-24");
    const restated = [
      first("Assets", "3219184000"),
      first("LiabilitiesAndStockholdersEquity", "3219184000"),
      later("2009-12-31")("Assets", "4015857000"),
      later("2010-12-31")("Assets", "4015857000"),
      last("LiabilitiesAndStockholdersEquity", "3219184000"),
    ];
    const ofYear = (facts: Fact[]) => {
      const built = build(facts);
      const key = keysOf(built).find((one) => one.startsWith("2009")) ?? "";
      return shown(built, key, "total_assets");
    };
    expect(ofYear(restated)).toBe("3219184000");
    const both = later("2009-12-31")("LiabilitiesAndStockholdersEquity", "4015857000");
    expect(ofYear([...restated, both])).toBe("4015857000");
  });
});

describe("3 a total that repeats a part of it", () => {
  const nike = balance("2015-05-31", "0000320187-15-000113", "2015-07-23");
  const filed = [
    nike("Assets", "21600000000"),
    nike("StockholdersEquity", "12707000000"),
    nike(totalEquity, "1246000000"),
  ];

  test("accumulated other comprehensive income under total equity is refused: Nike 2015", () => {
    const oci = nike("AccumulatedOtherComprehensiveIncomeLossNetOfTax", "1246000000");
    const built = build([...filed, oci]);
    expect(line(built, keysOf(built)[0] ?? "", "total_equity")).toMatchObject({
      value: "12707000000",
      refused: [{ tag: `us-gaap:${totalEquity}`, guard: "notRepeated" }],
    });
  });

  test("without such a part it stands as filed", () => {
    const built = build(filed);
    expect(shown(built, keysOf(built)[0] ?? "", "total_equity")).toBe("1246000000");
  });
});

describe("8 per period, and within one filing", () => {
  const year = { start: "2009-01-01", end: "2009-12-31" };
  const quarter = { start: "2009-01-01", end: "2009-03-31" };

  test("a quarter of the finance arm does not refuse the year's revenues: General Electric 2009", () => {
    const later = { accession: "0001193125-11-047479", filed: "2011-02-25" };
    const built = build([
      annualFact("Revenues", "155278000000", { ...year, ...later }),
      annualFact("Revenues", "14278000000", { ...quarter, ...later }),
      annualFact("SalesRevenueNet", "24023000000", { ...quarter, ...later }),
      annualFact("SalesRevenueGoodsNet", "65068000000", {
        ...year,
        accession: "0000040545-10-000043",
        filed: "2010-05-07",
        form: "8-K",
      }),
    ]);
    const key = keysOf(built).find((one) => one.endsWith("FY")) ?? "";
    expect(line(built, key, "revenue")).toMatchObject({
      value: "155278000000",
      refused: expect.arrayContaining([{ tag: "us-gaap:Revenues", guard: "notDwarfed:1.5" }]),
    });
  });

  test("an 8-K about another business replaces no filed figure: Kraft Heinz 2014", () => {
    const days = { start: "2013-12-30", end: "2014-12-28" };
    const heinz = annualFact("SalesRevenueGoodsNet", "10922000000", {
      ...days,
      accession: "0001637459-17-000007",
      filed: "2017-02-23",
    });
    const kraft = annualFact("Revenues", "18205000000", {
      start: "2013-12-29",
      end: "2014-12-27",
      accession: "0001637459-15-000025",
      filed: "2015-08-10",
      form: "8-K",
    });
    const built = build([heinz, kraft]);
    expect(shown(built, keysOf(built)[0] ?? "", "revenue")).toBe("10922000000");
    const alone = build([kraft]);
    expect(shown(alone, keysOf(alone)[0] ?? "", "revenue")).toBe("18205000000");
  });

  test("securities that a balance sheet names for the other day only are none: Tesla 2012", () => {
    const report = "0001193125-13-096241";
    const last = balance("2011-12-31", report, "2013-03-07");
    const now = balance("2012-12-31", report, "2013-03-07");
    const spring = balance("2012-03-31", "0001193125-12-225825", "2012-05-10", "10-Q");
    const facts = [
      last("Assets", "713448000"),
      last("MarketableSecuritiesCurrent", "25061000"),
      now("Assets", "1114190000"),
      now("CashAndCashEquivalentsAtCarryingValue", "201890000"),
      spring("Assets", "720000000"),
      spring("MarketableSecuritiesCurrent", "25009000"),
      annualFact("Revenues", "413256000", {
        start: "2012-01-01",
        end: "2012-12-31",
        accession: report,
        filed: "2013-03-07",
      }),
      annualFact("Revenues", "30167000", {
        start: "2012-01-01",
        end: "2012-03-31",
        accession: "0001193125-12-225825",
        filed: "2012-05-10",
        form: "10-Q",
      }),
    ];
    const built = build(facts);
    const key = keysOf(built).find((one) => one.endsWith("FY") && one !== "2011FY") ?? "";
    expect(shown(built, key, "cash_and_short_term_investments")).toBe("201890000");
    // A filing that never names the line says nothing of it.
    const silent = build(facts.filter((fact) => fact.end !== "2011-12-31"));
    expect(shown(silent, key, "cash_and_short_term_investments")).toBe("not_reported");
  });
});
