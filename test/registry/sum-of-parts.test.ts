import { expect, test } from "vitest";
import { unfitParts, valueParts } from "#registry/models/market/sum-of-parts.ts";

// Operating income of Alphabet's segments in 2024, in millions.
const parts = [
  { id: "services", label: "Google Services", value: 121263 },
  { id: "cloud", label: "Google Cloud", value: 6112 },
  { id: "other", label: "Other Bets", value: -4444 },
];
const asked = { parts, rest: -10541, multiple: 20, multiples: new Map(), restMultiple: null };

test("at one multiple for all, the parts are worth the company's figure times it [MOD-73]", () => {
  const { enterpriseValue, rest } = valueParts(asked);
  expect(enterpriseValue).toBeCloseTo(112390 * 20, 6);
  expect(rest).toMatchObject({ multiple: 20, isDefault: true });
});

test("a part has its own multiple, a loss counts against the others, and the rest takes their mean [MOD-73]", () => {
  const multiples = new Map([["cloud", 50]]);
  const value = valueParts({ ...asked, multiples });
  expect(value.parts.map((part) => part.enterpriseValue)).toEqual([2425260, 305600, -88880]);
  expect(value.parts.map(({ isDefault }) => isDefault)).toEqual([true, false, true]);
  // (2,425,260 + 305,600 − 88,880) / 122,931
  expect(value.rest?.multiple).toBeCloseTo(21.4915684, 6);
  expect(value.enterpriseValue).toBeCloseTo(2641980 - 10541 * 21.4915684, 0);
});

test("the rest may have a multiple of its own, and is nothing where the filing states no total [MOD-73]", () => {
  expect(valueParts({ ...asked, restMultiple: 5 }).enterpriseValue).toBe(122931 * 20 - 10541 * 5);
  const value = valueParts({ ...asked, rest: null });
  expect(value.rest).toBeNull();
  expect(value.enterpriseValue).toBe(122931 * 20);
});

test("parts stand beside statements of their currency, and of at most two years later [MOD-73]", () => {
  const parts = { unit: "USD", end: "2024-09-28" };
  const of = (currency: string, balanceSheetDate: string) =>
    unfitParts(parts, { currency, balanceSheetDate });
  expect(of("USD", "2026-09-26")).toBeNull();
  expect(of("USD", "2026-12-26")).toBe("The newest parts at hand are of the year to 2024-09-28.");
  expect(of("EUR", "2024-12-28")).toBe("The parts are in USD, the statements in EUR.");
});
