import { expect, test } from "vitest";
import { extractFacts } from "#registry/models/inputs/facts.ts";
import type { ModelSource } from "#registry/models/inputs/source.ts";
import { withFiled } from "../../helpers/companies/filed-flows.ts";
import { makeSource, soundYears, withLines } from "../../helpers/companies/model-company.ts";
import { compute } from "../../helpers/companies/models.ts";

const units =
  "us-gaap:ShareBasedCompensationArrangementByShareBasedPaymentAwardEquityInstrumentsOtherThanOptionsNonvestedNumber";
const restructuring = "us-gaap:RestructuringCharges";

function noteOf(source: ModelSource, key: string): string | null | undefined {
  const { assumptions } = compute(extractFacts(source), "terminal_growth");
  return assumptions.find((one) => one.key === key)?.note;
}

/** The company with elements that the report of its last year states of members alone. */
function statedByMember(tags: readonly string[]): ModelSource {
  const source = makeSource();
  const accession = source.periods[0]?.filings[0]?.accessionNumber ?? "";
  return { ...source, byMember: { [accession]: [...tags] } };
}

test("awards and restructuring of Meta 2024, which it files by member alone, are said to be so", () => {
  const meta = statedByMember([units, restructuring]);
  expect(noteOf(meta, "restricted_stock_units")).toBe(
    `filed by member alone, and not for the whole company: ${units}`,
  );
  expect(noteOf(meta, "options_outstanding")).toBe(
    "not found in the notes of the last thirteen months",
  );
  const impaired = { tag: "ImpairmentOfLongLivedAssetsHeldForUse", value: 383_000_000 };
  expect(noteOf(withFiled(meta, [impaired]), "one_off_charges")).toBe(
    `impairment of long-lived assets 383,000,000 (0000000001-24-000001); filed by member alone, and not added back: ${restructuring}`,
  );
});

test("what a report states as a whole, or states nothing of, has no such note", () => {
  const none = "no impairment, restructuring or disposal of the twelve months counts";
  expect(noteOf(makeSource(), "one_off_charges")).toBe(none);
  const meta = statedByMember([restructuring]);
  expect(noteOf(meta, "one_off_charges")).toContain("by member alone");
  const whole = withFiled(meta, [{ tag: "RestructuringCharges", value: 389_000_000 }]);
  expect(noteOf(whole, "one_off_charges")).toBe("restructuring 389,000,000 (0000000001-24-000001)");
});

test("an element of members counts where it is of the twelve months and of no charge that is added back", () => {
  const goodwill = "us-gaap:GoodwillImpairmentLoss";
  const axis = "us-gaap:ProductOrServiceAxis=abbv:VuityMember";
  const impaired = { tag: "GoodwillImpairmentLoss", value: 770_000_000, dimensions: axis };
  const made = statedByMember([goodwill]);
  const before = withFiled(made, [{ ...impaired, start: "2021-07-01", end: "2021-09-30" }]);
  expect(noteOf(before, "one_off_charges")).not.toContain("by member");
  const now = withFiled(made, [{ ...impaired, start: "2023-07-01", end: "2023-09-30" }]);
  expect(noteOf(now, "one_off_charges")).toContain(
    `by member alone, and not added back: ${goodwill}`,
  );
  const all = withFiled(now, [{ tag: "AssetImpairmentCharges", value: 4_476_000_000 }]);
  expect(noteOf(all, "one_off_charges")).not.toContain("by member");
});

test("a group for sale that UnitedHealth 2024 states by kind of disposal alone is said to be so", () => {
  const group = "us-gaap:AssetsOfDisposalGroupIncludingDiscontinuedOperation";
  expect(noteOf(statedByMember([group]), "held_for_sale")).toBe(
    `filed by member alone, and not for the whole company: ${group}`,
  );
});

test("a report of a year that is long past says nothing of today", () => {
  const source = makeSource();
  const accession = source.periods.at(-1)?.filings[0]?.accessionNumber ?? "";
  const old = { ...source, byMember: { [accession]: [restructuring] } };
  expect(noteOf(old, "one_off_charges")).not.toContain("by member");
});

const million = 1_000_000;

