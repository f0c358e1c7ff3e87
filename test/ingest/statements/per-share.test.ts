import { describe, expect, test } from "vitest";
import { judgePerShare } from "#ingest/statements/per-share/judge-per-share.ts";
import { onlyRule } from "../../helpers/registry/only-rule.ts";

const derived = ["derived_per_share"];
const keys = onlyRule("derived_per_share").applies;
type Shown = Record<string, [value: string, flags?: string[]]>;

const judged = (
  shown: Shown,
  {
    income = 1000,
    netIncome = null,
    near = {},
  }: { income?: number | null; netIncome?: number | null; near?: Record<string, number> } = {},
) =>
  Object.fromEntries(
    judgePerShare({
      keys,
      lookup: (key) => {
        const line = shown[key];
        return line ? { value: line[0], flags: line[1] ?? [] } : null;
      },
      income,
      netIncome,
      neighbour: (key) => near[key] ?? null,
    }),
  );

const [eps, shares] = ["eps_basic", "weighted_average_shares_basic"];
const [dilutedEps, dilutedShares] = ["eps_diluted", "weighted_average_shares_diluted"];

describe("derived earnings per share stand where income by shares confirms them (12.2)", () => {
  test.each<[string, number, number, boolean]>([
    // Of 10.00 within 2 %, of 0.10 within a cent.
    ["10.00", 1020, 100, true],
    ["10.00", 1021, 100, false],
    ["10.00", 980, 100, true],
    ["10.00", 979, 100, false],
    ["0.10", 11, 100, true],
    ["0.10", 11.1, 100, false],
    ["-10.00", -1020, 100, true],
    ["-10.00", 1000, 100, false],
    ["0.01", -0.5, 100, false],
    ["0.00", -0.5, 100, true],
  ])("%s of %d by %d: %s", (value, income, count, stays) => {
    const found = judged({ [eps]: [value, derived], [shares]: [String(count)] }, { income });
    expect(found).toEqual(stays ? {} : { [eps]: "identity_conflict" });
  });

  test("what is filed is not judged", () => {
    expect(judged({ [eps]: ["99"], [shares]: ["100"] })).toEqual({});
  });

  test("without income or shares nothing confirms them", () => {
    const shown: Shown = { [eps]: ["10", derived] };
    expect(judged(shown)).toEqual({ [eps]: "insufficient_quarters" });
    expect(judged({ ...shown, [shares]: ["100"] }, { income: null })).toEqual({
      [eps]: "insufficient_quarters",
    });
    expect(judged({ ...shown, [shares]: ["0"] })).toEqual({ [eps]: "insufficient_quarters" });
  });

  test("shares are the period's own, else a neighbour's, else the other kind's", () => {
    const shown: Shown = { [eps]: ["10", derived] };
    expect(judged(shown, { near: { [shares]: 100 } })).toEqual({});
    expect(judged(shown, { near: { [shares]: 200 } })).toEqual({ [eps]: "identity_conflict" });
    expect(judged({ ...shown, [shares]: ["100"] }, { near: { [shares]: 200 } })).toEqual({});
    expect(judged({ ...shown, [dilutedShares]: ["100"] })).toEqual({});
    expect(judged(shown, { near: { [dilutedShares]: 100 } })).toEqual({});
    expect(judged({ ...shown, [dilutedShares]: ["100"] }, { near: { [shares]: 200 } })).toEqual({
      [eps]: "identity_conflict",
    });
  });

  test("diluted earnings may be of income before preferred dividends, basic ones not", () => {
    const income = { income: 900, netIncome: 1000 };
    expect(judged({ [dilutedEps]: ["10", derived], [dilutedShares]: ["100"] }, income)).toEqual({});
    expect(judged({ [eps]: ["10", derived], [shares]: ["100"] }, income)).toEqual({
      [eps]: "identity_conflict",
    });
    expect(judged({ [dilutedEps]: ["9", derived], [dilutedShares]: ["100"] }, income)).toEqual({});
  });
});

describe("derived average shares", () => {
  test.each<[string, number | null, boolean]>([
    ["120", 100, true],
    ["121", 100, false],
    ["80", 100, true],
    ["79", 100, false],
    ["5", null, true],
    ["0", null, false],
    ["-5", null, false],
  ])("of %s beside %s: %s", (count, near, stays) => {
    const found = judged(
      { [shares]: [count, derived] },
      { near: near === null ? {} : { [shares]: near } },
    );
    expect(found).toEqual(stays ? {} : { [shares]: "identity_conflict" });
    expect(
      judged({ [shares]: [count] }, { near: near === null ? {} : { [shares]: near } }),
    ).toEqual({});
  });

  test("go with the earnings that they contradict, and confirm none once they are gone", () => {
    const both: Shown = { [eps]: ["10", derived], [shares]: ["50", derived] };
    expect(judged(both)).toEqual({ [eps]: "identity_conflict", [shares]: "identity_conflict" });
    expect(judged(both, { near: { [shares]: 100 } })).toEqual({
      [eps]: "insufficient_quarters",
      [shares]: "identity_conflict",
    });
    const filed: Shown = { [eps]: ["10", derived], [shares]: ["50"] };
    expect(judged(filed)).toEqual({ [eps]: "identity_conflict" });
  });
});
