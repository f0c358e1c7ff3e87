import { describe, expect, test } from "vitest";
import { extractFacts } from "#registry/models/inputs/facts.ts";
import type { ModelSource } from "#registry/models/inputs/source.ts";
import { type FiledFact, withFiled } from "../../helpers/companies/filed-flows.ts";
import { makeSource, soundYear, withLines } from "../../helpers/companies/model-company.ts";

const million = 1_000_000;

interface Row {
  tag: string;
  /** As filed, in millions. */
  value: number;
}

/** The years with the lines, of which the last one has the printed rows of investing that no line has. */
function source(lines: Record<string, number | null>, rows: readonly Row[] = []): ModelSource {
  const made = makeSource({ years: withLines(lines) });
  const [first] = made.facts;
  if (first === undefined) throw new Error("no facts");
  const last = made.periods.reduce((newest, one) => (one.end > newest.end ? one : newest));
  const facts = rows.map(({ tag, value }) => ({
    ...first,
    ...{ taxonomy: tag.split(":")[0] ?? "", tag: tag.split(":")[1] ?? "" },
    ...{ start: last.start, end: last.end, value: String(value * million) },
  }));
  const operands = rows.map(
    ({ tag, value }, index) =>
      [1, tag, String(value * million), made.facts.length + index] as const,
  );
  const remaining = {
    value: String(rows.reduce((sum, { value }) => sum + value * million, 0)),
    lineage: ["sum_of_tags", ...operands] as never,
  };
  const periods = made.periods.map((period) =>
    period === last && rows.length > 0
      ? { ...period, lines: { ...period.lines, remaining_investing_cash_flow: remaining } }
      : period,
  );
  return { ...made, periods, facts: [...made.facts, ...facts] };
}

/** The source with the facts behind a line under another tag. */
const tagged = (made: ModelSource, line: string, tag: string): ModelSource => ({
  ...made,
  facts: made.facts.map((fact) => (fact.tag === `Tag_${line}` ? { ...fact, tag } : fact)),
});

const spent = (made: ModelSource) =>
  (extractFacts(made).year.capital_expenditures?.value ?? Number.NaN) / million;

