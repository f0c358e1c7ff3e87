import { describe, expect, test } from "vitest";
import { faceOfReport } from "#ingest/faces/evidence/face-of-report.ts";
import { readStatement } from "#ingest/faces/evidence/read-statement.ts";
import { loadRegistry } from "#registry/current/load.ts";
import type { Template } from "#schemas/shapes/companies/statement.ts";
import { type Row, reportOf } from "./printed.ts";

const registry = loadRegistry();

const row = (
  tag: string,
  label: string,
  values: [number, number],
  over: Partial<Row> = {},
): Row => ({
  ...{ tag: tag.includes(":") ? tag : `us-gaap:${tag}`, label, balance: "credit", values, ...over },
});

/** The tags of the rows that are total debt, each with its weight; null without a line. */
function debtOf(
  rows: Row[],
  template: Template = "industrial",
  liabilities?: readonly [number, number],
) {
  const amount = ({ isNegated, values }: Row, at: 0 | 1) =>
    (isNegated ? -1 : 1) * (values[at] ?? 0);
  const sum = (at: 0 | 1) => liabilities?.[at] ?? rows.reduce((so, one) => so + amount(one, at), 0);
  const report = reportOf("0000000001-10-000001", "10-Q", [
    {
      kind: "balance",
      columns: ["|2010-03-31", "|2009-12-31"],
      rows: [
        row("Cash", "Cash", [sum(0) + 700, sum(1) + 500], { balance: "debit" }),
        row("Assets", "Total assets", [sum(0) + 700, sum(1) + 500], { balance: "debit" }),
        ...rows,
        row("Liabilities", "Total liabilities", [sum(0), sum(1)]),
        row("StockholdersEquity", "Total shareholders' equity", [700, 500]),
        row("LiabilitiesAndStockholdersEquity", "Total liabilities and equity", [
          sum(0) + 700,
          sum(1) + 500,
        ]),
      ],
    },
  ]);
  const face = faceOfReport(report, "2010-05-01");
  const [statement] = face.statements;
  if (!statement) throw new Error("no balance sheet");
  const line = readStatement(face, statement, registry, template).lines.get("total_debt");
  return line ? line.terms.map(({ tag, weight }) => [tag.replace(/^[\w-]+:/, ""), weight]) : null;
}

const payables = row("AccountsPayableCurrent", "Accounts payable", [2500, 2300]);

