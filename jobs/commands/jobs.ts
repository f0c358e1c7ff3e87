import { Command } from "commander";
import { closeAbandonedRuns, type JobRun, listRuns } from "../running/run-job.ts";
import { type Shell, wholeNumber, withDatabase, withExamples } from "./command.ts";

/** `jobs list`: job runs with times and results. */
export function jobsCommand(shell: Shell): Command {
  const list = new Command("list")
    .description("the newest job runs first")
    .option("-n, --limit <count>", "how many", wholeNumber, 20)
    .option("--failed", "only those that failed")
    .option("--json", "one JSON document instead of a table")
    .action(async (options: { limit: number; failed?: boolean; json?: boolean }) => {
      await withDatabase(shell, async (database) => {
        await closeAbandonedRuns(database);
        const runs = await listRuns(database.pool, options.limit, {
          onlyFailed: options.failed ?? false,
        });
        for (const line of linesOf(runs, options)) shell.print(line);
      });
    });
  const command = new Command("jobs").description("job runs: what ran, when, and how it ended");
  command.addCommand(
    withExamples(list, [
      "npm run jobs -- list",
      "npm run jobs -- list --failed",
      "npm run jobs -- list --limit 100 --json",
    ]),
  );
  return command;
}

function linesOf(runs: readonly JobRun[], how: { failed?: boolean; json?: boolean }): string[] {
  if (how.json) return [JSON.stringify(runs, null, 2)];
  if (runs.length > 0) return table(runs);
  return [how.failed ? "no job failed" : "no job has run yet"];
}

function table(runs: readonly JobRun[]): string[] {
  const rows = runs.map((run) => [
    run.startedAt,
    run.name,
    run.subject ?? "",
    run.state,
    run.finishedAt === null ? "" : `${seconds(run)} s`,
    run.error ?? shortResult(run.result),
  ]);
  const header = ["started", "job", "about", "state", "took", "result"];
  const widths = header.map((title, i) =>
    Math.max(title.length, ...rows.map((row) => row[i]?.length ?? 0)),
  );
  return [header, ...rows].map((row) =>
    row
      .map((cell, i) => (i === row.length - 1 ? cell : cell.padEnd(widths[i] ?? 0)))
      .join("  ")
      .trimEnd(),
  );
}

function seconds(run: JobRun): number {
  return Math.round((Date.parse(run.finishedAt ?? "") - Date.parse(run.startedAt)) / 1000);
}

function shortResult(result: JobRun["result"]): string {
  return Object.entries(result ?? {})
    .filter(([, value]) => typeof value !== "object")
    .map(([key, value]) => `${key}=${value}`)
    .join(" ");
}
