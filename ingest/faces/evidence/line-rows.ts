import { type PrintedStatement, printedLine } from "#registry/printed-lines.ts";
import {
  addsUp,
  needParts,
  notBeside,
  notWithin,
  otherThanLabel,
  readBackwards,
  type SummedStatement,
  signAsPrinted,
  toldByLabel,
  topmost,
} from "#registry/statement-sums.ts";
import type { Concept, Registry } from "#schemas/shapes/companies/concept.ts";
import { elementSides } from "../model/element-sides.ts";
import { type FaceRow, type FaceStatement, isTradeNotes, isWhole } from "./face.ts";
import type { PrintedTerm } from "./face-reading.ts";
import type { MappedConcept } from "./mapped-concepts.ts";
import { parentsOf, sideOfTotal, signsOf, weightInTotal } from "./row-signs.ts";
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
  /** The rows are another line, and this one only as long as no fact says otherwise. */
  mayYield?: boolean;
}

/** The rows of a statement, and what each stands below. */
export interface PlacedRows {
  kind: SummedStatement;
  rows: readonly FaceRow[];
  rowsByTag: ReadonlyMap<string, FaceRow>;
  parentOf: ReadonlyMap<FaceRow, FaceRow>;
  /** Whether the filed sign of a row is turned, of the rows of which the statement tells it. */
  turned: ReadonlyMap<FaceRow, boolean>;
  /** The side of the books of an element; null where nothing tells it. */
  sideOf(row: FaceRow): FaceRow["balance"];
  /** Accession number of the filing. */
  filing: string;
  /** Whether an active concept maps the element of the row. */
  isMapped(row: FaceRow): boolean;
  /** The tag that the facts of a row stand under. */
  tagOf(row: FaceRow): string;
  /** By snakeKey of the line that its label says, the rows of elements that nothing maps. */
  named: ReadonlyMap<string, readonly FaceRow[]>;
}

const printedStatementOf: Record<SummedStatement, PrintedStatement> = {
  income: "IS",
  balance: "BS",
  cash_flow: "CF",
};

