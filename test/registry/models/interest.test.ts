import { expect, test } from "vitest";
import { extractFacts } from "#registry/models/inputs/facts.ts";
import { isReadByMember } from "#registry/models/inputs/members/partitions.ts";
import { withFiled } from "../../helpers/companies/filed-flows.ts";
import { makeSource, withLines } from "../../helpers/companies/model-company.ts";

const million = 1_000_000;

/** Walmart's interest of the year to 2026-01-31, in millions, under the element given and beside this net interest. */
function walmart(tag: string, net: number | null) {
  const lines = { interest_expense: 2_318 * million };
  const source = makeSource({ years: withLines(lines) });
  const facts = source.facts.map((one) =>
    one.tag === "Tag_interest_expense" ? { ...one, tag } : one,
  );
  const filed = [
    { tag: "InvestmentIncomeInterest", value: 368 * million },
    ...(net === null
      ? []
      : [{ tag: "InterestIncomeExpenseNonoperatingNet", value: net * million }]),
  ];
  const { interest_expense: quoted } = extractFacts(withFiled({ ...source, facts }, filed)).year;
  return { value: (quoted?.value ?? 0) / million, note: quoted?.note ?? null };
}

test("interest expense of Walmart holds that of finance leases, which has a row of its own", () => {
  // Borrowings of 2,318 and finance leases of 481, which the statement nets with income of 368.
  const { value, note } = walmart("InterestExpenseDebt", -2_431);
  expect(value).toBe(2_318 + 481);
  expect(note).toContain("2,318,000,000");
});

test("interest expense stays as filed where it is all of it, and where the net of both is not filed or less", () => {
  expect(walmart("InterestExpense", -2_431).value).toBe(2_318);
  expect(walmart("InterestExpenseDebt", null).value).toBe(2_318);
  expect(walmart("InterestExpenseDebt", -1_900).value).toBe(2_318);
});

test("interest of a part alone gives way to all of it, which net interest and the income from it tell: Lowe's 2023", () => {
  // Note 16: 1,438, 24, 15 and other 9 less 4 capitalized and plus 1; "Interest - net" is 1,382 after income of 101.
  const lowes = (tag: string, net: number | null) => {
    const source = makeSource({ years: withLines({ interest_expense: 9 * million }) });
    const facts = source.facts.map((one) =>
      one.tag === "Tag_interest_expense" ? { ...one, tag } : one,
    );
    const filed = [
      { tag: "InvestmentIncomeInterestAndDividend", value: 101 * million },
      ...(net === null ? [] : [{ tag: "InterestRevenueExpenseNet", value: net * million }]),
    ];
    const { interest_expense: quoted } = extractFacts(withFiled({ ...source, facts }, filed)).year;
    return (quoted?.value ?? 0) / million;
  };
  expect(lowes("InterestExpenseOther", -1_382)).toBe(1_483);
  expect(lowes("InterestExpenseOther", null)).toBe(9);
  expect(lowes("InterestExpense", -1_382)).toBe(9);
});

test("an element of the filer's own may be named net interest: Colgate 2023", () => {
  // "Interest (income) expense, net" of 232, after income of 55: interest of 299 less 12 capitalized.
  const colgate = (taxonomy: string, tag: string) => {
    const source = makeSource({
      years: withLines({ interest_expense: 232 * million, interest_income: 55 * million }),
    });
    const facts = source.facts.map((one) =>
      one.tag === "Tag_interest_expense" ? { ...one, taxonomy, tag } : one,
    );
    const { interest_expense: quoted } = extractFacts({ ...source, facts }).year;
    return (quoted?.value ?? 0) / million;
  };
  expect(colgate("cl", "InterestExpenseNet")).toBe(287);
  expect(colgate("extension", "NetFinancingCharges")).toBe(287);
  expect(colgate("cl", "InterestExpense")).toBe(232);
  expect(colgate("us-gaap", "InterestExpenseNet")).toBe(232);
});

/** Interest of a year of Nike, in millions, that no row states, beside income from interest and the net of both. */
function nike(income: number, net: number, of: Parameters<typeof makeSource>[0] = {}) {
  const source = makeSource({ years: withLines({ interest_expense: null }), ...of });
  const filed = [
    { tag: "InvestmentIncomeInterest", value: income * million },
    { tag: "InterestIncomeExpenseNonoperatingNet", value: net * million },
  ];
  const { interest_expense: quoted } = extractFacts(withFiled(source, filed)).year;
  return quoted == null ? null : quoted.value / million;
}

test("interest expense of Nike, which no row states, is income from interest less net interest", () => {
  // The years to 2025-05-31 and 2022-05-31.
  expect(nike(404, 107)).toBe(297);
  expect(nike(94, -205)).toBe(299);
});

