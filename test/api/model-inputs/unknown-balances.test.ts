import { describe, expect, test } from "vitest";
import { claimLines } from "#registry/models/inputs/claims/lines.ts";
import { extractFacts } from "#registry/models/inputs/facts.ts";
import { type FiledFact, withFiled } from "../../helpers/companies/filed-flows.ts";
import { makeFacts, makeSource, withLines } from "../../helpers/companies/model-company.ts";
import { compute } from "../../helpers/companies/models.ts";

const million = 1_000_000;
const of = (lines: Record<string, number | null>) =>
  makeFacts({
    years: withLines(
      Object.fromEntries(
        Object.entries(lines).map(([key, value]) => [key, value === null ? null : value * million]),
      ),
    ),
  });
// AES 2008 prints its debt under elements of its own; Cablevision 2009 most of it.
const aes = of({ total_debt: null, total_assets: 34_806, interest_expense: 1_844 });
const cablevision = of({ total_debt: 432.4, total_assets: 9_555.7, interest_expense: 749.7 });
const sound = of({});
const equityMultiples = ["pe_multiples", "pb_multiples", "ps_multiples"];
const warned = (result: ReturnType<typeof compute>) =>
  result.warnings.find(({ code }) => code === "enterprise_value_unknown")?.message;

describe("multiples of equity need no debt", () => {
  test.each(equityMultiples)("%s has a value per share and no enterprise value", (template) => {
    const result = compute(aes, template);
    expect(result.state).toBe("computed");
    // 102 of 100 million shares: 2 % dilution.
    const multiple = result.assumptions.find(({ key }) => key === "multiple")?.value ?? 0;
    const metric = { pe_multiples: 1_600, pb_multiples: 5_000, ps_multiples: 10_000 }[template];
    expect(result.valuation.fairValuePerShare).toBeCloseTo((multiple * (metric ?? 0)) / 102, 8);
    expect(result.valuation.enterpriseValue).toBeNull();
    expect(result.valuation.netDebt).toBeNull();
    expect(result.valuationRange?.enterpriseValue).toEqual({ low: null, mid: null, high: null });
    expect(warned(result)).toMatch(
      /^Interest of 1,844,000,000 is filed .* until total_debt is set/,
    );
  });

  test.each(equityMultiples)("%s has it once somebody states the debt", (template) => {
    const body = { assumptions: { total_debt: 18_091 * million } };
    const { valuation, ...result } = compute(aes, template, body);
    expect(valuation.netDebt).toBe((18_091 - 1_000) * million);
    expect(valuation.enterpriseValue).toBe((valuation.equityValue ?? 0) + 17_091 * million);
    expect(warned({ valuation, ...result })).toBeUndefined();
  });

  test("those of enterprise value still ask for it", () => {
    for (const template of ["ev_revenue_multiples", "earnings_power_value", "wacc"]) {
      expect(compute(aes, template).stateReason?.code).toBe("input_needed");
    }
  });

  test("a company whose debt is known keeps its enterprise value", () => {
    const result = compute(sound, "ps_multiples");
    expect(result.valuation.netDebt).toBe(1_000 * million);
    expect(warned(result)).toBeUndefined();
  });
});

describe("an amount that cannot be told", () => {
  test.each(["terminal_growth", "pe_multiples", "wacc"])(
    "%s has no value for it, says why and lets it be set",
    (template) => {
      const debt = (facts: typeof aes) =>
        compute(facts, template).assumptions.find(({ key }) => key === "total_debt");
      expect(debt(cablevision)).toMatchObject({
        ...{ value: null, editable: true, provenance: null },
        note: expect.stringContaining("which the debt of 432,400,000 tagged at 2023-12-31"),
      });
      expect(debt(sound)).toMatchObject({ value: 2_000 * million, editable: false });
      const body = { assumptions: { total_debt: 11_500 * million } };
      expect(compute(cablevision, template, body).state).toBe("computed");
    },
  );
});

test("debt is whole where other liabilities have no room for what interest would need more (NioCorp 2024)", () => {
  const niocorp = { total_debt: 7.66, total_assets: 20.07, interest_expense: 4.49 };
  expect(of({ ...niocorp, total_liabilities: 17.536 }).claims.unknown).toEqual({});
  expect(of({ ...niocorp, total_liabilities: 40 }).claims.unknown.total_debt).toMatch(
    /it is a part/,
  );
});

