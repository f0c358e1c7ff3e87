import { leavesOf } from "../../answers/metrics.ts";
import { annualPeriods } from "../anchors.ts";
import { addDays } from "../dates.ts";
import { factsOf, filedFact, flowFact, flowFacts } from "../filed-facts.ts";
import { type ModelSource, numberOf, type SourceLine, type SourcePeriod } from "../source.ts";
import {
  additionsToEquipment,
  depreciationAlone,
  equipmentRow,
  intangibleRows,
  ownEquipment,
  softwareRow,
  timesAmortized,
  widerExpenditure,
} from "./depreciation-tags.ts";
import {
  amount,
  partOfFact,
  partOfLine,
  partsOfFacts,
  printedRows,
  summedLine,
  type Weighed,
} from "./income-parts.ts";
import { withoutSpending } from "./nothing-spent.ts";
import { withLine } from "./replaced-lines.ts";

const key = "capital_expenditure";
const paidForEquipment = ["us-gaap:PaymentsToAcquirePropertyPlantAndEquipment"];

/**
 * The source with all capital expenditures: with the rows of property and equipment that the cash flow statement prints apart
 * (Freeport, Electronic Arts), and beside depreciation and amortization that hold the same assets with payments for software,
 * for outsourcing contracts and for other intangible assets (BMC, Computer Sciences), unless the last year states depreciation
 * alone. What a note says of them is no row (Bristol-Myers). A row that the line holds, by its lineage or by a wider element of
 * a note, is not added again; what is paid for businesses never is. Where no period has the line, printed rows of own elements
 * that are named so are it (AmeraMex), else additions that are filed below zero (Applied Optoelectronics). A blank row of a
 * period is none spent where the other rows come to their total (`nothing-spent.ts`).
 */
export function withAllExpenditure(filed: ModelSource): ModelSource {
  const source = withEquipment(withoutSpending(withAdditions(filed)));
  const areIntangiblesHeld = isAmortized(source);
  return withLine(source, [key], (period) => wholeLine(source, period, { areIntangiblesHeld }));
}

function withAdditions(source: ModelSource): ModelSource {
  if (source.periods.some(({ lines }) => lines[key]?.value != null)) return source;
  const periods = source.periods.map((period) => {
    const paid = rowsOf(period, ownEquipment);
    if (paid.length > 0) {
      const line = summedLine(period, paid, "rows of property and equipment under own elements");
      return { ...period, lines: { ...period.lines, [key]: line } };
    }
    const rows = flowFacts(source, additionsToEquipment, period);
    const parts = partsOfFacts(source, rows, { label: key, turned: true });
    const isPaid = parts.length > 0 && parts.every(([, , { value }]) => value < 0);
    if (!isPaid) return period;
    const line = summedLine(period, parts, "additions, which the statement deducts");
    return { ...period, lines: { ...period.lines, [key]: line } };
  });
  return { ...source, periods };
}

const half = 0.5;

/** What is paid for property and equipment in place of a wider element that has less than half of it: a row of other payments (Westwood 2022: 320 thousand for 0). */
function withEquipment(source: ModelSource): ModelSource {
  const periods = source.periods.map((period) => {
    const line = partOfLine(period.lines[key]);
    const isWider = leavesOf(line?.lineage ?? null, source.facts).every(({ tag }) =>
      widerExpenditure.test(tag),
    );
    const part = partOfFact(source, flowFact(source, paidForEquipment, period));
    if (line === null || part === null || !isWider) return period;
    if (line.value >= half * part.value) return period;
    const parts = [[1, "property_plant_equipment", part]] as const;
    const paid = summedLine(period, parts, "payments for property and equipment alone");
    return { ...period, lines: { ...period.lines, [key]: paid } };
  });
  return { ...source, periods };
}

function isAmortized(source: ModelSource): boolean {
  const line = annualPeriods(source).at(-1)?.lines.depreciation_and_amortization;
  const leaves = line?.value == null ? [] : leavesOf(line.lineage, source.facts);
  return leaves.some(({ taxonomy, tag }) => !depreciationAlone.includes(`${taxonomy}:${tag}`));
}