/** Interest that the statement prints net, in millions, with what notes state of it. */
function printedNet(
  net: number,
  filed: Record<string, number>,
  of: Parameters<typeof makeSource>[0] & { ofAssets?: Record<string, number> } = {},
) {
  const { ofAssets = {}, ...company } = of;
  const source = makeSource({ years: withLines({ interest_expense: net * million }), ...company });
  const facts = source.facts.map((one) =>
    one.tag === "Tag_interest_expense"
      ? { ...one, tag: "InterestIncomeExpenseNonoperatingNet" }
      : one,
  );
  const capitalized = Object.entries(ofAssets).map(([member, value]) => ({
    ...{ tag: "InterestCostsCapitalized", value: value * million },
    dimensions: `us-gaap:FairValueByAssetClassAxis=us-gaap:${member}`,
  }));
  const stated = [
    ...Object.entries(filed).map(([tag, value]) => ({ tag, value: value * million })),
    ...capitalized,
  ];
  const { interest_expense: quoted } = extractFacts(withFiled({ ...source, facts }, stated)).year;
  return quoted == null ? null : quoted.value / million;
}

test("interest that a statement prints net of income is the expense of the note, else both together", () => {
  // AbbVie 2024: "Interest expense, net" of 2,160. Nike to 2022-05-31: 205 after income of 94.
  expect(printedNet(2_160, { InterestExpense: 2_808, InvestmentIncomeInterest: 648 })).toBe(2_808);
  expect(printedNet(205, { InvestmentIncomeInterest: 94 })).toBe(299);
  expect(printedNet(205, {})).toBe(205);
  expect(printedNet(205, { InterestExpense: 299 }, { template: "bank", sic: "6021" })).toBe(205);
});

test("interest is what was incurred less what assets hold of it, where income is not stated: CARBO 2015", () => {
  const property = "PropertyPlantAndEquipmentMember";
  const incurred = { InterestCostsIncurred: 2.973 };
  expect(isReadByMember("us-gaap:InterestCostsCapitalized", `a=us-gaap:${property}`)).toBe(true);
  const asCarbo = printedNet(0.47, incurred, { ofAssets: { [property]: 2.038 } });
  expect(asCarbo).toBeCloseTo(0.935, 6);
  expect(printedNet(0.47, { ...incurred, InterestCostsCapitalized: 2.038 })).toBeCloseTo(0.935, 6);
  // What assets hold is not known, is of several kinds, or leaves no more than the row.
  expect(printedNet(0.47, incurred)).toBe(0.47);
  const kinds = { [property]: 2.038, InventoriesMember: 0.1 };
  expect(printedNet(0.47, incurred, { ofAssets: kinds })).toBe(0.47);
  expect(printedNet(0.47, incurred, { ofAssets: { [property]: 2.6 } })).toBe(0.47);
});

test("interest expense stays unknown where net interest is all of the income, and of a bank", () => {
  expect(nike(107, 107)).toBeNull();
  expect(nike(107, 404)).toBeNull();
  expect(nike(404, 107, { template: "bank", sic: "6021" })).toBeNull();
});

// FPL Group at 2010-03-31: interest expense of 238 under an element of its own, below operating income of 939.
test("interest expense that an element of the filer's own states below zero is above zero", () => {
  const fpl = (nonoperating: number, flags: string[]) => {
    const source = makeSource({
      years: withLines({
        interest_expense: -238 * million,
        nonoperating_income: nonoperating * million,
      }),
    });
    const periods = source.periods.map((period) => {
      const { interest_expense: line, ...lines } = period.lines;
      if (line === undefined) throw new Error("no interest");
      return { ...period, lines: { ...lines, interest_expense: { ...line, flags } } };
    });
    const { interest_expense: quoted } = extractFacts({ ...source, periods }).year;
    return (quoted?.value ?? 0) / million;
  };
  expect(fpl(-176, ["own_element"])).toBe(238);
  expect(fpl(176, ["own_element"])).toBe(-238);
  expect(fpl(-176, [])).toBe(-238);
});

test("interest of Gilat is that on borrowings, not all financial expenses, which stand below zero", () => {
  // Note 14 of 2024: 0.501 on borrowings, and 2.963 with differences of exchange and charges of banks.
  const gilat = (sign: 1 | -1) => {
    const source = makeSource({ years: withLines({ interest_expense: 2.963 * million }) });
    const facts = source.facts.map((one) =>
      one.tag === "Tag_interest_expense" && sign < 0 ? { ...one, value: `-${one.value}` } : one,
    );
    const filed = [{ tag: "InterestExpenseBorrowings", value: 0.501 * million }];
    return extractFacts(withFiled({ ...source, facts }, filed)).year.interest_expense;
  };
  expect(gilat(-1)?.value).toBe(0.501 * million);
  expect(gilat(-1)?.note).toContain("2,963,000");
  // Of interest that is filed above zero borrowings are a part.
  expect(gilat(1)?.value).toBe(2.963 * million);
});

test("interest of finance leases is all where they are all debt: Moderna's 24 of 2024", () => {
  const moderna = (total_debt: number | null) => {
    const lines = { interest_expense: null, total_debt, operating_income: -3_945 };
    const made = makeSource({ years: withLines(lines) });
    const filed = withFiled(made, [{ tag: "FinanceLeaseInterestExpense", value: 24 }]);
    return extractFacts(filed).year.interest_expense?.value ?? null;
  };
  expect(moderna(null)).toBe(24);
  expect(moderna(600)).toBeNull();
});
