import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { Command, Option } from "commander";
import type { Manifest } from "#ingest/extracts/manifest.ts";
import { readConfig } from "#schemas/config/config.ts";
import { type AnswerFormat, answerFormats, answerLines } from "../extracts/answer-lines.ts";
import { extractTask } from "../extracts/write-extracts.ts";
import { counted, type Shell, UsageError, wholeNumber, withExamples } from "./command.ts";

interface Options {
  from?: string;
  format: AnswerFormat;
  timeout: number;
}

/**
 * A command whose SQL argument may begin with a comment (`--`). An argument with a blank before any equals sign is not
 * an option.
 */
class QueryCommand extends Command {
  override parseOptions(args: string[]) {
    return super.parseOptions(args.map((arg) => (/^--[^\s=]*\s/.test(arg) ? `\n${arg}` : arg)));
  }
}

/** `query`: runs an SQL query on the latest extract. */
export function queryCommand(shell: Shell): Command {
  const command = new QueryCommand("query")
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
    .option("--timeout <seconds>", "the longest that an answer may take", wholeNumber, 300)
    .action(async (sql: string, options: Options) => {
      const { dataDir, extractUrl } = readConfig(shell.env);
      const from = resolve(options.from ?? extractTask(extractUrl, dataDir).out);
      await query(shell, { ...options, sql, from });
    });
  return withExamples(command, [
    "npm run query -- \"select name, fiscal_year, value from annual('revenue') order by all\"",
    'npm run query -- --format csv "from screener(1e9, 0.1)"',
  ]);
}

interface QueryArguments extends Options {
  sql: string;
  from: string;
}

async function query(shell: Shell, { sql, from, format, timeout }: QueryArguments): Promise<void> {
  const { folder, manifest } = await findExtract(from);
  if (manifest.since !== null) {
    shell.warn(
      `this extract is a part: ${counted(manifest.companies, "company", "companies")} with documents archived on ${manifest.since} or later`,
    );
  }
  const { askExtract } = await import("../extracts/ask-extract.ts");
  const { QuestionError } = await import("#ingest/extracts/check-question.ts");
  const interrupted = new AbortController();
  const watch = setInterval(() => shell.isInterrupted() && interrupted.abort(), 100);
  try {
    const question = { folder, sql, secondsMax: timeout };
    const answer = await askExtract(question, interrupted.signal);
    for (const line of answerLines(answer, format)) shell.print(line);
  } catch (error) {
    throw error instanceof QuestionError ? new UsageError(error.message) : error;
  } finally {
    clearInterval(watch);
  }
}

/** The newest usable extract in `from`. If there is none, throws UsageError that says what to do. */
async function findExtract(from: string): Promise<{ folder: string; manifest: Manifest }> {
  const { duckFileName, readManifest } = await import("#ingest/extracts/manifest.ts");
  const { extractForm } = await import("#ingest/extracts/tables.ts");
  const manifest = await readManifest(from);
  if (manifest === null) throw new UsageError(`there is no extract in ${from}: npm run extract`);
  if (manifest.form !== extractForm) {
    throw new UsageError(`the extract in ${from} is of another version of Tenk: npm run extract`);
  }
  const folder = join(from, manifest.folder);
  if (!existsSync(join(folder, duckFileName))) {
    throw new UsageError(
      `the extract in ${from} has no DuckDB file: npm run extract -- --format both`,
    );
  }
  return { folder, manifest };
}
