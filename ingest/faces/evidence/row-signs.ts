import { type PrintedStatement, printedLine } from "#registry/printed-lines.ts";
import { statementTotals } from "#registry/statement-sums.ts";
import type { Registry } from "#schemas/shapes/companies/concept.ts";
import { type FaceRow, type FaceStatement, isWhole } from "./face.ts";

/** Where more of a total's rows than this seem to be turned, the total is no measure of them. */
const turnedMax = 0.75;

/**
 * The rows whose filed sign their statement tells, and whether it is turned: a row counts in the total below it by the side of the books that
 * both elements are on, unless it was filed with the wrong sign. Rows and totals without a side of the books are left out, and so are
 * totals that do not add up. A total of cash flows counts what comes in, also where its element has no side.
 */
export function signsOf(
  { kind, rows }: Pick<FaceStatement, "kind" | "rows">,
  parentOf: ReadonlyMap<FaceRow, FaceRow>,
  sideOf: (row: FaceRow) => FaceRow["balance"],
): Map<FaceRow, boolean> {
  const turned = new Map<FaceRow, boolean>();
  // Totals stand below their parts: the last are known first.
  for (const total of [...rows].reverse()) {
    const side = sideOf(total) ?? (kind === "cash_flow" ? "debit" : null);
    if (side === null || !isWhole(total)) continue;
    const own = turned.get(total) ? -1 : 1;
    const parts = (total.parts ?? []).flatMap(([place, weight]) => {
      const row = rows[place];
      const rowSide = row ? sideOf(row) : null;
      if (!row || rowSide === null || parentOf.get(row) !== total) return [];
      const meant = own * (rowSide === side ? 1 : -1);
      return [{ row, isTurned: weight !== meant }];
    });
    const count = parts.filter(({ isTurned }) => isTurned).length;
    if (count > turnedMax * parts.length) continue;
    for (const { row, isTurned } of parts) turned.set(row, isTurned);
  }
  return turned;
}

/** The side of a total of the filer's own element: that of the line that its label says (Yum: income before taxes). Null for others. */
export function sideOfTotal(
  { bySnakeKey }: Registry,
  statement: PrintedStatement,
  row: FaceRow,
): FaceRow["balance"] {
  const line = isWhole(row) ? printedLine(statement, row.label) : null;
  return line !== null && statementTotals.has(line)
    ? (bySnakeKey.get(line)?.balance ?? null)
    : null;
}

/** The rows of a statement with what their totals and signs are. */
interface SignedRows {
  rows: readonly FaceRow[];
  parentOf: ReadonlyMap<FaceRow, FaceRow>;
  turned: ReadonlyMap<FaceRow, boolean>;
  sideOf(row: FaceRow): FaceRow["balance"];
}

/** How a row of no known side counts on a side, by its total: what is taken off net income is a debit. Null without a total that tells. */
export function weightInTotal(
  { rows, parentOf, turned, sideOf }: SignedRows,
  row: FaceRow,
  side: NonNullable<FaceRow["balance"]>,
): number | null {
  const total = parentOf.get(row);
  const ofTotal = total ? sideOf(total) : null;
  const [, weight] = total?.parts?.find(([place]) => rows[place] === row) ?? [];
  if (!total || ofTotal === null || weight === undefined) return null;
  const asMeant = turned.get(total) ? -weight : weight;
  return ofTotal === side ? asMeant : -asMeant;
}

/** The total of each row that has one, the first where there are several. */
export function parentsOf(rows: readonly FaceRow[]): ReadonlyMap<FaceRow, FaceRow> {
  const parentOf = new Map<FaceRow, FaceRow>();
  for (const row of rows)
    for (const [place] of row.parts ?? []) {
      const part = rows[place];
      if (part && !parentOf.has(part)) parentOf.set(part, row);
    }
  return parentOf;
}
