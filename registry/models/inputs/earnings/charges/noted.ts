import type { QuotedValue } from "#registry/models/answers/provenance.ts";
import { printedCharge } from "#registry/printed-charges.ts";
import type { Span } from "../../filed-facts.ts";
import { byAxis } from "../../members/member-sums.ts";
import { segmentsAxis } from "../../members/partitions.ts";
import type { ModelSource } from "../../source.ts";
import { type Charge, flowAt, flowOf, isHeldBelow, leastPart } from "../charge.ts";
import { mayBeAmortization } from "../impairments.ts";
import {
  acquisitionCosts,
  insuranceLabel,
  insuranceRecoveries,
  legalLabel,
  legalMatters,
  type OneOff,
} from "../one-off-tags.ts";

/**
 * Legal matters and costs of acquisitions that no row prints and a filing states for the whole company, with what insurers pay
 * of the former (Johnson Controls 2024: 750 less 367; Herc 2025: 199). Selling costs may hold them: they stand in operating
 * income unless results below it hold them in the year that has most, because a filer's element has one place.
 */
export function notedCharges(source: ModelSource, span: Span, own: readonly Charge[]): Charge[] {
  const income = flowOf(source, span, "operating_income");
  if (income === null) return [];
  const least = leastPart * Math.abs(income);
  const kinds = [
    { key: "legal", kinds: legalMatters },
    { key: "acquisition", kinds: [acquisitionCosts] },
  ];
  return kinds.flatMap(({ key, kinds: oneOffs }) => {
    if (own.some(mayHold(key, oneOffs))) return [];
    const found = oneOffs.flatMap((oneOff) => noted(source, span, oneOff));
    const counted = found.filter(({ value }) => Math.abs(value) >= least).slice(0, 1);
    return counted.flatMap((charge) => [charge, ...paidByInsurers(source, span, charge)]);
  });
}

const mayHold =
  (key: string, oneOffs: readonly OneOff[]) =>
  ({ label, quoted }: Charge): boolean =>
    oneOffs.some((one) => label.includes(one.label)) ||
    printedCharge(quoted.provenance?.concept ?? "")?.holds.has(key) === true;

const noted = (source: ModelSource, span: Span, of: OneOff): Charge[] =>
  of.tags.flatMap((tag): Charge[] => {
    const quoted = flowAt(source, [tag], span);
    if (quoted === null) return [];
    if (of === acquisitionCosts && mayBeAmortization(source, span, quoted)) return [];
    const isOperating = isInOperatingIncome(source, span, { tag, quoted, effect: of.effect });
    if (isOperating === null) return [];
    return [
      {
        label: of.label,
        value: -of.effect * quoted.value,
        isTaxed: of.isTaxed,
        isOperating,
        quoted,
      },
    ];
  });

/**
 * The place of a figure. What segments come to is below operating income, or none where results there have no room for it: null
 * (Johnson & Johnson 2022: 7,700, of which 7,000 are of the year after, beside a loss of 810).
 */
function isInOperatingIncome(
  source: ModelSource,
  span: Span,
  { tag, quoted, effect }: { tag: string; quoted: QuotedValue; effect: 1 | -1 },
): boolean | null {
  if (quoted.note !== byAxis(segmentsAxis)) return !isBelow(source, span, tag, effect);
  return isHeldBelow(source, span, effect * quoted.value) ? false : null;
}

/** True where results below operating income hold what is filed in the span that has most of it. */
function isBelow(source: ModelSource, span: Span, tag: string, effect: 1 | -1): boolean {
  const { currency } = span;
  const stated = [span, ...source.periods].map(({ start, end }) => {
    const year = { start, end, currency };
    return { year, value: flowAt(source, [tag], year)?.value ?? 0 };
  });
  const most = stated.reduce((a, b) => (Math.abs(b.value) > Math.abs(a.value) ? b : a));
  return most.value !== 0 && isHeldBelow(source, most.year, effect * most.value);
}

/** What insurers pay of a legal loss, which no loss of the business can be more than. */
function paidByInsurers(source: ModelSource, span: Span, loss: Charge): Charge[] {
  const quoted = flowAt(source, insuranceRecoveries, span);
  if (loss.label !== legalLabel || quoted === null) return [];
  if (quoted.value <= 0 || quoted.value > loss.value) return [];
  return [{ ...loss, label: insuranceLabel, value: -quoted.value, quoted }];
}
