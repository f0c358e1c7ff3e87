import type { FiledLine, FiledStatement } from "#schemas/shapes/companies/filed-report.ts";
import type { LabelRoles } from "./label-roles.ts";
import type { Names } from "./names.ts";

export interface PresentationArc {
  from: string;
  to: string;
  order: number;
  preferredLabel: string | null;
}

const table = "us-gaap:StatementTable";
const lineItems = "us-gaap:StatementLineItems";

/** The relations of a statement: a table with its axes and their members, and the lines by their depth. */
export function presentationArcs(
  statement: FiledStatement | null,
  names: Names,
  labels: LabelRoles,
): PresentationArc[] {
  const children = new Map<string, Child[]>();
  const add = (from: string, child: Child) =>
    children.set(from, [...(children.get(from) ?? []), child]);
  for (const [axis, members] of membersOf(statement, names)) {
    add(table, { element: axis, preferredLabel: null });
    for (const element of members) add(axis, { element, preferredLabel: null });
  }
  add(table, { element: lineItems, preferredLabel: null });
  for (const [parent, below] of treeOf(rowsOf(statement), labels)) children.set(parent, below);
  return [...children].flatMap(([from, below]) =>
    below.map(({ element: to, preferredLabel }, place) => ({
      from,
      to,
      order: place + 1,
      preferredLabel,
    })),
  );
}

interface Child {
  element: string;
  preferredLabel: string | null;
}

/** A typed axis has no members. */
function membersOf(statement: FiledStatement | null, names: Names): Map<string, Set<string>> {
  const axes = new Map((statement?.axes ?? []).map((axis) => [axis, new Set<string>()]));
  for (const { dimensions } of statement?.lines ?? []) {
    for (const { axis, member } of dimensions) {
      if (names.isMember(member)) axes.get(axis)?.add(member);
    }
  }
  return axes;
}

/** The first line of each row. */
function rowsOf(statement: FiledStatement | null): FiledLine[] {
  const seen = new Set<number>();
  return (statement?.lines ?? []).filter(({ order }) => {
    const isNew = !seen.has(order);
    seen.add(order);
    return isNew;
  });
}

/** An element that stands at several places has the same rows below it at each, which are told once. */
function treeOf(rows: readonly FiledLine[], labels: LabelRoles): Map<string, Child[]> {
  const children = new Map<string, Child[]>([[lineItems, []]]);
  /** The element and the list of the open row of each depth. */
  const open: { element: string; list: Child[] }[] = [];
  const keep = ({ element, list }: { element: string; list: Child[] }) => {
    if (list.length > 0 && !children.has(element)) children.set(element, list);
  };
  for (const row of rows) {
    while (open.length > (row.depth ?? 0)) keep(open.pop() ?? { element: "", list: [] });
    const list = open.at(-1)?.list ?? children.get(lineItems);
    list?.push({ element: row.element, preferredLabel: labels.preferred(row) });
    open.push({ element: row.element, list: [] });
  }
  while (open.length > 0) keep(open.pop() ?? { element: "", list: [] });
  return children;
}
