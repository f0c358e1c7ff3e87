import type { Registry } from "#schemas/shapes/companies/concept.ts";
import { sourcePrecedence } from "#schemas/shapes/companies/fact.ts";
import type { FiscalPeriod } from "#schemas/shapes/companies/statement.ts";
import type { View } from "../../company-input.ts";
import { trailingZeros } from "../../facts/quantum.ts";
import type { SubmittedStatement } from "../../facts/submitted-statement.ts";
import { dayOf } from "../../periods/days.ts";
import type { Cell } from "../cells/cell.ts";
import { unitOfConcept } from "../currency.ts";
import type { SubmittedIndex, SubmittedPeriod } from "./evidence.ts";

interface Claim {
  statement: SubmittedStatement;
  period: SubmittedPeriod;
}

const toleranceDays = 3;

/** Arranges submitted statements for the merge by value (standardization.md 2.22), as known in the view. */
export function indexSubmitted(
  statements: readonly SubmittedStatement[],
  registry: Registry,
  view: View,
): SubmittedIndex {
  const claims = statements
    .filter((s) => view.kind !== "asOf" || s.submittedAt <= view.date)
    .flatMap((statement) => statement.periods.map((period): Claim => ({ statement, period })))
    .sort(byStrength);
  const takenClaims = new Set<Claim>();
  const bestOf = (fitting: readonly Claim[]) => bestValues(fitting, registry);
  return {
    valuesFor(target) {
      const fitting = claims.filter((claim) => fits(claim, target));
      for (const claim of fitting) takenClaims.add(claim);
      return bestOf(fitting);
    },
    unmatched() {
      const groups: Claim[][] = [];
      for (const claim of claims) {
        if (takenClaims.has(claim)) continue;
        const { fiscalPeriod, end } = claim.period;
        const { currency } = claim.statement;
        const group = groups.find(
          ([first]) => first && fits(first, { fiscalPeriod, end, currency }),
        );
        if (group) group.push(claim);
        else groups.push([claim]);
      }
      return groups.flatMap((group) => {
        const [first] = group;
        if (!first) return [];
        return [
          { period: first.period, currency: first.statement.currency, values: bestOf(group) },
        ];
      });
    },
  };
}

function fits(
  { period, statement }: Claim,
  target: { fiscalPeriod: FiscalPeriod; end: string; currency: string | null },
): boolean {
  return (
    period.fiscalPeriod === target.fiscalPeriod &&
    Math.abs(dayOf(period.end) - dayOf(target.end)) <= toleranceDays &&
    (target.currency === null || statement.currency === target.currency)
  );
}

/** Highest source first, then the newest, then by content so that arrival order cannot matter. */
function byStrength(a: Claim, b: Claim): number {
  return (
    sourcePrecedence[b.statement.source] - sourcePrecedence[a.statement.source] ||
    compare(b.statement.submittedAt, a.statement.submittedAt) ||
    compare(JSON.stringify(a.period), JSON.stringify(b.period))
  );
}

function bestValues(claims: readonly Claim[], registry: Registry): Map<string, Cell> {
  const best = new Map<string, Cell>();
  for (const { statement, period } of claims) {
    for (const [key, value] of Object.entries(period.fields)) {
      const concept = registry.bySnakeKey.get(key);
      if (!concept || value === null || best.has(key)) continue;
      best.set(key, submittedCell(value, unitOfConcept(concept, statement.currency), statement));
    }
  }
  return best;
}

function submittedCell(
  value: string,
  unit: string,
  { source, submittedAt, filing }: SubmittedStatement,
): Cell {
  return {
    value,
    unit,
    // The operand says which filing of the entity states the value.
    lineage:
      filing === undefined
        ? ["submitted"]
        : [
            "submitted",
            [
              1,
              `${source}, filing ${filing.id}${filing.sha256 === undefined ? "" : `, hash sha256:${filing.sha256}`}`,
              value,
              ["submitted"],
            ],
          ],
    tag: null,
    mapping: null,
    rank: null,
    picked: null,
    basis: null,
    quantum: trailingZeros(value) > 0 ? 0 : trailingZeros(value),
    source,
    flags: [`submitted_at:${submittedAt}`],
  };
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
