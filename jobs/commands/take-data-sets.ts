import { type AskedQuarters, readQuarters } from "#ingest/fetch/data-sets/quarters.ts";
import { type QuartersOutcome, takeQuarters } from "#ingest/fetch/data-sets/take-quarters.ts";
import { rebuildCompany } from "#ingest/pipeline.ts";
import { listUnbuilt, markBuilt } from "#ingest/store/data-set-quarters.ts";
import { resultOfQuarters, troubleOf } from "../data-sets/quarters-told.ts";
import { recordRun } from "../running/run-job.ts";
import type { Services } from "../services.ts";
import { startProgress } from "../terminal/progress.ts";
import { runCompanies } from "./admin/companies.ts";
import { namedCompanies } from "./bulk.ts";
import { counted, type Shell, UsageError } from "./command.ts";

/**
 * `ingest --data-sets`: quarters of the Financial Statement Data Sets, for the companies that COMPANIES names or for
 * all, and then the companies that they concern.
 */
export async function takeDataSets(shell: Shell, services: Services, text: string): Promise<void> {
  const { config, context } = services;
  const asked = readQuarters(text, context.now());
  if (typeof asked === "string") throw new UsageError(asked);
  const ciks = await namedCompanies(config, context);
  const outcome = await fetchQuarters(shell, services, { text, asked, ciks });
  tell(shell, outcome, asked);
  const { pool } = context.database;
  const unbuilt = await listUnbuilt(pool);
  if (unbuilt.ciks.length > 0 && !shell.isInterrupted()) {
    await runCompanies(shell, context, unbuilt.ciks, {
      job: "rebuild-company",
      label: "Building companies",
      run: (cik) => rebuildCompany(cik, context),
    });
  }
  if (!shell.isInterrupted()) await markBuilt(pool, unbuilt.quarters, context.now().toISOString());
}

interface Asked {
  text: string;
  asked: AskedQuarters;
  ciks: ReadonlySet<string> | null;
}

async function fetchQuarters(
  shell: Shell,
  { config, context }: Services,
  { text, asked, ciks }: Asked,
): Promise<QuartersOutcome> {
  const { quarters } = asked;
  const progress = startProgress({ label: "Taking data sets", total: quarters.length });
  let outcome: QuartersOutcome | null = null;
  try {
    await recordRun(context.database, { name: "fetch-data-sets", subject: text }, async () => {
      outcome = await takeQuarters(
        {
          quarters,
          ciks,
          folder: config.dataDir,
          onStep: ({ note }) => progress.step(note),
          isStopped: shell.isInterrupted,
        },
        context,
      );
      return resultOfQuarters(outcome, asked);
    });
  } finally {
    progress.stop();
  }
  if (outcome === null) throw new Error("no outcome");
  return outcome;
}

const toldFilingsMax = 20;

function tell(shell: Shell, outcome: QuartersOutcome, asked: AskedQuarters): void {
  const { refused, taken, unchanged, added, known } = outcome;
  const trouble = troubleOf(outcome, asked);
  for (const line of trouble) shell.warn(line);
  for (const { quarter, reason } of refused.slice(0, toldFilingsMax)) {
    shell.warn(`${quarter}: ${reason}`);
  }
  const rest = refused.length - toldFilingsMax;
  if (rest > 0) shell.warn(`and ${counted(rest, "filing")} more`);
  if (trouble.length + refused.length > 0 || shell.isInterrupted()) shell.fail();
  shell.print(
    `${counted(taken + unchanged, "quarter")}: ${taken} taken, ${unchanged} as before; ` +
      `${counted(added + known, "filing")}: ${added} added, ${known} known before, ${refused.length} set aside`,
  );
}
