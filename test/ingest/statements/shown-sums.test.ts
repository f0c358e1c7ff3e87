import { describe, expect, test } from "vitest";
import {
  linesOfOtherScope,
  type ShownLines,
  sumOfShownLines,
} from "#ingest/statements/shown-sums.ts";
import { workingRules } from "#registry/rules/working-rules.ts";
import type { Template } from "#schemas/shapes/companies/statement.ts";

interface Given {
  values: Record<string, string>;
  flags?: Record<string, string[]>;
  /** Lines of which the filings say something, although they have no value. */
  disputed?: string[];
  template?: Template;
  quantum?: number;
}

const linesOf = ({
  values,
  flags = {},
  disputed = [],
  template = "industrial",
  quantum = 0,
}: Given): ShownLines => ({
  template,
  lookup: (key) => {
    const value = values[key];
    return value === undefined ? null : { value, flags: flags[key] ?? [] };
  },
  isSilent: (key) => !disputed.includes(key),
  quantumOf: () => quantum,
});
const named = (id: string) => {
  const found = workingRules.sums.find((check) => check.id === id);
  if (!found) throw new Error(`no ${id}`);
  return found;
};
const judged = (id: string, given: Given) => {
  const { outcome, difference } = sumOfShownLines(named(id), linesOf(given));
  return [outcome, difference];
};

describe("an identity over lines as they are shown (1.5)", () => {
  const gross = (gross_profit: string) => ({ gross_profit, revenue: "100", cost_of_revenue: "60" });
  test.each<[string, number, [string, number]]>([
    ["40", 0, ["exact", 0]],
    ["42", 0, ["rounding", 2]],
    ["38", 0, ["rounding", -2]],
    ["43", 0, ["broken", 3]],
    ["37", 0, ["broken", -3]],
    ["60", 1, ["rounding", 20]],
    ["61", 1, ["broken", 21]],
  ])("gross profit of %s, known to 10^%i", (value, quantum, expected) => {
    expect(judged("IS-01", { values: gross(value), quantum })).toEqual(expected);
  });

  test("cents that doubles do not know exactly are no difference", () => {
    const values = { gross_profit: "0.12", revenue: "0.30", cost_of_revenue: "0.20" };
    expect(judged("IS-01", { values, quantum: -2 })[0]).toBe("rounding");
  });

  test("five lines may differ by two and a half units", () => {
    const flows = {
      operating_cash_flow: "100",
      investing_cash_flow: "-50",
      financing_cash_flow: "-20",
      fx_effect_on_cash: "1",
    };
    const outcome = (net_change_in_cash: string) =>
      judged("CF-01", { values: { ...flows, net_change_in_cash } })[0];
    expect(["31", "33.5", "33.6", "28.5", "28.4"].map(outcome)).toEqual([
      ...["exact", "rounding", "broken", "rounding", "broken"],
    ]);
  });

  test.each<[string, string, Given]>([
    ["without its total", "IS-01", { values: { revenue: "1", cost_of_revenue: "1" } }],
    ["without a term", "IS-01", { values: { gross_profit: "1", revenue: "1" } }],
    [
      "in another template",
      "IS-12",
      { values: { pretax_income: "1", revenue: "2", benefits_losses_and_expenses: "1" } },
    ],
    [
      "where an optional line is disputed",
      "IS-07",
      {
        values: { net_income_consolidated: "1", income_continuing: "1" },
        disputed: ["income_discontinued"],
      },
    ],
  ])("is unknown %s", (_, id, given) => {
    expect(sumOfShownLines(named(id), linesOf(given))).toEqual({
      outcome: "unknown",
      difference: 0,
      keys: [],
    });
  });

  test("an optional line of which the filings are silent is nothing", () => {
    const values = { net_income_consolidated: "7", income_continuing: "7" };
    const sum = sumOfShownLines(named("IS-07"), linesOf({ values }));
    expect(sum).toEqual({ outcome: "exact", difference: 0, keys: [] });
  });

  test("income to common may be less than the sum, not more", () => {
    const common = (net_income_to_common: string) =>
      judged("IS-09", {
        values: { net_income_to_common, net_income: "100", preferred_dividends: "10" },
      })[0];
    expect(["50", "90", "92", "93"].map(common)).toEqual(["exact", "exact", "rounding", "broken"]);
  });
});

describe("what filers place freely is in the sum or not", () => {
  const before = { pretax_income: ["scope:pre_equity_method"] };
  const values = (pretax_income: string, associates?: string): Record<string, string> => ({
    ...{ pretax_income, operating_income: "900", nonoperating_income: "100" },
    ...(associates !== undefined && { equity_method_income: associates }),
  });
  test.each<[string, Given, [string, number]]>([
    ["in it", { values: values("1050", "50") }, ["exact", 0]],
    ["not in it", { values: values("1000", "50") }, ["exact", 0]],
    ["nearer with it", { values: values("1045", "50") }, ["broken", -5]],
    ["nearer without it", { values: values("1005", "50") }, ["broken", 5]],
    ["tagged otherwise", { values: values("1050", "50"), flags: before }, ["exact", 0]],
    ["not filed", { values: values("1000") }, ["exact", 0]],
    [
      "disputed where it is meant",
      { values: values("1000"), disputed: ["equity_method_income"] },
      ["unknown", 0],
    ],
    [
      "disputed where it is not",
      { values: values("1000"), flags: before, disputed: ["equity_method_income"] },
      ["exact", 0],
    ],
  ])("%s", (_, given, expected) => {
    expect(judged("IS-05", given)).toEqual(expected);
  });

  test("a line that counts by scope counts only so: exchange rates", () => {
    const flows = {
      operating_cash_flow: "100",
      investing_cash_flow: "-50",
      financing_cash_flow: "-20",
      fx_effect_on_cash: "10",
    };
    const outcome = (net_change_in_cash: string, flags: Record<string, string[]> = {}) =>
      judged("CF-01", { values: { ...flows, net_change_in_cash }, flags })[0];
    const without = { net_change_in_cash: ["scope:ex_fx"] };
    expect([outcome("40"), outcome("30"), outcome("40", without), outcome("30", without)]).toEqual([
      ...["exact", "broken", "broken", "exact"],
    ]);
  });
});

test("a line of a scope that the identity does not allow for need not add up", () => {
  const values = { pretax_income: "1", operating_income: "1", nonoperating_income: "1" };
  const flags = {
    pretax_income: ["derived", "scope:pre_equity_method"],
    operating_income: ["derived"],
    nonoperating_income: ["scope:partial"],
  };
  const keys = Object.keys(values);
  const lines = linesOf({ values, flags });
  expect(linesOfOtherScope(named("IS-05"), keys, lines)).toEqual(["nonoperating_income"]);
  expect(linesOfOtherScope(named("IS-01"), keys, lines)).toEqual([
    "pretax_income",
    "nonoperating_income",
  ]);
});
