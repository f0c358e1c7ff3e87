import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { inStatedDigits } from "#registry/models/answers/stated-digits.ts";
import { statedResult } from "#registry/models/answers/stated-result.ts";
import { templates } from "#registry/models/catalogue.ts";
import { extractFacts, noFacts } from "#registry/models/inputs/facts.ts";
import type { ModelResult } from "#schemas/shapes/models/result.ts";
import { compute, goldenApple, sampleSource } from "../helpers/companies/models.ts";

const companies = {
  Apple: await goldenApple(),
  "a loss maker": extractFacts(await sampleSource("0001731289", { sic: "3711" })),
  "a company without filings": noFacts,
};

/** The same data with other numbers; fiscal years stay whole. */
function withNumbers<T>(value: T, next: () => number): T {
  if (typeof value === "number") return next() as T;
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map((one) => withNumbers(one, next)) as T;
  const members = Object.entries(value).map(([key, one]) => [
    key,
    key === "fiscalYear" ? one : withNumbers(one, next),
  ]);
  return Object.fromEntries(members) as T;
}

const numbers = fc.array(fc.double({ noNaN: true, noDefaultInfinity: true }), {
  minLength: 20,
  maxLength: 20,
});

describe.each(Object.entries(companies))("%s", (_, facts) => {
  test.each(templates.map(({ key }) => [key]))(
    "every number of %s is stated in the members where it stood",
    (key) => {
      const shape: ModelResult = compute(facts, key);
      fc.assert(
        fc.property(numbers, (some) => {
          let at = 0;
          const result = withNumbers(shape, () => some[at++ % some.length] ?? 0);
          expect(JSON.stringify(statedResult(result))).toBe(JSON.stringify(inStatedDigits(result)));
        }),
        { numRuns: 20 },
      );
    },
  );
});
