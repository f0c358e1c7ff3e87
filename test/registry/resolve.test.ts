import { expect, test } from "vitest";
import { loadRegistry } from "#registry/current/load.ts";
import { sumHolds } from "#registry/resolve/amounts.ts";
import {
  candidates,
  failedGuard,
  type GuardFacts,
  inForceFrom,
  isApplicable,
  isDwarfed,
  tolerance,
} from "#registry/resolve/resolve.ts";
import { rulesOf } from "#registry/rules/book.ts";
import type { Concept, Mapping } from "#schemas/shapes/companies/concept.ts";
import type { Template } from "#schemas/shapes/companies/statement.ts";

const registry = loadRegistry();
const concept = (key: string): Concept => {
  const found = registry.bySnakeKey.get(key);
  if (!found) throw new Error(key);
  return found;
};
const order = (key: string, template: Template) =>
  candidates(concept(key), template)
    .filter((mapping) => mapping.taxonomy === "us-gaap")
    .map((mapping) => mapping.xbrlConcept);
const mapping = (key: string, tag: string, template: Template = "industrial"): Mapping => {
  const found = candidates(concept(key), template).find((m) => m.xbrlConcept === tag);
  if (!found) throw new Error(tag);
  return found;
};

test("banks and brokers read revenue net of interest expense first, everyone else total revenue [SFR-13]", () => {
  expect(order("revenue", "bank")).toEqual(["RevenuesNetOfInterestExpense", "Revenues"]);
  expect(order("revenue", "broker").slice(0, 2)).toEqual([
    "RevenuesNetOfInterestExpense",
    "Revenues",
  ]);
  for (const template of ["industrial", "insurer", "reit"] as const) {
    expect(order("revenue", template)[0]).toBe("Revenues");
  }
});

test("long-term debt with its current maturities is first on unclassified balance sheets, behind all but parts on classified [SFR-13]", () => {
  for (const template of ["bank", "insurer", "broker", "reit"] as const) {
    expect(order("long_term_debt", template)[0]).toBe("LongTermDebt");
  }
  expect(order("long_term_debt", "industrial")[0]).toBe("LongTermDebtNoncurrent");
  const classified = order("long_term_debt", "industrial");
  for (const part of classified.slice(classified.indexOf("LongTermDebt") + 1)) {
    expect([part, mapping("long_term_debt", part).scope]).toEqual([part, "partial"]);
  }
});

test("no template lists a tag twice", () => {
  for (const template of ["industrial", "bank", "insurer", "reit", "broker"] as const) {
    for (const entry of registry.concepts) {
      const tags = candidates(entry, template).map((m) => `${m.taxonomy}:${m.xbrlConcept}`);
      expect(new Set(tags).size, entry.id).toBe(tags.length);
    }
  }
});

test("current assets, gross profit, operating income, capital expenditure and free cash flow do not apply to banks and insurers", () => {
  for (const key of [
    "current_assets",
    "gross_profit",
    "operating_income",
    "capital_expenditure",
    "free_cash_flow",
  ]) {
    expect(isApplicable(concept(key), "industrial"), key).toBe(true);
    expect(isApplicable(concept(key), "bank"), key).toBe(false);
    expect(isApplicable(concept(key), "insurer"), key).toBe(false);
    expect(candidates(concept(key), "bank")).toEqual([]);
  }
  expect(isApplicable(concept("deposits"), "bank")).toBe(true);
  expect(isApplicable(concept("deposits"), "industrial")).toBe(false);
});

test("every universal concept applies to every template", () => {
  const restricted = registry.concepts.filter((c) => c.prevalence === "universal" && c.templates);

  expect(restricted).toEqual([]);
});

const isPreStandard = (key: string, taxonomy: "us-gaap" | "ifrs-full", periodEnd: string) => {
  const from = inForceFrom(concept(key), taxonomy);
  return from !== null && periodEnd < from;
};

