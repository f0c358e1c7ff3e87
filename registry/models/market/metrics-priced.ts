import type { MultipleKey, Multiples, Reasons } from "#schemas/shapes/models/compared.ts";
import { multipleKeys } from "#schemas/shapes/models/compared.ts";
import { findTemplate } from "../catalogue.ts";
import { type CompanyType, isExcluded } from "../inputs/company-type.ts";

/** Earnings and capital of one period, as multiples are taken of them; null where filings lack one. */
export interface PricedMetrics {
  revenue: number | null;
  ebitda: number | null;
  ebit: number | null;
  income: number | null;
  book: number | null;
  /** Debt and other claims less cash; null where debt or cash is not filed. */
  netDebt: number | null;
}

/** The metric of each multiple, and whether it is over the value of the enterprise or of the equity. */
export const multipleOf: Readonly<
  Record<
    MultipleKey,
    {
      metric: keyof PricedMetrics;
      over: "enterprise" | "equity";
      named: string;
      templateKey: string;
    }
  >
> = {
  evRevenue: {
    metric: "revenue",
    over: "enterprise",
    named: "revenue",
    templateKey: "ev_revenue_multiples",
  },
  evEbitda: {
    metric: "ebitda",
    over: "enterprise",
    named: "EBITDA",
    templateKey: "ev_ebitda_multiples",
  },
  evEbit: {
    metric: "ebit",
    over: "enterprise",
    named: "operating income",
    templateKey: "ev_ebit_multiples",
  },
  pe: {
    metric: "income",
    over: "equity",
    named: "net income to common",
    templateKey: "pe_multiples",
  },
  pb: { metric: "book", over: "equity", named: "common equity", templateKey: "pb_multiples" },
  ps: { metric: "revenue", over: "equity", named: "revenue", templateKey: "ps_multiples" },
};

/** Every multiple of a value of the equity. One that is not there is null and has its reason. */
export function multiplesAt(
  equity: number,
  of: PricedMetrics,
  company: CompanyType,
): { multiples: Multiples; reasons: Reasons } {
  const reasons: Reasons = {};
  const compute = (key: MultipleKey): number | null => {
    const { metric, over, named } = multipleOf[key];
    const base = of[metric];
    if (isUnfit(key, company))
      reasons[key] = "This multiple does not apply to financial institutions.";
    else if (base === null) reasons[key] = `The filings do not state ${named}.`;
    else if (base <= 0)
      reasons[key] = `The ${named} is not positive: no multiple of it says anything.`;
    if (reasons[key] !== undefined || base === null) return null;
    if (over === "equity") return equity / base;
    if (of.netDebt === null) {
      reasons[key] = "The filings do not state debt or cash: the enterprise value is unknown.";
      return null;
    }
    if (equity + of.netDebt <= 0) {
      reasons[key] =
        "Cash exceeds the value of the equity and debt: the enterprise value is not positive.";
      return null;
    }
    return (equity + of.netDebt) / base;
  };
  return { multiples: everyMultiple(compute), reasons };
}

function isUnfit(key: MultipleKey, company: CompanyType): boolean {
  const template = findTemplate(multipleOf[key].templateKey);
  return template !== null && isExcluded(template, company);
}

export const everyMultiple = <T>(of: (key: MultipleKey) => T) =>
  Object.fromEntries(multipleKeys.map((key) => [key, of(key)])) as Record<MultipleKey, T>;

export const noMultiples: Multiples = everyMultiple(() => null);
