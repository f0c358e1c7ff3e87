import { check } from "recheck";
import { expect, test } from "vitest";
import { productCode } from "./project-files.ts";
import { boundedExpressions, listExpressions } from "./regular-expressions.ts";

const expressions = listExpressions(productCode());

/** A verdict takes milliseconds for nearly all; what is not decided in time counts as not found to be slow. */
const analysisMs = 400;

async function isSuperLinear(
  { source, flags }: { source: string; flags: string },
  timeout = analysisMs,
): Promise<boolean> {
  const { status } = await check(source, flags, { checker: "automaton", timeout });
  return status === "vulnerable";
}

test("the analysis knows the expression that blocked the event loop", async () => {
  // The first analysis loads the analyzer, which takes longer than a verdict.
  const patient = 60_000;
  expect(await isSuperLinear({ source: "=+$", flags: "" }, patient)).toBe(true);
  expect(await isSuperLinear({ source: "^=+$", flags: "" }, patient)).toBe(false);
});

test("no regular expression takes more than linear time, but those with short or trusted input", async () => {
  const slow: string[] = [];
  for (const [text, { source, flags, paths }] of expressions) {
    if (text in boundedExpressions) continue;
    if (await isSuperLinear({ source, flags })) slow.push(`${text} in ${paths.join(", ")}`);
  }
  expect(slow).toEqual([]);
});

test("every expression that may be slow is in the code", () => {
  expect(Object.keys(boundedExpressions).filter((text) => !expressions.has(text))).toEqual([]);
});
