import { describe, expect, test } from "vitest";
import { addYears, classifySpan, dayOf, isoOf } from "#ingest/periods/days.ts";

describe("lengths of periods, both ends counted (2.2)", () => {
  test.each([
    ["quarter", 70, 125],
    ["half", 150, 215],
    ["nineMonths", 235, 305],
    ["year", 340, 390],
  ] as const)("%s is %i to %i days", (span, least, most) => {
    const around = [least - 1, least, most, most + 1].map(classifySpan);
    expect(around).toEqual(["other", span, span, "other"]);
  });
});

describe("years later", () => {
  test.each([
    ["2020-02-29", 1, "2021-02-28"],
    ["2020-02-29", 4, "2024-02-29"],
    ["2019-02-28", 1, "2020-02-28"],
    ["2024-12-31", -1, "2023-12-31"],
  ])("%s and %i", (from, years, to) => {
    expect(isoOf(addYears(dayOf(from), years))).toBe(to);
  });
});
