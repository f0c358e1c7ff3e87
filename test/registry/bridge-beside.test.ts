import { describe, expect, test } from "vitest";
import { extractFacts } from "#registry/models/inputs/facts.ts";
import { withPrinted } from "../helpers/companies/claim-amounts.ts";
import { type FiledFact, withFiled } from "../helpers/companies/filed-flows.ts";
import { makeSource, withLines } from "../helpers/companies/model-company.ts";

const million = 1_000_000;

const amountsOf = (filed: readonly FiledFact[]) =>
  extractFacts(withFiled(makeSource(), filed)).claims.amounts;
const balance = (tag: string, value: number): FiledFact => ({
  ...{ tag, start: null },
  value: value * million,
});

test("own warrants that are a liability are a claim, those in equity are none", () => {
  // Hertz at 2026-03-31: 189, with a change in value in income. Marvell's 227.6 of 2025 have none.
  const revalued = { tag: "FairValueAdjustmentOfWarrants", value: 33 * million };
  const hertz = [balance("WarrantsAndRightsOutstanding", 189), revalued];
  expect(amountsOf(hertz).other_claims?.value).toBe(189 * million);
  expect(amountsOf([balance("WarrantsAndRightsOutstanding", 227.6)]).other_claims).toBeNull();
});

test("own warrants under elements of the filer's own are a claim in all parts: Ur-Energy 2020", () => {
  const own = (tag: string, value: number) => ({ ...balance(tag, value), taxonomy: "urg" });
  // The whole of a note counts no more, and costs of a warranty are none.
  const source = withFiled(makeSource({ years: withLines({}) }), [
    own("CurrentPortionOfWarrantLiability", 0.729),
    own("NonCurrentPortionOfWarrantLiability", 1.415),
    own("WarrantLiability", 2.144),
    own("WarrantyLiabilityCurrent", 9),
  ]);
  const { amounts } = extractFacts(
    withPrinted(source, {
      current_liabilities: ["CurrentPortionOfWarrantLiability", "WarrantyLiabilityCurrent"],
      liabilities_and_equity: ["NonCurrentPortionOfWarrantLiability"],
    }),
  ).claims;
  expect(amounts.other_claims?.value).toBe(2.144 * million);
});

test("liabilities for sale count without assets: what Trintech owes of a business sold, 0.056", () => {
  const owed = balance("LiabilitiesOfDisposalGroupIncludingDiscontinuedOperationCurrent", 0.056);
  const of = (income_discontinued: number) =>
    extractFacts(withFiled(makeSource({ years: withLines({ income_discontinued }) }), [owed]))
      .claims.amounts.held_for_sale;
  expect(of(0.92 * million)?.value).toBe(-0.056 * million);
  expect(of(0)).toBeNull();
});

test("what buyers owe for businesses is an asset and no working capital: Upexi's 2.0 and 2.0 (2024)", () => {
  const inputsOf = (...tags: string[]) => {
    const own = tags.map((tag) => ({ ...balance(tag, 2), taxonomy: "upxi" }));
    const current = { current_assets: 11.42 * million, cash_and_equivalents: 0.661 * million };
    const rows = { current_liabilities: 4.16 * million, receivables: 0.607 * million };
    const years = withLines({ ...current, ...rows, inventory: 1.432 * million });
    const source = withFiled(makeSource({ years }), own);
    const { claims, quarterlyCapital } = extractFacts(
      withPrinted(source, { current_assets: tags }),
    );
    return [claims.amounts.held_for_sale?.value, quarterlyCapital.at(-1)?.operatingCurrentAssets];
  };
  const row = "PurchasePriceReceivableVitamedicaCurrent";
  expect(inputsOf(row, "PurchasePriceReceivableECoreCurrent")).toEqual([4_000_000, 6_759_000]);
  // A price of trade receivables that were sold is paid by customers.
  expect(inputsOf("DeferredPurchasePriceReceivable")).toEqual([undefined, 10_759_000]);
});

