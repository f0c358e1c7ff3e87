import fc from "fast-check";
import { expect, test } from "vitest";
import { halvesOf, oneSlip } from "#api/modules/entity-search/typo-variants.ts";

/** Whether LIKE finds the text by the pattern. */
function isLike(text: string, pattern: string): boolean {
  const parts = [...pattern.matchAll(/\\(.)|(.)/gsu)].map(([, escaped, plain = ""]) => {
    if (escaped !== undefined) return literal(escaped);
    return plain === "%" ? ".*" : plain === "_" ? "." : literal(plain);
  });
  return new RegExp(`^${parts.join("")}$`, "su").test(text);
}
const literal = (letter: string) => letter.replace(/[\\^$.*+?()[\]{}|/-]/gu, "\\$&");

const letter = fc.constantFrom("a", "b", "c", " ", "%", "_", "\\", ".");
const text = fc.array(letter, { minLength: 3, maxLength: 12 });
/** A text and what somebody types for it with one letter missing, added, replaced or swapped. */
const slip = fc
  .tuple(text, fc.nat(11), letter, fc.constantFrom("drop", "add", "replace", "swap"))
  .map(([meant, place, other, kind]) => {
    const at = place % meant.length;
    const typed = {
      drop: meant.toSpliced(at, 1),
      add: meant.toSpliced(at, 0, other),
      replace: meant.toSpliced(at, 1, other),
      swap: meant.toSpliced(at, 2, ...meant.slice(at, at + 2).reverse()),
    }[kind];
    return { meant: meant.join(""), typed: typed.join("") };
  });

test("a text typed with one slip meets a half of what was typed, and a pattern of one slip", () => {
  fc.assert(
    fc.property(slip, ({ meant, typed }) => {
      expect(halvesOf(typed).some((half) => isLike(meant, half))).toBe(true);
      const { swappedOrDoubled, dropped, other } = oneSlip(typed);
      const patterns = [...swappedOrDoubled, ...dropped, ...other];
      if (meant !== typed) expect(patterns.some((pattern) => isLike(meant, pattern))).toBe(true);
    }),
    { numRuns: 2000 },
  );
});

test("texts that differ in both halves meet no half", () => {
  expect(halvesOf("ceder habror").some((half) => isLike("cedar harbor", half))).toBe(false);
});