describe("total debt is the rows of the liabilities that are debt", () => {
  test("Coca-Cola's loans and notes of its own element, and its long-term debt, in millions", () => {
    const rows = [
      payables,
      row("extension:LoansAndNotesPayable", "Loans and notes payable", [6670, 6749]),
      row("LongTermDebtCurrent", "Current maturities of long-term debt", [546, 51]),
      row("LongTermDebtNoncurrent", "LONG-TERM DEBT", [4419, 5059]),
    ];
    expect(debtOf(rows)).toEqual([
      ["LoansAndNotesPayable", 1],
      ["LongTermDebtCurrent", 1],
      ["LongTermDebtNoncurrent", 1],
    ]);
  });

  test("Boston Properties' three kinds of notes, in millions", () => {
    const rows = [
      payables,
      row("SecuredDebt", "Mortgage notes payable", [2638, 2644]),
      row("SeniorNotes", "Unsecured senior notes (net of discount)", [2173, 2172]),
      row("ConvertibleNotesPayable", "Unsecured exchangeable senior notes", [1865, 1904]),
    ];
    expect(debtOf(rows, "reit")?.map(([tag]) => tag)).toEqual([
      "SecuredDebt",
      "SeniorNotes",
      "ConvertibleNotesPayable",
    ]);
  });

  test("no debt are payables, interest, deferred costs, securities and obligations of another kind", () => {
    const rows = [
      payables,
      row("InterestPayableCurrent", "Accrued interest on notes payable", [31, 37]),
      row("extension:Sold", "Debt securities sold, not yet purchased", [43, 41]),
      row("LitigationReserveCurrent", "Obligations under litigation settlements", [606, 607]),
      row("extension:Trade", "Trade notes payable", [59, 38]),
    ];
    expect(debtOf(rows)).toBeNull();
  });

  test("bonds of utilities and debt of variable interest entities: PG&E, DTE, Duke and Transocean", () => {
    const debts = [
      row("extension:EnergyRecoveryBonds", "Energy recovery bonds", [730, 827]),
      row("LongTermTransitionBond", "Securitization bonds", [717, 793]),
      row("extension:Bonds", "Transition and system restoration bonds", [2665, 2805]),
      row("extension:Notes", "Nonrecourse notes payable of variable interest entities", [350, 0]),
      row("extension:Debt", "Debt of consolidated variable interest entities", [82, 300]),
    ];
    const others = [
      row("InterestPayableCurrent", "Accrued interest on debt", [31, 37]),
      row("extension:Surety", "Surety bonds", [5, 4]),
    ];
    expect(debtOf([payables, ...debts, ...others])?.map(([tag]) => tag)).toEqual(
      debts.map(({ tag }) => tag.replace(/^[\w-]+:/, "")),
    );
  });

  test("debt that receivables secure, loans of others, and rows that a filing without labels names: Target, SUIC, Ur-Energy", () => {
    const debts = [
      row(
        "extension:NonrecourseDebt",
        "Nonrecourse debt collateralized by credit card receivables",
        [4152, 4475],
      ),
      row("OtherLoansPayableCurrent", "Loans payables - others", [254, 103]),
      row("OtherNotesPayable", "OtherNotesPayable", [127, 122]),
    ];
    const others = [
      row("extension:Facility", "Receivables of notes payable holders", [31, 37]),
      row("InterestPayableCurrent", "InterestPayableNotes", [3, 7]),
    ];
    expect(debtOf([payables, ...debts, ...others])?.map(([tag]) => tag)).toEqual(
      debts.map(({ tag }) => tag.replace(/^[\w-]+:/, "")),
    );
  });

  test("convertible, revolving and shareholders' notes by label: VerifyMe, Laredo Oil, SmartMetric and Akili, in thousands", () => {
    const debts = [
      row("extension:ConvertibleNoteRelatedParty", "Convertible note – related party", [475, 0]),
      row("extension:RevolvingNote", "Revolving note", [933, 0]),
      row("extension:ShareholderLoan", "Shareholder loan", [63, 63]),
      row("extension:Bond", "Corporate bond, net of bond discount", [2054, 1940]),
      row("extension:Sba", "SBA loan, current", [21, 21]),
    ];
    const others = [row("extension:Fees", "Accrued fees of revolving notes", [3, 7])];
    expect(debtOf([payables, ...debts, ...others])?.map(([tag]) => tag)).toEqual(
      debts.map(({ tag }) => tag.replace(/^[\w-]+:/, "")),
    );
  });

  test("the rows above a total of liabilities that is current liabilities alone: Hammer 2025, in thousands", () => {
    const rows = [
      row("AccountsPayableCurrent", "Accounts payable and accrued expenses", [66, 195]),
      row("LoansPayableCurrent", "Loans payable", [24, 24]),
      row("extension:Related", "Convertible notes payable - related parties", [2693, 1306]),
      row("LiabilitiesCurrent", "Total current liabilities", [2783, 1525]),
    ];
    expect(debtOf(rows, "industrial", [2783, 1525])).toEqual([
      ["LoansPayableCurrent", 1],
      ["Related", 1],
    ]);
  });

  test("rows by business below all liabilities and equity stay: Berkshire 2009, in the form of its two businesses", () => {
    const member = "us-gaap:InsuranceMember";
    const face = faceOfReport(
      reportOf("0001067983-09-000003", "10-Q", [
        {
          kind: "balance",
          columns: ["|2009-06-30"],
          rows: [
            row("Assets", "Total assets", [284_000, 0], { balance: "debit" }),
            row("Liabilities", "Total liabilities", [170_000, 0]),
            row("NotesPayable", "Notes payable", [3_784, 0], { member }),
            row("LiabilitiesAndStockholdersEquity", "Total", [173_784, 0]),
          ].map((one) => ({ ...one, values: one.values.slice(0, 1) })),
        },
      ]),
      "2009-08-07",
    );
    const [statement] = face.statements;
    if (!statement) throw new Error("no balance sheet");
    const { lines } = readStatement(face, statement, registry, "industrial");
    expect(lines.get("total_debt")?.terms.map(({ tag }) => tag)).toEqual(["us-gaap:NotesPayable"]);
  });

  test("no debt are notes of trade, told by a row of accounts right after them: Ricoh and Hitachi, in millions of JPY", () => {
    const [loans, notes, accounts] = [
      row("ShortTermBorrowings", "Short-term borrowings", [75701, 100000]),
      row("NotesPayableCurrent", "Notes (notes 6 and 17)", [12211, 12914]),
      row("AccountsPayableCurrent", "Accounts", [242738, 259585]),
    ];
    expect(debtOf([loans, notes, accounts])).toEqual([["ShortTermBorrowings", 1]]);
    expect(debtOf([loans, accounts, notes])).toEqual([
      ["ShortTermBorrowings", 1],
      ["NotesPayableCurrent", 1],
    ]);
  });

  test("what a bank borrows beside deposits and repurchase agreements: Midland 2024 and New York Community 2009, in thousands", () => {
    const midland = [
      row("Deposits", "Total deposits", [6197243, 6309529]),
      row("ShortTermBorrowings", "Short-term borrowings", [87499, 34865]),
      row(
        "AdvancesFromFederalHomeLoanBanks",
        "Federal Home Loan Bank advances and other borrowings",
        [258000, 476000],
      ),
      row("SubordinatedDebt", "Subordinated debt", [77749, 93546]),
      row(
        "JuniorSubordinatedDebentureOwedToUnconsolidatedSubsidiaryTrust",
        "Trust preferred debentures",
        [51205, 50616],
      ),
      row("OtherLiabilities", "Accrued interest payable and other liabilities", [124266, 110459]),
    ];
    expect(debtOf(midland, "bank")?.map(([tag]) => tag)).toEqual([
      "ShortTermBorrowings",
      "AdvancesFromFederalHomeLoanBanks",
      "SubordinatedDebt",
      "JuniorSubordinatedDebentureOwedToUnconsolidatedSubsidiaryTrust",
    ]);
    const community = [
      row("extension:FederalHomeLoanBankAdvances", "FHLB-NY advances", [8430528, 7708064]),
      row("SecuritiesSoldUnderAgreementsToRepurchase", "Repurchase agreements", [4225, 4485]),
      row("OtherBorrowings", "Other borrowings", [669488, 669430]),
    ];
    expect(debtOf(community, "bank")?.map(([tag]) => tag)).toEqual([
      "FederalHomeLoanBankAdvances",
      "OtherBorrowings",
    ]);
  });
});

