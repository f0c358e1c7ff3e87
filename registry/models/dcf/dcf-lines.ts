import type { TerminalMethod } from "#schemas/shapes/models/listing.ts";
import {
  cashFormula,
  claimsFormula,
  debtWithLeases,
  outsideFormula,
  shareLines,
} from "../bridge-lines.ts";
import { LineNumbers } from "../formula/evaluate.ts";
import {
  type Expression,
  type NamedTerm,
  parseFormula,
  type Terms,
} from "../formula/expression.ts";
import {
  factorLine,
  type LineTable,
  type LineText,
  lineTable,
  moneyLine,
  multipleLine,
  perShareLine,
  ratioLine,
  yearsLine,
} from "../formula/lines.ts";
import { capitalLineTexts, capitalOpenings, capitalTerms, soldEbitda } from "./capital-lines.ts";

/** All lines of a DCF stand in columns together: the last fiscal year, the projected years, and each scenario. */
export const dcfNumbers = new LineNumbers();

const table = (lines: readonly LineText[], terms: Terms = {}) =>
  lineTable(lines, { terms, numbers: dcfNumbers });

const projectionTexts: readonly LineText[] = [
  moneyLine("revenue", "Revenue", "before(revenue) * (1 + revenue_growth)"),
  moneyLine("ebitda", "EBITDA", "revenue * ebitda_margin + research + leaseInterest"),
  moneyLine("otherIncome", "Other income", "other_income"),
  moneyLine("depreciationAmortization", "D&A", "revenue * da_pct_revenue + researchAmortization"),
  moneyLine("ebit", "EBIT", "ebitda + otherIncome - depreciationAmortization"),
  moneyLine(
    "proFormaTaxes",
    "Pro-forma taxes",
    "max(0, ebit - research + researchAmortization) * tax_rate",
  ),
  moneyLine("nopat", "NOPAT", "ebit - proFormaTaxes"),
  moneyLine(
    "capitalExpenditures",
    "Capital expenditures",
    "revenue * capex_pct_revenue + research + leaseInvestment",
  ),
  moneyLine("netWorkingCapital", "Net working capital", "revenue * nwc_pct_revenue"),
  moneyLine(
    "netWorkingCapitalInvestment",
    "Net working capital investment",
    "netWorkingCapital - before(netWorkingCapital)",
  ),
  moneyLine(
    "freeCashFlow",
    "Free cash flow",
    "nopat + depreciationAmortization - capitalExpenditures - netWorkingCapitalInvestment",
  ),
];

/**
 * Full fiscal years from drivers (models.md 6.3), one value per projected year. Capitalised research and leases are in
 * EBITDA, D&A and capital expenditures; tax is on what the tax return deducts, which is all of research.
 */
export const projectionLines = table([...projectionTexts, ...capitalLineTexts], capitalTerms);

/** The last fiscal year, which the projection starts from; working capital is normalised at the assumed share. */
export const openingLines = table([
  moneyLine("revenue", "Revenue", "$base_revenue"),
  moneyLine("netWorkingCapital", "Net working capital", "$nwc_pct_revenue * $base_revenue"),
  ...capitalOpenings,
]);

/** Mid-year periods in fractions of fiscal years (models.md 6.4). `fraction` lies after the valuation date. */
export const periodLines = table([
  yearsLine(
    "t",
    "Discount period",
    "index == 1 ? fraction / 2 : first(fraction) + (index - 1) - 0.5",
  ),
  moneyLine("cashFlow", "Cash flow", "fraction * freeCashFlow"),
]);

/** What comes after the projected years. */
export const terminalLines = table([yearsLine("t", "Discount period", "last(t) + 0.5")]);

/** The discount factor of a year or of the terminal value, in one scenario. */
export const factorLines = table([
  factorLine("factor", "Factor", "1 / (1 + scenario(discountRate)) ** t"),
]);

export const presentLines = table([
  moneyLine("presentValue", "Present value", "cashFlow * factor"),
]);

const terms: Terms = {
  sold: soldEbitda,
  reinvested: "last(nopat) * (1 - terminal / $return_on_new_capital)",
  closing: {
    label: "what grows for ever",
    formula: "$terminal_reinvestment == 1 ? reinvested : last(freeCashFlow)",
  },
  perpetuity: "closing * (1 + terminal) / (discountRate - terminal)",
  /** The terminal value half a year earlier, where that is chosen. */
  uplift: "(1 + discountRate) ** (0.5 * $terminal_mid_year_uplift)",
};

const ifValued = (formula: string) => `known(terminalValue) ? (${formula}) : none`;
const perShare = (value: string) =>
  `$shares_outstanding > 0 ? (${value} - netDebt) / $shares_outstanding : none`;

const rateLine = ratioLine("discountRate", "Discount rate", "opposite($discount_rate)");

const worthLines: readonly LineText[] = [
  moneyLine(
    "presentValueOfTerminalValue",
    "Present value of terminal value",
    ifValued("terminalValue * terminal(factor)"),
  ),
  moneyLine(
    "enterpriseValue",
    "Enterprise value",
    ifValued("sumOfPresentValues + presentValueOfTerminalValue"),
  ),
  ratioLine(
    "terminalShareOfEnterpriseValue",
    "Terminal value, share of enterprise value",
    ifValued("enterpriseValue == 0 ? none : presentValueOfTerminalValue / enterpriseValue"),
  ),
];

const presentLine = moneyLine(
  "sumOfPresentValues",
  "Present value of cash flows",
  ifValued("sum(presentValue)"),
);

