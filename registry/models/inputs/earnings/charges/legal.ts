import { printedCharge } from "#registry/printed-charges.ts";
import type { Span } from "../../filed-facts.ts";
import type { ModelSource } from "../../source.ts";
import { type Charge, flowAt, flowOf, isHeldBelow } from "../charge.ts";
import { insuranceLabel, insuranceRecoveries, legalLabel, legalMatters } from "../one-off-tags.ts";

/** Of operating income: less is the course of business, which has legal matters each year (Coca-Cola 2023: 8). */
const leastPart = 0.01;

/**
 * Legal matters that no row prints and a filing states for the whole company, with what insurers pay of them (Johnson
 * Controls 2024: 750 less 367). Selling costs may hold them: they stand in operating income unless results below it hold them
 * in one of the years, because a filer's element has one place.
 */
export function legalCharge(source: ModelSource, span: Span, own: readonly Charge[]): Charge[] {
  const income = flowOf(source, span, "operating_income");
  if (income === null || own.some(mayHoldLegal)) return [];
  const found = legalMatters.flatMap(({ label, tags, effect, isTaxed }) =>
    tags.flatMap((tag): Charge[] => {
      const quoted = flowAt(source, [tag], span);
      const value = -effect * (quoted?.value ?? 0);
      if (quoted === null || Math.abs(value) < leastPart * Math.abs(income)) return [];
      return [{ label, value, isTaxed, isOperating: !isBelow(source, span, tag, effect), quoted }];
    }),
  );
  return found.slice(0, 1).flatMap((charge) => [charge, ...paidByInsurers(source, span, charge)]);
}

const mayHoldLegal = ({ label, quoted }: Charge): boolean =>
  label.includes(legalLabel) ||
  printedCharge(quoted.provenance?.concept ?? "")?.holds.has("legal") === true;

function isBelow(source: ModelSource, span: Span, tag: string, effect: 1 | -1): boolean {
  return [span, ...source.periods].some(({ start, end }) => {
    const year = { start, end, currency: span.currency };
    const value = flowAt(source, [tag], year)?.value ?? 0;
    return value !== 0 && isHeldBelow(source, year, effect * value);
  });
}

/** What insurers pay of a loss, which no loss of the business can be more than. */
function paidByInsurers(source: ModelSource, span: Span, loss: Charge): Charge[] {
  const quoted = flowAt(source, insuranceRecoveries, span);
  if (quoted === null || quoted.value <= 0 || quoted.value > loss.value) return [];
  return [{ ...loss, label: insuranceLabel, value: -quoted.value, quoted }];
}
