import { describe, expect, test } from "vitest";
import { averageShare } from "#registry/models/estimates.ts";
import { extractFacts, type ModelFacts } from "#registry/models/inputs/facts.ts";
import { type FiledFact, withFiled } from "../../helpers/companies/filed-flows.ts";
import { makeFacts, makeSource, soundYear } from "../../helpers/companies/model-company.ts";
import { compute } from "../../helpers/companies/models.ts";

const million = 1_000_000;

/** The year 2025 of Kimberly-Clark, as 2023: the report that states revenue states the flows of the business held for sale. */
const kimberlyClark = (filed: readonly FiledFact[]) => {
  const year = {
    ...soundYear(16_447 * million),
    operating_income: 2_351 * million,
    depreciation_and_amortization: 805 * million,
    capital_expenditure: 1_138 * million,
  };
  const source = makeSource({ years: { 2023: year } });
  const accession = source.facts.find(({ tag }) => tag === "Tag_revenue")?.accession ?? "";
  const { facts, ...others } = withFiled(
    source,
    filed.map((one) => ({ ...one, value: one.value * million })),
  );
  const own = new Set(source.facts);
  return extractFacts({
    ...others,
    facts: facts.map((fact) => (own.has(fact) ? fact : { ...fact, accession })),
  });
};

describe("flows of a discontinued business that the cash flow statement holds", () => {
  const depreciation = { tag: "DepreciationAndAmortizationDiscontinuedOperations", value: 68 };
  const capex = { tag: "CapitalExpenditureDiscontinuedOperations", value: 118 };
  const read = (filed: readonly FiledFact[]) => {
    const facts = kimberlyClark(filed);
    return {
      depreciation: (facts.year.depreciation_amortization?.value ?? 0) / million,
      note: facts.year.depreciation_amortization?.note,
      capex: averageShare(facts.yearsInRow, "capital_expenditures").median,
      printed: (facts.years[0]?.values.capital_expenditures ?? 0) / million,
    };
  };
  const whole = { depreciation: 805, capex: 1_138 / 16_447, printed: 1_138 };

  test("are taken off depreciation and off the share of capital expenditures in revenue", () => {
    const of = read([depreciation, capex]);
    expect(of).toMatchObject({ depreciation: 737, capex: 1_020 / 16_447 });
    expect(of.note).toContain("without 68,000,000 of the discontinued business");
    // Free cash flow of the historical table is of operating cash flow that holds the business, too.
    expect(of.printed).toBe(1_138);
  });

  test("are taken off under the other element of them: Johnson & Johnson's 383", () => {
    const tag = "DisposalGroupIncludingDiscontinuedOperationDepreciationAndAmortization";
    expect(read([{ tag, value: 383 }])).toMatchObject({ depreciation: 805 - 383 });
  });

  test("are not where the statement has rows of that business apart", () => {
    const row = {
      tag: "CashProvidedByUsedInOperatingActivitiesDiscontinuedOperations",
      value: 400,
    };
    expect(read([depreciation, capex, row])).toMatchObject(whole);
    expect(read([])).toMatchObject(whole);
  });

  test("are not where depreciation and amortization filed apart are the line", () => {
    const parts = [
      { tag: "Depreciation", value: 803 },
      { tag: "AmortizationOfIntangibleAssets", value: 2 },
    ];
    expect(read([depreciation, ...parts])).toMatchObject(whole);
  });

  test("are not where revenue is of reports before, which hold the business", () => {
    const source = makeSource();
    const facts = extractFacts(
      withFiled(source, [
        { ...depreciation, value: 68 * million, start: "2022-01-01", end: "2022-12-31" },
        { ...capex, value: 118 * million, start: "2022-01-01", end: "2022-12-31" },
      ]),
    );
    const [before] = facts.years.slice(-2);
    expect(before?.values.depreciation_amortization).toBe(360 * million);
    expect(before?.discontinuedCapex).toBe(0);
  });
});

test("the return on equity is of income without discontinued operations (Johnson & Johnson 2023, 13,326 of 35,153)", () => {
  const equity = { stockholders_equity: 76_804 * million };
  const income = { net_income: 35_153 * million };
  const years = {
    2022: { ...soundYear(79_990 * million), ...equity },
    2023: { ...soundYear(85_159 * million), ...equity, ...income },
  };
  const given = { tag: "IncomeLossFromDiscontinuedOperationsNetOfTax", value: 21_827 * million };
  const returnOf = (filed: readonly FiledFact[]) => {
    const facts = extractFacts(withFiled(makeSource({ years }), filed));
    return compute(facts, "excess_return").assumptions.find(({ key }) => key === "return_on_equity")
      ?.value;
  };
  expect(returnOf([given])).toBeCloseTo(13_326 / 76_804, 6);
  // Without it the whole is held at 40 %.
  expect(returnOf([])).toBe(0.4);
});

