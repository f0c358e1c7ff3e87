import { describe, expect, test } from "vitest";
import { extractFacts } from "#registry/models/inputs/facts.ts";
import { amountsOf } from "../../helpers/companies/claim-amounts.ts";
import { type FiledFact, withFiled } from "../../helpers/companies/filed-flows.ts";
import { makeSource, soundYear } from "../../helpers/companies/model-company.ts";

const million = 1_000_000;

/** Cohu 2020: short-term borrowings of 5.314 million, a note's current portion, and long-term loans of 311.551. */
function cohu(
  portion: number,
  filed: readonly FiledFact[],
  debts: { short: number; long: number; rows?: number[] } = { short: 5.314, long: 311.551 },
) {
  const source = makeSource({
    years: {
      2023: {
        ...soundYear(636.007 * million),
        ...{ current_assets: 485.046 * million, current_liabilities: 174.453 * million },
        ...{ cash_and_equivalents: 149.358 * million, short_term_investments: 20.669 * million },
        short_term_borrowings: debts.short * million,
        current_portion_of_long_term_debt: portion * million,
        long_term_debt: debts.long * million,
        total_debt: null,
      },
    },
  });
  // As stored statements have it: all debt due is the sum of both, and in the whole by its period.
  const [period] = source.periods;
  if (period === undefined) throw new Error("no period");
  const { lines } = period;
  const borrowings = lines.short_term_borrowings;
  if (debts.rows !== undefined && typeof borrowings?.lineage === "number") {
    const { lineage: fact } = borrowings;
    const rows = debts.rows.map((row) => [1, "row", String(row * million), fact] as const);
    borrowings.lineage = [
      "sum_of_tags",
      ...rows.map((row) => [...row] as [number, string, string, number]),
    ];
  }
  const part = (key: string) => {
    const { value = null, lineage = null } = lines[key] ?? {};
    if (value === null || lineage === null) throw new Error(`no ${key}`);
    return { value, lineage, label: `${key}@2023-01-01/2023-12-31` };
  };
  const [short, due, long] = [
    part("short_term_borrowings"),
    part("current_portion_of_long_term_debt"),
    part("long_term_debt"),
  ] as const;
  const current = String(Number(short.value) + Number(due.value));
  lines.debt_current = {
    value: current,
    lineage: [
      "rollup",
      [1, short.label, short.value, short.lineage],
      [1, due.label, due.value, due.lineage],
    ],
  };
  lines.total_debt = {
    value: String(Number(current) + Number(long.value)),
    lineage: [
      "derivation",
      [1, "debt_current@2023-01-01/2023-12-31", current, lines.debt_current.lineage ?? 0],
      [1, long.label, long.value, long.lineage],
    ],
  };
  const { balance, quarterlyCapital, years } = extractFacts(
    withFiled(
      source,
      filed.map((one) => ({ start: null, ...one, value: one.value * million })),
    ),
  );
  return {
    total: (balance.total_debt?.value ?? 0) / million,
    filed: (balance.reported_debt?.value ?? 0) / million,
    filedOfYear: (years.at(-1)?.values.reported_debt ?? 0) / million,
    due: (balance.debt_due_within_a_year?.value ?? 0) / million,
    parts: balance.total_debt?.provenance?.inputs?.map(({ value }) => value / million),
    capital: (quarterlyCapital.at(-1)?.netWorkingCapital ?? 0) / million,
  };
}

describe("a current portion of a note", () => {
  const loan = { tag: "LoansPayableToBankCurrent", value: 3.075 };

  test("that is short-term borrowings and a loan beside them holds these", () => {
    const { total, due, parts, capital } = cohu(8.389, [loan]);
    expect(total).toBeCloseTo(319.94, 6);
    expect(due).toBeCloseTo(8.389, 6);
    expect(parts).toEqual([8.389, 311.551]);
    // (485.046 − 149.358 − 20.669) less (174.453 − 8.389).
    expect(capital).toBeCloseTo(148.955, 6);
  });

  test("stands beside short-term borrowings that it does not hold", () => {
    const beside = { total: 325.254, due: 13.703 };
    for (const filed of [[], [{ ...loan, value: 4 }], [{ ...loan, end: "2022-12-31" }]]) {
      const { total, due } = cohu(8.389, filed);
      expect(total).toBeCloseTo(beside.total, 6);
      expect(due).toBeCloseTo(beside.due, 6);
    }
    expect(cohu(3.075, [loan]).total).toBeCloseTo(319.94, 6);
  });

  // Marvell tags 499.8 as short-term debt and as its current portion at 2026-01-31: 4,470.6 in all with 3,970.8.
  test("of the very same figure is the short-term debt, unless both are round", () => {
    const marvell = { short: 499.8, long: 3_970.8 };
    const once = cohu(499.8, [], marvell);
    expect(once.total).toBeCloseTo(4_470.6, 6);
    expect(once.filed).toBeCloseTo(4_470.6, 6);
    expect(once.filedOfYear).toBeCloseTo(4_470.6, 6);
    expect(once.due).toBeCloseTo(499.8, 6);
    expect(cohu(500, [], { ...marvell, short: 500 }).due).toBe(1_000);
    expect(cohu(499.9, [], marvell).due).toBeCloseTo(999.7, 6);
  });

  // Kellanova 2023 prints current maturities of 663 under short-term borrowings, and notes payable of 121 beside them.
  test("of the very same figure as a row of short-term borrowings is that row", () => {
    const kellanova = { short: 784, long: 5_089, rows: [663, 121] };
    expect(cohu(663, [], kellanova)).toMatchObject({ total: 5_873, due: 784 });
    expect(cohu(664, [], kellanova)).toMatchObject({ total: 6_537, due: 1_448 });
  });
});

test("[MODEL-3.3] investments that a figure of all affiliates holds count once: Mastercard 2023, 1,223 of 1,729", () => {
  const unvalued = {
    ...{ tag: "EquitySecuritiesWithoutReadilyDeterminableFairValueAmount", value: 1_223 },
  };
  const associates = { tag: "EquityMethodInvestments", value: 1_729 };
  const affiliates = (value: number) => ({
    ...{ tag: "InvestmentsInAffiliatesSubsidiariesAssociatesAndJointVentures", value },
  });
  const held = amountsOf([unvalued, associates, affiliates(1_729)]);
  expect([held("equity_investments"), held("associates")]).toEqual([null, 1_729]);
  for (const filed of [
    [unvalued, associates],
    [unvalued, associates, affiliates(2_952)],
  ]) {
    const beside = amountsOf(filed);
    expect([beside("equity_investments"), beside("associates")]).toEqual([1_223, 1_729]);
  }
});
