import { describe, expect, test } from "vitest";
import { runSum } from "#ingest/checks/run-sum.ts";
import { workingRules } from "#registry/rules/working-rules.ts";
import type { SumCheck } from "#schemas/shapes/companies/rule-book.ts";
import type { Template } from "#schemas/shapes/companies/statement.ts";
import { filedPeriod, type GivenLine } from "./check-parts.ts";

const named = (id: string): SumCheck => {
  const found = workingRules.sums.find((check) => check.id === id);
  if (!found) throw new Error(`no ${id}`);
  return found;
};

const run = (check: SumCheck, given: Record<string, GivenLine>, template?: Template) => {
  const { period, table } = filedPeriod(given, template && { template });
  return runSum(check, period, table);
};

describe("every identity (Checks)", () => {
  test.each(workingRules.sums.map((check) => [check.id, check.title, check] as const))(
    "%s %s",
    (_, __, check) => {
      const template = check.templates?.[0];
      const terms = check.terms.filter(({ when }) => !when?.holds);
      const given: Record<string, string> = {};
      let total = 0;
      for (const [i, { concept, weight }] of terms.entries()) {
        const amount = 1000 * 7 ** (terms.length - i);
        given[concept] = String(amount);
        total += weight * amount;
      }
      const off = (by: number) =>
        run(check, { ...given, [check.total]: String(total + by) }, template);
      const slack = Math.max(2, (terms.length + 1) / 2);
      expect(off(0)).toMatchObject({ id: check.id, outcome: "pass_exact", difference: "0" });
      expect(off(Math.floor(slack))?.outcome).toBe("pass_rounding");
      expect(off(Math.floor(slack) + 1)?.outcome).not.toMatch(/pass/);
      const below = off(-Math.floor(slack) - 1)?.outcome;
      if (check.relation === "<=") expect(below).toBe("pass_exact");
      else expect(below).not.toMatch(/pass/);
      expect(off(500_000)).toMatchObject({ outcome: "fail", severity: check.severity });
    },
  );

  test("of banks and insurers do not run on others", () => {
    const [interest, premiums] = [named("IS-11"), named("IS-12")];
    expect(run(interest, {}, "industrial")).toBeNull();
    expect(run(premiums, {}, "bank")).toBeNull();
    expect(run(interest, {}, "bank")?.outcome).toBe("not_run");
  });
});

describe("operating income may hold equity-method income", () => {
  test.each<[string, string]>([
    ["IS-02", "operating_expenses"],
    ["IS-03", "costs_and_expenses"],
  ])("%s holds with it or without it, and with nothing else", (id, costs) => {
    const income = (amount: number) => ({
      ...{ revenue: "9000000", gross_profit: "9000000", [costs]: "6000000" },
      ...{ equity_method_income: "400000", operating_income: String(amount) },
    });
    expect(run(named(id), income(3_000_000))?.outcome).toBe("pass_exact");
    expect(run(named(id), income(3_400_000))?.outcome).toBe("pass_exact");
    expect(run(named(id), income(2_600_000))?.outcome).toBe("fail");
  });
});

describe("an identity is not run", () => {
  const whole = { liabilities_and_equity: "900", total_liabilities: "600", total_equity: "300" };
  const equityOf = (line: GivenLine) => ({ ...whole, total_equity: line });
  const rollup: GivenLine = {
    value: "300",
    lineage: (placeOf) => ["rollup", [1, "", "300", placeOf("total_liabilities")]],
  };
  test.each<[string, Record<string, GivenLine>]>([
    ["total_equity has no value", equityOf({ reason: "conflict" })],
    ["total_equity has no value", { ...whole, total_equity: { value: null } }],
    ["liabilities_and_equity has no value", { ...whole, liabilities_and_equity: { value: null } }],
    ["total_equity is of another scope", equityOf({ value: "300", flags: ["scope:partial"] })],
    ["total_equity is computed, not filed", equityOf(rollup)],
    ["operands in more than one currency", equityOf({ value: "300", fact: { unit: "EUR" } })],
    ["no filing carries all operands", equityOf({ value: "300", fact: { accession: "8-K" } })],
    ["temporary_equity has no value", { ...whole, temporary_equity: { reason: "conflict" } }],
    [
      "one fact stands on both sides",
      {
        ...whole,
        liabilities_and_equity: {
          value: "600",
          lineage: (placeOf) => ["absence", [1, "", "600", placeOf("total_liabilities")]],
        },
      },
    ],
  ])("%s", (reason, given) => {
    expect(run(named("BS-04"), given)).toMatchObject({ outcome: "not_run", reason, operands: [] });
  });

  test.each<[string, Record<string, GivenLine>]>([
    ["that nobody reports", { temporary_equity: { reason: "not_reported" } }],
    ["that does not apply", { temporary_equity: { reason: "not_applicable_template" } }],
    ["that the period does not have", {}],
  ])("but an optional line %s counts as nothing", (_, optional) => {
    expect(run(named("BS-04"), { ...whole, ...optional })?.outcome).toBe("pass_exact");
  });

  test("turned, scaled and summed facts are as good as filed", () => {
    for (const rule of ["sign", "scale", "sum_of_tags", "sum_of_classes"] as const) {
      const { period, table } = filedPeriod(
        equityOf({
          value: "300",
          lineage: (placeOf) => [
            rule,
            [-1, "", "-100", placeOf("turned")],
            [2, "", "100", placeOf("other")],
          ],
        }),
        {},
        [
          { tag: "turned", value: "-100" },
          { tag: "other", value: "100" },
        ],
      );
      expect(runSum(named("BS-04"), period, table)?.outcome).toBe("pass_exact");
    }
  });
});

