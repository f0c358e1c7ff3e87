import { Command } from "commander";
import { loadRegistry } from "#registry/current/load.ts";
import { listReleases, loadRelease } from "#registry/governance/releases.ts";
import type { Registry } from "#schemas/shapes/companies/concept.ts";
import { forEachCompany, namedCompanies } from "../../registry/archived-company.ts";
import { type CompanyVerification, verifyCompany } from "../../registry/verify.ts";
import { counted, type Shell, withExamples } from "../command.ts";
import { withStore } from "../with-store.ts";

interface VerifyOptions {
  ticker?: string[];
  json?: boolean;
}

/**
 * `registry verify`: checks that every stored statement names a known version, and that rebuilding under it gives the
 * same bytes.
 */
export function registryVerifyCommand(shell: Shell): Command {
  const command = new Command("verify")
    .description(
      "check that each stored statement names a released version, and that this version makes the same bytes again",
    )
    .option("-t, --ticker <ticker...>", "only these companies, by ticker or CIK")
    .option("--json", "one JSON document instead of text")
    .addHelpText(
      "after",
      "\nCompanies that another version of the engine built are counted and not rebuilt: npm run rebuild comes first.",
    )
    .action((options: VerifyOptions) => verify(shell, options));
  return withExamples(command, [
    "npm run registry -- verify",
    "npm run registry -- verify --ticker KHC",
  ]);
}

async function verify(shell: Shell, { ticker, json }: VerifyOptions): Promise<void> {
  const versions = knownVersions();
  const results: CompanyVerification[] = [];
  await withStore(shell, async ({ db, archive }) => {
    const companies = await namedCompanies(db, ticker);
    const label = "Rebuilding in memory";
    await forEachCompany(shell, { db, archive, companies, label }, async (company) => {
      results.push(await verifyCompany({ db, company }, versions));
    });
  });
  const problems = results.flatMap((one) => one.problems);
  if (json) shell.print(JSON.stringify(results, null, 2));
  else for (const line of [...problems, summaryOf(results)]) shell.print(line);
  if (problems.length > 0) shell.fail();
}

function knownVersions(): Map<string, Registry> {
  const inForce = loadRegistry();
  const released = listReleases().map((version) => loadRelease(version));
  return new Map([...released, inForce].map((one) => [one.registryVersion, one]));
}

function summaryOf(results: readonly CompanyVerification[]): string {
  const sum = (of: (one: CompanyVerification) => number) =>
    results.reduce((total, one) => total + of(one), 0);
  const others = results.filter(({ notRebuilt }) => notRebuilt === "another engine").length;
  return (
    `${counted(results.length, "company", "companies")}, ${counted(
      sum((one) => one.statements),
      "statement",
    )}: ` +
    `${sum((one) => one.same)} made again byte for byte, ${counted(
      sum((one) => one.problems.length),
      "problem",
    )}` +
    (others > 0 ? `; of another engine: ${counted(others, "company", "companies")}` : "")
  );
}
