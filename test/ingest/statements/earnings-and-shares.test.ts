import { describe, expect, test } from "vitest";
import type { Fact } from "#schemas/shapes/companies/fact.ts";
import { annualFact, build, line, operandsOf, shown } from "../standardization/company.ts";

/** Facts of one span in one filing: monetary ones in millions, shares in millions, figures per share as they are. */
const inFiling =
  (over: Partial<Fact>) =>
  (tag: string, value: string): Fact => {
    const unit = /Per(Basic|Diluted)?Share|EarningsPerShare/.test(tag) ? "USD/shares" : "USD";
    const isCount = /^(WeightedAverage|CommonStockShares|TreasuryStockShares|SharesIssued)/.test(
      tag,
    );
    const isInstant = /^(Assets|CommonStockShares|TreasuryStockShares)/.test(tag);
    const amount = unit === "USD/shares" ? value : (BigInt(value) * 1000000n).toString();
    return annualFact(tag, amount, {
      ...over,
      ...(isInstant && { start: null }),
      unit: isCount ? "shares" : unit,
    });
  };

const year = { start: "2009-02-02", end: "2010-01-31", fy: 2009, form: "10-K" };
const nineMonths = { start: "2009-02-02", end: "2009-11-01", fy: 2009, form: "10-Q" };
const fourth = { start: "2009-11-02", end: "2010-01-31", fy: 2009, form: "10-K" };

describe("28 earnings per share of continuing operations are not the total", () => {
  const own = { accession: "0000354950-10-000001", filed: "2010-03-25" };
  const later = { accession: "0000354950-11-000001", filed: "2011-03-24" };
  const annual = inFiling({ ...year, ...own });
  const toDate = inFiling({
    ...nineMonths,
    accession: "0000354950-09-000001",
    filed: "2009-12-03",
  });
  const quarter = inFiling({ ...fourth, ...later });
  const facts = [
    annual("Assets", "40877"),
    annual("NetIncomeLoss", "2661"),
    annual("EarningsPerShareBasic", "1.58"),
    annual("IncomeLossFromContinuingOperationsPerBasicShare", "1.56"),
    annual("WeightedAverageNumberOfSharesOutstandingBasic", "1683"),
    toDate("NetIncomeLoss", "2319"),
    toDate("EarningsPerShareBasic", "1.38"),
    toDate("WeightedAverageNumberOfSharesOutstandingBasic", "1684"),
    quarter("IncomeLossFromContinuingOperationsPerBasicShare", "0.18"),
  ];

  test("28 a fourth quarter that is filed of them alone is the year less nine months: Home Depot 2009, 0.20 not 0.18", () => {
    expect(line(build(facts), "2009Q4", "eps_basic")).toMatchObject({
      value: "0.2",
      flags: ["derived_q4", "derived_per_share"],
    });
  });

  test("28 they stand for the total where the filer states the same of the year", () => {
    const same = facts.map((fact) =>
      fact.tag.endsWith("PerBasicShare") && fact.value === "1.56"
        ? { ...fact, value: "1.58" }
        : fact,
    );
    expect(line(build(same), "2009Q4", "eps_basic")).toMatchObject({
      value: "0.18",
      flags: ["scope:continuing"],
    });
  });

  test("28 without another tag they are null where discontinued operations make half a cent a share: AIG 2010", () => {
    const of = (discontinued: string) => [
      annual("Assets", "863000"),
      annual("NetIncomeLoss", "1451"),
      annual("IncomeLossFromDiscontinuedOperationsNetOfTax", discontinued),
      annual("IncomeLossFromContinuingOperationsPerBasicShare", "0.41"),
      annual("WeightedAverageNumberOfSharesOutstandingBasic", "136"),
    ];
    expect(shown(build(of("1173")), "2009FY", "eps_basic")).toBe("scope_conflict");
    expect(shown(build(of("0")), "2009FY", "eps_basic")).toBe("0.41");
  });
});

