import { Command } from "commander";
import { dropMax } from "#ingest/checks/gate.ts";
import type { IngestContext } from "#ingest/context.ts";
import { refetchMissing } from "#ingest/fetch/fetch-lost.ts";
import { rehearseAll } from "#ingest/gate/rehearse.ts";
import { type CompanyOutcome, rebuildCompany } from "#ingest/pipeline.ts";
import { forgetBuilds, listArchivedCompanies } from "#ingest/store/build.ts";
import { decideGate } from "#ingest/store/rebuild-gate.ts";
import { companyText } from "#schemas/company-key.ts";
import { dropLines, readNames } from "../quality/drop-lines.ts";
import { recordRun } from "../running/run-job.ts";
import { startProgress } from "../terminal/progress.ts";
import { archivedCompanies, runCompanies } from "./admin/companies.ts";
import { type Shell, UsageError, withExamples, withServices } from "./command.ts";

interface RebuildOptions {
  ticker?: string[];
  cik?: string[];
  all?: boolean;
  force?: boolean;
  acceptDrop?: boolean;
  nameAll?: boolean;
}

/** `rebuild`: builds companies again from the archive. It fetches only documents that the archive has lost. */
export function rebuildCommand(shell: Shell): Command {
  const command = new Command("rebuild")
    .description("build companies again from the archive, fetching only what it has lost")
    .option("-t, --ticker <ticker...>", "companies by ticker")
    .option("-c, --cik <cik...>", "companies by CIK")
    .option("--all", "every company in the archive")
    .option("--force", "also companies whose documents, registry and engine have not changed")
    .option(
      "--accept-drop",
      "with --all: write without the test build that looks for falling pass rates",
    )
    .option("--name-all", "with --all: name every company behind a drop, not the first ten")
    .addHelpText(
      "after",
      `
With --all the companies are first built in memory. If the pass rate of a check of severity A would fall by more
than ${dropMax} percentage points, nothing is written, the companies are named, and the command ends with 1. A check that
no longer runs because its values are gone counts as failed.`,
    )
    .action(async (options: RebuildOptions) => {
      const isChosen = options.ticker !== undefined || options.cik !== undefined;
      if (isChosen === Boolean(options.all)) {
        throw new UsageError("say what to rebuild: either --ticker and --cik, or --all");
      }
      await withServices(shell, async ({ context }) => {
        const { pool } = context.database;
        const ciks = options.all
          ? await listArchivedCompanies(pool)
          : await archivedCompanies(options, context);
        const isForced = options.force === true;
        const isLetThrough = options.acceptDrop === true;
        if (options.all && !isLetThrough && !(await passesGate(shell, context, ciks, options)))
          return;
        if (options.all) await openGate(context);
        if (isForced) await forgetBuilds(pool, ciks);
        await runCompanies(shell, context, ciks, {
          job: "rebuild-company",
          label: "Rebuilding companies",
          run: (cik) => rebuildWhole(cik, context),
        });
      });
    });
  return withExamples(command, [
    "npm run rebuild -- --ticker AAPL",
    "npm run rebuild -- --all",
    "npm run rebuild -- --all --force",
  ]);
}

/**
 * Builds a company again. Documents that the archive has lost are fetched again; where that fails, the company fails
 * with the ArchiveError, so that the others are built.
 */
async function rebuildWhole(cik: string, context: IngestContext): Promise<CompanyOutcome> {
  let lost: unknown = null;
  const build = () =>
    rebuildCompany(cik, context, { isGated: false }).catch((error: unknown) => {
      lost = error;
      throw error;
    });
  try {
    return await refetchMissing(cik, context, build);
  } catch (error) {
    throw lost ?? error;
  }
}

/** Opens the gate, so that workers continue, too. The run counts as a later success of a failed `precompute`. */
async function openGate({ database, registry }: IngestContext): Promise<void> {
  await recordRun(database, { name: "precompute", subject: "all" }, async () => {
    await decideGate(database.pool, registry, []);
    return { gate: "open" };
  });
}

/** Returns false and prints the reason when the rebuild would lower a pass rate of severity A, or was interrupted. */
async function passesGate(
  shell: Shell,
  context: IngestContext,
  ciks: readonly string[],
  { force, nameAll }: RebuildOptions,
): Promise<boolean> {
  const progress = startProgress({ label: "Checking what would change", total: ciks.length });
  const drops = await rehearseAll(ciks, context, {
    onCompany: (cik) => progress.step(companyText(cik)),
    isInterrupted: shell.isInterrupted,
    isForced: force === true,
  });
  progress.stop();
  if (drops.length === 0 && !shell.isInterrupted()) return true;
  if (drops.length > 0) await decideGate(context.database.pool, context.registry, drops);
  const nameOf = await readNames(context.database.pool);
  const allBy = nameAll ? null : "--name-all";
  for (const line of dropLines(drops, { nameOf, allBy })) shell.warn(line);
  shell.warn("nothing was written; --accept-drop rebuilds all the same");
  shell.fail();
  return false;
}
