import fc from "fast-check";
import { expect, test } from "vitest";
import { inStatedDigits, stated } from "#registry/models/answers/stated-digits.ts";

const finite = fc.double({ noNaN: true, noDefaultInfinity: true });

test("a number is stated with twelve significant digits, and with cents from ten billion on", () => {
  fc.assert(
    fc.property(finite, (value) => {
      const isWhole = Number.isInteger(value);
      const exact = isWhole ? value : Number(value.toPrecision(12));
      const inCents = isWhole ? value : Math.round(value * 100) / 100;
      expect(stated(value)).toBe(Math.abs(value) >= 1e10 ? inCents : exact);
    }),
    { numRuns: 20_000 },
  );
});

test("the usual sizes, halves and powers of ten are stated as toPrecision states them", () => {
  const near = (exponent: number, digits: number) => digits * 10 ** exponent;
  fc.assert(
    fc.property(
      fc.integer({ min: -25, max: 0 }),
      fc.integer({ min: -9_999_999_999_999, max: 9_999_999_999_999 }),
      (exponent, digits) => {
        const value = near(exponent, digits);
        if (Number.isInteger(value) || Math.abs(value) >= 1e10) return;
        expect(stated(value)).toBe(Number(value.toPrecision(12)));
      },
    ),
    { numRuns: 20_000 },
  );
  for (const value of [0.0999999999999999, 9.9999999999995, 1.0000000000005, 2.5e-7, 1e-7]) {
    expect(stated(value)).toBe(Number(value.toPrecision(12)));
  }
});

test("only what holds a rounded number is copied, and the given data stay as they are", () => {
  const kept = { label: "Revenue", value: 5 };
  const given = { kept, rates: [0.5, 0.1 + 0.2], nothing: null };
  const answer = inStatedDigits(given);

  expect(answer).toEqual({ kept, rates: [0.5, 0.3], nothing: null });
  expect(answer.kept).toBe(kept);
  expect(given.rates[1]).toBe(0.1 + 0.2);
  expect(inStatedDigits(kept)).toBe(kept);
});
