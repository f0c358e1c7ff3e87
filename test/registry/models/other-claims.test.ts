import { expect, test } from "vitest";
import { extractFacts } from "#registry/models/inputs/facts.ts";
import { type FiledFact, withFiled } from "../../helpers/companies/filed-flows.ts";
import { makeSource, withLines } from "../../helpers/companies/model-company.ts";

/** Other claims of a company with these balances and lines. */
function claimsOf(filed: readonly FiledFact[], lines: Record<string, number> = {}) {
  const source = makeSource({ years: withLines(lines) });
  const balances = filed.map((one) => ({ start: null, ...one }));
  return extractFacts(withFiled(source, balances)).claims.amounts.other_claims?.value ?? null;
}

test("contingent consideration of AbbVie 2024, 2,589 and 19,077, is a claim, by its parts or whole", () => {
  const tag = "BusinessCombinationContingentConsiderationLiability";
  const whole = { tag, value: 21_666 };
  const parts = [
    { tag: `${tag}Current`, value: 2_589 },
    { tag: `${tag}Noncurrent`, value: 19_077 },
  ];
  expect(claimsOf(parts, { noncontrolling_interest: 39 })).toBe(21_666 + 39);
  expect(claimsOf([...parts, whole])).toBe(21_666);
  expect(claimsOf([whole])).toBe(21_666);
  expect(claimsOf([{ tag, value: -43.8 }])).toBeNull();
  expect(claimsOf([])).toBeNull();
});

test("minorities of Alphabet 2025 that stand within equity, 3,400, are a claim where no line has any", () => {
  const within = { tag: "NoncontrollingInterestInVariableInterestEntity", value: 3_400 };
  expect(claimsOf([within])).toBe(3_400);
  expect(claimsOf([within], { noncontrolling_interest: 39 })).toBe(39);
});

test("preferred stock of Atlantic American, in the books at par of 65, is redeemed for 6,500", () => {
  const redeemed = { tag: "PreferredStockRedemptionAmount", value: 6_500 };
  expect(claimsOf([redeemed], { preferred_stock: 65 })).toBe(6_500);
  // What stands in the books near its redemption stays (JPMorgan).
  expect(claimsOf([redeemed], { preferred_stock: 6_450 })).toBe(6_450);
  expect(claimsOf([redeemed])).toBeNull();
});
