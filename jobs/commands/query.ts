import { join, resolve } from "node:path";
import { Command, Option } from "commander";
import { readConfig } from "#schemas/config.ts";
import { type AnswerFormat, answerFormats, answerLines } from "../extracts/answer-lines.ts";
import { extractTask } from "../extracts/write-extracts.ts";
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
    .option(
      "--from <folder>",
      "folder of the extracts (default: EXTRACT_URL, or extracts in DATA_DIR)",
    )
    .addOption(
      new Option("-f, --format <format>", "how to answer")
        .choices([...answerFormats])
        .default("table"),
    )
    .action(async (sql: string, options: Options) => {
      const { dataDir, extractUrl } = readConfig(shell.env);
      const from = resolve(options.from ?? extractTask(extractUrl, dataDir).out);
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
  const { readManifest } = await import("#ingest/extracts/manifest.ts");
  const { extractForm } = await import("#ingest/extracts/tables.ts");
  const { canBeAsked, queryExtract } = await import("#ingest/extracts/query-extract.ts");
  const manifest = await readManifest(from);
  if (manifest === null) throw new UsageError(`there is no extract in ${from}: npm run extract`);
  if (manifest.form !== extractForm) {
    throw new UsageError(`the extract in ${from} is of another version of Tenk: npm run extract`);
  }
  const folder = join(from, manifest.folder);
  if (!canBeAsked(folder)) {
    throw new UsageError(
      `the extract in ${from} has no DuckDB file: npm run extract -- --format both`,
    );
  }
  const interrupted = new AbortController();
  const watch = setInterval(() => shell.isInterrupted() && interrupted.abort(), 100);
  try {
    const answer = await queryExtract(folder, sql, { signal: interrupted.signal });
    for (const line of answerLines(answer, format)) shell.print(line);
  } finally {
    clearInterval(watch);
  }
}
