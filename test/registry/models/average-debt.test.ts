import { expect, test } from "vitest";
import { extractFacts } from "#registry/models/inputs/facts.ts";
import { withFiled } from "../../helpers/companies/filed-flows.ts";
import { makeSource, soundYears } from "../../helpers/companies/model-company.ts";

const million = 1_000_000;

/** Tesla: debt of 5,230 and 8,213 at the two year ends, each under the element given. */
function tesla(before: string, now: string) {
  const source = makeSource({
    years: {
      2022: { ...soundYears[2022], total_debt: 5_230 * million },
      2023: { ...soundYears[2023], total_debt: 8_213 * million },
    },
  });
  const facts = source.facts.map((fact) =>
    fact.tag === "Tag_total_debt" ? { ...fact, tag: fact.end < "2023" ? before : now } : fact,
  );
  return extractFacts({ ...source, facts }).averageDebt;
}

test("debt of two days is averaged where one element states both", () => {
  const quoted = tesla("LongTermDebt", "LongTermDebt");
  expect(quoted?.value).toBe(6_721.5 * million);
  expect(quoted?.note).toBe("of 2022-12-31 and 2023-12-31");
});

test("debt of the last day stands alone where the day before counts other debt", () => {
  const quoted = tesla("LongTermDebt", "LongTermDebtAndCapitalLeaseObligations");
  expect(quoted?.value).toBe(8_213 * million);
  expect(quoted?.note).toBe("the balance of 2023-12-31 alone: other debt is counted on 2022-12-31");
});

const balance = (debt: number | null) => ({
  ...{ total_assets: 14_000 * million, stockholders_equity: 2_000 * million },
  total_debt: debt,
});

test("debt of twelve months to a quarter end is averaged over its quarter ends (Herc, to 2026-03-31)", () => {
  const source = makeSource({
    years: {
      2024: { ...soundYears[2022], total_debt: 4_069 * million },
      2025: { ...soundYears[2023], total_debt: 8_047 * million },
    },
    quarters: {
      "2025Q1": balance(4_043 * million),
      "2025Q2": balance(8_274 * million),
      "2025Q3": balance(8_190 * million),
      "2026Q1": balance(7_985 * million),
    },
    ttm: { "2026-03-31": { interest_expense: 482 * million } },
    knownOn: "2026-04-28",
  });
  const { averageDebt, trailing } = extractFacts(source);
  expect(averageDebt?.value).toBe(7_307.8 * million);
  expect((trailing.interest_expense?.value ?? 0) / (averageDebt?.value ?? 1)).toBeCloseTo(0.066, 4);
  expect(averageDebt?.note).toBe(
    "of 2025-03-31, 2025-06-30, 2025-09-30, 2025-12-31, and 2026-03-31",
  );
});

test("interest of the fiscal year is over the debt of its year ends (Google, to 2014-06-30)", () => {
  const source = makeSource({
    years: {
      2012: { ...soundYears[2022], total_debt: 5_537 * million, interest_expense: 84 * million },
      2013: { ...soundYears[2023], total_debt: 5_245 * million, interest_expense: 83 * million },
    },
    quarters: { "2014Q2": balance(5_241 * million) },
    knownOn: "2014-07-24",
  });
  const quoted = extractFacts(source).averageDebt;
  expect(quoted?.value).toBe(5_391 * million);
  expect(quoted?.note).toBe("of 2012-12-31 and 2013-12-31");
});

test("a quarter end does not count whose leases alone are filed (Cablevision, to 2010-03-31)", () => {
  const source = makeSource({
    years: {
      2008: { ...soundYears[2022], total_debt: null },
      2009: { ...soundYears[2023], total_debt: 11_510.282 * million },
    },
    quarters: { "2009Q1": balance(null), "2010Q1": balance(11_387.416 * million) },
    ttm: { "2010-03-31": { interest_expense: 738 * million } },
    knownOn: "2010-05-06",
  });
  const leases = { "2009-03-31": 54.392, "2009-12-31": 56.541, "2010-03-31": 55.165 };
  const filed = withFiled(
    source,
    Object.entries(leases).map(([end, value]) => ({
      ...{ tag: "CapitalLeaseObligations", value: value * million },
      ...{ start: null, end, filed: "2010-05-06" },
    })),
  );
  const quoted = extractFacts(filed).averageDebt;
  expect(quoted?.value).toBeCloseTo(11_504.702 * million, 0);
  expect(quoted?.note).toBe("of 2009-12-31 and 2010-03-31: other debt is counted on 2009-03-31");
});

test("a quarter end does not count that has a row of no later balance (SunEdison, to 2015-09-30)", () => {
  const source = makeSource({
    years: {
      2013: { ...soundYears[2022], total_debt: null },
      2014: { ...soundYears[2023], total_debt: 7_002.1 * million },
    },
    quarters: { "2014Q3": balance(1_879.7 * million), "2015Q3": balance(11_672 * million) },
    ttm: { "2015-09-30": { interest_expense: 649.9 * million } },
    knownOn: "2015-11-09",
  });
  const facts = source.facts.map((fact) =>
    fact.tag === "Tag_total_debt" && fact.end === "2014-09-30"
      ? { ...fact, tag: "DebtCurrent" }
      : fact,
  );
  const quoted = extractFacts({ ...source, facts }).averageDebt;
  expect(quoted?.value).toBeCloseTo(9_337.05 * million, 0);
  expect(quoted?.note).toBe("of 2014-12-31 and 2015-09-30: other debt is counted on 2014-09-30");
});

test("renamed rows are of one debt where they come to the older balance with finance leases", () => {
  const source = makeSource({
    years: {
      2023: { ...soundYears[2023], total_debt: 5_230 * million },
      2024: { ...soundYears[2023], total_debt: 7_878 * million },
    },
    knownOn: "2025-03-01",
  });
  const fact = source.facts.find(({ tag }) => tag === "Tag_total_debt");
  if (fact === undefined) throw new Error("no debt");
  // The rows of the 10-K of 2023 hold finance leases; that of 2024 states them apart.
  const stated = (end: string, amounts: Record<string, number>) =>
    Object.entries(amounts).map(([tag, value]) => ({
      ...fact,
      ...{ tag, value: String(value * million), start: null, end },
    }));
  const parts = stated("2024-12-31", { DebtCurrent: 2_343, LongTermDebt: 5_535 });
  const renamed = source.facts.map((one) =>
    one.tag === "Tag_total_debt" ? { ...one, tag: "LongTermDebtAndFinanceLeases" } : one,
  );
  const facts = [
    ...renamed,
    ...parts,
    ...stated("2024-12-31", { FinanceLeaseLiability: 335 }),
    ...stated("2023-12-31", {
      DebtCurrent: 1_975,
      LongTermDebt: 2_682,
      FinanceLeaseLiability: 573,
    }),
  ];
  const at = renamed.length;
  const periods = source.periods.map((period) =>
    period.fiscalYear !== 2024
      ? period
      : {
          ...period,
          lines: {
            ...period.lines,
            total_debt: {
              value: String(7_878 * million),
              lineage: [
                "derivation",
                ...parts.map(({ value }, index) => [1, "total_debt", value, at + index] as const),
              ] as const,
            },
          },
        },
  );
  const quoted = extractFacts({ ...source, facts, periods: periods as typeof source.periods });
  expect(quoted.averageDebt?.value).toBe(6_721.5 * million);
  expect(quoted.averageDebt?.note).toBe("of 2023-12-31 and 2024-12-31");
});
