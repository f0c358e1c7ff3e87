import { describe, expect, test } from "vitest";
import { faceOfReport } from "#ingest/faces/evidence/face-of-report.ts";
import { readStatement } from "#ingest/faces/evidence/read-statement.ts";
import { loadRegistry } from "#registry/current/load.ts";
import { reportOf } from "./printed.ts";

const registry = loadRegistry();
const gaap = (tag: string) => (tag.includes(":") ? tag : `us-gaap:${tag}`);

/** A printed row: element, label, side of the books, and the amounts of two columns; "-" before the side turns the printed sign. */
type Printed = [tag: string, label: string, side: string, now: number, before: number];

/** What a statement says of lines: each row with the weight that the line counts it with, after the correction of its sign. */
function read(kind: "income" | "balance", printed: readonly Printed[]) {
  const columns =
    kind === "income"
      ? ["2010-01-01|2010-03-31", "2009-01-01|2009-03-31"]
      : ["|2010-03-31", "|2009-12-31"];
  const rows = printed.map(([tag, label, side, now, before]) => ({
    tag: gaap(tag),
    label,
    balance: side.endsWith("credit") ? ("credit" as const) : ("debit" as const),
    ...(side.startsWith("-") && { isNegated: true as const }),
    values: [now, before],
  }));
  const face = faceOfReport(
    reportOf("0000000001-10-000001", "10-Q", [{ kind, columns, rows }]),
    null,
  );
  const [statement] = face.statements;
  if (!statement) throw new Error("no statement");
  const { lines } = readStatement(face, statement, registry, "industrial");
  return (key: string) => {
    const line = lines.get(key);
    const terms = line?.terms.map(({ weight, tag, sign }) => {
      const own = sign?.isTurned ? -weight : weight;
      return `${own > 0 ? "+" : "-"}${tag.replace("us-gaap:", "")}`;
    });
    return terms ? [...terms, ...(line?.mayYield ? ["may yield"] : [])] : null;
  };
}

