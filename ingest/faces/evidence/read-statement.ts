import { allCosts, statementTotals } from "#registry/statement-sums.ts";
import type { Registry } from "#schemas/shapes/companies/concept.ts";
import type { Template } from "#schemas/shapes/companies/statement.ts";
import { withAttribution } from "./attribution.ts";
import type { Face, FaceStatement } from "./face.ts";
import type { PrintedLine, StatementReading } from "./face-reading.ts";
import {
  type FoundLine,
  type PlacedRows,
  placeRows,
  rowsOfLine,
  totalsAbove,
} from "./line-rows.ts";
import { type MappedConcept, mappedConcepts } from "./mapped-concepts.ts";
import { withOperatingIncome } from "./operating-income.ts";
import { debtLines } from "./printed-debt.ts";
import { sumsOf, totalsAlone } from "./printed-sums.ts";
import { withTaxPlace } from "./tax-place.ts";

/** What a statement says of the lines of a template: see `StatementReading`. */
export function readStatement(
  face: Face,
  statement: FaceStatement,
  registry: Registry,
  template: Template,
): StatementReading {
  const { kind } = statement;
  const placed = placeRows(face.accession, statement, registry);
  const concepts = mappedConcepts(registry, template);
  const found = new Map<string, FoundLine>();
  for (const mapped of concepts[kind]) {
    const own = rowsOfLine(placed, mapped);
    if (own.length > 0) found.set(mapped.concept.snakeKey, { mapped, rows: own });
  }
  if (kind === "income") tellCostsApart(placed, found, concepts.income);
  if (kind === "income") withTaxPlace(placed, found, concepts.income);
  withAttribution(placed, found, concepts[kind]);
  if (kind === "income") withOperatingIncome(placed, found, concepts.income);
  const lines = new Map<string, PrintedLine>(
    [...found].map(([key, line]) => [key, lineOf(placed, line, found)]),
  );
  for (const [key, line] of debtLines(placed, found, concepts.balance)) lines.set(key, line);
  const sums = sumsOf(placed, found, concepts);
  return { tags: tagsOf(face), lines, sums, alone: totalsAlone(placed, found, concepts) };
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

/** Lines that may hold others, rather than totals of the statement. */
const mayHold = ({ mapped: { concept } }: FoundLine) =>
  concept.role === "reported" && !statementTotals.has(concept.snakeKey);

function lineOf(
  placed: PlacedRows,
  { rows, isDerived = false, mayYield = false }: FoundLine,
  found: ReadonlyMap<string, FoundLine>,
): PrintedLine {
  const [first] = rows;
  const above = rows.length === 1 && first ? totalsAbove(placed, first.row) : [];
  const holder = found.entries().find(([, line]) => {
    return mayHold(line) && line.rows.some(({ row }) => above.includes(row));
  });
  return { terms: rows.map(({ term }) => term), within: holder?.[0] ?? null, isDerived, mayYield };
}
