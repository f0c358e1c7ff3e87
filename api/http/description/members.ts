import { readdirSync, readFileSync } from "node:fs";
import type { DescribedApi, SchemaPart } from "./described.ts";

const folder = new URL("./members/", import.meta.url);

/**
 * What members mean, by name. `owner.name` is for members of one owner: the member, named schema or operation that the
 * object belongs to.
 */
export const memberMeanings: ReadonlyMap<string, string> = new Map(
  readdirSync(folder)
    .sort()
    .flatMap((file) => Object.entries(JSON.parse(readFileSync(new URL(file, folder), "utf8")))),
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
