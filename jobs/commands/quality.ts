import { existsSync, statSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import { Command } from "commander";
import { engineVersion } from "#ingest/builder/engine-version.ts";
import { countReports } from "#ingest/store/filed-reports.ts";
import { listStoredCompanies } from "#ingest/store/stored-company.ts";
import { listStoredFailures, readQuality } from "#ingest/store/stored-quality.ts";
import { readConfig } from "#schemas/config/config.ts";
import { folderProblem } from "#schemas/config/start-fault.ts";
import { findPreviousRun, recordRun } from "../quality/history.ts";
import { reportPage } from "../quality/report-page.ts";
import { totalQuality } from "../quality/totals.ts";
import { worstCiks } from "../quality/worst-companies.ts";
import { type Shell, UsageError, wholeNumber, withExamples } from "./command.ts";
import { type FacesOptions, reportFaces } from "./quality-faces.ts";
import { type Store, withStore } from "./with-store.ts";

/** `quality`: how stored statements stand on the printed ones, and the results of the checks. */
export function qualityCommand(shell: Shell): Command {
  const command = new Command("quality")
    .description(
      "how the stored statements stand on what the filings printed: values that are not on the face, printed lines that feed nothing, subtotals that do not add up",
    )
    .option("-c, --company <name>", "one company by ticker or CIK, with its lists")
    .option("-n, --limit <rows>", "rows of each list", wholeNumber, 15)
    .option("--json", "one JSON document instead of tables")
    .action((options: FacesOptions) =>
      withStore(shell, (store) => reportFaces(shell, store, options)),
    );
  const report = new Command("report")
    .description("write one HTML page: pass rates, coverage, worst companies, what changed")
    .option("-o, --out <file>", "where to write it", "quality.html")
    .action(async ({ out }: { out: string }) => {
      checkOut(resolve(out));
      await withStore(shell, (store) => writeReport(shell, store, out));
    });
  command.addCommand(withExamples(report, ["npm run quality -- report --out quality.html"]));
  return withExamples(command, [
    "npm run quality",
    "npm run quality -- --company AAPL --limit 50",
    "npm run quality -- report --out quality.html",
  ]);
}

/** Checks before the long work that the page can be written. */
function checkOut(out: string): void {
  if (!existsSync(dirname(out))) {
    throw new UsageError(`there is no folder ${dirname(out)}: make it, or choose another --out`);
  }
  if (statSync(out, { throwIfNoEntry: false })?.isDirectory()) {
    throw new UsageError(`${out} is a folder: name a file as --out`);
  }
}

async function writePage(out: string, page: string): Promise<void> {
  try {
    await writeFile(out, page);
  } catch (error) {
    const problem = folderProblem(error) ?? `${out} cannot be written`;
    throw new UsageError(`${problem}: choose another --out`);
  }
}

async function writeReport(shell: Shell, { db, registry }: Store, out: string): Promise<void> {
  const totals = await totalQuality(readQuality(db));
  const companies = await listStoredCompanies(db);
  const names = new Map(
    companies.map(({ cik, name, tickers }) => [cik, tickers[0] ? `${name} (${tickers[0]})` : name]),
  );
  const { registryVersion } = registry;
  const previous = await findPreviousRun(db, totals);
  const at = await timeOf(db);
  const slugs = new Map(companies.map(({ cik, slug }) => [cik, slug]));
  const failures = await listStoredFailures(db, worstCiks(totals));
  const { publicUrl } = readConfig(shell.env);
  const reports = await countReports(db);
  const page = await reportPage({
    reports,
    totals,
    previous,
    names,
    slugs,
    failures,
    publicUrl,
    registryVersion,
    engineVersion,
    at,
  });
  await writePage(resolve(out), page);
  await recordRun(db, { registryVersion, engineVersion, totals });
  const { lines } = totals;
  shell.print(
    `${totals.companies} companies: ${lines.values} values, ${lines.unexplained} nulls without a reason, ` +
      `${lines.unsourced} values without lineage; ${resolve(out)}`,
  );
  shell.print(
    `statements as printed: ${reports.stored} filings stored, ${reports.unreadable} unreadable, ${reports.notFetched} not fetched`,
  );
  if (totals.companies === 0) {
    shell.warn("nothing has been checked yet: npm run rebuild -- --all --force");
  }
  if (lines.unexplained + lines.unsourced > 0) shell.fail();
}

/** The database's time, which reports are stored under. */
async function timeOf(db: Store["db"]): Promise<string> {
  const { rows } = await db.query("select now() as at");
  return new Date(rows[0].at).toISOString();
}
