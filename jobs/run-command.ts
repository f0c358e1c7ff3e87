import { Command, CommanderError } from "commander";
import { describeMisspelt } from "#schemas/config/misspelt-settings.ts";
import type { MakeCommand, Shell } from "./commands/command.ts";

/** Input and output of a command. */
export type CommandIo = Omit<Shell, "fail">;

/** Every command, in the order of the help text. Only the one that is called is loaded. */
const commands: Record<string, () => Promise<MakeCommand>> = {
  migrate: async () => (await import("./commands/migrate.ts")).migrateCommand,
  ingest: async () => (await import("./commands/ingest.ts")).ingestCommand,
  rebuild: async () => (await import("./commands/rebuild.ts")).rebuildCommand,
  explain: async () => (await import("./commands/explain.ts")).explainCommand,
  accuracy: async () => (await import("./commands/accuracy.ts")).accuracyCommand,
  quality: async () => (await import("./commands/quality.ts")).qualityCommand,
  extract: async () => (await import("./commands/extract.ts")).extractCommand,
  query: async () => (await import("./commands/query.ts")).queryCommand,
  registry: async () => (await import("./commands/registry/registry.ts")).registryCommand,
  jobs: async () => (await import("./commands/jobs.ts")).jobsCommand,
  token: async () => (await import("./commands/token.ts")).tokenCommand,
  admin: async () => (await import("./commands/admin/admin.ts")).adminCommand,
};

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
  const program = await makeProgram(args, shell);
  reportTo(program, io);
  for (const line of describeMisspelt(io.env)) io.warn(line);
  try {
    await program.parseAsync(args, { from: "user" });
    return exitCode;
  } catch (error) {
    return await codeOf(error, io);
  }
}

const serviceHelp = `
The service: tenk (or npm start) has everything in one process, tenk api and tenk worker are its halves on PostgreSQL,
tenk mcp serves agents.`;

/** The program with the command that the arguments call, or with all of them. */
export async function makeProgram(args: readonly string[], shell: Shell): Promise<Command> {
  const program = new Command("tenk")
    .description("Tenk: public company data, from filing to terminal")
    .helpOption("-h, --help", "show this help")
    .addHelpText("after", serviceHelp);
  const [name = ""] = args;
  const makers = Object.hasOwn(commands, name) ? [commands[name]] : Object.values(commands);
  for (const load of makers) {
    const make = await load?.();
    if (make !== undefined) program.addCommand(make(shell));
  }
  return program;
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

async function codeOf(error: unknown, { warn }: CommandIo): Promise<number> {
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
  if (error instanceof Error && error.name === "UsageError") {
    warn(`error: ${error.message}`);
    return 2;
  }
  const { describeStartFault } = await import("#schemas/config/start-fault.ts");
  const { messageOf } = await import("#schemas/log.ts");
  warn(describeStartFault(error) ?? `error: ${messageOf(error)}`);
  return 1;
}
