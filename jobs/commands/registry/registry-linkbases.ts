import { Command } from "commander";
import {
  fetchPresentations,
  type PresentationCounts,
} from "#ingest/sources/edgar/gather/fetch-presentations.ts";
import { namedCompanies, nameOf } from "../../registry/archived-company.ts";
import type { Services } from "../../services.ts";
import { startProgress } from "../../terminal/progress.ts";
import { type Shell, wholeNumber, withExamples, withServices } from "../command.ts";

interface LinkbasesOptions {
  ticker?: string[];
  filings: number;
}

/**
 * `registry linkbases`: archives presentation linkbases, which show where filers place their tags, for `registry
 * suggest`.
 */
export function registryLinkbasesCommand(shell: Shell): Command {
  const command = new Command("linkbases")
    .description("fetch filers' presentation linkbases into the archive: evidence for suggest")
    .option("-t, --ticker <ticker...>", "only these companies, by ticker or CIK")
    .option("--filings <count>", "newest reports of each company", wholeNumber, 1)
    .addHelpText(
      "after",
      `
Two requests a filing, within the same limits as all others; what is archived is not asked for again, so a run that
was ended goes on where it was. No statement is built from them.`,
    )
    .action((options: LinkbasesOptions) =>
      withServices(shell, (services) => linkbases(shell, services, options)),
    );
  return withExamples(command, [
    "npm run registry -- linkbases",
    "npm run registry -- linkbases --ticker KHC GOOGL --filings 4",
  ]);
}

async function linkbases(
  shell: Shell,
  { context }: Services,
  { ticker, filings }: LinkbasesOptions,
): Promise<void> {
  const companies = await namedCompanies(context.database.pool, ticker);
  if (companies.length === 0) shell.warn("no company has been ingested yet");
  const progress = startProgress({ label: "Fetching linkbases", total: companies.length });
  const sum: PresentationCounts = { added: 0, known: 0, without: 0 };
  try {
    for (const company of companies) {
      if (shell.isInterrupted()) break;
      const counts = await fetchPresentations(company.cik, filings, context);
      for (const key of ["added", "known", "without"] as const) sum[key] += counts[key];
      progress.step(nameOf(company));
    }
  } finally {
    progress.stop();
  }
  if (shell.isInterrupted()) shell.fail();
  shell.print(
    `${sum.added} linkbases archived, ${sum.known} known before, ${sum.without} reports without one at the source`,
  );
}
