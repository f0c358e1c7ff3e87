import { expect, test } from "vitest";
import { extractFacts } from "#registry/models/inputs/facts.ts";
import type { SourceLine } from "#registry/models/inputs/source.ts";
import { wearLabel } from "#registry/printed-lines.ts";
import { withFiled } from "../../helpers/companies/filed-flows.ts";
import { makeSource, soundYear, withLines } from "../../helpers/companies/model-company.ts";

const million = 1_000_000;

/** A last year, 2023, with these facts in millions, and labels of their rows. */
function source(filed: Record<string, number>, labels: Record<string, string>) {
  const made = withFiled(
    makeSource({ years: withLines({ depreciation_and_amortization: null, depreciation: null }) }),
    Object.entries(filed).map(([tag, value]) => ({ tag, value: value * million })),
  );
  const indexOf = (tag: string) => made.facts.findIndex((fact) => fact.tag === tag);
  const told = Object.entries(labels).flatMap(([tag, label]) => {
    const own = wearLabel(tag, label);
    return own === null ? [] : [[`us-gaap:${tag}`, own]];
  });
  const accession = "0000000001-24-000001";
  const rowLabels = { [accession]: Object.fromEntries(told) };
  const last = made.periods.reduce((newest, one) => (one.end > newest.end ? one : newest));
  return { ...made, rowLabels, last, indexOf };
}

const wear = (made: ReturnType<typeof source>) =>
  Math.round(((extractFacts(made).year.depreciation_amortization?.value ?? 0) / million) * 1_000) /
  1_000;

test("a row of depreciation and amortization under the element of depreciation holds both: Spirit AeroSystems 2023", () => {
  const spirit = (label: string) => {
    const filed = { Depreciation: 315.6, AmortizationOfIntangibleAssets: 15.2 };
    const made = source(filed, { Depreciation: label });
    const operands = [
      [1, "depreciation", "315600000", made.indexOf("Depreciation")],
      [
        1,
        "amortization_of_intangibles",
        "15200000",
        made.indexOf("AmortizationOfIntangibleAssets"),
      ],
    ];
    made.last.lines.depreciation = { value: "315600000", lineage: made.indexOf("Depreciation") };
    made.last.lines.depreciation_and_amortization = {
      value: "330800000",
      lineage: ["derivation", ...operands],
    } as SourceLine;
    return wear(made);
  };
  expect(spirit("Depreciation and amortization expense")).toBe(315.6);
  expect(spirit("Depreciation")).toBe(330.8);
  // Lockheed Martin, Google and others print amortization of intangible assets in a separate row.
  expect(spirit("Depreciation and amortization of plant and equipment")).toBe(330.8);
});

test("a row that holds costs of debt gives way to that of the income statement: NGL Energy Partners, year to 2024-03-31", () => {
  const ngl = (label: string) => {
    const filed = {
      DepreciationDepletionAndAmortization: 282.731,
      DepreciationAndAmortization: 266.523,
    };
    const made = source(filed, { DepreciationDepletionAndAmortization: label });
    made.last.lines.depreciation_and_amortization = {
      value: "282731000",
      lineage: made.indexOf("DepreciationDepletionAndAmortization"),
    };
    made.last.lines.remaining_operating_income = {
      value: "-266523000",
      lineage: [
        "sign",
        [
          -1,
          "us-gaap:DepreciationAndAmortization",
          "266523000",
          made.indexOf("DepreciationAndAmortization"),
        ],
      ],
    };
    return wear(made);
  };
  expect(ngl("Depreciation and amortization, including amortization of debt issuance costs")).toBe(
    266.523,
  );
  expect(ngl("Depreciation and amortization")).toBe(282.731);
});

test("parts of notes are no whole of a quarter where they are none of the year: MiMedx, to 2026-03-31", () => {
  // In thousands; a row of cash flows of 1,617 and 3,203 stands under an element of discontinued operations.
  const months = (year: number) => ({ start: `${year}-01-01`, end: `${year}-03-31` });
  const parts = { 2025: [558, 99], 2026: [528, 301] } as const;
  const rowTag = "DepreciationAndAmortizationDiscontinuedOperations";
  const mimedx = (row: Record<2025 | 2026, number> | null) => {
    const made = makeSource({
      years: {
        2024: { ...soundYear(1_000), depreciation_and_amortization: 6_041 },
        2025: { ...soundYear(1_000), depreciation_and_amortization: 14_881 },
      },
      quarters: {
        "2025Q1": { revenue: 250, total_assets: 1_000, depreciation_and_amortization: 657 },
        "2026Q1": { revenue: 250, total_assets: 1_000, depreciation_and_amortization: 829 },
      },
      knownOn: "2026-05-01",
    });
    const ofYear = (year: number) => ({ start: `${year}-01-01`, end: `${year}-12-31` });
    const filed = withFiled(made, [
      { ...ofYear(2024), tag: "Depreciation", value: 2_279 },
      { ...ofYear(2024), tag: "AmortizationOfIntangibleAssets", value: 765 },
      { ...ofYear(2025), tag: "Depreciation", value: 2_264 },
      { ...ofYear(2025), tag: "AmortizationOfIntangibleAssets", value: 439 },
      ...([2025, 2026] as const).flatMap((year) => [
        { ...months(year), tag: "Depreciation", value: parts[year][0] },
        { ...months(year), tag: "AmortizationOfIntangibleAssets", value: parts[year][1] },
        ...(row === null ? [] : [{ ...months(year), tag: rowTag, value: row[year] }]),
      ]),
    ]);
    for (const period of filed.periods) {
      const line = period.lines.depreciation_and_amortization;
      if (line === undefined || period.fiscalPeriod === "FY") continue;
      const operands = ["Depreciation", "AmortizationOfIntangibleAssets"].map((tag) => {
        const index = filed.facts.findIndex((one) => one.tag === tag && one.end === period.end);
        return [1, tag, filed.facts[index]?.value ?? "", index] as const;
      });
      line.lineage = ["derivation", ...operands] as SourceLine["lineage"];
    }
    // Nothing but the parts is filed of a quarter.
    const isNone = ({ tag, end }: { tag: string; end: string }) =>
      tag === "Tag_depreciation_and_amortization" && end.endsWith("-03-31");
    const facts = filed.facts.map((one) => (isNone(one) ? { ...one, tag: "None" } : one));
    const told = extractFacts({ ...filed, facts });
    return told.trailing.depreciation_amortization?.value ?? null;
  };
  expect(mimedx({ 2025: 3_203, 2026: 1_617 })).toBe(14_881 + 1_617 - 3_203);
  expect(mimedx(null)).toBeNull();
});