describe("net income is divided by how the statement adds up", () => {
  test("Pitney Bowes 2010Q1: what stands before the attribution is consolidated, though its element says the company's own", () => {
    const line = read("income", [
      [
        "IncomeLossFromContinuingOperationsIncludingPortionAttributableToNoncontrollingInterest",
        "Income from continuing operations",
        "credit",
        86763,
        106300,
      ],
      [
        "IncomeLossFromDiscontinuedOperationsNetOfTax",
        "(Loss) gain from discontinued operations, net of income tax",
        "credit",
        -3130,
        2623,
      ],
      [
        "NetIncomeLoss",
        "Net income before attribution of noncontrolling interests",
        "credit",
        83633,
        108923,
      ],
      [
        "MinorityInterestInNetIncomeLossPreferredUnitHolders",
        "Less: Preferred stock dividends of subsidiaries attributable to noncontrolling interests",
        "debit",
        4594,
        4521,
      ],
      ["ProfitLoss", "Pitney Bowes Inc. net income", "credit", 79039, 104402],
    ]);
    expect(line("net_income_consolidated")).toEqual(["+NetIncomeLoss"]);
    expect(line("net_income")).toEqual(["+ProfitLoss"]);
    expect(line("net_income_nci")).toEqual([
      "+MinorityInterestInNetIncomeLossPreferredUnitHolders",
    ]);
  });

  test("Xerox 2010Q1: own elements, and the share of others filed with the sign that is printed", () => {
    const line = read("income", [
      [
        "IncomeLossFromContinuingOperationsBeforeIncomeTaxesMinorityInterestAndIncomeLossFromEquityMethodInvestments",
        "(Loss) Income before Income Taxes and Equity Income",
        "credit",
        -10,
        78,
      ],
      ["IncomeTaxExpenseBenefit", "Income tax expenses", "debit", 24, 19],
      [
        "IncomeLossFromEquityMethodInvestments",
        "Equity in net income of unconsolidated affiliates",
        "credit",
        0,
        -10,
      ],
      ["NetIncomeLoss", "Net (Loss) Income", "credit", -34, 49],
      [
        "extension:NetLossIncomeNoncontrollingInterest",
        "Less: Net income attributable to noncontrolling interests",
        "-credit",
        -8,
        -7,
      ],
      [
        "extension:NetLossIncomeXeroxCorporation",
        "Net (Loss) Income Attributable to Xerox",
        "credit",
        -42,
        42,
      ],
    ]);
    expect(line("net_income_consolidated")).toEqual(["+NetIncomeLoss"]);
    expect(line("net_income")).toEqual(["+extension:NetLossIncomeXeroxCorporation"]);
    expect(line("net_income_nci")).toEqual(["-extension:NetLossIncomeNoncontrollingInterest"]);
  });

  test("Crown Castle 2010Q1: comprehensive income, divided below in the same way, is no net income", () => {
    const line = read("income", [
      [
        "IncomeLossFromContinuingOperationsBeforeIncomeTaxesMinorityInterestAndIncomeLossFromEquityMethodInvestments",
        "Income (loss) before income taxes",
        "credit",
        -129739,
        8559,
      ],
      ["IncomeTaxExpenseBenefit", "Benefit (provision) for income taxes", "-debit", -10339, -1491],
      ["ProfitLoss", "Net income (loss)", "credit", -119400, 10050],
      [
        "NetIncomeLossAttributableToNoncontrollingInterest",
        "Less: Net income (loss) attributable to the noncontrolling interest",
        "debit",
        -125,
        -527,
      ],
      [
        "NetIncomeLoss",
        "Net income (loss) attributable to CCIC stockholders",
        "credit",
        -119275,
        10577,
      ],
      [
        "ComprehensiveIncomeNetOfTaxIncludingPortionAttributableToNoncontrollingInterest",
        "Comprehensive income (loss)",
        "credit",
        -150137,
        55087,
      ],
      [
        "OtherComprehensiveIncomeLossNetOfTaxPortionAttributableToNoncontrollingInterest",
        "Less: Comprehensive income (loss) attributable to the noncontrolling interest",
        "debit",
        26,
        -539,
      ],
      [
        "ComprehensiveIncomeNetOfTax",
        "Comprehensive income (loss) attributable to CCIC stockholders",
        "credit",
        -150163,
        55626,
      ],
    ]);
    expect(line("net_income_consolidated")).toEqual(["+ProfitLoss"]);
    expect(line("net_income")).toEqual(["+NetIncomeLoss"]);
    expect(line("net_income_nci")).toEqual(["+NetIncomeLossAttributableToNoncontrollingInterest"]);
  });

  test("Vornado 2010Q1: discontinued operations under an element of noncontrolling interests are not theirs", () => {
    const line = read("income", [
      [
        "IncomeLossFromContinuingOperationsIncludingPortionAttributableToNoncontrollingInterest",
        "Income from continuing operations",
        "credit",
        222,
        140,
      ],
      [
        "IncomeLossFromDiscontinuedOperationsNetOfTaxAttributableToNoncontrollingInterest",
        "Income from discontinued operations",
        "credit",
        10,
        6,
      ],
      ["ProfitLoss", "Net income", "credit", 232, 146],
      [
        "NetIncomeLossAttributableToNoncontrollingInterest",
        "Net income attributable to noncontrolling interests",
        "debit",
        18,
        13,
      ],
      ["NetIncomeLoss", "Net income attributable to Vornado", "credit", 214, 133],
    ]);
    expect(line("net_income_consolidated")).toEqual(["+ProfitLoss"]);
    expect(line("net_income")).toEqual(["+NetIncomeLoss"]);
  });

  test("FMC 2009Q2: a loss of discontinued operations that was filed as it is printed counts as a loss", () => {
    const line = read("income", [
      [
        "extension:IncomeFromContinuingOperations",
        "Income from continuing operations",
        "credit",
        76.9,
        95,
      ],
      [
        "IncomeLossFromDiscontinuedOperationsNetOfTax",
        "Discontinued operations, net of income taxes",
        "-credit",
        5.2,
        6.8,
      ],
      ["ProfitLoss", "Net income", "credit", 71.7, 88.2],
      [
        "extension:LessNetIncomeAttributableToNoncontrollingInterests",
        "Less: Net income attributable to noncontrolling interests",
        "debit",
        2.4,
        3.8,
      ],
      [
        "extension:NetIncomeAttributableToFmcStockholders",
        "Net income attributable to FMC stockholders",
        "credit",
        69.3,
        84.4,
      ],
    ]);
    expect(line("income_discontinued")).toEqual(["-IncomeLossFromDiscontinuedOperationsNetOfTax"]);
    expect(line("income_continuing")).toEqual(["+extension:IncomeFromContinuingOperations"]);
    expect(line("net_income")).toEqual(["+extension:NetIncomeAttributableToFmcStockholders"]);
  });

  test("BB&T 2009Q2: what is left after preferred dividends, too, is not the company's net income", () => {
    const line = read("income", [
      ["NetIncomeLoss", "Net income", "credit", 208, 431],
      [
        "MinorityInterestInNetIncomeLossOtherMinorityInterests",
        "Noncontrolling interests",
        "debit",
        4,
        3,
      ],
      [
        "PreferredStockDividendsIncomeStatementImpact",
        "Preferred dividends and accretion",
        "debit",
        83,
        0,
      ],
      [
        "NetIncomeLossAvailableToCommonStockholdersBasic",
        "Net income available to common shareholders",
        "credit",
        121,
        428,
      ],
    ]);
    expect(line("net_income_consolidated")).toEqual(["+NetIncomeLoss"]);
    expect(line("net_income")).toBeNull();
    expect(line("net_income_to_common")).toEqual([
      "+NetIncomeLossAvailableToCommonStockholdersBasic",
    ]);
  });

  test("PG&E 2009Q2: without a share of others the consolidated amount is the company's, as long as no fact says otherwise", () => {
    const line = read("income", [
      [
        "IncomeLossFromContinuingOperationsBeforeIncomeTaxesMinorityInterestAndIncomeLossFromEquityMethodInvestments",
        "Income Before Income Taxes",
        "credit",
        517,
        437,
      ],
      ["IncomeTaxExpenseBenefit", "Income tax provision", "debit", 125, 140],
      ["ProfitLoss", "Net Income", "credit", 392, 297],
      [
        "PreferredStockDividendsAndOtherAdjustments",
        "Preferred stock dividend requirement of subsidiary",
        "debit",
        4,
        4,
      ],
      [
        "NetIncomeLossAvailableToCommonStockholdersBasic",
        "Income Available for Common Shareholders",
        "credit",
        388,
        293,
      ],
    ]);
    expect(line("net_income")).toEqual(["+ProfitLoss", "may yield"]);
    expect(line("net_income_to_common")).toEqual([
      "+NetIncomeLossAvailableToCommonStockholdersBasic",
    ]);
  });
});