test("restricted cash totals before ASU 2016-18 and operating leases before ASC 842 are pre-standard", () => {
  expect(isPreStandard("cash_and_restricted_cash", "us-gaap", "2017-12-31")).toBe(true);
  expect(isPreStandard("cash_and_restricted_cash", "us-gaap", "2018-12-29")).toBe(false);
  expect(isPreStandard("cash_and_restricted_cash", "ifrs-full", "2015-12-31")).toBe(false);
  expect(isPreStandard("operating_lease_liability", "us-gaap", "2012-09-29")).toBe(true);
  expect(isPreStandard("operating_lease_right_of_use_asset", "ifrs-full", "2018-12-31")).toBe(true);
  expect(isPreStandard("deferred_revenue_current", "us-gaap", "2012-09-29")).toBe(false);
  expect(isPreStandard("free_cash_flow", "us-gaap", "2012-09-29")).toBe(false);
});

const untested = (value: number) => ({ value, holds: null });
const holding = (value: number) => ({ value, holds: true });
const failing = (value: number) => ({ value, holds: false });

test("a note-level subtotal is dwarfed by the total: General Mills FY2024, P&G FY2014", () => {
  expect(isDwarfed(untested(2038), [untested(19857)], 1.5)).toBe(true);
  expect(isDwarfed(failing(29400), [holding(83062)], 1.5)).toBe(true);
});

test("an identity decides before size: Under Armour FY2012 net revenues against net sales and a note", () => {
  expect(isDwarfed(failing(1_790_140), [holding(1_834_921)], 1.5)).toBe(true);
  expect(isDwarfed(holding(1_834_921), [failing(1_790_140), untested(9_000_000)], 1.5)).toBe(false);
});

test("a rival that breaks the identities, is not 1.5 times larger or is equal dwarfs nothing", () => {
  expect(isDwarfed(failing(2038), [failing(19857)], 1.5)).toBe(false);
  expect(isDwarfed(untested(100), [untested(149)], 1.5)).toBe(false);
  expect(isDwarfed(untested(100), [untested(150)], 1.5)).toBe(true);
  expect(isDwarfed(untested(0), [untested(0)], 1.5)).toBe(false);
  expect(isDwarfed(untested(0), [untested(5)], 1.5)).toBe(true);
  expect(isDwarfed(untested(-10), [untested(-12)], 1.5)).toBe(false);
  expect(isDwarfed(untested(100), [], 1.5)).toBe(false);
});

type Amounts = Record<string, number>;

/** Whether the guard's sum holds with the tag's value in the place of the line. */
const holds = (check: string, tag: number, amounts: Amounts) => {
  const rule = rulesOf(registry.rules, "guard_sum").find(({ applies }) => applies.check === check);
  const amount = (key: string) => amounts[key] ?? null;
  return sumHolds(rule?.applies.ways ?? [], { amount, tag, quantum: 1 });
};

test("the income identities hold within two quanta and are untestable without an operand: Apple FY2023 in millions", () => {
  const apple = {
    revenue: 383285,
    cost_of_revenue: 214137,
    gross_profit: 169148,
    operating_income: 114301,
  };

  expect(holds("IS-02", 54847, apple)).toBe(true);
  expect(holds("IS-02", 54847, { ...apple, operating_income: 114303 })).toBe(true);
  expect(holds("IS-02", 54847, { ...apple, operating_income: 114304 })).toBe(false);
  // Gross profit is worked out, and all revenue without a cost of it.
  const { gross_profit: _, ...ungrossed } = apple;
  expect(holds("IS-02", 54847, ungrossed)).toBe(true);
  expect(holds("IS-02", 268984, { revenue: 383285, operating_income: 114301 })).toBe(true);
  expect(holds("IS-03", 268984, { revenue: 383285 })).toBeNull();
  expect(holds("IS-03", 268984, apple)).toBe(true);
  expect(holds("IS-04", 54847, { ...apple, costs_and_expenses: 268984 })).toBe(true);
  expect(tolerance(3, 1000)).toBe(2000);
  expect(tolerance(8, 1000)).toBe(4000);
});

const facts = (
  value: number,
  holds: Record<string, boolean | null>,
  dwarfed = false,
): GuardFacts => ({
  value,
  largest: value,
  isDwarfed: (ratio) => dwarfed && ratio === 1.5,
  identityHolds: (check) => holds[check] ?? null,
  isBelow: () => false,
  hasEquityIncome: () => false,
  hasDiscontinued: () => false,
  repeats: () => false,
});

test("a capital ratio that was filed in percent in any quarter of the year is refused", () => {
  const ratio = mapping("cet1_ratio", "CommonEquityTierOneCapitalRatio", "bank");
  expect(failedGuard(ratio, facts(0.149, {}))).toBeNull();
  expect(failedGuard(ratio, { ...facts(0.149, {}), largest: 14.9 })).toEqual({ kind: "share" });
});