describe("capital expenditures", () => {
  test("are rows of own elements that say all where no period has the line: AmeraMex's 1,238 of 2021", () => {
    const rows = [
      { tag: "ammx:PaymentsForPropertyAndEquipment", value: -514 },
      { tag: "ammx:PaymentsForRentalEquipment", value: -724 },
      { tag: "ammx:PaymentsForEquipmentOfAnotherBusiness", value: -30 },
    ];
    expect(spent(source({ capital_expenditure: null }, rows))).toBe(1_238);
  });

  // Westwood names its purchases of investments so: 15 thousand in 2021, and 178 for property and equipment.
  test("are those for property and equipment where a wider element has less than half of them", () => {
    const made = (equipment: number) => {
      const lines = source({ capital_expenditure: 0.015 * million });
      const wider = tagged(lines, "capital_expenditure", "PaymentsToAcquireProductiveAssets");
      const paid = { tag: "PaymentsToAcquirePropertyPlantAndEquipment", value: equipment };
      return withFiled(wider, [{ ...paid, start: "2023-01-01", end: "2023-12-31" }]);
    };
    expect(spent(made(178_000))).toBe(0.178);
    expect(spent(made(20_000))).toBe(0.015);
  });

  // BMC 2010 prints 22.1 for property and equipment and, in a row that no line has, 81.0 for software development.
  const bmc = (rows: readonly Row[]) => source({ capital_expenditure: 22.1 * million }, rows);
  const software = { tag: "us-gaap:CapitalizedComputerSoftwareAdditions", value: -81 };

  test("hold software that investing prints beside property and equipment", () => {
    const facts = extractFacts(bmc([software]));
    expect(facts.year.capital_expenditures?.value).toBe(103.1 * million);
    expect(facts.year.capital_expenditures?.note).toContain("with 81,000,000 for software");
    const inputs = facts.year.capital_expenditures?.provenance?.inputs;
    expect(inputs?.map(({ value }) => value / million)).toEqual([22.1, -81]);
    expect(facts.years.map(({ values }) => values.capital_expenditures)).toEqual([
      ...[22.1 * million, 22.1 * million, 103.1 * million],
    ]);
  });

  test("hold software under an element of the filer's own, and no business, proceeds or other row", () => {
    const named = (tag: string, value = -179) => spent(bmc([{ tag: `extension:${tag}`, value }]));
    for (const tag of [
      "CapitalizedSoftwareExpenditures",
      "PaymentsOutsourcingContractCosts",
      "PurchaseOfIntellectualProperty",
    ]) {
      expect(named(tag)).toBeCloseTo(201.1, 6);
    }
    for (const tag of ["AcquisitionOfSoftwareBusinesses", "ForwardContractSettlements"]) {
      expect(named(tag)).toBe(22.1);
    }
    expect(named("ProceedsFromSoftware", 179)).toBe(22.1);
  });

  // Computer Sciences 2010: 578 for property and equipment, 173 for software and 176 for outsourcing contracts.
  test("hold the line of intangible assets", () => {
    const lines = { capital_expenditure: 578 * million, purchase_of_intangibles: 349 * million };
    expect(spent(source(lines))).toBe(927);
  });

  test("hold a row once where a wider element has it", () => {
    const lines = { capital_expenditure: 257.4 * million, purchase_of_intangibles: 38.9 * million };
    const wider = tagged(source(lines), "capital_expenditure", "PaymentsToAcquireProductiveAssets");
    expect(spent(wider)).toBe(257.4);
  });

  test("hold both rows of Hill-Rom 2021, 92.1 and 30.0, which one statement prints", () => {
    const lines = { capital_expenditure: 92.1 * million, purchase_of_intangibles: 30 * million };
    const wider = tagged(source(lines), "capital_expenditure", "PaymentsToAcquireProductiveAssets");
    const rowLabels = Object.fromEntries(wider.facts.map(({ accession }) => [accession, {}]));
    expect(spent({ ...wider, rowLabels })).toBeCloseTo(122.1, 6);
    const noted = wider.periods.map((one) => {
      const line = one.lines.capital_expenditure;
      const lineOf = line && { capital_expenditure: { ...line, flags: ["note"] } };
      return { ...one, lines: { ...one.lines, ...lineOf } };
    });
    expect(spent({ ...wider, rowLabels, periods: noted })).toBe(92.1);
  });

  test("hold intangible assets of Dolby 2022, 11.528, under an element of its own", () => {
    const own = "dlb:PaymentsToAcquireIntangibleAssetsNetOfHoldbacksForIndemnifications";
    const made = source({ capital_expenditure: 47.928 * million }, [{ tag: own, value: -11.528 }]);
    expect(spent(made)).toBe(59.456);
  });

  // Forest Laboratories 2008: 415 for rights to products beside depreciation alone, which none of it comes back in.
  test("are of property and equipment where depreciation is, too", () => {
    const lines = { capital_expenditure: 34.9 * million, purchase_of_intangibles: 415 * million };
    const alone = tagged(source(lines), "depreciation_and_amortization", "Depreciation");
    expect(spent(alone)).toBe(34.9);
    expect(spent(source({ ...lines, depreciation_and_amortization: null }))).toBe(34.9);
  });

  // Tesla 2021 amortizes 51 and bought digital currency for 1,500; HubSpot 2023 amortizes 5.3 and developed software.
  test("leave out what is far more than is amortized, unless it is software", () => {
    const tesla = source({
      ...{ capital_expenditure: 6_482 * million, purchase_of_intangibles: 1_500 * million },
      amortization_of_intangibles: 51 * million,
    });
    expect(spent(tesla)).toBe(6_482);
    const hubSpot = source({
      ...{ capital_expenditure: 33.718 * million, purchase_of_intangibles: 66.536 * million },
      amortization_of_intangibles: 5.3 * million,
    });
    expect(spent(hubSpot)).toBe(33.718);
    expect(spent(tagged(hubSpot, "purchase_of_intangibles", "PaymentsToDevelopSoftware"))).toBe(
      100.254,
    );
  });

  // Verizon 2023: wireless licences of 155,667, 149,796 a year before, for which it paid 5,796.
  test("leave out what is paid for licences that never wear off", () => {
    const verizon = source({
      ...{ capital_expenditure: 18_767 * million, purchase_of_intangibles: 5_796 * million },
    });
    const tag = "IndefiniteLivedLicenseAgreements";
    const rose = (before: number) =>
      withFiled(verizon, [
        { tag, start: null, end: "2022-12-31", value: before * million },
        { tag, start: null, end: "2023-12-31", value: 155_667 * million },
      ]);
    const rowLabels = { report: { [`us-gaap:${tag}`]: "Wireless licenses" } };
    expect(spent({ ...rose(149_796), rowLabels })).toBe(18_767);
    expect(spent({ ...rose(155_000), rowLabels })).toBe(24_563);
    expect(spent({ ...rose(149_796), rowLabels: {} })).toBe(24_563);
  });

  // Freeport 2010Q1 prints 19, 48, 98 and 39 by region and 27 of others, 231 in all; Electronic Arts 2010 a building of 233.
  test("hold the rows of property and equipment that a statement prints by region and by kind", () => {
    const freeport = [
      { tag: "extension:NorthAmericaCapitalExpenditures", value: -19 },
      { tag: "extension:SouthAmericanCapitalExpenditures", value: -48 },
      { tag: "extension:IndonesiaCapitalExpenditures", value: -98 },
      { tag: "extension:AfricanCapitalExpenditures", value: -39 },
      { tag: "us-gaap:ProceedsFromSaleOfProductiveAssets", value: 5 },
    ];
    const others = { capital_expenditure: 27 * million, depreciation_and_amortization: null };
    expect(spent(source(others, freeport))).toBe(231);
    const building = { tag: "us-gaap:PaymentsToAcquireBuildings", value: -233 };
    expect(spent(source({ capital_expenditure: 72 * million }, [building]))).toBe(305);
    // Comcast 2023 prints what it builds of a theme park apart from the rest.
    const park = { tag: "extension:PaymentsForConstructionOfThemePark", value: -137 };
    expect(spent(source({ capital_expenditure: 15_540 * million }, [park]))).toBe(15_677);
    // Intel 2022 prints what it pays for plants that it sells.
    const sold = { tag: "intc:DivestitureAdditionsToPropertyPlantAndEquipmentHeldForSale" };
    const plants = source({ capital_expenditure: 24_844 * million }, [{ ...sold, value: -206 }]);
    expect(spent(plants)).toBe(25_050);
    // Advent 2023 prints advances for the acquisition of property and equipment beside 3.371.
    const advances = { tag: "adn:PaymentsToAcquireFixedAssets", value: -1.255 };
    expect(spent(source({ capital_expenditure: 3.371 * million }, [advances]))).toBe(4.626);
    const leased = { tag: "us-gaap:PaymentsToAcquireEquipmentOnLease", value: -163 };
    expect(spent(source({ capital_expenditure: 26 * million }, [leased]))).toBe(26);
  });

  // Snowflake 2024: 35.086 for equipment, 28.744 for intangible assets, 34.133 for developing software.
  test("hold both rows of intangible assets that one report lists, and no row of another report", () => {
    const made = tagged(
      source({
        ...{ capital_expenditure: 35.086 * million, purchase_of_intangibles: 28.744 * million },
      }),
      "purchase_of_intangibles",
      "PaymentsToAcquireIntangibleAssets",
    );
    const developed = (isOfReport: boolean) => {
      const [row] = withFiled(made, [
        { tag: "PaymentsToDevelopSoftware", value: 34.133 * million },
      ]).facts.slice(-1);
      const line = made.facts.findLast(
        ({ tag, end }) => tag === "PaymentsToAcquireIntangibleAssets" && end === row?.end,
      );
      if (row === undefined || line === undefined) throw new Error("no facts");
      const accession = isOfReport ? line.accession : "0000000009-99-000009";
      return spent({ ...made, facts: [...made.facts, { ...row, accession }] });
    };
    expect(developed(true)).toBeCloseTo(97.963, 6);
    expect(developed(false)).toBeCloseTo(63.83, 6);
  });

  // Applied Optoelectronics 2013 files the row of its cash flow statement, 9.6, as additions of -9.6.
  test("are additions that are filed below zero, where no period has the line", () => {
    const none = source({ capital_expenditure: null });
    const additions = (value: number) =>
      spent(withFiled(none, [{ tag: "PropertyPlantAndEquipmentAdditions", value }]));
    expect(additions(-9.6 * million)).toBe(9.6);
    expect(additions(9.6 * million)).toBeNaN();
  });
});

