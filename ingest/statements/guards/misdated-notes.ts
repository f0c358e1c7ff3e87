import type { Fact } from "#schemas/shapes/companies/fact.ts";
import { currencyCode } from "../../facts/currency-code.ts";
import { entry } from "../../facts/entry.ts";
import { formClass } from "../../facts/forms.ts";
import { type History, isDisputed } from "../../facts/history/history.ts";
import { isConsistent } from "../../facts/history/versions.ts";
import { quantumOf } from "../../facts/quantum.ts";
import { type Point, point, type Slot, slotOf as slotAt } from "../../periods/slots.ts";
import { labelOf } from "./restated-parts.ts";

interface Input {
  histories: readonly History[];
  quanta: ReadonlyMap<string, number>;
  slotOf(period: Pick<Fact, "start" | "end">): Slot | null;
}

/** A history at a quarter, a year to date or a year of the calendar. */
type Placed = ReadonlyMap<Slot, History>;

const quarters: readonly Point[] = [point.Q1, point.Q2, point.Q3, point.Q4];
const none: ReadonlySet<Fact> = new Set();

/** How many quarters of a note must differ from the company's quarterly reports. */
const fewest = 2;

/**
 * Quarters of an annual report's note that carry other quarters' amounts under the dates of a year. The first three quarters of the quarterly
 * reports add up to their nine months; the note's four quarters differ from them and do not add up to the year. Such a note is
 * passed over, unless another tag of it adds up: then it restates them.
 */
export function findMisdatedNotes(input: Input): ReadonlySet<Fact> {
  const suspects = suspectNotes(input);
  if (suspects.size === 0) return none;
  const judged = new Map<string, Map<string, boolean>>();
  for (const [tag, placed] of placedByTag(input)) {
    for (const [note, { accession, year }] of suspects) {
      const isMisdated = judge(placed, accession, year, input.quanta);
      if (isMisdated !== null) entry(judged, note, () => new Map()).set(tag, isMisdated);
    }
  }
  return new Set(input.histories.flatMap((history) => misdatedIn(history, judged, input)));
}

/** The note's facts of a tag that is proven to be misdated; of figures per share and counts where a quarterly report states them. */
function misdatedIn(
  history: History,
  judged: ReadonlyMap<string, ReadonlyMap<string, boolean>>,
  input: Input,
): Fact[] {
  const slot = history.some(isAnnual) ? quarterOf(history, input) : null;
  if (slot === null) return [];
  const isOther = !isMoney(history) && ((slot & 15) === point.Q4 || history.some(isInterim));
  return history.filter((fact) => {
    const tags = judged.get(noteOf(fact, slot));
    if (!tags || tags.values().some((isMisdated) => !isMisdated)) return false;
    return isOther || tags.get(tagOf(fact)) === true;
  });
}

const tagOf = (fact: Fact) => `${labelOf(fact)} ${fact.unit}`;

const noteOf = ({ accession }: Fact, slot: Slot) => `${accession}|${slot >> 4}`;

const isAnnual = ({ form }: Fact) => formClass(form) === "annual";
const isInterim = ({ form }: Fact) => formClass(form) === "interim";

function quarterOf([first]: History, { slotOf }: Input): Slot | null {
  if (!first || first.start === null || first.dimensions !== null) return null;
  const slot = slotOf(first);
  return slot !== null && quarters.includes((slot & 15) as Point) ? slot : null;
}

/** Notes of annual reports whose quarters of a year differ from the quarterly reports, for one tag at least. */
function suspectNotes(input: Input): Map<string, { accession: string; year: number }> {
  const counts = new Map<string, number>();
  const found = new Map<string, { accession: string; year: number }>();
  for (const history of input.histories) {
    const slot = isMoney(history) && isDisputed(history) ? quarterOf(history, input) : null;
    if (slot === null) continue;
    for (const fact of differingIn(history, input)) {
      const count = (counts.get(`${noteOf(fact, slot)}|${labelOf(fact)}`) ?? 0) + 1;
      counts.set(`${noteOf(fact, slot)}|${labelOf(fact)}`, count);
      if (count < fewest) continue;
      found.set(noteOf(fact, slot), { accession: fact.accession, year: slot >> 4 });
    }
  }
  return found;
}

/** What annual reports state otherwise than the last quarterly report. */
function differingIn(history: History, { quanta }: Input): Fact[] {
  const own = history.findLast(isInterim);
  return own ? history.filter((fact) => isAnnual(fact) && !isConsistent(fact, own, quanta)) : [];
}

const isMoney = ([first]: History) => currencyCode.test(first?.unit ?? "");

/** The amounts of money of each tag and unit, by place in the calendar. */
function placedByTag(input: Input): Map<string, Map<Slot, History>> {
  const found = new Map<string, Map<Slot, History>>();
  for (const history of input.histories) {
    const [first] = history;
    if (!first || first.start === null || first.dimensions !== null || !isMoney(history)) continue;
    const slot = input.slotOf(first);
    if (slot === null) continue;
    entry(found, tagOf(first), () => new Map()).set(slot, history);
  }
  return found;
}

/** Whether the note is misdated, as one tag tells; null where the tag does not. The note's own filing states the year. */
function judge(
  placed: Placed,
  accession: string,
  year: number,
  quanta: ReadonlyMap<string, number>,
): boolean | null {
  const at = (of: Point) => placed.get(slotAt(year, of));
  const inNote = (of: Point) => at(of)?.find((fact) => fact.accession === accession);
  const note = quarters.map(inNote);
  const own = quarters.slice(0, 3).map((of) => at(of)?.findLast(isInterim));
  const [whole, nineMonths] = [inNote(point.FY), at(point.M9)?.findLast(isInterim)];
  if (!whole || !nineMonths || !own.every(isThere) || !note.every(isThere)) return null;
  const differ = own.filter((fact, i) => !isConsistent(note[i] ?? fact, fact, quanta));
  if (differ.length < fewest || own.every((fact, i) => isPart(note[i], fact))) return null;
  if (isNear(note, whole, quanta)) return false;
  return isNear(own, nineMonths, quanta) ? true : null;
}

/** Less than two thirds: the tag stands for a part of the total in the note. */
const isPart = (fact: Fact | undefined, total: Fact) =>
  fact !== undefined && Number(fact.value) > 0 && 1.5 * Number(fact.value) < Number(total.value);

const isThere = (fact: Fact | undefined): fact is Fact => fact !== undefined;

/** How far the quarters may be from their sum, as a share of them: what rounding and small recasts make of it. */
const off = 0.02;

function isNear(parts: readonly Fact[], total: Fact, quanta: ReadonlyMap<string, number>): boolean {
  const amounts = parts.map(({ value }) => Number(value));
  const sum = amounts.reduce((so, one) => so + one, 0);
  const size = amounts.reduce((so, one) => so + Math.abs(one), 0);
  const quantum = Math.max(...[total, ...parts].map((fact) => quantumOf(fact, quanta)));
  return Math.abs(sum - Number(total.value)) <= off * size + 2.5 * 10 ** quantum;
}
