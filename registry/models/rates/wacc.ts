import type { Warning } from "#schemas/shapes/models/figures.ts";
import type { RateResult } from "#schemas/shapes/models/result.ts";
import { clamp, round } from "../answers/rounding.ts";
import {
  assumptionFigures,
  defaultSeed,
  factSeed,
  type Get,
  type Limit,
  moneyInput,
  ratioInput,
  type Seed,
  settle,
  tabulate,
} from "../assumption.ts";
import { compileAssumption } from "../formula/evaluate.ts";
import { parseFormula } from "../formula/expression.ts";
import {
  computeScenario,
  factorLine,
  type LineTable,
  lineTable,
  ratioLine,
} from "../formula/lines.ts";
import type { ModelFacts } from "../inputs/facts.ts";
import { costOfDebtMax, costOfDebtSeed, interestSeed, spreadWithoutDebt } from "./cost-of-debt.ts";
import { rateRemarks } from "./currency-rates.ts";
import { anotherDay, figureTold, type Industry, industryOf, type Reference } from "./reference.ts";

const spreadLabel = "Spread over the risk-free rate where there is no debt or no interest";
const debtWeightMax = 0.99;
const betaMin = 0.8;
const betaMax = 2;
const ofMarketOrIndustry =
  "known($market_value_of_equity) && known($total_debt) ? ofMarket : ofIndustry";

/** What rules of the cost of capital hold values within, in the order they are shown. */
export function waccLimits(facts: ModelFacts, reference: Reference): Limit[] {
  const industry = industryOf(reference, facts);
  const limit = (key: string, label: string, value: number): Limit => ({ key, label, value });
  return [
    limit("cost_of_debt_cap", "Cost of debt is at most", costOfDebtMax),
    limit("spread_without_debt", spreadLabel, spreadWithoutDebt),
    limit("beta_floor", "A relevered beta is at least", betaMin),
    limit("beta_cap", "A relevered beta is at most", betaMax),
    limit("debt_weight_cap", "Debt weight is at most", debtWeightMax),
    limit(
      "industry_debt_weight",
      `Debt weight of ${industry.industry}, where equity has no market value`,
      round(industry.debtWeight, 6),
    ),
  ];
}

/** The inputs of the cost of capital in the order they are shown. */
export function waccSeeds(facts: ModelFacts, reference: Reference): Seed[] {
  const { riskFreeRate, equityRiskPremium, marginalTaxRate } = reference.rates;
  const industry = industryOf(reference, facts);
  return [
    defaultSeed(ratioInput("risk_free_rate", "Risk-free rate"), riskFreeRate.value, {
      note: riskFreeRate.note,
      warnings: currencyRemarks(facts, reference),
    }),
    defaultSeed(ratioInput("equity_risk_premium", "Equity risk premium"), equityRiskPremium.value, {
      note: equityRiskPremium.note,
    }),
    defaultSeed(
      ratioInput("unlevered_beta", "Unlevered beta"),
      round(industry.unleveredBeta, 4),
      figureTold(reference, industry, "unleveredBeta"),
    ),
    betaSeed(),
    defaultSeed(ratioInput("additional_risk_premium", "Additional risk premium"), 0),
    equitySeed(facts),
    debtSeed(facts),
    weightSeed(facts, reference, industry),
    interestSeed(facts),
    factSeed(moneyInput("average_debt", "Average debt"), facts.averageDebt, null),
    costOfDebtSeed(facts, reference),
    defaultSeed(ratioInput("marginal_tax_rate", "Marginal tax rate"), marginalTaxRate.value, {
      note: marginalTaxRate.note,
    }),
  ];
}

/** What is to be known where the rates are not of the currency that the figures are in, or of one of its countries. */
function currencyRemarks({ anchors }: ModelFacts, reference: Reference): readonly Warning[] {
  const currency = anchors?.currency ?? reference.currency;
  if (currency === reference.currency) return rateRemarks(reference);
  const message =
    `The risk-free rate and the equity risk premium are of the US dollar and market, the figures in ${currency}: ` +
    "neither the inflation of the currency nor a premium for the country is in them. Set the rate of that currency and country.";
  return [{ code: "rates_in_us_dollars", message }];
}

/** Debt that is there and cannot be told has no value until somebody states it. */
function debtSeed({ balance, claims }: ModelFacts): Seed {
  const named = moneyInput("total_debt", "Total debt");
  const unknown = claims.unknown.total_debt;
  if (unknown === undefined) return factSeed(named, balance.total_debt, 0);
  return defaultSeed(named, null, { note: unknown });
}

function betaSeed(): Seed {
  const levered = parseFormula(
    "$unlevered_beta * (1 + (1 - $marginal_tax_rate) * ($debt_weight / (1 - $debt_weight)))",
  );
  const value = compileAssumption(levered);
  return defaultSeed(ratioInput("beta", "Levered beta"), null, {
    note: "unlevered beta at the debt weight below, between 0.8 and 2.0",
    formula: parseFormula("round(min($beta_cap, max($beta_floor, levered)), 4)", { levered }),
    warn: (get) => {
      const beta = value(assumptionFigures(get));
      if (beta >= betaMin && beta <= betaMax) return [];
      const held = clamp(beta, betaMin, betaMax).toFixed(1);
      const message = `The relevered beta of ${beta.toFixed(4)} is held at ${held}.`;
      return [{ code: "beta_clamped", message }];
    },
  });
}

