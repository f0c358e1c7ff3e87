import { PassThrough } from "node:stream";
import { expect, test } from "vitest";
import { startProgress, timeLeft } from "#jobs/terminal/progress.ts";

function capture(isTTY: boolean) {
  const stream = Object.assign(new PassThrough(), { isTTY });
  const chunks: string[] = [];
  stream.on("data", (chunk: Buffer) => chunks.push(chunk.toString()));
  return { stream, text: () => chunks.join("") };
}

test("away from a terminal progress is at most twenty plain lines and always the last one", () => {
  const { stream, text } = capture(false);
  const progress = startProgress({ label: "Ingesting companies", total: 50, stream });
  for (let i = 1; i <= 50; i += 1) progress.step(`CIK ${i} stored`);
  progress.stop();

  const lines = text().trimEnd().split("\n");
  expect(lines).toHaveLength(17);
  expect(lines[0]).toBe("Ingesting companies: 3 of 50 (CIK 3 stored)");
  expect(lines.at(-1)).toBe("Ingesting companies: 50 of 50 (CIK 50 stored)");
});

test("on a terminal progress is a bar with its label, count and what was done last", () => {
  const { stream, text } = capture(true);
  const progress = startProgress({ label: "Taking files", total: 2, stream });
  progress.step("one.json");
  progress.step("two.json");
  progress.stop();

  const shown = text();
  expect(shown).toContain("Taking files");
  expect(shown).toContain("2/2");
});

test("a terminal that shows a log gets no bar, and lines go where the service says them", () => {
  const { stream, text } = capture(true);
  const said: string[] = [];
  const say = (line: string) => void said.push(line);
  startProgress({ label: "Taking files", total: 1, stream, bar: false, say }).step("one.json");

  expect(text()).toBe("");
  expect(said).toEqual(["Taking files: 1 of 1 (one.json)"]);
});

test("nothing to do shows nothing", () => {
  const { stream, text } = capture(false);
  startProgress({ label: "Nothing", total: 0, stream }).stop();

  expect(text()).toBe("");
});

test("the time left is that of the steps to come, in words, and short times are not told", () => {
  expect(timeLeft(240, 19_000)).toBe("about 76 min left");
  expect(timeLeft(2_400, 19_000)).toBe("about 13 h left");
  expect(timeLeft(240, 249)).toBeNull();
  expect(timeLeft(60_000, 1)).toBe("about 1 min left");
  expect(timeLeft(60_000, 0)).toBeNull();
});
