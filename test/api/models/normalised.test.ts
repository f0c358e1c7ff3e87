import { describe, expect, test } from "vitest";
import { inStatedDigits } from "#registry/models/answers/stated-digits.ts";
import { findTemplate } from "#registry/models/catalogue.ts";
import { prepareModel, runModel } from "#registry/models/compute.ts";
import { extractFacts, type ModelFacts } from "#registry/models/inputs/facts.ts";
import { referenceOn, yearlyRates } from "#registry/models/rates/dated-reference.ts";
import { bundledReference } from "#registry/models/rates/reference.ts";
import { readStored, storedOverrides } from "#registry/models/stored-overrides.ts";
import { makeFacts, withLines } from "../../helpers/companies/model-company.ts";
import { compute, computeReported, sampleSource } from "../../helpers/companies/models.ts";

const sample = async (cik: string, sic: string) => extractFacts(await sampleSource(cik, { sic }));
const kraft = await sample("0001637459", "2030");
const nikola = await sample("0001731289", "3711");
const tsmc = await sample("0001046179", "3674");
const assumed = (facts: ModelFacts, template: string, key: string) =>
  compute(facts, template).assumptions.find((one) => one.key === key);
const codes = (facts: ModelFacts, key: string, body?: unknown) =>
  compute(facts, key, body).warnings.map(({ code }) => code);
const dcfs = [
  "terminal_growth",
  "ebitda_exit",
  "dcf_10_year_terminal_growth",
  "dcf_10_year_ebitda_exit",
];
const refused = [...dcfs, "ev_ebitda_multiples", "ev_ebit_multiples", "pe_multiples"];

describe("one-off charges of Kraft Heinz", () => {
  test("each is named with its filing, and the sum is what is added back", () => {
    const seed = assumed(kraft, "terminal_growth", "one_off_charges");
    expect(seed?.value).toBe((6_734 + 2_572 + 21) * 1e6);
    expect(seed?.note).toContain("as below operating income: result of disposals 42,000,000");
    expect(seed?.note).toContain("goodwill impairment 6,734,000,000 (0001637459-26-000009)");
    expect(seed?.provenance?.inputs).toHaveLength(3);
    expect(seed?.editable).toBe(true);
    // (−3,701 + 9,327) / 24,942: the loss on disposals is among other expenses, below operating income.
    expect(assumed(kraft, "terminal_growth", "ebitda_margin")?.value).toBe(0.225563);
    expect(codes(kraft, "terminal_growth")).toContain("one_off_charges_added_back");
  });

  test.each(refused)("%s computes, and as reported says why it does not", (key) => {
    expect(compute(kraft, key).state).toBe("computed");
    expect(computeReported(kraft, key).state).toBe("insufficient_data");
    expect(codes(kraft, key, { assumptions: { normalised_earnings: 0 } })).not.toContain(
      "one_off_charges_added_back",
    );
  });

  test("goodwill gives no tax relief in a multiple of earnings", () => {
    const added = assumed(kraft, "pe_multiples", "one_off_charges")?.value;
    expect(added).toBe((6_734 + (2_572 + 21 + 42) * 0.75) * 1e6);
  });

  test("another amount moves the margin", () => {
    const body = { assumptions: { one_off_charges: 9_306e6 } };
    const margin = compute(kraft, "ebitda_exit", body).assumptions.find(
      ({ key }) => key === "ebitda_margin",
    );
    expect(margin?.value).toBe(0.224721);
  });
});

describe("medians", () => {
  test("Nikola's capital expenditures are the median of its years, and their mean as reported", () => {
    const normalised = assumed(nikola, "revenue_exit", "capex_pct_revenue")?.value ?? 0;
    expect(normalised).toBeLessThan(5);
    const reported = computeReported(nikola, "revenue_exit").assumptions.find(
      ({ key }) => key === "capex_pct_revenue",
    );
    expect(reported?.value).toBe(60.604668);
  });
});

describe("reference data of a day", () => {
  test("a past day has the rates of its year", () => {
    const set = referenceOn("2020-12-01");
    expect(set.rates.riskFreeRate.value).toBe(0.0192);
    expect(set.rates.equityRiskPremium.value).toBe(0.052);
    expect(set.rates.terminalGrowth.value).toBe(0.0192);
    expect(set.gaps).toEqual([]);
    expect(referenceOn(null)).toBe(bundledReference);
    expect(referenceOn("2026-01-01")).toBe(bundledReference);
  });

  test("a day of the first filings with data has the rates published for its year", () => {
    const { rates } = referenceOn("2009-08-01");
    expect(rates.riskFreeRate.value).toBe(0.0221);
    expect(rates.equityRiskPremium.value).toBe(0.0643);
  });

  test("a year without any set says so and takes the bundled one", () => {
    const set = referenceOn("1999-06-30");
    expect(set.rates).toEqual(bundledReference.rates);
    expect(set.gaps[0]?.message).toContain("no set of rates and premia for 1999");
    expect(yearlyRates.years.map(({ year }) => year)).toEqual([
      2009, 2010, 2011, 2012, 2013, 2014, 2015, 2016, 2017, 2018, 2019, 2020, 2021, 2022, 2023,
      2024, 2025,
    ]);
  });
});