test("debt of the balance before bears interest only where liabilities fell as if it was repaid (Air Products at 2023-12-31)", () => {
  const balance = (total_debt: number, total_liabilities: number) => ({
    ...{ total_debt: total_debt * million, total_liabilities: total_liabilities * million },
    ...{ total_assets: 33_500 * million },
  });
  const unknown = (liabilities: number) =>
    makeFacts({
      years: { ...withLines(balance(10_306, 16_342)) },
      quarters: { "2024Q1": { ...balance(234.4, liabilities), interest_expense: 53.5 * million } },
      knownOn: "2024-06-01",
    }).claims.unknown.total_debt;
  expect(unknown(18_300)).toMatch(/debt of 234,400,000 tagged at 2024-03-31 cannot bear/);
  expect(unknown(16_342 - 10_072)).toBeUndefined();
});

describe("debt that dear interest does not make a part", () => {
  // Cardiff Lexington 2023, in millions: 8.04 of other liabilities would hold the 6.95 that 15 % of interest need more.
  const lines = {
    ...{ total_debt: 6.088, total_assets: 20.746, total_liabilities: 14.124 },
    ...{ interest_expense: 1.956, operating_lease_liability: 0.277 },
  };
  const accrued = [4.733, 0.621, 0.238] as const;
  const names = [
    "AccruedExpensesRelatedParties",
    "InterestPayableCurrent",
    "LiabilitiesOfDisposalGroupIncludingDiscontinuedOperationCurrent",
  ] as const;

  function unknownOf(payable: number | null, areRowsAtHand: boolean): string | undefined {
    const amounts = { ...lines, accounts_payable: payable };
    const years = Object.fromEntries(
      Object.entries(amounts).map(([key, value]) => [key, value === null ? null : value * million]),
    );
    const rows = accrued.map(
      (value, row): FiledFact => ({ tag: names[row] ?? "", value: value * million, start: null }),
    );
    const source = withFiled(makeSource({ years: withLines(years) }), rows);
    const [period] = source.periods;
    if (period === undefined) throw new Error("no period");
    const first = source.facts.length - rows.length;
    if (areRowsAtHand) {
      period.lines.remaining_current_liabilities = {
        value: "0",
        lineage: [
          "sum_of_tags",
          ...rows.map(({ tag, value }, row): [1, string, string, number] => [
            ...([1, `us-gaap:${tag}`] as const),
            ...([String(value), first + row] as const),
          ]),
        ],
      };
    }
    return extractFacts(source).claims.unknown.total_debt;
  }

  test("is whole beside payables and rows that are something else", () => {
    expect(unknownOf(2.047, true)).toBeUndefined();
    expect(unknownOf(null, true)).toBeUndefined();
    expect(unknownOf(2.047, false)).toBeUndefined();
  });

  test("is a part where nothing tells what the other liabilities are", () => {
    expect(unknownOf(null, false)).toMatch(/the debt of 6,088,000 tagged at .* it is a part/);
  });
});

