import type { FiledStatementKind } from "#schemas/shapes/companies/filed-report.ts";

/** What the definition of a role says ("0000002 - Statement - CONSOLIDATED BALANCE SHEETS (Parenthetical)"). */
export interface StatementRole {
  kind: FiledStatementKind;
  title: string;
  /** The number of the definition; null without one. */
  number: number | null;
  isParenthetical: boolean;
}

const definitionShape = /^\s*([\d.]+)\s*-\s*([A-Za-z]+)\s*-\s*(.+)$/s;
const detail =
  /\b(details?|tables?|polic(?:y|ies)|textual|narrative|disclosures?)\b|\(table|\(detail|\(polic/i;

/**
 * The kind of statement of a role, by its definition and, where its title says nothing, by its elements
 * ("us-gaap:Assets"). Notes, and statements of no known kind, are `other`. A role without a definition is told by
 * the last word of its URI.
 */
export function statementRole(
  uri: string,
  definition: string | null,
  elements: ReadonlySet<string>,
): StatementRole {
  const parts = definitionShape.exec(definition ?? "");
  const [number, type, title] = parts ? parts.slice(1) : [undefined, undefined, titleOfUri(uri)];
  const said = (title ?? "").trim();
  const isParenthetical = /parenthetical/i.test(said);
  return {
    kind: kindOf(type?.toLowerCase() ?? null, said.slice(0, titleReadMax), elements),
    title: said,
    number: number === undefined ? null : Number.parseFloat(number),
    isParenthetical,
  };
}

/** Characters of a title that tell its kind: a filer may write any number of them. */
const titleReadMax = 500;

/** "ConsolidatedBalanceSheetsParenthetical" as words. */
function titleOfUri(uri: string): string {
  const last = uri.slice(uri.lastIndexOf("/") + 1);
  return last.replace(/([a-z])([A-Z])/g, "$1 $2").replace(/[_-]+/g, " ");
}

function kindOf(
  type: string | null,
  title: string,
  elements: ReadonlySet<string>,
): FiledStatementKind {
  if (elements.has("dei:DocumentType") || elements.has("dei:EntityRegistrantName")) return "cover";
  if (type === "document") return "cover";
  if (type !== null && type !== "statement") return "other";
  if (detail.test(title)) return "other";
  const kind = kindOfTitle(title, elements);
  if (type !== null) return kind ?? kindOfElements(elements);
  // Notes are called like statements ("Income taxes"): without a definition, the elements must agree.
  const isNamed = kind !== null && (isConfirmed(kind, elements) || /parenthetical/i.test(title));
  return isNamed ? kind : "other";
}

function isConfirmed(kind: FiledStatementKind, elements: ReadonlySet<string>): boolean {
  return signs.some(([names, of]) => of === kind && has(elements, names));
}

/** The first that fits counts: an equity statement may speak of income, and a cash flow statement of nothing else. */
const titles: readonly [RegExp, FiledStatementKind][] = [
  [/cash\s*flow/i, "cash_flow"],
  [
    /balance\s*sheet|financial\s*(?:position|condition)|assets,?\s*(?:and\s*)?liabilities|net\s*assets\s*(?:available|in\s*liquidation)/i,
    "balance",
  ],
  [
    /(?:stock|share|unit|equity)\s*(?:holders?|owners?).*(?:equity|deficit|deficiency|capital|investment)|changes\s*in.*(?:equity|deficit|capital|net\s*assets)|(?:members|partners|owners|parent)['’]?s?['’]?\s*.*(?:equity|deficit|capital|interest)|statements?\s*of.*equity|\bequity\b/i,
    "equity",
  ],
];

function kindOfTitle(title: string, elements: ReadonlySet<string>): FiledStatementKind | null {
  for (const [shape, kind] of titles) if (shape.test(title)) return kind;
  const isIncome = /income|operations|earnings|loss|profit|revenue/i.test(title);
  if (!isIncome) return null;
  if (!/comprehensive/i.test(title)) return "income";
  // One statement of income and comprehensive income shows what income is made of.
  return has(elements, incomeElements) ? "income" : "comprehensive_income";
}

const incomeElements = [
  "Revenues",
  "RevenueFromContractWithCustomerExcludingAssessedTax",
  "SalesRevenueNet",
  "IncomeTaxExpenseBenefit",
  "OperatingIncomeLoss",
  "OperatingExpenses",
  "EarningsPerShareBasic",
  "EarningsPerShareBasicAndDiluted",
  "InterestExpense",
  "Revenue",
];

const signs: readonly [readonly string[], FiledStatementKind][] = [
  [
    [
      "NetCashProvidedByUsedInOperatingActivities",
      "NetCashProvidedByUsedInOperatingActivitiesContinuingOperations",
      "CashFlowsFromUsedInOperatingActivities",
    ],
    "cash_flow",
  ],
  [["Assets", "LiabilitiesAndStockholdersEquity", "EquityAndLiabilities"], "balance"],
  [incomeElements, "income"],
  [["ComprehensiveIncomeNetOfTax", "ComprehensiveIncome"], "comprehensive_income"],
  [["StockholdersEquity", "Equity"], "equity"],
];

function kindOfElements(elements: ReadonlySet<string>): FiledStatementKind {
  for (const [names, kind] of signs) if (has(elements, names)) return kind;
  return "other";
}

function has(elements: ReadonlySet<string>, names: readonly string[]): boolean {
  return names.some((name) => elements.has(`us-gaap:${name}`) || elements.has(`ifrs-full:${name}`));
}
