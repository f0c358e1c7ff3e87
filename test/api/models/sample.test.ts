import { describe, expect, test } from "vitest";
import { templates } from "#registry/models/catalogue.ts";
import { extractFacts, type ModelFacts } from "#registry/models/inputs/facts.ts";
import type { ModelResult } from "#schemas/shapes/models/result.ts";
import { compute, sampleSource } from "../../helpers/companies/models.ts";

const companies: [name: string, cik: string, sic: string][] = [
  ["NVIDIA", "0001045810", "3674"],
  ["Alphabet", "0001652044", "7370"],
  ["Apple", "0000320193", "3571"],
  ["TSMC", "0001046179", "3674"],
  ["JPMorgan Chase", "0000019617", "6021"],
  ["Costco", "0000909832", "5331"],
  ["Kraft Heinz", "0001637459", "2030"],
  ["Under Armour", "0001336917", "2300"],
  ["Nikola", "0001731289", "3711"],
];
const known = new Map<string, ModelFacts>();
for (const [name, cik, sic] of companies) {
  known.set(name, extractFacts(await sampleSource(cik, { sic })));
}
const factsOf = (name: string) => known.get(name) as ModelFacts;
const codes = ({ warnings }: ModelResult) => warnings.map(({ code }) => code);

describe.each(companies.map(([name]) => [name]))("%s through the real engine", (name) => {
  const facts = factsOf(name);

  test.each(templates.map(({ key }) => [key]))(
    "%s computes or says why [MOD-12] [MOD-23]",
    (key) => {
      const result = compute(facts, key);
      expect(result.disclaimer).not.toBe("");
      if (result.state === "insufficient_data") {
        expect(result.stateReason?.message).not.toBe("");
        expect(result.valuation.enterpriseValue).toBeNull();
        return;
      }
      const { enterpriseValue, netDebt, equityValue } = result.valuation;
      if (enterpriseValue === null || netDebt === null || equityValue === null) {
        expect(["historical", "cost_of_capital", "equity"]).toContain(
          templates.find((one) => one.key === key)?.family,
        );
        return;
      }
      expect(equityValue).toBeCloseTo(enterpriseValue - netDebt, -1);
    },
  );

  test.each(templates)(
    "$key shows the parts of its family, and no others [MOD-18] [MOD-21] [MOD-22]",
    ({ key, family }) => {
      const result = compute(facts, key);
      expect(Object.keys(result.valuation)).toEqual([
        "enterpriseValue",
        "terminalValue",
        "netDebt",
        "equityValue",
        "fairValuePerShare",
        "currency",
      ]);
      expect(result.valuation.currency).toBe(name === "TSMC" ? "TWD" : "USD");
      expect(result.dcfDetail !== null).toBe(family === "dcf");
      const isComputed = result.state === "computed";
      expect(result.rateResult !== null).toBe(family === "cost_of_capital" && isComputed);
      expect(result.historicals.length > 0).toBe(family === "historical");
      if (family === "earnings_power" || !isComputed) return;
      expect(result.earningsPower).toBeNull();
    },
  );

  test("every fact names the filing it comes from [MOD-13]", () => {
    for (const { key } of templates) {
      for (const { source, provenance, editable } of compute(facts, key).assumptions) {
        if (source !== "prefilled_from_filings" || editable) continue;
        expect(provenance?.accessionNumber).toMatch(/^\d{10}-\d{2}-\d{6}$/);
        expect(provenance?.periodEnd).toMatch(/^\d{4}-\d{2}-\d{2}$/);
        expect(provenance?.concept).not.toBe("");
      }
    }
  });

  test("what is displayed is accepted back [MOD-11]", () => {
    for (const { key } of templates) {
      const standard = compute(facts, key);
      if (standard.state !== "computed") continue;
      const assumptions = Object.fromEntries(
        standard.assumptions.flatMap((one) =>
          one.editable && one.value !== null && !/_(low|high)$/.test(one.key)
            ? [[one.key, one.value]]
            : [],
        ),
      );
      expect(compute(facts, key, { assumptions }).valuation).toEqual(standard.valuation);
    }
  });
});

