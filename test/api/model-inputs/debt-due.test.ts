import { describe, expect, test } from "vitest";
import { extractFacts } from "#registry/models/inputs/facts.ts";
import type { ModelSource } from "#registry/models/inputs/source.ts";
import { type FiledFact, withFiled } from "../../helpers/companies/filed-flows.ts";
import { makeSource, soundYear } from "../../helpers/companies/model-company.ts";

const million = 1_000_000;
const balance = (tag: string, value: number, of: Partial<FiledFact> = {}): FiledFact => ({
  ...{ tag, value: value * million, start: null },
  ...of,
});

/** A company whose debt is the sum of printed rows, of which the lines of current debt have those of `legs`. */
function printed(
  rows: readonly FiledFact[],
  { legs = {} }: { legs?: Record<string, number> },
): ModelSource {
  const year = {
    ...soundYear(100_000 * million),
    ...{ total_debt: null, current_liabilities: 30_000 * million },
  };
  const source = withFiled(makeSource({ years: { 2023: year } }), rows);
  const indexOf = (row: number) => source.facts.length - rows.length + row;
  const sum = rows.reduce((total, { value }) => total + value, 0);
  const [period] = source.periods;
  if (period === undefined) throw new Error("no period");
  const operand = (row: FiledFact, index: number): [1, string, string, number] => [
    1,
    `${row.taxonomy ?? "us-gaap"}:${row.tag}`,
    String(row.value),
    indexOf(index),
  ];
  const operands = rows.map(operand);
  period.lines.total_debt = { value: String(sum), lineage: ["sum_of_tags", ...operands] };
  for (const [key, row] of Object.entries(legs)) {
    period.lines[key] = { value: String(rows[row]?.value), lineage: indexOf(row) };
  }
  return source;
}

function dueOf(source: ModelSource): { due: number | null; capital: number } {
  const { balance: at, quarterlyCapital } = extractFacts(source);
  return {
    due: at.debt_due_within_a_year == null ? null : at.debt_due_within_a_year.value / million,
    capital: (quarterlyCapital.at(-1)?.operatingCurrentLiabilities ?? 0) / million,
  };
}

describe("debt due within a year", () => {
  test("has the leases that are tagged apart: Petrobras at 2010-03-31, 11,107 and 203", () => {
    const rows = [
      balance("ShortTermDebtAmount", 11_107),
      balance("LongTermDebtNoncurrent", 48_254),
    ];
    const source = withFiled(printed(rows, { legs: { debt_current: 0 } }), [
      balance("CapitalLeaseObligationsCurrent", 203),
    ]);
    expect(dueOf(source)).toEqual({ due: 11_310, capital: 18_690 });
  });

  test("has no leases beside a row that has them: Tesla's 2,373 at 2023-12-31", () => {
    const rows = [
      balance("LongTermDebtAndFinanceLeasesCurrent", 2_373, { taxonomy: "tsla" }),
      balance("LongTermDebtAndFinanceLeasesNoncurrent", 2_857, { taxonomy: "tsla" }),
    ];
    const leases = [balance("FinanceLeaseLiabilityCurrent", 398)];
    expect(dueOf(withFiled(printed(rows, { legs: { debt_current: 0 } }), leases)).due).toBe(2_373);
  });
});

describe("finance leases of an earlier day", () => {
  const debt = [balance("NotesAndDebt", 1_147.8)];
  const lease = (of: Partial<FiledFact>) =>
    balance("CapitalLeaseObligationsCurrent", 29, { end: "2023-09-30", ...of });
  const total = (source: ModelSource) =>
    (extractFacts(source).claims.amounts.total_debt?.value ?? 0) / million;

  test("are nothing where the report of the day leaves their row blank: Equifax at 2010-03-31", () => {
    const source = withFiled(printed(debt, {}), [lease({})]);
    const sheet = source.facts.find(({ tag }) => tag === "Tag_total_assets");
    const blank = source.facts.map((one) =>
      one.tag === "CapitalLeaseObligationsCurrent"
        ? { ...one, accession: sheet?.accession ?? "" }
        : one,
    );
    const noted = withFiled(printed(debt, {}), [{ ...lease({}), tag: "FinanceLeaseLiability" }]);
    expect(total({ ...source, facts: blank })).toBe(1_147.8);
    expect(total(noted)).toBe(1_176.8);
  });
});

test("a row of current debt with leases holds no noncurrent ones: DTE Energy at 2010-03-31, in all 7,972", () => {
  const lease = balance("CapitalLeaseObligationsNoncurrent", 47);
  const total = (rows: readonly FiledFact[]) => {
    const { amounts } = extractFacts(withFiled(printed(rows, {}), [lease])).claims;
    return (amounts.total_debt?.value ?? 0) / million;
  };
  const current = balance("LongTermDebtAndCapitalLeaseObligationsCurrent", 677);
  const bonds = balance("LongTermDebtNoncurrent", 7_248);
  expect(total([current, bonds])).toBe(7_972);
  const all = balance("LongTermDebtAndCapitalLeaseObligations", 7_295);
  expect(total([current, all])).toBe(7_972);
});

