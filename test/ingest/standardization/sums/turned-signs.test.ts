import { describe, expect, test } from "vitest";
import type { Fact } from "#schemas/shapes/companies/fact.ts";
import { annualFact, build, figures, line, operandsOf, shown } from "../company.ts";

const pretaxTag =
  "IncomeLossFromContinuingOperationsBeforeIncomeTaxesExtraordinaryItemsNoncontrollingInterest";

describe("35 signs that sums of the filing prove", () => {
  test("35 Massey 2009Q2: 26,059 before tax and 20,192 after it make a tax of 5,867, filed as -5,867 [FIN-04]", () => {
    const built = build("massey-2009-tax");
    const tax = line(built, "2009Q2", "income_tax_expense");
    expect(tax.value).toBe("5867000");
    expect(tax.flags).toContain("sign_corrected");
    expect(operandsOf(tax)).toEqual(["sign", [-1, "us-gaap:IncomeTaxExpenseBenefit", "-5867000"]]);
    expect(shown(built, "2009Q2", "net_income_consolidated")).toBe("20192000");
    // The loss of 2008 had a benefit, filed as an expense.
    expect(shown(built, "2008Q2", "income_tax_expense")).toBe("-32456000");
  });

  test("35 a tax benefit that takes income before tax to net income stays a benefit", () => {
    const facts = figures("massey-2009-tax").map((fact) =>
      fact.value === "20192000" ? { ...fact, value: "31926000" } : fact,
    );
    expect(shown(build(facts), "2009Q2", "income_tax_expense")).toBe("-5867000");
  });

  test("35 CSX 2009Q2: without income before tax, operating income less interest tells in both periods: 453 million, not 117 [FIN-04]", () => {
    const built = build("csx-2009-tax");
    expect(shown(built, "2009Q2", "income_tax_expense")).toBe("168000000");
    expect(shown(built, "2009Q2", "pretax_income")).toBe("453000000");
    // 285 and 23 million are 308.
    expect(shown(built, "2009Q2", "income_discontinued")).toBe("23000000");
    expect(shown(built, "2009Q2", "net_income_consolidated")).toBe("308000000");
  });

  test("35 KBR 2009Q2: the same without interest", () => {
    expect(shown(build("kbr-2009-tax"), "2009Q2", "income_tax_expense")).toBe("49000000");
    expect(shown(build("kbr-2009-tax"), "2009Q2", "pretax_income")).toBe("132000000");
  });

  test("35 size alone proves nothing where another period of the filing has the right sign, or there is only one", () => {
    const facts = figures("csx-2009-tax");
    const tax = (of: readonly Fact[]) => shown(build([...of]), "2009Q2", "income_tax_expense");
    const right = facts.map((fact) =>
      fact.value === "-426000000" ? { ...fact, value: "426000000" } : fact,
    );
    expect(tax(right)).toBe("-168000000");
    const isOther = ({ tag, start }: Fact) =>
      tag === "IncomeTaxExpenseBenefit" && start !== "2009-03-28";
    expect(tax(facts.filter((fact) => !isOther(fact)))).toBe("-168000000");
  });
});

describe("35 signs of net income", () => {
  const of = (figuresOfYear: Record<string, string>) =>
    Object.entries({ Assets: "9000000", ...figuresOfYear }).map(([tag, value]) =>
      annualFact(tag, value, {
        ...(tag === "Assets" && { start: null }),
        ...(tag.startsWith("Earnings") && { unit: "USD/shares" }),
        ...(tag.startsWith("Weighted") && { unit: "shares" }),
      }),
    );
  const year = (figuresOfYear: Record<string, string>, key: string) =>
    shown(build(of(figuresOfYear)), "2024FY", key);
  const commonTag = "NetIncomeLossAvailableToCommonStockholdersBasic";

  test("35 income to common that is positive beside a net loss of its size is a loss, and so are the earnings per share", () => {
    const loss = {
      [pretaxTag]: "-128000",
      NetIncomeLoss: "-136867",
      [commonTag]: "136867",
      EarningsPerShareBasic: "2.98",
      WeightedAverageNumberOfSharesOutstandingBasic: "45928",
    };
    expect(year(loss, "net_income_to_common")).toBe("-136867");
    expect(year(loss, "eps_basic")).toBe("-2.98");
    expect(year(loss, "net_income")).toBe("-136867");
  });

  test("35 of a consolidated and a parent's net loss with other signs the positive one is turned", () => {
    const loss = { OperatingIncomeLoss: "-9800", ProfitLoss: "11435", NetIncomeLoss: "-11434" };
    const withMinority = { ...loss, NetIncomeLossAttributableToNoncontrollingInterest: "-1" };
    expect(year(withMinority, "net_income_consolidated")).toBe("-11435");
    expect(year(withMinority, "net_income")).toBe("-11434");
  });

  test("35 a fourth quarter with a loss is the year, which was turned, less nine months, which were filed right", () => {
    const nineMonths = { end: "2024-02-25", accession: "0000000000-24-000000", form: "10-Q" };
    const built = build([
      ...of({ OperatingIncomeLoss: "-9800", ProfitLoss: "11435", NetIncomeLoss: "-11435" }),
      annualFact("ProfitLoss", "-7000", { ...nineMonths, filed: "2024-03-20", fp: "Q3" }),
    ]);
    expect(shown(built, "2024Q4", "net_income_consolidated")).toBe("-4435");
  });

  test("35 a parent's loss beside a consolidated income stays where noncontrolling interests explain it", () => {
    const facts = {
      [pretaxTag]: "11000",
      ProfitLoss: "9000",
      NetIncomeLoss: "-9100",
      NetIncomeLossAttributableToNoncontrollingInterest: "18100",
    };
    expect(year(facts, "net_income")).toBe("-9100");
  });

  test("35 FMC 2010Q1: 86.1 million of continuing operations and 80.4 of net income make -5.7 discontinued", () => {
    const fmc = {
      IncomeLossFromContinuingOperationsIncludingPortionAttributableToNoncontrollingInterest:
        "86100000",
      IncomeLossFromDiscontinuedOperationsNetOfTax: "5700000",
      ProfitLoss: "80400000",
    };
    expect(year(fmc, "income_discontinued")).toBe("-5700000");
    expect(year({ ...fmc, ProfitLoss: "91800000" }, "income_discontinued")).toBe("5700000");
  });

  test("35 Vale 2009: a share of noncontrolling interests of -107 million between 5,349 and 5,456 is positive", () => {
    const vale = {
      ProfitLoss: "5456000000",
      NetIncomeLoss: "5349000000",
      NetIncomeLossAttributableToNoncontrollingInterest: "-107000000",
    };
    expect(year(vale, "net_income_nci")).toBe("107000000");
  });

  test("3 a later 10-Q that turns the net loss of a year is rejected, as earnings per share filed before say", () => {
    const filing = { accession: "0000000000-25-000009", form: "10-Q", filed: "2025-05-06" };
    const built = build([
      ...of({
        [pretaxTag]: "-539400000",
        NetIncomeLoss: "-545700000",
        EarningsPerShareBasic: "-5.21",
      }),
      annualFact("NetIncomeLoss", "545700000", filing),
    ]);
    const income = line(built, "2024FY", "net_income");
    expect(income.value).toBe("-545700000");
    expect(income.flags).toContain("restatement_rejected");
  });
});
