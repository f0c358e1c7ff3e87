import { expect, test } from "vitest";
import { buildCompany } from "#ingest/build-company.ts";
import { withFaces } from "#ingest/faces/evidence/with-faces.ts";
import type { Fact } from "#schemas/shapes/companies/fact.ts";
import type { FiledStatementKind } from "#schemas/shapes/companies/filed-report.ts";
import { annualFact, documentOf, inputOf, line, registry } from "../../standardization/company.ts";
import { type Row, reportOf } from "./printed.ts";

const filing = { accession: "0000950123-10-047037", form: "10-K", filed: "2010-02-26" };
const year = { start: "2009-01-01", end: "2009-12-31", fy: 2009, fp: "FY", ...filing };
const day = { ...year, start: null };

const row = (tag: string, label: string, value: number, over: Partial<Row> = {}): Row => ({
  ...{ tag, label, balance: "credit", values: [value], ...over },
});

/** A line of a company whose report has one statement with these rows. */
function lineOf(concept: string, kind: FiledStatementKind, rows: Row[], facts: Fact[] = []) {
  const column = kind === "balance" ? "|2009-12-31" : "2009-01-01|2009-12-31";
  const report = reportOf(filing.accession, filing.form, [{ kind, columns: [column], rows }]);
  const known = [
    annualFact("Revenues", "900000", year),
    annualFact("Assets", "5000000", day),
    ...facts,
  ];
  const reports = [{ report, filed: filing.filed }];
  const input = withFaces(inputOf([documentOf(known)]), reports, registry);
  return line(buildCompany(input, registry), "2009FY", concept);
}

const assets = row("us-gaap:Assets", "Total assets", 5000000, { balance: "debit" });

test("common stock under an element of the filer's own is told by its label (KeyCorp, Starwood)", () => {
  const label = "Common shares, $1 par value; authorized 1,400,000,000 shares";
  const own = row("extension:CommonStockValues", label, 865000);
  expect(lineOf("common_stock", "balance", [assets, own])).toMatchObject({
    value: "865000",
    flags: ["own_element"],
  });
  const equity = row("extension:Equity", "Total common stock equity", 8687000);
  expect(lineOf("common_stock", "balance", [assets, equity]).value).toBeNull();
});

test("a printed total of stockholders' equity has its parts, and common equity is none", () => {
  const rows = (label: string) => [
    assets,
    row("us-gaap:CommonStockValue", "Common stock", 1447),
    row("us-gaap:AdditionalPaidInCapital", "Paid-in capital", 1381496),
    row("us-gaap:RetainedEarningsAccumulatedDeficit", "Retained earnings", 345790),
    row("extension:TotalArchCoalIncStockholdesEquity", label, 1728733),
  ];
  expect(
    lineOf("stockholders_equity", "balance", rows("Total stockholders' equity")),
  ).toMatchObject({ value: "1728733" });
  const common = lineOf(
    "stockholders_equity",
    "balance",
    rows("Total common stockholders' equity"),
  );
  expect(common.value).toBeNull();
});

test("interest income is a row of that name, and neither a net amount nor the revenue of a bank", () => {
  const income = (label: string, facts: Fact[] = []) =>
    lineOf("interest_income", "income", [row("extension:InterestIncome", label, 10956)], facts);
  expect(income("Interest income")).toMatchObject({ value: "10956", flags: ["own_element"] });
  expect(income("Interest income (expense), net").value).toBeNull();
  expect(income("Interest and other income").value).toBeNull();
  const bank = ["Deposits", "LoansAndLeasesReceivableNetReportedAmount"];
  const facts = bank.map((tag) => annualFact(tag, "3000000", day));
  const interest = annualFact("InterestAndDividendIncomeOperating", "500000", year);
  expect(income("Interest income", [...facts, interest]).value).toBeNull();
});

test("depreciation below a heading of discontinued operations is not the company's (Host Hotels 2009)", () => {
  const depreciation = (tag: string) =>
    lineOf("depreciation", "cash_flow", [row(tag, "Depreciation", 24000, { balance: "debit" })]);
  expect(depreciation("extension:DepreciationDiscontinuedOperations").value).toBeNull();
  expect(depreciation("us-gaap:CostOfServicesDepreciation").value).toBe("24000");
});