describe("equity is divided by how the balance sheet adds up", () => {
  test("Xerox 2010Q1: the sum with noncontrolling interests is total equity, though its element says the company's own", () => {
    const line = read("balance", [
      ["extension:XeroxShareholdersEquity", "Xerox shareholders' equity", "credit", 11198, 7050],
      ["MinorityInterest", "Noncontrolling interests", "credit", 145, 141],
      ["StockholdersEquity", "Total Equity", "credit", 11343, 7191],
    ]);
    expect(line("total_equity")).toEqual(["+StockholdersEquity"]);
    expect(line("stockholders_equity")).toEqual(["+extension:XeroxShareholdersEquity"]);
    expect(line("noncontrolling_interest")).toEqual(["+MinorityInterest"]);
  });

  test("a second part beside, such as preferred stock of a subsidiary, divides nothing", () => {
    const line = read("balance", [
      [
        "extension:CommonShareholdersEquity",
        "Total common shareholders' equity",
        "credit",
        9590,
        9517,
      ],
      ["PreferredStockValue", "Preferred and preference stock", "credit", 907, 907],
      ["MinorityInterest", "Noncontrolling interests", "credit", 275, 285],
      [
        "StockholdersEquityIncludingPortionAttributableToNoncontrollingInterest",
        "Total equity",
        "credit",
        10772,
        10709,
      ],
    ]);
    expect(line("stockholders_equity")).toBeNull();
  });
});

