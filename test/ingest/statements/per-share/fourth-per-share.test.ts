import { describe, expect, test } from "vitest";
import type { Fact } from "#schemas/shapes/companies/fact.ts";
import { build, line, operandsOf } from "../../standardization/company.ts";
import { type At, revenue, stated } from "../filed-year.ts";

const at = (
  tag: string,
  unit: string,
  values: Partial<Record<At, string>>,
  over: Partial<Fact> = {},
) =>
  Object.entries(values).flatMap(([point, value]) =>
    stated(tag, { [point]: 1 }, { unit, ...over }).map((fact) => ({ ...fact, value })),
  );
const shares = (values: Partial<Record<At, string>>) =>
  at("WeightedAverageNumberOfSharesOutstandingBasic", "shares", values);
const eps = (values: Partial<Record<At, string>>) =>
  at("EarningsPerShareBasic", "USD/shares", values);
const hundred = shares({ M9: "100000000", FY: "100000000" });
/** A year of that net income, in millions, after 290 in nine months; 4.00 and 2.90 a share. */
const year = (income: number) => [
  ...revenue,
  ...stated("NetIncomeLoss", { M9: 290, FY: income }),
  ...eps({ M9: "2.90", FY: "4.00" }),
];
const fourth = (facts: Fact[], key = "eps_basic") => line(build(facts), "2022Q4", key);

describe("earnings per share of a fourth quarter (12)", () => {
  test.each<[number, string, string]>([
    [400, "1.1", "fy_less_nine_months"],
    [400.4, "1.1", "fy_less_nine_months"],
    // Income by shares lies within the cent that the difference is known to, and decides.
    [400.6, "1.11", "income_by_shares"],
    [401.4, "1.11", "income_by_shares"],
    [399, "1.09", "income_by_shares"],
    // Within 2 % it confirms the difference.
    [402, "1.1", "fy_less_nine_months"],
    [402.2, "1.1", "fy_less_nine_months"],
  ])("with a net income of %d million are %s by %s", (income, value, rule) => {
    const found = fourth([...year(income), ...hundred]);
    expect([found.value, operandsOf(found)[0]]).toEqual([value, rule]);
    expect(found.flags).toEqual(["derived_q4", "derived_per_share"]);
  });

  test("further off they are null", () => {
    expect(fourth([...year(402.3), ...hundred]).reason).toBe("identity_conflict");
    expect(fourth([...year(397), ...hundred]).reason).toBe("identity_conflict");
  });

  test("income by shares names its operands", () => {
    const [, ...operands] = operandsOf(fourth([...year(401), ...hundred]));
    expect(operands.map(([weight, label, value]) => [weight, label.split("@")[1], value])).toEqual([
      [1, "2022-10-01/2022-12-31", "111000000"],
      [1, "2022-10-01/2022-12-31", "100000000"],
    ]);
  });

  test("are filed where the filer states them", () => {
    const facts = [...year(400), ...hundred, ...eps({ Q4: "1.12" })];
    expect(fourth(facts)).toMatchObject({ value: "1.12", flags: [] });
  });

  test("whole dollars alone are known to the dollar", () => {
    const facts = [
      ...revenue,
      ...stated("NetIncomeLoss", { M9: 300, FY: 446 }),
      ...eps({ Q1: "1", M9: "3", FY: "4" }),
      ...hundred,
    ];
    // 146 million by 100 million shares is 1.46: no confirmation of 1.
    expect(fourth(facts).reason).toBe("identity_conflict");
  });
});

describe("average shares of a fourth quarter", () => {
  const income = [...revenue, ...stated("NetIncomeLoss", { M9: 290, FY: 400 })];
  const count = (values: Partial<Record<At, string>>) =>
    fourth([...income, ...shares(values)], "weighted_average_shares_basic");

  test.each<[string, string, string]>([
    ["100000000", "100000000", "100000000"],
    ["100000000", "102000000", "108000000"],
    ["104000000", "102000000", "96000000"],
    // A fifth off the nine months is the most.
    ["100000000", "105000000", "120000000"],
    ["100000000", "105250000", "identity_conflict"],
  ])("are four times the year less three times nine months: %s and %s", (nine, full, expected) => {
    const { value, reason } = count({ M9: nine, FY: full });
    expect(value ?? reason).toBe(expected);
  });

  test("need both, under one tag", () => {
    expect(count({ FY: "100000000" }).reason).toBe("non_additive");
    const mixed = [
      ...income,
      ...shares({ FY: "100000000" }),
      ...at("WeightedAverageNumberOfShareOutstandingBasicAndDiluted", "shares", {
        M9: "100000000",
      }),
    ];
    expect(fourth(mixed, "weighted_average_shares_basic").reason).toBe("non_additive");
  });
});
