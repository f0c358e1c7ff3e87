import { describe, expect, test } from "vitest";
import { extractFacts } from "#registry/models/inputs/facts.ts";
import { inMillions, sourceOf, withPrinted } from "../../helpers/companies/claim-amounts.ts";

type Row = readonly [element: string, value: number, label?: string];
type Places = NonNullable<Parameters<typeof withPrinted>[1]>;

/** A company with these rows of its balance sheet that no line has, and beside them notes and lines, in millions. */
function made(
  places: { readonly [Place in keyof Places]?: readonly Row[] },
  lines: Record<string, number | null> = {},
) {
  const rows = Object.values(places).flat();
  const filed = rows.map(([element, value]) => {
    const [taxonomy = "", tag = ""] = element.split(":");
    return { taxonomy, tag, value };
  });
  const tagOf = ([element]: Row) => element.split(":")[1] ?? "";
  const tags = Object.entries(places).map(([key, some]) => [key, some.map(tagOf)]);
  const labels = rows.map((row) => [tagOf(row), row[2] ?? tagOf(row)]);
  return withPrinted(sourceOf(filed, lines), Object.fromEntries(tags), Object.fromEntries(labels));
}
const amountsOf = (...of: Parameters<typeof made>) => inMillions(made(...of));

describe("[MODEL-3.3] rows of the balance sheet that no line has", () => {
  test("of Weyerhaeuser 2009: assets of 915, and the debt of 768 that they pay", () => {
    const held = "HeldBySpecialPurposeEntities";
    const amounts = amountsOf(
      {
        total_assets: [
          [`wy:Assets${held}`, 915, "Restricted assets held by special purpose entities"],
        ],
        total_liabilities: [
          [
            `wy:Liabilities${held}`,
            768,
            "Liabilities (nonrecourse to Weyerhaeuser) held by special purpose entities",
          ],
        ],
      },
      { total_debt: 5_690 },
    );
    expect(amounts("total_debt")).toBe(6_458);
    expect(amounts("equity_investments")).toBe(915);
  });

  test("of debt stand beside rows of debt, and not beside a figure of a note (ONE Gas 2023, Cohu 2020)", () => {
    const bonds: Row = [
      "ogs:CurrentMaturitiesOfSecuritizedUtilityTariffBonds",
      27.43,
      "Current maturities of securitized utility tariff bonds",
    ];
    const source = made({ current_liabilities: [bonds] }, { total_debt: 3_021.885 });
    expect(inMillions(source)("total_debt")).toBeCloseTo(3_049.315, 6);
    expect(inMillions({ ...source, rowLabels: {} })("total_debt")).toBe(3_021.885);
    const { debt_due_within_a_year: due } = extractFacts(source).balance;
    expect(due?.value).toBe(27_430_000);
  });

  test("of a loan facility that loans held for sale pay are no debt (Toll Brothers 2023)", () => {
    const facility: Row = [
      "us-gaap:WarehouseAgreementBorrowings",
      100.058,
      "Mortgage company loan facility",
    ];
    const loans = (value: number): Row => [
      "us-gaap:MortgageLoansOnRealEstateCommercialAndConsumerNet",
      value,
      "Mortgage loans held for sale – at fair value",
    ];
    const debt = { total_debt: 2_760.409 };
    const paid = amountsOf({ total_assets: [loans(110.555)], total_liabilities: [facility] }, debt);
    expect(paid("total_debt")).toBe(2_760.409);
    const unpaid = amountsOf({ total_assets: [loans(90)], total_liabilities: [facility] }, debt);
    expect(unpaid("total_debt")).toBeCloseTo(2_860.467, 6);
  });

  test("of other investments and single assets for sale count (EZCORP 2023, Tsakos 2023)", () => {
    const other: Row = ["us-gaap:OtherInvestments", 36.22, "Other investments"];
    expect(amountsOf({ total_assets: [other] })("equity_investments")).toBe(36.22);
    const vessels = (tag: string): Row => [`us-gaap:${tag}`, 20.985, "Vessels held for sale"];
    const single = vessels("AssetsHeldForSaleNotPartOfDisposalGroupCurrent");
    expect(amountsOf({ current_assets: [single] })("held_for_sale")).toBe(20.985);
    // A group for sale is valued with its results, which are in operating income.
    const group = vessels("AssetsHeldForSaleCurrent");
    expect(amountsOf({ current_assets: [group] })("held_for_sale")).toBeNull();
  });

  test("of what others are owed are claims (Petrobras 2010, Rocket 2023, CF Industries 2010)", () => {
    const dividends: Row = [
      "us-gaap:InterestAndDividendsPayableCurrent",
      2_237,
      "Dividends and interest on capital payable (Note 14)",
    ];
    const agreement: Row = ["rkt:TaxReceivableAgreementLiability", 584.695];
    const distributions: Row = ["cf:DistributionsPayableToMinorityInterest", 95.5];
    const amounts = amountsOf({
      current_liabilities: [dividends, distributions],
      total_liabilities: [agreement],
    });
    expect(amounts("other_claims")).toBeCloseTo(2_237 + 584.695 + 95.5, 6);
  });

  test("of equity that others own are claims (Boston Properties 2024, Edison International 2009)", () => {
    const units: Row = ["us-gaap:MinorityInterestInOperatingPartnerships", 684.969, "Common units"];
    const others: Row = [
      "us-gaap:MinorityInterestInLimitedPartnerships",
      1_734.904,
      "Partnerships",
    ];
    const rows = { total_equity: [units, others] };
    const none = { noncontrolling_interest: null };
    expect(amountsOf(rows, none)("other_claims")).toBeCloseTo(2_419.873, 6);
    expect(amountsOf(rows, { noncontrolling_interest: 2_419.873 })("other_claims")).toBe(2_419.873);
    const stock: Row = [
      "eix:PreferredAndPreferenceStockValue",
      907,
      "Preferred and preference stock of utility",
    ];
    expect(amountsOf({ total_equity: [stock] }, none)("other_claims")).toBe(907);
  });

  test("of pensions count beside rows of the balance sheet, and not beside a larger note (Xerox 2010, Nidec 2010)", () => {
    const pensions = "us-gaap:DefinedBenefitPensionPlanLiabilitiesNoncurrent";
    const row: Row = ["xrx:RetireeHealth", 995, "Post-retirement medical benefits"];
    const source = made({ total_liabilities: [row], total_assets: [[pensions, 2_017]] });
    const totals = { [pensions]: "us-gaap:Liabilities" };
    const rowTotals = Object.fromEntries(source.facts.map(({ accession }) => [accession, totals]));
    expect(inMillions({ ...source, rowTotals })("pension_deficit")).toBe(3_012 * 0.75);
    expect(inMillions(source)("pension_deficit")).toBe(2_017 * 0.75);
    const severance: Row = [
      "us-gaap:DeferredCompensationLiabilityClassifiedNoncurrent",
      15_542,
      "Accrued pension and severance costs",
    ];
    expect(amountsOf({ total_liabilities: [severance] })("pension_deficit")).toBe(15_542 * 0.75);
  });

  test("named contingent liability are claims where what a business costs is revalued (VerifyMe 2023)", () => {
    const row: Row = [
      "vrme:ContingentLiabilityNoncurrent",
      0.751,
      "Contingent liability, non-current",
    ];
    const source = made({ total_liabilities: [row] });
    expect(inMillions(source)("other_claims")).toBeNull();
    const [fact] = source.facts.filter(({ tag }) => tag === "ContingentLiabilityNoncurrent");
    const change = {
      ...fact,
      tag: "ChangeInFairValueOfContingentConsideration",
      start: "2023-01-01",
    };
    const revalued = { ...source, facts: [...source.facts, change as NonNullable<typeof fact>] };
    expect(inMillions(revalued)("other_claims")).toBe(0.751);
  });

  test("that nothing tells are named with their amount: Covidien's 724 of assets of 17,529 at 2010-03-26", () => {
    const told = (assets: number, taxonomy = "cov") => {
      const row: Row = [
        `${taxonomy}:DueFromFormerParentAndAffiliates`,
        724,
        "Due from former parent and affiliates",
      ];
      const source = made({ total_assets: [row] }, { total_assets: assets });
      const { equity_investments: warnings = [] } = extractFacts(source).claims.warnings;
      return warnings.find(({ code }) => code === "row_not_told")?.message;
    };
    expect(told(17_529)).toContain('prints "Due from former parent and affiliates" of 724,000,000');
    // Less than 2 % of total assets, and published elements, are not worth a word.
    expect(told(36_201)).toBeUndefined();
    expect(told(17_529, "us-gaap")).toBeUndefined();
  });
});