test("redeemable interests and commercial paper are told by their labels (Walmart, Alcoa)", () => {
  const redeemable = row(
    "us-gaap:OtherMinorityInterests",
    "Redeemable noncontrolling interest",
    397,
  );
  expect(lineOf("temporary_equity", "balance", [assets, redeemable]).value).toBe("397");
  const paper = row("us-gaap:CommercialPaperCurrent", "Commercial paper", 1535);
  expect(lineOf("short_term_borrowings", "balance", [assets, paper]).value).toBe("1535");
});

test("preferred stock of subsidiaries within equity is no temporary equity (Sempra), before it is (Spectra)", () => {
  const subsidiaries = row(
    "extension:PreferredStockOfSubsidiaries",
    "Preferred stock of subsidiaries",
    100,
  );
  const total = row(
    "us-gaap:StockholdersEquityIncludingPortionAttributableToNoncontrollingInterest",
    "Total equity",
    9295,
  );
  const whole = (value: number) =>
    [
      row("us-gaap:Liabilities", "Total liabilities", 5000000 - value),
      row("us-gaap:LiabilitiesAndStockholdersEquity", "Total liabilities and equity", 5000000),
    ] as const;
  const [own, others] = [
    row("us-gaap:StockholdersEquity", "Total shareholders' equity", 9060),
    row("us-gaap:MinorityInterest", "Other noncontrolling interests", 135),
  ];
  const [liabilities, all] = whole(9295);
  const within = [assets, liabilities, own, subsidiaries, others, total, all];
  expect(lineOf("temporary_equity", "balance", within).value).toBeNull();
  const [rest, sum] = whole(9295);
  const apart = [
    assets,
    { ...rest, values: [5000000 - 9395] },
    subsidiaries,
    { ...own, values: [9160] },
    others,
    total,
    sum,
  ];
  expect(lineOf("temporary_equity", "balance", apart).value).toBe("100");
});

test("net financing charges are interest, and no cost of operations (Johnson Controls 2024)", () => {
  const cost = (tag: string, label: string, value: number) =>
    row(tag, label, value, { balance: "debit" });
  const rows = [
    row("us-gaap:SalesRevenueNet", "Total net sales", 22952),
    cost("us-gaap:CostOfGoodsAndServicesSold", "Cost of sales", 14875),
    row("us-gaap:GrossProfit", "Gross profit", 8077),
    cost(
      "us-gaap:SellingGeneralAndAdministrativeExpense",
      "Selling, general and administrative",
      5661,
    ),
    cost("us-gaap:RestructuringCharges", "Restructuring and impairment costs", 510),
    cost("extension:NetFinancingCharges", "Net financing charges", 342),
    cost("us-gaap:IncomeLossFromEquityMethodInvestments", "Equity loss", 42),
    row(
      "us-gaap:IncomeLossFromContinuingOperationsBeforeIncomeTaxesExtraordinaryItemsNoncontrollingInterest",
      "Income before income taxes",
      1522,
    ),
  ];
  expect(lineOf("interest_expense", "income", rows)).toMatchObject({
    value: "342",
    flags: ["own_element"],
  });
  expect(lineOf("operating_income", "income", rows)).toMatchObject({
    value: "1906",
    flags: ["of_printed_rows"],
  });
});

test("all rows of stock-based compensation are the line (BK Technologies and Edible Garden 2023)", () => {
  const stock = (others: readonly (readonly [label: string, value: number])[], options: number) => {
    const debit = (tag: string, label: string, value: number) =>
      row(tag, label, value, { balance: "debit" });
    const own = others.map(([label, value], place) => debit(`extension:Own${place}`, label, value));
    const sum = options + others.reduce((whole, [, value]) => whole + value, 0);
    const rows = [
      row("us-gaap:NetIncomeLoss", "Net loss", -2230),
      debit("us-gaap:ShareBasedCompensation", "Share-based compensation", options),
      ...own,
      debit(
        "us-gaap:NetCashProvidedByUsedInOperatingActivities",
        "Net cash used in operations",
        sum - 2230,
      ),
    ];
    return lineOf("stock_based_compensation", "cash_flow", rows).value;
  };
  expect(stock([["Share-based compensation expense-restricted stock units", 1143]], 200)).toBe(
    "1343",
  );
  const services = ["Stock issued to Directors", "Stock issued as payment for fees and services"];
  expect(
    stock(
      services.map((label, place) => [label, place === 0 ? 74 : 0] as const),
      31,
    ),
  ).toBe("105");
  expect(stock([["Excess tax benefits from stock-based compensation", 19]], 200)).toBe("200");
});

