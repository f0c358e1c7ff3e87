import { Command } from "commander";
import { findDrops } from "#ingest/checks/gate.ts";
import { compareConcepts } from "#registry/governance/difference.ts";
import type { Registry } from "#schemas/shapes/companies/concept.ts";
import type { Drop } from "#schemas/shapes/companies/quality.ts";
import { dropLines, type NameOf, readNames } from "../../quality/drop-lines.ts";
import { namedCompanies } from "../../registry/archived-company.ts";
import {
  type ChangedValue,
  type RegistryPair,
  removedLines,
  summarize,
} from "../../registry/impact.ts";
import { impactOfAll } from "../../registry/impact-of-all.ts";
import {
  lastRelease,
  versionNamed,
  working,
  workingWithProposed,
} from "../../registry/version-named.ts";
import { alignTable } from "../../terminal/table.ts";
import { counted, type Shell, wholeNumber, withExamples } from "../command.ts";
import { withStore } from "../with-store.ts";

interface ImpactOptions {
  against?: string;
  ticker?: string[];
  limit: number;
  json?: boolean;
}

/** `registry impact`: shows which stored values the working registry would change, before a release. */
export function registryImpactCommand(shell: Shell): Command {
  const command = new Command("impact")
    .description("rebuild in memory under the working registry and another, and show what differs")
    .option("--against <version>", "the version to compare with; default: the last release")
    .option("-t, --ticker <ticker...>", "only these companies, by ticker or CIK")
    .option("--limit <count>", "values shown per concept", wholeNumber, 10)
    .option("--json", "one JSON document with every value")
    .addHelpText(
      "after",
      `
Companies are read from the archive; nothing is written. Proposed lines are shown as if they were in force:
only here and in the list of concepts, never in statements.`,
    )
    .action((options: ImpactOptions) => impact(shell, options));
  return withExamples(command, [
    "npm run registry -- impact",
    "npm run registry -- impact --against 1.0.0 --ticker KHC COST --json",
  ]);
}

async function impact(shell: Shell, options: ImpactOptions): Promise<void> {
  const older = versionNamed(options.against ?? lastRelease());
  const newer = newRegistry(shell);
  // Compares the files without proposed lines in force, so that the output shows which changes are only proposed.
  const changes = compareConcepts(older.concepts, versionNamed(working).concepts);
  const compared = { older, newer, changes };
  await withStore(shell, async ({ db, archive }) => {
    const companies = await namedCompanies(db, options.ticker);
    if (companies.length === 0) shell.warn("no company has been ingested yet");
    const scope = { db, archive, companies, label: "Rebuilding in memory" };
    const { impacts } = await impactOfAll(shell, scope, compared);
    const values = impacts.flatMap((one) => one.values);
    const drops = findDrops(impacts.map(({ checks }) => checks));
    const nameOf = await readNames(db);
    const report = { compared, values, drops, companies: companies.length, nameOf };
    if (options.json) shell.print(JSON.stringify(documentOf(report), null, 2));
    else for (const line of reportLines(report, options.limit)) shell.print(line);
  });
}

/** Proposed lines that break a rule are left out; the others are tried out. */
function newRegistry(shell: Shell): Registry {
  try {
    return workingWithProposed();
  } catch (error) {
    shell.warn(`proposed lines are left out: ${(error as Error).message}`);
    return versionNamed(working);
  }
}

interface ImpactReport {
  compared: RegistryPair;
  values: readonly ChangedValue[];
  /** Checks of severity A that would pass less often; they block the release. */
  drops: readonly Drop[];
  companies: number;
  nameOf: NameOf;
}

function documentOf({ compared, values, drops, companies }: ImpactReport) {
  return {
    against: compared.older.registryVersion,
    companies,
    changes: compared.changes,
    summary: summarize(values),
    drops,
    values,
  };
}

function reportLines(
  { compared, values, drops, companies, nameOf }: ImpactReport,
  limit: number,
): string[] {
  const touched = new Set(values.map(({ cik }) => cik)).size;
  const periods = new Set(values.map(({ cik, period }) => `${cik} ${period}`)).size;
  const head =
    `against ${compared.older.registryVersion}: ${countOf(compared.changes)}; ` +
    `${counted(values.length, "value")} of ${counted(periods, "period")} of ${touched} of ${companies} companies would change`;
  if (values.length === 0) return [head];
  const summary = summarize(values);
  const columns = ["added", "changed", "removed", "reason", "companies", "periods"] as const;
  const rows = summary.map((one) => [one.concept, ...columns.map((column) => String(one[column]))]);
  const details = summary.flatMap(({ concept }) => {
    const own = values.filter((value) => value.concept === concept);
    const rest = own.length - limit;
    return [
      "",
      `${concept}: ${own[0]?.because ?? ""}`,
      ...own.slice(0, limit).map((value) => `  ${lineOf(value)}`),
      ...(rest > 0 ? [`  and ${rest} more (--limit, --json)`] : []),
    ];
  });
  const table = alignTable(["concept", ...columns], rows);
  const lines = dropLines(drops, { nameOf, allBy: "--json" });
  const held = drops.length === 0 ? [] : ["", "this holds the release:", ...lines];
  return [head, ...removedLines(summary), "", ...table, ...held, ...details];
}

const countOf = (changes: RegistryPair["changes"]) =>
  `${counted(changes.length, "concept")} ${changes.length === 1 ? "differs" : "differ"}`;

const lineOf = ({ company, period, old, new: now }: ChangedValue) =>
  `${company} ${period}: ${old.value ?? "null"} (${old.how}) -> ${now.value ?? "null"} (${now.how})`;