describe("29 signs that the figures per share prove", () => {
  const annual = inFiling(year);
  const shares = annual("WeightedAverageNumberOfSharesOutstandingBasic", "1316");
  const income = [annual("Assets", "6000"), annual("NetIncomeLoss", "-150"), shares];
  const loss = annual("EarningsPerShareBasic", "0.11");

  test("29 a loss per share that is filed as it reads is negative where income before tax says so, too", () => {
    const tag =
      "IncomeLossFromContinuingOperationsBeforeIncomeTaxesMinorityInterestAndIncomeLossFromEquityMethodInvestments";
    const pretax = (value: string) => annual(tag, value);
    const turned = line(build([...income, pretax("-160"), loss]), "2009FY", "eps_basic");
    expect(turned).toMatchObject({ value: "-0.11", flags: ["sign_corrected"] });
    expect(operandsOf(turned)[0]).toBe("sign");
    // Nothing confirms the income, or it is of another size.
    expect(shown(build([...income, loss]), "2009FY", "eps_basic")).toBe("0.11");
    expect(shown(build([...income, pretax("160"), loss]), "2009FY", "eps_basic")).toBe("0.11");
    const other = annual("EarningsPerShareBasic", "0.2");
    expect(shown(build([...income, pretax("-160"), other]), "2009FY", "eps_basic")).toBe("0.2");
  });

  test("29 negative preferred dividends are positive where they take net income to income to common: Wells Fargo 2009Q1", () => {
    const facts = (common: string) => [
      annual("Assets", "1285891"),
      annual("NetIncomeLoss", "3045"),
      annual("PreferredStockDividendsIncomeStatementImpact", "-661"),
      annual("NetIncomeLossAvailableToCommonStockholdersBasic", common),
    ];
    const dividends = line(build(facts("2384")), "2009FY", "preferred_dividends");
    expect(dividends).toMatchObject({ value: "661000000", flags: ["sign_corrected"] });
    // A gain on buying preferred shares back adds to income to common.
    expect(shown(build(facts("3706")), "2009FY", "preferred_dividends")).toBe("-661000000");
  });
});

describe("30 income to common, average shares and shares outstanding beside each other", () => {
  const annual = inFiling(year);

  test("30 net income that earnings per share show to be after preferred dividends is income to common: BNY Mellon 2009Q2", () => {
    const facts = (eps: string) => [
      annual("Assets", "203012"),
      annual("NetIncomeLoss", "176"),
      annual("PreferredStockDividendsAndOtherAdjustments", "236"),
      annual("EarningsPerShareBasic", eps),
      annual("WeightedAverageNumberOfSharesOutstandingBasic", "1171"),
    ];
    const common = line(build(facts("0.15")), "2009FY", "net_income_to_common");
    expect(common.value).toBe("176000000");
    expect(operandsOf(common).map((operand) => operand[1])).toEqual([
      "e",
      "net_income@2009-02-02/2010-01-31",
    ]);
    expect(shown(build(facts("-0.05")), "2009FY", "net_income_to_common")).toBe("-60000000");
    const flagsOf = (eps: string) => line(build(facts(eps)), "2009FY", "net_income").flags;
    expect(flagsOf("0.15")).toEqual(["scope:after_preferred_dividends"]);
    expect(flagsOf("-0.05")).toEqual([]);
  });

  test("30 an average of no shares is none, and the next tag is taken: Hertz 2015Q2", () => {
    const built = build([
      annual("Assets", "23358"),
      annual("WeightedAverageNumberOfDilutedSharesOutstanding", "0"),
      annual("WeightedAverageNumberOfShareOutstandingBasicAndDiluted", "92"),
    ]);
    expect(shown(built, "2009FY", "weighted_average_shares_diluted")).toBe("92000000");
    const alone = build([
      annual("Assets", "23358"),
      annual("WeightedAverageNumberOfDilutedSharesOutstanding", "0"),
    ]);
    expect(shown(alone, "2009FY", "weighted_average_shares_diluted")).toBe("scale_conflict");
  });

  test("30 shares outstanding are those issued less those in treasury, unless the average is another", () => {
    const facts = (average: string) => [
      annual("Assets", "52418"),
      annual("CommonStockSharesIssued", "1602"),
      annual("TreasuryStockShares", "49"),
      annual("WeightedAverageNumberOfSharesOutstandingBasic", average),
    ];
    const counted = line(build(facts("1548")), "2009FY", "shares_outstanding");
    expect(counted.value).toBe("1553000000");
    expect(
      operandsOf(counted)
        .slice(1)
        .map(([weight]) => weight),
    ).toEqual([1, -1]);
    expect(shown(build(facts("1100")), "2009FY", "shares_outstanding")).toBe("identity_conflict");
  });

  test("30 shares issued are the shares outstanding only of filers that hold none", () => {
    const facts = [
      annual("Assets", "16058"),
      annual("NetIncomeLoss", "300"),
      annual("CommonStockSharesIssued", "327"),
    ];
    expect(shown(build(facts), "2009FY", "shares_outstanding")).toBe("327000000");
    const held = { ...annual("Assets", "5"), tag: "TreasuryStockValue" };
    expect(shown(build([...facts, held]), "2009FY", "shares_outstanding")).toBe("not_reported");
  });
});

