import { Command } from "commander";
import { type Shell, withDatabase, withExamples } from "./command.ts";

/** `migrate`: migrates the database. Every other command and every start does this, too. */
export function migrateCommand(shell: Shell): Command {
  const command = new Command("migrate")
    .description(
      "bring the database up to date (npm start and every command do this by themselves)",
    )
    .action(async () => {
      await withDatabase(shell, async () => {});
      shell.print("the database is up to date");
    });
  return withExamples(command, ["npm run migrate", "DATABASE_URL=postgres://… npm run migrate"]);
}
