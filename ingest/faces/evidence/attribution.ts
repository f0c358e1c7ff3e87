import { type Attribution, attributions } from "#registry/statement-sums.ts";
import { type FaceRow, isWhole } from "./face.ts";
import {
  type FoundLine,
  type LineRow,
  type PlacedRows,
  partsOf,
  type WeightedRow,
} from "./line-rows.ts";
import type { MappedConcept } from "./mapped-concepts.ts";
import { placedRow, setLine } from "./placed-line.ts";

/** How a statement divides an amount between the company's owners and other owners of its subsidiaries. */
interface Division {
  whole: FaceRow;
  own: FaceRow;
  others: readonly WeightedRow[];
  /** Something else is taken off, too: the smaller amount is less than the company's own. */
  isLess: boolean;
}

/**
 * Tells the consolidated amount from the company's own by how the statement adds up, whatever elements they stand under: net income less what
 * belongs to noncontrolling interests is the company's, and its equity with theirs is total equity. Where the statement names no
 * noncontrolling interests the consolidated amount is the company's, unless a fact says otherwise.
 */
export function withAttribution(
  placed: PlacedRows,
  found: Map<string, FoundLine>,
  concepts: readonly MappedConcept[],
): void {
  for (const rule of attributions) {
    if (rule.statement !== placed.kind) continue;
    const others = placed.rows.filter((row) => isOfOthers(rule, row, found));
    const divisions = placed.rows.flatMap((row) =>
      divisionAt({ placed, rule, found }, row, others),
    );
    const known = divisions.find((one) => isKnown(rule, one, found));
    const division = known ?? divisions.at(-1);
    if (division && says(rule, division, found))
      divide(placed, rule, division, { found, concepts });
    else if (others.length === 0 && rule.isAllWithoutOthers)
      takeWhole(placed, rule, { found, concepts });
  }
}

const rowOf = (found: ReadonlyMap<string, FoundLine>, key: string) => found.get(key)?.rows[0]?.row;

/** One of its amounts is a line already. */
function isKnown(
  rule: Attribution,
  { whole, own }: Division,
  found: ReadonlyMap<string, FoundLine>,
) {
  const rows = [rowOf(found, rule.whole), rowOf(found, rule.own)];
  return rows.includes(whole) || rows.includes(own);
}

/** Whether the division says more than the elements do, or another thing; lines that stand elsewhere are left as they are. */
function says(rule: Attribution, { whole, own }: Division, found: ReadonlyMap<string, FoundLine>) {
  const [knownWhole, knownOwn] = [rowOf(found, rule.whole), rowOf(found, rule.own)];
  if (!knownWhole || !knownOwn || knownWhole === knownOwn) return true;
  return knownWhole === own || knownOwn === whole || (knownWhole === whole && knownOwn === own);
}

function isOfOthers(
  rule: Attribution,
  row: FaceRow,
  found: ReadonlyMap<string, FoundLine>,
): boolean {
  if (isWhole(row)) return false;
  const known = found.get(rule.others)?.rows;
  if (known?.some((one) => one.row === row)) return true;
  return (rule.isNamedBeside || !known) && isNamedOthers(rule, row);
}

function isNamedOthers({ othersNamed, notNamed }: Attribution, { tag, label }: FaceRow): boolean {
  const name = `${tag} ${label}`;
  return othersNamed.test(name) && !notNamed.test(name);
}

/** Whether the row may be one of the two amounts: no other kind of income, and nothing of others. */
const mayBeDivided = (rule: Attribution, row: FaceRow) =>
  !rule.neverNamed.test(row.tag) && !isNamedOthers(rule, row);

interface Reading {
  placed: PlacedRows;
  rule: Attribution;
  found: ReadonlyMap<string, FoundLine>;
}

/** The division that a total shows: one amount, with or without what belongs to others. */
function divisionAt(reading: Reading, total: FaceRow, othersRows: readonly FaceRow[]): Division[] {
  const { rule, placed } = reading;
  if (!isWhole(total) || !mayBeDivided(rule, total)) return [];
  const parts = partsOf(placed, total);
  const others = parts.filter(({ row }) => othersRows.includes(row));
  const mains = parts.filter(
    ({ row }) => !othersRows.includes(row) && !rule.besideNamed.test(row.tag),
  );
  const [main] = mains;
  const [first] = others;
  if (!main || !first || mains.length > 1 || main.weight !== 1) return [];
  if (!mayBeDivided(rule, main.row)) return [];
  const above = placed.parentOf.get(total);
  const isContinuing =
    above && partsOf(placed, above).some(({ row }) => rule.laterNamed.test(row.tag));
  if (isContinuing) return [];
  const isTotalWhole = isWholeOf(reading, total, main.row, first.weight);
  if (isTotalWhole === null) return [];
  const sign = isTotalWhole ? 1 : -1;
  return [
    {
      whole: isTotalWhole ? total : main.row,
      own: isTotalWhole ? main.row : total,
      others: others.map(({ row, weight }) => ({ row, weight: sign * weight })),
      isLess: parts.length > 1 + others.length,
    },
  ];
}

/** Whether the total is the consolidated amount, rather than its part; null where nothing tells. */
function isWholeOf(
  { rule, found }: Reading,
  total: FaceRow,
  main: FaceRow,
  weight: number,
): boolean | null {
  const { addsTo, whole, own, ownNamed, wholeNamed } = rule;
  if (addsTo === "whole") {
    if (weight === 1) return true;
    const isKnownWhole = rowOf(found, whole) === total || rowOf(found, own) === main;
    const isKnownOwn = rowOf(found, own) === total || rowOf(found, whole) === main;
    return isKnownWhole === isKnownOwn ? null : isKnownWhole;
  }
  if (weight === -1) return false;
  if (ownNamed.test(total.label) || wholeNamed.test(main.label)) return false;
  return wholeNamed.test(total.label) || ownNamed.test(main.label) ? true : null;
}

interface Lines {
  found: Map<string, FoundLine>;
  concepts: readonly MappedConcept[];
}

function divide(placed: PlacedRows, rule: Attribution, division: Division, lines: Lines): void {
  const { found, concepts } = lines;
  const { whole, own, isLess } = division;
  const set = (key: string, row: FaceRow) => {
    if (rowOf(found, key) !== row)
      setLine(found, concepts, key, [placedRow(placed, concepts, key, row, 1)]);
  };
  set(rule.whole, whole);
  if (!isLess) set(rule.own, own);
  // The company's own is what the two leave, and is not printed.
  else if (rowOf(found, rule.own) === whole) found.delete(rule.own);
  const rows = division.others.map(
    ({ row, weight }): LineRow => placedRow(placed, concepts, rule.others, row, weight),
  );
  setLine(found, concepts, rule.others, rows);
}

/** Nothing belongs to others: what is consolidated is the company's. */
function takeWhole(placed: PlacedRows, rule: Attribution, { found, concepts }: Lines): void {
  const [whole] = found.get(rule.whole)?.rows ?? [];
  if (!whole || found.has(rule.own)) return;
  const row = placedRow(placed, concepts, rule.own, whole.row, whole.term.weight);
  setLine(found, concepts, rule.own, [row], { mayYield: true });
}
