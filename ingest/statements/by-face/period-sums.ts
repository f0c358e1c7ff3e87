import type { SummedStatement } from "#registry/statement-sums.ts";
import * as decimal from "#schemas/decimal.ts";
import type { Concept, Registry } from "#schemas/shapes/companies/concept.ts";
import type { LineSum, Operand } from "#schemas/shapes/companies/statement.ts";
import type { PrintedSum, StatementReading } from "../../faces/evidence/face-reading.ts";
import { statementOf } from "../../faces/evidence/mapped-concepts.ts";
import { slotOf } from "../../periods/slots.ts";
import { type Cell, inheritedFlags } from "../cells/cell.ts";
import type { Evidence } from "../evidence/evidence.ts";
import { withFlag } from "../period-difference.ts";
import { flowPoints, instantPoints, type PeriodPoint } from "../period-points.ts";
import type { FaceEvidence } from "./face-evidence.ts";
import { comesToNothing, sumByIdentity } from "./sum-by-identity.ts";
import { yearFirst } from "./with-face.ts";

interface PeriodAt {
  year: number;
  at: PeriodPoint;
  /** "start/end", for the operands' labels. */
  label: string;
}

/** How a total is made of shown lines in a period, and what its residual line is. */
export interface PeriodSum {
  total: string;
  parts: LineSum;
  residual: string;
  rest: Cell;
}

/**
 * How the totals of a period add up, as its own printed statement has it, else as the statement of its year or of the year's last period.
 * Then the residual is what the shown lines leave of the total: no statement prints such a period. So it is where the source lacks rows of the
 * total, or where the lines do not add up with what the statement has besides: a line was restated by another filing, or is not what the
 * statement prints of it. Without rows that add up to a total the identities of the registry tell its lines, or another statement of the
 * company does. A total that is not the printed one has no sum.
 */
export function periodSums(
  { registry, printed: { faces } }: Pick<Evidence, "registry" | "printed">,
  period: PeriodAt,
  cells: ReadonlyMap<string, Cell>,
): PeriodSum[] {
  return registry.residuals.flatMap((concept): PeriodSum[] => {
    const { snakeKey: residual, residualOf: total = "" } = concept;
    const whole = cells.get(total);
    const found = whole && printedSum(registry, faces, concept, { total, period, cells });
    if (!whole || !found) return [];
    const parts = shownParts(found.sum, cells);
    const leftover = { whole, total, parts, cells, label: period.label };
    const rest = restOf(found, leftover, cells.get(residual));
    return rest === null ? [] : [{ total, parts: [...parts, [1, residual]], residual, rest }];
  });
}

/** The printed rest where all adds up with it, else what the lines leave; null where the total itself is not the printed one. */
function restOf({ sum, isOwn }: FoundSum, leftover: Leftover, printed: Cell | undefined) {
  const own = isOwn && !sum.isShort ? printed : undefined;
  if (own && closes(leftover, own)) return own;
  if (isOwn && !leftover.whole.isPrinted) return null;
  return own ? withVintage(remainder(leftover), leftover) : remainder(leftover);
}

interface FoundSum {
  sum: PrintedSum;
  /** By the statement of the period itself. */
  isOwn: boolean;
}

interface Total {
  total: string;
  period: PeriodAt;
  cells: ReadonlyMap<string, Cell>;
}

function printedSum(
  registry: Registry,
  faces: FaceEvidence,
  residual: Concept,
  { total, period, cells }: Total,
): FoundSum | null {
  const { year, at } = period;
  const kind = statementOf[residual.statement];
  const governed = kind ? faces.slotsOf(kind, year) : [];
  if (!kind || governed.length === 0) return null;
  const points = residual.periodType === "instant" ? instantPoints : flowPoints;
  const own = faces.readingAt(kind, slotOf(year, points[at]));
  const sum = own && (own.sums.get(total) ?? sumByIdentity(registry, total, cells));
  if (sum) return { sum, isOwn: true };
  const slots = [...yearFirst(year, governed), ...slotsBeside(faces, kind, year)];
  const others = slots.map((slot) => faces.readingAt(kind, slot));
  const found = own ? sumAsElsewhere(total, own, others) : firstSum(total, others);
  return found ? { sum: found, isOwn: false } : null;
}