test("pension funding beside stock compensation is none of it, nor are shares granted from the treasury (VF, Aflac)", () => {
  const paid = (tag: string, label: string, value: number) =>
    row(tag, label, value, { balance: "debit" });
  const stock = (...rows: Row[]) =>
    lineOf("stock_based_compensation", "cash_flow", [
      row("us-gaap:NetIncomeLoss", "Net income", 163_502),
      ...rows,
    ]);
  const vf = stock(
    paid("us-gaap:ShareBasedCompensation", "Stock-based compensation", 14_774),
    paid(
      "us-gaap:EmployeeBenefitsAndShareBasedCompensation",
      "Pension funding under expense",
      10_324,
    ),
  );
  expect(vf.value).toBe("14774");
  // Verizon to 2010-03-31, and CA to the same day, under the same element.
  const either = "us-gaap:EmployeeBenefitsAndShareBasedCompensation";
  expect(stock(paid(either, "Employee retirement benefits", 667)).value).toBeNull();
  expect(stock(paid(either, "Share based compensation expense", 102)).value).toBe("102");
  const aflac = stock(
    paid(
      "extension:TreasurySharesIssuedForShareBasedCompensationGrants",
      "Share-based compensation grants",
      2,
    ),
  );
  expect(aflac.value).toBeNull();
});

test("what a parent gets is dividends paid, and what minorities get is none (Voya, O-I Glass)", () => {
  const dividends = (label: string, value: number) =>
    lineOf("dividends_paid", "cash_flow", [
      row("us-gaap:PaymentsOfDistributionsToAffiliates", label, value, { balance: "credit" }),
    ]).value;
  expect(dividends("Dividends paid and distributions of capital", 310)).toBe("310");
  expect(dividends("Cash distributions to parent", 30)).toBe("30");
  expect(dividends("Dividends paid to noncontrolling interests", 17)).toBeNull();
  expect(dividends("Distributions to noncontrolling joint venture partner", 4)).toBeNull();
});

test("a row whose element is on no known side counts as its total says (Public Storage 2021)", () => {
  const allocation = (tag: string, label: string, value: number, over: Partial<Row> = {}) =>
    row(tag, label, value, { balance: null, isNegated: true, ...over });
  const rows = [
    row("us-gaap:NetIncomeLoss", "Net income allocable to shareholders", 1953263),
    allocation(
      "us-gaap:PreferredStockDividendsIncomeStatementImpact",
      "Preferred shareholders",
      186579,
    ),
    allocation(
      "us-gaap:PreferredStockRedemptionPremium",
      "Preferred shareholders - redemptions",
      28914,
    ),
    allocation("extension:RestrictedShareUnits", "Restricted share units", 5326, {
      balance: "debit",
    }),
    row(
      "us-gaap:NetIncomeLossAvailableToCommonStockholdersBasic",
      "Net income allocable to common shareholders",
      1732444,
    ),
  ];
  expect(lineOf("preferred_dividends", "income", rows).value).toBe("215493");
});

test("an expense under an element on no known side is none below zero (Loop Industries 2023)", () => {
  const interest = row(
    "us-gaap:FinancingInterestExpense",
    "Interest and other financial expenses",
    189,
    { balance: null, isNegated: true },
  );
  expect(lineOf("interest_expense", "income", [interest]).value).toBe("189");
});

test("interest of related parties is interest beside that of others: SUIC 2024, 18,814 and 2,803", () => {
  const rows = [
    row("us-gaap:OperatingIncomeLoss", "Loss from operations", -217_623),
    row("us-gaap:InterestExpenseOtherLongTermDebt", "Interest expense - related party", 18_814, {
      ...{ balance: null, isNegated: true },
    }),
    row("us-gaap:InterestExpenseOther", "Interest expense – other", 2_803, {
      ...{ balance: "debit", isNegated: true },
    }),
    row("us-gaap:OtherExpenses", "Total other expense:", 21_617, {
      ...{ balance: null, isNegated: true },
    }),
  ];
  expect(lineOf("interest_expense", "income", rows).value).toBe("21617");
});