describe("cash that borrowers of securities left", () => {
  const current = { current_assets: 77_905 * million, cash_and_equivalents: 19_620 * million };
  const rows = { short_term_investments: 41_584 * million, current_liabilities: 15_088 * million };
  const source = makeSource({ years: withLines({ ...current, ...rows, debt_current: null }) });
  const of = (made: typeof source) => {
    const { claims, quarterlyCapital } = extractFacts(made);
    const { operatingCurrentAssets, operatingCurrentLiabilities } = quarterlyCapital.at(-1) ?? {};
    const inMillions = [operatingCurrentAssets, operatingCurrentLiabilities].map(
      (value) => (value ?? 0) / million,
    );
    return [(claims.amounts.other_claims?.value ?? 0) / million, ...inMillions];
  };

  test("is a claim and no working capital: Google's 3,086 to 2014-06-30", () => {
    const owed = balance("DepositsReceivedForSecuritiesLoanedAtCarryingValue", 3_086);
    expect(of(withFiled(source, [owed]))).toEqual([3_086, 16_701, 12_002]);
    expect(of(source)).toEqual([0, 16_701, 15_088]);
  });

  test("is none where it stands apart among assets, which is no working capital: WellPoint 2010", () => {
    const filed = [
      balance("SecuritiesReceivedAsCollateral", 600.5),
      balance("ObligationUnderSecuritiesLending", 602),
    ];
    const made = withPrinted(
      withFiled(source, filed),
      {
        current_assets: ["SecuritiesReceivedAsCollateral"],
        current_liabilities: ["ObligationUnderSecuritiesLending"],
      },
      { SecuritiesReceivedAsCollateral: "Securities lending collateral" },
    );
    expect(of(made)).toEqual([1.5, 16_100.5, 14_486]);
  });
});

describe("what related parties are owed", () => {
  const years = withLines({ total_debt: 1_000, debt_current: 1_000, long_term_debt: null });
  const owed = (tag: string, value: number) => ({ tag, start: null, value });
  const debtOf = (source: ReturnType<typeof makeSource>) => {
    const { total_debt, debt_due_within_a_year } = extractFacts(source).balance;
    return [total_debt?.value, debt_due_within_a_year?.value];
  };
  const lent = (value: number) => ({ tag: "ProceedsFromRelatedPartyDebt", value });

  test("is debt where they lent it in the year: Transatlantic's 69,155 (2014)", () => {
    const due = owed("DueToRelatedPartiesCurrent", 69_155);
    const of = (loans: number) => debtOf(withFiled(makeSource({ years }), [due, lent(loans)]));
    expect(of(69_155)).toEqual([70_155, 70_155]);
    expect(of(50_000)).toEqual([1_000, 1_000]);
  });

  test("is so in a printed row under an element of the filer's own: Upexi's 100,000 (2024)", () => {
    const row = { ...owed("NotesPayableRelatedParty", 100_000), taxonomy: "upxi" };
    const of = (loans: number) =>
      debtOf(
        withPrinted(
          withFiled(makeSource({ years }), [row, lent(loans)]),
          { current_liabilities: ["NotesPayableRelatedParty"] },
          { NotesPayableRelatedParty: "Related party advances, net" },
        ),
      );
    expect(of(100_000)).toEqual([101_000, 101_000]);
    expect(of(90_000)).toEqual([1_000, 1_000]);
  });
});

test("restricted cash is current where current assets come to it: Applied Optoelectronics' 932 to 2014-06-30", () => {
  const lines = {
    ...{ current_assets: 106_114, cash_and_equivalents: 34_079, short_term_investments: 7_957 },
    ...{ accounts_receivable: 24_968, inventory: 31_200, other_current_assets: 6_978 },
    ...{ current_liabilities: 30_614, debt_current: null },
  };
  const of = (value: number) => {
    const filed = { tag: "RestrictedCashAndCashEquivalents", start: null, value };
    const source = withFiled(makeSource({ years: withLines(lines) }), [filed]);
    return extractFacts(source).quarterlyCapital.at(-1)?.operatingCurrentAssets;
  };
  expect(of(932)).toBe(63_146);
  expect(of(900)).toBe(64_078);
});

test("what is owed for businesses bought is a claim and no working capital: Southern's 489 (2016)", () => {
  const owed = { ...balance("AcquisitionsPayable", 489), taxonomy: "so" };
  const lines = { current_assets: 6_000 * million, current_liabilities: 8_000 * million };
  const inputsOf = (label: string) => {
    const source = withFiled(makeSource({ years: withLines({ ...lines, debt_current: 0 }) }), [
      owed,
    ]);
    const { claims, quarterlyCapital } = extractFacts(
      withPrinted(source, { current_liabilities: [owed.tag] }, { [owed.tag]: label }),
    );
    const capital = quarterlyCapital.at(-1)?.operatingCurrentLiabilities;
    return [claims.amounts.other_claims?.value, capital];
  };
  expect(inputsOf("Acquisitions payable")).toEqual([489 * million, 7_511 * million]);
  expect(inputsOf("Interest payable")).toEqual([undefined, 8_000 * million]);
});

