import { existsSync } from "node:fs";
import { Command } from "commander";
import { readGoverned } from "#registry/governance/governance.ts";
import type { Registry } from "#schemas/shapes/companies/concept.ts";
import { findConcept } from "../../explain/subject.ts";
import { forEachCompany, namedCompanies } from "../../registry/archived-company.ts";
import { type Holdout, takeAway } from "../../registry/measure-suggestions.ts";
import { type Observations, observe } from "../../registry/observe.ts";
import {
  archivedLinkbases,
  type Heading,
  type Linkbase,
  linkbasesBelow,
  readHeadings,
} from "../../registry/presentation.ts";
import { queueLines, readQueue } from "../../registry/review-queue.ts";
import {
  type Evidence,
  partMeanings,
  partsOf,
  type Suggestion,
  suggest,
} from "../../registry/suggest.ts";
import { versionNamed, working } from "../../registry/version-named.ts";
import { counted, type Shell, UsageError, wholeNumber, withExamples } from "../command.ts";
import { withStore } from "../with-store.ts";

interface SuggestOptions {
  ticker?: string[];
  tag?: string[];
  concept?: string[];
  limit: number;
  linkbases?: string;
  measure?: number;
  queue?: boolean;
  json?: boolean;
}

/** `registry suggest`: suggests concepts for unmapped tags. */
export function registrySuggestCommand(shell: Shell): Command {
  const command = new Command("suggest")
    .description("suggest concepts for unmapped tags, with the evidence for each")
    .option("--tag <tag...>", "only these tags, for example us-gaap:InterestExpenseNonoperating")
    .option(
      "-c, --concept <concept...>",
      "only tags of which one of these lines is among the first three suggestions",
    )
    .option("-t, --ticker <ticker...>", "only the filings of these companies, by ticker or CIK")
    .option("--limit <count>", "tags shown", wholeNumber, 30)
    .option(
      "--linkbases <folder>",
      "presentation linkbases (*_pre.xml, *.xsd) below this folder, in addition to the archived ones",
    )
    .option(
      "--measure <count>",
      "take mapped tags away and count those that come back",
      wholeNumber,
    )
    .option(
      "--queue",
      "the review queue: tags that a null names (unmapped_tag), over all companies, and what they may be",
    )
    .option("--json", "one JSON document with everything")
    .addHelpText(
      "after",
      `
The evidence of a candidate, in periods over all companies: the line has the tag's value by other means (same) or
another one (differs); the line is empty and an identity with other lines implies the tag's value (closes) or another
one (misses); the line is empty and the tag has a value (fills). name and text are the
likeness of names, and of descriptions, 0 to 1. In headings of filers' own statements, where presentation linkbases
are at hand (npm run registry -- linkbases fetches them): others list the line under the heading (place), nobody does
(elsewhere), the line stands there beside the tag (beside).
A suggestion is for a reviewer to read: nothing is mapped by it.`,
    )
    .action((options: SuggestOptions) => run(shell, options));
  return withExamples(command, [
    "npm run registry -- suggest --ticker KHC --concept interest_expense",
    "npm run registry -- suggest --queue",
    "npm run registry -- suggest --measure 30",
  ]);
}

async function run(shell: Shell, options: SuggestOptions): Promise<void> {
  const registry = versionNamed(working);
  const lines = options.concept?.map((typed) => findConcept(registry, typed).snakeKey);
  const { measure } = options;
  const queued = options.queue ? await showQueue(shell, registry, options) : null;
  if (queued?.length === 0) return;
  const folder = options.linkbases === undefined ? [] : filesBelow(options.linkbases);
  if (measure === undefined) {
    const tags = queued ?? options.tag;
    const wanted = tags && { wanted: new Set(tags) };
    const { companies, headings } = await readAll(shell, registry, options, folder);
    const found = suggest(registry, companies, { headings, ...wanted });
    show(shell, options, found, lines);
    return;
  }
  const holdout = takeAway(registry, readGoverned().seen, measure);
  const { companies, headings } = await readAll(shell, holdout.registry, options, folder);
  const found = suggest(holdout.registry, companies, {
    headings,
    wanted: new Set(holdout.taken.keys()),
  });
  for (const line of measureLines(holdout, found)) shell.print(line);
}

