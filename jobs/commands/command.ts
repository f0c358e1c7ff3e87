import { type Command, InvalidArgumentError } from "commander";
import type { DestinationStream, Logger } from "pino";
import { isCalendarDate } from "#ingest/facts/iso-date.ts";
import type { Config } from "#schemas/config/config.ts";
import type { Database } from "#schemas/database/db.ts";
import type { Services } from "../services.ts";

/** What every command needs from its process. */
export interface Shell {
  env: Record<string, string | undefined>;
  /** Writes one line of the result to standard output. */
  print(line: string): void;
  /** Writes one line for people (a warning, a reason) to standard error. */
  warn(line: string): void;
  /** Marks the command as partly failed: exit code 1. */
  fail(): void;
  /** An open, migrated database. It takes the place of the one that `env` names, and stays open. */
  database?: Database;
  /** True after Ctrl-C: long work ends after the current company or job. */
  isInterrupted(): boolean;
}

/** Makes a command of `jobs/cli.ts`. A command has one file here and one line there. */
export type MakeCommand = (shell: Shell) => Command;

/** A usage error. Its message says what is allowed. Exit code 2. */
export class UsageError extends Error {
  override name = "UsageError";
}

/** What a failed read of a file is told as. */
export function unreadable(path: string, error: Error & { code?: unknown }): UsageError {
  const isMissing = error.code === "ENOENT";
  return new UsageError(
    isMissing ? `there is no file ${path}` : `cannot read ${path}: ${error.message}`,
  );
}

/** Opens the services, runs a command, and always closes them. */
export async function withServices(
  shell: Shell,
  run: (services: Services) => Promise<void>,
): Promise<void> {
  const { readConfig } = await import("#schemas/config/config.ts");
  const { openServices } = await import("../services.ts");
  const config = readConfig(shell.env);
  const services = await openServices(config, { log: await commandLog(shell, config) });
  try {
    await run(services);
  } finally {
    await services.close();
  }
}

/** Opens the database, brings its tables up to date, runs a command that needs nothing else, and always closes it. */
export async function withDatabase(
  shell: Shell,
  run: (database: Database, config: Config) => Promise<void>,
): Promise<void> {
  const { readConfig } = await import("#schemas/config/config.ts");
  const { migrateDatabase, openDatabase } = await import("#schemas/database/db.ts");
  const config = readConfig(shell.env);
  if (shell.database !== undefined) return run(shell.database, config);
  const database = await openDatabase(config);
  try {
    await migrateDatabase(database);
    await run(database, config);
  } finally {
    await database.close();
  }
}

/** Commands print their own output, so only warnings are logged unless LOG_LEVEL is set. */
async function commandLog(shell: Shell, config: Config): Promise<Logger> {
  const { pino } = await import("pino");
  const level = shell.env.LOG_LEVEL ? config.logLevel : "error";
  return pino({ level }, pino.destination({ dest: 2, sync: true }) as DestinationStream);
}

/** The value of an option that counts something, from 1 to 10000. */
export function wholeNumber(value: string): number {
  const number = Number(value);
  if (!Number.isInteger(number) || number < 1 || number > 10_000) {
    throw new InvalidArgumentError("Give a whole number from 1 to 10000.");
  }
  return number;
}

/** The value of an option for a day: an existing calendar date. */
export function calendarDay(value: string): string {
  if (!isCalendarDate(value)) throw new InvalidArgumentError("Give a date such as 2025-01-31.");
  return value;
}

/** A number with what it counts: "1 company", "2 companies". */
export const counted = (count: number, one: string, many = `${one}s`): string =>
  `${count} ${count === 1 ? one : many}`;

/** Help that ends with examples. */
export function withExamples(command: Command, examples: readonly string[]): Command {
  return command.addHelpText("after", `\nExamples:\n${examples.map((e) => `  ${e}`).join("\n")}`);
}

/** Reports refusals of services, whose messages are for people, as usage errors. */
export async function refusedAsUsage<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof Error && error.name === "ApiError") throw new UsageError(error.message);
    throw error;
  }
}
