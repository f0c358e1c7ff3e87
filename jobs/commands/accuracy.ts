import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { Command, InvalidArgumentError, Option } from "commander";
import { buildView } from "#ingest/build-company.ts";
import { runChecks } from "#ingest/checks/run-checks.ts";
import {
  listStoredCompanies,
  loadFactsDocument,
  type StoredIdentity,
} from "#ingest/store/stored-company.ts";
import { ExpectedFileError } from "../accuracy/csv.ts";
import { type ExpectedRow, readExpected } from "../accuracy/expected.ts";
import { type CompanyResult, identityLines, ratesOf } from "../accuracy/identities.ts";
import { readLabelVerdicts } from "../accuracy/labels/label-verdicts.ts";
import { type MeasuredView, measureCompany, type Verdict } from "../accuracy/measure.ts";
import metrics from "../accuracy/metrics.json" with { type: "json" };
import { heldLines, judgedLines, reportLines } from "../accuracy/report.ts";
import { agreementOf, heldRates, summarize } from "../accuracy/summary.ts";
import { type Judgement, judgedIn, matchJudgements, readJudgements } from "../accuracy/verdicts.ts";
import { startProgress } from "../terminal/progress.ts";
import { compareLabels } from "./accuracy-labels.ts";
import { type Shell, UsageError, unreadable, withExamples } from "./command.ts";
import { type Store, withStore } from "./with-store.ts";

interface AccuracyOptions {
  expected?: string;
  /** True: those that are committed. */
  verdicts?: string | true;
  identities?: boolean;
  /** Quarters of the data sets. */
  labels?: string[];
  misses?: boolean;
  json?: boolean;
  view: MeasuredView;
  min?: number;
}

/** `accuracy`: how well the persisted statements agree with stated values, or with themselves. */
export function accuracyCommand(shell: Shell): Command {
  const command = new Command("accuracy")
    .description(
      "compare stored statements with a file of expected values, or check accounting identities",
    )
    .option("-e, --expected <file>", "a CSV file of values that the statements should have")
    .option(
      "--verdicts [file]",
      "a CSV file of rows that someone judged, or without a name those in test/fixtures; with --expected they are counted apart, and both rates are printed",
    )
    .option("--identities", "check the accounting identities over everything ingested")
    .option(
      "--labels <quarter...>",
      "read the printed statements of quarters of the Financial Statement Data Sets (2010q2.zip, or its folder) by their labels, and compare",
    )
    .option("--misses", "show each miss: what we have, where it came from, why it differs")
    .option("--json", "one JSON document instead of tables")
    .option("--min <percent>", "exit with 1 below this agreement, for example 99", percentage)
    .addOption(
      new Option(
        "--view <view>",
        "with --expected: which of our values count; original are those first reported",
      )
        .choices(["either", "latest", "original"])
        .default("either"),
    )
    .addHelpText("after", explanation)
    .action((options: AccuracyOptions) => runAccuracy(shell, options));
  return withExamples(command, [
    "npm run accuracy -- --expected expected.csv --misses",
    "npm run accuracy -- --expected expected.csv --min 99 --json",
    "npm run accuracy -- --expected expected.csv --verdicts",
    "npm run accuracy -- --expected expected.csv --verdicts verdicts.csv",
    "npm run accuracy -- --identities",
    "npm run accuracy -- --labels 2009q3.zip 2010q2.zip --misses",
  ]);
}

const explanation = `
The file has the columns cik, ticker, metric, period_kind (FY, Q1..Q4, H1, H2, TTM, instant), period_end,
value and unit. A row agrees when our value, rounded to the precision of the stated one, equals it, in the
latest view or as first reported. Which concept a metric means is in jobs/accuracy/metrics.json.

A file of verdicts has the columns cik, metric, period_kind, period_end, verdict, accession, quote and reason. The verdict
says why a stated value is not compared: wrong, other_definition, or restated (it was reported first, and set apart only
with --view latest). Accession and quote say which filing proves that, and its words.
With --verdicts, --min is compared with the agreement of the rows without a verdict.

Fourth quarters and twelve months are computed. Misses of them whose operands (the year, the nine months, the months
since) are not filed are listed, and the agreement without them is printed as well.`;

async function runAccuracy(shell: Shell, options: AccuracyOptions): Promise<void> {
  const { expected, labels } = options;
  if ([expected, options.identities, labels].filter(Boolean).length !== 1) {
    throw new UsageError(
      "say what to compare: --expected FILE.csv, --identities, or --labels QUARTER.zip",
    );
  }
  if (labels !== undefined) {
    const verdicts = await readLabelsJudged(options);
    await withStore(shell, (store) =>
      compareLabels(shell, store, labels, { ...options, verdicts }),
    );
    return;
  }
  if (expected === undefined) {
    await withStore(shell, (store) => checkIdentities(shell, store, options));
    return;
  }
  const rows = await readWith(expected, readExpected);
  const judged = matchJudgements(rows, await readGiven(options));
  // The committed verdicts are about several files of expected values.
  for (const { line } of options.verdicts === true ? [] : judged.unused) {
    shell.warn(`${options.verdicts}: line ${line} judges no row of ${expected}`);
  }
  await withStore(shell, (store) =>
    compare(
      shell,
      store,
      { rows, judged: judgedIn(options.view === "latest", judged.of) },
      options,
    ),
  );
}

function percentage(value: string): number {
  const number = Number(value);
  if (value.trim() === "" || !(number >= 0 && number <= 100)) {
    throw new InvalidArgumentError("Give a percentage from 0 to 100.");
  }
  return number;
}