describe("income before tax and the tax are told by their places", () => {
  test("Starwood 2009Q2: what is taken off and speaks of tax is the tax, under whatever element", () => {
    const line = read("income", [
      [
        "IncomeLossFromContinuingOperationsBeforeIncomeTaxesMinorityInterestAndIncomeLossFromEquityMethodInvestments",
        "Income from continuing operations before taxes",
        "credit",
        16,
        150,
      ],
      ["CurrentIncomeTaxExpenseBenefit", "Income tax benefit (expense)", "-debit", -115, 42],
      [
        "IncomeLossFromContinuingOperationsIncludingPortionAttributableToNoncontrollingInterest",
        "Income from continuing operations",
        "credit",
        131,
        108,
      ],
    ]);
    expect(line("income_tax_expense")).toEqual(["+CurrentIncomeTaxExpenseBenefit"]);
  });

  test("what is stated after tax beside it is no tax", () => {
    const line = read("income", [
      [
        "IncomeLossFromContinuingOperationsBeforeIncomeTaxesMinorityInterestAndIncomeLossFromEquityMethodInvestments",
        "Income before taxes",
        "credit",
        100,
        90,
      ],
      ["extension:ProvisionForTaxes", "Provision for taxes", "debit", 30, 25],
      ["extension:AffiliatesEarnings", "Earnings of affiliates, net of tax", "credit", 7, 4],
      ["ProfitLoss", "Net income", "credit", 77, 69],
    ]);
    expect(line("income_tax_expense")).toEqual(["+extension:ProvisionForTaxes"]);
  });

  test("Kinder Morgan 2010Q1: what the tax is taken from is income before tax, and no income after it", () => {
    const line = read("income", [
      [
        "IncomeLossFromContinuingOperationsIncludingPortionAttributableToNoncontrollingInterest",
        "Income from Continuing Operations Before Income Taxes",
        "credit",
        228400,
        290300,
      ],
      ["IncomeTaxExpenseBenefit", "Income tax expense", "debit", -1000, -23500],
      ["ProfitLoss", "Net Income", "credit", 227400, 266800],
    ]);
    expect(line("pretax_income")).toEqual([
      "+IncomeLossFromContinuingOperationsIncludingPortionAttributableToNoncontrollingInterest",
    ]);
    expect(line("income_continuing")).toEqual(["+ProfitLoss"]);
  });

  test("Sony 2009: current and deferred tax may stand between income before tax and the tax", () => {
    const before =
      "IncomeLossFromContinuingOperationsIncludingPortionAttributableToNoncontrollingInterest";
    const rows = (between: [string, string, string, number, number][]) =>
      read("income", [
        [before, "Income (loss) before income taxes", "credit", 26912, -174955],
        ...between,
        ["IncomeTaxExpenseBenefit", "Income taxes, Net", "debit", 13958, -72741],
        ["ProfitLoss", "Net income (loss)", "credit", 12954, -102214],
      ]);
    const line = rows([
      ["CurrentIncomeTaxExpenseBenefit", "Current", "debit", 48698, 80521],
      ["DeferredIncomeTaxExpenseBenefit", "Deferred", "debit", -34740, -153262],
    ]);
    expect(line("pretax_income")).toEqual([`+${before}`]);
    expect(line("income_continuing")).toEqual(["+ProfitLoss"]);
    const other = rows([["OtherNonoperatingIncome", "Other", "credit", 0, 0]]);
    expect(other("pretax_income")).not.toEqual([`+${before}`]);
  });
});

test("Arch Coal 2010Q1: interest expense less interest income is no interest expense, though its label says so", () => {
  const line = read("income", [
    ["OperatingIncomeLoss", "Income from operations", "credit", 32200, 38572],
    ["InterestExpense", "Interest expense", "-debit", 35083, 20018],
    ["InvestmentIncomeInterest", "Interest income", "credit", 338, 6468],
    ["extension:InterestExpenseNet", "Interest expense, net", "-debit", 34745, 13550],
    [
      "IncomeLossFromContinuingOperationsBeforeIncomeTaxesMinorityInterestAndIncomeLossFromEquityMethodInvestments",
      "Income (loss) before income taxes",
      "credit",
      -2545,
      25022,
    ],
  ]);
  expect(line("interest_expense")).toEqual(["+InterestExpense"]);
});

test("Supervalu 2009: interest income is another line by its label, too, so that the net amount is no interest expense", () => {
  const line = read("income", [
    ["InterestExpense", "Interest expense", "debit", 576, 633],
    ["extension:InterestIncome", "Interest income", "credit", 7, 11],
    ["extension:InterestExpenseNet", "Interest expense, net", "debit", 569, 622],
  ]);
  expect(line("interest_expense")).toEqual(["+InterestExpense"]);
  expect(line("interest_income")).toEqual(["+extension:InterestIncome"]);
});

test("Entergy 2009Q2: property is the row that the fewest totals hold, not the other property among investments", () => {
  const line = read("balance", [
    ["AssetsCurrent", "TOTAL", "debit", 4430066, 5160389],
    ["EquityMethodInvestments", "Investment in affiliates - at equity", "debit", 67775, 66247],
    ["DecommissioningFundInvestments", "Decommissioning trust funds", "debit", 2894147, 2832243],
    [
      "PropertyPlantAndEquipmentNet",
      "Non-utility property - at cost (less accumulated depreciation)",
      "debit",
      239028,
      231115,
    ],
    ["OtherLongTermInvestments", "Other", "debit", 113193, 107939],
    ["LongTermInvestments", "TOTAL", "debit", 3314143, 3237544],
    [
      "PublicUtilitiesPropertyPlantAndEquipmentNet",
      "PROPERTY, PLANT AND EQUIPMENT - NET",
      "debit",
      22819170,
      22429114,
    ],
    ["AssetsNoncurrent", "TOTAL", "debit", 5921841, 5789771],
    ["Assets", "TOTAL ASSETS", "debit", 36485220, 36616818],
  ]);
  expect(line("property_plant_equipment_net")).toEqual([
    "+PublicUtilitiesPropertyPlantAndEquipmentNet",
  ]);
});
