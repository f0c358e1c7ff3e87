import { basename } from "node:path";
import { ingestNightly, type NightlyOutcome } from "#ingest/bulk/ingest-nightly.ts";
import { ZipError } from "#ingest/bulk/zip.ts";
import { resolveCompanies } from "#ingest/fetch/ticker-list.ts";
import { companyText } from "#schemas/company-key.ts";
import type { Config } from "#schemas/config/config.ts";
import { recordRun } from "../running/run-job.ts";
import type { Services } from "../services.ts";
import { type Progress, startProgress } from "../terminal/progress.ts";
import { counted, type Shell, UsageError } from "./command.ts";
import { tellFactsSetAside } from "./facts-set-aside.ts";

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
    await recordRun(context.database, run, async () => {
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
      return resultOf(outcome);
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

/** Reports a missing or damaged archive as a usage error. */
function readable(error: unknown): unknown {
  if (error instanceof ZipError) return new UsageError(error.message);
  const { code, path } = error as NodeJS.ErrnoException;
  return code === "ENOENT" ? new UsageError(`there is no file ${path}`) : error;
}

/** The result that is stored with the job run. */
function resultOf({ refused, rolledBack, ...outcome }: NightlyOutcome) {
  const { documents, companies, passedOver, troubled, factsSetAside } = outcome;
  return {
    ...documents,
    refused: refused.count,
    rolledBack: rolledBack.count,
    passedOver,
    ...Object.fromEntries(Object.entries(companies).map(([kind, n]) => [`companies_${kind}`, n])),
    refusedFirst: refused.first.slice(0, 20),
    rolledBackFirst: rolledBack.first.slice(0, 20),
    troubled: troubled.slice(0, 100),
    factsSetAside: factsSetAside.slice(0, 100),
  };
}

function tell(shell: Shell, outcome: NightlyOutcome): void {
  const { refused, rolledBack, troubled } = outcome;
  for (const list of [refused, rolledBack]) {
    for (const { name, reason } of list.first) shell.warn(`${name} ${reason}`);
    const rest = list.count - list.first.length;
    if (rest > 0) shell.warn(`and ${counted(rest, "entry", "entries")} more`);
  }
  for (const { cik, reason } of troubled) shell.warn(`${companyText(cik)}: ${reason}`);
  if (refused.count + troubled.length > 0 || shell.isInterrupted()) shell.fail();
  shell.print(summary(outcome) + tellFactsSetAside(shell, outcome.factsSetAside));
}

/** The summary; every entry and every company is counted in exactly one of its numbers. */
function summary({ documents, refused, passedOver, companies }: NightlyOutcome): string {
  const { added, unchanged, older, known_damage, without_facts } = documents;
  const total = Object.values(companies).reduce((sum, count) => sum + count, 0);
  const kept = companies.gated === 0 ? "" : `, ${companies.gated} kept as they were`;
  return (
    `${counted(added, "document")} added, ${unchanged} unchanged, ${older} older than ours, ` +
    `${known_damage} set aside before, ${without_facts} without facts; ` +
    `${counted(refused.count, "entry", "entries")} refused, ${passedOver} not wanted; ` +
    `${counted(total, "company", "companies")}: ${companies.stored} stored, ${companies.unchanged} unchanged, ` +
    `${companies.absent} without documents, ${companies.failed + companies.set_aside} failed${kept}`
  );
}

/** Progress that starts later: the number of companies is known only after the archive directories are read. */
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
