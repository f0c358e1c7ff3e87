import type { Concept } from "#schemas/shapes/companies/concept.ts";
import type { Template } from "#schemas/shapes/companies/statement.ts";

/** The first lines of the income statement for each kind of company, in the order of its statements. */
const leads: Partial<Record<Template, readonly string[]>> = {
  bank: [
    "interest_and_dividend_income",
    "interest_expense_operating",
    "net_interest_income",
    "noninterest_income",
    "revenue",
    "provision_for_credit_losses",
    "noninterest_expense",
  ],
  insurer: [
    "premiums_earned",
    "net_investment_income",
    "investment_gains_losses",
    "revenue",
    "policyholder_benefits",
    "benefits_losses_and_expenses",
  ],
  reit: ["rental_income", "revenue"],
};

/** The concepts in the order in which statements of the template show them; others keep the order given. */
export function inReadingOrder(concepts: readonly Concept[], template: Template): Concept[] {
  const lead = leads[template] ?? [];
  const placeOf = ({ snakeKey }: Concept) => {
    const place = lead.indexOf(snakeKey);
    return place < 0 ? lead.length : place;
  };
  const isIncome = ({ statement }: Concept) => statement === "income_statement";
  const others = concepts.filter((concept) => !isIncome(concept));
  const income = concepts.filter(isIncome).toSorted((a, b) => placeOf(a) - placeOf(b));
  return [...income, ...others];
}

/** Lines that often say the same as one of others, which is shown instead of both. */
export const repeatedLines = (template: Template): Readonly<Record<string, readonly string[]>> => {
  const isOperating = leads[template]?.includes("interest_expense_operating") === true;
  const interest = ["interest_expense", "interest_expense_operating"];
  const [repeated = "", shown = ""] = isOperating ? interest : interest.toReversed();
  return { ...repeatedIncome, [repeated]: [shown] };
};

const repeatedIncome = {
  income_continuing: ["net_income_consolidated", "net_income"],
  net_income_consolidated: ["net_income"],
  net_income_to_common: ["net_income"],
};
