import { join, resolve } from "node:path";
import { Command, Option } from "commander";
import type { ExtractOptions, ExtractOutcome } from "#ingest/extracts/write-extract.ts";
import { readConfig } from "#schemas/config/config.ts";
import { folderProblem } from "#schemas/config/start-fault.ts";
import { makeFolder } from "#schemas/storage/private-folder.ts";
import { extractTask } from "../extracts/write-extracts.ts";
import { type Progress, startProgress } from "../terminal/progress.ts";
import { calendarDay, type Shell, UsageError, withExamples } from "./command.ts";
import { withStore } from "./with-store.ts";

interface Options {
  out?: string;
  format: ExtractOptions["format"];
  since?: string;
  history?: boolean;
}

/** `extract`: everything stored as Parquet and as one DuckDB file. */
export function extractCommand(shell: Shell): Command {
  const command = new Command("extract")
    .description("write everything stored as Parquet and as a DuckDB file, for analysts")
    .option(
      "-o, --out <folder>",
      "a folder, or s3://bucket/prefix (written in DATA_DIR first; default: EXTRACT_URL, else extracts in DATA_DIR)",
    )
    .addOption(
      new Option(
        "-f, --format <format>",
        "parquet: Parquet alone; duckdb: one DuckDB file with everything in it; both: Parquet, and a DuckDB file of views over it",
      )
        .choices(["both", "parquet", "duckdb"])
        .default("both"),
    )
    .option(
      "--since <date>",
      "only companies with documents that were archived (not filed) on this day or later; needs an --out of its own",
      calendarDay,
    )
    .option(
      "--history",
      "also what each line was known to be on each day (known_lines): three times the work; later extracts of the folder go on with it",
    )
    .action(async (options: Options) => {
      const { dataDir, extractUrl } = readConfig(shell.env);
      const { out, bucket } = extractTask(options.out ?? extractUrl, dataDir);
      // A partial extract for a bucket is written to another folder than the whole extract.
      const place = bucket !== null && options.since !== undefined ? `${out}-part` : out;
      await writingTo(resolve(place), (folder) =>
        extract(shell, { ...options, out: folder, bucket }),
      );
    });
  return withExamples(command, [
    "npm run extract",
    "npm run extract -- --out /data/tenk --format parquet",
    "npm run extract -- --out s3://bucket/tenk",
    "npm run extract -- --history",
    "npm run extract -- --since 2026-02-28 --out /data/tenk-since",
  ]);
}

/**
 * Creates the folder and writes to it. Throws UsageError when it cannot be written, or when a partial extract would
 * replace a whole one.
 */
async function writingTo(out: string, write: (out: string) => Promise<void>): Promise<void> {
  const { PartOfExtractError } = await import("#ingest/extracts/manifest.ts");
  try {
    makeFolder(out);
    await write(out);
  } catch (error) {
    if (error instanceof PartOfExtractError) throw new UsageError(error.message);
    const isOurs = ((error ?? {}) as { path?: string }).path?.startsWith(out);
    const problem = isOurs ? folderProblem(error) : null;
    throw problem === null ? error : new UsageError(`${problem}: choose another --out`);
  }
}

interface Target extends Options {
  out: string;
  /** Where the extract is copied to, an s3:// address; null for nowhere. */
  bucket: string | null;
}

async function extract(shell: Shell, { out, bucket, ...options }: Target): Promise<void> {
  // DuckDB is large, so it is loaded only here.
  const { writeExtract } = await import("#ingest/extracts/write-extract.ts");
  const { publishExtract } = await import("#ingest/extracts/publish-extract.ts");
  const { openPrices } = await import("#api/clients/prices/prices.ts");
  const settings = readConfig(shell.env).prices;
  await withStore(shell, async (store) => {
    let progress: Progress | null = null;
    const prices = settings && openPrices(settings);
    const outcome = await writeExtract(
      { ...store, prices },
      {
        out,
        format: options.format,
        since: options.since ?? null,
        history: options.history === true,
        onCompany(done, total) {
          progress ??= startProgress({ label: "Extracting companies", total });
          progress.step(`${done} of ${total}`);
          return !shell.isInterrupted();
        },
      },
    );
    (progress as Progress | null)?.stop();
    if (outcome.kind === "interrupted") {
      shell.warn(
        outcome.before === null
          ? "stopped; nothing was written"
          : "stopped; the extract before is still in place",
      );
      return shell.fail();
    }
    describe(shell, out, outcome);
    const { manifest } = outcome;
    if (bucket !== null) {
      const isNew = await publishExtract(out, manifest, bucket);
      shell.print(`${isNew ? "copied to" : "already at"} ${bucket}`);
    }
  });
}

/** Describes what was written, and how much of it is new. */
function describe(
  shell: Shell,
  out: string,
  outcome: Exclude<ExtractOutcome, { kind: "interrupted" }>,
): void {
  const { manifest } = outcome;
  const rows = Object.values(manifest.rows).reduce((sum, count) => sum + count, 0);
  const what = outcome.kind === "unchanged" ? "unchanged since" : "written";
  shell.print(
    `${manifest.companies} companies, ${rows} rows, ${what} ${manifest.writtenAt}: ${join(out, manifest.folder)}`,
  );
  if (outcome.kind === "written" && outcome.filesReused > 0) {
    const { companiesRead, filesReused } = outcome;
    const written = manifest.files.length - filesReused;
    shell.print(
      `companies read again: ${companiesRead}; files new: ${written}, as before: ${filesReused}`,
    );
  }
}
