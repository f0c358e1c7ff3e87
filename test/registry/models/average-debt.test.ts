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