describe("cost of debt", () => {
  test("its floor is the risk-free rate in force", () => {
    const rate = (risk_free_rate: number) =>
      compute(makeFacts(), "wacc", { assumptions: { risk_free_rate } }).rateResult;
    // Interest of 1 % of revenue over debt of 19 % of it is 5.26 %.
    expect(rate(0.03)?.preTaxCostOfDebt).toBeCloseTo(0.052632, 6);
    expect(rate(0.06)?.preTaxCostOfDebt).toBe(0.06);
  });

  test("debt without interest in the filings is told", () => {
    const facts = makeFacts({ years: withLines({ interest_expense: null }) });
    expect(codes(facts, "wacc")).toContain("interest_expense_missing");
    expect(codes(makeFacts(), "wacc")).not.toContain("interest_expense_missing");
  });
});

test("answers carry no binary noise", () => {
  expect(inStatedDigits({ a: [452272954613.99994, 0.037125000000000005], b: null })).toEqual({
    a: [452272954614, 0.037125],
    b: null,
  });
  const text = JSON.stringify(compute(kraft, "terminal_growth"));
  expect(text.match(/\d\.\d{16,}/)).toBeNull();
});

describe("what a value per share is of", () => {
  test("TSMC's is of an ordinary share in TWD, with the ADS at the filing's own rate", () => {
    const { perShare, valuationRange } = compute(tsmc, "revenue_exit");
    expect(perShare?.unit).toBe("TWD per ordinary share");
    expect(perShare?.receipt).toMatchObject({ sharesPerReceipt: 5, exchangeRate: 32.79 });
    const mid = valuationRange?.fairValuePerShare.mid ?? 0;
    expect(perShare?.receipt?.fairValue?.mid).toBeCloseTo((mid * 5) / 32.79, 6);
    const given = compute(tsmc, "revenue_exit", { assumptions: { exchange_rate: 30 } });
    expect(given.perShare?.receipt?.fairValue?.mid).toBeCloseTo((mid * 5) / 30, 6);
  });

  test("a US filer's is of a common share, without a receipt", () => {
    expect(compute(kraft, "pb_multiples").perShare).toEqual({
      currency: "USD",
      security: "common share",
      unit: "USD per common share",
      receipt: null,
    });
  });
});

describe("sanity notes", () => {
  const note = (facts: ModelFacts, key: string, of: string, body?: unknown) =>
    compute(facts, key, body).sanity.find((one) => one.key === of);

  test("exit multiple and growth say what each implies of the other", () => {
    const wide = { assumptions: { discount_rate: 0.045, terminal_growth: 0.04 } };
    const found = note(makeFacts(), "terminal_growth", "implied_exit_ev_ebitda", wide);
    expect(found?.isOutside).toBe(true);
    const detail = compute(makeFacts(), "terminal_growth", wide).dcfDetail;
    const implied = detail?.enterpriseValue.impliedExitEbitdaMultiple.mid ?? 0;
    expect(found?.value).toBeCloseTo(implied, 9);
    expect(note(makeFacts(), "ebitda_exit", "implied_perpetuity_growth")?.comparedWith).toContain(
      "2026-01",
    );
  });

  test("historical ratios say what their last return on invested capital is", () => {
    const found = note(makeFacts(), "historical_ratios", "roic");
    expect(found?.label).toBe("Return on invested capital");
    // 1.6 billion after tax, to debt and equity less cash of 6.0 billion.
    expect(found?.value).toBeCloseTo(1.6 / 6, 9);
    expect(found?.isOutside).toBe(false);
  });

  test("a discount rate next to nothing is computed and said", () => {
    const body = { assumptions: { discount_rate: 1e-9 } };
    expect(compute(makeFacts(), "epv", body).state).toBe("computed");
    expect(note(makeFacts(), "epv", "discount_rate", body)?.isOutside).toBe(true);
    expect(note(makeFacts(), "epv", "discount_rate")?.isOutside).toBe(false);
  });
});

describe("stored overrides after new filings", () => {
  const prepare = (facts: ModelFacts) => {
    const template = findTemplate("terminal_growth");
    if (template === null) throw new Error("no template");
    return prepareModel({ template, facts, reference: bundledReference });
  };
  const stored = {
    assumptions: { short_term_investments: 3e9, discount_rate: 0.09 },
    drivers: {},
  };
  const before = prepare(makeFacts());
  const after = prepare(makeFacts({ years: withLines({ short_term_investments: 1e9 }) }));

  test("an override of what is filed since is kept, told, and in force only when asked", () => {
    expect(readStored(before, stored)).toEqual({ current: stored, filedSince: {}, warnings: [] });
    const read = readStored(after, stored);
    expect(read.current.assumptions).toEqual({ discount_rate: 0.09 });
    expect(read.filedSince).toEqual({ short_term_investments: 3e9 });
    expect(read.warnings[0]?.message).toMatch(/^short_term_investments filed since: 1000000000 /);
    const debt = (withFiled: boolean) =>
      runModel(after, storedOverrides(after, read, withFiled)).valuation.netDebt;
    expect(debt(false)).toBe(2e9 - 1e9 - 1e9);
    expect(debt(true)).toBe(2e9 - 1e9 - 3e9);
  });
});
