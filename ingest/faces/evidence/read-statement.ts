import { allCosts, statementSums } from "#registry/statement-sums.ts";
import type { Registry } from "#schemas/shapes/companies/concept.ts";
import type { Template } from "#schemas/shapes/companies/statement.ts";
import type { Face, FaceRow, FaceStatement } from "./face.ts";
import type { PrintedLine, PrintedSum, PrintedTerm, StatementReading } from "./face-reading.ts";
import {
  type FoundLine,
  type LineRow,
  leavesOf,
  type PlacedRows,
  placeRows,
  rowsOfLine,
  totalsAbove,
  unmappedTerm,
} from "./line-rows.ts";
import { type MappedConcept, mappedConcepts } from "./mapped-concepts.ts";
import { withOperatingIncome } from "./operating-income.ts";

/** What a statement says of the lines of a template: see `StatementReading`. */
export function readStatement(
  face: Face,
  { kind, columns, rows }: FaceStatement,
  registry: Registry,
  template: Template,
): StatementReading {
  const placed = placeRows(kind, rows, registry.tags);
  const concepts = mappedConcepts(registry, template);
  const found = new Map<string, FoundLine>();
  for (const mapped of concepts[kind]) {
    const own = rowsOfLine(placed, mapped);
    if (own.length > 0) found.set(mapped.concept.snakeKey, { mapped, rows: own });
  }
  if (kind === "income") tellCostsApart(placed, found, concepts.income);
  if (kind === "income") withOperatingIncome(placed, found, concepts.income);
  const lines = new Map([...found].map(([key, line]) => [key, lineOf(placed, line, found)]));
  if (kind === "cash_flow") addNetIncome(placed, found, concepts.income);
  const { accession, filed } = face;
  return {
    accession,
    filed,
    kind,
    columns,
    tags: tagsOf(face),
    lines,
    sums: sumsOf(placed, found),
  };
}

const printedTags = new WeakMap<Face, ReadonlySet<string>>();

function tagsOf(face: Face): ReadonlySet<string> {
  let tags = printedTags.get(face);
  if (!tags) {
    const rows = face.statements.flatMap((statement) => statement.rows);
    tags = new Set([...face.elsewhere, ...rows.map(({ tag }) => tag)]);
    printedTags.set(face, tags);
  }
  return tags;
}

/** Operating expenses that hold the cost of revenue are all costs. */
function tellCostsApart(
  placed: PlacedRows,
  found: Map<string, FoundLine>,
  concepts: readonly MappedConcept[],
): void {
  const { whole, part, inside } = allCosts;
  const total = found.get(part);
  const cost = found.get(inside)?.rows[0];
  if (!total || !cost) return;
  const above = totalsAbove(placed, cost.row);
  if (!total.rows.some(({ row }) => above.includes(row))) return;
  found.delete(part);
  const mapped = concepts.find(({ concept }) => concept.snakeKey === whole);
  if (mapped && !found.has(whole)) found.set(whole, { mapped, rows: total.rows });
}

const isTotalLine: ReadonlySet<string> = new Set(statementSums.map(({ total }) => total));

/** Lines that may hold others, rather than totals of the statement. */
const mayHold = ({ mapped: { concept } }: FoundLine) =>
  concept.role === "reported" && !isTotalLine.has(concept.snakeKey);

function lineOf(
  placed: PlacedRows,
  { rows }: FoundLine,
  found: ReadonlyMap<string, FoundLine>,
): PrintedLine {
  const [first] = rows;
  const above = rows.length === 1 && first ? totalsAbove(placed, first.row) : [];
  const holder = found.entries().find(([, line]) => {
    return mayHold(line) && line.rows.some(({ row }) => above.includes(row));
  });
  return { terms: rows.map(({ term }) => term), within: holder?.[0] ?? null };
}

const firstOfCashFlow = ["net_income_consolidated", "net_income"];

/** The income that a cash flow statement begins with is a part of its first total. */
function addNetIncome(
  placed: PlacedRows,
  found: Map<string, FoundLine>,
  income: readonly MappedConcept[],
): void {
  for (const mapped of income) {
    if (!firstOfCashFlow.includes(mapped.concept.snakeKey)) continue;
    const rows = rowsOfLine(placed, mapped);
    if (rows.length > 0) found.set(mapped.concept.snakeKey, { mapped, rows });
  }
}

interface LineAt {
  key: string;
  weight: number;
  /** The line stands for all rows below it. */
  isWhole: boolean;
}

/** The totals that are printed and whose rows add up to them. */
function sumsOf(
  placed: PlacedRows,
  found: ReadonlyMap<string, FoundLine>,
): Map<string, PrintedSum> {
  const lineAt = lineAtRows(found);
  const sums = new Map<string, PrintedSum>();
  for (const { statement, total } of statementSums) {
    const own = statement === placed.kind ? (found.get(total)?.rows ?? []) : [];
    const [only] = own;
    if (own.length === 1 && only?.row.parts) sums.set(total, sumOf(placed, only, lineAt));
  }
  return sums;
}

/** The line of each row; of several one that stands for all rows below it. */
function lineAtRows(found: ReadonlyMap<string, FoundLine>): Map<FaceRow, LineAt> {
  const lineAt = new Map<FaceRow, LineAt>();
  for (const [key, line] of found) {
    const isWhole = mayHold(line) || isTotalLine.has(key);
    for (const { row, term } of line.rows) {
      const isBetter = !lineAt.has(row) || (isWhole && !lineAt.get(row)?.isWhole);
      if (isBetter) lineAt.set(row, { key, weight: term.weight, isWhole });
    }
  }
  return lineAt;
}

/** The rows below a total down to those that are lines of their own, or that have nothing below them. */
function sumOf(
  placed: PlacedRows,
  { row: total, term }: LineRow,
  lineAt: ReadonlyMap<FaceRow, LineAt>,
): PrintedSum {
  const parts = new Map<string, number>();
  const rest: PrintedTerm[] = [];
  const isOwn = (row: FaceRow) => lineAt.get(row)?.isWhole === true;
  for (const { row, weight } of leavesOf(placed, total, isOwn)) {
    const line = lineAt.get(row);
    if (line) parts.set(line.key, term.weight * weight * line.weight);
    else rest.push(unmappedTerm(row, term.weight * weight));
  }
  return { parts: [...parts], rest };
}