const perpetuityLines: readonly LineText[] = [
  rateLine,
  ratioLine("terminal", "Terminal growth", "same($terminal_growth)"),
  presentLine,
  moneyLine(
    "terminalValue",
    "Terminal value",
    "closing > 0 && discountRate > terminal ? perpetuity * uplift : none",
  ),
  ...worthLines,
  multipleLine(
    "impliedExitEbitdaMultiple",
    "Implied exit EV / EBITDA",
    ifValued("sold > 0 ? terminalValue / sold : none"),
  ),
  moneyLine(
    "withMidYearUplift",
    "Memo: enterprise value with mid-year uplift",
    ifValued("sumOfPresentValues + perpetuity * (1 + discountRate) ** 0.5 * terminal(factor)"),
  ),
  perShareLine(
    "upliftedPerShare",
    "Memo: per share with mid-year uplift",
    ifValued(perShare("withMidYearUplift")),
  ),
  moneyLine(
    "withReinvestment",
    "Memo: enterprise value, growth paid by new capital",
    ifValued(
      "last(nopat) > 0 && $return_on_new_capital > terminal ? sumOfPresentValues + reinvested * (1 + terminal) / (discountRate - terminal) * uplift * terminal(factor) : none",
    ),
  ),
  perShareLine(
    "reinvestedPerShare",
    "Memo: per share, growth paid by new capital",
    `known(withReinvestment) ? (${perShare("withReinvestment")}) : none`,
  ),
];

const exitLines: readonly LineText[] = [
  rateLine,
  multipleLine("terminal", "Exit multiple", "same($exit_multiple)"),
  presentLine,
  moneyLine("terminalValue", "Terminal value", "sold > 0 ? sold * terminal : none"),
  ...worthLines,
  ratioLine(
    "impliedPerpetuityGrowth",
    "Implied perpetuity growth",
    ifValued("terminalValue + last(freeCashFlow) > 0 ? implied : none"),
  ),
];

/** `sold` is what a buyer pays a multiple of. */
const exitTerms = (sold: string | NamedTerm): Terms => ({
  sold,
  implied:
    "(terminalValue * discountRate - last(freeCashFlow)) / (terminalValue + last(freeCashFlow))",
});

/** Sums of assumptions between enterprise value and equity. */
export const claimSums = table([
  moneyLine("cash", "Cash and marketable securities", cashFormula),
  moneyLine(
    "otherAssets",
    "Other non-operating assets",
    `$other_non_operating_assets + ${outsideFormula}`,
  ),
  moneyLine("totalDebt", "Total debt", debtWithLeases),
  moneyLine("otherClaims", "Other claims", claimsFormula),
]);

/** From enterprise value to the value per share. */
const equityLines: readonly LineText[] = [
  moneyLine("netDebt", "Net debt", "totalDebt + otherClaims - cash - otherAssets"),
  moneyLine("equityValue", "Equity value", ifValued("enterpriseValue - netDebt")),
  ...shareLines,
];

/** Each scenario down to the value per share, and what it implies (models.md 6.5 to 6.8). */
export const valueLines: Readonly<Record<TerminalMethod, LineTable>> = {
  terminal_growth: table([...perpetuityLines, ...equityLines], terms),
  ebitda_exit: table(
    [...exitLines, ...equityLines],
    exitTerms({
      label: "EBITDA of the last projected year, nothing capitalised",
      formula: soldEbitda,
    }),
  ),
  revenue_exit: table([...exitLines, ...equityLines], exitTerms("last(revenue)")),
};

/** Growth and margin of the projection (models.md 6.8); free cash flow grows only between two positive ends. */
export const summaryLines = table(
  [
    ratioLine(
      "forwardRevenueCagr",
      "Forward revenue growth a year",
      "(last(revenue) / opening(revenue)) ** (1 / last(index)) - 1",
    ),
    ratioLine("averageEbitdaMargin", "Average EBITDA margin", "mean(ebitda_margin)"),
    ratioLine("unleveredFcfCagr", "Free cash flow growth a year", "arePositive ? growth : none"),
  ],
  {
    arePositive: "first(freeCashFlow) > 0 && last(freeCashFlow) > 0",
    growth: "(last(freeCashFlow) / first(freeCashFlow)) ** (1 / (last(index) - 1)) - 1",
  },
);

/** Rates and growth that meet but for the last binary digit have no perpetuity value. */
const gapMin = "0.000001";

const gridTerms: Readonly<Record<TerminalMethod, Terms>> = {
  terminal_growth: {
    ...terms,
    holds: `discountRate - terminal > ${gapMin} && closing > 0`,
    value: "perpetuity * uplift",
  },
  ebitda_exit: { sold: soldEbitda, holds: "sold > 0", value: "sold * terminal" },
  revenue_exit: { holds: "last(revenue) > 0", value: "last(revenue) * terminal" },
};

/**
 * The whole valuation at another `discountRate` and `terminal` growth or multiple: per share, or of the equity where
 * shares are not known. `cashFlow1` and `t1` are those of the first projected year. Present values are written out year
 * by year: a sum over products of ranges is an array formula to some programs.
 */
export const gridFormula = (method: TerminalMethod, years: number): Expression =>
  parseFormula("holds ? (flows + present - $net_debt) / each : none", {
    ...gridTerms[method],
    flows: Array.from(
      { length: years },
      (_, k) => `cashFlow${k + 1} / (1 + discountRate) ** t${k + 1}`,
    ).join(" + "),
    present: "value / (1 + discountRate) ** terminal(t)",
    each: "$shares_outstanding > 0 ? $shares_outstanding : 1",
  });