describe("an excerpt of a balance sheet", () => {
  // Of Boeing and Coca-Cola 2026 a dozen figures are at hand: assets, cash and current liabilities, no equity.
  const none = { stockholders_equity: null, current_assets: null, interest_expense: null };
  const excerptLines = (debt: number, cash: number) => ({
    ...none,
    ...{ total_debt: debt * million, cash_and_equivalents: cash * million },
    total_assets: 156_262 * million,
  });
  const boeing = of({ ...none, total_debt: 46_962, total_assets: 156_262 });
  const cocaCola = of({ ...none, total_debt: null, total_assets: 104_816 });
  const amount = (facts: typeof boeing, key: string, template = "ev_revenue_multiples") =>
    compute(facts, template).assumptions.find((one) => one.key === key);

  const lines = claimLines.map(({ key }) => key).filter((key) => key !== "cash_and_equivalents");
  const set = (keys: readonly string[], debt: number) => ({
    assumptions: { ...Object.fromEntries(keys.map((key) => [key, 0])), total_debt: debt * million },
  });

  test("tells nothing of what it lacks, and asks for it", () => {
    for (const facts of [boeing, cocaCola]) {
      const { stateReason } = compute(facts, "ev_revenue_multiples");
      expect(stateReason?.code).toBe("securities_unknown");
      expect(stateReason?.message).toContain("an excerpt of the balance sheet of 2023-12-31");
      expect(stateReason?.message).toContain(
        "Set short_term_investments, long_term_marketable_securities, total_debt, other_claims,",
      );
      for (const key of lines) {
        expect(amount(facts, key)).toMatchObject({ value: null, editable: true });
      }
      const body = set(["short_term_investments"], 50_000);
      expect(compute(facts, "ev_revenue_multiples", body).stateReason).toMatchObject({
        code: "input_needed",
        message: expect.stringContaining("Set long_term_marketable_securities, other_claims,"),
      });
      expect(compute(facts, "ps_multiples").state).toBe("computed");
      expect(facts.years.at(-1)?.netDebt).toBeNull();
    }
    expect(amount(boeing, "total_debt")?.note).toMatch(
      /debt of 46,962,000,000, which may be a part/,
    );
    expect(compute(cocaCola, "ev_revenue_multiples", set(lines, 50_000)).state).toBe("computed");
  });

  test("without cash asks for it (Chevron, to 2026-03-31)", () => {
    const chevron = of({ ...none, cash_and_equivalents: null, total_debt: null });
    expect(amount(chevron, "cash_and_equivalents")).toMatchObject({ value: null, editable: true });
    const { stateReason } = compute(chevron, "ev_revenue_multiples", set(lines, 50_000));
    expect(stateReason?.message).toMatch(/ Set cash_and_equivalents to compute\.$/);
  });

  test("states neither debt nor net debt in the historical table, of years nor of the newest day", () => {
    // Boeing of 2025-12-31 and of 2026-06-30: debt and cash are at hand, and securities are not.
    const later = { ...excerptLines(46_962, 9_441), revenue: 2_000 * million };
    const facts = makeFacts({
      years: withLines(excerptLines(53_848, 10_921)),
      quarters: { "2024Q1": later },
      knownOn: "2024-05-01",
    });
    const { historicals } = compute(facts, "historical_balance_sheet");
    const shown = historicals.map(({ basis, values, reasons }) => [
      ...[basis, values.total_debt, reasons.total_debt, values.net_debt, reasons.net_debt],
    ]);
    expect(shown?.slice(-2)).toEqual([
      ["FY", null, "scope_conflict", null, "scope_conflict"],
      ["TTM", null, "scope_conflict", null, "scope_conflict"],
    ]);
    expect(facts.balance.total_debt).toBeNull();
    expect(facts.averageDebt).toBeNull();
    const known = compute(sound, "historical_balance_sheet").historicals.at(-1);
    expect(known?.values.net_debt).toBe(1_000 * million);
  });

  test("is enough for the industry's weight of debt where it has some, and for no other", () => {
    expect(amount(boeing, "total_debt", "wacc")?.value).toBeNull();
    const unlisted = { ...boeing, publicFloat: null };
    const { state, rateResult } = compute(unlisted, "wacc");
    expect([state, rateResult?.weightBasis]).toEqual(["computed", "industry_average"]);
    expect(rateResult?.weights.debt).toBeGreaterThan(0);
    const body = { assumptions: { market_value_of_equity: 170_000 * million } };
    for (const result of [compute(boeing, "wacc"), compute(unlisted, "wacc", body)]) {
      expect(result.stateReason?.message).toMatch(/ Set total_debt to compute/);
    }
    expect(amount(boeing, "debt_weight", "wacc")?.value).toBe(rateResult?.weights.debt);
    expect(compute(cocaCola, "wacc").stateReason?.code).toBe("input_needed");
  });

  test("is none where equity, liabilities or their total is stated", () => {
    for (const key of ["total_liabilities", "liabilities_and_equity", "total_equity"]) {
      const facts = of({ ...none, total_debt: null, total_assets: 104_816, [key]: 70_000 });
      expect(facts.claims.isExcerpt).toBe(false);
      expect(compute(facts, "ev_revenue_multiples").state).toBe("computed");
    }
  });

  test("of which a statement of cash flows has cash alone tells no net debt", () => {
    // BMC 2007: the oldest of three years of cash flows has 1,288.3 million of cash and no balance sheet.
    const flows = { revenue: 1_580.4 * million, operating_income: 212.5 * million };
    const cashAlone = { ...flows, cash_and_equivalents: 1_288.3 * million };
    const { years } = makeFacts({ years: { ...withLines({}), 2020: cashAlone } });
    expect(years.map(({ fiscalYear, netDebt }) => [fiscalYear, netDebt === null])).toEqual([
      [2020, true],
      [2021, false],
      [2022, false],
      [2023, false],
    ]);
  });
});