test("twelve months are of the rows that the year adds up (Applied Optoelectronics, to 2014-06-30)", () => {
  const year = (intangibles: number) => ({
    ...soundYear(80 * million),
    ...{ capital_expenditure: null, amortization_of_intangibles: 0.068 * million },
    purchase_of_intangibles: intangibles * million,
  });
  const made = makeSource({
    years: { 2012: year(0.209), 2013: year(0.123) },
    quarters: { "2014Q2": { total_assets: 100 * million } },
    knownOn: "2014-08-13",
  });
  const equipment = "PropertyPlantAndEquipmentAdditions";
  const of = (start: string, end: string, tag: string, value: number) => ({
    ...{ start, end, tag, value: value * million, filed: "2014-08-13" },
  });
  const intangibles = "PaymentsToAcquireIntangibleAssets";
  const filed = withFiled(tagged(made, "purchase_of_intangibles", intangibles), [
    of("2012-01-01", "2012-12-31", equipment, -3.178),
    of("2013-01-01", "2013-12-31", equipment, -9.6),
    of("2013-01-01", "2013-06-30", equipment, -2.98),
    of("2014-01-01", "2014-06-30", equipment, -13.101),
    of("2013-01-01", "2013-06-30", intangibles, 0.067),
    of("2014-01-01", "2014-06-30", intangibles, 3.153),
  ]);
  const { year: full, trailing } = extractFacts(filed);
  expect(full.capital_expenditures?.value).toBe(9.723 * million);
  // Intangible assets for 3.153 are no replacement of 0.068 amortized in a year.
  expect(trailing.capital_expenditures?.value).toBe(19.721 * million);
});

