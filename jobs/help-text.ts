import { readFileSync } from "node:fs";

/**
 * The text that `--help` prints for these arguments of `jobs/cli.ts`, from a file that `test/jobs/commands/help.test.ts`
 * writes and compares with the commands: loading a command takes a second, its help a moment. Null for arguments that
 * ask for anything else.
 */
export function helpText(args: readonly string[]): string | null {
  const isAsked = args.at(-1) === "--help" || args.at(-1) === "-h";
  if (!isAsked) return null;
  const texts = JSON.parse(readFileSync(new URL("help.json", import.meta.url), "utf8"));
  const name = args.slice(0, -1).join(" ");
  return Object.hasOwn(texts, name) ? texts[name] : null;
}
