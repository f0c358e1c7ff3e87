import * as decimal from "#schemas/decimal.ts";
import type { Concept } from "#schemas/shapes/companies/concept.ts";
import type { Operand } from "#schemas/shapes/companies/statement.ts";
import type { PrintedLine, PrintedSum, PrintedTerm } from "../../faces/evidence/face-reading.ts";
import type { PickedVersion } from "../../facts/history/versions.ts";
import { isOwnTaxonomy } from "../../facts/printed-facts.ts";
import type { Slot } from "../../periods/slots.ts";
import { type Cell, rulesBehind } from "../cells/cell.ts";
import { filedCell } from "../cells/filed-cell.ts";
import { unitOfConcept } from "../currency.ts";
import type { Evidence } from "../evidence/evidence.ts";

/**
 * The line at a slot as the sum of its printed rows; null where none of them has a value there. One row of a mapped element gives
 * what the element's mapping gives. `isWhole` asks for a value of every row.
 */
export function faceCell(
  evidence: Evidence,
  concept: Concept,
  { terms, within, isDerived }: PrintedLine,
  slot: Slot,
  isWhole = false,
): Cell | null {
  const cells = terms.flatMap((term) => termCell(evidence, concept, term, slot) ?? []);
  const [first] = cells;
  if (!first || (isWhole && cells.length < terms.length)) return null;
  const cell = cells.length === 1 ? first : sumOf(cells);
  const flags = [...(within === null ? [] : [`within:${within}`]), ...(isDerived ? [ofRows] : [])];
  return flags.length === 0 ? cell : withFlags(cell, flags);
}

/** The rows of a total that are no lines, added; nothing where there are none. */
export function restCell(
  evidence: Evidence,
  concept: Concept,
  { rest }: PrintedSum,
  slot: Slot,
): Cell {
  const cells = rest.flatMap((term) => termCell(evidence, concept, term, slot) ?? []);
  const [first] = cells;
  if (!first) return nothingLeft(evidence.currencies[slot >> 4] ?? "");
  return { ...(cells.length === 1 ? first : sumOf(cells)), isPrinted: true };
}

/** The sum of no rows. */
const nothingLeft = (unit: string): Cell => ({
  value: "0",
  unit,
  lineage: ["sum_of_tags"],
  tag: null,
  mapping: null,
  rank: null,
  picked: null,
  basis: null,
  quantum: 0,
  source: "regulator",
  flags: [],
  isPrinted: true,
});

/** The mark of a total that no statement prints, and that is made of the rows that it would have. */
const ofRows = "of_printed_rows";

const withFlags = (cell: Cell, flags: readonly string[]): Cell => ({
  ...cell,
  flags: [...new Set([...cell.flags, ...flags])],
});

/** What a flag says of one fact holds of a sum with it; which part of a line a tag measures does not. */
const isOfFact = (flag: string) => !flag.startsWith("scope:");

/** The sum of rows. Its tag names all of them, so that periods are compared only where the same rows make them. */
function sumOf(cells: readonly Cell[]): Cell {
  const [first] = cells as [Cell];
  const flags = new Set(cells.flatMap((cell) => cell.flags).filter(isOfFact));
  return {
    ...first,
    value: decimal.sum(cells.map(({ value }) => value)),
    lineage: [
      "sum_of_tags",
      ...cells.map(({ tag, value, lineage }): Operand => [1, tag ?? "", value, lineage]),
    ],
    tag: [...cells.map(({ tag }) => tag ?? "")].sort().join("+"),
    rank: null,
    picked: null,
    basis:
      cells.map(({ picked, basis }) => picked?.fact ?? basis).find((fact) => fact !== null) ?? null,
    quantum: Math.max(...cells.map(({ quantum }) => quantum)),
    flags: [...flags],
    ...rulesBehind(cells),
  };
}

/**
 * A printed row's own fact at the slot; where the filings state none of the company as a whole, the sum of its members'
 * facts. Null without either, and for an amount that the element's mapping asks to be positive and is not: net interest
 * that is an income is no expense (Nike), unless the statement takes it off (Yum).
 */
export function termCell(
  evidence: Evidence,
  concept: Concept,
  term: PrintedTerm,
  slot: Slot,
): Cell | null {
  const unit = unitOfConcept(concept, evidence.currencies[slot >> 4] ?? "");
  const series = evidence.facts.index.seriesOf(term.tag, unit);
  const picked = series ? evidence.facts.index.pickOf(series, slot) : null;
  if (!picked && term.members.length > 0) return memberCell(evidence, term, unit, slot);
  if (!series || !picked || picked.problem) return null;
  const { mapping, rank, tag, sign } = term;
  const isTurned = sign?.filing === picked.fact.accession ? sign.isTurned : undefined;
  const meant = picked.number * (mapping?.sign ?? 1) * (isTurned ? -1 : 1);
  if (mapping?.guards.some(({ kind }) => kind === "positive") && meant <= 0) return null;
  if (mapping && rank !== null)
    return filedCell(
      evidence,
      { concept, mapping, rank, tag, unit, series },
      picked,
      slot,
      isTurned,
    );
  return unsigned(concept, weighted(evidence, term, picked, unit, tag));
}

/** Filers state a flow of cash under an element of their own with either sign; one that is never negative is positive. */
function unsigned(concept: Concept, cell: Cell): Cell {
  const isFlow = concept.statement === "cash_flow_statement" && concept.nonNegative;
  if (!isFlow || !cell.value.startsWith("-")) return cell;
  const lineage: Cell["lineage"] = ["sign", [-1, cell.tag ?? "", cell.value, cell.lineage]];
  const flags = [...cell.flags, "sign_corrected"];
  return { ...cell, value: decimal.times(-1, cell.value), lineage, flags };
}

function memberCell(evidence: Evidence, term: PrintedTerm, unit: string, slot: Slot): Cell | null {
  const cells = term.members.flatMap((dimensions) => {
    const picked = evidence.printed.members.pickOf(term.tag, dimensions, unit, slot);
    return picked && !picked.problem
      ? [weighted(evidence, term, picked, unit, `${term.tag} [${dimensions}]`)]
      : [];
  });
  const [first] = cells;
  if (!first) return null;
  return cells.length === 1 ? first : sumOf(cells);
}

function weighted(
  evidence: Evidence,
  { weight, tag: element }: PrintedTerm,
  picked: PickedVersion,
  unit: string,
  tag: string,
): Cell {
  const { fact, quantum, restated } = picked;
  const id = evidence.facts.idOf(fact);
  const isOwn = isOwnTaxonomy(element.split(":")[0] ?? "");
  return {
    value: decimal.times(weight, fact.value),
    unit,
    lineage: weight === 1 ? id : ["sign", [weight, tag, fact.value, id]],
    tag,
    mapping: null,
    rank: null,
    picked,
    basis: null,
    quantum,
    source: "regulator",
    flags: [
      ...(restated ? ["restated"] : []),
      ...(isOwn ? ["own_element"] : []),
      ...(fact.isEndRounded ? ["rounded_date"] : []),
    ],
  };
}