test("a row named after leases holds none where it is what a note states without them: Alphabet at 2024-12-31", () => {
  const rows = [
    balance("CommercialPaper", 2_300),
    balance("LongTermDebtCurrent", 999),
    balance("LongTermDebtAndCapitalLeaseObligations", 10_883),
  ];
  const total = (noncurrent: number) => {
    const filed = [
      balance("LongTermDebtNoncurrent", noncurrent),
      balance("FinanceLeaseLiability", 1_677),
    ];
    const { amounts } = extractFacts(withFiled(printed(rows, {}), filed)).claims;
    return (amounts.total_debt?.value ?? 0) / million;
  };
  expect(total(10_883)).toBe(15_859);
  expect(total(9_206)).toBe(14_182);
});

test("a row of current debt holds leases as the row of long-term debt does: Boeing at 2023-12-31, 5,204", () => {
  const rows = [
    balance("DebtCurrent", 5_204),
    balance("LongTermDebtAndCapitalLeaseObligations", 47_103),
  ];
  const lease = [balance("FinanceLeaseLiabilityCurrent", 77)];
  const legs = { debt_current: 0 };
  expect(dueOf(withFiled(printed(rows, { legs }), lease)).due).toBe(5_204);
  const bonds = [balance("DebtCurrent", 5_204), balance("LongTermDebtNoncurrent", 47_103)];
  expect(dueOf(withFiled(printed(bonds, { legs }), lease)).due).toBe(5_281);
});

describe("short-term borrowings beside commercial paper", () => {
  // Coca-Cola at 2024-12-31 prints loans and notes payable of 1,499; the note states 1,139 and 360.
  const rows = [
    balance("CommercialPaper", 1_139),
    balance("LongTermDebtAndCapitalLeaseObligationsCurrent", 648),
    balance("LongTermDebtAndCapitalLeaseObligations", 42_375),
  ];
  const other = balance("OtherShortTermBorrowings", 360);
  const debt = (filed: readonly FiledFact[]) => {
    const legs = { short_term_borrowings: 0, current_portion_of_long_term_debt: 1 };
    const source = withFiled(printed(rows, { legs }), filed);
    const { amounts } = extractFacts(source).claims;
    return { due: dueOf(source).due, all: (amounts.total_debt?.value ?? 0) / million };
  };

  test("count where a row of all notes and loans comes to both", () => {
    const row = balance("NotesAndLoansPayable", 1_499);
    expect(debt([row, other])).toEqual({ due: 2_147, all: 44_522 });
  });

  test("count without such a row, and not where it is another sum", () => {
    expect(debt([other])).toEqual({ due: 2_147, all: 44_522 });
    const unlike = balance("NotesAndLoansPayable", 1_800);
    for (const filed of [[unlike, other], []]) {
      expect(debt(filed)).toEqual({ due: 1_787, all: 44_162 });
    }
  });
});

describe("non-current investments of IFRS filers", () => {
  const ofIfrs = (name: string, value: number) => balance(name, value, { taxonomy: "ifrs-full" });
  const amounts = (facts: readonly FiledFact[]) => {
    const source = withFiled(makeSource(), facts);
    const ifrs = source.facts.map((one) => ({ ...one, taxonomy: "ifrs-full" }));
    return extractFacts({ ...source, facts: ifrs }).claims.amounts;
  };

  test("are 15,199.8, 7,822.9 and 88,596.5 of TSMC at 2024-12-31", () => {
    const noncurrent = (name: string, value: number) =>
      ofIfrs(`NoncurrentFinancialAssets${name}`, value);
    const filed = [
      noncurrent("AtFairValueThroughProfitOrLossMandatorilyMeasuredAtFairValue", 15_199.8),
      noncurrent("MeasuredAtFairValueThroughOtherComprehensiveIncome", 7_822.9),
      noncurrent("AtAmortisedCost", 88_596.5),
    ];
    const investments = (facts: readonly FiledFact[]) => amounts(facts).equity_investments?.value;
    expect(investments(filed)).toBeCloseTo(111_619.2 * million, 0);
    // The whole category holds what must be measured so.
    const whole = noncurrent("AtFairValueThroughProfitOrLoss", 16_000);
    expect(investments([...filed, whole])).toBeCloseTo(112_419.4 * million, 0);
  });

  test("are 345.3 in one line beside 10.9 of associates (Agnico Eagle 2023)", () => {
    const filed = [
      ofIfrs("NoncurrentInvestmentsOtherThanInvestmentsAccountedForUsingEquityMethod", 345.3),
      ofIfrs("InvestmentsInAssociatesAccountedForUsingEquityMethod", 10.9),
    ];
    const { equity_investments: investments, associates } = amounts(filed);
    expect(investments?.value).toBeCloseTo(345.3 * million, 0);
    expect(associates?.value).toBeCloseTo(10.9 * million, 0);
  });
});
