import { basename } from "node:path";
import { ingestNightly, type NightlyOutcome } from "#ingest/bulk/ingest-nightly.ts";
import { ZipError } from "#ingest/bulk/zip.ts";
import { resolveCompanies } from "#ingest/ticker-list.ts";
import type { Config } from "#schemas/config.ts";
import { type Progress, startProgress } from "../progress.ts";
import { recordRun } from "../run-job.ts";
import type { Services } from "../services.ts";
import { type Shell, UsageError } from "./command.ts";

interface BulkOptions {
  bulk: string;
  submissions: string | null;
}

/** `ingest --bulk`: the regulator's nightly archives, for the companies that COMPANIES names or for all. */
export async function takeArchives(
  shell: Shell,
  { config, context }: Services,
  { bulk, submissions }: BulkOptions,
): Promise<void> {
  const ciks = await namedCompanies(config, context);
  const progress = lateProgress("Ingesting companies");
  const run = { name: "ingest-bulk", subject: basename(bulk) };
  let outcome: NightlyOutcome | null = null;
  try {
    await recordRun(context.database.pool, run, async () => {
      outcome = await ingestNightly(
        {
          companyFacts: bulk,
          submissions,
          ciks,
          onStep: progress.step,
          isStopped: shell.isInterrupted,
        },
        context,
      );
      return { ...outcome, refused: outcome.refused.slice(0, 20) };
    });
  } catch (error) {
    throw readable(error);
  } finally {
    progress.stop();
  }
  if (outcome) tell(shell, outcome);
}

/** The companies that COMPANIES lists; null without such a list. Throws UsageError for a name that nobody has. */
export async function namedCompanies(
  config: Config,
  context: Services["context"],
): Promise<ReadonlySet<string> | null> {
  if (config.companies === null || config.companies === "all") return null;
  const { ciks, unknown } = await resolveCompanies(config.companies, context);
  if (unknown.length === 0) return new Set(ciks);
  throw new UsageError(`COMPANIES: no company has the ticker ${unknown.join(", ")}`);
}

/** A missing or broken archive is the caller's to mend. */
function readable(error: unknown): unknown {
  if (error instanceof ZipError) return new UsageError(error.message);
  const { code, path } = error as NodeJS.ErrnoException;
  return code === "ENOENT" ? new UsageError(`there is no file ${path}`) : error;
}

function tell(shell: Shell, outcome: NightlyOutcome): void {
  const { refused, refusedCount, troubled, companies } = outcome;
  for (const { name, reason } of refused) shell.warn(`${name} ${reason}`);
  if (refusedCount > refused.length)
    shell.warn(`and ${refusedCount - refused.length} entries more`);
  for (const { cik, reason } of troubled) shell.warn(`CIK ${Number(cik)}: ${reason}`);
  if (refusedCount + troubled.length > 0 || shell.isInterrupted()) shell.fail();
  const { added, unchanged, older, passedOver } = outcome;
  shell.print(
    `${added} documents added, ${unchanged} unchanged, ${older} older than ours, ${refusedCount} refused, ` +
      `${passedOver} not wanted; ${companies.stored} companies stored, ${companies.unchanged} unchanged, ` +
      `${companies.failed + companies.set_aside} failed`,
  );
}

/** The number of companies is known only once the directories are read. */
function lateProgress(label: string) {
  let shown: Progress | null = null;
  return {
    step({ total, note }: { total: number; note: string }) {
      shown ??= startProgress({ label, total });
      shown.step(note);
    },
    stop: () => shown?.stop(),
  };
}
