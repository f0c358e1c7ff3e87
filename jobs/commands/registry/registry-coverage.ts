import { Command, Option } from "commander";
import type { NullReason } from "#schemas/shapes/companies/statement.ts";
import { findConcept } from "../../explain/subject.ts";
import { forEachCompany, namedCompanies } from "../../registry/archived-company.ts";
import { type ConceptCoverage, countCoverage, type UnmappedTag } from "../../registry/coverage.ts";
import { versionNamed, working } from "../../registry/version-named.ts";
import { alignTable } from "../../terminal/table.ts";
import { counted, type Shell, wholeNumber, withExamples } from "../command.ts";
import { withStore } from "../with-store.ts";

interface CoverageOptions {
  version: string;
  concept?: string[];
  ticker?: string[];
  by: "filers" | "money";
  limit: number;
  json?: boolean;
}

/** `registry coverage`: measures how much of the filed data the registry maps. */
export function registryCoverageCommand(shell: Shell): Command {
  const command = new Command("coverage")
    .description(
      "count values, and nulls by reason, for each concept, template and taxonomy; list tags that nothing maps",
    )
    .option("--version <version>", "the version to count under", working)
    .option("-c, --concept <concept...>", "only these lines, by snakeKey; no tags")
    .option("-t, --ticker <ticker...>", "only these companies, by ticker or CIK")
    .addOption(
      new Option("--by <order>", "unmapped tags by number of filers, or by money (US dollars)")
        .choices(["filers", "money"])
        .default("filers"),
    )
    .option("--limit <count>", "unmapped tags shown", wholeNumber, 40)
    .option("--json", "one JSON document with everything")
    .action((options: CoverageOptions) => coverage(shell, options));
  return withExamples(command, [
    "npm run registry -- coverage",
    "npm run registry -- coverage --by money --limit 100",
    "npm run registry -- coverage --concept interest_expense",
  ]);
}

async function coverage(shell: Shell, options: CoverageOptions): Promise<void> {
  const registry = versionNamed(options.version);
  const wanted = options.concept?.map((typed) => findConcept(registry, typed).snakeKey);
  const count = countCoverage(registry);
  await withStore(shell, async ({ db, archive }) => {
    const companies = await namedCompanies(db, options.ticker);
    if (companies.length === 0) shell.warn("no company has been ingested yet");
    const label = "Counting lines and tags";
    await forEachCompany(shell, { db, archive, companies, label }, (one) => count.add(one));
    const order = new Map(registry.concepts.map(({ snakeKey }, at) => [snakeKey, at]));
    const concepts = count
      .concepts()
      .filter(({ concept }) => wanted?.includes(concept) ?? true)
      .sort(
        (a, b) =>
          compareText(`${a.taxonomy} ${a.template}`, `${b.taxonomy} ${b.template}`) ||
          (order.get(a.concept) ?? 0) - (order.get(b.concept) ?? 0),
      );
    const unmapped = count.unmapped();
    if (options.by === "money") unmapped.sort((a, b) => b.money - a.money);
    const { registryVersion } = registry;
    if (options.json) {
      const report = { registryVersion, companies: companies.length, concepts, unmapped };
      shell.print(JSON.stringify(report, null, 2));
      return;
    }
    shell.print(
      `registry ${registryVersion}, ${counted(companies.length, "company", "companies")}`,
    );
    const tags = wanted ? [] : tagLines(unmapped, options.limit);
    for (const line of [...conceptLines(concepts), ...tags]) shell.print(line);
  });
}

const compareText = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);

function conceptLines(concepts: readonly ConceptCoverage[]): string[] {
  const groups = Map.groupBy(concepts, (one) => `${one.taxonomy}, ${one.template}`);
  return [...groups].flatMap(([name, own]) => [
    "",
    `${name}: ${counted(Math.max(...own.map(({ filers }) => filers)), "filer")}`,
    ...alignTable(["concept", "lines", "resolved %", "filers %", "null because"], own.map(rowOf)),
  ]);
}

function rowOf({ concept, resolved, nulls, filers, filersResolved }: ConceptCoverage): string[] {
  const reasons = Object.entries(nulls) as [NullReason, number][];
  const lines = resolved + reasons.reduce((sum, [, count]) => sum + count, 0);
  const because = reasons.sort(([, a], [, b]) => b - a).map(([reason, n]) => `${reason} ${n}`);
  return [
    concept,
    String(lines),
    percent(resolved, lines),
    percent(filersResolved, filers),
    because.join(", "),
  ];
}

const percent = (part: number, whole: number) =>
  whole === 0 ? "-" : ((100 * part) / whole).toFixed(1);

function tagLines(unmapped: readonly UnmappedTag[], limit: number): string[] {
  const rows = unmapped
    .slice(0, limit)
    .map(({ tag, filers, facts, money, lastFiled }) => [
      tag,
      String(filers),
      String(facts),
      (money / 1e6).toFixed(0),
      lastFiled,
    ]);
  return [
    "",
    `${unmapped.length} standard tags that nothing maps`,
    ...alignTable(["tag", "filers", "facts", "USD million", "last filed"], rows),
  ];
}
