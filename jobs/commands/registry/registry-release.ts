import { Command, Option } from "commander";
import { findDrops } from "#ingest/checks/gate.ts";
import { type GovernedRegistry, readGoverned, workspace } from "#registry/governance/governance.ts";
import {
  finishRelease,
  NothingToReleaseError,
  NotReleasableError,
  type PlannedRelease,
  planRelease,
  writeRelease,
} from "#registry/governance/release.ts";
import { type Level, levels } from "#registry/governance/semver.ts";
import { dropLines, type NameOf, readNames } from "../../quality/drop-lines.ts";
import { namedCompanies } from "../../registry/archived-company.ts";
import { removedLines, summarize } from "../../registry/impact.ts";
import { type ImpactOfAll, impactOfAll } from "../../registry/impact-of-all.ts";
import { versionNamed } from "../../registry/version-named.ts";
import { type Shell, withExamples } from "../command.ts";
import { withStore } from "../with-store.ts";

interface ReleaseOptions {
  level: Level;
  dryRun?: boolean;
  acceptDrop?: boolean;
  nameAll?: boolean;
}

/** `registry release`: freezes the working registry as the next version. */
export function registryReleaseCommand(shell: Shell): Command {
  const command = new Command("release")
    .description(
      "freeze the working registry as the next version, with digest, changes and schemas",
    )
    .addOption(
      new Option("--level <level>", "at least this step, where words changed a meaning")
        .choices(levels)
        .default("patch"),
    )
    .option("--dry-run", "say what would be released; nothing is built and written")
    .option(
      "--accept-drop",
      "release without asking the archive whether checks would pass less often",
    )
    .option("--name-all", "name every company behind a drop, not the first ten")
    .addHelpText(
      "after",
      `
The step follows from what changed: patch for words, minor for mappings, guards and lines, major for meaning.
Nothing is released while a rule of check is broken, or while the companies in the archive, built in memory under the
new version, would pass a check of severity A less often by more than 0.2 points; a result that no longer runs,
because values are gone, counts as one that does not pass.`,
    )
    .action((options: ReleaseOptions) => release(shell, options));
  return withExamples(command, [
    "npm run registry -- release --dry-run",
    "npm run registry -- release",
  ]);
}

async function release(shell: Shell, options: ReleaseOptions) {
  const { level, dryRun, acceptDrop, nameAll } = options;
  const governed = readGoverned();
  if (!dryRun && finish(shell, governed)) return;
  const planned = plan(shell, governed, level);
  if (planned === null || dryRun) return;
  if (!acceptDrop && !(await passesGate(shell, planned, governed, nameAll))) return;
  const written = writeRelease(planned, {
    markdown: governed.changes,
    today: new Date().toISOString().slice(0, 10),
    folders: workspace,
  });
  sayWritten(shell, written);
}

/** Finishes an interrupted release. True when there was one. */
function finish(shell: Shell, governed: GovernedRegistry): boolean {
  const written = finishRelease(governed, workspace);
  if (written.length === 0) return false;
  shell.print(
    `the release of ${governed.releases.at(-1)?.registryVersion} was interrupted: finished`,
  );
  sayWritten(shell, written);
  return true;
}

function sayWritten(shell: Shell, written: readonly string[]): void {
  for (const path of written) shell.print(`wrote ${path}`);
  shell.print("next: commit these files, then npm run rebuild -- --all");
}

/** Prints what would be released. Returns null and prints every reason when nothing can be released. */
function plan(shell: Shell, governed: GovernedRegistry, level: Level): PlannedRelease | null {
  try {
    const planned = planRelease(governed, level);
    const { registryVersion, standardVersion, registrySha256 } = planned.registry;
    const count = planned.changes.length;
    shell.print(
      `registry ${registryVersion}, standard ${standardVersion}, sha256 ${registrySha256}`,
    );
    shell.print(`${planned.level}: ${count} ${count === 1 ? "concept" : "concepts"} changed`);
    for (const what of planned.schemas) shell.print(`another schema for ${what}`);
    return planned;
  } catch (error) {
    if (error instanceof NothingToReleaseError) {
      shell.print(error.message);
      return null;
    }
    if (!(error instanceof NotReleasableError)) throw error;
    for (const sentence of error.message.split("\n")) shell.warn(sentence);
    shell.fail();
    return null;
  }
}

/**
 * Returns false and prints checks and companies when the release would lower a pass rate of severity A, or was
 * interrupted.
 */
async function passesGate(
  shell: Shell,
  { registry, changes }: PlannedRelease,
  { releases }: GovernedRegistry,
  isNamingAll = false,
): Promise<boolean> {
  const last = releases.at(-1);
  if (!last) return true;
  const compared = { older: versionNamed(last.registryVersion), newer: registry, changes };
  let found: ImpactOfAll = { impacts: [], isWhole: false };
  let nameOf: NameOf = String;
  await withStore(shell, async ({ db, archive }) => {
    const companies = await namedCompanies(db, undefined);
    if (companies.length === 0) shell.warn("no company at hand: no pass rate was compared");
    const scope = { db, archive, companies, label: "Checking what would change" };
    found = await impactOfAll(shell, scope, compared);
    nameOf = await readNames(db);
  });
  const summary = summarize(found.impacts.flatMap(({ values }) => values));
  for (const line of removedLines(summary)) shell.print(line);
  const drops = findDrops(found.impacts.map(({ checks }) => checks));
  if (drops.length === 0) {
    if (!found.isWhole) shell.warn("nothing was released: not every company was compared");
    return found.isWhole;
  }
  const allBy = isNamingAll ? null : "--name-all";
  for (const line of dropLines(drops, { nameOf, allBy })) shell.warn(line);
  shell.warn("nothing was released; --accept-drop releases all the same");
  shell.fail();
  return false;
}
