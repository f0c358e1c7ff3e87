import { check } from "recheck";
import { expect, test } from "vitest";
import { productCode } from "./project-files.ts";
import {
  boundedExpressions,
  listExpressions,
  undecidedExpressions,
} from "./regular-expressions.ts";

const expressions = listExpressions(productCode());

/** Many times what a verdict needs, so that a busy machine comes to the same verdicts. */
const timeout = 60_000;

/** The analyzer knows no looks ahead and behind: what has them counts as not slow, as does what it cannot decide. */
const verdictOn = async (source: string, flags: string) =>
  (await check(source, flags, { checker: "automaton", timeout })).status;

test("the analysis knows the expression that blocked the event loop", async () => {
  expect(await verdictOn("=+$", "")).toBe("vulnerable");
  expect(await verdictOn("^=+$", "")).toBe("safe");
});

/** Without an endless part an expression cannot take more than linear time. */
const isEndless = (source: string) => /[*+]|\{\d+,\}/.test(source);

test("no regular expression takes more than linear time, but those with short or trusted input", async () => {
  const slow: string[] = [];
  for (const [text, { source, flags, paths }] of expressions) {
    if (text in boundedExpressions || text in undecidedExpressions || !isEndless(source)) continue;
    if ((await verdictOn(source, flags)) === "vulnerable")
      slow.push(`${text} in ${paths.join(", ")}`);
  }
  expect(slow).toEqual([]);
});

test("every expression that is excepted is in the code", () => {
  const excepted = Object.keys({ ...boundedExpressions, ...undecidedExpressions });
  expect(excepted.filter((text) => !expressions.has(text))).toEqual([]);
});
