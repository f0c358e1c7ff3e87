import { afterAll, expect, test } from "vitest";
import { runCommand } from "#jobs/run-command.ts";
import { newDataFolder } from "../helpers/data-folder.ts";

const folder = await newDataFolder();
afterAll(() => folder.remove());

async function registry(...args: string[]) {
  const out: string[] = [];
  const err: string[] = [];
  const code = await runCommand(["registry", ...args], {
    env: { DATA_DIR: folder.path },
    print: (line) => out.push(line),
    warn: (line) => err.push(line),
    isInterrupted: () => false,
  });
  return { code, out: out.join("\n"), err: err.join("\n") };
}

test("help names every part, and each has its own with examples", async () => {
  const { code, out } = await registry("--help");
  expect(code).toBe(0);
  for (const part of [
    "check",
    "diff",
    "impact",
    "coverage",
    "linkbases",
    "suggest",
    "release",
    "verify",
  ]) {
    expect(out).toMatch(new RegExp(`^  ${part}\\b`, "m"));
    expect(await registry(part, "--help")).toMatchObject({
      code: 0,
      out: expect.stringContaining(`npm run registry -- ${part}`),
    });
  }
});

test.each([
  [["check", "--record"], /--record needs --archive/],
  [
    ["diff", "7.0.0"],
    /no version 7\.0\.0 of the registry was released; released: 1\.0\.0.*, working/,
  ],
  [["impact", "--against", "latest"], /no version latest/],
  [["coverage", "--by", "colour"], /Allowed choices/],
  [["suggest", "--measure", "0"], /from 1 to 10000/],
  [["release", "--level", "huge"], /Allowed choices/],
  [["nonsense"], /unknown command/],
])("a wrong call (%j) is told what is allowed and exits with 2", async (args, sentence) => {
  const { code, err } = await registry(...args);

  expect(err).toMatch(sentence);
  expect(code).toBe(2);
});

test("the committed registry passes, is what was released last, and so cannot be released again", async () => {
  expect(await registry("check")).toMatchObject({
    code: 0,
    out: expect.stringMatching(/^as released; every rule holds/),
  });
  expect(await registry("diff")).toMatchObject({
    code: 0,
    out: expect.stringMatching(/say the same$/),
  });
  expect(await registry("release", "--dry-run")).toMatchObject({
    code: 0,
    out: expect.stringMatching(/^nothing changed since /),
    err: "",
  });
});

test("without any company the commands say so, and a company that nobody has is named", async () => {
  const { code, out, err } = await registry("impact");

  expect({ code, err }).toEqual({ code: 0, err: "no company has been ingested yet" });
  expect(out).toMatch(/0 values of 0 periods of 0 of 0 companies would change$/);
  expect(await registry("coverage", "--ticker", "AAPL")).toMatchObject({
    code: 2,
    err: expect.stringContaining("no company has been ingested yet"),
  });
  expect(await registry("verify")).toMatchObject({
    code: 0,
    out: "0 companies, 0 statements: 0 made again byte for byte, 0 problems",
  });
});
