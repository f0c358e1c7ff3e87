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

/** Rocket 2023, whose diluted average of 1,980.5 holds the units of minorities; with another one where given. */
function rocket(diluted = 1_980.52369) {
  const year = {
    ...soundYears[2023],
    net_income: -15.514 * million,
    net_income_to_common: -15.514 * million,
    net_income_nci: -374.566 * million,
    stockholders_equity: 624.9 * million,
    noncontrolling_interest: 7_676.81 * million,
    weighted_average_shares_basic: 128.641762 * million,
    weighted_average_shares_diluted: diluted * million,
    shares_outstanding: 1_985.639415 * million,
  };
  const {
    balance,
    claims,
    year: flows,
    shares,
  } = extractFacts(makeSource({ years: { 2023: year } }));
  return {
    equity: balance.stockholders_equity,
    claims: claims.amounts.other_claims?.value ?? null,
    income: flows.net_income?.value,
    common: flows.net_income_common?.value ?? null,
    shares: shares?.value,
  };
}

test("minorities whose units the shares hold are owners: Rocket 2023, 8,302 for 625 of equity", () => {
  expect(rocket()).toMatchObject({
    equity: {
      value: 8_301_710_000,
      note: "with minorities, whose units the shares hold as exchanged",
    },
    ...{ claims: null, income: -390.08 * million, common: null, shares: 1_985.639415 * million },
  });
});

test("minorities are a claim where the shares do not hold their units, or hold far fewer", () => {
  for (const diluted of [128.641762, 260]) {
    const { equity, claims, income } = rocket(diluted);
    expect(equity?.value).toBe(624.9 * million);
    expect([claims, income]).toEqual([7_676.81 * million, -15.514 * million]);
  }
});

/** Westwood 2023, in thousands, with another figure per share where given. */
function westwood(basic = 1.2) {
  const year = {
    ...soundYears[2023],
    ...{ net_income: 10_571_000, net_income_nci: 1_051_000, net_income_to_common: null },
    ...{ eps_basic: basic, weighted_average_shares_basic: 7_964_423 },
    ...{ eps_diluted: 1.17, weighted_average_shares_diluted: 8_112_139 },
  };
  const { year: flows } = extractFacts(makeSource({ years: { 2023: year } }));
  return [flows.net_income?.value, flows.net_income_common?.value ?? null];
}

test("net income is the parent's where figures per share earn it without minorities: Westwood's 9,520 of 2023", () => {
  expect(westwood()).toEqual([9_520_000, 9_520_000]);
  expect(westwood(1.33)).toEqual([10_571_000, null]);
});

test("of two incomes of other signs the figures per share tell one: monday.com's loss of 137,497 of 2021", () => {
  const monday = (eps: number) => {
    const year = {
      ...soundYears[2023],
      ...{ net_income: -129_294_000, net_income_to_common: 137_497_000 },
      ...{ eps_basic: eps, weighted_average_shares_basic: 30_332_006 },
    };
    const { year: flows } = extractFacts(makeSource({ years: { 2023: year } }));
    return [flows.net_income?.value, flows.net_income_common?.value];
  };
  expect(monday(-4.53)).toEqual([-129_294_000, -137_497_000]);
  expect(monday(-4.26)).toEqual([-129_294_000, 137_497_000]);
});

test("an income that income before tax has with the other sign is a loss: NioCorp's 11,435 thousand of fiscal 2024", () => {
  const niocorp = (tax: number) => {
    const year = {
      ...soundYears[2023],
      ...{ pretax_income: -12_037_000, income_tax_expense: tax },
      ...{ net_income_consolidated: 11_898_000, net_income: 11_435_000 },
      ...{ net_income_to_common: -11_440_000, eps_basic: null, eps_diluted: null },
    };
    return extractFacts(makeSource({ years: { 2023: year } })).year.net_income?.value;
  };
  expect(niocorp(-139_000)).toBe(-11_435_000);
  expect(niocorp(0)).toBe(11_435_000);
});
