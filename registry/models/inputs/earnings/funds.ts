import { leavesOf } from "../../answers/metrics.ts";
import { isReit } from "../company-type.ts";
import type { ModelSource, SourcePeriod } from "../source.ts";
import {
  amount,
  type Indexes,
  partOfFact,
  partOfLine,
  printedOperands,
  summedLine,
  type Weighed,
} from "./income-parts.ts";
import { ttmWithout } from "./replaced-lines.ts";

const key = "funds_from_operations";
const soldAssociates = "EquityMethodInvestmentRealizedGainLossOnDisposal";

/**
 * The source with funds from operations that are without a printed gain on an associate sold: what a REIT sells with it is
 * property (Public Storage 2022: 2,129 on PS Business Parks).
 */
export function withFundsOfOperations(source: ModelSource): ModelSource {
  if (!isReit(source)) return source;
  const indexes: Indexes = new Map(source.facts.map((fact, index) => [fact, index]));
  const changed: SourcePeriod[] = [];
  const periods = source.periods.map((period) => {
    const whole = partOfLine(period.lines[key]);
    const gain = printedOperands(period.lines.remaining_pretax_income)
      .flatMap(([, , , lineage]) => leavesOf(lineage, source.facts))
      .find(({ tag }) => tag === soldAssociates);
    const part = partOfFact(gain ?? null, indexes);
    if (whole === null || part === null || part.value === 0) return period;
    changed.push(period);
    const parts: Weighed[] = [
      [1, key, whole],
      [-1, "gain_on_associates", part],
    ];
    const note = `without ${amount(part)} of gains on associates sold`;
    return { ...period, lines: { ...period.lines, [key]: summedLine(period, parts, note) } };
  });
  if (changed.length === 0) return source;
  return { ...source, periods, ttm: ttmWithout(source, changed, [key]) };
}
