import { spareCash } from "../ratios.ts";

/** A metric that analysts compute from several lines or years. */
export interface MetricDefinition {
  key: string;
  label: string;
  unit: "money" | "ratio" | "multiple" | "days" | "score";
  /** As `readFormula` reads it: the only place where it stands. */
  formula: string;
  /** What it says, as a reader of a list needs it. */
  meaning: string;
  /** Where the definition is published; null for one of common use. */
  source: string | null;
  /** True where a quarter gives another figure than a year: it is null there as "needs_twelve_months". */
  isOfYear: boolean;
}

/** A year's end and the one before it: their mean. */
const average = (line: string, years = 0) => `((${at(line, years)} + ${at(line, years + 1)}) / 2)`;
const at = (line: string, years: number) => (years === 0 ? line : `${line}[-${years}]`);

/** As in return on invested capital (`schemas/ratios.ts`). */
const profit = (years: number) =>
  `(${at("operating_income", years)} - ${at("income_tax_expense", years)})`;
const capital = (years: number) =>
  `(${at("total_debt", years)} + ${at("stockholders_equity", years)} - ${at(spareCash, years)})`;

/** Working capital without cash and debt. */
const operatingCapital = (years: number) =>
  `(${at("current_assets", years)} - ${at(spareCash, years)} - ${at("current_liabilities", years)} + ${at("debt_current", years)})`;

const change = (share: (years: number) => string) => `${share(0)} / ${share(1)}`;
const indexes = {
  receivables: change((ago) => `(${at("accounts_receivable", ago)} / ${at("revenue", ago)})`),
  margin: `(gross_profit[-1] / revenue[-1]) / (gross_profit / revenue)`,
  softAssets: change(
    (ago) =>
      `(1 - (${at("current_assets", ago)} + ${at("property_plant_equipment_net", ago)}) / ${at("total_assets", ago)})`,
  ),
  growth: `revenue / revenue[-1]`,
  depreciation: [1, 0]
    .map((ago) => {
      const charge = at("depreciation", ago);
      return `(${charge} / (${charge} + ${at("property_plant_equipment_net", ago)}))`;
    })
    .join(" / "),
  overhead: change(
    (ago) => `(${at("selling_general_and_administrative", ago)} / ${at("revenue", ago)})`,
  ),
  leverage: change(
    (ago) =>
      `((${at("current_liabilities", ago)} + ${at("long_term_debt", ago)}) / ${at("total_assets", ago)})`,
  ),
};