test("[MODEL-3.3] parts of a total that is the debt, and a total of what it holds, count no more (Host Hotels 2010, Chesapeake Utilities 2024)", () => {
  const [debt, notes, all] = [
    "us-gaap:DebtAndCapitalLeaseObligations",
    "us-gaap:SeniorNotes",
    "us-gaap:CapitalizationLongtermDebtAndEquity",
  ];
  const source = made({
    total_liabilities: [
      [debt, 5_383],
      [notes, 4_199],
      [all, 11_542, "Capital and debt"],
    ],
  });
  const at = source.facts.findIndex(({ tag }) => tag === "DebtAndCapitalLeaseObligations");
  const total_debt = { value: "5383000000", lineage: at };
  const periods = source.periods.map((one) => ({ ...one, lines: { ...one.lines, total_debt } }));
  const amount = (totals: Record<string, string>) => {
    const rowTotals = Object.fromEntries(source.facts.map(({ accession }) => [accession, totals]));
    return inMillions({ ...source, periods, rowTotals })("total_debt");
  };
  expect(amount({ [notes]: debt, [debt]: all })).toBe(5_383);
  expect(amount({ [debt]: all })).toBe(9_582);
});

test("[MODEL-3.3] a row that is in debt is in a line: Laredo Oil's revolving note of 0.933 at 2023-05-31", () => {
  const row: Row = ["lrdc:RevolvingNote", 0.933, "Funds of a revolver"];
  const source = made({ total_liabilities: [row] }, { total_assets: 4.05 });
  const warned = (of: typeof source) =>
    (extractFacts(of).claims.warnings.other_claims ?? []).map(({ code }) => code);
  expect(warned(source)).toEqual(["row_not_told"]);
  const at = source.facts.findIndex(({ tag }) => tag === "RevolvingNote");
  const debt = { value: "933000", lineage: at };
  const periods = source.periods.map((one) => ({
    ...one,
    lines: { ...one.lines, total_debt: debt },
  }));
  expect(warned({ ...source, periods })).toEqual([]);
});

