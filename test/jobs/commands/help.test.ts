import type { Command } from "commander";
import { expect, test } from "vitest";
import { helpText } from "#jobs/help-text.ts";
import { makeProgram } from "#jobs/run-command.ts";

const silent = { env: {}, print: () => {}, warn: () => {}, isInterrupted: () => false };

/** The help of a command and of all below it, by the words that call it. */
function helpsOf(command: Command, name: string): [string, string][] {
  command.configureOutput({ getOutHelpWidth: () => 80 });
  let text = "";
  command.configureOutput({ writeOut: (part) => (text += part) });
  command.outputHelp();
  const below = command.commands.flatMap((one) => helpsOf(one, `${name} ${one.name()}`.trim()));
  return [[name, text], ...below];
}

test("the kept help is that of the commands", async () => {
  const program = await makeProgram([], { ...silent, fail: () => {} });
  const texts = Object.fromEntries(helpsOf(program, ""));
  expect(Object.keys(texts)).toContain("admin service-ticker set");
  await expect(`${JSON.stringify(texts, null, 2)}\n`).toMatchFileSnapshot(
    "../../../jobs/help.json",
  );
});

test("help is asked for by the last argument; anything else goes to the command", () => {
  expect(helpText(["query", "--help"])).toMatch(/^Usage: tenk query \[options\]/);
  expect(helpText(["admin", "claims", "-h"])).toMatch(/^Usage: tenk admin claims/);
  expect(helpText(["--help"])).toMatch(/^Usage: tenk \[options\] \[command\]/);
  for (const args of [
    ["query"],
    ["quary", "--help"],
    ["toString", "--help"],
    ["query", "--help", "x"],
  ]) {
    expect(helpText(args)).toBeNull();
  }
});
