import { describe, expect, test } from "vitest";
import { annualPeriods, findAnchors } from "#registry/models/inputs/anchors.ts";
import { chargesOf, trailingCharges } from "#registry/models/inputs/earnings/one-offs.ts";
import { extractFacts } from "#registry/models/inputs/facts.ts";
import { sumOfMembers } from "#registry/models/inputs/members/member-sums.ts";
import { type FiledFact, withFiled } from "../helpers/companies/filed-flows.ts";
import { makeSource, withLines } from "../helpers/companies/model-company.ts";

const million = 1_000_000;
const year = { start: "2023-01-01", end: "2023-12-31", currency: "USD" };

/** A company whose last year, 2023, has the lines and further facts, in millions. */
function source(lines: Record<string, number>, filed: readonly FiledFact[]) {
  const scaled = Object.entries(lines).map(([key, value]) => [key, value * million]);
  const made = makeSource({ years: withLines(Object.fromEntries(scaled)) });
  const inMillions = filed.map((one) => ({ ...one, value: one.value * million }));
  return withFiled(made, inMillions);
}

/** The charges of the year in millions, with their place and how they come about. */
const charges = (lines: Record<string, number>, filed: readonly FiledFact[]) =>
  chargesOf(source(lines, filed), year).charges.map(
    ({ label, value, isOperating, isTaxed, quoted }) =>
      [
        ...(isOperating ? [] : ["below:"]),
        ...(isTaxed ? [] : ["untaxed"]),
        `${label} ${value / million}`,
        ...(quoted.note == null ? [] : [quoted.note]),
      ].join(" "),
  );

const of = (tag: string, value: number, ...dimensions: readonly string[]): FiledFact => ({
  tag,
  value,
  dimensions: dimensions.join(";"),
});
const plan = (member: string) => `us-gaap:RestructuringPlanAxis=${member}`;
const cost = (member: string) => `us-gaap:RestructuringCostAndReserveAxis=${member}`;
const segment = (member: string) => `us-gaap:StatementBusinessSegmentsAxis=${member}`;
const entity = (member: string) => `dei:LegalEntityAxis=${member}`;

const revaluation =
  "BusinessCombinationContingentConsiderationArrangementsChangeInAmountOfContingentConsiderationLiability1";
const fairlife = "us-gaap:BusinessAcquisitionAxis=ko:FairlifeMember";

describe("Coca-Cola 2024", () => {
  const lines = {
    ...{ revenue: 47_061, gross_profit: 28_737, selling_general_and_administrative: 14_582 },
    ...{ operating_income: 9_992, pretax_income: 13_086, interest_expense: 1_656 },
    ...{ interest_income: 988, equity_method_income: 1_770 },
  };
  const filed = [
    of("RestructuringCharges", 133, plan("ko:ProductivityAndReinvestmentMember")),
    of(revaluation, 3_109, fairlife),
    of(revaluation, 3_109, fairlife, segment("us-gaap:CorporateMember")),
    of("GainLossOnSaleOfBusiness", 595, entity("ko:PhilippinesBottlingOperationsMember")),
    { tag: "GainLossOnSaleOfOtherAssets", value: 1_737 },
  ];

  test("the revaluation of 3,109 and restructuring of 133 are of operations, gains of 1,737 below", () => {
    expect(charges(lines, filed)).toEqual([
      "restructuring 133 by RestructuringPlanAxis",
      "untaxed revaluation of contingent consideration 3109 by BusinessAcquisitionAxis",
      "below: result of disposals -1737",
    ]);
  });

  test("gains on assets are none on businesses where no filing states such a gain", () => {
    const without = filed.filter(({ tag }) => tag !== "GainLossOnSaleOfBusiness");
    expect(charges(lines, without).join()).not.toContain("disposals");
  });

  test("gains that results below operating income do not hold are left out", () => {
    // 2022: pretax income 11,686, with charges of −262 beside interest and associates.
    const before = {
      ...{ revenue: 43_004, operating_income: 10_909, pretax_income: 11_686 },
      ...{ interest_expense: 882, interest_income: 449, equity_method_income: 1_472 },
    };
    const gains = [
      of("GainLossOnSaleOfBusiness", 153, entity("ko:CambodiaBottlingOperationsMember")),
      { tag: "GainLossOnSaleOfOtherAssets", value: 129 },
    ];
    expect(charges(before, gains)).toEqual([]);
  });
});

