import { expect, test } from "vitest";
import lines from "#registry/printed-lines.json" with { type: "json" };
import { type PrintedStatement, printedLine } from "#registry/printed-lines.ts";
import { registry } from "../ingest/standardization/company.ts";

// Labels of 10-Qs of 2009 and 2010, by element: Intel, IBM, Deere, Rowan, MDU Resources, Cleco, Emerson and others.
test.each<[PrintedStatement, string, string | null]>([
  ["IS", "Net sales", "revenue"],
  ["IS", "Total revenues", "revenue"],
  ["IS", "Cost of goods sold", "cost_of_revenue"],
  ["IS", "Research, development and engineering expenses", "research_and_development"],
  ["IS", "Research and development expenses", "research_and_development"],
  ["IS", "INCOME BEFORE INCOME TAXES", "pretax_income"],
  ["IS", "Earnings (loss) per common share -- basic", "eps_basic"],
  ["IS", "Discontinued operations, net", "income_discontinued"],
  ["IS", "Less: Net income attributable to noncontrolling interests", "net_income_nci"],
  ["IS", "Net income (loss)", "net_income"],
  ["IS", "Net income from continuing operations", "income_continuing"],
  ["IS", "Operating revenues of the nonregulated segment", null],
  ["IS", "Research, development and related expenses", "research_and_development"],
  ["IS", "Income from equity affiliates", "equity_method_income"],
  ["IS", "Earnings from unconsolidated property funds, net", "equity_method_income"],
  ["IS", "Gain on sale of equity method investment", null],
  ["IS", "Interest and other financial charges", "interest_expense"],
  ["IS", "Interest expense and financing costs", "interest_expense"],
  ["IS", "Interest and other expense (income), net", null],
  ["IS", "Net financing charges", "interest_expense"],
  ["IS", "Interest expense and amortization of debt discount", "interest_expense"],
  ["IS", "Interest expense and amortization of deferred financing costs", "interest_expense"],
  ["IS", "Amortization of deferred financing costs", null],
  ["BS", "Materials and supplies", "inventory"],
  ["CF", "Materials and supplies", "change_in_inventory"],
  ["BS", "Other Intangible Assets - Net", "intangible_assets_net"],
  ["BS", "Accumulated other comprehensive loss", "accumulated_oci"],
  ["BS", "Treasury stock, at cost (67,824,373 shares)", "treasury_stock"],
  ["BS", "Accounts payable and accrued expenses", "accounts_payable"],
  ["BS", "Total liabilities", "total_liabilities"],
  ["BS", "Total liabilities and equity", null],
  ["CF", "Capital expenditures", "capital_expenditure"],
  ["CF", "Proceeds from sale of property, plant and equipment", null],
  ["CF", "Repayments of borrowings", "debt_repaid"],
  ["CF", "Acquisitions, net of cash acquired", "acquisitions_net"],
  ["CF", "Dividends and interest on stockholders' equity paid", "dividends_paid"],
  ["CF", "Dividends and interest on stockholders equity, financing activities", "dividends_paid"],
  ["CF", "Dividends and interest attributed to Company's stockholders", "dividends_paid"],
  ["CF", "Dividends and interest attributed to noncontrolling interest", null],
  ["CF", "Dividends to noncontrolling interests", null],
  ["CF", "Income taxes", null],
  ["CF", "Cash paid for income taxes", "income_taxes_paid"],
  ["CF", "CapitalExpenditures", "capital_expenditure"],
  ["CF", "StockBasedCompensationExpense", "stock_based_compensation"],
  ["CF", "Stock based compensation and other benefits", "stock_based_compensation"],
  ["CF", "Stock option and long-term compensation expense", "stock_based_compensation"],
  ["CF", "Non-cash compensation expense", "stock_based_compensation"],
  ["CF", "Employee retirement benefits", null],
  ["CF", "Amortization of stock-based awards", "stock_based_compensation"],
  ["CF", "SharebasedCompensationExpenseIncludingRestructuringCharges", "stock_based_compensation"],
  ["CF", "StockIssuedDuringPeriodValueShareBasedCompensation", "stock_based_compensation"],
  ["CF", "Proceeds from long-term FHLB borrowings", "debt_issued"],
  ["CF", "Proceeds from sales of loans and leases held for sale", null],
  ["CF", "Proceeds from repayment of notes receivable", null],
])("%s: %j is %s", (statement, label, line) => {
  expect(printedLine(statement, label)).toBe(line);
});

test("each entry names a line of the registry", () => {
  const unknown = lines.filter(({ part }) => !registry.bySnakeKey.has(part));
  expect(unknown).toEqual([]);
});

test("preferred stock of any kind is told by its label, what only speaks of it is not", () => {
  const labels = [
    "6.75% Mandatory Convertible Preferred Stock",
    "Senior preferred stock, 1,000,000 shares issued and outstanding",
    "Preferred and preference stock not subject to mandatory redemption",
    "Preferred shares of beneficial interest: no par value",
  ];
  for (const label of labels) expect(printedLine("BS", label)).toBe("preferred_stock");
  const others = [
    "Trust preferred securities",
    "Repurchased Preferred Stock",
    "Capital surplus - preferred stock",
    "Preferred dividends payable",
  ];
  for (const label of others) expect(printedLine("BS", label)).toBeNull();
});

test("stock of subsidiaries and units of an operating partnership between liabilities and equity are temporary equity", () => {
  const labels = [
    "Preferred stock of subsidiaries",
    "Preferred Securities of Subsidiary",
    "Subsidiary preferred stock not subject to mandatory redemption",
    "Redeemable Noncontrolling Interests - Operating Partnership",
    "Limited partners' preferred interest in the Operating Partnership and noncontrolling redeemable interests in properties",
  ];
  for (const label of labels) expect(printedLine("BS", label)).toBe("temporary_equity");
  expect(printedLine("BS", "Redeemable Limited Partners")).toBeNull();
});

test("utilities and producers of oil name depreciation and capital expenditure by their business", () => {
  const depreciation = [
    "Depreciation, amortization, and decommissioning",
    "Depreciation, decommissioning and amortization",
  ];
  for (const label of depreciation)
    expect(printedLine("CF", label)).toBe("depreciation_and_amortization");
  const capital = [
    "Oil and gas property expenditures",
    "Plant and equipment expenditures - utility",
  ];
  for (const label of capital) expect(printedLine("CF", label)).toBe("capital_expenditure");
  expect(printedLine("CF", "Proceeds from sale of oil and gas properties")).toBeNull();
});
