import { describe, expect, test } from "vitest";
import type { Fact } from "#schemas/shapes/companies/fact.ts";
import { build, shown } from "../standardization/company.ts";
import { stated } from "./filed-year.ts";

/** A second quarter where its first is not at hand: the quarter's income, and flows of six months. */
describe("what is made of flows of six months lacks the quarters, too", () => {
  const income = [
    ...stated("Revenues", { Q2: 40, M6: 90 }),
    ...stated("OperatingIncomeLoss", { Q2: 8, M6: 15 }),
  ];
  const operating = stated("NetCashProvidedByUsedInOperatingActivities", { M6: 30 });
  const capital = stated("PaymentsToAcquirePropertyPlantAndEquipment", { M6: 12 });
  const reason = (key: string, ...facts: Fact[]) =>
    shown(build([...income, ...facts]), "2022Q2", key);

  test("free cash flow of an operating cash flow and capital expenditure of six months", () => {
    expect(reason("free_cash_flow", ...operating, ...capital)).toBe("insufficient_quarters");
  });
  test("EBITDA of operating income of the quarter and depreciation of six months", () => {
    const depreciation = stated("Depreciation", { M6: 5 });
    expect(reason("ebitda", ...depreciation)).toBe("insufficient_quarters");
    expect(reason("depreciation_and_amortization", ...depreciation)).toBe("insufficient_quarters");
  });
  test.each<[string, string, Fact[]]>([
    ["a part that no filing names is not reported", "free_cash_flow", operating],
    ["nothing of it is filed", "free_cash_flow", []],
    ["lines that are made of each other", "cost_of_revenue", []],
    ["a line that is made of nothing", "interest_paid", []],
  ])("%s", (_, key, facts) => {
    expect(reason(key, ...facts)).toBe("not_reported");
  });
});