/** What price over earnings tells of gains of Alphabet 2025 within income before tax. */
function told(
  gains: number,
  income = 158_826,
  template = "pe_multiples",
  tag = "EquitySecuritiesFvNiGainLoss",
) {
  const source = makeSource({ years: withLines({ pretax_income: income * million }) });
  const filed = [{ tag, value: gains * million }];
  const { warnings } = compute(extractFacts(withFiled(source, filed)), template);
  return warnings?.find(({ code }) => code === "securities_gains")?.message;
}

test("gains of 24,080 on securities of Alphabet 2025 are told where earnings are multiplied", () => {
  expect(told(24_080)).toBe(
    "Earnings hold gains on securities of 24,080,000,000 before tax, 15.16% of income before tax: they are in the value of the securities, too. Lower one_off_charges by them, after tax, to leave them out.",
  );
  expect(told(24_080, 158_826, "ps_multiples")).toBeUndefined();
});

test("the gain of 40.2 on shares that CF sold to 2010-03-31 is told", () => {
  const sold = "AvailableForSaleSecuritiesGrossRealizedGainLossNet";
  expect(told(40.2, 572.4, "pe_multiples", sold)).toContain("gains on securities of 40,200,000");
});

test("the gain of 589 on Tesla's bitcoin in 2024 is told, and one of less than 5 % is not", () => {
  const tesla = (gain: number) => {
    const source = makeSource({ years: withLines({ pretax_income: 8_990 * million }) });
    const tag = "CryptoAssetUnrealizedGainLossOperatingAndNonoperating";
    const filed = withFiled(source, [{ tag, value: gain * million }]);
    return compute(extractFacts(filed), "pe_multiples").warnings?.find(
      ({ code }) => code === "digital_asset_gains",
    )?.message;
  };
  expect(tesla(589)).toContain(
    "gains on digital assets of 589,000,000 before tax, 6.55% of income before tax: they are in the value of the digital assets, too.",
  );
  expect(tesla(449)).toBeUndefined();
});

test("charges of all owners are told where minorities bear a loss: Walgreens 2024, 6,812", () => {
  const walgreens = (ofMinorities: number) => {
    const lines = { net_income: -8_636 * million, net_income_nci: ofMinorities * million };
    const filed = [{ tag: "GoodwillImpairmentLoss", value: 12_701 * million }];
    const facts = extractFacts(withFiled(makeSource({ years: withLines(lines) }), filed));
    return compute(facts, "pe_multiples").warnings?.find(
      ({ code }) => code === "charges_of_minorities",
    )?.message;
  };
  expect(walgreens(-6_812)).toContain(
    "Minorities bear 6,812,000,000 of the net loss, and the one-off charges of 12,701,000,000 before tax are those of all owners",
  );
  expect(walgreens(-500)).toBeUndefined();
  expect(walgreens(6_812)).toBeUndefined();
});

test("small gains are not told, and large losses are", () => {
  // NVIDIA to 2026-01-25 has 6.3 %, which is told.
  expect(told(8_918, 141_450)).toContain("8,918,000,000 before tax, 6.30%");
  expect(told(1_400, 29_469)).toBeUndefined();
  expect(told(-24_080)).toContain("gains on securities of -24,080,000,000");
});

// Of Caterpillar 2025 a list of facts has a dozen elements: income, operating cash flow, assets, cash, current liabilities.
const caterpillar = {
  ...{ net_income: 8_884 * million, operating_cash_flow: 11_739 * million },
  ...{ pretax_income: null, income_tax_expense: null, interest_expense: null },
  ...{ stockholders_equity: null, current_assets: null },
};

test("an excerpt of facts tells neither one-off charges nor working capital nor dividends", () => {
  const excerpt = makeSource({ years: withLines(caterpillar) });
  const told = (key: string, template: string) =>
    compute(extractFacts(excerpt), template).assumptions.find((one) => one.key === key);
  expect(told("one_off_charges", "pe_multiples")?.note).toBe(
    "the facts at hand are an excerpt of the filings: they tell no impairment, restructuring or disposal",
  );
  expect(told("nwc_pct_revenue", "terminal_growth")?.note).toBe(
    "the facts at hand are an excerpt of the balance sheet: they tell no working capital",
  );
  expect(told("payout_ratio", "excess_return")).toMatchObject({
    value: null,
    note: "the facts at hand are an excerpt of the cash flow statements: they tell no dividends",
  });
});

