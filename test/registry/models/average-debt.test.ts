import { expect, test } from "vitest";
import { extractFacts } from "#registry/models/inputs/facts.ts";
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
  expect(quoted?.note).toBe(
    "the balance of 2023-12-31 alone: that of 2022-12-31 counts other debt",
  );
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
