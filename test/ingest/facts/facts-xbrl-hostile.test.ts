import { describe, expect, test } from "vitest";
import { asset, open, parse, parts, refusal, whole } from "./small-instance.ts";

test("a text of ten megabytes is read", () => {
  const note = `<us-gaap:Note contextRef="c">${"text ".repeat(2_000_000)}</us-gaap:Note>`;
  const text = whole.replace(asset, `${note}${asset}`);
  expect(parse(text).facts.map(({ value }) => value)).toEqual(["352583000000"]);
});

describe("refused, naming the accession [PIP-13]", () => {
  test.each([
    ["depth of a hundred thousand", `${open}${"<a>".repeat(100_000)}`, "nested too deeply"],
    [
      "a million attributes",
      `${open}<a ${Array.from({ length: 1_000_000 }, (_, n) => `a${n}=""`).join(" ")}/>`,
      "too many attributes",
    ],
    ["an endless text", `${open}<a>${"x".repeat(40 * 2 ** 20)}`, "endless text"],
    [
      "a context of a million parts",
      `${open}<context id="c">${"<a/>".repeat(1_000_000)}`,
      "more than 200 parts",
    ],
    ["a million facts", `${open}${parts}${asset.repeat(600_000)}`, "more than 500000 facts"],
  ])("%s", (_, text, message) => {
    expect(refusal(text)).toContain(message);
  });
});
