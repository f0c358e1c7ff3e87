import { describe, expect, test } from "vitest";
import { membersAlone } from "#ingest/builder/reports/package-facts.ts";
import { withoutJointReports } from "#ingest/facts/data-sets/joint-reports.ts";
import type { FactsDocument } from "#ingest/facts/facts-document.ts";
import {
  dataSetTags,
  onlyTags,
  retiredOf,
  underTags,
  wantedTags,
} from "#ingest/facts/history/retired-facts.ts";
import { countTags, onlyUnmappedParts, unmappedPartsOf } from "#ingest/facts/unmapped-parts.ts";
import { parseInstance } from "#ingest/facts/xbrl/xbrl-instance.ts";
import type { Fact, ParsedFacts } from "#schemas/shapes/companies/fact.ts";
import { makeFact } from "../../helpers/make.ts";
import { documentOf, registry } from "../standardization/company.ts";
import { open, parts } from "./small-instance.ts";

const sales = makeFact({ tag: "SalesRevenueNet", value: "7" });
const assets = makeFact({ tag: "Assets", start: null, value: "9" });
const parsed = (facts: Fact[], over: Partial<ParsedFacts> = {}): ParsedFacts => ({
  ...documentOf(facts).parsed,
  ...over,
});
const tagsOf = (facts: readonly Fact[]) => facts.map(({ tag }) => tag);

describe("tags that only an earlier registry maps are kept apart", () => {
  const tags = new Set(["us-gaap:SalesRevenueNet"]);

  test("a document is reduced to their facts, and to those of them that have dimensions alone", () => {
    const dimensionedTags = ["us-gaap:SalesRevenueNet", "us-gaap:Assets"];
    expect(onlyTags(parsed([sales, assets], { dimensionedTags }), tags)).toMatchObject({
      facts: [sales],
      dimensionedTags: ["us-gaap:SalesRevenueNet"],
    });
    expect(onlyTags(parsed([assets]), tags)).not.toHaveProperty("dimensionedTags");
    expect(onlyTags(parsed([{ ...sales, taxonomy: "ifrs-full" }]), tags).facts).toEqual([]);
  });

  test("they are read beside those in force, and no others", () => {
    const later = { ...registry, tags: new Set(["us-gaap:Assets"]), retiredTags: tags };
    const wanted = wantedTags(later);
    const labels = [
      "us-gaap:Assets",
      "us-gaap:SalesRevenueNet",
      "us-gaap:Cash",
      "us-gaap:InventoryGold",
    ];
    expect(labels.filter((label) => wanted.has(label))).toEqual([
      "us-gaap:Assets",
      "us-gaap:SalesRevenueNet",
      "us-gaap:InventoryGold",
    ]);
  });

  test("nothing is stored without any, facts or tags with dimensions alone", () => {
    expect(retiredOf([documentOf([])])).toBeNull();
    expect(retiredOf([])).toBeNull();
    expect(retiredOf([documentOf([sales])])).toEqual({ facts: [sales], dimensioned: {} });
    const instance = parsed([], { accession: "a", dimensionedTags: ["us-gaap:SalesRevenueNet"] });
    expect(retiredOf([documentOf([], { parsed: instance })])).toEqual({
      facts: [],
      dimensioned: { a: ["us-gaap:SalesRevenueNet"] },
    });
  });

  test("a stored document under that registry has their facts back, in order, and not those it does not map", () => {
    const restated = { ...sales, value: "8", filed: "2024-11-01", accession: "later" };
    const stored: FactsDocument = {
      ...{ cik: "0000000001", name: "", sic: null, fiscalYearEnd: null, submitted: [] },
      facts: [assets, makeFact({ tag: "Cash", start: null })],
      dimensioned: { a: ["us-gaap:Assets"], b: ["us-gaap:Cash"] },
      retired: {
        facts: [restated, sales],
        dimensioned: { a: ["us-gaap:SalesRevenueNet", "us-gaap:Cash"], c: ["us-gaap:Assets"] },
      },
    };
    const under = underTags(stored, new Set(["us-gaap:SalesRevenueNet", "us-gaap:Assets"]));
    expect(under.facts).toEqual([assets, sales, restated]);
    expect(under.dimensioned).toEqual({
      a: ["us-gaap:Assets", "us-gaap:SalesRevenueNet"],
      c: ["us-gaap:Assets"],
    });
    expect(under).not.toHaveProperty("retired");
    const { retired, ...bare } = stored;
    expect(tagsOf(underTags(bare, new Set(["us-gaap:Cash"])).facts)).toEqual(["Cash"]);
    expect(retired?.facts).toHaveLength(2);
  });

  test("a data set's amounts per share are those of lines per share", () => {
    const { mapped, perShare } = dataSetTags(registry);
    const of = (tag: string) => [mapped.has(`us-gaap:${tag}`), perShare.has(`us-gaap:${tag}`)];
    expect(of("EarningsPerShareDiluted")).toEqual([true, true]);
    expect(of("NetIncomeLoss")).toEqual([true, false]);
    expect(of("WeightedAverageNumberOfSharesOutstandingBasic")).toEqual([true, false]);
    expect(of("InventoryGold")).toEqual([false, false]);
  });
});