/** The public float on the cover of the annual report stands in for a market value (models.md 7). */
function equitySeed({ publicFloat, floatWarnings: warnings }: ModelFacts): Seed {
  const named = moneyInput("market_value_of_equity", "Market value of equity");
  if (publicFloat === null) {
    const isRefused = warnings.length > 0;
    const note = isRefused ? "the public float of the filing is refused" : "not found in filings";
    return defaultSeed(named, null, { note, warnings });
  }
  return defaultSeed(named, publicFloat.value, {
    provenance: publicFloat.provenance,
    note: "public float on the cover of the annual report, a proxy for market value",
  });
}

function weightSeed(facts: ModelFacts, reference: Reference, industry: Industry): Seed {
  const { note, warnings } = figureTold(reference, industry, "debtWeight");
  const isKnown = facts.balance.total_debt != null && facts.claims.unknown.total_debt === undefined;
  const isOfIndustry = (get: Get) =>
    get("total_debt") === null ||
    (get("market_value_of_equity") === null && !(isKnown && get("total_debt") === 0));
  return defaultSeed(ratioInput("debt_weight", "Debt weight"), null, {
    note: `debt over debt and equity at market value; without one ${note}`,
    warn: (get) => (isOfIndustry(get) ? warnings : []),
    formula: parseFormula(ofMarketOrIndustry, {
      ofMarket: "min(round(debt / (debt + $market_value_of_equity), 6), $debt_weight_cap)",
      debt: "known($total_debt) ? $total_debt : 0",
      ofIndustry: `debt > 0 ? $industry_debt_weight : ${isKnown ? "0" : "$industry_debt_weight"}`,
    }),
  });
}

/** The cost of capital line by line. */
export const waccLines: LineTable = lineTable([
  ratioLine("riskFreeRate", "Risk-free rate", "$risk_free_rate"),
  ratioLine("equityRiskPremium", "Equity risk premium", "$equity_risk_premium"),
  factorLine("beta", "Beta", "$beta"),
  ratioLine(
    "costOfEquity",
    "Cost of equity",
    "riskFreeRate + beta * equityRiskPremium + $additional_risk_premium",
  ),
  ratioLine("preTaxCostOfDebt", "Cost of debt before tax", "$pre_tax_cost_of_debt"),
  ratioLine("taxRate", "Tax rate", "$marginal_tax_rate"),
  ratioLine("costOfDebtAfterTax", "Cost of debt after tax", "preTaxCostOfDebt * (1 - taxRate)"),
  ratioLine("debtWeight", "Weight of debt", "$debt_weight"),
  ratioLine("equityWeight", "Weight of equity", "1 - debtWeight"),
  ratioLine(
    "wacc",
    "Weighted average cost of capital",
    "round(equityWeight * costOfEquity + debtWeight * costOfDebtAfterTax, 6)",
  ),
]);

/** The rate that settled assumptions give; `users` are the keys that somebody set. */
export function computeWacc(get: Get, users: ReadonlySet<string>, hasFloat: boolean): RateResult {
  const values = computeScenario(waccLines, get, "mid");
  const of = (id: string) => values(id) ?? 0;
  return {
    wacc: of("wacc"),
    costOfEquity: of("costOfEquity"),
    costOfDebtAfterTax: of("costOfDebtAfterTax"),
    weights: { equity: of("equityWeight"), debt: of("debtWeight") },
    beta: of("beta"),
    preTaxCostOfDebt: of("preTaxCostOfDebt"),
    riskFreeRate: of("riskFreeRate"),
    equityRiskPremium: of("equityRiskPremium"),
    taxRate: of("taxRate"),
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

/** The inputs of the cost of capital that nobody touched. */
const defaultsOf = (facts: ModelFacts, reference: Reference) =>
  settle(tabulate(waccSeeds(facts, reference), waccLimits(facts, reference)), new Map());

/** The default pre-tax cost of debt. */
export function costOfDebtOf(facts: ModelFacts, reference: Reference): number | null {
  return defaultsOf(facts, reference).get("pre_tax_cost_of_debt");
}

/** The default cost of equity with the beta that it rests on, and what is to be said of its rates. */
export function costOfEquityOf(facts: ModelFacts, reference: Reference) {
  const { get, warnings } = defaultsOf(facts, reference);
  const ofAnotherDay = warnings.filter(({ code }) => code === anotherDay);
  const { costOfEquity, beta } = computeWacc(get, new Set(), facts.publicFloat !== null);
  return {
    costOfEquity: round(costOfEquity, 6),
    beta,
    warnings: [...currencyRemarks(facts, reference), ...ofAnotherDay],
  };
}

const ofCurrency = ({ currency }: Reference) => (currency === "USD" ? "" : ` in ${currency}`);

/** The default discount rate of DCF and EPV: the company's cost of capital between 5 % and 20 %. */
export function discountRateSeed(facts: ModelFacts, reference: Reference): Seed {
  const { get, warnings } = defaultsOf(facts, reference);
  const hasFloat = facts.publicFloat !== null;
  const { wacc } = computeWacc(get, new Set(), hasFloat);
  return defaultSeed(
    ratioInput("discount_rate", "Discount rate"),
    round(clamp(wacc, 0.05, 0.2), 6),
    {
      note: `weighted average cost of capital${ofCurrency(reference)}; ${reference.source}`,
      warnings: hasFloat ? [...warnings, publicFloatProxyUsed] : warnings,
    },
  );
}
