import { Command, InvalidArgumentError, Option } from "commander";
import { expandPaths, type FileOptions, ingestFiles, sourceNames } from "#ingest/bulk/files.ts";
import type { IngestContext } from "#ingest/context.ts";
import { listFiledSince } from "#ingest/fetch/discovery.ts";
import { factsSetAsideIn, ingestCompany } from "#ingest/pipeline.ts";
import { companyText } from "#schemas/company-key.ts";
import type { SourceName } from "#schemas/shapes/companies/fact.ts";
import type { Services } from "../services.ts";
import { type Progress, startProgress } from "../terminal/progress.ts";
import { followedCompanies } from "../terminal/scope.ts";
import { chosenCompanies, runCompanies } from "./admin/companies.ts";
import { namedCompanies, takeArchives } from "./bulk.ts";
import {
  calendarDay,
  counted,
  type Shell,
  UsageError,
  wholeNumber,
  withExamples,
  withServices,
} from "./command.ts";
import { tellFactsSetAside } from "./facts-set-aside.ts";
import { takeDataSets } from "./take-data-sets.ts";

interface IngestOptions {
  ticker?: string[];
  cik?: string[];
  all?: boolean;
  file?: string[];
  bulk?: string;
  submissions?: string;
  dataSets?: string;
  since?: string;
  packages?: number;
  accession?: string;
  filed?: string;
  source?: SourceName;
}

/** `ingest`: fetches companies and builds them, or reads documents from disk. */
export function ingestCommand(shell: Shell): Command {
  const command = new Command("ingest")
    .description("fetch companies and build them, or take documents from disk")
    .option("-t, --ticker <ticker...>", "companies by ticker, for example AAPL BRK-B")
    .option("-c, --cik <cik...>", "companies by CIK, for example 320193", cikList)
    .option("--all", "every company that COMPANIES names or that was ingested before")
    .option(
      "-f, --file <path...>",
      "companyfacts documents, XBRL instances or submitted statements, gzipped or not, packages of filings or their single files, or quarters of the Financial Statement Data Sets; a folder means all its files",
    )
    .option("--bulk <path>", "the regulator's nightly companyfacts.zip")
    .option("--submissions <path>", "with --bulk: the nightly submissions.zip")
    .option(
      "--data-sets <quarters>",
      "quarters of the Financial Statement Data Sets, each fetched once: 2010q2, 2009q1..2010q2, or 2009q1.. for all since then",
    )
    .option(
      "--since <date>",
      "only companies with a filing since that day, 2025-01-31",
      calendarDay,
    )
    .option(
      "--packages <count>",
      "with --ticker, --cik or --all: the whole filings of so many of the newest periodic reports, instead of FILING_PACKAGES",
      wholeNumber,
    )
    .option(
      "--accession <number>",
      "with --file: the filing that an instance or a package belongs to, where its path does not say",
      accession,
    )
    .option("--filed <date>", "with --file: the day that filing was filed", calendarDay)
    .addOption(
      new Option("--source <source>", "with --file: who vouches for the documents").choices(
        sourceNames,
      ),
    )
    .action(async (options: IngestOptions) => {
      checkOptions(options);
      const { bulk, submissions = null } = options;
      await withServices(shell, (services) => {
        if (options.dataSets) return takeDataSets(shell, services, options.dataSets);
        if (bulk !== undefined) return takeArchives(shell, services, { bulk, submissions });
        return options.file
          ? takeFiles(shell, services, options)
          : fetchCompanies(shell, services, options);
      });
    });
  return withExamples(command, [
    "npm run ingest -- --ticker AAPL MSFT",
    "npm run ingest -- --cik 320193",
    "npm run ingest -- --all --since 2025-10-01",
    "npm run ingest -- --ticker AAPL --packages 40",
    "npm run ingest -- --file companyfacts/CIK0000320193.json.gz",
    "npm run ingest -- --file statement.json --source audited",
    "npm run ingest -- --file 2010q2.zip",
    "npm run ingest -- --file 0000320193-25-000057-xbrl.zip",
    "npm run ingest -- --data-sets 2009q1..",
    "npm run ingest -- --bulk companyfacts.zip --submissions submissions.zip",
    "npm run ingest -- --file aapl-20230930_htm.xml --accession 0000320193-23-000106 --filed 2023-11-03",
  ]);
}

function cikList(value: string, previous: string[] = []): string[] {
  if (!/^\d{1,10}$/.test(value)) throw new InvalidArgumentError("A CIK has one to ten digits.");
  return [...previous, value];
}

function accession(value: string): string {
  if (!/^\d{10}-\d{2}-\d{6}$/.test(value)) {
    throw new InvalidArgumentError("Give an accession number such as 0000320193-23-000106.");
  }
  return value;
}

