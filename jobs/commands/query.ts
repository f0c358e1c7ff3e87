import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { Command, Option } from "commander";
import { readConfig } from "#schemas/config.ts";
import { type AnswerFormat, answerFormats, answerLines } from "../extracts/answer-lines.ts";
import { type Shell, UsageError, withExamples } from "./command.ts";

interface Options {
  from?: string;
  format: AnswerFormat;
}

/** `query`: a question in SQL to the latest extract. */
export function queryCommand(shell: Shell): Command {
  const command = new Command("query")
    .description("ask the latest extract a question in SQL")
    .argument("<sql>", "one question, for example: select * from screener(1e9, 0.1)")
    .option("--from <folder>", "folder of the extracts (default: extracts in DATA_DIR)")
    .addOption(
      new Option("-f, --format <format>", "how to answer")
        .choices([...answerFormats])
        .default("table"),
    )
    .action(async (sql: string, options: Options) => {
      const from = resolve(options.from ?? join(readConfig(shell.env).dataDir, "extracts"));
      await query(shell, { sql, from, format: options.format });
    });
  return withExamples(command, [
    "npm run query -- \"select ticker, fiscal_year, value from annual('revenue') order by all\"",
    'npm run query -- --format csv "from screener(1e9, 0.1)"',
  ]);
}

async function query(
  shell: Shell,
  { sql, from, format }: { sql: string; from: string; format: AnswerFormat },
): Promise<void> {
  const { readManifest } = await import("#ingest/extracts/write-extract.ts");
  const { queryExtract } = await import("#ingest/extracts/query-extract.ts");
  const manifest = await readManifest(from);
  if (manifest === null) throw new UsageError(`there is no extract in ${from}: npm run extract`);
  const path = join(from, manifest.folder, "tenk.duckdb");
  if (!existsSync(path)) {
    throw new UsageError(
      `the extract in ${from} has no DuckDB file: npm run extract -- --format both`,
    );
  }
  for (const line of answerLines(await queryExtract(path, sql), format)) shell.print(line);
}
