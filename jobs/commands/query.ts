import { existsSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { Command, Option } from "commander";
import type { Manifest } from "#ingest/extracts/manifest.ts";
import { type AnswerFormat, answerFormats, answerLines } from "../extracts/answer-lines.ts";
import type { Questioner } from "../extracts/ask-extract.ts";
import { counted, type Shell, UsageError, wholeNumber, withExamples } from "./command.ts";

interface Options {
  from?: string;
  format: AnswerFormat | "parquet";
  out?: string;
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

/** `query`: runs SQL queries on the latest extract: the one given, or those that are typed or sent. */
export function queryCommand(shell: Shell): Command {
  const command = new QueryCommand("query")
    .description("ask the latest extract questions in SQL")
    .argument(
      "[sql]",
      "one question, for example: select * from screener(1e9, 0.1); without it, questions from standard input, each ended by ;",
    )
    .option(
      "--from <folder>",
      "folder of the extracts (default: EXTRACT_URL, or extracts in DATA_DIR)",
    )
    .addOption(
      new Option("-f, --format <format>", "how to answer")
        .choices([...answerFormats, "parquet"])
        .default("table"),
    )
    .option("-o, --out <file>", "with --format parquet: the file to write")
    .option("--timeout <seconds>", "the longest that an answer may take", wholeNumber, 300)
    .action(async (sql: string | undefined, options: Options) => {
      checkOptions(sql, options);
      await query(shell, sql, options);
    });
  return withExamples(command, [
    "npm run query -- \"select name, fiscal_year, value from annual('revenue') order by all\"",
    'npm run query -- --format csv "from screener(1e9, 0.1)"',
    "npm run query -- --format parquet --out revenue.parquet \"from annual('revenue')\"",
    "npm run query",
    "npm run --silent query -- --format md < questions.sql",
  ]);
}

function checkOptions(sql: string | undefined, { format, out }: Options): void {
  if ((format === "parquet") !== (out !== undefined)) {
    throw new UsageError("--format parquet and --out FILE belong together");
  }
  if (out === undefined) return;
  if (sql === undefined) throw new UsageError("a file takes one answer: give the question");
  const folder = dirname(resolve(out));
  if (!existsSync(folder)) throw new UsageError(`there is no folder ${folder}`);
}

async function query(shell: Shell, sql: string | undefined, options: Options): Promise<void> {
  const { startQuestioner } = await import("../extracts/ask-extract.ts");
  // Its process loads while the extract is looked for.
  let questioner = startQuestioner();
  try {
    const { folder, manifest } = await findExtract(await folderOf(shell, options));
    tellPart(shell, manifest);
    if (sql !== undefined) return await answer(shell, questioner, { ...options, folder, sql });
    const { questionsFrom } = await import("../extracts/questions-from.ts");
    for await (const one of questionsFrom(process.stdin, process.stderr)) {
      const now = questioner;
      // The next one loads while the answer is read.
      questioner = startQuestioner();
      await answer(shell, now, { ...options, folder, sql: one }).catch((error: Error) => {
        shell.warn(`error: ${error.message}`);
        if (!process.stdin.isTTY) shell.fail();
      });
      if (shell.isInterrupted()) break;
    }
  } finally {
    questioner.close();
  }
}

async function folderOf({ env }: Shell, { from }: Options): Promise<string> {
  if (from !== undefined) return resolve(from);
  const { readConfig } = await import("#schemas/config/config.ts");
  const { extractTask } = await import("../extracts/write-extracts.ts");
  const { dataDir, extractUrl } = readConfig(env);
  return resolve(extractTask(extractUrl, dataDir).out);
}

function tellPart(shell: Shell, { since, companies }: Manifest): void {
  if (since === null) return;
  shell.warn(
    `this extract is a part: ${counted(companies, "company", "companies")} with documents archived on ${since} or later`,
  );
}

interface Asked extends Options {
  folder: string;
  sql: string;
}

async function answer(
  shell: Shell,
  questioner: Questioner,
  { folder, sql, format, out, timeout }: Asked,
): Promise<void> {
  const { QuestionError } = await import("../extracts/ask-extract.ts");
  const interrupted = new AbortController();
  const watch = setInterval(() => shell.isInterrupted() && interrupted.abort(), 100);
  const parquet = out === undefined ? {} : { parquet: resolve(out) };
  try {
    const question = { folder, sql, secondsMax: timeout, ...parquet };
    const given = await questioner.ask(question, interrupted.signal);
    if (format === "parquet") shell.print(`written: ${out}`);
    else for (const line of answerLines(given, format)) shell.print(line);
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