/** The tags of the review queue, once it is printed. */
async function showQueue(
  shell: Shell,
  registry: Registry,
  { ticker, json }: SuggestOptions,
): Promise<string[]> {
  let tags: string[] = [];
  await withStore(shell, async ({ db }) => {
    const companies = await namedCompanies(db, ticker);
    const queue = await readQueue(db, registry, companies);
    if (!json) for (const line of queueLines(queue, companies.length)) shell.print(line);
    tags = [...new Set(queue.map(({ tag }) => tag))];
  });
  return tags;
}

/** With `lines`, shows only suggestions that have one of these lines among the first three. */
function show(
  shell: Shell,
  { json, limit }: SuggestOptions,
  found: readonly Suggestion[],
  lines: readonly string[] | undefined,
): void {
  const shown = found.filter(
    ({ candidates }) => candidates.length > 0 && (!lines || rankOf(candidates, lines) > 0),
  );
  const printed = json
    ? [JSON.stringify(shown, null, 2)]
    : shown.slice(0, limit).flatMap((one) => linesOf(one, lines));
  if (shown.length > 0 && !json) printed.push("Parts of a score:", ...legend);
  for (const line of printed) shell.print(line);
  if (shown.length === 0)
    shell.warn("no tag that nothing maps fits: others are mapped, or not filed");
  else if (shown.length > limit && !json) {
    shell.warn(`and ${counted(shown.length - limit, "more tag")} (--limit, --json)`);
  }
}

function filesBelow(folder: string): Linkbase[] {
  if (!existsSync(folder)) throw new UsageError(`there is no folder ${folder}`);
  const linkbases = linkbasesBelow(folder);
  if (linkbases.length > 0) return linkbases;
  throw new UsageError(`no presentation linkbase (*_pre.xml, *.xsd) is below ${folder}`);
}

/** Reads the companies' periods, and the headings of every available linkbase of any company. */
async function readAll(
  shell: Shell,
  registry: Registry,
  { ticker }: SuggestOptions,
  folder: readonly Linkbase[],
): Promise<{ companies: Observations[]; headings: Heading[] }> {
  const companies: Observations[] = [];
  let headings: Heading[] = [];
  await withStore(shell, async ({ db, archive }) => {
    const named = await namedCompanies(db, ticker);
    if (named.length === 0) shell.warn("no company has been ingested yet");
    const everyone = await namedCompanies(db, undefined);
    const ciks = everyone.map(({ cik }) => cik);
    headings = await readHeadings(
      [...(await archivedLinkbases(db, archive, ciks)), ...folder],
      shell.warn,
    );
    const label = "Reading companies";
    await forEachCompany(shell, { db, archive, companies: named, label }, async (company) => {
      companies.push(await observe(company, registry));
    });
  });
  return { companies, headings };
}

const ranksShown = 3;

/** The rank of the first of these lines among the first three candidates, from 1; 0 when none is there. */
function rankOf(candidates: Suggestion["candidates"], lines: readonly string[]): number {
  return candidates.slice(0, ranksShown).findIndex(({ concept }) => lines.includes(concept)) + 1;
}

const linesOf = (
  { tag, filers, candidates }: Suggestion,
  lines: readonly string[] | undefined,
): string[] => [
  `${tag} (${counted(filers, "filer")})${lines ? `, rank ${rankOf(candidates, lines)}` : ""}`,
  ...candidates.map(({ concept, score, evidence }) => {
    const { name, text, ...counts } = evidence;
    const said = Object.entries(counts).filter(([, count]) => count > 0);
    const words = said.map(([kind, count]) => `${kind} ${count}`);
    const evidenceText = [`name ${name.toFixed(2)}`, `text ${text.toFixed(2)}`, ...words];
    return `  ${score.toFixed(2)} ${concept}: ${evidenceText.join(", ")}\n       = ${sumOf(evidence)}`;
  }),
];

/** The score as the sum of its parts, those that say nothing left out. */
function sumOf(evidence: Evidence): string {
  const parts = Object.entries(partsOf(evidence)).filter(([, part]) => Math.abs(part) >= 0.005);
  const words = parts.map(([part, value]) => `${Math.abs(value).toFixed(2)} ${part}`);
  return words
    .map((text, at) => `${(parts[at]?.[1] ?? 0) < 0 ? "- " : at === 0 ? "" : "+ "}${text}`)
    .join(" ");
}

/** What the words of the sums mean. */
const legend = Object.entries(partMeanings).map(([part, meaning]) => `  ${part}: ${meaning}`);

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
