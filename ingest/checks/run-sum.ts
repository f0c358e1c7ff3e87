import * as decimal from "#schemas/decimal.ts";
import type { Fact } from "#schemas/shapes/companies/fact.ts";
import type { CheckResult } from "#schemas/shapes/companies/quality.ts";
import type { SumCheck, SumTerm as Term } from "#schemas/shapes/companies/rule-book.ts";
import type { StatementPeriod } from "#schemas/shapes/companies/statement.ts";
import { isPassed } from "./check.ts";
import { commonFiling, type FactTable, type FiledTotal, filedOf, valueIn } from "./filed.ts";
import { compared, judge, notRun } from "./judge.ts";

/**
 * Runs one identity on one period with the figures of one filing; null when the template has no such identity.
 * Lines that were computed are no evidence: with them the check is not run. Where a term is placed freely, the
 * identity may hold with the term or without it.
 */
export function runSum(
  check: SumCheck,
  period: StatementPeriod,
  table: FactTable,
): CheckResult | null {
  const placed = check.terms.filter((term) => !isFree(term) || term.when !== undefined);
  const asTagged = runPlaced({ ...check, terms: placed }, period, table);
  if (asTagged?.outcome !== "fail" || !check.terms.some(isFree)) return asTagged;
  const terms = check.terms.map((term) => (isFree(term) ? placedOtherwise(term) : term));
  const otherwise = runPlaced({ ...check, terms }, period, table);
  return otherwise !== null && isPassed(otherwise) ? otherwise : asTagged;
}

/** What is placed freely is first taken where its condition has it; without a condition it is first left out. */
const isFree = ({ isPlacedFreely }: Term) => isPlacedFreely === true;

const placedOtherwise = (term: Term): Term =>
  term.when ? { ...term, when: { ...term.when, holds: !term.when.holds } } : term;

function runPlaced(check: SumCheck, period: StatementPeriod, table: FactTable): CheckResult | null {
  if (check.templates && !check.templates.includes(period.template)) return null;
  const about = { id: check.id, severity: check.severity, period: period.key };
  const gathered = gather(check, period, table);
  if (typeof gathered === "string") return notRun(about, gathered);
  const { total, terms } = gathered;
  if (isSameFacts(total, terms)) return notRun(about, "one fact stands on both sides");
  const lines = [total, ...terms.map((term) => term.filed)];
  const accession = commonFiling(lines, table);
  if (accession === null) return notRun(about, "no filing carries all operands");
  const values = lines.map((line) => valueIn(line, accession, table));
  const [left, ...right] = values.filter((value) => value !== null);
  if (!left) return notRun(about, "no filing carries all operands");
  const weights = [1, ...terms.map(({ weight }) => -weight)];
  const difference = decimal.weightedSum(weights, [left, ...right]);
  const isBelow = check.relation === "<=" && decimal.compare(difference, "0") < 0;
  const quantum = Math.max(...[left, ...right].map((value) => value.quantum));
  const outcome = isBelow
    ? "pass_exact"
    : judge(difference, { operands: lines.length, quantum, total: left.value });
  return compared(about, outcome, difference, () =>
    lines.map(({ label }, i) => ({ label, value: values[i]?.value ?? "", accession })),
  );
}

interface SumOperands {
  total: FiledTotal;
  terms: { weight: number; filed: FiledTotal }[];
}

/** The filed operands, or the reason why there are none. */
function gather(check: SumCheck, period: StatementPeriod, table: FactTable): SumOperands | string {
  const total = operand(check, check.total, period, table);
  if (typeof total === "string") return total;
  const terms: SumOperands["terms"] = [];
  for (const term of check.terms) {
    if (!applies(term, period)) continue;
    if (isLeftOut(term, period)) continue;
    const filed = operand(check, term.concept, period, table);
    if (typeof filed === "string") return filed;
    terms.push({ weight: term.weight, filed });
  }
  const parts = [total, ...terms.map(({ filed }) => filed)].flatMap((filed) => filed.parts);
  const isOneUnit = parts.every(({ fact }) => fact.unit === parts[0]?.fact.unit);
  return isOneUnit ? { total, terms } : "operands in more than one currency";
}

function operand(
  check: SumCheck,
  key: string,
  period: StatementPeriod,
  table: FactTable,
): FiledTotal | string {
  const line = period.lines[key];
  if (!line || line.value === null) return `${key} has no value`;
  const scope = line.flags.find((flag) => flag.startsWith("scope:"));
  if (scope && !check.allowedScopes.includes(`${key}:${scope.slice(6)}`)) {
    return `${key} is of another scope`;
  }
  return filedOf(key, line, table) ?? `${key} is computed, not filed`;
}

function applies({ when }: Term, period: StatementPeriod): boolean {
  if (!when) return true;
  const flags = period.lines[when.concept]?.flags ?? [];
  return flags.includes(`scope:${when.scope}`) === when.holds;
}

/** Two filed totals that differ show that a line between them is there, whatever the filing names. */
const isLeftOut = ({ optional, concept, absentWith }: Term, period: StatementPeriod) =>
  optional === true && absentWith === undefined && isMissing(concept, period);

/** Only a line that nobody reports counts as zero; one that is disputed does not. */
function isMissing(key: string, period: StatementPeriod): boolean {
  const line = period.lines[key];
  if (!line) return true;
  return (
    line.value === null &&
    (line.reason === "not_reported" || line.reason === "not_applicable_template")
  );
}

/** A total that is its own part proves nothing. */
function isSameFacts(total: FiledTotal, terms: SumOperands["terms"]): boolean {
  const isOwn = (fact: Fact) => total.parts.some((part) => part.fact === fact);
  return terms.some(({ filed }) => filed.parts.some(({ fact }) => isOwn(fact)));
}
