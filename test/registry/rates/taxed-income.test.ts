import { expect, test } from "vitest";
import { extractFacts } from "#registry/models/inputs/facts.ts";
import type { SourcePeriod } from "#registry/models/inputs/source.ts";
import { type FiledFact, withFiled } from "../../helpers/companies/filed-flows.ts";
import { makeSource, soundYears } from "../../helpers/companies/model-company.ts";
import { compute } from "../../helpers/companies/models.ts";

type Lines = Record<string, number>;

const statutory = {
  ...{ tag: "EffectiveIncomeTaxRateReconciliationAtFederalStatutoryIncomeTaxRate" },
  ...{ value: 0.21, unit: "pure" },
};
const ofAssociates = {
  ...{
    tag: "EffectiveIncomeTaxRateReconciliationEquityInEarningsLossesOfUnconsolidatedSubsidiary",
  },
  ...{ value: -0.028, unit: "pure" },
};

/** Three years of tax, income before tax and income of associates. */
const years = (filed: readonly (readonly [tax: number, before: number, associates: number])[]) =>
  Object.fromEntries(
    filed.map(
      ([income_tax_expense, pretax_income, equity_method_income], index): [number, Lines] => [
        2021 + index,
        { ...(soundYears[2021] as Lines), income_tax_expense, pretax_income, equity_method_income },
      ],
    ),
  );

const chevron = years([
  [13_479, 32_274, 4_144],
  [19_026, 43_057, 5_366],
  [7_965, 18_528, 3_316],
]);

function rateOf(
  of: Record<number, Lines>,
  filed: readonly FiledFact[] = [],
  change: (period: SourcePeriod) => SourcePeriod = (period) => period,
) {
  const source = withFiled(makeSource({ years: of }), [...filed]);
  const facts = extractFacts({ ...source, periods: source.periods.map(change) });
  return compute(facts, "terminal_growth").assumptions.find(({ key }) => key === "tax_rate");
}

test("[MOD-02] Chevron's tax of 2007 to 2009 is of income without that of associates: 50.48 %, not 42.99 %", () => {
  expect(rateOf(chevron)).toMatchObject({ value: 0.504789 });
  expect(rateOf(chevron)?.note).toContain(
    "median of income tax over income before tax without that of associates in 3 fiscal years",
  );
});

test("the rate stays where the statement adds associates after income before tax", () => {
  const isBelow = (period: SourcePeriod) => {
    const { pretax_income: before } = period.lines;
    const line = { ...before, value: before?.value ?? null, lineage: before?.lineage ?? null };
    const flagged = { ...line, flags: ["scope:pre_equity_method"] };
    return { ...period, lines: { ...period.lines, pretax_income: flagged } };
  };
  expect(rateOf(chevron, [], isBelow)).toMatchObject({ value: 0.42989 });
});

test("a reconciliation of tax without a row of associates has them taxed, one with it does not", () => {
  // Coca-Cola 2024: 2,437 of 13,086 before tax, 1,770 of them of associates, which the statutory rate does not reach.
  const coke = years([
    [2_115, 11_686, 1_472],
    [2_249, 12_952, 1_691],
    [2_437, 13_086, 1_770],
  ]);
  expect(rateOf(coke, [statutory, ofAssociates])).toMatchObject({ value: 0.207069 });
  // The last year alone is reconciled: its rate is 18.62 % instead of 21.54 %.
  expect(rateOf(coke, [statutory])).toMatchObject({ value: 0.199716 });
});
