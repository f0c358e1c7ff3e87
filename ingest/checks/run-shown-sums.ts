import * as decimal from "#schemas/decimal.ts";
import type { CheckOperand, CheckResult } from "#schemas/shapes/companies/quality.ts";
import type { RuleBook, SumCheck } from "#schemas/shapes/companies/rule-book.ts";
import type { Line, Lineage, Template } from "#schemas/shapes/companies/statement.ts";
import { quantumOf } from "../facts/quantum.ts";
import { isRuleOfFacts } from "../statements/guards/rules-of-facts.ts";
import {
  isSilentReason,
  linesOfOtherScope,
  type ShownLines,
  sumOfShownLines,
} from "../statements/shown-sums.ts";
import type { OtherCheck } from "./check.ts";
import { explainBroken, type ShownFact } from "./explain-broken.ts";
import type { FactTable } from "./filed.ts";
import { compared, counted, notRun } from "./judge.ts";

/** The identities again, over lines as they are shown: whatever they were made of. */
export const shownSumChecks = ({ sums }: RuleBook): OtherCheck[] =>
  sums.map(({ id, severity, title }) => ({
    id: `${id}-shown`,
    severity,
    title: `as shown: ${title}`,
  }));

export const explainedCheck = {
  id: "DQ-10",
  severity: "A",
  title: "identities that shown lines do not keep are explained by filings and facts",
} as const satisfies OtherCheck;

/** A statement period, or a column of twelve months. */
interface ShownPeriod {
  key: string;
  template: Template;
  lines: Record<string, Line>;
}

/**
 * Every identity over the lines of one period or column as they are shown. One that does not hold names the filings and
 * facts behind it; one that nothing filed explains fails DQ-10, too.
 */
export function runShownSums(
  shown: ShownPeriod,
  only: readonly SumCheck[],
  table: FactTable,
): CheckResult[] {
  const lines: ShownLines = {
    template: shown.template,
    lookup(key) {
      const line = shown.lines[key];
      return line?.value == null ? null : { value: line.value, flags: line.flags };
    },
    isSilent: (key) => isSilentReason(shown.lines[key]?.reason ?? "not_reported"),
    quantumOf: (key) => quantumOfLineage(shown.lines[key]?.lineage ?? null, table),
  };
  const unexplained: string[] = [];
  const results = only.flatMap((check) => {
    const { outcome, difference, keys } = sumOfShownLines(check, lines);
    if (outcome === "unknown") return [];
    const about = { id: `${check.id}-shown`, severity: check.severity, period: shown.key };
    const text = differenceText(difference);
    if (outcome !== "broken") {
      return [compared(about, outcome === "exact" ? "pass_exact" : "pass_rounding", text)];
    }
    const facts = keys.map((key) => factsOf(key, shown.lines[key], table));
    const why = whyNotJudged(check, keys, lines, !facts.includes(null));
    if (why !== null) return [notRun(about, why)];
    const explanation = explainBroken(facts);
    if (explanation === null) unexplained.push(`${check.id} differs by ${text}`);
    const total = Math.abs(Number(shown.lines[check.total]?.value));
    const isSmall = Math.abs(difference) < 0.001 * total;
    const result = compared(about, isSmall ? "small" : "fail", text, () =>
      keys.map((key) => operandOf(key, shown.lines[key], table)),
    );
    return [
      { ...result, reason: `${result.reason}; ${explanation ?? "nothing filed explains it"}` },
    ];
  });
  return [...results, counted({ ...explainedCheck, period: shown.key }, unexplained)];
}

/** Why a broken identity says nothing: a line of another scope, or filed totals that differ by a line that is not stated. */
function whyNotJudged(
  check: SumCheck,
  keys: readonly string[],
  lines: ShownLines,
  areFiled: boolean,
): string | null {
  const [other] = linesOfOtherScope(check, keys, lines);
  if (other !== undefined) return `${other} is of another scope`;
  const unnamed = check.terms.find((term) => term.absentWith && !keys.includes(term.concept));
  return unnamed && areFiled
    ? `${unnamed.concept} is not stated, and the filed totals differ by it`
    : null;
}

/** A sum of doubles to the digits that they carry. */
function differenceText(difference: number): string {
  return difference === 0 ? "0" : decimal.fromNumber(Number(difference.toPrecision(15)));
}

function operandOf(key: string, line: Line | undefined, { facts }: FactTable): CheckOperand {
  const fact = typeof line?.lineage === "number" ? facts[line.lineage] : undefined;
  return { label: key, value: line?.value ?? "", accession: fact?.accession ?? null };
}

/** The facts behind a line that is filed, or made of the filed values of other periods; null for a computed line. */
function factsOf(key: string, line: Line | undefined, table: FactTable): ShownFact[] | null {
  const found: ShownFact[] = [];
  const walk = (lineage: Lineage): boolean => {
    if (typeof lineage !== "number") {
      const [rule, ...operands] = lineage;
      return isRuleOfFacts(rule) && operands.every(([, , , of]) => walk(of));
    }
    const [fact, history] = [table.facts[lineage], table.historyOf[lineage]];
    if (!fact || !history) return false;
    found.push({ key, fact, versions: history.versions });
    return true;
  };
  return line?.lineage != null && walk(line.lineage) ? found : null;
}

/** The coarsest of the facts behind it. */
function quantumOfLineage(lineage: Lineage | null, table: FactTable): number {
  if (lineage === null) return 0;
  if (typeof lineage === "number") {
    const fact = table.facts[lineage];
    return fact ? quantumOf(fact, table.quanta) : 0;
  }
  const [, ...operands] = lineage;
  return Math.max(...operands.map(([, , , of]) => quantumOfLineage(of, table)));
}