test("what a note says of payments for intangible assets is no row: Bristol-Myers Squibb 2021", () => {
  const bristol = (flags: string[]) => {
    const made = source({
      ...{ capital_expenditure: 973 * million, purchase_of_intangibles: 300 * million },
    });
    const periods = made.periods.map((period) => {
      const { purchase_of_intangibles: line, ...lines } = period.lines;
      if (line === undefined) throw new Error("no line");
      return { ...period, lines: { ...lines, purchase_of_intangibles: { ...line, flags } } };
    });
    const { year } = extractFacts({ ...made, periods });
    return (year.capital_expenditures?.value ?? 0) / million;
  };
  expect(bristol(["note"])).toBe(973);
  expect(bristol([])).toBe(1_273);
});

describe("capital expenditures of a year whose row is blank", () => {
  const blank = (
    lines: Record<string, number | null>,
    rows: readonly Row[],
    filed: readonly FiledFact[] = [],
  ) => {
    const made = withFiled(source({ capital_expenditure: null, ...lines }, rows), filed);
    const [last, ...others] = made.periods;
    const before = others.map((one) => ({
      ...one,
      lines: { ...one.lines, capital_expenditure: { value: "27000", lineage: 0 } },
    }));
    return spent({ ...made, periods: last === undefined ? [] : [last, ...before] });
  };
  const verifyMe = { acquisitions_net: 7.5 * million, purchase_of_intangibles: 0.276 * million };
  const rows = [
    { tag: "vrme:EquityReceivedFromSpacEquityInvestment", value: 0.032 },
    { tag: "vrme:DeferredImplementationCosts", value: -0.14 },
  ];

  test("are what is paid for software and patents where the other rows come to their total: VerifyMe's 276 thousand of 2022", () => {
    const total = { investing_cash_flow: -7.884 * million };
    expect(blank({ ...verifyMe, ...total }, rows)).toBe(0.276);
    expect(blank({ ...verifyMe, investing_cash_flow: -7.9 * million }, rows)).toBeNaN();
  });

  test("are none where cash changes by the other totals alone: Gulf Resources 2023", () => {
    const gulf = {
      ...{ operating_cash_flow: -32_751_851, financing_cash_flow: -267_810 },
      ...{ fx_effect_on_cash: -2_982_659, investing_cash_flow: null },
    };
    expect(blank({ ...gulf, net_change_in_cash: -36_002_320 }, [])).toBe(0);
    expect(blank({ ...gulf, net_change_in_cash: -37_002_320 }, [])).toBeNaN();
  });

  test("are none where assets sold are all of investing: SUNation's 2,700 of 2026Q1", () => {
    const sold = { tag: "ProceedsFromSaleOfPropertyPlantAndEquipment", value: 2_700 };
    expect(blank({ investing_cash_flow: 2_700 }, [], [sold])).toBe(0);
    expect(blank({ investing_cash_flow: 2_600 }, [], [sold])).toBeNaN();
  });
});