async function readWith<Row>(path: string, read: (text: string) => Row[]): Promise<Row[]> {
  let text: string;
  try {
    text = await readFile(path, "utf8");
  } catch (error) {
    if (!(error instanceof Error && "code" in error)) throw error;
    throw unreadable(path, error);
  }
  try {
    return read(text);
  } catch (error) {
    if (error instanceof ExpectedFileError) throw new UsageError(`${path}: ${error.message}`);
    throw error;
  }
}

/** Verdicts on readings by label: by default those that are committed. */
const readLabelsJudged = ({ verdicts }: AccuracyOptions) =>
  readWith(typeof verdicts === "string" ? verdicts : fixture("labels"), readLabelVerdicts);

async function readGiven({ verdicts }: AccuracyOptions): Promise<Judgement[]> {
  if (verdicts === undefined) return [];
  const paths = verdicts === true ? committed : [verdicts];
  return (await Promise.all(paths.map((path) => readWith(path, readJudgements)))).flat();
}

const fixture = (name: string) =>
  fileURLToPath(new URL(`../../test/fixtures/verdicts-${name}.csv`, import.meta.url));
const committed = ["expected", "derived", "restated"].map(fixture);

async function compare(
  shell: Shell,
  store: Store,
  { rows, judged }: { rows: readonly ExpectedRow[]; judged: JudgementByRow },
  options: AccuracyOptions,
): Promise<void> {
  await warnIfEmpty(shell, store);
  const byCompany = Map.groupBy(rows, ({ cik }) => cik);
  const progress = startProgress({ label: "Comparing companies", total: byCompany.size });
  const { view } = options;
  const verdicts: Verdict[] = [];
  for (const [cik, own] of byCompany) {
    if (shell.isInterrupted()) break;
    const measuring = { ...store, metrics, view };
    verdicts.push(...(await measureCompany(measuring, cik, own)));
    progress.step(own[0]?.ticker ?? cik);
  }
  progress.stop();
  if (shell.isInterrupted()) {
    shell.warn("stopped before all companies were compared");
    shell.fail();
    return;
  }
  const percent = agreementOf(summarize(verdicts.filter(({ row }) => !judged.has(row))));
  if (options.json) shell.print(asJson(verdicts, judged));
  else for (const line of asText(verdicts, judged, options)) shell.print(line);
  if (options.min !== undefined && percent < options.min) shell.fail();
}

type JudgementByRow = ReadonlyMap<ExpectedRow, Judgement>;

function asJson(verdicts: readonly Verdict[], judged: JudgementByRow): string {
  const summary = summarize(verdicts);
  const rest = summarize(verdicts.filter(({ row }) => !judged.has(row)));
  const of = (outcome: Verdict["outcome"]) => verdicts.filter((one) => one.outcome === outcome);
  const judgedToo = { afterVerdicts: agreementOf(rest), judged: [...judged.values()] };
  return JSON.stringify(
    {
      agreement: agreementOf(summary),
      ...(judged.size > 0 && judgedToo),
      ...heldJson(verdicts, judged),
      ...summary,
      misses: of("miss"),
      withoutData: of("no_data").map(({ row }) => row),
    },
    null,
    2,
  );
}

function heldJson(verdicts: readonly Verdict[], judged: JudgementByRow) {
  const rates = heldRates(verdicts, judged);
  if (rates === null) return {};
  return {
    operandsHeld: agreementOf(rates.held),
    operandsHeldAfterVerdicts: agreementOf(rates.heldAndNotJudged),
    operandsNotHeld: rates.notHeld.map(({ row }) => row),
  };
}

function asText(
  verdicts: readonly Verdict[],
  judged: JudgementByRow,
  options: AccuracyOptions,
): string[] {
  const withMisses = options.misses === true;
  const lines = reportLines(verdicts, summarize(verdicts), { withMisses });
  return [
    ...lines,
    ...(judged.size > 0 ? judgedLines(verdicts, judged) : []),
    ...heldLines(verdicts, judged),
  ];
}

async function warnIfEmpty(shell: Shell, { db }: Store): Promise<void> {
  if ((await listStoredCompanies(db)).length > 0) return;
  shell.warn("no company has been ingested yet: npm run ingest -- --help says how");
}

async function checkIdentities(
  shell: Shell,
  store: Store,
  options: AccuracyOptions,
): Promise<void> {
  await warnIfEmpty(shell, store);
  const companies = await listStoredCompanies(store.db);
  const results = await checkCompanies(shell, store, companies);
  const rates = ratesOf(results);
  const withMisses = options.misses === true;
  if (options.json) {
    const misses = results.filter(({ outcome }) => outcome === "fail" || outcome === "small");
    shell.print(JSON.stringify({ checks: rates, ...(withMisses && { misses }) }, null, 2));
  } else {
    const shown = { companies: companies.length, withMisses };
    for (const line of identityLines(results, shown)) shell.print(line);
  }
  const passed = rates.reduce((sum, rate) => sum + rate.passed, 0);
  const run = rates.reduce((sum, rate) => sum + rate.run, 0);
  const isBelow = options.min !== undefined && 100 * passed < options.min * run;
  if (isBelow || shell.isInterrupted()) shell.fail();
}

async function checkCompanies(
  shell: Shell,
  { db, registry }: Store,
  companies: readonly StoredIdentity[],
): Promise<CompanyResult[]> {
  const progress = startProgress({ label: "Checking companies", total: companies.length });
  const results: CompanyResult[] = [];
  for (const { cik, name, tickers } of companies) {
    if (shell.isInterrupted()) break;
    const company = tickers[0] ?? name;
    const document = await loadFactsDocument(db, cik);
    const build = document && buildView(document, registry, { kind: "latest" });
    for (const result of build ? runChecks(build, registry) : []) {
      results.push({ ...result, company });
    }
    progress.step(company);
  }
  progress.stop();
  return results;
}