describe("12 diluted figures of a fourth quarter", () => {
  const filing = (form: string, span: { start: string; end: string }) =>
    inFiling({ ...span, fy: 2019, form, accession: `0000080424-19-${form}`, filed: "2019-08-06" });
  const annual = filing("10-K", { start: "2018-07-01", end: "2019-06-30" });
  const toDate = filing("10-Q", { start: "2018-07-01", end: "2019-03-31" });
  const facts = (net: string, eps: [string, string, string, string]) => [
    annual("Assets", "115095"),
    annual("NetIncomeLoss", net),
    annual("EarningsPerShareBasic", eps[0]),
    annual("EarningsPerShareDiluted", eps[1]),
    annual("WeightedAverageNumberOfSharesOutstandingBasic", "2504"),
    annual("WeightedAverageNumberOfDilutedSharesOutstanding", "2540"),
    toDate("NetIncomeLoss", "9138"),
    toDate("EarningsPerShareBasic", eps[2]),
    toDate("EarningsPerShareDiluted", eps[3]),
    toDate("WeightedAverageNumberOfSharesOutstandingBasic", "2502"),
    toDate("WeightedAverageNumberOfDilutedSharesOutstanding", "2624"),
  ];

  test("12 in a loss they are the basic ones: Procter & Gamble 2019, not 2,288 million shares", () => {
    const built = build(facts("3897", ["1.56", "1.53", "3.65", "3.48"]));
    const shares = line(built, "2019Q4", "weighted_average_shares_diluted");
    expect(shares).toMatchObject({ value: "2510000000" });
    expect(shares.flags).toContain("antidilutive");
    expect(shown(built, "2019Q4", "eps_basic")).toBe("-2.09");
    expect(shown(built, "2019Q4", "eps_diluted")).toBe("-2.09");
  });

  test("12 diluted earnings of a loss stay where they come out as the basic ones, beside wrong diluted shares", () => {
    const built = build(facts("3897", ["1.56", "1.53", "3.65", "3.62"]));
    expect(shown(built, "2019Q4", "weighted_average_shares_diluted")).toBe("2510000000");
    expect(shown(built, "2019Q4", "eps_diluted")).toBe("-2.09");
  });

  test("12 in a profit average shares below the basic ones are null", () => {
    const built = build(facts("12000", ["4.79", "4.72", "3.65", "3.48"]));
    expect(shown(built, "2019Q4", "weighted_average_shares_basic")).toBe("2510000000");
    expect(shown(built, "2019Q4", "weighted_average_shares_diluted")).toBe("identity_conflict");
  });
});

describe("3 restatements that lose their sign", () => {
  test("3 net income is not turned where the filing states a loss per share: Herc 2017Q1", () => {
    const first = inFiling({ ...year, accession: "0001364479-17-000022", filed: "2017-05-09" });
    const second = inFiling({ ...year, accession: "0001364479-19-000004", filed: "2019-02-28" });
    const facts = [
      first("Assets", "3500"),
      first("NetIncomeLoss", "-39"),
      first("EarningsPerShareBasic", "-1.39"),
      second("NetIncomeLoss", "39"),
    ];
    const stated = second("EarningsPerShareBasic", "-1.39");
    expect(line(build([...facts, stated]), "2009FY", "net_income")).toMatchObject({
      value: "-39000000",
      flags: ["restatement_rejected"],
    });
    const turned = second("EarningsPerShareBasic", "1.39");
    expect(shown(build([...facts, turned]), "2009FY", "net_income")).toBe("39000000");
  });
});
