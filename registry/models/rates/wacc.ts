import { clamp, percent, round } from "../answers/rounding.ts";
import {
  defaultSeed,
  estimateSeed,
  factSeed,
  type Get,
  type Seed,
  settle,
  tabulate,
} from "../assumption.ts";
import { unknownDebtOfRate } from "../inputs/claims/claims.ts";
import type { ModelFacts } from "../inputs/facts.ts";
import { type Industry, industryNote, industryOf, type Reference } from "./reference.ts";
import { syntheticNote } from "./synthetic-rating.ts";

/** Cost of capital of the `wacc` template (models.md section 7). */
export interface RateResult {
  wacc: number;
  costOfEquity: number;
  costOfDebtAfterTax: number;
  weights: { equity: number; debt: number };
  beta: number;
  preTaxCostOfDebt: number;
  riskFreeRate: number;
  equityRiskPremium: number;
  taxRate: number;
  weightBasis: "market_cap" | "public_float" | "industry_average" | "user";
}

export const costOfDebtMax = 0.15;
export const spreadWithoutDebt = 0.01;
export const debtWeightMax = 0.99;
export const betaMin = 0.8;
export const betaMax = 2;

/** The inputs of the cost of capital in the order they are shown. */
export function waccSeeds(facts: ModelFacts, reference: Reference): Seed[] {
  const { riskFreeRate, equityRiskPremium, marginalTaxRate } = reference.rates;
  const industry = industryOf(reference, facts);
  return [
    defaultSeed(ratio("risk_free_rate", "Risk-free rate"), riskFreeRate.value, {
      note: riskFreeRate.note,
    }),
    defaultSeed(ratio("equity_risk_premium", "Equity risk premium"), equityRiskPremium.value, {
      note: equityRiskPremium.note,
    }),
    defaultSeed(ratio("unlevered_beta", "Unlevered beta"), round(industry.unleveredBeta, 4), {
      note: industryNote(reference, industry.industry),
    }),
    betaSeed(),
    defaultSeed(ratio("additional_risk_premium", "Additional risk premium"), 0),
    equitySeed(facts),
    debtSeed(facts),
    weightSeed(facts, reference, industry),
    interestSeed(facts),
    factSeed(money("average_debt", "Average debt"), facts.averageDebt, null),
    costOfDebtSeed(facts, reference),
    defaultSeed(ratio("marginal_tax_rate", "Marginal tax rate"), marginalTaxRate.value, {
      note: marginalTaxRate.note,
    }),
  ];
}

const ratio = (key: string, label: string) => ({ key, label, unit: "ratio" }) as const;
const money = (key: string, label: string) => ({ key, label, unit: "currency" }) as const;

/** Debt that is there and cannot be told has no value until somebody states it. */
function debtSeed({ balance, claims }: ModelFacts): Seed {
  const named = money("total_debt", "Total debt");
  const unknown = unknownDebtOfRate(claims);
  if (unknown === null) return factSeed(named, balance.total_debt, 0);
  return defaultSeed(named, null, { note: unknown });
}

/** Twelve months when all quarters are filed, else the fiscal year. */
function interestOf({ trailing, year }: ModelFacts) {
  return trailing.interest_expense ?? year.interest_expense ?? null;
}

/** A filer with debt and without interest has a rate by rule, and is told so. */
function interestSeed(facts: ModelFacts): Seed {
  const seed = factSeed(money("interest_expense", "Interest expense"), interestOf(facts), null);
  const debt = facts.balance.total_debt?.value ?? 0;
  if (seed.value !== null || debt <= 0) return seed;
  const message = `No interest expense is found in filings although there is debt; the cost of debt is the risk-free rate plus ${percent(spreadWithoutDebt)}. Set interest_expense or pre_tax_cost_of_debt.`;
  return { ...seed, warnings: [{ code: "interest_expense_missing", message }] };
}

function betaSeed(): Seed {
  return defaultSeed(ratio("beta", "Levered beta"), null, {
    note: "unlevered beta at the debt weight below, between 0.8 and 2.0",
    derive: (get, warn) => {
      const weight = get("debt_weight") ?? 0;
      const levered =
        (get("unlevered_beta") ?? 0) *
        (1 + (1 - (get("marginal_tax_rate") ?? 0)) * (weight / (1 - weight)));
      const value = round(clamp(levered, betaMin, betaMax), 4);
      if (levered < betaMin || levered > betaMax) {
        const message = `The relevered beta of ${levered.toFixed(4)} is held at ${value.toFixed(1)}.`;
        warn({ code: "beta_clamped", message });
      }
      return value;
    },
  });
}

/** The public float on the cover of the annual report stands in for a market value (models.md 7). */
function equitySeed({ publicFloat }: ModelFacts): Seed {
  const named = money("market_value_of_equity", "Market value of equity");
  if (publicFloat === null) return defaultSeed(named, null, { note: "not found in filings" });
  return defaultSeed(named, publicFloat.value, {
    provenance: publicFloat.provenance,
    note: "public float on the cover of the annual report, a proxy for market value",
  });
}

