import { expect, test } from "vitest";
import { type ComparableFigure, growthAYear } from "#registry/series/comparable.ts";
import { monthsBetween } from "#registry/series/months-between.ts";

const figure = (over: Partial<ComparableFigure>): ComparableFigure => ({
  ...{ value: "100", reason: null, factor: null, unit: "USD", scope: null, end: "2024-12-31" },
  ...over,
});
const next = figure({ value: "121", end: "2026-12-31" });

test("growth is of a year [FIN-13]", () => {
  expect(growthAYear(figure({}), next).value).toBeCloseTo(0.1, 12);
});

test.each<[string, Partial<ComparableFigure>]>([
  ["currency_changed", { unit: "EUR" }],
  ["scope_changed", { scope: "continuing" }],
  ["not_meaningful", { value: "-100" }],
  ["not_meaningful", { value: "0" }],
  ["not_meaningful", { end: "2026-12-31" }],
  ["split_basis_unknown", { value: null, reason: "split_basis_unknown" }],
])("growth is null as %s [FIN-13]", (reason, over) => {
  expect(growthAYear(figure(over), next)).toEqual({ value: null, reason });
});

test.each([
  ["2020-12-31", "2025-06-30", 54],
  ["2020-09-26", "2025-09-27", 60],
  ["2022-09-24", "2023-09-30", 12],
  ["2024-02-29", "2025-02-28", 12],
  ["2024-12-31", "2024-12-31", 0],
])("from %s to %s are %i months [FIN-13]", (from, to, months) => {
  expect(monthsBetween(from, to)).toBe(months);
});
