import { leavesOf } from "../../answers/metrics.ts";
import { isReit } from "../company-type.ts";
import type { ModelSource } from "../source.ts";
import {
  amount,
  partOfFact,
  partOfLine,
  printedOperands,
  summedLine,
  type Weighed,
} from "./income-parts.ts";
import { withLine } from "./replaced-lines.ts";

const key = "funds_from_operations";
const soldAssociates = "EquityMethodInvestmentRealizedGainLossOnDisposal";

/**
 * The source with funds from operations that are without a printed gain on an associate sold: what a REIT sells with it is
 * property (Public Storage 2022: 2,129 on PS Business Parks).
 */
export function withFundsOfOperations(source: ModelSource): ModelSource {
  if (!isReit(source)) return source;
  return withLine(source, [key], (period) => {
    const whole = partOfLine(period.lines[key]);
    const gain = printedOperands(period.lines.remaining_pretax_income)
      .flatMap(([, , , lineage]) => leavesOf(lineage, source.facts))
      .find(({ tag }) => tag === soldAssociates);
    const part = partOfFact(source, gain ?? null);
    if (whole === null || part === null || part.value === 0) return null;
    const parts: Weighed[] = [
      [1, key, whole],
      [-1, "gain_on_associates", part],
    ];
    const note = `without ${amount(part)} of gains on associates sold`;
    return summedLine(period, parts, note);
  });
}