/** Arranges the rows of a statement of a filing. */
export function placeRows(
  filing: string,
  { kind, rows }: Pick<FaceStatement, "kind" | "rows">,
  registry: Registry,
): PlacedRows {
  const { tags: mapped } = registry;
  const sides = elementSides(registry);
  const sideByLabel = (row: FaceRow) => sideOfTotal(registry, printedStatementOf[kind], row);
  const parentOf = parentsOf(rows);
  const own = rows.filter(({ balanceAt }) => !balanceAt);
  const tagOf = ({ tag }: FaceRow) => takenUp(tag, mapped);
  const isMapped = (row: FaceRow) => mapped.has(tagOf(row));
  const named = Map.groupBy(
    own.filter((row) => !isMapped(row)),
    ({ label }) => printedLine(printedStatementOf[kind], label) ?? "",
  );
  const rowsByTag = new Map<string, FaceRow>();
  for (const row of own)
    if (!rowsByTag.has(tagOf(row)) && !isTradeNotes(rows, row)) rowsByTag.set(tagOf(row), row);
  const sideOf = (row: FaceRow) => row.balance ?? sides.get(tagOf(row)) ?? sideByLabel(row);
  const turned = signsOf({ kind, rows }, parentOf, sideOf);
  return { kind, rows, rowsByTag, parentOf, turned, named, filing, isMapped, tagOf, sideOf };
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
export function rowsOfLine(placed: PlacedRows, line: MappedConcept): LineRow[] {
  const { concept, mappings } = line;
  const isTotal = needParts.has(concept.snakeKey);
  const mapped = ownRows(concept, mappedRows(placed, concept, mappings)).filter(
    ({ row }) => !isTotal || isWhole(row),
  );
  const named = namedRows(placed, line);
  const total = named.find(({ row }) => isTotalOf(placed, row, mapped));
  if (total) return [total];
  if (!addsUp.has(concept.snakeKey)) return onlyOne(placed, concept, mapped, named);
  return siblings(placed, concept, [...mapped, ...named]);
}

/**
 * The best of the mapped rows; a label tells a line only where no other has it. Of some lines the best is the row that the fewest totals hold: a
 * utility's plant, and not the other property among its investments (Entergy).
 */
function onlyOne(
  placed: PlacedRows,
  { snakeKey }: Concept,
  mapped: readonly LineRow[],
  named: readonly LineRow[],
): LineRow[] {
  const [first] = mapped;
  if (!first) return named.length > 1 ? [] : [...named];
  if (!topmost.has(snakeKey) || mapped.length === 1) return [first];
  const depthOf = ({ row }: LineRow) => totalsAbove(placed, row).length;
  const alike = mapped.filter((one) => one.term.mapping?.scope === first.term.mapping?.scope);
  return [alike.reduce((best, one) => (depthOf(one) < depthOf(best) ? one : best), first)];
}

/**
 * The rows of the mapped tags, in the order of the mappings. Parts of another row of them are left out. So are wider totals with an exact
 * row in them: cash with short-term investments, where cash is printed.
 */
function mappedRows(
  placed: PlacedRows,
  concept: Concept,
  mappings: MappedConcept["mappings"],
): LineRow[] {
  const found: LineRow[] = [];
  for (const { tag, mapping, rank } of mappings) {
    const row = placed.rowsByTag.get(tag);
    if (!row || found.some((one) => one.row === row)) continue;
    const sign = signIn(placed, concept, row);
    const members = row.members ?? [];
    found.push({ row, term: { weight: mapping.sign, tag, mapping, rank, members, ...sign } });
  }
  if (found.length < 2) return found;
  const exact = found.filter(isExact).map(({ row }) => row);
  const holds = new Set(exact.flatMap((row) => totalsAbove(placed, row)));
  const kept = found.filter((one) => isExact(one) || !holds.has(one.row));
  const rows = new Set(kept.map(({ row }) => row));
  return kept.filter(({ row }) => !totalsAbove(placed, row).some((above) => rows.has(above)));
}

/** Without rows whose label says that they are another line, as long as others are there. */
function ownRows({ snakeKey }: Concept, found: readonly LineRow[]): readonly LineRow[] {
  const own = found.filter(({ row }) => notBeside[snakeKey]?.test(row.label) !== true);
  return own.length > 0 ? own : found;
}

const isExact = ({ term }: LineRow) => term.mapping?.scope === "exact";

function signIn(
  { turned, filing }: PlacedRows,
  { snakeKey }: Concept,
  row: FaceRow,
): Pick<PrintedTerm, "sign"> {
  if (readBackwards.has(snakeKey)) return {};
  const isTurned =
    turned.get(row) ?? (signAsPrinted.has(snakeKey) ? isTurnedAsPrinted(row) : undefined);
  return isTurned === undefined ? {} : { sign: { filing, isTurned } };
}

/** A statement of cash flows prints what comes in: an element of the debit side as it is filed, any gain taken off. */
const isTurnedAsPrinted = ({ balance, isNegated }: FaceRow): boolean =>
  (balance === "credit") !== (isNegated === true);

/**
 * Rows of elements that nothing maps whose label says that they are the line, and that are on its side of the books. A subtotal
 * has to have parts. On an income statement a label names only lines of the template: interest income of a bank is its revenue.
 */
function namedRows(placed: PlacedRows, { concept, isApplicable }: MappedConcept): LineRow[] {
  const { kind, named } = placed;
  const isTold = toldByLabel.has(concept.snakeKey) && (isApplicable || kind !== "income");
  const rows = isTold ? (named.get(concept.snakeKey) ?? []) : [];
  return rows.flatMap((row) => {
    if (concept.role !== "reported" && !isWhole(row)) return [];
    if (otherThanLabel[concept.snakeKey]?.test(row.tag)) return [];
    if (totalsAbove(placed, row).some(({ tag }) => notWithin[concept.snakeKey]?.test(tag)))
      return [];
    const isOther =
      concept.balance !== null && row.balance !== null && concept.balance !== row.balance;
    if (isOther && kind !== "cash_flow") return [];
    return [{ row, term: unmappedTerm(placed, row, weightOfName(placed, concept, row)) }];
  });
}

/**
 * By the side of the books that the amount is on, turned where the statement shows that it was filed so; without a total that tells, a flow of
 * cash counts as printed. Where the filing does not carry the side of an element, its total tells it (Public Storage 2021: a redemption
 * of preferred shares, 28.9 million), and an amount of a line that knows no negative ones is as filed.
 */
function weightOfName(placed: PlacedRows, concept: Concept, row: FaceRow): number {
  const { kind } = placed;
  const { balance } = concept;
  const printed = row.isNegated ? -1 : 1;
  const { sign } = signIn(placed, concept, row);
  if (sign && balance !== null) return (balance === placed.sideOf(row)) === sign.isTurned ? -1 : 1;
  if (kind === "cash_flow") return balance === "credit" ? -printed : printed;
  if (balance === null) return printed;
  if (row.balance !== null) return balance === row.balance ? 1 : -1;
  return weightInTotal(placed, row, balance) ?? (concept.nonNegative ? 1 : printed);
}

/** Whether all rows of the line stand below the row, and no other line is taken off them: interest expense less interest income is no expense. */
function isTotalOf(placed: PlacedRows, total: FaceRow, parts: readonly LineRow[]): boolean {
  const isHolding =
    parts.length > 0 && parts.every((part) => totalsAbove(placed, part.row).includes(total));
  if (!isHolding) return false;
  const isPart = (row: FaceRow) => parts.some((part) => part.row === row);
  const leaves = leavesOf(placed, total, isPart);
  const own = leaves.find(({ row }) => isPart(row))?.weight;
  return leaves.every(({ row, weight }) => weight === own || !isOfLine(placed, row));
}

/** Whether an element or a label that lines are told by says that the row is a line. */
const isOfLine = ({ isMapped, named }: PlacedRows, row: FaceRow): boolean =>
  isMapped(row) ||
  named.entries().some(([key, rows]) => toldByLabel.has(key) && rows.includes(row));

/**
 * The rows that have the same total as the first row. A first row without a total stands alone, or with the other parts of its sum group:
 * costs of goods and of services (General Electric). Lines in `signAsPrinted` take all rows without a total, because the printed sign says
 * how each counts.
 */
function siblings(
  { parentOf }: PlacedRows,
  { snakeKey }: Concept,
  found: readonly LineRow[],
): LineRow[] {
  const [first] = found;
  if (!first) return [];
  const parent = parentOf.get(first.row);
  const alike = found.filter(({ row }) => parentOf.get(row) === parent);
  if (parent !== undefined || signAsPrinted.has(snakeKey)) return alike;
  const group = first.term.mapping?.sumGroup ?? null;
  return alike.filter((one) => one === first || inGroup(one, group));
}

const inGroup = ({ term }: LineRow, group: string | null): boolean =>
  group !== null && term.mapping?.sumGroup === group;

/** A row below a total, and how it counts in it as filed. */
export interface WeightedRow {
  row: FaceRow;
  weight: number;
}

/** The rows that a row is the total of; none for a row that is no total. */
export const partsOf = (
  { rows }: Pick<PlacedRows, "rows">,
  { parts = [] }: FaceRow,
): WeightedRow[] =>
  parts.flatMap(([place, weight]) => {
    const row = rows[place];
    return row ? [{ row, weight }] : [];
  });

/** The rows below a total that have no parts that add up to them, or that `isTaken` takes with all that stands below them. */
export function leavesOf(
  placed: Pick<PlacedRows, "rows">,
  total: FaceRow,
  isTaken: (row: FaceRow) => boolean,
): WeightedRow[] {
  return partsOf(placed, total).flatMap((part) => {
    if (!isWhole(part.row) || isTaken(part.row)) return [part];
    const leaves = leavesOf(placed, part.row, isTaken);
    return leaves.map(({ row, weight }) => ({ row, weight: part.weight * weight }));
  });
}

/** A row of which no mapping says how it counts. */
export const unmappedTerm = (
  { tagOf }: Pick<PlacedRows, "tagOf">,
  row: FaceRow,
  weight: number,
): PrintedTerm => ({
  weight,
  tag: tagOf(row),
  mapping: null,
  rank: null,
  members: row.members ?? [],
});
