import { readFileSync } from "node:fs";
import type { DescribedApi, SchemaPart } from "./described.ts";
import { readModuleFiles } from "./module-files.ts";

const shared = readFileSync(new URL("./members.json", import.meta.url), "utf8");

/**
 * Tables of what members mean: `members.json` of each module, and the one beside this file for names that several use.
 */
export const memberTables: readonly string[] = [
  ...readModuleFiles("members.json").values(),
  shared,
];

/**
 * What members mean, by name. `owner.name` is for members of one owner: the member, named schema or operation that the
 * object belongs to.
 */
export const memberMeanings: ReadonlyMap<string, string> = new Map(
  memberTables.flatMap((table) => Object.entries(JSON.parse(table))),
);

/** Adds the table's description to every member of an object that has none. */
export function describeMembers({ paths, components }: DescribedApi): void {
  for (const [name, schema] of Object.entries(components.schemas)) describeIn(schema, [name]);
  for (const item of Object.values(paths)) {
    for (const operation of Object.values(item)) describeIn(operation, [operation.operationId]);
  }
}

function describeIn(part: unknown, owners: readonly string[]): void {
  if (Array.isArray(part)) for (const one of part) describeIn(one, owners);
  if (typeof part !== "object" || part === null || Array.isArray(part)) return;
  const { properties = {}, ...rest } = part as SchemaPart;
  for (const [name, member] of Object.entries(properties)) {
    const meaning = meaningOf(name, owners);
    if (meaning !== undefined) member.description ??= meaning;
    describeIn(member, [name, ...owners]);
  }
  for (const one of Object.values(rest)) describeIn(one, owners);
}

/** The nearest owner that the tables name with it wins. */
function meaningOf(name: string, owners: readonly string[]): string | undefined {
  const owner = owners.find((one) => memberMeanings.has(`${one}.${name}`));
  return memberMeanings.get(owner === undefined ? name : `${owner}.${name}`);
}
