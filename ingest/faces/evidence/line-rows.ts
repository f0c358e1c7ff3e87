import { type PrintedStatement, printedLine } from "#registry/printed-lines.ts";
import { addsUp, needParts, type SummedStatement, toldByLabel } from "#registry/statement-sums.ts";
import type { Concept } from "#schemas/shapes/companies/concept.ts";
import type { FaceRow } from "./face.ts";
import type { PrintedTerm } from "./face-reading.ts";
import type { MappedConcept } from "./mapped-concepts.ts";
import { takenUp } from "./taken-up.ts";

/** A printed row that a line is, or is a part of. */
export interface LineRow {
  row: FaceRow;
  term: PrintedTerm;
}

/** A line with the rows that it is. */
export interface FoundLine {
  mapped: MappedConcept;
  rows: readonly LineRow[];
  /** The statement prints the rows, and not the line itself. */
  isDerived?: boolean;
}

/** The rows of a statement, and what each stands below. */
export interface PlacedRows {
  kind: SummedStatement;
  rows: readonly FaceRow[];
  rowsByTag: ReadonlyMap<string, FaceRow>;
  parentOf: ReadonlyMap<FaceRow, FaceRow>;
  /** By snakeKey of the line that its label says, the rows of elements that nothing maps. */
  named: ReadonlyMap<string, readonly FaceRow[]>;
}

const printedStatementOf: Record<SummedStatement, PrintedStatement> = {
  income: "IS",
  balance: "BS",
  cash_flow: "CF",
};

/** Whether the row is a total that its parts add up to. */
export const isWhole = ({ parts, isShort }: FaceRow): boolean =>
  parts !== undefined && isShort === undefined;

/** Arranges the rows of a statement. `mapped` are the tags that any active concept maps. */
export function placeRows(
  kind: SummedStatement,
  rows: readonly FaceRow[],
  mapped: ReadonlySet<string>,
): PlacedRows {
  const parentOf = new Map<FaceRow, FaceRow>();
  for (const row of rows)
    for (const [place] of row.parts ?? []) {
      const part = rows[place];
      if (part && !parentOf.has(part)) parentOf.set(part, row);
    }
  const own = rows.filter(({ balanceAt }) => !balanceAt);
  const named = Map.groupBy(
    own.filter(({ tag }) => !mapped.has(takenUp(tag, mapped))),
    ({ label }) => printedLine(printedStatementOf[kind], label) ?? "",
  );
  const rowsByTag = new Map<string, FaceRow>();
  for (const row of own) {
    const tag = takenUp(row.tag, mapped);
    if (!rowsByTag.has(tag)) rowsByTag.set(tag, row);
  }
  return { kind, rows, rowsByTag, parentOf, named };
}

/** The totals above a row, the nearest first. */
export function totalsAbove({ parentOf }: Pick<PlacedRows, "parentOf">, row: FaceRow): FaceRow[] {
  const above: FaceRow[] = [];
  for (let at = parentOf.get(row); at && !above.includes(at); at = parentOf.get(at)) above.push(at);
  return above;
}

/**
 * The printed rows that a line is: those of its elements, the topmost of rows that stand below each other; or the row whose label says
 * so and that all of them stand below. Several rows of one total add up where the line is all of them together. Empty where the
 * statement does not print the line.
 */
export function rowsOfLine(placed: PlacedRows, { concept, mappings }: MappedConcept): LineRow[] {
  const isTotal = needParts.has(concept.snakeKey);
  const mapped = mappedRows(placed, mappings).filter(({ row }) => !isTotal || isWhole(row));
  const named = namedRows(placed, concept);
  const total = named.find(({ row }) => isTotalOf(placed, row, mapped));
  if (total) return [total];
  if (!addsUp.has(concept.snakeKey)) return onlyOne(mapped, named);
  return siblings(placed, [...mapped, ...named]);
}

/** The best of the mapped rows; a label tells a line only where no other has it. */
const onlyOne = (mapped: readonly LineRow[], named: readonly LineRow[]): LineRow[] =>
  mapped.length === 0 && named.length > 1 ? [] : [...mapped, ...named].slice(0, 1);

/** In the order of the mappings, without rows that stand below another one of them. */
function mappedRows(placed: PlacedRows, mappings: MappedConcept["mappings"]): LineRow[] {
  const found: LineRow[] = [];
  for (const { tag, mapping, rank } of mappings) {
    const row = placed.rowsByTag.get(tag);
    if (!row || found.some((one) => one.row === row)) continue;
    const term = { weight: mapping.sign, tag, mapping, rank, members: row.members ?? [] };
    found.push({ row, term });
  }
  if (found.length < 2) return found;
  const rows = new Set(found.map(({ row }) => row));
  return found.filter(({ row }) => !totalsAbove(placed, row).some((above) => rows.has(above)));
}

/**
 * Rows of elements that nothing maps whose label says that they are the line, and that are on its side of the books. A subtotal
 * has to have parts.
 */
function namedRows({ kind, named }: PlacedRows, concept: Concept): LineRow[] {
  const rows = toldByLabel.has(concept.snakeKey) ? (named.get(concept.snakeKey) ?? []) : [];
  return rows.flatMap((row) => {
    if (concept.role !== "reported" && !isWhole(row)) return [];
    const isOther =
      concept.balance !== null && row.balance !== null && concept.balance !== row.balance;
    if (isOther && kind !== "cash_flow") return [];
    return [{ row, term: unmappedTerm(row, weightOfName(concept, kind, row)) }];
  });
}

/** A flow of cash counts as printed, other amounts by the side of the books that they are on. */
function weightOfName({ balance }: Concept, kind: SummedStatement, row: FaceRow): number {
  const printed = row.isNegated ? -1 : 1;
  if (kind === "cash_flow") return balance === "credit" ? -printed : printed;
  if (balance === null || row.balance === null) return printed;
  return balance === row.balance ? 1 : -1;
}

/** Whether all rows of the line stand below the row. */
function isTotalOf(placed: PlacedRows, row: FaceRow, parts: readonly LineRow[]): boolean {
  return parts.length > 0 && parts.every((part) => totalsAbove(placed, part.row).includes(row));
}

/** The rows that stand below the same total as the first. */
function siblings({ parentOf }: PlacedRows, found: readonly LineRow[]): LineRow[] {
  const [first] = found;
  if (!first) return [];
  const parent = parentOf.get(first.row);
  if (parent === undefined) return [first];
  return found.filter(({ row }) => parentOf.get(row) === parent);
}

/** A row below a total, and how it counts in it as filed. */
export interface WeightedRow {
  row: FaceRow;
  weight: number;
}

/** The rows below a total that have no parts that add up to them, or that `isTaken` takes with all that stands below them. */
export function leavesOf(
  { rows }: Pick<PlacedRows, "rows">,
  total: FaceRow,
  isTaken: (row: FaceRow) => boolean,
): WeightedRow[] {
  const partsOf = ({ row, weight }: WeightedRow): WeightedRow[] =>
    (row.parts ?? []).flatMap(([place, own]) => {
      const part = rows[place];
      return part ? leavesBelow({ row: part, weight: weight * own }) : [];
    });
  const leavesBelow = (at: WeightedRow): WeightedRow[] =>
    isWhole(at.row) && !isTaken(at.row) ? partsOf(at) : [at];
  return partsOf({ row: total, weight: 1 });
}

/** A row of which no mapping says how it counts. */
export const unmappedTerm = ({ tag, members = [] }: FaceRow, weight: number): PrintedTerm => ({
  weight,
  tag,
  mapping: null,
  rank: null,
  members,
});
