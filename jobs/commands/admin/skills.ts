import { createReadStream } from "node:fs";
import { Command } from "commander";
import { parse } from "csv-parse";
import { importSkills, type SkillRow } from "#api/modules/hiring/service.ts";
import { type Shell, UsageError, unreadable, withDatabase, withExamples } from "../command.ts";

/** `admin skills`: maintains the vocabulary of skills. */
export function skillsCommand(shell: Shell): Command {
  const load = new Command("import")
    .description("add skills from a CSV file with the columns that ESCO publishes")
    .argument("<file>", "with conceptUri, preferredLabel and altLabels")
    .action(async (file: string) => {
      const rows = await readRows(file);
      await withDatabase(shell, async (database) => {
        const report = await importSkills(database.db, rows);
        const { added, merged, aliases, refused } = report;
        shell.print(
          `${added} skills added, ${merged} merged, ${aliases} aliases added, ${refused.length} refused`,
        );
        for (const sentence of refused) shell.print(sentence);
      });
    });
  const command = new Command("skills").description("the vocabulary of skills");
  command.addCommand(withExamples(load, ["npm run admin -- skills import skills_en.csv"]));
  return command;
}

const columns = ["conceptUri", "preferredLabel", "altLabels"] as const;

async function readRows(file: string): Promise<SkillRow[]> {
  const rows: SkillRow[] = [];
  try {
    const parser = parse({ bom: true, columns: true });
    // A fault of the file ends the parser, and so the loop, with its error.
    createReadStream(file)
      .once("error", (error) => parser.destroy(error))
      .pipe(parser);
    for await (const row of parser as AsyncIterable<Record<string, string>>) {
      for (const column of columns) {
        if (row[column] === undefined) throw new Error(`the column ${column} is missing`);
      }
      rows.push(row as unknown as SkillRow);
    }
  } catch (error) {
    if (error instanceof Error && "syscall" in error) throw unreadable(file, error);
    throw new UsageError(`${file}: ${(error as Error).message}`);
  }
  return rows;
}
