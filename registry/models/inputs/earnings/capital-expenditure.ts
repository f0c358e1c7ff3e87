import { leavesOf } from "../../answers/metrics.ts";
import { annualPeriods } from "../anchors.ts";
import { type ModelSource, numberOf, type SourceLine, type SourcePeriod } from "../source.ts";
import { depreciationAlone, softwareRow, widerExpenditure } from "./depreciation-tags.ts";
import { amount, partOfLine, printedRows, summedLine, type Weighed } from "./income-parts.ts";
import { ttmWithout } from "./replaced-lines.ts";

const key = "capital_expenditure";
/**
 * Other intangible assets than software for more than so many times what the year amortizes are no replacement of it:
 * Tesla bought digital currency in 2021.
 */
const timesAmortized = 10;

/**
 * The source with capital expenditures beside depreciation and amortization that hold the same assets: payments for
 * software, for outsourcing contracts and for other intangible assets that the cash flow statement prints apart from
 * property, plant and equipment are added (BMC, Computer Sciences), unless the last year states depreciation alone. A row
 * that the line holds, by its lineage or by a wider element, is not added again; what is paid for businesses never is.
 */
export function withSoftware(source: ModelSource): ModelSource {
  if (!isAmortized(source)) return source;
  const changed = new Set<SourcePeriod>();
  const periods = source.periods.map((period) => {
    const line = wholeLine(source, period);
    if (line === null) return period;
    changed.add(period);
    return { ...period, lines: { ...period.lines, [key]: line } };
  });
  if (changed.size === 0) return source;
  return { ...source, periods, ttm: ttmWithout(source, [...changed], [key]) };
}

function isAmortized(source: ModelSource): boolean {
  const line = annualPeriods(source).at(-1)?.lines.depreciation_and_amortization;
  const leaves = line?.value == null ? [] : leavesOf(line.lineage, source.facts);
  return leaves.some(({ taxonomy, tag }) => !depreciationAlone.includes(`${taxonomy}:${tag}`));
}

/** The line in place of the one of the statements; null where that stands. */
function wholeLine({ facts }: ModelSource, period: SourcePeriod): SourceLine | null {
  const equipment = partOfLine(period.lines[key]);
  if (equipment === null) return null;
  const leaves = leavesOf(equipment.lineage, facts);
  if (leaves.some(({ tag }) => widerExpenditure.test(tag))) return null;
  const held = new Set(leaves);
  const beside = [...intangiblesOf(period, facts), ...softwareOf(period)].filter(
    ([, , { lineage }]) => leavesOf(lineage, facts).every((fact) => !held.has(fact)),
  );
  if (beside.length === 0) return null;
  const value = beside.reduce((sum, [weight, , part]) => sum + weight * part.value, 0);
  const note = `with ${amount({ value })} for software and other intangible assets, which the cash flow statement prints beside property, plant and equipment`;
  return summedLine(period, [[1, "property_plant_equipment", equipment], ...beside], note);
}

function intangiblesOf({ lines }: SourcePeriod, facts: ModelSource["facts"]): Weighed[] {
  const part = partOfLine(lines.purchase_of_intangibles);
  if (part === null || part.value <= 0) return [];
  const amortization = partOfLine(lines.amortization_of_intangibles)?.value ?? 0;
  const isBeyond = amortization > 0 && part.value > timesAmortized * amortization;
  const isSoftware = leavesOf(part.lineage, facts).some(({ tag }) => softwareRow.test(tag));
  return isBeyond && !isSoftware ? [] : [[1, "purchase_of_intangibles", part]];
}

/** Rows of investing that no line of the statements has. */
function softwareOf({ lines }: SourcePeriod): Weighed[] {
  const rows = printedRows(lines.remaining_investing_cash_flow?.lineage ?? null);
  return rows.flatMap(([weight, label, text, lineage]): Weighed[] => {
    const value = numberOf(text);
    const isPaid = value !== null && weight * value < 0;
    if (!isPaid || !softwareRow.test(label.replace(/^.*:/, ""))) return [];
    return [[weight === 1 ? -1 : 1, label, { value, text, lineage }]];
  });
}
