import { round } from "../answers/rounding.ts";
import type { Get } from "../assumption.ts";
import { trailingEbitda } from "../estimates.ts";
import { addedBack, normalisedKey } from "../inputs/normalised.ts";
import { industryOf } from "../rates/reference.ts";
import {
  betaMax,
  betaMin,
  costOfDebtMax,
  debtWeightMax,
  spreadWithoutDebt,
} from "../rates/wacc.ts";
import { assumed, type Exported } from "./exported.ts";
import { roundFormula } from "./rounding-formula.ts";

/** Names of the limits that rules of the cost of capital hold values within. */
export const limitNames = {
  costOfDebtCap: "cost_of_debt_cap",
  spreadWithoutDebt: "spread_without_debt",
  betaFloor: "beta_floor",
  betaCap: "beta_cap",
  debtWeightCap: "debt_weight_cap",
  industryDebtWeight: "industry_debt_weight",
} as const;

/** An assumption that follows from others as a formula of their names; null for one that does not. */
export function derivedFormula(key: string, exported: Exported): string | null {
  const { model, overrides, result } = exported;
  const isDerived = model.table.byKey.get(key)?.derive !== undefined;
  const value = assumed(result, key);
  if (!isDerived || overrides.assumptions.has(key) || value === null) return null;
  const get: Get = (name) => assumed(result, name);
  const choice = model.table.byKey.get(key)?.choice;
  if (choice !== undefined) return `IF(${normalisedKey}=0,${choice.reported},${choice.normalised})`;
  const edge = /^(.*)_(low|high)$/.exec(key);
  if (edge !== null) return edgeFormula(edge[1] ?? "", edge[2] === "low" ? -1 : 1, value, get);
  const make = formulas[key];
  if (make === undefined) throw new Error(`no formula for the derived assumption "${key}"`);
  return make(get, value, exported);
}

type Make = (get: Get, value: number, exported: Exported) => string;

const formulas: Readonly<Record<string, Make>> = {
  stable_return_on_equity: () => "cost_of_equity",
  beta: (get, value) => {
    const weight = get("debt_weight") ?? 0;
    const raw =
      (get("unlevered_beta") ?? 0) *
      (1 + (1 - (get("marginal_tax_rate") ?? 0)) * (weight / (1 - weight)));
    const levered = "unlevered_beta*(1+(1-marginal_tax_rate)*(debt_weight/(1-debt_weight)))";
    return roundFormula(`MIN(beta_cap,MAX(beta_floor,${levered}))`, raw, 4, value);
  },
  debt_weight: (get, value, { model }) => {
    const [debt, equity] = [get("total_debt") ?? 0, get("market_value_of_equity")];
    const raw = equity === null ? 0 : debt / (debt + equity);
    const weight = roundFormula("total_debt/(total_debt+market_value_of_equity)", raw, 6, value);
    const isIndustry = debt > 0 || model.facts.balance.total_debt == null;
    const otherwise = isIndustry ? limitNames.industryDebtWeight : "0";
    return `IF(market_value_of_equity>0,MIN(${weight},debt_weight_cap),${otherwise})`;
  },
  pre_tax_cost_of_debt: (get, value) => {
    const [interest, debt] = [get("interest_expense") ?? 0, get("average_debt") ?? 0];
    const held = "MIN(cost_of_debt_cap,MAX(risk_free_rate,interest_expense/average_debt))";
    const raw = debt > 0 ? interest / debt : 0;
    const usual = roundFormula(held, raw, 6, value);
    const without = "ROUND(risk_free_rate+spread_without_debt,6)";
    return `IF(AND(interest_expense>0,average_debt>0),${usual},${without})`;
  },
  ebitda_margin: (get, value, { model }) => {
    const revenue = trailingEbitda(model.facts)?.revenue.value ?? 0;
    const raw = ((get("base_ebitda") ?? 0) + addedBack(get)) / revenue;
    const added = `IF(${normalisedKey}=0,0,one_off_charges)`;
    return roundFormula(`(base_ebitda+${added})/${revenue}`, raw, 6, value);
  },
};

/** The edges of models.md 6.5 and 9: an editable mid moves those that nobody pinned. */
function edgeFormula(mid: string, sign: -1 | 1, value: number, get: Get): string {
  const at = get(mid) ?? 0;
  const { of, raw, digits } = edgeOf(mid, sign, get);
  const rounded = roundFormula(of, raw, digits, value);
  if (value !== at) return rounded;
  if (sign > 0) return `MAX(${rounded},${mid})`;
  // A rate or multiple so small that its edge rounds to zero is its own edge.
  const isTiny = raw * 10 ** digits < 0.5 && mid !== "terminal_growth";
  return isTiny ? mid : `MIN(${rounded},${mid})`;
}

function edgeOf(mid: string, sign: -1 | 1, get: Get): { of: string; raw: number; digits: number } {
  const at = get(mid) ?? 0;
  const plus = sign < 0 ? "-" : "+";
  const growth = get("terminal_growth");
  if (mid === "discount_rate") {
    const spread = Math.min(0.01, (growth === null ? at : at - growth) / 4);
    const gap = growth === null ? "discount_rate" : "(discount_rate-terminal_growth)";
    return { of: `discount_rate${plus}MIN(0.01,${gap}/4)`, raw: at + sign * spread, digits: 6 };
  }
  if (mid === "cost_of_equity") {
    const spread = Math.min(0.01, (at - (growth ?? 0)) / 4);
    const of = `cost_of_equity${plus}MIN(0.01,(cost_of_equity-terminal_growth)/4)`;
    return { of, raw: at + sign * spread, digits: 6 };
  }
  if (mid === "terminal_growth") {
    const spread = Math.min(0.005, ((get("discount_rate") ?? 0) - at) / 8);
    const of = `terminal_growth${plus}MIN(0.005,(discount_rate-terminal_growth)/8)`;
    return { of, raw: at + sign * spread, digits: 6 };
  }
  const share = sign < 0 ? 0.9 : 1.1;
  return { of: `${mid}*${share}`, raw: at * share, digits: 2 };
}

/** The rules that the limits stand for, in the order they are shown. */
export function limits({ model }: Exported): { name: string; label: string; value: number }[] {
  const { reference, facts } = model;
  const industry = industryOf(reference, facts.sic);
  return [
    { name: limitNames.costOfDebtCap, label: "Cost of debt is at most", value: costOfDebtMax },
    {
      name: limitNames.spreadWithoutDebt,
      label: "Spread over the risk-free rate where there is no debt or no interest",
      value: spreadWithoutDebt,
    },
    { name: limitNames.betaFloor, label: "A relevered beta is at least", value: betaMin },
    { name: limitNames.betaCap, label: "A relevered beta is at most", value: betaMax },
    { name: limitNames.debtWeightCap, label: "Debt weight is at most", value: debtWeightMax },
    {
      name: limitNames.industryDebtWeight,
      label: `Debt weight of ${industry.industry}, where equity has no market value`,
      value: round(industry.debtWeight, 6),
    },
  ];
}