describe("Meta's restructuring, by plan and within plans by kind of cost", () => {
  const impairment = "ImpairmentOfLongLivedAssetsHeldForUse";
  const first = plan("meta:A2022RestructuringMember");
  const leases = cost("meta:OperatingLeaseROUAssetMember");

  test("3,455 of 2023 are 2,255 of one plan and the parts of the other, with the impairments of 2,432", () => {
    const filed = [
      of("RestructuringCharges", -224, cost("meta:DataCenterAssetsMember")),
      of("RestructuringCharges", 2_255, first),
      of("RestructuringCharges", 1_760, leases, first),
      of(
        "RestructuringCharges",
        1_200,
        cost("us-gaap:EmployeeSeveranceMember"),
        plan("meta:A2023RestructuringMember"),
      ),
      { tag: impairment, value: 2_432 },
    ];
    expect(charges({}, filed)).toEqual(["restructuring 3455 by RestructuringPlanAxis"]);
  });

  test("impairments stand beside restructuring that no filing says to hold assets", () => {
    const filed = [of("RestructuringCharges", 389, first), { tag: impairment, value: 383 }];
    expect(charges({}, filed)).toEqual([
      "impairment of long-lived assets 383",
      "restructuring 389 by RestructuringPlanAxis",
    ]);
    const held = [...filed, of("RestructuringCharges", 385, leases, first)];
    expect(charges({}, held)).toEqual(["restructuring 389 by RestructuringPlanAxis"]);
  });
});

describe("goodwill of a segment", () => {
  const balance = (value: number, end: string): FiledFact => {
    return { tag: "Goodwill", value, start: null, end };
  };
  const balances = (before: number, after: number) => [
    balance(before, "2022-12-31"),
    balance(after, "2023-12-31"),
  ];
  const impaired = (value: number) =>
    of("GoodwillImpairmentLoss", value, segment("gilt:SatelliteNetworksMember"));

  test("was impaired before where it did not fall: Gilat's 62.179 of 2024", () => {
    expect(charges({}, [impaired(62.179), ...balances(54.74, 52.494)])).toEqual([]);
    const counted = ["untaxed goodwill impairment 62.179 by StatementBusinessSegmentsAxis"];
    expect(charges({}, [impaired(62.179), ...balances(114.673, 52.494)])).toEqual(counted);
    // A business that was bought may have been impaired in the year.
    const bought = { acquisitions_net: 62.179 };
    expect(charges(bought, [impaired(62.179), ...balances(54.74, 52.494)])).toEqual(counted);
  });

  test("was impaired before where the company states none: Hillenbrand's 58.8 of 2019", () => {
    const none = { tag: "GoodwillAndIntangibleAssetImpairment", value: 0 };
    expect(charges({}, [impaired(58.8), none])).toEqual([]);
  });
});

test("Microsoft's goodwill of 5,100 in 2015, of one segment, saves no tax", () => {
  const phones = segment("msft:PhoneHardwareMember");
  const filed = [
    of("GoodwillImpairmentLoss", 5_100, phones),
    of("ImpairmentOfIntangibleAssetsFinitelived", 2_200, phones),
  ];
  expect(charges({}, filed)).toEqual([
    "untaxed goodwill impairment 5100 by StatementBusinessSegmentsAxis",
    "impairment of intangible assets 2200 by StatementBusinessSegmentsAxis",
  ]);
});

