import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Decimal } from "decimal.js";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import * as decimal from "#schemas/decimal.ts";

const Exact = Decimal.clone({ precision: 60, toExpNeg: -60, toExpPos: 60 });
const exact = (text: string) => new Exact(text);

/** Plain decimal text on both sides of what a double holds, with and without decimal places. */
const amount = fc
  .tuple(fc.bigInt({ min: -(10n ** 18n), max: 10n ** 18n }), fc.integer({ min: 0, max: 8 }))
  .map(([digits, places]) => exact(String(digits)).div(exact("10").pow(places)).toFixed());

describe("sums and comparisons agree with arbitrary precision", () => {
  test("add, sub and compare", () => {
    fc.assert(
      fc.property(amount, amount, (a, b) => {
        expect(decimal.add(a, b)).toBe(exact(a).plus(b).toFixed());
        expect(decimal.sub(a, b)).toBe(exact(a).minus(b).toFixed());
        expect(Math.sign(decimal.compare(a, b))).toBe(exact(a).comparedTo(b));
      }),
      { numRuns: 2000 },
    );
  });

  test("a weighted sum", () => {
    const terms = fc.array(fc.tuple(fc.constantFrom(1, -1, 4, -3, 0.25), amount), {
      minLength: 1,
      maxLength: 12,
    });
    fc.assert(
      fc.property(terms, (weighted) => {
        const weights = weighted.map(([weight]) => weight);
        const values = weighted.map(([, value]) => ({ value }));
        const sum = weighted.reduce(
          (so, [weight, value]) => so.plus(exact(value).times(weight)),
          exact("0"),
        );
        expect(decimal.weightedSum(weights, values)).toBe(sum.toFixed());
      }),
      { numRuns: 2000 },
    );
  });
});

test.each([
  ["0.1", "0.2", "0.3"],
  ["1.2345", "-1.2345", "0"],
  ["99999999999.9999", "0.0001", "100000000000"],
  ["0.00001", "0.00001", "0.00002"],
  ["-0.5", "0.25", "-0.25"],
])("%s + %s = %s", (a, b, sum) => {
  expect(decimal.add(a, b)).toBe(sum);
});

test.each(["", "1.2.3", "."])("text that is no number is refused: %j", (text) => {
  expect(() => decimal.add(text, "1.5")).toThrow();
});

test.each([
  ["2.345", -2, "2.35"],
  ["-2.345", -2, "-2.35"],
  ["0.2145004", -6, "0.2145"],
  ["1500", 3, "2000"],
  ["-0.001", -2, "0"],
])("%s rounded to 10^%i is %s", (value, exponent, rounded) => {
  expect(decimal.roundTo(value, exponent)).toBe(rounded);
});

describe("the examples of the docstrings", () => {
  const source = readFileSync(join(import.meta.dirname, "../../schemas/decimal.ts"), "utf8");
  const examples = [...source.matchAll(/^ \* @example (.+) \/\/ (.+)$/gm)].map(
    ([, call = "", value = ""]) => [call, value] as const,
  );

  test("are there for each function", () => {
    const shown = new Set(examples.map(([call]) => call.slice(0, call.indexOf("("))));
    expect(Object.keys(decimal).filter((name) => !shown.has(name))).toEqual([]);
  });

  test.each(examples)("%s is %s", (call, value) => {
    const evaluate = new Function(...Object.keys(decimal), `return ${call}`);
    expect(evaluate(...Object.values(decimal))).toEqual(JSON.parse(value));
  });
});
