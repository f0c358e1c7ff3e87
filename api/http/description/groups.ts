import type { DescribedApi } from "./described.ts";
import { dropUnused } from "./document.ts";
import { tags } from "./tags.ts";

/**
 * Addresses of the description by group, as the documentation page offers them. Its viewer takes a time that grows with
 * the whole document before it shows anything: half a minute for all operations, less than two seconds for a group.
 */
export const groupAddresses = tags.map(({ name }) => ({
  name,
  url: `/api/docs/groups/${slugOf(name)}`,
}));

function slugOf(name: string): string {
  return name.toLowerCase().replaceAll(" ", "-");
}

/** The description of one group by the end of its address: its operations, and the schemas that they refer to. Null for an unknown one. */
export function describeGroup(whole: DescribedApi, slug: string): DescribedApi | null {
  const group = tags.find(({ name }) => slugOf(name) === slug);
  if (group === undefined) return null;
  const paths = Object.entries(whole.paths).flatMap(([path, operations]) => {
    const own = Object.entries(operations).filter(([, { tags: of = [] }]) =>
      of.includes(group.name),
    );
    return own.length === 0 ? [] : [[path, Object.fromEntries(own)] as const];
  });
  const { schemas } = whole.components;
  const document = {
    ...whole,
    tags: [group],
    paths: Object.fromEntries(paths),
    components: { ...whole.components, schemas: { ...schemas } },
  };
  dropUnused(document);
  return document;
}