test("a property for sale of a trust with discontinued results owes nothing: Franklin Street's 69.79 (2010)", () => {
  const property = balance("AssetsHeldForSaleAtCarryingValue", 69.79);
  const of = (template: "reit" | "industrial", income_discontinued: number) => {
    const years = withLines({ income_discontinued });
    const source = withFiled(makeSource({ template, years }), [property]);
    return extractFacts(source).claims.amounts.held_for_sale?.value;
  };
  expect(of("reit", 4.197 * million)).toBe(69.79 * million);
  expect(of("reit", 0)).toBeUndefined();
  expect(of("industrial", 4.197 * million)).toBeUndefined();
});

test("a group with nothing the year before is not what was discontinued then: American Electric Power's 1,951.2 (2016)", () => {
  const tag = "AssetsOfDisposalGroupIncludingDiscontinuedOperationCurrent";
  const before = (value: number) => ({ ...balance(tag, value), end: "2022-12-31" });
  const years = withLines({ income_discontinued: -2.5 * million });
  const of = (filed: readonly FiledFact[]) =>
    extractFacts(withFiled(makeSource({ years }), [balance(tag, 1_951.2), ...filed])).claims.amounts
      .held_for_sale?.value;
  expect(of([before(0)])).toBeUndefined();
  expect(of([before(1_800)])).toBe(1_951.2 * million);
  expect(of([])).toBe(1_951.2 * million);
});

/** Debt of SUNation at a day, in USD: notes under their own rows, beside these facts. */
function sunation(filed: readonly FiledFact[]) {
  const lines = { total_debt: 5_221_288, debt_current: 1_763_424, long_term_debt: 3_457_864 };
  const source = makeSource({ years: withLines(lines) });
  const facts = source.facts.map((one) =>
    one.tag === "Tag_total_debt" ? { ...one, tag: "LongTermNotesPayable" } : one,
  );
  const whole = [
    ...filed,
    { tag: "NotesPayableCurrent", start: null, value: 1_763_424 },
    { tag: "LongTermNotesPayable", start: null, value: 3_457_864 },
    { tag: "LoansPayableCurrent", start: null, value: 366_824 },
    { tag: "LongTermLoansPayable", start: null, value: 1_011_508 },
  ];
  return extractFacts(withFiled({ ...source, facts }, whole)).balance.total_debt?.value;
}

test("loans count beside notes where both come to all debt of a note", () => {
  const total = (value: number) => ({ tag: "LongTermDebt", start: null, value });
  expect(sunation([total(6_643_856)])).toBe(6_599_620);
  expect(sunation([total(5_300_000)])).toBe(5_221_288);
  expect(sunation([])).toBe(5_221_288);
});

test("notes to related parties count where the balance sheet closes with them alone: CARBO 2017", () => {
  const lines = { total_debt: 60_698_000, long_term_debt: 60_698_000, debt_current: null };
  const beside = { deferred_tax_liabilities: 230_000, other_noncurrent_liabilities: 4_434_000 };
  const note = { tag: "NotesPayableRelatedPartiesNoncurrent", start: null, value: 27_040_000 };
  const debt = (noncurrent_liabilities: number) => {
    const years = withLines({ ...lines, ...beside, noncurrent_liabilities });
    return extractFacts(withFiled(makeSource({ years }), [note])).balance.total_debt?.value;
  };
  expect(debt(92_402_000)).toBe(60_698_000 + 27_040_000);
  expect(debt(92_402_000 - 27_040_000)).toBe(60_698_000);
});

test("an average of shares says what it is", () => {
  // Under Armour counts each of its classes alone.
  const years = withLines({ shares_outstanding: null });
  const { shares, shareWarnings } = extractFacts(makeSource({ years }));
  expect(shares).toMatchObject({
    ...{ value: 102 * million, note: "diluted average of 2023-01-01 to 2023-12-31" },
  });
  expect(shareWarnings.map(({ code }) => code)).toEqual(["shares_are_average"]);
});