test("the excerpt of a bank, whose balance sheet is none, tells no one-off charges either", () => {
  const bank = makeSource({ sic: "6021", template: "bank", years: withLines(caterpillar) });
  const { assumptions } = compute(extractFacts(bank), "pe_multiples");
  const note = assumptions.find(({ key }) => key === "one_off_charges")?.note;
  expect(note).toMatch(/^the facts at hand are an excerpt of the filings/);
});

test("a median of years that are not the last ones names them", () => {
  const without = { ...soundYears[2023], depreciation_and_amortization: null };
  const source = makeSource({ years: { ...soundYears, 2023: without } });
  expect(noteOf(source, "da_pct_revenue")).toMatch(/^median of fiscal 2021, 2022 \(/);
  expect(noteOf(makeSource(), "da_pct_revenue")).toMatch(/^median of the last 3 fiscal years \(/);
});

test("a payout of 0 names the newest cash flow statement where later ones are not at hand", () => {
  // Of Netflix cash flow statements are at hand up to 2023, and an excerpt of facts since.
  const whole = withLines({ financing_cash_flow: -5_951 * million });
  const years = { ...whole, 2023: soundYears[2023] ?? {} };
  const { assumptions } = compute(extractFacts(makeSource({ years })), "excess_return");
  expect(assumptions.find(({ key }) => key === "payout_ratio")).toMatchObject({
    value: 0,
    note: "no dividends in cash flow statements, the newest at hand of fiscal 2022",
  });
});

test("no payout is told where dividends of minorities are more than these own: Petrobras 2009", () => {
  const of = (noncontrolling_interest: number, template: string) => {
    const lines = { financing_cash_flow: -5_951 * million, noncontrolling_interest };
    const row = { tag: "PaymentsOfDividendsMinorityInterest", value: 7_712 };
    const paid = ["2022", "2023"].map((year) => ({
      ...{ ...row, start: `${year}-01-01`, end: `${year}-12-31` },
    }));
    const source = withFiled(makeSource({ years: withLines(lines) }), paid);
    return compute(extractFacts(source), template);
  };
  const payout = (minorities: number) =>
    of(minorities, "excess_return").assumptions.find(({ key }) => key === "payout_ratio");
  expect(payout(1_362)).toMatchObject({
    value: null,
    note: "one row has dividends with those of minorities",
  });
  expect(payout(7_712)).toMatchObject({ value: 0 });
  const refusal = (minorities: number) => of(minorities, "dividend_discount").stateReason?.message;
  expect(refusal(1_362)).toBe(
    "The filings do not state dividends_paid apart: one row has dividends with those of minorities.",
  );
  expect(refusal(7_712)).toBe("The filings do not state dividends_paid.");
});

test("tax far from the median of the last years is told where earnings are multiplied: Disney, −19 on 12,316", () => {
  const disney = (tax: number, template = "pe_multiples") => {
    const usual = { pretax_income: 100 * million, income_tax_expense: 24 * million };
    const facts = extractFacts(makeSource({ years: withLines(usual) }));
    const stated = (value: number) => ({ value: value * million, provenance: null });
    const trailing = {
      ...facts.trailing,
      ...{ income_before_tax: stated(12_316), income_tax_expense: stated(tax) },
    };
    return compute({ ...facts, trailing }, template).warnings?.find(
      ({ code }) => code === "tax_unusual",
    )?.message;
  };
  expect(disney(-19)).toBe(
    "Income tax of -19,000,000 is -0.15% of income before tax of 12,316,000,000; at the median rate of the last years (24.00%) earnings would be 2,974,840,000 less. Lower one_off_charges by that for earnings at the usual rate.",
  );
  expect(disney(5_000)).toContain("earnings would be 2,044,160,000 more. Raise one_off_charges");
  expect(disney(2_000)).toBeUndefined();
  expect(disney(-19, "ps_multiples")).toBeUndefined();
});
