import { clamp, percent, round } from "../answers/rounding.ts";
import {
  defaultSeed,
  estimateSeed,
  factSeed,
  moneyInput,
  ratioInput,
  type Seed,
  type Warn,
} from "../assumption.ts";
import { parseFormula } from "../formula/expression.ts";
import type { ModelFacts } from "../inputs/facts.ts";
import type { Reference } from "./reference.ts";
import { syntheticNote } from "./synthetic-rating.ts";

export const costOfDebtMax = 0.15;
/** Over the risk-free rate, where filings tell no cost of debt. */
export const spreadWithoutDebt = 0.01;

/** Twelve months when all quarters are filed, else the fiscal year. */
function interestOf({ trailing, year }: ModelFacts) {
  return trailing.interest_expense ?? year.interest_expense ?? null;
}

/** A filer with debt and without interest has a rate by rule, and is told so. */
export function interestSeed(facts: ModelFacts): Seed {
  const seed = factSeed(
    moneyInput("interest_expense", "Interest expense"),
    interestOf(facts),
    null,
  );
  const debt = facts.claims.amounts.total_debt?.value ?? 0;
  if (seed.value !== null || debt <= 0) return seed;
  const message = `No interest expense is found in filings although there is debt; the cost of debt is the risk-free rate plus ${percent(spreadWithoutDebt)}. Set interest_expense or pre_tax_cost_of_debt.`;
  return { ...seed, warnings: [{ code: "interest_expense_missing", message }] };
}

/**
 * Interest over debt below this share of total assets is mostly of fees and of debt within the year, and no rate of
 * borrowing (CF Industries: 1.5 over 4.8 of 2,633).
 */
const tellingDebtMin = 0.01;

/** Interest over average debt, within the risk-free rate and 15 %; the risk-free rate plus a spread where the filings tell no rate. */
export function costOfDebtSeed(facts: ModelFacts, reference: Reference): Seed {
  const named = ratioInput("pre_tax_cost_of_debt", "Pre-tax cost of debt");
  const floor = reference.rates.riskFreeRate.value;
  const interest = interestOf(facts);
  const debt = facts.averageDebt;
  const synthetic = syntheticNote(facts, floor);
  const least = round(tellingDebtMin * (facts.balance.total_assets?.value ?? 0), 0);
  const follows = { formula: costOfDebt(least), warn: costOfDebtWarning(least) };
  const byRule = (why: string) =>
    defaultSeed(named, null, {
      note: `${why}: risk-free rate plus ${percent(spreadWithoutDebt)}${synthetic}`,
      ...follows,
    });
  if (interest === null || debt === null || interest.value <= 0 || debt.value <= 0) {
    return byRule("no debt or no interest in filings");
  }
  if (debt.value <= least) {
    return byRule(
      `average debt is below ${percent(tellingDebtMin)} of total assets, so that interest over it tells no rate`,
    );
  }
  const raw = interest.value / debt.value;
  return estimateSeed(named, round(clamp(raw, floor, costOfDebtMax), 6), {
    provenance: interest.provenance,
    note: `interest over average debt is ${percent(raw)}; held between ${percent(floor)} and ${percent(costOfDebtMax)}${synthetic}`,
    ...follows,
  });
}

const costOfDebt = (least: number) =>
  parseFormula(
    "known($interest_expense) && known($average_debt) ? (isTelling ? held : without) : without",
    {
      isTelling: `$interest_expense > 0 && $average_debt > ${least}`,
      held: "round(min($cost_of_debt_cap, max($risk_free_rate, $interest_expense / $average_debt)), 6)",
      without: "round($risk_free_rate + $spread_without_debt, 6)",
    },
  );

const costOfDebtWarning =
  (least: number): Warn =>
  (get) => {
    const [interest, debt] = [get("interest_expense") ?? 0, get("average_debt") ?? 0];
    if (interest <= 0 || debt <= least) return [];
    const raw = interest / debt;
    if (raw >= (get("risk_free_rate") ?? 0) && raw <= costOfDebtMax) return [];
    const message = `Interest over average debt is ${percent(raw)}; the cost of debt is held between the risk-free rate and ${percent(costOfDebtMax)}.`;
    return [{ code: "cost_of_debt_floored", message }];
  };
