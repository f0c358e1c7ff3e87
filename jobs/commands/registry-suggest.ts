import { existsSync } from "node:fs";
import { Command } from "commander";
import { readGoverned } from "#registry/governance.ts";
import type { Registry } from "#schemas/shapes/concept.ts";
import { forEachCompany, namedCompanies } from "../registry/archived-company.ts";
import { type Holdout, takeAway } from "../registry/measure-suggestions.ts";
import { type Observed, observe } from "../registry/observe.ts";
import { type Heading, readLinkbases } from "../registry/presentation.ts";
import { type Suggestion, suggest } from "../registry/suggest.ts";
import { versionNamed, working } from "../registry/version-named.ts";
import { type Shell, UsageError, wholeNumber, withExamples } from "./command.ts";
import { withStore } from "./with-store.ts";

interface SuggestOptions {
  ticker?: string[];
  tag?: string[];
  concept?: string[];
  limit: number;
  linkbases?: string;
  measure?: number;
  json?: boolean;
}

/** `registry suggest`: what the tags that nothing maps may be. */
export function registrySuggestCommand(shell: Shell): Command {
  const command = new Command("suggest")
    .description("concepts that unmapped tags may be, with the evidence for each")
    .option("--tag <tag...>", "only these tags, for example us-gaap:InterestExpenseNonoperating")
    .option("-c, --concept <concept...>", "only tags whose first suggestion is one of these lines")
    .option("-t, --ticker <ticker...>", "only the filings of these companies, by ticker or CIK")
    .option("--limit <count>", "tags shown", wholeNumber, 30)
    .option("--linkbases <folder>", "filers' presentation linkbases (*_pre.xml) below this folder")
    .option(
      "--measure <count>",
      "take mapped tags away and count those that come back",
      wholeNumber,
    )
    .option("--json", "one JSON document with everything")
    .addHelpText(
      "after",
      `
The evidence of a candidate, in periods over all companies: the line has the tag's value by other means (same) or
another one (differs); the line is empty and an identity with other lines implies the tag's value (closes) or another
one (misses); the line is empty and the tag has a value (fills). name and text are the
likeness of names, and of descriptions, 0 to 1. With --linkbases, in headings of filers' own statements: others list
the line under the heading (place), nobody does (elsewhere), the line stands there beside the tag (beside).
A suggestion is for a reviewer to read: nothing is mapped by it.`,
    )
    .action((options: SuggestOptions) => run(shell, options));
  return withExamples(command, [
    "npm run registry -- suggest --ticker KHC --concept interest_expense",
    "npm run registry -- suggest --measure 30",
  ]);
}

async function run(shell: Shell, options: SuggestOptions): Promise<void> {
  const registry = versionNamed(working);
  const { measure } = options;
  const headings = options.linkbases === undefined ? [] : readFolder(options.linkbases);
  if (measure === undefined) {
    const wanted = options.tag && { wanted: new Set(options.tag) };
    const companies = await observeAll(shell, registry, options);
    const found = suggest(registry, companies, { headings, ...wanted });
    const { concept } = options;
    const shown = found.filter(
      ({ candidates: [first] }) => first && (concept?.includes(first.concept) ?? true),
    );
    if (options.json) shell.print(JSON.stringify(shown, null, 2));
    else for (const line of shown.slice(0, options.limit).flatMap(linesOf)) shell.print(line);
    return;
  }
  const holdout = takeAway(registry, readGoverned().seen, measure);
  const companies = await observeAll(shell, holdout.registry, options);
  const found = suggest(holdout.registry, companies, {
    headings,
    wanted: new Set(holdout.taken.keys()),
  });
  for (const line of measureLines(holdout, found)) shell.print(line);
}

function readFolder(folder: string): Heading[] {
  if (!existsSync(folder)) throw new UsageError(`there is no folder ${folder}`);
  const headings = readLinkbases(folder);
  if (headings.length > 0) return headings;
  throw new UsageError(`no presentation linkbase (*_pre.xml) is below ${folder}`);
}

async function observeAll(
  shell: Shell,
  registry: Registry,
  { ticker }: SuggestOptions,
): Promise<Observed[]> {
  const observed: Observed[] = [];
  await withStore(shell, async ({ db, archive }) => {
    const companies = await namedCompanies(db, ticker);
    if (companies.length === 0) shell.warn("no company has been ingested yet");
    const label = "Reading companies";
    await forEachCompany(shell, { db, archive, companies, label }, async (company) => {
      observed.push(await observe(company, registry));
    });
  });
  return observed;
}

const linesOf = ({ tag, filers, candidates }: Suggestion): string[] => [
  `${tag} (${filers} ${filers === 1 ? "filer" : "filers"})`,
  ...candidates.map(({ concept, score, evidence }) => {
    const { name, text, ...counts } = evidence;
    const said = Object.entries(counts).filter(([, count]) => count > 0);
    const words = said.map(([kind, count]) => `${kind} ${count}`);
    return `  ${score.toFixed(2)} ${concept}: ${[`name ${name.toFixed(2)}`, `text ${text.toFixed(2)}`, ...words].join(", ")}`;
  }),
];

function measureLines({ taken }: Holdout, found: readonly Suggestion[]): string[] {
  const ranks = [...taken].map(([tag, owners]) => {
    const candidates = found.find((one) => one.tag === tag)?.candidates ?? [];
    const at = candidates.findIndex(({ concept }) => owners.has(concept));
    return { tag, owners, at, first: candidates[0]?.concept ?? "nothing" };
  });
  const count = (isGood: (at: number) => boolean) => ranks.filter(({ at }) => isGood(at)).length;
  return [
    ...ranks.map(({ tag, owners, at, first }) => {
      const rank = at === -1 ? "not among the five" : `rank ${at + 1}`;
      return `${tag}: ${[...owners].join(", ")} ${rank}${at === 0 ? "" : `, first ${first}`}`;
    }),
    `${count((at) => at === 0)} of ${ranks.length} came back as the first suggestion, ` +
      `${count((at) => at >= 0 && at < 3)} among the first three, ${count((at) => at >= 0)} among five`,
  ];
}