function weightSeed(facts: ModelFacts, reference: Reference, industry: Industry): Seed {
  const hasDebtFact = facts.balance.total_debt != null;
  return defaultSeed(ratio("debt_weight", "Debt weight"), null, {
    note: `debt over debt and equity at market value; without one ${industryNote(reference, industry.industry)}`,
    derive: (get) => {
      const debt = get("total_debt") ?? 0;
      const equity = get("market_value_of_equity");
      if (equity === null && (debt > 0 || !hasDebtFact)) return round(industry.debtWeight, 6);
      const weight = equity === null ? 0 : debt / (debt + equity);
      return Math.min(round(weight, 6), debtWeightMax);
    },
  });
}

function costOfDebtSeed(facts: ModelFacts, reference: Reference): Seed {
  const named = ratio("pre_tax_cost_of_debt", "Pre-tax cost of debt");
  const floor = reference.rates.riskFreeRate.value;
  const interest = interestOf(facts);
  const debt = facts.averageDebt;
  const synthetic = syntheticNote(facts, floor);
  const derive: Seed["derive"] = (get, warn) =>
    costOfDebt(get, get("risk_free_rate") ?? floor, warn);
  if (interest === null || debt === null || interest.value <= 0 || debt.value <= 0) {
    const note = `no debt or no interest in filings: risk-free rate plus ${percent(spreadWithoutDebt)}${synthetic}`;
    return defaultSeed(named, null, { note, derive });
  }
  const raw = interest.value / debt.value;
  return estimateSeed(named, round(clamp(raw, floor, costOfDebtMax), 6), {
    provenance: interest.provenance,
    note: `interest over average debt is ${percent(raw)}; held between ${percent(floor)} and ${percent(costOfDebtMax)}${synthetic}`,
    derive,
  });
}

function costOfDebt(get: Get, floor: number, warn: Parameters<NonNullable<Seed["derive"]>>[1]) {
  const interest = get("interest_expense") ?? 0;
  const debt = get("average_debt") ?? 0;
  if (interest <= 0 || debt <= 0) return round(floor + spreadWithoutDebt, 6);
  const raw = interest / debt;
  if (raw < floor || raw > costOfDebtMax) {
    const message = `Interest over average debt is ${percent(raw)}; the cost of debt is held between the risk-free rate and ${percent(costOfDebtMax)}.`;
    warn({ code: "cost_of_debt_floored", message });
  }
  return round(clamp(raw, floor, costOfDebtMax), 6);
}

/** The rate that settled assumptions give; `users` are the keys that somebody set. */
export function computeWacc(get: Get, users: ReadonlySet<string>, hasFloat: boolean): RateResult {
  const value = (key: string) => get(key) ?? 0;
  const debt = value("debt_weight");
  const equity = 1 - debt;
  const costOfEquity =
    value("risk_free_rate") +
    value("beta") * value("equity_risk_premium") +
    value("additional_risk_premium");
  const preTaxCostOfDebt = value("pre_tax_cost_of_debt");
  const taxRate = value("marginal_tax_rate");
  const costOfDebtAfterTax = preTaxCostOfDebt * (1 - taxRate);
  return {
    wacc: round(equity * costOfEquity + debt * costOfDebtAfterTax, 6),
    costOfEquity,
    costOfDebtAfterTax,
    weights: { equity, debt },
    beta: value("beta"),
    preTaxCostOfDebt,
    riskFreeRate: value("risk_free_rate"),
    equityRiskPremium: value("equity_risk_premium"),
    taxRate,
    weightBasis: basisOf(users, hasFloat),
  };
}

function basisOf(users: ReadonlySet<string>, hasFloat: boolean): RateResult["weightBasis"] {
  if (users.has("debt_weight") || users.has("market_value_of_equity")) return "user";
  return hasFloat ? "public_float" : "industry_average";
}

export const publicFloatProxyUsed = {
  code: "public_float_proxy_used",
  message:
    "No market value is licensed; equity is weighed at the public float on the annual report's cover.",
};

/** The default cost of equity with the beta that it rests on. */
export function costOfEquityOf(facts: ModelFacts, reference: Reference) {
  const { get } = settle(tabulate(waccSeeds(facts, reference)), new Map());
  const { costOfEquity, beta } = computeWacc(get, new Set(), facts.publicFloat !== null);
  return { costOfEquity: round(costOfEquity, 6), beta };
}

/** The default discount rate of DCF and EPV: the company's cost of capital between 5 % and 20 %. */
export function discountRateSeed(facts: ModelFacts, reference: Reference): Seed {
  const { get, warnings } = settle(tabulate(waccSeeds(facts, reference)), new Map());
  const hasFloat = facts.publicFloat !== null;
  const { wacc } = computeWacc(get, new Set(), hasFloat);
  return defaultSeed(ratio("discount_rate", "Discount rate"), round(clamp(wacc, 0.05, 0.2), 6), {
    note: `weighted average cost of capital; ${reference.source}`,
    warnings: hasFloat ? [...warnings, publicFloatProxyUsed] : warnings,
  });
}
