import type { SumCheck } from "#schemas/shapes/companies/rule-book.ts";
import type { Line, Template } from "#schemas/shapes/companies/statement.ts";
import { emptyLine } from "../statements/cells/line.ts";
import { isOfFacts } from "../statements/guards/rules-of-facts.ts";
import {
  isSilentReason,
  linesOfOtherScope,
  type ShownLines,
  sumOfShownLines,
} from "../statements/shown-sums.ts";

/**
 * Takes the value of a column's line that breaks an identity with its neighbours and that rests on lines that were computed
 * from others: quarters that each add up may rest on other arithmetic in each. What rests on filed values stays.
 */
export function keepColumnSums(
  sums: readonly SumCheck[],
  lines: Record<string, Line>,
  template: Template,
  quantumOf: (snakeKey: string) => number,
): void {
  const shown: ShownLines = {
    template,
    lookup(key) {
      const line = lines[key];
      return line?.value == null ? null : { value: line.value, flags: line.flags };
    },
    isSilent: (key) => isSilentReason(lines[key]?.reason ?? "not_reported"),
    quantumOf,
  };
  for (const check of sums) {
    const { outcome, keys } = sumOfShownLines(check, shown);
    if (outcome !== "broken" || linesOfOtherScope(check, keys, shown).length > 0) continue;
    for (const key of keys) {
      const lineage = lines[key]?.lineage ?? null;
      if (lineage !== null && !isOfFacts(lineage)) lines[key] = emptyLine("identity_conflict");
    }
  }
}