describe("what members come to", () => {
  const goodwill = "us-gaap:GoodwillImpairmentLoss";
  const sumOf = (filed: readonly FiledFact[], tag = goodwill) =>
    sumOfMembers(source({}, filed), [tag], year)?.value ?? null;
  const impaired = (value: number, ...members: readonly string[]) =>
    of("GoodwillImpairmentLoss", value, ...members);

  test("nothing where one of the members is all the others together", () => {
    const three = [impaired(4, segment("a")), impaired(6, segment("b"))];
    expect(sumOf(three)).toBe(10 * million);
    expect(sumOf([...three, impaired(10, segment("all"))])).toBeNull();
  });

  test("nothing of axes whose members may hold each other, and nothing where two axes disagree", () => {
    expect(sumOf([impaired(8, entity("crr:AssetGuardProductsIncMember"))])).toBeNull();
    const unit = "us-gaap:ReportingUnitAxis=a";
    expect(sumOf([impaired(8, segment("a")), impaired(7, unit)])).toBeNull();
  });

  test("nothing of another span, and the report filed last for the span", () => {
    expect(sumOf([{ ...impaired(8, segment("a")), start: "2023-10-01" }])).toBeNull();
    const [before, now] = [impaired(8, segment("a")), impaired(9, segment("a"))];
    const made = source({}, [{ ...before, filed: "2024-02-01" }, now]);
    const facts = made.facts.map((one) =>
      one.filed === "2024-02-01" ? { ...one, accession: "0000000001-24-000000" } : one,
    );
    expect(sumOfMembers({ ...made, facts }, [goodwill], year)?.value).toBe(9 * million);
  });

  test("nothing of a plan whose parts alone are of several axes", () => {
    const place = "us-gaap:IncomeStatementLocationAxis=us-gaap:CostOfSalesMember";
    const crossed = of("RestructuringCharges", 3, place, plan("a"));
    expect(sumOf([crossed], "us-gaap:RestructuringCharges")).toBeNull();
  });
});

test("a filed figure of the whole company goes before its members", () => {
  const whole = { tag: "RestructuringCharges", value: 1_114 };
  expect(charges({}, [of("RestructuringCharges", 145, plan("a")), whole])).toEqual([
    "restructuring 1114",
  ]);
});

describe("the place of a charge", () => {
  const place = (member: string) => `us-gaap:IncomeStatementLocationAxis=us-gaap:${member}`;
  const filed = [
    { tag: "RestructuringCharges", value: 1_114 },
    of("RestructuringCharges", 150, place("CostOfSalesMember")),
    of("RestructuringCharges", 171, place("SellingGeneralAndAdministrativeExpensesMember")),
    of("RestructuringCharges", 793, place("OtherNonoperatingIncomeExpenseMember")),
  ];

  test("793 of Procter & Gamble's restructuring of 1,114 in fiscal 2025 are below operating income", () => {
    expect(charges({}, filed)).toEqual(["restructuring 321", "below: restructuring 793"]);
  });

  test("places that do not come to the figure tell nothing", () => {
    expect(charges({}, filed.slice(0, 3))).toEqual(["restructuring 1114"]);
  });

  test("twelve months to a quarter, of which reports state no place, keep the figures whole", () => {
    const made = source({}, filed);
    const anchors = findAnchors(made);
    const years = annualPeriods(made);
    if (anchors === null) throw new Error("no year");
    const later = { ...anchors, balanceSheetDate: "2024-03-31" };
    expect(trailingCharges(made, later, years).total).toBe(1_114 * million);
    const atYearEnd = { ...anchors, balanceSheetDate: anchors.yearEnd };
    expect(trailingCharges(made, atYearEnd, years).total).toBe(321 * million);
  });
});

