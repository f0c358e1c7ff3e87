import { describe, expect, test } from "vitest";
import type { CompanyInput } from "#ingest/company-input.ts";
import { chargePlaces } from "#ingest/faces/charge-places.ts";
import {
  dimensionedTags,
  elementsByMember,
  factsDocumentOf,
  inputOf as inputOfStored,
  rowLabels,
  rowTotals,
  sparseProfile,
} from "#ingest/facts/facts-document.ts";
import { makeFact } from "../../helpers/make.ts";
import { documentOf, inputOf } from "../standardization/company.ts";

const own = "0000000001";
const predecessor = "0000000002";

/** A document of a registrant, with what its instance carries only with dimensions. */
const documentIn = (
  cik: string,
  over: { entityName?: string; accession?: string; tags?: string[] },
) => {
  const document = documentOf([]);
  const { entityName = "", accession, tags } = over;
  const instance = { ...(accession && { accession }), ...(tags && { dimensionedTags: tags }) };
  return { ...document, parsed: { ...document.parsed, cik, entityName, ...instance } };
};

const profile = sparseProfile({ cik: own, name: "Tenk Ltd", sic: "7372", fiscalYearEnd: "0930" });

describe("the stored document of a company's facts", () => {
  test("names the company as its profile does, with its industry and fiscal year end", () => {
    const documents = [documentIn(own, { entityName: "TENK LTD" })];
    expect(factsDocumentOf(inputOf(documents, { profile }), [])).toMatchObject({
      ...{ cik: own, name: "Tenk Ltd", sic: "7372", fiscalYearEnd: "0930" },
    });
  });

  test("without a profile it takes the name of the company's own document, not of a predecessor's", () => {
    const documents = [
      documentIn(predecessor, { entityName: "OLD CO" }),
      documentIn(own, { entityName: "TENK LTD" }),
    ];
    const named = factsDocumentOf(inputOf(documents), []);
    expect(named).toMatchObject({ name: "TENK LTD", sic: null, fiscalYearEnd: null });
    expect(factsDocumentOf(inputOf(documents.slice(0, 1)), []).name).toBe("");
  });

  test("lists tags with dimensions alone by filing, in order of accession, without empty lists", () => {
    const documents = [
      documentIn(own, { accession: "0000000001-24-000002", tags: ["us-gaap:Revenues"] }),
      documentIn(own, { accession: "0000000001-23-000001", tags: ["us-gaap:Assets"] }),
      documentIn(own, { accession: "0000000001-25-000003", tags: [] }),
      documentIn(own, { tags: ["us-gaap:Liabilities"] }),
      documentIn(own, { accession: "0000000001-26-000004" }),
    ];
    expect(Object.entries(dimensionedTags({ documents }))).toEqual([
      ["0000000001-23-000001", ["us-gaap:Assets"]],
      ["0000000001-24-000002", ["us-gaap:Revenues"]],
    ]);
  });

  test("names elements of members alone, also those that only models read", () => {
    const dimensioned = { a: ["us-gaap:Revenues"], b: ["us-gaap:Assets"] };
    const retired = { facts: [], dimensioned: { b: ["us-gaap:DecommissioningLiability"], c: [] } };
    expect(elementsByMember({ dimensioned, retired })).toEqual({
      a: ["us-gaap:Revenues"],
      b: ["us-gaap:Assets", "us-gaap:DecommissioningLiability"],
      c: [],
    });
    expect(elementsByMember({ dimensioned })).toEqual(dimensioned);
  });

  test("names charges of income statements that only their label tells, and rows of balance sheets", () => {
    const row = (tag: string, label: string) => ({ tag, label, balance: null });
    const statement = (kind: "income" | "balance", label: string) => ({
      ...{ kind, order: 1, columns: [] },
      rows: [row("us-gaap:Revenues", "Revenue"), row("us-gaap:LegalFees", label)],
    });
    const face = (accession: string, one: ReturnType<typeof statement>) => ({
      ...{ accession, form: "20-F", filed: null, statements: [one] },
      ...{ elsewhere: [], spans: [], counts: [] },
    });
    const faces = [
      face("a", statement("income", "Antitrust (note 19)")),
      face("b", statement("income", "Legal fees")),
      face("c", statement("balance", "Antitrust (note 19)")),
    ];
    expect(rowLabels({ faces })).toEqual({
      a: { "us-gaap:LegalFees": "Antitrust (note 19)" },
      c: { "us-gaap:Revenues": "Revenue", "us-gaap:LegalFees": "Antitrust (note 19)" },
    });
    expect(rowLabels({})).toEqual({});
  });

  test("knows the total of a row by its sums, else by the next total in print: Westwood 2023", () => {
    const row = (tag: string, ...parts: readonly number[]) => ({
      ...{ tag, label: tag, balance: null },
      ...(parts.length > 0 && { parts: parts.map((place): [number, number] => [place, 1]) }),
    });
    const rows = [
      row("us-gaap:PrepaidTaxes"),
      row("us-gaap:AssetsCurrent", 0),
      row("us-gaap:LongTermInvestments"),
      row("us-gaap:Assets"),
      row("us-gaap:DividendsPayableCurrent"),
      row("us-gaap:LiabilitiesCurrent"),
      row("us-gaap:CommonStockValue"),
    ];
    const face = {
      ...{ accession: "a", form: "10-K", filed: null, elsewhere: [], spans: [], counts: [] },
      statements: [{ kind: "balance" as const, order: 1, columns: [], rows }],
    };
    expect(rowTotals({ faces: [face] })).toEqual({
      a: {
        "us-gaap:PrepaidTaxes": "us-gaap:AssetsCurrent",
        "us-gaap:LongTermInvestments": "us-gaap:Assets",
        "us-gaap:DividendsPayableCurrent": "us-gaap:LiabilitiesCurrent",
      },
    });
    expect(rowTotals({})).toEqual({});
  });

  test("places one-off charges by the order of rows, and by sums where the order is mixed: Hill-Rom, Genzyme", () => {
    const row = (tag: string, ...parts: readonly number[]) => ({
      ...{ tag, label: tag, balance: null },
      ...(parts.length > 0 && { parts: parts.map((place): [number, number] => [place, 1]) }),
    });
    const face = (accession: string, rows: ReturnType<typeof row>[]) => ({
      ...{ accession, form: "10-K", filed: null, elsewhere: [], spans: [], counts: [] },
      statements: [{ kind: "income" as const, order: 1, columns: [], rows }],
    });
    const [income, debt] = [
      "us-gaap:OperatingIncomeLoss",
      "us-gaap:GainsLossesOnExtinguishmentOfDebt",
    ];
    const hillRom = [
      row("us-gaap:Revenues"),
      { ...row("hrc:Specialcharges"), label: "Special charges" },
      row(income),
      row(debt),
    ];
    const bargain = "us-gaap:BusinessCombinationBargainPurchaseGainRecognizedAmount";
    const genzyme = [row("us-gaap:NonoperatingIncomeExpense"), row(bargain), row(income)];
    const orix = [row("x:GainOnSaleOfBusiness"), row("us-gaap:Revenues"), row(income)];
    const faces = [face("a", hillRom), face("b", genzyme), face("c", orix)];
    expect(chargePlaces({ faces })).toEqual({
      a: {
        "hrc:Specialcharges": { isOperating: true, effect: -1 },
        [debt]: { isOperating: false, effect: 1 },
      },
    });
    expect(chargePlaces({ faces: [face("d", [...genzyme.slice(0, 2), row(income, 1)])] })).toEqual({
      d: { [bargain]: { isOperating: true, effect: 1 } },
    });
    expect(chargePlaces({})).toEqual({});
  });

  test("places what other results hold below operating income though tax stands first: Financial Gravity 2021", () => {
    const row = (tag: string, parts?: [place: number, weight: number][]) => ({
      ...{ tag: `us-gaap:${tag}`, label: tag, balance: null },
      ...(parts && { parts }),
    });
    const rowsOf = (parts?: [place: number, weight: number][]) => [
      row("Revenues"),
      row("OperatingIncomeLoss"),
      row("IncomeTaxExpenseBenefit"),
      row("GoodwillImpairmentLoss"),
      row("NonoperatingIncomeExpense", parts),
    ];
    const placesOf = (rows: ReturnType<typeof row>[]) => {
      const statements = [{ kind: "income" as const, order: 1, columns: [], rows }];
      const kept = { elsewhere: [], spans: [], counts: [] };
      return chargePlaces({
        faces: [{ accession: "a", form: "10-K", filed: null, statements, ...kept }],
      });
    };
    const summed: [number, number][] = [
      [2, -1],
      [3, -1],
    ];
    expect(placesOf(rowsOf(summed))).toEqual({
      a: { "us-gaap:GoodwillImpairmentLoss": { isOperating: false, effect: -1 } },
    });
    // The detail of a statement may stand after its totals: without sums it has no place (3M's gain on businesses of 849 in 2007).
    expect(placesOf(rowsOf())).toEqual({});
  });

  test("has unmapped parts and retired facts only where there are any", () => {
    const bare = factsDocumentOf(inputOf([]), []);
    expect(Object.keys(bare)).not.toContain("unmappedParts");
    expect(Object.keys(bare)).not.toContain("retired");
    const unmappedParts = [makeFact({ tag: "InventoryGold" })];
    const retired = {
      facts: [makeFact({ tag: "SalesRevenueGross" })],
      dimensioned: { a: ["x:Y"] },
    };
    expect(factsDocumentOf(inputOf([], { unmappedParts }), [], retired)).toMatchObject({
      unmappedParts,
      retired,
    });
  });

  test("gives a build the same profile, tags with dimensions, parts and submitted statements back", () => {
    const unmappedParts = [makeFact({ tag: "InventoryGold" })];
    const submitted = [{ id: "one" }] as unknown as CompanyInput["submitted"];
    const accession = "0000000001-24-000002";
    const documents = [documentIn(own, { accession, tags: ["us-gaap:Revenues"] })];
    const stored = factsDocumentOf(inputOf(documents, { profile, unmappedParts, submitted }), []);
    const filings = [{ accession }] as unknown as CompanyInput["filings"];
    const input = inputOfStored(stored, { filings, on: "2025-01-31" });
    expect(input).toMatchObject({ cik: own, profile, filings, submitted, unmappedParts });
    expect(dimensionedTags(input)).toEqual({ [accession]: ["us-gaap:Revenues"] });
    expect(input.documents.map(({ fetchedAt }) => fetchedAt)).toEqual(["2025-01-31", "2025-01-31"]);
    expect(inputOfStored(stored).filings).toEqual([]);
  });
});
