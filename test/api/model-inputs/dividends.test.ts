import { describe, expect, test } from "vitest";
import { extractFacts } from "#registry/models/inputs/facts.ts";
import type { ModelSource } from "#registry/models/inputs/source.ts";
import { preferredLabel } from "#registry/printed-lines.ts";
import { withFiled } from "../../helpers/companies/filed-flows.ts";
import { makeSource, soundYears, withLines } from "../../helpers/companies/model-company.ts";
import { compute } from "../../helpers/companies/models.ts";

const million = 1_000_000;
const assumed = (facts: ReturnType<typeof extractFacts>, key: string) =>
  compute(facts, "dividend_discount").assumptions.find((one) => one.key === key);

describe("dividends of common shares", () => {
  // Midland States Bancorp 2024 pays 27.072 million on common and 8.913 million on preferred stock.
  const lines = { dividends_paid: 35.985 * million, preferred_dividends: 8.913 * million };
  const paidAs = (tag: string, more: Record<string, number | null> = {}): ModelSource => {
    const source = makeSource({ years: withLines({ ...lines, ...more }) });
    const facts = source.facts.map((fact) =>
      fact.tag === "Tag_dividends_paid" ? { ...fact, tag } : fact,
    );
    return { ...source, facts };
  };

  test("are without those of preferred stock", () => {
    const facts = extractFacts(paidAs("PaymentsOfDividends"));
    expect(assumed(facts, "base_dividends")).toMatchObject({
      ...{ value: 27.072 * million, note: "without preferred dividends of 8,913,000" },
      provenance: { inputs: [{ value: 35.985 * million }, { value: 8.913 * million }] },
    });
    // 27.072 of net income of 1,600 million less nothing: the count of the model company.
    expect(facts.years.at(-1)?.preferredPaid).toBe(8.913 * million);
    expect(facts.years.at(-1)?.values.dividends_paid).toBe(35.985 * million);
  });

  test("are the line where it is of common shares, or there is no preferred stock", () => {
    const common = extractFacts(paidAs("PaymentsOfDividendsCommonStock"));
    expect(assumed(common, "base_dividends")?.value).toBe(35.985 * million);
    const none = extractFacts(paidAs("PaymentsOfDividends", { preferred_dividends: null }));
    expect(assumed(none, "base_dividends")?.value).toBe(35.985 * million);
  });

  test("are the row of common stock beside a total that is more: Freeport's 6 of 699 million of 2016", () => {
    const freeport = (paid: number) => {
      const all = { dividends_paid: 699 * million, preferred_dividends: null };
      const common = { tag: "PaymentsOfDividendsCommonStock", value: paid * million };
      return extractFacts(withFiled(paidAs("PaymentsOfDividends", all), [common]));
    };
    expect(assumed(freeport(6), "base_dividends")?.value).toBe(6 * million);
    expect(freeport(6).years.at(-1)?.preferredPaid).toBe(693 * million);
    expect(assumed(freeport(700), "base_dividends")?.value).toBe(699 * million);
  });

  test("are what the statement of equity has of them where it has those of preferred stock by class: Tsakos's 29.5 of 61.9 million of 2023", () => {
    const tsakos = (seriesF: number) => {
      const paid = paidAs("PaymentsOfDividends", {
        ...{ dividends_paid: 61.861 * million, preferred_dividends: 30.184 * million },
      });
      const classes = { B: 1.446, D: 3.907, E: 10.976, F: seriesF };
      const preferred = Object.entries(classes).map(([name, value]) => ({
        ...{ tag: "DividendsPreferredStock", value: value * million },
        dimensions: `us-gaap:StatementClassOfStockAxis=us-gaap:Series${name}PreferredStockMember`,
      }));
      const common = { tag: "DividendsCommonStockCash", value: 29.508 * million };
      return extractFacts(withFiled(paid, [common, ...preferred]));
    };
    expect(assumed(tsakos(16.024), "base_dividends")?.value).toBe(29.508 * million);
    expect(tsakos(16.024).years.at(-1)?.preferredPaid).toBe(32.353 * million);
    expect(assumed(tsakos(6), "base_dividends")?.value).toBe(31.677 * million);
  });

  test("are none where none were declared beside minorities: SunEdison 2014, 8.3 million of a subsidiary", () => {
    const sunEdison = (noncontrolling_interest: number | null) => {
      const lines = { dividends_paid: 8_300_000, preferred_dividends: null };
      const paid = paidAs("PaymentsOfDividends", { ...lines, noncontrolling_interest });
      return extractFacts(withFiled(paid, [{ tag: "DividendsCommonStockCash", value: 0 }]));
    };
    expect(assumed(sunEdison(1_600 * million), "base_dividends")?.value).toBe(0);
    expect(assumed(sunEdison(null), "base_dividends")?.value).toBe(8_300_000);
  });

  test("are none where every row is of preferred stock: Edible Garden 2023, NGL to 2024-03-31", () => {
    const tag = "PaymentsOfDividendsPreferredStockAndPreferenceStock";
    const edible = paidAs(tag, { dividends_paid: 4_000, preferred_dividends: null });
    expect(assumed(extractFacts(edible), "base_dividends")?.value).toBe(0);
    const ngl = (label: string) => {
      const element = "PaymentsOfCapitalDistribution";
      const made = paidAs(element, {
        ...{ dividends_paid: 178.299 * million, preferred_dividends: 139.644 * million },
      });
      const own = preferredLabel(element, label);
      const told = own === null ? {} : { [`us-gaap:${element}`]: own };
      const accessions = made.facts.map(({ accession }) => [accession, told]);
      return extractFacts({ ...made, rowLabels: Object.fromEntries(accessions) });
    };
    const alone = ngl("Distributions to preferred unitholders");
    expect(assumed(alone, "base_dividends")?.value).toBe(0);
    expect(alone.years.at(-1)?.preferredPaid).toBe(178.299 * million);
    // Public Storage's row.
    const all = ngl("Distributions paid to preferred shareholders, common shareholders");
    expect(assumed(all, "base_dividends")?.value).toBe(38.655 * million);
  });

  test("hold those of preferred stock that the diluted shares count as converted", () => {
    const converted = {
      ...{ tag: "IncrementalCommonSharesAttributableToConversionOfPreferredStock" },
      ...{ value: 71 * million, unit: "shares" },
    };
    const declared = [
      { tag: "DividendsCommonStockCash", value: 27.072 * million },
      { tag: "DividendsPreferredStock", value: 8.913 * million },
    ];
    const made = withFiled(paidAs("PaymentsOfDividends"), [converted, ...declared]);
    expect(assumed(extractFacts(made), "base_dividends")?.value).toBe(35.985 * million);
  });
});

