import { Command, CommanderError } from "commander";
import { describeMisspelt } from "#schemas/config/misspelt-settings.ts";
import { describeStartFault } from "#schemas/config/start-fault.ts";
import { messageOf } from "#schemas/log.ts";
import { accuracyCommand } from "./commands/accuracy.ts";
import { adminCommand } from "./commands/admin/admin.ts";
import { type Shell, UsageError } from "./commands/command.ts";
import { explainCommand } from "./commands/explain.ts";
import { extractCommand } from "./commands/extract.ts";
import { ingestCommand } from "./commands/ingest.ts";
import { jobsCommand } from "./commands/jobs.ts";
import { migrateCommand } from "./commands/migrate.ts";
import { qualityCommand } from "./commands/quality.ts";
import { queryCommand } from "./commands/query.ts";
import { rebuildCommand } from "./commands/rebuild.ts";
import { registryCommand } from "./commands/registry/registry.ts";
import { tokenCommand } from "./commands/token.ts";

/** Input and output of a command. */
export type CommandIo = Omit<Shell, "fail">;

/** Every command, in the order of the help text. */
const commands = [
  migrateCommand,
  ingestCommand,
  rebuildCommand,
  explainCommand,
  accuracyCommand,
  qualityCommand,
  extractCommand,
  queryCommand,
  registryCommand,
  jobsCommand,
  tokenCommand,
  adminCommand,
];

/**
 * Runs one command. Exit codes: 0 done, 1 something failed (said on standard error), 2 called wrongly.
 * `args` are those after the name of the program.
 */
export async function runCommand(args: readonly string[], io: CommandIo): Promise<number> {
  let exitCode = 0;
  const shell: Shell = {
    ...io,
    fail() {
      exitCode = 1;
    },
  };
  const program = new Command("tenk")
    .description("Tenk: public company data, from filing to terminal")
    .helpOption("-h, --help", "show this help");
  for (const make of commands) program.addCommand(make(shell));
  reportTo(program, io);
  for (const line of describeMisspelt(io.env)) io.warn(line);
  try {
    await program.parseAsync(args, { from: "user" });
    return exitCode;
  } catch (error) {
    return codeOf(error, io);
  }
}

/** Makes every command report its errors through `io` instead of ending the process. */
function reportTo(command: Command, io: CommandIo): void {
  const line = (text: string) => text.replace(/\n$/, "");
  command
    .exitOverride()
    .showHelpAfterError("(add --help for usage)")
    .configureOutput({
      writeOut: (text) => io.print(line(text)),
      writeErr: (text) => io.warn(line(text)),
    });
  for (const sub of command.commands) reportTo(sub, io);
}

function codeOf(error: unknown, { warn }: CommandIo): number {
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
  if (error instanceof UsageError) {
    warn(`error: ${error.message}`);
    return 2;
  }
  const description = describeStartFault(error);
  if (description !== null) {
    warn(description);
    return 1;
  }
  warn(`error: ${messageOf(error)}`);
  return 1;
}
