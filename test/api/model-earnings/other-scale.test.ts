import { expect, test } from "vitest";
import { extractFacts } from "#registry/models/inputs/facts.ts";
import { makeSource, withLines } from "../../helpers/companies/model-company.ts";
import { compute } from "../../helpers/companies/models.ts";

const million = 1_000_000;
/** Hill-Rom's balance sheet of 2021-09-30, whose column is tagged without its millions. */
const sheet = { total_assets: 4_999.1, stockholders_equity: 1_879.7, total_debt: 2_060.9 };
const flows = { revenue: 3_018.7 * million, interest_expense: 65.6 * million };
const hillRom = (scale: number) => {
  const tagged = Object.entries(sheet).map(([key, value]) => [key, value * scale] as const);
  const cash = { cash_and_restricted_cash: 271.8 * million };
  const years = withLines({ ...flows, ...Object.fromEntries(tagged), ...cash });
  const source = makeSource({ years });
  const facts = source.facts.map((one) =>
    one.tag.replace("Tag_", "") in { ...sheet, ...cash } ? { ...one, start: null } : one,
  );
  return extractFacts({ ...source, facts });
};

test("a balance sheet of another scale than its report is none: Hill-Rom 2021", () => {
  const facts = hillRom(1);
  expect(facts.balance.stockholders_equity).toBeNull();
  expect(facts.claims.unknown.total_debt).toContain("is tagged at another scale");
  expect(compute(facts, "pb_multiples").state).toBe("insufficient_data");
  expect(facts.year.revenue?.value).toBe(3_018.7 * million);
});

test("a balance sheet at the scale of its report stands", () => {
  const facts = hillRom(million);
  expect(facts.balance.stockholders_equity?.value).toBe(1_879.7 * million);
  expect(facts.claims.amounts.total_debt?.value).toBe(2_060.9 * million);
});
