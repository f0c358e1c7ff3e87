import { expect, test } from "vitest";
import { extractFacts } from "#registry/models/inputs/facts.ts";
import type { SourceLine } from "#registry/models/inputs/source.ts";
import { type FiledFact, withFiled } from "../../helpers/companies/filed-flows.ts";
import { makeSource, withLines } from "../../helpers/companies/model-company.ts";

const million = 1_000_000;

interface Printed {
  lines?: Record<string, number | null>;
  /** Rows that no line has, in millions as they raise the sum, by the line of these rows. */
  rows?: Record<string, Record<string, number>>;
  filed?: FiledFact[];
  flags?: Record<string, string[]>;
}

/** What models read of a last year, 2023, with these lines, rows and further facts in millions. */
function yearOf({ lines = {}, rows = {}, filed = [], flags = {} }: Printed) {
  const inFull = Object.entries(lines).map(([key, value]) => [key, value && value * million]);
  const made = makeSource({
    years: withLines({ interest_expense: null, ...Object.fromEntries(inFull) }),
  });
  const all = Object.values(rows).flatMap((of) => Object.entries(of));
  const source = withFiled(made, [
    ...filed.map((one) => ({ ...one, value: one.value * million })),
    ...all.map(([tag, value]) => ({ tag, value: Math.abs(value) * million, taxonomy: "own" })),
  ]);
  const last = source.periods.reduce((newest, one) => (one.end > newest.end ? one : newest));
  for (const [key, of] of Object.entries(rows)) {
    const operands = Object.entries(of).map(([tag, value]) => {
      const index = source.facts.findIndex((fact) => fact.tag === tag);
      return [Math.sign(value), `own:${tag}`, source.facts[index]?.value ?? "", index] as const;
    });
    last.lines[key] = { value: "1", lineage: ["sum_of_tags", ...operands] } as SourceLine;
  }
  for (const [key, of] of Object.entries(flags)) {
    const line = last.lines[key];
    if (line !== undefined) last.lines[key] = { ...line, flags: of };
  }
  return extractFacts(source).year;
}

const interest = (printed: Printed) => {
  const value = yearOf(printed).interest_expense?.value;
  return value === undefined ? null : value / million;
};

test("interest expense holds that of a finance business in a row of costs: Harley-Davidson, Caterpillar", () => {
  // Quarters to 2010-03-28 and 2010-03-31.
  const harley = { remaining_costs_and_expenses: { FinancingInterestExpense: 81.203 } };
  expect(interest({ lines: { interest_expense: 23.455 }, rows: harley })).toBeCloseTo(104.658, 6);
  const caterpillar = {
    remaining_costs_and_expenses: { InterestExpenseOfFinancialProducts: 233 },
    remaining_pretax_income: { InterestExpenseExcludingFinancialProducts: -102 },
  };
  expect(interest({ rows: caterpillar })).toBe(335);
  // One of the two is a part.
  const { remaining_costs_and_expenses } = caterpillar;
  expect(interest({ rows: { remaining_costs_and_expenses } })).toBeNull();
});

test("interest on bonds in a separate row adds to interest expense: CenterPoint's 122 and 36", () => {
  const rows = {
    remaining_pretax_income: { InterestOnTransitionBonds: -36, InterestIncomeAndOther: 9 },
  };
  expect(interest({ lines: { interest_expense: 122 }, rows })).toBe(158);
});

test("interest expense may be a row of net interest under an own element: Baxter, Emerson, Altria", () => {
  const row = (tag: string, value: number) => ({ remaining_pretax_income: { [tag]: value } });
  expect(interest({ rows: row("NetInterestExpense", -19) })).toBe(19);
  // Emerson's quarter to 2009-06-30: 64 net of income of 3.
  const emerson = row("InterestExpenseNetOfInterestIncome", -64);
  expect(interest({ rows: emerson, lines: { interest_income: 3 } })).toBe(67);
  expect(interest({ rows: row("InterestAndOtherDebtExpenseIncomeNet", -287) })).toBe(287);
  // Intel's row holds other results, and a row of income is no expense.
  expect(interest({ rows: row("InterestAndOtherNet", -29) })).toBeNull();
  expect(interest({ rows: row("NetInterestExpense", 19) })).toBeNull();
});

test("interest expense by business is that of all of them: General Motors 2023", () => {
  const axis = "gm:BusinessGroupAxis";
  const by = (member: string) => ({ dimensions: `${axis}=gm:${member}` });
  const automotive = { tag: "InterestExpense", value: 911, ...by("AutomotiveMember") };
  const gm = (finance: FiledFact) => {
    const made = makeSource({ years: withLines({ interest_expense: null }) });
    const source = withFiled(
      made,
      [automotive, finance].map((one) => ({ ...one, value: one.value * million })),
    );
    const last = source.periods.reduce((newest, one) => (one.end > newest.end ? one : newest));
    const lineage = source.facts.findIndex(({ tag }) => tag === "InterestExpense");
    last.lines.interest_expense = { value: String(911 * million), lineage };
    return (extractFacts(source).year.interest_expense?.value ?? 0) / million;
  };
  const finance = { tag: "FinancingInterestExpense", value: 4_685, ...by("GmFinancialMember") };
  expect(gm(finance)).toBe(5_596);
  expect(gm({ ...finance, dimensions: "us-gaap:DebtInstrumentAxis=gm:NotesMember" })).toBe(911);
});

test("operating income of a lender is before interest on other debt, and with net interest in revenue: Rocket 2023", () => {
  const rocket = {
    lines: {
      ...{ revenue: 3_799.269, operating_income: null, pretax_income: -402.897 },
      ...{ net_interest_income: 120.86, interest_income: 327.448 },
    },
    rows: {
      remaining_costs_and_expenses: { InterestAndAmortizationExpenseNonFundingDebt: 153.386 },
    },
    filed: [
      { tag: "CostsAndExpenses", value: 4_202.166 },
      { tag: "InterestIncomeExpenseNet", value: 120.86 },
    ],
    flags: { net_interest_income: ["within:revenue"], interest_income: ["within:revenue"] },
  };
  expect((yearOf(rocket).operating_income?.value ?? 0) / million).toBeCloseTo(-249.511, 6);
  expect(interest(rocket)).toBeCloseTo(153.386, 6);
});

test("interest expense is before income that the line is net of: Nordstrom, year to 2024-02-03", () => {
  const filed = (income: number) => [
    { tag: "InterestCostsIncurred", value: 150 },
    { tag: "InterestCostsCapitalized", value: 13 },
    { tag: "InvestmentIncomeInterest", value: income },
  ];
  const lines = { interest_expense: 104, pretax_income: 147, operating_income: null };
  expect(interest({ lines, filed: filed(33) })).toBe(137);
  expect((yearOf({ lines, filed: filed(33) }).operating_income?.value ?? 0) / million).toBe(251);
  expect(interest({ lines, filed: filed(34) })).toBe(104);
});

test("interest expense that costs of houses hold is what was incurred: Toll Brothers 2023", () => {
  const incurred = {
    tag: "RealEstateInventoryCapitalizedInterestCostsIncurred",
    value: 140.426,
  };
  expect(interest({ filed: [incurred] })).toBeCloseTo(140.426, 6);
  expect(interest({ filed: [incurred], lines: { interest_expense: 100 } })).toBe(100);
});
