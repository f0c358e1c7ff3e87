import { Command } from "commander";
import { type ConceptChange, compareConcepts, levelOf } from "#registry/governance/difference.ts";
import { lastRelease, versionNamed, working } from "../../registry/version-named.ts";
import { type Shell, withExamples } from "../command.ts";

/** `registry diff`: compares two versions, concept by concept. */
export function registryDiffCommand(shell: Shell): Command {
  const command = new Command("diff")
    .description("differences between two versions of the registry, by concept")
    .argument("[older]", "a released version or working; default: the last release")
    .argument("[newer]", "a released version or working", working)
    .option("--json", "one JSON document instead of text")
    .action((older: string | undefined, newer: string, { json }: { json?: boolean }) => {
      const [from, to] = [versionNamed(older ?? lastRelease()), versionNamed(newer)];
      const changes = compareConcepts(from.concepts, to.concepts);
      const head = { from: from.registryVersion, to: to.registryVersion, level: levelOf(changes) };
      if (json) shell.print(JSON.stringify({ ...head, changes }, null, 2));
      else for (const line of differenceLines(changes, head)) shell.print(line);
    });
  return withExamples(command, [
    "npm run registry -- diff",
    "npm run registry -- diff 1.0.0 working --json",
  ]);
}

function differenceLines(
  changes: readonly ConceptChange[],
  { from, to, level }: { from: string; to: string; level: string | null },
): string[] {
  if (changes.length === 0) return [`${from} and ${to} say the same`];
  const concepts = changes.length === 1 ? "1 concept differs" : `${changes.length} concepts differ`;
  return [
    `${from} to ${to}: ${concepts}, ${level} change`,
    ...changes.flatMap(({ snakeKey, kind, level: own, changes: fields }) => [
      `${snakeKey} (${kind}, ${own})`,
      ...fields.map(({ what, how }) => `  ${what}: ${how}`),
    ]),
  ];
}
