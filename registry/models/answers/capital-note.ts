import type { Get } from "../assumption.ts";
import { leasesKey, researchKey } from "../dcf/capital-seeds.ts";
import type { ModelFacts } from "../inputs/facts.ts";

/** What a year earns on its capital, as filed and with what is capitalised. */
interface CapitalReturn {
  filed: number;
  capitalised: number;
}

/**
 * Operating income less income tax over debt and equity less cash, as the table of ratios has it, beside the same with the
 * research asset and operating leases. Null where a part is not filed, without capital, and while nothing is capitalised.
 */
export function capitalReturn({ years }: ModelFacts, get: Get): CapitalReturn | null {
  const added = [...researchIn(get), ...leasesIn(get)];
  const {
    operating_income: income,
    income_tax_expense: tax,
    reported_debt: debt,
    stockholders_equity: equity,
    reported_cash: cash,
  } = years.at(-1)?.values ?? {};
  if (income == null || tax == null || debt == null || equity == null || cash == null) return null;
  const capital = debt + equity - cash;
  if (added.length === 0 || capital <= 0) return null;
  const sum = (of: "earned" | "capital") => added.reduce((total, one) => total + one[of], 0);
  const earned = income - tax;
  return {
    filed: earned / capital,
    capitalised: (earned + sum("earned")) / (capital + sum("capital")),
  };
}

interface Added {
  /** After tax, of which all of research is deducted at once. */
  earned: number;
  capital: number;
}

function researchIn(get: Get): Added[] {
  const [spent, amortized, asset] = [
    get("research_development"),
    get("research_amortization"),
    get("research_asset"),
  ];
  if (get(researchKey) !== 1 || spent === null || amortized === null || asset === null) return [];
  return [{ earned: spent - amortized, capital: asset }];
}

function leasesIn(get: Get): Added[] {
  const [owed, rate, tax] = [
    get("operating_lease_liability"),
    get("pre_tax_cost_of_debt"),
    get("tax_rate"),
  ];
  if (get(leasesKey) !== 1 || owed === null || rate === null || tax === null) return [];
  return owed === 0 ? [] : [{ earned: owed * rate * (1 - tax), capital: owed }];
}
