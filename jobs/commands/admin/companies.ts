import type { IngestContext } from "#ingest/context.ts";
import { SourceError } from "#ingest/errors.ts";
import { resolveCompanies, resolveListed } from "#ingest/fetch/ticker-list.ts";
import { type CompanyOutcome, type FactsSetAside, factsSetAsideIn } from "#ingest/pipeline.ts";
import { findBuild } from "#ingest/store/build.ts";
import { companyText } from "#schemas/company-key.ts";
import { messageOf } from "#schemas/log.ts";
import { canonicalTicker } from "#schemas/ticker.ts";
import { holderOf } from "../../explain/subject.ts";
import { recordRun } from "../../running/run-job.ts";
import { startProgress } from "../../terminal/progress.ts";
import { counted, type Shell, UsageError } from "../command.ts";
import { tellFactsSetAside } from "../facts-set-aside.ts";

interface CompanySelection {
  ticker?: string[];
  cik?: string[];
}

const namesOf = ({ ticker = [], cik = [] }: CompanySelection) => [...ticker, ...cik];

/** The companies named by `--ticker` and `--cik`. Throws UsageError for an unknown name. */
export async function chosenCompanies(
  chosen: CompanySelection,
  context: IngestContext,
): Promise<string[]> {
  const { ciks, unknown } = await resolveCompanies(namesOf(chosen), context);
  if (unknown.length > 0) {
    const asked = context.via ?? "the regulator's list";
    throw new UsageError(
      `${asked} has no company with the ticker ${unknown.join(", ")}: check the spelling, use --cik, or take another source (README.md, Live EDGAR)`,
    );
  }
  return ciks;
}

/** The same without asking the source: tickers are resolved by the archived list or the built companies. */
export async function archivedCompanies(
  chosen: CompanySelection,
  context: IngestContext,
): Promise<string[]> {
  const ciks: string[] = [];
  for (const name of namesOf(chosen)) {
    const { ciks: listed } = await resolveListed([name], context);
    const cik = listed[0] ?? (await holderOf(context.database.pool, canonicalTicker(name)));
    if (cik === null)
      throw new UsageError(`nothing is archived of ${name}: npm run ingest -- --help`);
    ciks.push(cik);
  }
  return [...new Set(ciks)];
}

/** The built company with this ticker or CIK. */
export async function builtCompany(name: string, context: IngestContext): Promise<string> {
  const [cik = ""] = await archivedCompanies({ ticker: [name] }, context);
  if (await findBuild(context.database.pool, cik)) return cik;
  throw new UsageError(`${name} has not been ingested: npm run ingest -- --cik ${Number(cik)}`);
}

interface Work {
  /** Name of the job under which each company is recorded. */
  job: "ingest-company" | "rebuild-company";
  label: string;
  run: (cik: string) => Promise<CompanyOutcome>;
}

/**
 * Does the work for each company with progress, records each run, prints a summary; a failed company does not stop the
 * others.
 */
export async function runCompanies(
  shell: Shell,
  context: IngestContext,
  ciks: readonly string[],
  work: Work,
): Promise<void> {
  const progress = startProgress({ label: work.label, total: ciks.length });
  const counts = new Map<string, number>();
  const problems: string[] = [];
  const facts: { cik: string; facts: FactsSetAside | null }[] = [];
  let packages = 0;
  for (const cik of ciks) {
    if (shell.isInterrupted()) break;
    const outcome = await runOne(context, cik, work);
    const { kind } = outcome;
    counts.set(kind, (counts.get(kind) ?? 0) + 1);
    problems.push(...problemsOf(cik, outcome));
    facts.push({ cik, facts: factsSetAsideIn(outcome) });
    packages += packagesOf(outcome);
    progress.step(`${companyText(cik)} ${noteOf(outcome)}`);
    if (kind === "held") break;
  }
  progress.stop();
  for (const problem of problems) shell.warn(problem);
  if (problems.length > 0 || shell.isInterrupted()) shell.fail();
  const fetched = packages === 0 ? "" : `; ${counted(packages, "package")} of filings fetched`;
  shell.print(summary(ciks.length, counts) + fetched + tellFactsSetAside(shell, facts));
}

const packagesOf = (outcome: RunOutcome) => ("packages" in outcome ? (outcome.packages ?? 0) : 0);

type RunOutcome =
  | CompanyOutcome
  | { kind: "failed"; reason: string }
  /** The source must not be asked for a while, so the other companies would fail, too. */
  | { kind: "held"; reason: string };

async function runOne(context: IngestContext, cik: string, work: Work): Promise<RunOutcome> {
  try {
    let outcome: CompanyOutcome = { kind: "absent" };
    await recordRun(context.database, { name: work.job, subject: cik }, async () => {
      outcome = await work.run(cik);
      return { ...outcome };
    });
    return outcome;
  } catch (error) {
    const reason = messageOf(error);
    const isHeld = error instanceof SourceError && error.retryAt !== null;
    return { kind: isHeld ? "held" : "failed", reason };
  }
}

const words: Record<RunOutcome["kind"], string> = {
  stored: "stored",
  unchanged: "unchanged",
  absent: "not found",
  gated: "kept as they were",
  set_aside: "set aside",
  failed: "failed",
  held: "not asked: the source is on hold",
};

/** A company without figures is stored, too: the source has its filing index but no companyfacts. */
function noteOf(outcome: RunOutcome): string {
  const isBare = outcome.kind === "stored" && outcome.counts.periods === 0;
  const packages = packagesOf(outcome);
  const fetched = packages === 0 ? "" : `, ${counted(packages, "package")}`;
  return (isBare ? "stored, without figures" : words[outcome.kind]) + fetched;
}

function problemsOf(cik: string, outcome: RunOutcome): string[] {
  const setAside = "setAside" in outcome ? (outcome.setAside ?? []) : [];
  const company = companyText(cik);
  if (setAside.length > 0) {
    return setAside.map(({ url, reason }) => `${company}: set aside ${url}: ${reason}`);
  }
  if (outcome.kind === "absent") return [`${company}: the source has no documents of it`];
  return "reason" in outcome ? [`${company} ${words[outcome.kind]}: ${outcome.reason}`] : [];
}

function summary(total: number, counts: ReadonlyMap<string, number>): string {
  const parts = [...counts].map(([kind, count]) => `${count} ${words[kind as RunOutcome["kind"]]}`);
  return `${counted(total, "company", "companies")}: ${parts.join(", ") || "nothing done"}`;
}
