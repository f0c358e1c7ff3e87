import { Decimal } from "decimal.js";
import fc from "fast-check";
import { expect, test } from "vitest";
import { daysOfWeek, isoWeekOf } from "#api/modules/execution/commitments/iso-week.ts";
import { progressOf } from "#api/modules/execution/goals/progress.ts";

const goal = { goalType: "manual", status: "active", commitments: 0, commitmentsDone: 0 } as const;
const of = (startValue: string, targetValue: string | null, currentValue: string | null) =>
  progressOf({ ...goal, startValue, targetValue, currentValue });

test.each([
  ["0", "3", "1", "0.3333"],
  ["0", "3", "2.9999999999", "0.9999"],
  ["100", "50", "75", "0.5"],
  ["-10", "10", "0", "0.5"],
  ["0", "10", "-5", "0"],
  ["0", "10", "11", "1"],
  ["0", "9".repeat(30), `${"9".repeat(29)}8.9999999999`, "0.9999"],
])("from %s to %s, at %s: %s [EXE-17]", (start, target, current, share) => {
  expect(of(start, target, current)).toEqual({ value: share, reason: null });
});

test("without target or current value there is none, and a reason [EXE-17]", () => {
  expect(of("0", null, "5")).toEqual({ value: null, reason: "no_target" });
  expect(of("0", "5", null)).toEqual({ value: null, reason: "no_current_value" });
});

test("is 1 exactly where the target is reached, and grows with the current value [EXE-17]", () => {
  const cents = fc.integer({ min: -1_000_000, max: 1_000_000 });
  const text = (n: number) => new Decimal(n).div(100).toFixed();
  fc.assert(
    fc.property(cents, cents, cents, cents, (start, target, one, other) => {
      fc.pre(start !== target);
      const at = (current: number) => of(text(start), text(target), text(current)).value ?? "";
      const isReached = target > start ? one >= target : one <= target;
      expect(at(one) === "1").toBe(isReached);
      const [less, more] = target > start === one < other ? [one, other] : [other, one];
      expect(new Decimal(at(less)).lte(at(more))).toBe(true);
    }),
  );
});

test("every day is in exactly one week of seven days, from Monday to Sunday [EXE-15]", () => {
  for (let ms = Date.UTC(1999, 0, 1); ms < Date.UTC(2033, 0, 1); ms += 86_400_000) {
    const day = new Date(ms).toISOString().slice(0, 10);
    const { startDate = "", endDate = "" } = daysOfWeek(isoWeekOf(ms)) ?? {};
    expect(startDate <= day && day <= endDate).toBe(true);
    expect(Date.parse(endDate) - Date.parse(startDate)).toBe(6 * 86_400_000);
    expect(new Date(startDate).getUTCDay()).toBe(1);
  }
});