describe("what is particular", () => {
  test("Alphabet in mid-2025: stub, twelve months, share classes, switched tags", async () => {
    const source = await sampleSource("0001652044", { sic: "7370", asOf: "2025-08-01" });
    const facts = extractFacts(source);
    expect(facts.anchors).toMatchObject({
      fiscalYear: 2024,
      yearEnd: "2024-12-31",
      balanceSheetDate: "2025-06-30",
    });
    // Four quarters ending 2025-06-30 across two revenue tags; six months of 2025 and 2024 and the year agree.
    expect(facts.trailing.revenue?.value).toBe(371_399e6);
    expect(facts.yearToDate?.revenue).toBe(186_662e6);
    const result = compute(facts, "terminal_growth");
    expect(result.dcfDetail?.discounting?.stubFraction).toBeCloseTo(184 / 365, 11);
    expect(result.dcfDetail?.history.fiscalYtd?.capexPctRevenue).toBeCloseTo(0.2124, 4);
    expect(result.dcfDetail?.history.fiveYearAverage.capexPctRevenue).toBeCloseTo(0.1168, 4);
    expect(codes(result)).toContain("ytd_capex_drift");
    // No count on the cover without its class: the balance sheet's, diluted.
    expect(facts.shares?.value).toBe(12_179_887_147);
  });

  test("nothing filed after the day is seen", async () => {
    const day = async (asOf: string) =>
      extractFacts(await sampleSource("0000320193", { sic: "3571", asOf })).anchors;
    expect((await day("2023-11-02"))?.balanceSheetDate).toBe("2023-07-01");
    expect((await day("2023-11-02"))?.fiscalYear).toBe(2022);
    expect((await day("2023-11-03"))?.fiscalYear).toBe(2023);
  });

  test("JPMorgan Chase is a bank to models without a SIC code, too, as to its statements", async () => {
    const source = await sampleSource("0000019617", { sic: null });
    const facts = extractFacts(source);
    expect(facts.statementTemplate).toBe("bank");
    expect(compute(facts, "terminal_growth").stateReason?.code).toBe("financial_institution");
  });

  test("JPMorgan Chase has earnings, book value, dividends and history only", () => {
    const computed = templates
      .filter(({ key }) => compute(factsOf("JPMorgan Chase"), key).state === "computed")
      .map(({ key }) => key);
    expect(computed).toEqual([
      "historical_income_statement",
      "historical_balance_sheet",
      "historical_cash_flow",
      "historical_ratios",
      "pe_multiples",
      "pb_multiples",
      "excess_return",
      "dividend_discount",
    ]);
  });

  test("TSMC is valued in its own currency, annually, and called stale", () => {
    const result = compute(factsOf("TSMC"), "terminal_growth");
    expect(result.valuation.currency).toBe("TWD");
    expect(result.dcfDetail?.history.quarterlyNwc).toHaveLength(1);
    expect(codes(result)).toContain("stale_filings");
  });

  test("Nikola's losses leave no price that rests on them", () => {
    const facts = factsOf("Nikola");
    for (const key of ["terminal_growth", "ebitda_exit", "epv", "ev_ebitda_multiples"]) {
      expect(compute(facts, key).state).toBe("insufficient_data");
    }
    expect(codes(compute(facts, "revenue_exit"))).toContain("negative_equity_value");
  });

  test("Under Armour's changed year is told; Costco's 52 weeks hang on calendar years", () => {
    expect(codes(compute(factsOf("Under Armour"), "terminal_growth"))).toContain(
      "fiscal_year_change",
    );
    const costco = compute(factsOf("Costco"), "terminal_growth").dcfDetail?.discounting;
    expect(costco?.terminal.date).toBe("2030-08-31");
    expect(costco?.stubFraction).toBeCloseTo(281 / 365, 11);
  });
});