describe("amounts by an axis of their own", () => {
  const type = (member: string) => `us-gaap:RetirementPlanTypeAxis=us-gaap:${member}`;
  const country = (member: string) => `us-gaap:RetirementPlanSponsorLocationAxis=${member}`;
  const settled = "DefinedBenefitPlanRecognizedNetGainLossDueToSettlements1";

  test("settled pensions by plan and country: Spirit AeroSystems's 59.6 of 2023", () => {
    const pensions = type("PensionPlansDefinedBenefitMember");
    const filed = [
      of(settled, -59.6, pensions, country("country:US")),
      of(settled, 0, pensions, country("country:GB")),
      of(settled, 0, type("OtherPostretirementBenefitPlansDefinedBenefitMember")),
    ];
    expect(charges({}, filed)).toEqual([
      "below: settlement of pensions 59.6 by RetirementPlanTypeAxis",
    ]);
    // A gain may be a loss with its sign turned: OfficeMax's 56 of 2012.
    expect(charges({}, [{ tag: settled, value: 56 }])).toEqual([]);
  });

  test("severance by plan: Abbott's 144 of 2023; goodwill by segment and disposal group: Medtronic's 61 of 2023", () => {
    const a2023 = plan("abt:A2023RestructuringPlanMember");
    const place = "us-gaap:IncomeStatementLocationAxis=us-gaap:CostOfGoodsAndServicesSoldMember";
    const severance = [of("SeveranceCosts1", 144, a2023), of("SeveranceCosts1", 56, a2023, place)];
    expect(charges({}, severance)).toEqual(["restructuring 144 by RestructuringPlanAxis"]);
    const group =
      "us-gaap:IncomeStatementBalanceSheetAndAdditionalDisclosuresByDisposalGroupsIncludingDiscontinuedOperationsAxis=mdt:RenalCareBusinessRCSMember";
    const goodwill = of("GoodwillImpairmentLoss", 61, group, segment("mdt:MedicalSurgicalMember"));
    expect(charges({}, [goodwill])).toEqual([
      "untaxed goodwill impairment 61 by StatementBusinessSegmentsAxis",
    ]);
  });

  test("litigation by place: Toll Brothers's gain of 27.683 of 2023 in other income", () => {
    const toll = { operating_income: 1_724.755, pretax_income: 1_842.371, interest_expense: 0 };
    const place = "us-gaap:IncomeStatementLocationAxis=us-gaap:OtherIncomeMember";
    const filed = [of("GainLossRelatedToLitigationSettlement", 27.683, place)];
    expect(charges(toll, filed)).toEqual([
      "below: legal matters -27.683 by IncomeStatementLocationAxis",
    ]);
  });
});

describe("Akili 2023", () => {
  test("restructuring by kind of cost alone adds up, where no plan is told", () => {
    const byCost = [
      of("RestructuringCharges", 2.401, cost("akli:FieldSalesForceMember")),
      of("RestructuringCharges", 2.329, cost("akli:PipelineProgramsMember")),
    ];
    expect(charges({}, byCost)).toEqual(["restructuring 4.73 by RestructuringCostAndReserveAxis"]);
  });
});

test("restructuring of the reconciling items alone is that of the company: Uber 2023", () => {
  const reconciling = "srt:ConsolidationItemsAxis=us-gaap:MaterialReconcilingItemsMember";
  const [charge = ""] = charges({}, [of("RestructuringCharges", 51, reconciling)]);
  expect(charge).toMatch(/^restructuring 51\b/);
});

test("equity of the day before is without the column of minorities: Uber 2021", () => {
  const whole = "StockholdersEquityIncludingPortionAttributableToNoncontrollingInterest";
  const before = { tag: whole, start: null, end: "2022-12-31" };
  const column =
    "us-gaap:StatementEquityComponentsAxis=uber:NonredeemableNoncontrollingInterestMember";
  const minorities = { ...before, value: 701, dimensions: column };
  const { years } = extractFacts(
    withFiled(makeSource(), [{ ...before, value: 12_967 }, minorities]),
  );
  expect(years.at(-1)?.openingEquity).toBe(12_266);
});
