import { expect, test } from "vitest";
import { extractFacts } from "#registry/models/inputs/facts.ts";
import { withFiled } from "../../helpers/companies/filed-flows.ts";
import { makeSource, soundYears } from "../../helpers/companies/model-company.ts";

const million = 1_000_000;

/** Alphabet's balance sheet of 2024, whose notes state minorities of 4,200; with other liabilities where given. */
function alphabet(liabilities = 125_172) {
  const made = makeSource({
    years: {
      2023: soundYears[2022] ?? {},
      2024: {
        ...soundYears[2023],
        total_assets: 450_256 * million,
        total_liabilities: liabilities * million,
        stockholders_equity: 325_084 * million,
      },
    },
    knownOn: "2025-02-05",
  });
  const minority = "NoncontrollingInterestInVariableInterestEntity";
  const noted = { tag: minority, value: 4_200 * million, start: null, end: "2024-12-31" };
  return extractFacts(withFiled(made, [{ ...noted, filed: "2025-02-05" }]));
}

test("equity is without minorities that a note states within it (Alphabet, 2024)", () => {
  const { balance, claims, years } = alphabet();
  expect(balance.stockholders_equity?.value).toBe(320_884 * million);
  expect(balance.stockholders_equity?.note).toBe(
    "without minorities, which a note states within equity",
  );
  expect(years.at(-1)?.values.stockholders_equity).toBe(320_884 * million);
  expect(claims.amounts.other_claims?.value).toBe(4_200 * million);
});

test("equity stands where assets less liabilities leave room for minorities beside it", () => {
  expect(alphabet(120_972).balance.stockholders_equity?.value).toBe(325_084 * million);
});
