import { expect, test } from "vitest";
import { extractFacts } from "#registry/models/inputs/facts.ts";
import type { ModelSource, SourceLine } from "#registry/models/inputs/source.ts";
import { type FiledFact, withFiled } from "../../helpers/companies/filed-flows.ts";
import { makeSource, withLines } from "../../helpers/companies/model-company.ts";

type Key = "short_term_borrowings" | "debt_current" | "long_term_debt" | "total_debt";
/** Element, amount, and how exactly it is stated, in the unit of the filing. */
type Row = readonly [tag: string, value: number, decimals?: number];

const none = {
  ...{ total_debt: null, short_term_borrowings: null, debt_current: null },
  ...{ current_portion_of_long_term_debt: null, long_term_debt: null },
};

/** Debt of a company with these rows, and with the sum of both parts of debt where it has no row of all. */
function debtOf(rows: Partial<Record<Key, Row>>, filed: readonly FiledFact[] = []) {
  const amounts = Object.fromEntries(Object.entries(rows).map(([key, [, value]]) => [key, value]));
  const source = makeSource({ years: withLines({ ...none, ...amounts }) });
  const facts = source.facts.map((fact) => {
    const [tag, , decimals = null] = rows[fact.tag.replace("Tag_", "") as Key] ?? [fact.tag, 0];
    return { ...fact, tag, decimals };
  });
  const [period] = source.periods;
  if (rows.total_debt === undefined && period !== undefined) summed(period.lines);
  const balances = filed.map((one) => ({ start: null, ...one }));
  const { total_debt: all, debt_due_within_a_year: due } = extractFacts(
    withFiled({ ...source, facts }, balances),
  ).balance;
  return { all: all?.value ?? null, due: due?.value ?? null };
}

/** As stored statements have it, with its period in the names of the parts. */
function summed(lines: Record<string, SourceLine>): void {
  const operands = ["debt_current", "long_term_debt"].flatMap((key) => {
    const { value = null, lineage = null } = lines[key] ?? {};
    if (value === null || lineage === null) return [];
    return [[1, `${key}@2023-01-01/2023-12-31`, value, lineage] as const];
  });
  if (operands.length < 2) return;
  const value = String(operands.reduce((sum, [, , text]) => sum + Number(text), 0));
  lines.total_debt = {
    value,
    lineage: ["derivation", ...operands.map((one) => [...one])] as never,
  };
}

test("a total of CVS 2015 before discounts gives way to the rows of the balance sheet", () => {
  const rows = {
    total_debt: ["DebtAndCapitalLeaseObligations", 27_694],
    debt_current: ["LongTermDebtCurrent", 1_197],
    long_term_debt: ["LongTermDebtNoncurrent", 26_267],
  } as const;
  expect(debtOf(rows).all).toBe(1_197 + 26_267);
  // Rows that lack more than discounts are not all debt (Ford 2009).
  expect(debtOf({ ...rows, long_term_debt: ["LongTermDebtNoncurrent", 20_000] }).all).toBe(27_694);
});

test("debt due of Johnson & Johnson 2024, 6.0 billion in a text, is the 5,983 million of the row", () => {
  const rows = (decimals: number) =>
    ({
      debt_current: ["DebtCurrent", 6_000_000_000, decimals],
      short_term_borrowings: ["ShortTermBorrowings", 5_983_000_000, -6],
      long_term_debt: ["LongTermDebtNoncurrent", 30_651_000_000, -6],
    }) as const;
  expect(debtOf(rows(-8))).toEqual({ all: 36_634_000_000, due: 5_983_000_000 });
  expect(debtOf(rows(-6)).all).toBe(36_651_000_000);
});

test("notes of Applied Optoelectronics that fall due are in its long-term figure of 9,629", () => {
  const rows = {
    debt_current: ["NotesAndLoansPayableCurrent", 9_562],
    long_term_debt: ["LongTermDebt", 9_629],
  } as const;
  expect(debtOf(rows, [{ tag: "NotesAndLoansPayable", value: 67 }]).all).toBe(9_629);
  expect(debtOf(rows).all).toBe(9_629 + 9_562);
});