describe("[MODEL-3.3] rows below a total that no line adds up", () => {
  /** These balances, in millions, each with the total that prints it. */
  function below(rows: readonly (readonly [element: string, value: number, total: string])[]) {
    const filed = rows.map(([element, value]) => {
      const [taxonomy = "", tag = ""] = element.split(":");
      return { taxonomy, tag, value };
    });
    const sheet = { cash_and_equivalents: 10, receivables: 90, inventory: 0 };
    const source = sourceOf(filed, { ...sheet, current_assets: 1_000, current_liabilities: 500 });
    const totals = Object.fromEntries(rows.map(([element, , total]) => [element, total]));
    const rowTotals = Object.fromEntries(source.facts.map(({ accession }) => [accession, totals]));
    return { ...source, rowTotals };
  }

  test("are investments and claims of Westwood 2023: 7.247, 4.284, and 10.133", () => {
    const source = below([
      ["us-gaap:LongTermInvestments", 7.247, "us-gaap:Assets"],
      ["us-gaap:EquityMethodInvestments", 4.284, "us-gaap:Assets"],
      [
        "us-gaap:AssetAcquisitionContingentConsiderationLiability",
        10.133,
        "us-gaap:LiabilitiesNoncurrent",
      ],
    ]);
    const note = { ...source.facts[0], taxonomy: "us-gaap", tag: "OtherLongTermInvestments" };
    const last = source.facts.at(-1);
    const noted = { ...last, ...note, start: null, end: last?.end ?? "", value: "241000" };
    const whole = { ...source, facts: [...source.facts, noted as NonNullable<typeof last>] };
    const amounts = inMillions(whole);
    expect(amounts("equity_investments")).toBe(7.247);
    expect(amounts("associates")).toBe(4.284);
    expect(amounts("other_claims")).toBe(10.133);
  });

  test("are patronage equity of Red Trail 2023, 6.458, within other assets", () => {
    const row = (total: string) =>
      inMillions(below([["rte:PatronageEquity", 6.458, total]]))("equity_investments");
    expect(row("us-gaap:OtherAssetsNoncurrent")).toBe(6.458);
    // A total of something else has its own line.
    expect(row("us-gaap:LongTermInvestments")).toBeNull();
  });

  test("are warrants of NioCorp 2024, 1.651, which are its other liabilities", () => {
    const element = "us-gaap:OtherLiabilitiesNoncurrent";
    const source = below([[element, 1.651, "us-gaap:Liabilities"]]);
    const at = source.facts.findIndex(({ tag }) => tag === "OtherLiabilitiesNoncurrent");
    const line = { value: "1651000", lineage: at };
    const periods = source.periods.map((one) => ({
      ...one,
      lines: { ...one.lines, other_noncurrent_liabilities: line },
    }));
    const claimed = (label: string) => {
      const rowLabels = Object.fromEntries(
        source.facts.map(({ accession }) => [accession, { [element]: label }]),
      );
      return inMillions({ ...source, periods, rowLabels })("other_claims");
    };
    expect(claimed("Warrant liabilities, at fair value")).toBe(1.651);
    expect(claimed("Other liabilities")).toBeNull();
  });

  test("are restricted cash below the total of all cash (ONE Gas 2023: 20.552)", () => {
    const cash = "us-gaap:CashCashEquivalentsRestrictedCashAndRestrictedCashEquivalents";
    const source = below([
      ["us-gaap:RestrictedCashAndCashEquivalents", 20.552, cash],
      [cash, 39.387, "us-gaap:AssetsCurrent"],
    ]);
    const capital = (one: typeof source) =>
      extractFacts(one).quarterlyCapital.at(-1)?.operatingCurrentAssets ?? 0;
    expect(capital({ ...source, rowTotals: {} }) - capital(source)).toBe(20_552_000);
  });

  test("are restricted cash of National CineMedia 2023, 3.0, and its tax agreement of 59.8", () => {
    const agreement = "ncmi:PayableToFoundingMembersUnderTaxSharingAgreementNoncurrent";
    const source = below([
      ["us-gaap:RestrictedCash", 3, "us-gaap:AssetsCurrent"],
      [agreement, 59.8, "us-gaap:LiabilitiesNoncurrent"],
    ]);
    expect(inMillions(source)("other_claims")).toBe(59.8);
    const capital = (one: typeof source | Omit<typeof source, "rowTotals">) =>
      extractFacts(one).quarterlyCapital.at(-1)?.operatingCurrentAssets ?? 0;
    expect(capital({ ...source, rowTotals: {} }) - capital(source)).toBe(3_000_000);
  });
});
