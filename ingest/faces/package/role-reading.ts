import { entry } from "../../facts/entry.ts";
import type { InstanceCell, InstanceCells } from "./instance-cells.ts";
import type { Relation } from "./networks.ts";
import { isAxis, type PresentationRow, presentationRows } from "./presentation-rows.ts";
import { type StatementRole, statementRole } from "./statement-roles.ts";

/** A role of the presentation with the facts that its elements and members allow. */
export interface RoleReading {
  uri: string;
  role: StatementRole;
  rows: PresentationRow[];
  /** Members by axis; without any for a typed axis, where all are allowed. */
  axes: Map<string, Set<string>>;
  cellsOf(element: string): InstanceCell[];
}

export function readRole(
  uri: string,
  definition: string | null,
  relations: readonly Relation[],
  { values }: InstanceCells,
  problems: string[],
): RoleReading {
  const rows = presentationRows(uri, relations, problems);
  const elements = new Set(rows.map(({ element }) => element));
  const axes = new Map<string, Set<string>>();
  for (const { element, axis } of rows) {
    if (isAxis(element)) entry(axes, element, () => new Set<string>());
    else if (axis !== null) entry(axes, axis, () => new Set<string>()).add(element);
  }
  const isAllowed = ({ dimensions }: InstanceCell) =>
    dimensions.every(({ axis, member }) => {
      const members = axes.get(axis);
      return members !== undefined && (members.size === 0 || members.has(member));
    });
  const role = statementRole(uri, definition, elements);
  // Texts of notes are prose.
  const isShown = ({ value }: InstanceCell) => role.kind !== "other" || value.unit !== null;
  const cells = new Map<string, InstanceCell[]>();
  const cellsOf = (element: string) =>
    entry(cells, element, () =>
      (values.get(element) ?? []).filter((cell) => isShown(cell) && isAllowed(cell)),
    );
  return { uri, role, rows, axes, cellsOf };
}

/** The rows that are printed: what has facts, and headings above it. Tables, axes and members are layout. */
export function printedRows(
  { rows, cellsOf }: RoleReading,
  { nil }: InstanceCells,
): { row: PresentationRow; isHeading: boolean; depth: number }[] {
  const isKept = rows.map(({ element }) => cellsOf(element).length > 0 || nil.has(element));
  const kept: { row: PresentationRow; isHeading: boolean; depth: number }[] = [];
  /** Depths of the printed rows above. */
  const above: number[] = [];
  rows.forEach((row, place) => {
    while (above.length > 0 && (above.at(-1) ?? 0) >= row.depth) above.pop();
    if (row.axis !== null || isLayout(row)) return;
    const hasFacts = isKept[place] === true;
    if (!hasFacts && !hasPrintedBelow(rows, place, isKept)) return;
    kept.push({ row, isHeading: !hasFacts, depth: above.length });
    above.push(row.depth);
  });
  return kept;
}

/** The top of a role is its name; "Table" and "LineItems" only hold what is in them. */
function isLayout({ element, depth, hasChildren }: PresentationRow): boolean {
  if (isAxis(element) || /(?:Table|LineItems|Domain|Member)$/.test(element)) return true;
  return depth === 0 && hasChildren && element.endsWith("Abstract");
}

function hasPrintedBelow(
  rows: readonly PresentationRow[],
  place: number,
  isKept: readonly boolean[],
): boolean {
  const depth = rows[place]?.depth ?? 0;
  for (let below = place + 1; below < rows.length; below += 1) {
    const row = rows[below];
    if (!row || row.depth <= depth) return false;
    if (isKept[below] && row.axis === null) return true;
  }
  return false;
}

/** In the order of their definitions' numbers, then of the linkbase. */
export function inFiledOrder(readings: readonly RoleReading[]): RoleReading[] {
  const numberOf = ({ role }: RoleReading) => role.number ?? Number.POSITIVE_INFINITY;
  return [...readings].sort((a, b) => {
    const [left, right] = [numberOf(a), numberOf(b)];
    return left === right ? 0 : left - right;
  });
}