test("other short-term debt of NextEra 2020, 458, stands beside commercial paper of 1,551", () => {
  const rows = {
    debt_current: ["CommercialPaper", 1_551],
    long_term_debt: ["LongTermDebtNoncurrent", 41_944],
  } as const;
  const other = { tag: "OtherShortTermBorrowings", value: 458 };
  expect(debtOf(rows, [other])).toEqual({ all: 1_551 + 458 + 41_944, due: 1_551 + 458 });
  // A row of all notes and loans that is not both says otherwise.
  const notes = { tag: "NotesAndLoansPayable", value: 1_600 };
  expect(debtOf(rows, [other, notes]).due).toBe(1_551);
});

test("debt due of Google at 2014-06-30, 2,009, holds the lease of 9 that falls due", () => {
  const rows = {
    debt_current: ["DebtCurrent", 2_009],
    long_term_debt: ["LongTermDebtNoncurrent", 2_991],
  } as const;
  const leases = [
    { tag: "CapitalLeaseObligationsCurrent", value: 9 },
    { tag: "CapitalLeaseObligationsNoncurrent", value: 241 },
  ];
  const row = { tag: "LongTermDebtAndCapitalLeaseObligations", value: 3_232 };
  expect(debtOf(rows, [...leases, row])).toEqual({ all: 2_009 + 3_232, due: 2_009 });
  expect(debtOf(rows, leases)).toEqual({ all: 2_009 + 2_991 + 250, due: 2_009 + 9 });
});

test("current maturities of Herc 2019 hold leases as its long-term row does", () => {
  const rows = (long: string) =>
    ({
      debt_current: ["LongTermDebtCurrent", 27.0],
      long_term_debt: [long, 2_051.5],
    }) as const;
  const leases = [{ tag: "FinanceLeaseLiabilityCurrent", value: 21.8 }];
  expect(debtOf(rows("LongTermDebtAndCapitalLeaseObligations"), leases).due).toBe(27);
  expect(debtOf(rows("LongTermDebtNoncurrent"), leases).due).toBe(48.8);
});

test("maturing debt of Verizon 2023 holds leases beside short-term borrowings of nothing: 12,973", () => {
  const lines = { short_term_borrowings: 0, debt_current: 12_973, long_term_debt: 137_701 };
  const made = makeSource({ years: withLines({ ...none, ...lines }) });
  const tags: Record<string, string> = {
    Tag_short_term_borrowings: "ShortTermBorrowings",
    Tag_debt_current: "LongTermDebtCurrent",
    Tag_long_term_debt: "LongTermDebtAndCapitalLeaseObligations",
  };
  const facts = made.facts.map((fact) => ({ ...fact, tag: tags[fact.tag] ?? fact.tag }));
  for (const period of made.periods) {
    const { short_term_borrowings: short, debt_current: due } = period.lines;
    if (due === undefined) continue;
    const part = (line = due) => [1, "part", line.value, line.lineage];
    due.lineage = ["derivation", part(short), part()] as never;
    summed(period.lines);
  }
  const leases = [{ tag: "FinanceLeaseLiabilityCurrent", value: 753, start: null }];
  const dueOf = (rowLabels: NonNullable<ModelSource["rowLabels"]>) =>
    extractFacts(withFiled({ ...made, facts, rowLabels }, leases)).balance.debt_due_within_a_year
      ?.value;
  const labels = { "us-gaap:LongTermDebtCurrent": "Debt maturing within one year" };
  expect(dueOf(Object.fromEntries(facts.map(({ accession }) => [accession, labels])))).toBe(12_973);
  // A figure of a note may be without them (Alphabet 2023).
  expect(dueOf({})).toBe(13_726);
});

