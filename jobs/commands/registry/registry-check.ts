import { writeFileSync } from "node:fs";
import { Command } from "commander";
import {
  type Findings,
  type GovernedRegistry,
  govern,
  readGoverned,
  workspace,
} from "#registry/governance/governance.ts";
import { mergeSeen, seenText, type TagsSeen } from "#registry/governance/tags-seen.ts";
import type { Concept } from "#schemas/shapes/companies/concept.ts";
import { forEachCompany, namedCompanies } from "../../registry/archived-company.ts";
import { seeTags } from "../../registry/see-tags.ts";
import { everyLine } from "../../registry/version-named.ts";
import { type Shell, UsageError, withExamples } from "../command.ts";
import { withStore } from "../with-store.ts";

interface CheckOptions {
  archive?: boolean;
  record?: boolean;
  notes?: boolean;
  json?: boolean;
}

/** `registry check`: checks every governance rule on the working files. */
export function registryCheckCommand(shell: Shell): Command {
  const command = new Command("check")
    .description("check the working registry and the released versions against all rules")
    .option(
      "--archive",
      "also hold the filings in the archive against tags: that they exist, and their period type",
    )
    .option("--record", "with --archive: write what it showed to registry/tags-seen.json")
    .option("--notes", "also print notes for reviewers, which are not errors")
    .option("--json", "one JSON document instead of text")
    .addHelpText(
      "after",
      `
Whether a tag exists in its taxonomy is judged offline: EDGAR refuses a filing with an element that its taxonomy
version does not have, so a filing that carries the tag proves it for its year. registry/tags-seen.json records
the years in which tags were seen; a tag that is new needs such a record, or a source that a reviewer names there.`,
    )
    .action(async (options: CheckOptions) => {
      if (options.record && !options.archive) throw new UsageError("--record needs --archive");
      const governed = readGoverned();
      const state = options.archive ? await seenWithArchive(shell, governed) : governed;
      if (state === null) return;
      if (options.record) {
        writeFileSync(new URL("tags-seen.json", workspace.registry), seenText(state.seen));
      }
      const findings = govern({ ...governed, ...state });
      if (options.json) shell.print(JSON.stringify(findings, null, 2));
      else report(shell, findings, options.notes === true);
      if (findings.problems.length > 0) shell.fail();
    });
  return withExamples(command, [
    "npm run registry -- check",
    "npm run registry -- check --archive --record",
  ]);
}

/** The recorded tags, merged with what the archive shows; null when interrupted. */
async function seenWithArchive(
  shell: Shell,
  { seen }: GovernedRegistry,
): Promise<Pick<GovernedRegistry, "seen" | "kinds"> | null> {
  const registry = everyLine();
  const kinds = new Map<string, Set<Concept["periodType"]>>();
  let known: TagsSeen = seen;
  let isWhole = false;
  await withStore(shell, async ({ db, archive }) => {
    const companies = await namedCompanies(db, undefined);
    const label = "Reading tags";
    isWhole = await forEachCompany(shell, { db, archive, companies, label }, async (company) => {
      known = mergeSeen(known, await seeTags(company, registry, kinds));
    });
  });
  return isWhole ? { seen: known, kinds } : null;
}

function report(shell: Shell, { problems, notes, changes }: Findings, withNotes: boolean): void {
  for (const sentence of problems) shell.warn(sentence);
  for (const note of withNotes ? notes : []) shell.print(`note: ${note}`);
  const concepts = changes.length === 1 ? "1 concept" : `${changes.length} concepts`;
  const changed = changes.length === 0 ? "as released" : `${concepts} changed`;
  const broken = problems.length === 1 ? "1 rule broken" : `${problems.length} rules broken`;
  const hidden = withNotes || notes.length === 0 ? "" : `, ${notes.length} notes (--notes)`;
  shell.print(`${changed}; ${problems.length === 0 ? "every rule holds" : broken}${hidden}`);
}