describe("tags that nothing maps and that may be a major part of a subtotal (2)", () => {
  const gold = makeFact({ tag: "InventoryGold", start: null, value: "5" });

  test("are kept without dimensions, of the taxonomies alone", () => {
    const others = [
      assets,
      { ...gold, dimensions: "a=b" },
      { ...gold, taxonomy: "tenk" },
      makeFact({ tag: "AdvertisingExpense" }),
    ];
    const dimensionedTags = ["us-gaap:InventoryGold"];
    const parts = onlyUnmappedParts(parsed([gold, ...others, gold], { dimensionedTags }), registry);
    expect(parts.facts).toEqual([gold, gold]);
    expect(parts).not.toHaveProperty("dimensionedTags");
  });

  test("are counted by tag, and absent without any", () => {
    const silver = { ...gold, tag: "InventorySilver" };
    expect(countTags([gold, silver, { ...gold, value: "6" }])).toEqual([
      { taxonomy: "us-gaap", tag: "InventoryGold", count: 2 },
      { taxonomy: "us-gaap", tag: "InventorySilver", count: 1 },
    ]);
    expect(countTags([])).toEqual([]);
    expect(unmappedPartsOf([documentOf([])])).toEqual({});
    expect(unmappedPartsOf([documentOf([gold])])).toEqual({ unmappedParts: [gold] });
  });
});

test("a report that two registrants filed together counts as the company's own, and the other's reports stay", () => {
  const own = documentOf([sales]);
  const of = (...facts: Fact[]) =>
    documentOf([], { parsed: { ...parsed(facts), cik: "0000000002" } });
  const joint = { ...assets, accession: sales.accession };
  const before = { ...assets, accession: "before" };
  const [first, second] = withoutJointReports("0000000001", [of(joint, before), own]);
  expect(first?.parsed).toMatchObject({ cik: "0000000002", facts: [before] });
  expect(second?.parsed.facts).toEqual([sales]);
  expect(withoutJointReports("0000000001", [own])).toEqual([own]);
});

test("a package of a filing that companyfacts names has the charges and pensions of members alone (Microsoft 2015)", () => {
  const segment = "us-gaap:StatementBusinessSegmentsAxis=msft:PhoneHardwareMember";
  const goodwill = makeFact({ tag: "GoodwillImpairmentLoss", value: "5100", dimensions: segment });
  const whole = { ...goodwill, dimensions: null };
  const income = makeFact({ tag: "Revenues", value: "1", dimensions: segment });
  const about = parsed([sales, goodwill, whole, income], { dimensionedTags: ["us-gaap:Revenues"] });
  expect(membersAlone(about)).toEqual({
    ...{ cik: about.cik, entityName: about.entityName, unmapped: [] },
    facts: [goodwill],
  });
  expect(membersAlone(parsed([sales, income]))).toBeNull();
});

// Microsoft to 2015-06-30: 19.1 points of the tax rate, under an element of its own.
describe("a filer's own row of the reconciliation of tax, of charges that save no tax", () => {
  const impaired = "EffectiveIncomeTaxRateReconciliationNondeductibleExpenseImpairmentLosses";
  const own = "PhoneHardwareNondeductibleChargesAndValuationAllowance";
  const row = (name: string, value: string) =>
    `<${name} contextRef="c" unitRef="u">${value}</${name}>`;
  const readOf = (...rows: string[]) => {
    const named = open.replace("<xbrl ", '<xbrl xmlns:msft="http://www.microsoft.com/20150630" ');
    const known = { accession: "0001193125-15-272806", form: "10-K", filed: "2015-07-31" };
    const wanted = new Set([`us-gaap:${impaired}`, "us-gaap:Assets"]);
    const body = `${named}${parts}${row("us-gaap:Assets", "9")}${rows.join("")}</xbrl>`;
    const { facts } = parseInstance(Buffer.from(body), wanted, known);
    return facts.filter(({ tag }) => tag !== "Assets").map(({ tag, value }) => [tag, value]);
  };
  const ownRow = row(`msft:EffectiveIncomeTaxRateReconciliation${own}`, "0.191");

  test("is read as the standard row", () => {
    expect(readOf(ownRow)).toEqual([[impaired, "0.191"]]);
    expect(readOf(row("msft:EffectiveIncomeTaxRateReconciliationForeign", "0.2"))).toEqual([]);
  });

  test("is left out beside the standard row, and where there are several", () => {
    const standard = row(`us-gaap:${impaired}`, "0.1");
    expect(readOf(ownRow, standard)).toEqual([[impaired, "0.1"]]);
    const other = row("msft:EffectiveIncomeTaxRateReconciliationGoodwill", "0.05");
    expect(readOf(ownRow, other)).toEqual([]);
  });
});