/** The metrics of analysts, in reading order. Balances are those of the period's end unless the formula says otherwise. */
export const metricDefinitions: readonly MetricDefinition[] = [
  {
    key: "piotroski_f",
    label: "Piotroski F-score",
    unit: "score",
    formula: [
      "(net_income > 0)",
      "(operating_cash_flow > 0)",
      "(net_income / total_assets[-1] > net_income[-1] / total_assets[-2])",
      "(operating_cash_flow > net_income)",
      `(long_term_debt / ${average("total_assets")} < long_term_debt[-1] / ${average("total_assets", 1)})`,
      "(current_assets / current_liabilities > current_assets[-1] / current_liabilities[-1])",
      "(weighted_average_shares_basic <= weighted_average_shares_basic[-1])",
      "(gross_profit / revenue > gross_profit[-1] / revenue[-1])",
      "(revenue / total_assets[-1] > revenue[-1] / total_assets[-2])",
    ].join(" + "),
    meaning:
      "How many of nine signs of strength hold, 0 to 9: profit, cash flow, rising return, cash above profit, falling leverage, rising liquidity, no new shares (average of the year, after splits), rising margin, rising turnover",
    source:
      "J. Piotroski, Value Investing: The Use of Historical Financial Statement Information, Journal of Accounting Research 38 (2000)",
    isOfYear: true,
  },
  {
    key: "altman_z_double_prime",
    label: "Altman Z'' (any industry)",
    unit: "score",
    formula:
      "6.56 * (current_assets - current_liabilities) / total_assets + 3.26 * retained_earnings / total_assets + 6.72 * operating_income / total_assets + 1.05 * stockholders_equity / total_liabilities",
    meaning: "Risk of bankruptcy at book values: below 1.1 distress, above 2.6 safe",
    source:
      "E. Altman, Corporate Financial Distress and Bankruptcy (1993): the four-variable Z'' for companies that are not manufacturers",
    isOfYear: true,
  },
  {
    key: "beneish_m",
    label: "Beneish M-score",
    unit: "score",
    formula: [
      `0.92 * ${indexes.receivables}`,
      `0.528 * ${indexes.margin}`,
      `0.404 * ${indexes.softAssets}`,
      `0.892 * ${indexes.growth}`,
      `0.115 * ${indexes.depreciation}`,
      "4.679 * (net_income - operating_cash_flow) / total_assets",
    ]
      .join(" + ")
      .concat(` - 0.172 * ${indexes.overhead}`, ` - 0.327 * ${indexes.leverage}`, " - 4.84"),
    meaning:
      "Likelihood that earnings were managed, of eight indexes against the year before: above -1.78 a warning",
    source:
      "M. Beneish, The Detection of Earnings Manipulation, Financial Analysts Journal 55 (1999); accruals as in Beneish, Lee and Nichols (2013)",
    isOfYear: true,
  },
  {
    key: "accruals",
    label: "Accruals to average assets",
    unit: "ratio",
    formula: `(net_income - operating_cash_flow) / ${average("total_assets")}`,
    meaning: "The part of profit that did not come in as cash, to average assets",
    source:
      "R. Sloan, Do Stock Prices Fully Reflect Information in Accruals and Cash Flows about Future Earnings?, The Accounting Review 71 (1996), measured from the cash flow statement as in Hribar and Collins (2002)",
    isOfYear: true,
  },
  {
    key: "sloan_ratio",
    label: "Sloan ratio",
    unit: "ratio",
    formula: "(net_income - operating_cash_flow - investing_cash_flow) / total_assets",
    meaning:
      "Accruals of operations and investment to assets: beyond 10% either way profit is not backed by cash",
    source: "after Sloan (1996), as analysts compute it",
    isOfYear: true,
  },
  {
    key: "cash_conversion_cycle",
    label: "Cash conversion cycle",
    unit: "days",
    formula:
      "365 * inventory / cost_of_revenue + 365 * accounts_receivable / revenue - 365 * accounts_payable / cost_of_revenue",
    meaning:
      "Days of inventories and receivables less days of payables, on the balances of the year's end",
    source: null,
    isOfYear: true,
  },
  {
    key: "interest_cover",
    label: "Interest cover",
    unit: "multiple",
    formula: "operating_income / interest_expense",
    meaning: "Operating income to interest expense",
    source: null,
    isOfYear: false,
  },
  {
    key: "net_debt_to_ebitda",
    label: "Net debt to EBITDA",
    unit: "multiple",
    formula: `(total_debt - ${spareCash}) / ebitda`,
    meaning:
      "Debt less cash and short-term investments, to EBITDA; negative where these are more than debt",
    source: null,
    isOfYear: true,
  },
  {
    key: "reinvestment_rate",
    label: "Reinvestment rate",
    unit: "ratio",
    formula: `(capital_expenditure - depreciation_and_amortization + ${operatingCapital(0)} - ${operatingCapital(1)}) / ${profit(0)}`,
    meaning:
      "Net capital expenditure and growth of working capital without cash and debt, to operating income less tax",
    source: "A. Damodaran, Investment Valuation (2012)",
    isOfYear: true,
  },
  {
    key: "incremental_roic",
    label: "Incremental return on invested capital",
    unit: "ratio",
    formula: `(${profit(0)} - ${profit(3)}) / (${capital(1)} - ${capital(4)})`,
    meaning:
      "Growth of operating income less tax over three years, to that of debt and equity less cash and short-term investments a year earlier",
    source: "M. Mauboussin, Calculating Return on Invested Capital (2014), over three years",
    isOfYear: true,
  },
  {
    key: "rule_of_40",
    label: "Rule of 40",
    unit: "ratio",
    formula: "revenue / revenue[-1] - 1 + free_cash_flow / revenue",
    meaning: "Growth of revenue and free cash flow margin; software companies aim at 40%",
    source: null,
    isOfYear: true,
  },
  {
    key: "dilution",
    label: "Dilution a year",
    unit: "ratio",
    formula: "weighted_average_shares_diluted / weighted_average_shares_diluted[-1] - 1",
    meaning:
      "Growth of diluted shares against the year before, after splits; negative for buybacks",
    source: null,
    isOfYear: false,
  },
  {
    key: "net_interest_margin",
    label: "Net interest margin on average assets",
    unit: "ratio",
    formula: `net_interest_income / ${average("total_assets")}`,
    meaning:
      "Net interest income to average assets of a bank. Filings do not tag earning assets, on which banks print it: that figure is higher",
    source: null,
    isOfYear: true,
  },
  {
    key: "loans_to_deposits",
    label: "Loans to deposits",
    unit: "ratio",
    formula: "loans_net / deposits",
    meaning: "Loans after allowance to deposits of a bank",
    source: null,
    isOfYear: false,
  },
  {
    key: "combined_ratio",
    label: "Combined ratio",
    unit: "ratio",
    formula: "(benefits_losses_and_expenses - interest_expense) / premiums_earned",
    meaning:
      "Benefits, claims and expenses of an insurer without interest, to premiums earned: below 100% the insuring itself earns. Of the whole company, life insurance and other business included",
    source: null,
    isOfYear: false,
  },
];