describe("free cash flow of history is of one scope", () => {
  const parted = "NetCashProvidedByUsedInOperatingActivitiesContinuingOperations";
  /** Honeywell 2024: the report that states capital expenditures of 871 states both operating cash flows. */
  const honeywell = (filed: readonly FiledFact[], accession?: string) => {
    const flows = { operating_cash_flow: 6_097 * million, capital_expenditure: 871 * million };
    const source = makeSource({ years: { 2023: { ...soundYear(34_717 * million), ...flows } } });
    const report = source.facts.find(({ tag }) => tag === "Tag_revenue")?.accession ?? "";
    const { facts, ...others } = withFiled(
      source,
      filed.map((one) => ({ ...one, value: one.value * million })),
    );
    const own = new Set(source.facts);
    const dated = facts.map((fact) =>
      own.has(fact) ? fact : { ...fact, accession: accession ?? report },
    );
    const result = compute(extractFacts({ ...others, facts: dated }), "historical_cash_flow");
    const { values, flags } = result.historicals?.at(-1) ?? {};
    const free = values?.free_cash_flow ?? null;
    return [free === null ? null : free / million, flags?.free_cash_flow ?? null];
  };

  test("of the business that goes on, where the report parts it", () => {
    expect(honeywell([{ tag: parted, value: 5_112 }])).toEqual([4_241, ["scope:continuing"]]);
  });

  test("of all, where no report parts it or another one does", () => {
    expect(honeywell([])).toEqual([5_226, null]);
    expect(honeywell([{ tag: parted, value: 5_112 }], "0000000000-99-000001")).toEqual([
      ...[5_226, null],
    ]);
  });
});

describe("earnings of twelve months that hold a discontinued result", () => {
  // Google to 2014-06-30, in millions: the year without one business, the part of 2014 without two.
  const quoted = (value: number) => ({ value: value * million, provenance: null });
  const discontinued = (value: number, span: string) => ({
    ...{ label: `result of discontinued operations${span}`, value: value * million },
    ...{ isTaxed: false, isOperating: false, quoted: quoted(-value) },
  });
  const charges = (all: ReturnType<typeof discontinued>[]) => ({
    ...{ charges: all, total: 0, notDeducted: [] },
  });
  const sound = makeFacts();
  const google = (revenue: number | null): ModelFacts => ({
    ...sound,
    trailing: {
      ...{ revenue: revenue === null ? null : quoted(revenue), net_income: quoted(13_220) },
      net_income_common: null,
    },
    year: { ...sound.year, net_income: quoted(12_920), net_income_common: quoted(12_920) },
    charges: charges([
      discontinued(266, ", year to date"),
      discontinued(-706, ", last fiscal year"),
      discontinued(272, ", less its part of a year earlier"),
    ]),
    yearCharges: charges([discontinued(-706, "")]),
  });
  const earned = (facts: ModelFacts) => {
    const { assumptions } = compute(facts, "pe_multiples");
    const [metric, charge] = ["base_metric", "one_off_charges"].map(
      (key) => assumptions.find((one) => one.key === key)?.value ?? 0,
    );
    return ((metric ?? 0) + (charge ?? 0)) / million;
  };

  test("are of the fiscal year where revenue of twelve months is of no scope: Google's 12,214, not 13,052", () => {
    expect(earned(google(null))).toBe(12_920 - 706);
    expect(earned(google(62_000))).toBe(13_220 + 266 - 706 + 272);
  });
});

/** Depreciation of 2023 in millions, with rows that statements print under lines of their own. */
function wearOf(
  {
    template,
    line,
    discontinued = 0,
  }: { template: "reit" | "industrial"; line: number; discontinued?: number },
  key: string,
  [element, value]: readonly [string, number],
) {
  const year = {
    ...soundYear(1_000 * million),
    income_discontinued: discontinued * million,
    depreciation_and_amortization: line * million,
  };
  const made = makeSource({ template, years: { 2023: year } });
  const renamed = made.facts.map((one) =>
    one.tag === "Tag_depreciation_and_amortization"
      ? { ...one, taxonomy: "us-gaap", tag: "DepreciationDepletionAndAmortization" }
      : one,
  );
  const [taxonomy = "", tag = ""] = element.split(":");
  const filed = { ...{ taxonomy, tag }, value: value * million };
  const source = withFiled({ ...made, facts: renamed }, [filed]);
  const row = [1, element, String(filed.value), source.facts.length - 1] as const;
  const lines = { [key]: { value: String(filed.value), lineage: ["sum_of_tags", row] } };
  const periods = source.periods.map((one) => ({ ...one, lines: { ...one.lines, ...lines } }));
  const facts = extractFacts({ ...source, periods } as typeof source);
  return (facts.year.depreciation_amortization?.value ?? 0) / million;
}

test("a trust's row of the income statement is without discontinued properties: Franklin Street's 36.472 of 39.627 (2010)", () => {
  const row = ["us-gaap:DepreciationAndAmortization", 36.472] as const;
  const of = (template: "reit" | "industrial", discontinued: number) =>
    wearOf({ template, line: 39.627, discontinued }, "remaining_costs_and_expenses", row);
  expect(of("reit", 4.197)).toBe(36.472);
  expect(of("reit", 0)).toBe(39.627);
  // Of other companies the row may be a part, as cost of revenue holds the rest.
  expect(of("industrial", 4.197)).toBe(39.627);
});

test("amortization of nuclear fuel stands beside the line: American Electric Power's 128.6 (2016)", () => {
  const of = (element: string) =>
    wearOf({ template: "industrial", line: 1_962.3 }, "remaining_operating_cash_flow", [
      element,
      128.6,
    ]);
  expect(of("aep:AmortizationOfNuclearFuel")).toBe(2_090.9);
  expect(of("aep:DeferralOfNuclearFuel")).toBe(1_962.3);
});
