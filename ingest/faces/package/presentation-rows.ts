import { entry } from "../../facts/entry.ts";
import type { Relation } from "./networks.ts";

/** A row of a role's presentation, before values: headings, tables, axes and members are rows as well. */
export interface PresentationRow {
  element: string;
  depth: number;
  preferredLabel: string | null;
  hasChildren: boolean;
  /** The nearest axis above; null outside of axes. */
  axis: string | null;
}

/** No statement has that many. */
const rowsMax = 20_000;
const depthMax = 60;

/**
 * The rows of a role from the top down. A row that stands below itself is left out, and so is a role that has no top,
 * with a reason in `problems`.
 */
export function presentationRows(
  role: string,
  relations: readonly Relation[],
  problems: string[],
): PresentationRow[] {
  const children = new Map<string, Relation[]>();
  for (const relation of relations) entry(children, relation.from, () => []).push(relation);
  const below = new Set(relations.filter(({ from, to }) => from !== to).map(({ to }) => to));
  const tops = [...children.keys()].filter((name) => !below.has(name));
  const rows: PresentationRow[] = [];
  const path = new Set<string>();
  let goesInCircles = tops.length === 0 && relations.length > 0;

  function visit(element: string, preferredLabel: string | null, axis: string | null): void {
    if (path.has(element)) {
      goesInCircles = true;
      return;
    }
    if (rows.length >= rowsMax || path.size > depthMax) return;
    const own = children.get(element) ?? [];
    const depth = path.size;
    rows.push({ element, depth, preferredLabel, hasChildren: own.length > 0, axis });
    path.add(element);
    const inner = isAxis(element) ? element : axis;
    for (const { to, preferredLabel: label } of own) visit(to, label, inner);
    path.delete(element);
  }
  for (const top of tops) visit(top, null, null);
  if (goesInCircles) problems.push(`the presentation of ${role.slice(0, 200)} goes in circles`);
  if (rows.length >= rowsMax) problems.push(`${role.slice(0, 200)} has too many rows`);
  return rows;
}

export function isAxis(element: string): boolean {
  return element.endsWith("Axis");
}
