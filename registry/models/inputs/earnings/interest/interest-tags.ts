/** Tags and names of elements of interest beside the line of statements. */

/** Interest of a business that lends to customers, whose debt is in the balance sheet of the whole. */
export const financingInterest: readonly string[] = ["us-gaap:FinancingInterestExpense"];

/** All interest of a year, and what of it became part of an asset. */
export const interestIncurred: readonly string[] = [
  "us-gaap:InterestCostsIncurred",
  "us-gaap:RealEstateInventoryCapitalizedInterestCostsIncurred",
];
export const interestCapitalized: readonly string[] = ["us-gaap:InterestCostsCapitalized"];

/** Interest on what was borrowed, beside a total of results below operating income. */
export const interestOnBorrowings: readonly string[] = ["us-gaap:InterestExpenseBorrowings"];

/** Interest of finance leases, which rows of interest hold. */
export const interestOnLeases: readonly string[] = ["us-gaap:FinanceLeaseInterestExpense"];

export const interestTags: readonly string[] = [
  ...interestOnLeases,
  ...interestOnBorrowings,
  ...financingInterest,
  ...interestIncurred,
  ...interestCapitalized,
];

/** Names of elements of the filer's own that are interest net of income from it (Colgate, Johnson Controls, Emerson). */
export const netInterestRow =
  /^(?!.*Other(?!Debt))(Net(Interest|Financ)|(Interest|Financ)\w*Net(IncomeStatement|OfInterestIncome)?$)/;

/** Names of rows of interest on some debt alone, which stand beside the line. */
export const rowOfSomeDebt =
  /^(Interest(And\w*Amortization)?Expense|InterestOn|FinancingInterestExpense$)(?!.*(Income|Net$|AndOther|Deposit|Polic|Lending|InvestmentProducts|Tax|Extinguish|Gain|Loss))/;

/** Names of rows of a finance business: without another row they are a part. */
export const rowOfFinance = /^(?!.*Exclud).*Financ(e|ing|ial)/;

/** True for interest ("taxonomy:tag") of one business, which statements print apart from that of another one. */
export const isOfBusiness = (tag: string, dimensions: string): boolean =>
  (tag === "us-gaap:InterestExpense" || financingInterest.includes(tag)) &&
  !dimensions.includes(";") &&
  /Business|Segment/.test(dimensions.split("=")[0] ?? "");

/** True for interest ("taxonomy:tag") that became part of a kind of asset. */
export const isOfAsset = (tag: string, dimensions: string): boolean =>
  interestCapitalized.includes(tag) && !dimensions.includes(";");
