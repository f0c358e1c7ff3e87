import { expect, test } from "vitest";
import { buildCompany } from "#ingest/build-company.ts";
import { withFaces } from "#ingest/faces/evidence/with-faces.ts";
import { type Row, reportOf } from "../faces/evidence/printed.ts";
import { annualFact, documentOf, inputOf, line, registry } from "../standardization/company.ts";

const filing = { accession: "0001193125-10-103360", form: "10-K", filed: "2010-02-26" };
const year = { start: "2009-01-01", end: "2009-12-31", fy: 2009, fp: "FY", ...filing };
const instant = { ...year, start: null };

const fact = (tag: string, value: number) => annualFact(tag, String(value), year);

/** What makes a REIT of the company, and its income of Ventas 2009, in thousands. */
const landlord = [
  annualFact("RealEstateInvestmentPropertyNet", "5000000", instant),
  annualFact("Assets", "5616245", instant),
  fact("RealEstateRevenueNet", 500000),
  fact("Revenues", 936149),
  fact("NetIncomeLoss", 266495),
  fact("DepreciationDepletionAndAmortization", 201258),
];

const row = (tag: string, label: string, value: number, over: Partial<Row> = {}): Row => ({
  ...{ tag, label, balance: "credit", values: [value], ...over },
});

/** The operating part of a cash flow statement with these rows of gains. */
const printed = (gains: Row[], total: number) =>
  reportOf(filing.accession, filing.form, [
    {
      kind: "cash_flow",
      columns: ["2009-01-01|2009-12-31", "2008-01-01|2008-12-31"],
      rows: [
        row("us-gaap:NetIncomeLoss", "Net income", 266495),
        row(
          "us-gaap:DepreciationDepletionAndAmortization",
          "Depreciation and amortization",
          201258,
          {
            balance: "debit",
          },
        ),
        ...gains,
        row(
          "us-gaap:NetCashProvidedByUsedInOperatingActivities",
          "Net cash from operating activities",
          total,
          {
            balance: "debit",
          },
        ),
      ],
    },
  ]);

function linesOf(facts: ReturnType<typeof fact>[], gains: Row[] | null, total = 0) {
  const input = inputOf([documentOf([...landlord, ...facts])]);
  const reports = gains ? [{ report: printed(gains, total), filed: filing.filed }] : [];
  const company = buildCompany(withFaces(input, reports, registry), registry);
  return {
    gain: line(company, "2009FY", "gain_on_sale_of_property"),
    funds: line(company, "2009FY", "funds_from_operations"),
  };
}

const isNegated = true as const;

test("funds from operations take off the gain that a label tells, whatever its element", () => {
  const sale = row(
    "us-gaap:GainLossOnSaleOfOtherAssets",
    "Gain on sale of real estate assets",
    67305,
    {
      isNegated,
    },
  );
  const { gain, funds } = linesOf([fact("GainLossOnSaleOfOtherAssets", 67305)], [sale], 400448);
  expect(gain.value).toBe("67305");
  expect(funds.value).toBe("400448");
});

test("a gain filed as a loss has the sign that the statement prints, with a total that tells it and without one", () => {
  const sale = row("us-gaap:GainLossOnSaleOfProperties", "Gain on sale of real estate", -50291);
  const facts = [fact("GainLossOnSaleOfProperties", -50291)];
  for (const total of [417462, 999999]) {
    const { gain, funds } = linesOf(facts, [sale], total);
    expect(gain).toMatchObject({ value: "50291", flags: ["sign_corrected"] });
    expect(funds.value).toBe("417462");
  }
});

test("gains of several rows add up; those on debt and securities are none of them", () => {
  const rows = [
    row("extension:GainsA", "Gains on dispositions of properties", 8000, { isNegated }),
    row("extension:GainsB", "Gain on sale of operating properties", 2252, { isNegated }),
    row("extension:GainsC", "Gain on sale of marketable securities", 100, { isNegated }),
    row("extension:GainsD", "Gain on extinguishment of debt", 200, { isNegated }),
  ];
  const { gain, funds } = linesOf([], rows, 457201);
  expect(gain.value).toBe("10252");
  expect(funds.value).toBe("457501");
});

test("without a gain in the printed statement there is none; without a statement nothing says so", () => {
  expect(linesOf([], [], 467753).funds).toMatchObject({
    value: "467753",
    rules: ["printed-silence"],
  });
  expect(linesOf([], null).funds).toMatchObject({ value: null, reason: "not_reported" });
});

test("a row of gains that is printed and left blank is no gain: Franklin Street 2008 and 2010", () => {
  const blank = row("extension:GainOnSale", "Gain on sale of properties", 0, {
    ...{ isNegated, values: [null, 10_500] },
  });
  expect(linesOf([], [blank], 467753).funds).toMatchObject({
    value: "467753",
    rules: ["printed-silence"],
  });
});
