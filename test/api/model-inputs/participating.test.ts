import { describe, expect, test } from "vitest";
import { extractFacts } from "#registry/models/inputs/facts.ts";
import { type FiledFact, withFiled } from "../../helpers/companies/filed-flows.ts";
import { makeSource, soundYears, withLines } from "../../helpers/companies/model-company.ts";
import { compute } from "../../helpers/companies/models.ts";

const million = 1_000_000;

describe("preferred shares that are a class of the common ones", () => {
  // Petrobras 2010, in millions: 5,073.3 common and 3,700.7 preferred shares, each of about 4.1 dollars of capital.
  const petrobras = (
    preferred: number,
    count: number,
    averages: { basic: number | null; diluted: number | null } = { basic: null, diluted: null },
  ) =>
    extractFacts(
      withFiled(
        makeSource({
          years: withLines({
            ...{ common_stock: 21_088 * million, preferred_stock: preferred * million },
            ...{ shares_issued: 5_073.3 * million, shares_outstanding: 5_073.3 * million },
            weighted_average_shares_basic: averages.basic,
            weighted_average_shares_diluted: averages.diluted,
            ...{ stockholders_equity: 95_334 * million, noncontrolling_interest: 1_400 * million },
            temporary_equity: 72 * million,
            ...{ net_income: 15_504 * million },
          }),
        }),
        [
          {
            ...{ tag: "PreferredStockSharesIssued", unit: "shares", start: null },
            value: count * million,
          },
        ],
      ),
    );
  const input = (facts: ReturnType<typeof petrobras>, key: string, template: string) =>
    compute(facts, template).assumptions.find((one) => one.key === key);

  test("count among the shares, and are neither a claim nor taken off equity", () => {
    const facts = petrobras(15_106, 3_700.7);
    expect(input(facts, "shares_outstanding", "pe_multiples")).toMatchObject({
      value: 8_774 * million,
      note: expect.stringContaining("with 3,700,700,000 preferred shares"),
      provenance: { inputs: [{ value: 5_073.3 * million }, { value: 3_700.7 * million }] },
    });
    expect(input(facts, "other_claims", "terminal_growth")).toMatchObject({
      ...{ value: 1_472 * million },
      note: "without preferred stock, which the diluted shares hold as a class of them",
    });
    expect(input(facts, "base_metric", "pb_multiples")?.value).toBe(95_334 * million);
    expect(input(facts, "base_metric", "pe_multiples")?.value).toBe(15_504 * million);
    expect(facts.years.at(-1)?.shares?.value).toBe(8_774 * million);
  });

  test("count once where the diluted average holds them: World Scan 2023, 10.7 and 20.7 million", () => {
    const held = { basic: 5_000 * million, diluted: 8_700.7 * million };
    const facts = petrobras(15_106, 3_700.7, held);
    expect(facts.shares?.value).toBe(Math.round(5_073.3 * million * (8_700.7 / 5_000)));
    // Options alone do not hold them.
    const options = petrobras(15_106, 3_700.7, {
      basic: 5_073.3 * million,
      diluted: 5_073.3 * 1.02 * million,
    });
    expect(options.shares?.value).toBe(Math.round(5_073.3 * million * 1.02 + 3_700.7 * million));
  });

  test.each([
    ["of another capital, such as a liquidation preference", 60_000, 3_700.7],
    ["of a small number", 830, 200],
    ["of no number", 15_106, 0],
  ])("are none %s", (_, preferred, count) => {
    const facts = petrobras(preferred, count);
    expect(input(facts, "shares_outstanding", "pe_multiples")?.value).toBe(5_073.3 * million);
    expect(input(facts, "other_claims", "terminal_growth")?.value).toBe(
      (1_472 + preferred) * million,
    );
    expect(input(facts, "base_metric", "pb_multiples")?.value).toBe((95_334 - preferred) * million);
  });
});

describe("earnings of common shares are without those of participating securities", () => {
  const of = (lines: Record<string, number | null>, filed: readonly FiledFact[]) =>
    extractFacts(
      withFiled(makeSource({ years: { 2023: { ...soundYears[2023], ...lines } } }), filed),
    ).year.net_income_common?.value;

  // CVS 2015 tags all net income as that of common shares, which earn 4.66 each.
  const cvs = (eps: number) =>
    of(
      {
        ...{ net_income: 5_237 * million, net_income_to_common: 5_237 * million },
        ...{ eps_basic: eps, weighted_average_shares_basic: 1_118 * million },
      },
      [
        {
          tag: "ParticipatingSecuritiesDistributedAndUndistributedEarningsLossDiluted",
          value: 27 * million,
        },
      ],
    );

  test("that a note states, where earnings per share show it (CVS, 2015)", () => {
    expect(cvs(4.66)).toBe(5_210 * million);
    expect(cvs(4.68)).toBe(5_237 * million);
  });

  const ofClass = (member: string, value: number): FiledFact => ({
    ...{ tag: "NetIncomeLoss", value: value * million },
    dimensions: `us-gaap:StatementClassOfStockAxis=${member}`,
  });
  const classes = [
    ...[ofClass("us-gaap:CommonClassAMember", 15_790), ofClass("v:CommonClassB1Member", 2_292)],
    ...[ofClass("v:CommonClassB2Member", 752), ofClass("us-gaap:CommonClassCMember", 623)],
  ];
  const visa = (others: number) =>
    of({ net_income: 19_743 * million, net_income_to_common: 19_743 * million }, [
      ...classes,
      ofClass("v:ParticipatingSecuritiesMember", others),
    ]);

  test("that are a class of the whole net income (Visa, 2024)", () => {
    expect(visa(286)).toBe(19_457 * million);
    expect(visa(287)).toBe(19_743 * million);
  });
});