type Readings = readonly (StatementReading | null)[];

const firstSum = (total: string, others: Readings): PrintedSum | null =>
  others.find((reading) => reading?.sums.has(total))?.sums.get(total) ?? null;

/**
 * How a total that the statement prints without rows that add up to it adds up in the company's other statements: those of its lines that this
 * statement prints, too. Null for a total that it prints as one line, and where it prints fewer than two of them.
 */
function sumAsElsewhere(
  total: string,
  { lines, alone }: StatementReading,
  others: Readings,
): PrintedSum | null {
  const sum = lines.has(total) && !alone.has(total) ? firstSum(total, others) : null;
  const parts = sum?.parts.filter(([, key]) => lines.has(key)) ?? [];
  return sum && parts.length > 1 ? { ...sum, parts } : null;
}

/** The slots of the years before and after. */
const slotsBeside = (faces: FaceEvidence, kind: SummedStatement, year: number) =>
  [year - 1, year + 1].flatMap((other) => faces.slotsOf(kind, other));

/**
 * The parts that have a value: a row that the statement leaves empty adds nothing. A value whose filed sign was corrected counts the other
 * way than its row, unless the statement tells that already.
 */
const shownParts = ({ parts, turned }: PrintedSum, cells: ReadonlyMap<string, Cell>): LineSum =>
  parts.flatMap(([weight, key]): [number, string][] => {
    const cell = cells.get(key);
    if (!cell) return [];
    const isTurned = cell.flags.includes("sign_corrected") && !turned.has(key);
    return [[isTurned ? -weight : weight, key]];
  });

interface Leftover {
  whole: Cell;
  total: string;
  parts: LineSum;
  cells: ReadonlyMap<string, Cell>;
  label: string;
}

/** Whether the parts and the rest add up to the total, as far as they are rounded. */
function closes({ whole, parts, cells }: Leftover, rest: Cell): boolean {
  const terms = parts.flatMap(([weight, key]) => {
    const cell = cells.get(key);
    return cell ? [{ weight, cell }] : [];
  });
  return comesToNothing([{ weight: -1, cell: whole }, ...terms, { weight: 1, cell: rest }]);
}

/** The mark of what other lines leave of a total where one of them was filed again without the others. */
const mixedVintage = "vintage:mixed";

/** The rest with a mark where the lines come from other filings than the total: what was restated of one of them is in the rest. */
function withVintage(rest: Cell, { whole, parts, cells }: Leftover): Cell {
  const filing = whole.picked?.fact.accession;
  const others = parts.flatMap(([, key]) => cells.get(key)?.picked ?? []);
  const isMixed = others.some(({ fact, restated }) => restated && fact.accession !== filing);
  return isMixed || whole.picked?.restated ? withFlag(rest, mixedVintage) : rest;
}

/** The total less its shown parts. */
function remainder({ whole, total, parts, cells, label }: Leftover): Cell {
  const taken = parts.flatMap(([weight, key]) => {
    const cell = cells.get(key);
    return cell ? [{ weight: -weight, key, cell }] : [];
  });
  const terms = [{ weight: 1, key: total, cell: whole }, ...taken];
  return {
    value: decimal.sum(terms.map(({ weight, cell }) => decimal.times(weight, cell.value))),
    unit: whole.unit,
    lineage: [
      "remainder",
      ...terms.map(
        ({ weight, key, cell }): Operand => [weight, `${key}@${label}`, cell.value, cell.lineage],
      ),
    ],
    tag: null,
    mapping: null,
    rank: null,
    picked: null,
    basis: whole.picked?.fact ?? whole.basis,
    quantum: Math.max(...terms.map(({ cell }) => cell.quantum)),
    source: whole.source,
    flags: inheritedFlags(terms.map(({ cell }) => cell)),
  };
}