/** The line in place of the one of the statements; null where that stands. */
function wholeLine(
  source: ModelSource,
  period: SourcePeriod,
  { areIntangiblesHeld }: { areIntangiblesHeld: boolean },
): SourceLine | null {
  const { facts } = source;
  const equipment = partOfLine(period.lines[key]);
  if (equipment === null) return null;
  const leaves = equipment.value === 0 ? [] : leavesOf(equipment.lineage, facts);
  // Printed rows stand beside each other. The name of an element does not make one row hold another (Hill-Rom).
  const isNote = period.lines[key]?.flags?.includes("note") === true;
  const isWider = leaves.some(
    ({ tag, accession }) =>
      widerExpenditure.test(tag) && (isNote || source.rowLabels?.[accession] === undefined),
  );
  const held = new Set(leaves);
  const isBeside = ([, , { lineage }]: Weighed) =>
    leavesOf(lineage, facts).every((fact) => !held.has(fact));
  const ofEquipment = rowsOf(period, equipmentRow).filter(isBeside);
  const ofIntangibles =
    isWider || !areIntangiblesHeld
      ? []
      : [
          ...(areLicences(source) ? [] : intangiblesOf(period, facts)),
          ...otherRowOf(source, period),
          ...rowsOf(period, softwareRow),
        ].filter(isBeside);
  const beside = [...ofEquipment, ...ofIntangibles];
  if (beside.length === 0) return null;
  const notes = [
    [ofEquipment, "for property and equipment of other rows"],
    [ofIntangibles, "for software and other intangible assets"],
  ] as const;
  const told = notes.flatMap(([parts, what]) =>
    parts.length === 0 ? [] : [`${amount({ value: totalOf(parts) })} ${what}`],
  );
  const note = `with ${told.join(" and ")}, which the cash flow statement prints beside property, plant and equipment`;
  return summedLine(period, [[1, "property_plant_equipment", equipment], ...beside], note);
}

const totalOf = (parts: readonly Weighed[]) =>
  parts.reduce((sum, [weight, , part]) => sum + weight * part.value, 0);

function intangiblesOf({ lines }: SourcePeriod, facts: ModelSource["facts"]): Weighed[] {
  const line = lines.purchase_of_intangibles;
  const part = partOfLine(line);
  if (part === null || part.value <= 0 || line?.flags?.includes("note") === true) return [];
  const amortization = partOfLine(lines.amortization_of_intangibles)?.value ?? 0;
  const isBeyond = amortization > 0 && part.value > timesAmortized * amortization;
  const isSoftware = leavesOf(part.lineage, facts).some(({ tag }) => softwareRow.test(tag));
  return isBeyond && !isSoftware ? [] : [[1, "purchase_of_intangibles", part]];
}

const never = /IndefiniteLived/;
const licence = /licen[cs]e|spectrum/i;

/**
 * True where the balance sheet prints licences that never wear off, and they rose by at least half of what was paid for intangible
 * assets in every year that states both: these payments replace nothing (Verizon 2023: 5,796 for wireless licences).
 */
function areLicences(source: ModelSource): boolean {
  const rows = Object.values(source.rowLabels ?? {}).flatMap((labels) =>
    Object.entries(labels).flatMap(([tag, label]) =>
      never.test(tag) && licence.test(`${tag} ${label}`) ? [tag] : [],
    ),
  );
  const [row] = rows;
  if (row === undefined) return false;
  const at = (end: string, unit: string | null) =>
    numberOf(filedFact(source, [row], { start: null, end, unit })?.value);
  const years = annualPeriods(source).flatMap(({ start, end, currency, lines }) => {
    const paid = numberOf(lines.purchase_of_intangibles?.value) ?? 0;
    const [before, after] = [at(addDays(start, -1), currency), at(end, currency)];
    return paid <= 0 || before === null || after === null ? [] : [after - before >= half * paid];
  });
  return years.length > 0 && years.every(Boolean);
}

/**
 * Of intangible assets bought and software developed the one that the line is not, where one report lists both: two rows of
 * its statement (Snowflake). Printed rows tell it themselves.
 */
function otherRowOf(source: ModelSource, period: SourcePeriod): Weighed[] {
  const { remaining_investing_cash_flow: rest, purchase_of_intangibles: line } = period.lines;
  const leaves = leavesOf(line?.lineage ?? null, source.facts);
  const tags = new Set(leaves.map(({ taxonomy, tag }) => `${taxonomy}:${tag}`));
  const [other, another] = intangibleRows.filter((tag) => !tags.has(tag));
  if (rest?.value != null || other === undefined || another !== undefined) return [];
  const reports = new Set(leaves.map(({ accession }) => accession));
  if (!factsOf(source, other).some(({ accession }) => reports.has(accession))) return [];
  const rows = flowFacts(source, [other], period);
  return partsOfFacts(source, rows, { label: "intangibles_of_other_row" });
}

/** Payments among the rows of investing that no line of the statements has. */
function rowsOf({ lines }: SourcePeriod, name: RegExp): Weighed[] {
  const rows = printedRows(lines.remaining_investing_cash_flow?.lineage ?? null);
  return rows.flatMap(([weight, label, text, lineage]): Weighed[] => {
    const value = numberOf(text);
    const isPaid = value !== null && weight * value < 0;
    if (!isPaid || !name.test(label.replace(/^.*:/, ""))) return [];
    return [[weight === 1 ? -1 : 1, label, { value, text, lineage }]];
  });
}
