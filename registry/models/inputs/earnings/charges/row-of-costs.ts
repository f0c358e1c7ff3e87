import { read } from "#registry/models/answers/metrics.ts";
import { quote } from "#registry/models/answers/provenance.ts";
import { annualPeriods } from "../../anchors.ts";
import type { Span } from "../../filed-facts.ts";
import { type ModelSource, numberOf } from "../../source.ts";
import { type Charge, flowAt, flowOf, leftAboveIncome, periodOf, totalOf } from "../charge.ts";
import {
  acquisitionLabel,
  goodwillLabel,
  leftCharges,
  oneOffs,
  restructuringLabel,
} from "../one-off-tags.ts";
import { hasPrintedRows } from "./charge-rows.ts";

/**
 * What gross profit leaves above operating income beside selling costs and research, beside depreciation, too, and where
 * research is a part of selling costs; none without gross profit.
 */
export function leftByRows(source: ModelSource, span: Span): number[] {
  const room = leftAboveIncome(source, span);
  const wear = numberOf(periodOf(source, span)?.lines.depreciation_and_amortization?.value);
  const research = flowOf(source, span, "research_development");
  return room === null ? [] : [room, room - (wear ?? 0), room + (research ?? 0)];
}

/** What costs may leave, by the tags that state it in other years. */
const kinds = [
  { label: restructuringLabel, of: oneOffs },
  { label: acquisitionLabel, of: leftCharges },
].map(({ label, of }) => ({
  label,
  tags: of.filter((one) => one.label === label).flatMap(({ tags }) => tags),
}));

const yearsLeast = 2;
/** Older notes are rounded, and name a part. */
const yearsMost = 5;

/**
 * The charges with what costs leave above operating income as restructuring or costs of acquisitions, where that was all they
 * left in each of the newest years that state both: the row is the same under an element of the filer's own (Alcoa 2019:
 * 1,031; Amphenol 2025: 103.4). It holds the impairments, but of goodwill. Rows at hand say themselves what they are.
 */
export function withRowOfCosts(source: ModelSource, span: Span, own: Charge[]): Charge[] {
  const period = periodOf(source, span);
  if (period === null || hasPrintedRows(period)) return own;
  const [found] = kinds.flatMap(({ label, tags }) => {
    const isStated = own.some((one) => one.label === label) || flowAt(source, tags, span) !== null;
    const years = isStated ? [] : yearsOfBoth(source, span, tags);
    if (years.length < yearsLeast) return [];
    const value = leftByRows(source, span).find((_, at) =>
      years.every(({ stated, left }) => left[at] === stated),
    );
    return value === undefined ? [] : [{ label, value }];
  });
  const held = own.filter(({ label }) => label.includes("impairment") && label !== goodwillLabel);
  const quoted = quote(source, read(period, "operating_income"), "computed");
  if (found === undefined || quoted === null || found.value <= totalOf(held)) return own;
  const row = { ...found, isTaxed: true, isOperating: true };
  const from = { value: found.value, provenance: quoted.provenance, note: "what costs leave" };
  return [...own.filter((one) => !held.includes(one)), { ...row, quoted: from }];
}

/** The newest years that state the charge and of which rows tell what costs leave. */
function yearsOfBoth(
  source: ModelSource,
  { currency }: Span,
  tags: readonly string[],
): { stated: number; left: number[] }[] {
  const years = annualPeriods(source).flatMap(({ start, end }) => {
    const year = { start, end, currency };
    const stated = flowAt(source, tags, year)?.value ?? 0;
    const left = stated === 0 ? [] : leftByRows(source, year);
    return left.length === 0 ? [] : [{ stated, left }];
  });
  return years.slice(-yearsMost);
}