function checkOptions(options: IngestOptions): void {
  const { all, file, bulk, dataSets } = options;
  const ways = [options.ticker ?? options.cik, all, file, bulk, dataSets].filter(Boolean).length;
  if (ways === 0) {
    throw new UsageError(
      "say what to ingest: --ticker, --cik, --all, --file, --bulk or --data-sets",
    );
  }
  if (ways > 1) {
    throw new UsageError(
      "--ticker and --cik, --all, --file, --bulk, and --data-sets exclude each other",
    );
  }
  if (options.submissions !== undefined && bulk === undefined) {
    throw new UsageError("--submissions goes with --bulk");
  }
  if (options.since !== undefined && (file ?? bulk ?? dataSets) !== undefined) {
    throw new UsageError("--since asks the source for news: it goes with --ticker, --cik or --all");
  }
  if (options.packages !== undefined && (file ?? bulk ?? dataSets) !== undefined) {
    throw new UsageError("--packages asks the source: it goes with --ticker, --cik or --all");
  }
  const isForFiles = options.accession ?? options.filed ?? options.source;
  if (isForFiles && !options.file) {
    throw new UsageError("--accession, --filed and --source describe a --file");
  }
}

async function fetchCompanies(
  shell: Shell,
  { config, context: usual }: Services,
  options: IngestOptions,
): Promise<void> {
  const context = withPackages(usual, options.packages);
  const chosen = options.all
    ? await followedCompanies(config, context)
    : await chosenCompanies(options, context);
  const ciks = options.since ? await listFiledSince(chosen, options.since, context) : chosen;
  await runCompanies(shell, context, ciks, {
    job: "ingest-company",
    label: "Ingesting companies",
    run: (cik) => ingestCompany(cik, context),
  });
}

/** Filings that somebody asks for are fetched whether or not a data set has them. */
function withPackages(context: IngestContext, count: number | undefined): IngestContext {
  if (count === undefined) return context;
  return { ...context, packages: { count, isOnlyBeyondDataSets: false } };
}

async function takeFiles(
  shell: Shell,
  { config, context }: Services,
  options: IngestOptions,
): Promise<void> {
  const paths = await expandPaths(options.file ?? []);
  const progress = phaseProgress();
  const fileOptions: FileOptions = {
    accession: options.accession ?? null,
    filed: options.filed ?? null,
    source: options.source ?? null,
    ciks: paths.some(isDataSet) ? await namedCompanies(config, context) : null,
    onStep: progress.step,
  };
  const outcome = await ingestFiles(paths, context, fileOptions);
  progress.stop();
  for (const { path, reason } of outcome.refused) shell.warn(`${path}: ${reason}`);
  for (const { cik, outcome: built } of outcome.companies) {
    if (built.kind === "set_aside") shell.warn(`${companyText(cik)} set aside: ${built.reason}`);
    if (built.kind === "gated") shell.warn(`${companyText(cik)} ${built.reason}`);
  }
  const isWhole =
    outcome.refused.length === 0 &&
    outcome.companies.every(({ outcome: built }) => built.kind !== "set_aside");
  if (!isWhole) shell.fail();
  const facts = outcome.companies.map(({ cik, outcome: o }) => ({
    cik,
    facts: factsSetAsideIn(o),
  }));
  const ending = tellFactsSetAside(shell, facts);
  const passedOver = outcome.passedOver > 0 ? `, ${outcome.passedOver} passed over` : "";
  const stored = outcome.companies.filter(({ outcome: built }) => built.kind === "stored").length;
  shell.print(
    `${counted(paths.length, "file", "files")}: ${outcome.added} added, ${outcome.known} known before, ${outcome.refused.length} refused${passedOver}; ` +
      `${counted(outcome.companies.length, "company", "companies")}: ${stored} built${ending}`,
  );
}

/** Data Set quarters contain every filer; COMPANIES selects which are ingested. */
const isDataSet = (path: string) => /\.zip$|(?:^|[\\/])num\.txt$/i.test(path);

const phaseLabels = { file: "Taking files", company: "Building companies" };

/** One progress bar for the files, and then one for their companies. */
function phaseProgress(): { step: NonNullable<FileOptions["onStep"]>; stop(): void } {
  let shown: { phase: string; progress: Progress } | null = null;
  return {
    step({ phase, total, note }) {
      if (shown?.phase !== phase) {
        shown?.progress.stop();
        shown = { phase, progress: startProgress({ label: phaseLabels[phase], total }) };
      }
      shown.progress.step(note);
    },
    stop: () => shown?.progress.stop(),
  };
}