test("leases of another day are no debt where borrowings lost their tags: Tesla's 1,156 at 2022-12-31", () => {
  const balance = { total_assets: 82_338, stockholders_equity: 44_704 };
  const debtIn = (total_debt: number | null) => {
    const lines = { ...none, total_debt };
    const of = { quarters: { "2024Q1": balance }, years: withLines(lines), knownOn: "2024-06-01" };
    const lease = [{ tag: "FinanceLeaseLiability", value: 1_156, start: null }];
    return extractFacts(withFiled(makeSource(of), lease)).balance.total_debt?.value ?? null;
  };
  expect(debtIn(2_414)).toBeNull();
  expect(debtIn(null)).toBe(1_156);
});

test("finance leases of Costco 2023 are all payments less the interest, 1,432", () => {
  const rows = {
    debt_current: ["LongTermDebtCurrent", 1_081],
    long_term_debt: ["LongTermDebtNoncurrent", 5_377],
  } as const;
  const payments = [
    { tag: "FinanceLeaseLiabilityPaymentsDue", value: 2_217 },
    { tag: "FinanceLeaseLiabilityUndiscountedExcessAmount", value: 785 },
  ];
  expect(debtOf(rows, payments).all).toBe(1_081 + 5_377 + 1_432);
  const stated = { tag: "FinanceLeaseLiability", value: 1_432 };
  expect(debtOf(rows, [...payments, stated]).all).toBe(1_081 + 5_377 + 1_432);
});

test("finance leases of Intel 2023 are all payments, 550, as some are paid off and no interest is stated", () => {
  const rows = { long_term_debt: ["LongTermDebtNoncurrent", 46_978] } as const;
  const payments = { tag: "FinanceLeaseLiabilityPaymentsDue", value: 550 };
  const paid = { tag: "FinanceLeasePrincipalPayments", value: 96, start: "2023-01-01" };
  expect(debtOf(rows, [payments, paid]).all).toBe(46_978 + 550);
  // Monday.com states obligations of other kinds under the element.
  expect(debtOf(rows, [payments]).all).toBe(46_978);
});

test("junior subordinated debentures of Atlantic American 2014 are its debt", () => {
  const debentures = { tag: "JuniorSubordinatedNotes", value: 41_238 };
  expect(debtOf({}, [debentures]).all).toBe(41_238);
  expect(debtOf({ total_debt: ["DebtInstrumentCarryingAmount", 50_000] }, [debentures]).all).toBe(
    50_000,
  );
});

/** Debt of Logistic Properties, in USD, beside these borrowings of the note. */
function logisticProperties(long: number, due: number, all: number | null) {
  const source = makeSource({
    years: withLines({
      ...{ total_debt: null, short_term_borrowings: null, debt_current: null },
      ...{ current_portion_of_long_term_debt: due, long_term_debt: long },
    }),
  });
  const facts = source.facts.map((one) =>
    one.tag === "Tag_long_term_debt"
      ? { ...one, taxonomy: "ifrs-full", tag: "LongtermBorrowings" }
      : one,
  );
  const borrowings = { taxonomy: "ifrs-full", tag: "Borrowings", start: null };
  const filed = all === null ? [] : [{ ...borrowings, value: all }];
  return extractFacts(withFiled({ ...source, facts }, filed)).balance.total_debt?.value;
}

test("long-term borrowings that come to all borrowings hold what falls due", () => {
  // The balance sheet of 2024 prints 253,248,978 and 12,636,821; that of 2023 prints 253,151,137 and 16,703,098.
  expect(logisticProperties(265_885_799, 12_636_821, 267_216_692)).toBe(253_248_978 + 12_636_821);
  expect(logisticProperties(269_854_235, 16_703_098, 271_344_270)).toBe(253_151_137 + 16_703_098);
});

test("long-term borrowings stand beside what falls due where all borrowings are both, or are not filed", () => {
  const both = 253_248_978 + 12_636_821;
  expect(logisticProperties(253_248_978, 12_636_821, both)).toBe(both);
  expect(logisticProperties(253_248_978, 12_636_821, null)).toBe(both);
});
