import type { SummedStatement } from "#registry/statement-sums.ts";
import type { Registry } from "#schemas/shapes/companies/concept.ts";
import type { Fact } from "#schemas/shapes/companies/fact.ts";
import type { Template } from "#schemas/shapes/companies/statement.ts";
import type { View } from "../../company-input.ts";
import type { Face, FaceStatement } from "../../faces/evidence/face.ts";
import type { StatementReading } from "../../faces/evidence/face-reading.ts";
import { readStatement } from "../../faces/evidence/read-statement.ts";
import { isCountInWords } from "../../faces/model/count-in-words.ts";
import { formClass, tierOf } from "../../facts/forms.ts";
import { point, type Slot } from "../../periods/slots.ts";

/** What the printed statements say, by slot of the calendar. */
export interface FaceEvidence {
  /** The statement that governs a slot, read for the template of its year; null where no filing at hand prints it. */
  readingAt(kind: SummedStatement, slot: Slot): StatementReading | null;
  /** The slots of a fiscal year that a statement governs. */
  slotsOf(kind: SummedStatement, year: number): readonly Slot[];
  /**
   * True for a fact that its filing states in a note: the filing prints a statement of this kind, no statement has a column for the
   * period, and no other statement has an amount of the span, or a row of the tag. The quarters of an annual report are such facts.
   */
  isOfNote(kind: SummedStatement, fact: Fact): boolean;
  /**
   * True for a count of shares that its filing states beside the balance sheet of its day: no statement has a row of the tag, and no label the
   * number.
   */
  isCountOfNote(fact: Fact): boolean;
}

interface FaceInput {
  faces: readonly Face[];
  registry: Registry;
  /** Per fiscal year. */
  templates: readonly Template[];
  view: View;
  slotOf(period: Pick<Fact, "start" | "end">): Slot | null;
}

interface Printed {
  face: Face;
  statement: FaceStatement;
}

/** The evidence of a company without faces: nothing is printed. */
const noFaces: FaceEvidence = {
  readingAt: () => null,
  slotsOf: () => [],
  isOfNote: () => false,
  isCountOfNote: () => false,
};

/**
 * Each slot with the statement that governs it: of the filings that print it as a full column, one of the form that reports such a period
 * before others (a year by an annual report), then a periodic report before one of events, and of these the newest; as first
 * reported, the oldest.
 */
export function faceEvidence({
  faces,
  registry,
  templates,
  view,
  slotOf,
}: FaceInput): FaceEvidence {
  const known = faces.filter(({ filed }) => isKnownOn(view, filed));
  if (known.length === 0) return noFaces;
  const ordered = view.kind === "asFirstReported" ? known : [...known].reverse();
  const governing = governingStatements(ordered, slotOf);
  const readings = new Map<FaceStatement, Map<Template, StatementReading>>();
  const slots = slotsByYear(governing.keys());
  const byFiling = Map.groupBy(
    known.map((face) => printedPeriods(face, slotOf)),
    ({ accession }) => accession,
  );
  return {
    isOfNote(kind, fact) {
      const slot = slotOf(fact);
      const filing = slot === null ? undefined : byFiling.get(fact.accession);
      return filing?.every((one) => isOutside(one, kind, slot, fact)) ?? false;
    },
    isCountOfNote(fact) {
      const slot = slotOf(fact);
      const filing = slot === null ? undefined : byFiling.get(fact.accession);
      return filing?.every((one) => isCountBeside(one, slot, fact)) ?? false;
    },
    slotsOf: (kind, year) => slots.get(`${kind} ${year}`) ?? [],
    readingAt(kind, slot) {
      const printed = governing.get(`${kind} ${slot}`);
      if (!printed) return null;
      const template = templates[slot >> 4] ?? "industrial";
      const made = readings.get(printed.statement) ?? new Map<Template, StatementReading>();
      readings.set(printed.statement, made);
      let reading = made.get(template);
      if (!reading) {
        reading = readStatement(printed.face, printed.statement, registry, template);
        made.set(template, reading);
      }
      return reading;
    },
  };
}