test("total equity that repeats a part of it is refused", () => {
  const tag = "StockholdersEquityIncludingPortionAttributableToNoncontrollingInterest";
  const total = mapping("total_equity", tag);
  const repeats = (concepts: readonly string[], unless: string) =>
    concepts.includes("accumulated_oci") && unless === "stockholders_equity";
  expect(failedGuard(total, { ...facts(5, {}), repeats })).toMatchObject({ kind: "notRepeated" });
  expect(failedGuard(total, facts(5, {}))).toBeNull();
});

test("a slice of depreciation and revenues with equity income are refused", () => {
  const slice = mapping("depreciation_and_amortization", "DepreciationDepletionAndAmortization");
  const isBelow = (key: string) => key === "depreciation";
  expect(failedGuard(slice, { ...facts(5, {}), isBelow })).toMatchObject({ kind: "notBelow" });
  expect(failedGuard(slice, facts(5, {}))).toBeNull();
  const revenues = mapping("revenue", "Revenues");
  const wider = { ...facts(5, {}), hasEquityIncome: () => true };
  expect(failedGuard(revenues, wider)).toEqual({ kind: "withoutEquityIncome" });
  expect(failedGuard(mapping("revenue", "Revenues", "bank"), wider)).toBeNull();
});

test("operating expenses resolve when IS-02 or IS-04 holds and the value is not negative", () => {
  const operating = mapping("operating_expenses", "OperatingExpenses");

  expect(failedGuard(operating, facts(5, { "IS-02": true }))).toBeNull();
  expect(failedGuard(operating, facts(5, { "IS-02": false, "IS-04": true }))).toBeNull();
  expect(failedGuard(operating, facts(5, { "IS-02": false }))).toEqual({
    kind: "identity",
    check: "IS-02",
  });
  expect(failedGuard(operating, facts(5, {}))).toEqual({ kind: "identity", check: "IS-02" });
  expect(failedGuard(operating, facts(-5, { "IS-04": true }))).toEqual({ kind: "positive" });
});

test("a non-operating subtotal is refused only where IS-05 can be tested and fails: Kraft Heinz FY2019 tags it before interest", () => {
  const nonoperating = mapping("nonoperating_income", "NonoperatingIncomeExpense");

  expect(failedGuard(nonoperating, facts(5, { "IS-05": true }))).toBeNull();
  expect(failedGuard(nonoperating, facts(5, {}))).toBeNull();
  expect(failedGuard(nonoperating, facts(5, { "IS-05": false }))).toEqual({
    kind: "notContradicted",
    check: "IS-05",
  });
  // In millions, 10-K of 2020: operating income 3,070, interest expense 1,361, other 952, before tax 2,661.
  const heinz = { operating_income: 3070, pretax_income: 2661 };
  expect(holds("IS-05", 952, heinz)).toBe(false);
  expect(holds("IS-05", 952 - 1361, heinz)).toBe(true);
  expect(holds("IS-05", 952, { pretax_income: 2661 })).toBeNull();
  // Equity-method income stands after the subtotal with some, and in it with others.
  const after = { pretax_income: 110, operating_income: 90 };
  expect(holds("IS-05", 15, { ...after, equity_method_income: 5 })).toBe(true);
  expect(holds("IS-05", 15, { ...after, equity_method_income: 50 })).toBe(false);
});

test("costs and expenses without cost of revenue are rejected by IS-03: Marvell", () => {
  const costs = mapping("costs_and_expenses", "CostsAndExpenses");

  expect(failedGuard(costs, facts(5, { "IS-03": false }))).toEqual({
    kind: "identity",
    check: "IS-03",
  });
  expect(failedGuard(costs, facts(5, { "IS-03": true }))).toBeNull();
});

test("revenue is guarded against a larger rival except between a bank's own totals", () => {
  expect(failedGuard(mapping("revenue", "Revenues"), facts(5, {}, true))).toEqual({
    kind: "notDwarfed",
    ratio: 1.5,
  });
  expect(failedGuard(mapping("revenue", "Revenues", "bank"), facts(5, {}, true))).toBeNull();
  expect(failedGuard(mapping("goodwill", "Goodwill"), facts(-5, {}, true))).toBeNull();
});