test("current maturities that are taken off a row and printed again count once", () => {
  const rows = [
    payables,
    row("LongTermDebtCurrent", "Current portion of long-term debt", [301, 1]),
    row("LongTermDebt", "Long-term debt, total", [1975, 1675]),
    row("extension:LessCurrent", "Less current portion of long-term debt", [301, 1], {
      isNegated: true,
    }),
  ];
  expect(debtOf(rows)).toEqual([
    ["LongTermDebtCurrent", 1],
    ["LongTermDebt", 1],
    ["LessCurrent", -1],
  ]);
});

describe("debt due within a year is the rows of debt above the total of current liabilities", () => {
  /** The tags of the rows that are due; null where the statement does not tell. */
  const dueOf = (current: Row[], later: Row[] = [], isCounted = true) => {
    const sum = (rows: Row[], at: 0 | 1) =>
      rows.reduce((total, { values }) => total + (values[at] ?? 0), 0);
    const all = [...current, ...later];
    const sides: [number, number] = [sum(all, 0) + 700, sum(all, 1) + 500];
    const total = row("LiabilitiesCurrent", "Total current liabilities", [
      sum(current, 0),
      sum(current, 1),
    ]);
    const report = reportOf("0000000001-24-000001", "10-K", [
      {
        kind: "balance",
        columns: ["|2023-12-31", "|2022-12-31"],
        rows: [
          row("Cash", "Cash", [sides[0] - 5, sides[1] - 7], { balance: "debit" }),
          row("OtherAssets", "Other assets", [5, 7], { balance: "debit" }),
          row("Assets", "Total assets", sides, { balance: "debit" }),
          ...current,
          ...(isCounted ? [total] : []),
          ...later,
          row("Liabilities", "Total liabilities", [sum(all, 0), sum(all, 1)]),
          row("StockholdersEquity", "Total equity", [700, 500]),
          row("LiabilitiesAndStockholdersEquity", "Total liabilities and equity", sides),
        ],
      },
    ]);
    const face = faceOfReport(report, "2024-02-20");
    const [statement] = face.statements;
    if (!statement) throw new Error("no balance sheet");
    const { lines } = readStatement(face, statement, registry, "industrial");
    const due = lines.get("debt_current");
    return due?.terms.map(({ tag }) => tag.replace(/^[\w-]+:/, "")) ?? null;
  };
  const long = row("LongTermDebtNoncurrent", "Long-term debt", [5_089, 5_317]);

  test("Kellanova 2023: 663 and 121, and not a note's 663 again", () => {
    const rows = [
      row("LongTermDebtAndCapitalLeaseObligationsCurrent", "Current maturities", [663, 780]),
      row("ShortTermBorrowings", "Notes payable", [121, 467]),
      payables,
    ];
    expect(dueOf(rows, [long])).toEqual([
      "LongTermDebtAndCapitalLeaseObligationsCurrent",
      "ShortTermBorrowings",
    ]);
  });

  test("under other elements: Petrobras 11,107, bonds of PSEG 200, loans of Coca-Cola 6,670, Tesla 2,373", () => {
    const rows = [
      row("ShortTermDebtAmount", "Current debt", [11_107, 8_553]),
      row("LongtermTransitionBondCurrent", "Securitization debt due within one year", [200, 198]),
      row("extension:LoansAndNotesPayable", "Loans and notes payable", [6_670, 6_749]),
      row("extension:Leases", "Current portion of debt and finance leases", [2_373, 1_502]),
      payables,
    ];
    expect(dueOf(rows, [long])).toEqual(rows.slice(0, 4).map(({ tag }) => tag.split(":")[1]));
  });

  test("not what stands below: refinanced notes of Cablevision, 1,250.92; nor anything without the total", () => {
    const loans = row("LoansPayableToBankCurrent", "Bank loans, due within one year", [310, 360]);
    const notes = row("extension:DueWithinOneYear", "Senior notes due within one year", [1251, 0]);
    expect(dueOf([loans, payables], [notes, long])).toEqual(["LoansPayableToBankCurrent"]);
    expect(dueOf([loans, payables], [notes, long], false)).toBeNull();
  });

  test("a total that is a line stands for its parts: American Electric Power at 2010-03-31, 1,063 with 651", () => {
    const rows = [
      row("CommercialPaper", "General", [412, 126]),
      row("extension:Securitized", "Securitized Debt for Receivables", [651, 0]),
      row("ShortTermBorrowings", "Total Short-term Debt", [1063, 126]),
      row("LongTermDebtCurrent", "Long-term Debt Due Within One Year", [1253, 1741]),
      payables,
    ];
    const [first, second, total, ...others] = rows;
    if (!first || !second || !total) throw new Error("no rows");
    const current = [total, ...others];
    const sum = (at: 0 | 1) => current.reduce((all, { values }) => all + (values[at] ?? 0), 0);
    const report = reportOf("0000004904-10-000063", "10-Q", [
      {
        kind: "balance",
        columns: ["|2010-03-31", "|2009-12-31"],
        rows: [
          ...rows,
          row("LiabilitiesCurrent", "TOTAL CURRENT LIABILITIES", [sum(0), sum(1)]),
          row("LongTermDebtNoncurrent", "Long-term Debt", [16_281, 15_757]),
          row("Liabilities", "TOTAL LIABILITIES", [sum(0) + 16_281, sum(1) + 15_757]),
        ],
      },
    ]);
    const face = faceOfReport(report, "2010-05-01");
    const [statement] = face.statements;
    if (!statement) throw new Error("no balance sheet");
    const { lines } = readStatement(face, statement, registry, "industrial");
    const tags = (key: string) => lines.get(key)?.terms.map(({ tag }) => tag.split(":")[1]);
    expect(tags("debt_current")).toEqual(["ShortTermBorrowings", "LongTermDebtCurrent"]);
    expect(tags("total_debt")).toHaveLength(3);
  });
});