describe("dividends of twelve months", () => {
  // Motorola paid 114 million in the first quarter of 2009 and nothing since; its report leaves the row blank.
  const motorola = (isSameReport: boolean): ModelSource => {
    const source = makeSource({
      years: { ...soundYears, 2023: { ...soundYears[2023], dividends_paid: 114 * million } },
      quarters: {
        "2023Q1": { revenue: 2e9, dividends_paid: 114 * million },
        "2024Q1": { revenue: 2e9, total_assets: 1e10, stockholders_equity: 5e9 },
      },
      knownOn: "2024-06-01",
    });
    const report = source.periods[0]?.filings[0]?.accessionNumber ?? "";
    const facts = source.facts.map((fact) =>
      isSameReport && fact.tag === "Tag_dividends_paid" && fact.end === "2023-03-31"
        ? { ...fact, accession: report, filed: "2024-05-04" }
        : fact,
    );
    return { ...source, facts };
  };

  test("are nothing where the newest report states them for the year before alone", () => {
    const facts = extractFacts(motorola(true));
    expect(facts.anchors?.balanceSheetDate).toBe("2024-03-31");
    expect(assumed(facts, "base_dividends")?.value).toBe(0);
    expect(compute(facts, "dividend_discount").stateReason?.code).toBe("metric_not_positive");
  });

  test("are those of the fiscal year where another report states the year before", () => {
    expect(assumed(extractFacts(motorola(false)), "base_dividends")?.value).toBe(114 * million);
  });
});
