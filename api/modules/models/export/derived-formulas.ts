import { round } from "#registry/models/answers/rounding.ts";
import { midCycleKey } from "#registry/models/dcf/mid-cycle.ts";
import { trailingEbitda } from "#registry/models/estimates.ts";
import { normalisedKey } from "#registry/models/inputs/earnings/normalised.ts";
import { industryOf } from "#registry/models/rates/reference.ts";
import {
  betaMax,
  betaMin,
  costOfDebtMax,
  debtWeightMax,
  spreadWithoutDebt,
} from "#registry/models/rates/wacc.ts";
import { awardKeys, dilutionPriceKey, undilutedShares } from "#registry/models/share-seeds.ts";
import { assumed, type ExportedModel } from "./exported.ts";
import { roundFormula } from "./rounding-formula.ts";

/** Names of the limits that rules of the cost of capital hold values within. */
const limitNames = {
  costOfDebtCap: "cost_of_debt_cap",
  spreadWithoutDebt: "spread_without_debt",
  betaFloor: "beta_floor",
  betaCap: "beta_cap",
  debtWeightCap: "debt_weight_cap",
  industryDebtWeight: "industry_debt_weight",
} as const;

/** An assumption that follows from others as a formula of their names; null for one that does not. */
export function derivedFormula(key: string, exported: ExportedModel): string | null {
  const { model, overrides, result } = exported;
  const isDerived = model.table.byKey.get(key)?.derive !== undefined;
  const isKnown = assumed(result, key) !== null;
  if (!isDerived || overrides.assumptions.has(key) || !isKnown) return null;
  const { cycle, choice } = model.table.byKey.get(key) ?? {};
  const usual = usualFormula(key, choice, exported);
  return cycle === undefined ? usual : `IF(${midCycleKey}=1,${chosen(cycle)},${usual})`;
}

type Choice = { normalised: number; reported: number };
const chosen = ({ normalised, reported }: Choice) =>
  `IF(${normalisedKey}=0,${reported},${normalised})`;

function usualFormula(key: string, choice: Choice | undefined, exported: ExportedModel): string {
  const { result } = exported;
  if (choice !== undefined) return chosen(choice);
  const edge = /^(.*)_(low|high)$/.exec(key);
  if (edge !== null) {
    const isPerpetuity = assumed(result, "terminal_growth") !== null;
    return edgeFormula(edge[1] ?? "", edge[2] === "low" ? -1 : 1, isPerpetuity);
  }
  const make = formulas[key];
  if (make === undefined) throw new Error(`no formula for the derived assumption "${key}"`);
  return make(exported);
}

type Make = (exported: ExportedModel) => string;

const formulas: Readonly<Record<string, Make>> = {
  stable_return_on_equity: () => "cost_of_equity",
  return_on_new_capital: () => "discount_rate",
  beta: () => {
    const levered = "unlevered_beta*(1+(1-marginal_tax_rate)*(debt_weight/(1-debt_weight)))";
    return roundFormula(`MIN(beta_cap,MAX(beta_floor,${levered}))`, 4);
  },
  debt_weight: ({ model, result }) => {
    const weight = roundFormula("total_debt/(total_debt+market_value_of_equity)", 6);
    const isIndustry =
      (assumed(result, "total_debt") ?? 0) > 0 || model.facts.balance.total_debt == null;
    const otherwise = isIndustry ? limitNames.industryDebtWeight : "0";
    return `IF(market_value_of_equity>0,MIN(${weight},debt_weight_cap),${otherwise})`;
  },
  pre_tax_cost_of_debt: () => {
    const held = "MIN(cost_of_debt_cap,MAX(risk_free_rate,interest_expense/average_debt))";
    const without = roundFormula("risk_free_rate+spread_without_debt", 6);
    return `IF(AND(interest_expense>0,average_debt>0),${roundFormula(held, 6)},${without})`;
  },
  shares_outstanding: ({ model: { facts } }) => {
    const filed = facts.shares?.value ?? 0;
    if (facts.dilution === null) return String(filed);
    const { options, exercisePrice, units } = awardKeys;
    const bought = `${options}*MAX(0,1-${exercisePrice}/${dilutionPriceKey})`;
    const hasOptions = `AND(ISNUMBER(${options}),ISNUMBER(${exercisePrice}))`;
    const sum = `${undilutedShares(facts.dilution)}+IF(${hasOptions},${bought},0)+IF(ISNUMBER(${units}),${units},0)`;
    const diluted = roundFormula(sum, 0);
    const hasUnits = `ISNUMBER(${units})`;
    const least = `MAX(${diluted},${filed})`;
    const known = `IF(${hasOptions},IF(${hasUnits},${diluted},${least}),IF(${hasUnits},${least},${filed}))`;
    return `IF(ISNUMBER(${dilutionPriceKey}),${known},${filed})`;
  },
  ebitda_margin: ({ model }) => {
    const revenue = trailingEbitda(model.facts)?.revenue.value ?? 0;
    return roundFormula(`(base_ebitda+IF(${normalisedKey}=0,0,one_off_charges))/${revenue}`, 6);
  },
};

/** The edges of models.md 6.5 and 9: an editable mid moves the edges that have no override. */
function edgeFormula(mid: string, sign: -1 | 1, isPerpetuity: boolean): string {
  const { of, digits } = edgeOf(mid, sign < 0 ? "-" : "+", isPerpetuity);
  const rounded = roundFormula(of, digits);
  if (sign > 0) return `MAX(${rounded},${mid})`;
  if (mid === "terminal_growth") return `MIN(${rounded},${mid})`;
  // A rate or multiple so small that its edge rounds to zero is its own edge.
  return `IF(${rounded}<=0,${mid},MIN(${rounded},${mid}))`;
}

function edgeOf(
  mid: string,
  plus: "-" | "+",
  isPerpetuity: boolean,
): { of: string; digits: number } {
  if (mid === "discount_rate") {
    const gap = isPerpetuity ? "(discount_rate-terminal_growth)" : "discount_rate";
    return { of: `discount_rate${plus}MIN(0.01,${gap}/4)`, digits: 6 };
  }
  if (mid === "cost_of_equity") {
    return { of: `cost_of_equity${plus}MIN(0.01,(cost_of_equity-terminal_growth)/4)`, digits: 6 };
  }
  if (mid === "terminal_growth") {
    return { of: `terminal_growth${plus}MIN(0.005,(discount_rate-terminal_growth)/8)`, digits: 6 };
  }
  return { of: `${mid}*${plus === "-" ? 0.9 : 1.1}`, digits: 2 };
}

/** The rules that the limits stand for, in the order they are shown. */
export function limits({ model }: ExportedModel): { name: string; label: string; value: number }[] {
  const { reference, facts } = model;
  const industry = industryOf(reference, facts);
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