interface PrintedPeriods {
  accession: string;
  /** Of full columns. */
  slots: ReadonlySet<Slot | null>;
  /** Of spans of time with any amount. */
  spans: ReadonlySet<Slot | null>;
  tagsBy: ReadonlyMap<SummedStatement, ReadonlySet<string>>;
  elsewhere: ReadonlySet<string>;
  counts: ReadonlySet<string>;
  /** Labels of the balance sheet. */
  words: readonly string[];
}

function printedPeriods(
  { accession, statements, elsewhere, spans, counts }: Face,
  slotOf: FaceInput["slotOf"],
): PrintedPeriods {
  const columns = statements.flatMap((statement) => statement.columns);
  const byKind = Map.groupBy(statements, ({ kind }) => kind);
  return {
    accession,
    slots: new Set(columns.map((column) => slotOf(periodOf(column)))),
    spans: new Set(spans.map((span) => slotOf(periodOf(span)))),
    tagsBy: new Map(
      [...byKind].map(([kind, own]) => [
        kind,
        new Set(own.flatMap(({ rows }) => rows.map(({ tag }) => tag))),
      ]),
    ),
    elsewhere: new Set(elsewhere),
    counts: new Set(counts),
    words: (byKind.get("balance") ?? []).flatMap(({ rows }) => rows.map(({ label }) => label)),
  };
}

function isCountBeside(
  { slots, tagsBy, elsewhere, counts, words }: PrintedPeriods,
  slot: Slot | null,
  fact: Fact,
): boolean {
  if (fact.taxonomy === "dei" || !tagsBy.has("balance") || !slots.has(slot)) return false;
  const tag = tagOf(fact);
  if (counts.has(tag) || elsewhere.has(tag)) return false;
  return !words.some((label) => isCountInWords(Number(fact.value), label));
}

const tagOf = ({ taxonomy, tag }: Pick<Fact, "taxonomy" | "tag">) => `${taxonomy}:${tag}`;

function isOutside(
  { slots, spans, tagsBy, elsewhere }: PrintedPeriods,
  kind: SummedStatement,
  slot: Slot | null,
  fact: Fact,
): boolean {
  if (!tagsBy.has(kind) || slots.has(slot)) return false;
  if (fact.start !== null && !spans.has(slot)) return true;
  const tag = tagOf(fact);
  if (elsewhere.has(tag)) return false;
  return ![...tagsBy].some(([other, tags]) => other !== kind && tags.has(tag));
}

/**
 * By kind and slot, the first statement that prints it in a form that reports such a period, else in one of the best tier: rows
 * and values are of one filing.
 */
function governingStatements(
  faces: readonly Face[],
  slotOf: FaceInput["slotOf"],
): Map<string, Printed> {
  const printed = faces.flatMap((face) =>
    face.statements.flatMap((statement) =>
      statement.columns.map((column) => ({ face, statement, slot: slotOf(periodOf(column)) })),
    ),
  );
  const governing = new Map<string, Printed>();
  for (const wanted of [0, 1, 2, 3])
    for (const { face, statement, slot } of printed) {
      const key = `${statement.kind} ${slot}`;
      if (slot === null || governing.has(key)) continue;
      const tier = reportsSlot(face.form, slot) ? 0 : tierOf(face.form);
      if (tier === wanted) governing.set(key, { face, statement });
    }
  return governing;
}

function isKnownOn(view: View, filed: string | null): boolean {
  return view.kind !== "asOf" || (filed !== null && filed <= view.date);
}

function periodOf(column: string): { start: string | null; end: string } {
  const [start = "", end = ""] = column.split("|");
  return { start: start === "" ? null : start, end };
}

const yearPoints: ReadonlySet<number> = new Set([point.FY, point.I4]);

const reportsSlot = (form: string, slot: Slot): boolean =>
  (formClass(form) === "annual") === yearPoints.has(slot & 15);

function slotsByYear(keys: Iterable<string>): Map<string, Slot[]> {
  const slots = new Map<string, Slot[]>();
  for (const key of keys) {
    const [kind = "", slot = ""] = key.split(" ");
    const ofYear = `${kind} ${Number(slot) >> 4}`;
    slots.set(ofYear, [...(slots.get(ofYear) ?? []), Number(slot)]);
  }
  return slots;
}