describe("the figures are those of one filing", () => {
  const later = { accession: "10-K/A", form: "10-K/A", filed: "2024-06-01" };
  test("the newest that carries all of them", () => {
    const given = {
      gross_profit: { value: "40", also: [{ ...later, value: "50" }] },
      revenue: { value: "100", also: [{ ...later, value: "120" }] },
      cost_of_revenue: { value: "60", also: [{ ...later, value: "75" }] },
    };
    const result = run(named("IS-01"), given);
    expect(result?.difference).toBe("5");
    expect(result?.operands).toEqual([
      { label: "gross_profit", value: "50", accession: "10-K/A" },
      { label: "revenue", value: "120", accession: "10-K/A" },
      { label: "cost_of_revenue", value: "75", accession: "10-K/A" },
    ]);
    // The amendment states no cost: then the report is compared.
    expect(run(named("IS-01"), { ...given, cost_of_revenue: "60" })?.outcome).toBe("pass_exact");
  });

  test("a periodic report goes before a newer 8-K", () => {
    const current = { accession: "8-K", form: "8-K", filed: "2024-06-01" };
    const given = {
      gross_profit: { value: "40", also: [{ ...current, value: "50" }] },
      revenue: { value: "100", also: [{ ...current, value: "120" }] },
      cost_of_revenue: { value: "60", also: [{ ...current, value: "75" }] },
    };
    expect(run(named("IS-01"), given)?.outcome).toBe("pass_exact");
  });

  test("one that states two values of a fact is none of them, unless rounding reconciles them", () => {
    const twice = (value: string) => ({
      gross_profit: "4000",
      revenue: { value: "10000", also: [{ value, decimals: -3 }] },
      cost_of_revenue: "6000",
    });
    expect(run(named("IS-01"), twice("10000"))?.outcome).toBe("pass_exact");
    expect(run(named("IS-01"), twice("12000"))?.reason).toBe("no filing carries all operands");
  });

  test("the coarsest of them says how far they are rounded", () => {
    const given = (by: number) => ({
      gross_profit: { value: String(40_000_000 + by), fact: { decimals: 0 } },
      revenue: { value: "100000000", fact: { decimals: -6 } },
      cost_of_revenue: { value: "60000000", fact: { decimals: -3 } },
    });
    expect(run(named("IS-01"), given(2_000_000))?.outcome).toBe("pass_rounding");
    expect(run(named("IS-01"), given(2_000_001))?.outcome).toBe("fail");
  });
});

describe("equity-method income before or after tax", () => {
  // 900 operating, 50 from associates, 200 tax.
  const lines = (pretax: string, continuing: string, flags: string[] = []) => ({
    operating_income: "900000",
    nonoperating_income: "100000",
    pretax_income: { value: pretax, flags },
    equity_method_income: "50000",
    income_tax_expense: "200000",
    income_continuing: continuing,
  });
  const before = ["scope:pre_equity_method"];
  test.each<[string, Record<string, GivenLine>, string, string]>([
    ["tagged and filed with it", lines("1050000", "850000"), "pass_exact", "pass_exact"],
    ["tagged and filed without it", lines("1000000", "850000", before), "pass_exact", "pass_exact"],
    ["filed without it, whatever the tag", lines("1000000", "850000"), "pass_exact", "pass_exact"],
    [
      "filed with it, whatever the tag",
      lines("1050000", "850000", before),
      "pass_exact",
      "pass_exact",
    ],
    ["that nothing explains", lines("1020000", "880000"), "fail", "fail"],
  ])("%s", (_, given, ofPretax, ofContinuing) => {
    expect(run(named("IS-05"), given)?.outcome).toBe(ofPretax);
    expect(run(named("IS-06"), given)?.outcome).toBe(ofContinuing);
  });

  test("a failure is told as the filer tagged it", () => {
    expect(run(named("IS-05"), lines("1020000", "1"))?.difference).toBe("-30000");
    expect(run(named("IS-05"), lines("1020000", "1", before))?.difference).toBe("20000");
  });
});
