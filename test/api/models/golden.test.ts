import { describe, expect, test } from "vitest";
import { computeDcf, type DcfInputs } from "#registry/models/dcf/dcf.ts";
import { fiscalCalendar } from "#registry/models/inputs/fiscal-calendar.ts";
import { computeReported as compute, goldenApple } from "../../helpers/companies/models.ts";

// models.md prints 133.1830; forty-digit arithmetic on the same inputs gives 133.182921.
const upliftedHigh = 133.1829;

const apple = await goldenApple();
const fair = (key: string, body?: object) => {
  const { low, mid, high } = compute(apple, key, body).valuationRange?.fairValuePerShare ?? {};
  return [low, mid, high];
};
const rounded = (values: readonly (number | null | undefined)[], digits: number) =>
  values.map((value) => (value == null ? value : Number(value.toFixed(digits))));
const millions = (values: readonly (number | null | undefined)[]) =>
  values.map((value) => (value == null ? value : Number((value / 1e6).toFixed(1))));
const percents = (values: readonly (number | null | undefined)[], digits = 4) =>
  values.map((value) => (value == null ? value : Number((value * 100).toFixed(digits))));
const triple = (
  of: { low: number | null; mid: number | null; high: number | null } | undefined,
) => [of?.low, of?.mid, of?.high];
const assumed = (key: string, template = "terminal_growth") =>
  compute(apple, template).assumptions.find((one) => one.key === key)?.value;

describe("Apple as filed on or before 2023-11-03 (models.md 13.1)", () => {
  test("facts are those of the filings [MOD-09] [MOD-13]", () => {
    expect(apple.anchors).toEqual({
      fiscalYear: 2023,
      yearEnd: "2023-09-30",
      nextYearEnd: "2024-09-30",
      balanceSheetDate: "2023-09-30",
      currency: "USD",
      isAnnualReportMissing: false,
      hasFiscalYearChange: false,
    });
    expect(apple.shares?.value).toBe(15_620_237_151);
    expect(apple.publicFloat?.value).toBe(2_591_165_000_000);
    expect(apple.averageDebt?.value).toBe(115_578_500_000);
    expect(compute(apple, "terminal_growth").valuation.netDebt).toBe(-51_011_000_000);
    expect(
      apple.years
        .slice(-6)
        .map(({ values }) => [
          values.revenue,
          values.operating_income,
          values.income_before_tax,
          values.income_tax_expense,
          values.depreciation_amortization,
          values.capital_expenditures,
          values.property_plant_equipment_net,
        ]),
    ).toEqual(
      [
        [265_595, 70_898, 72_903, 13_372, 10_903, 13_313, 41_304],
        [260_174, 63_930, 65_737, 10_481, 12_547, 10_495, 37_378],
        [274_515, 66_288, 67_091, 9_680, 11_056, 7_309, 36_766],
        [365_817, 108_949, 109_207, 14_527, 11_284, 11_085, 39_440],
        [394_328, 119_437, 119_103, 19_300, 11_104, 10_708, 42_117],
        [383_285, 114_301, 113_736, 16_741, 11_519, 10_959, 43_715],
      ].map((row) => row.map((value) => value * 1e6)),
    );
  });

  test("working capital is built up at quarter ends over twelve-month revenue [MOD-38]", () => {
    const history = compute(apple, "terminal_growth").dcfDetail?.history;
    const rows = history?.quarterlyNwc ?? [];
    expect(rows).toHaveLength(8);
    expect(
      rows
        .slice(-4)
        .map((row) => [
          row.periodEnd,
          ...millions([
            row.operatingCurrentAssets,
            row.operatingCurrentLiabilities,
            row.netWorkingCapital,
            row.ltmRevenue,
          ]),
          ...percents([row.nwcPctLtmRevenue], 3),
        ]),
    ).toEqual([
      ["2022-12-31", 77_422, 125_803, -48_381, 387_537, -12.484],
      ["2023-04-01", 57_041, 107_501, -50_460, 385_095, -13.103],
      ["2023-07-01", 60_177, 113_754, -53_577, 383_933, -13.955],
      ["2023-09-30", 82_011, 129_501, -47_490, 383_285, -12.39],
    ]);
    expect(percents([history?.averageUsed])).toEqual([-12.9831]);
    expect(percents(history?.annual.map((row) => row.capexPctRevenue) ?? [])).toEqual([
      4.0338, 2.6625, 3.0302, 2.7155, 2.8592,
    ]);
    expect(percents(history?.annual.map((row) => row.daPctRevenue) ?? [])).toEqual([
      4.8225, 4.0275, 3.0846, 2.8159, 3.0053,
    ]);
    expect(history?.fiscalYtd).toBeNull();
    expect(percents([history?.fiveYearAverage.capexPctRevenue])).toEqual([3.0603]);
    expect(percents([history?.fiveYearAverage.daPctRevenue])).toEqual([3.5512]);
  });

  test("seeds are estimates from those facts, rounded before use [MOD-13] [MOD-14]", () => {
    expect(assumed("initial_revenue_growth")).toBe(0.076119);
    expect(assumed("ebitda_margin")).toBe(0.328267);
    expect(assumed("tax_rate")).toBe(0.14784);
    expect(assumed("capex_pct_revenue")).toBe(0.030603);
    expect(assumed("da_pct_revenue")).toBe(0.035512);
    expect(assumed("nwc_pct_revenue")).toBe(-0.129831);
    expect(assumed("exit_multiple", "ebitda_exit")).toBe(15);
    expect(assumed("exit_multiple", "revenue_exit")).toBe(5);
  });

  test("WACC weighs equity at the public float [MOD-06] [MOD-21]", () => {
    const { rateResult, warnings } = compute(apple, "wacc");
    expect(rateResult?.beta).toBe(1.3676);
    expect(rateResult?.preTaxCostOfDebt).toBe(0.0395);
    expect(percents([rateResult?.costOfEquity, rateResult?.costOfDebtAfterTax])).toEqual([
      10.0495, 2.9625,
    ]);
    expect(rounded([rateResult?.weights.equity, rateResult?.weights.debt], 6)).toEqual([
      0.958891, 0.041109,
    ]);
    expect(rateResult?.wacc).toBe(0.097582);
    expect(rateResult?.weightBasis).toBe("public_float");
    expect(warnings.map(({ code }) => code)).toEqual([
      "cost_of_debt_floored",
      "public_float_proxy_used",
    ]);
    const note = compute(apple, "wacc").assumptions.find(
      ({ key }) => key === "pre_tax_cost_of_debt",
    )?.note;
    expect(note).toContain("3.40%");
  });

  test("the five-year projection matches line by line [MOD-16] [MOD-24] [MOD-27] [MOD-28]", () => {
    const detail = compute(apple, "terminal_growth").dcfDetail;
    const rows = detail?.projections ?? [];
    const line = (key: keyof (typeof rows)[number]) => millions(rows.map((row) => row[key]));
    expect(rows.map((row) => row.fiscalYear)).toEqual([2024, 2025, 2026, 2027, 2028]);
    expect(percents(detail?.drivers.revenue_growth.map(({ value }) => value) ?? [])).toEqual([
      7.6119, 6.3339, 5.056, 3.778, 2.5,
    ]);
    expect(line("revenue")).toEqual([412_460.3, 438_585.1, 460_760, 478_167.5, 490_121.7]);
    expect(line("ebitda")).toEqual([135_397.1, 143_973, 151_252.3, 156_966.6, 160_890.8]);
    expect(line("depreciationAmortization")).toEqual([
      14_647.3, 15_575, 16_362.5, 16_980.7, 17_405.2,
    ]);
    expect(line("ebit")).toEqual([120_749.8, 128_398, 134_889.8, 139_985.9, 143_485.6]);
    expect(line("proFormaTaxes")).toEqual([17_851.7, 18_982.4, 19_942.1, 20_695.5, 21_212.9]);
    expect(line("nopat")).toEqual([102_898.2, 109_415.6, 114_947.7, 119_290.4, 122_272.7]);
    expect(line("capitalExpenditures")).toEqual([12_622.5, 13_422, 14_100.6, 14_633.4, 14_999.2]);
    expect(line("netWorkingCapital")).toEqual([-53_550.1, -56_941.9, -59_820.9, -62_081, -63_633]);
    expect(line("netWorkingCapitalInvestment")).toEqual([
      -3_787.9, -3_391.8, -2_879, -2_260, -1_552,
    ]);
    expect(line("freeCashFlow")).toEqual([108_710.8, 114_960.4, 120_088.5, 123_897.8, 126_230.7]);
  });

  test("periods, factors and present values match [MOD-29] [MOD-30] [MOD-31]", () => {
    const result = compute(apple, "terminal_growth");
    const { discounting, discountFactors } = result.dcfDetail ?? {};
    expect(discounting?.stubFraction).toBeCloseTo(1, 11);
    expect(discounting?.periods.map((one) => [one.periodStart, one.periodEnd])).toEqual([
      ["2023-09-30", "2024-09-30"],
      ["2024-09-30", "2025-09-30"],
      ["2025-09-30", "2026-09-30"],
      ["2026-09-30", "2027-09-30"],
      ["2027-09-30", "2028-09-30"],
    ]);
    expect(discounting?.periods.map((one) => one.midPeriodDate)).toEqual([
      "2024-03-31",
      "2025-03-31",
      "2026-03-31",
      "2027-03-31",
      "2028-03-31",
    ]);
    expect(discounting?.periods.map((one) => one.discountPeriod)).toEqual([
      0.5, 1.5, 2.5, 3.5, 4.5,
    ]);
    expect(discounting?.terminal).toEqual({ date: "2028-09-30", discountPeriod: 5 });
    expect(rounded(discountFactors?.mid.years ?? [], 6)).toEqual([
      0.954512, 0.86965, 0.792333, 0.721889, 0.657709,
    ]);
    expect(
      rounded(
        [
          discountFactors?.low.terminal,
          discountFactors?.mid.terminal,
          discountFactors?.high.terminal,
        ],
        6,
      ),
    ).toEqual([0.599958, 0.627791, 0.657188]);
    expect(millions(result.projections.map((one) => one.discountedPresentValue))).toEqual([
      103_765.8, 99_975.4, 95_150.1, 89_440.5, 83_023,
    ]);
  });

  test("terminal growth: enterprise value, equity and price in three scenarios [MOD-25] [MOD-26] [MOD-32] [MOD-34] [MOD-36]", () => {
    const { dcfDetail: detail } = compute(apple, "terminal_growth");
    const value = detail?.enterpriseValue;
    expect(detail?.scenarios).toEqual({
      low: { discountRate: 0.107582, terminalGrowth: 0.02, exitMultiple: null },
      mid: { discountRate: 0.097582, terminalGrowth: 0.025, exitMultiple: null },
      high: { discountRate: 0.087582, terminalGrowth: 0.03, exitMultiple: null },
    });
    expect(millions(triple(value?.sumOfPresentValues))).toEqual([461_286.3, 471_354.7, 481_817.4]);
    expect(millions(triple(value?.terminalValue))).toEqual([1_470_111.5, 1_782_624.6, 2_257_955.8]);
    expect(millions(triple(value?.presentValueOfTerminalValue))).toEqual([
      882_004.5, 1_119_115.8, 1_483_902.5,
    ]);
    expect(millions(triple(value?.enterpriseValue))).toEqual([
      1_343_290.8, 1_590_470.4, 1_965_719.9,
    ]);
    expect(rounded(triple(value?.impliedExitEbitdaMultiple), 2)).toEqual([9.14, 11.08, 14.03]);
    expect(millions(triple(detail?.equityWaterfall.equityValue))).toEqual([
      1_394_301.8, 1_641_481.4, 2_016_730.9,
    ]);
    expect(rounded(triple(detail?.summary.fairValuePerShare), 4)).toEqual([
      89.2625, 105.0868, 129.1101,
    ]);
    expect(rounded(triple(detail?.memo?.withMidYearUplift.fairValuePerShare), 4)).toEqual([
      92.2223,
      108.5011,
      upliftedHigh,
    ]);
    expect(
      percents([
        detail?.summary.forwardRevenueCagr,
        detail?.summary.averageEbitdaMargin,
        detail?.summary.unleveredFcfCagr,
      ]),
    ).toEqual([5.0404, 32.8267, 3.8062]);
  });

  test("EBITDA exit: values, price and implied growth [MOD-03] [MOD-25]", () => {
    const { dcfDetail: detail } = compute(apple, "ebitda_exit");
    const value = detail?.enterpriseValue;
    expect(detail?.scenarios.low).toEqual({
      discountRate: 0.107582,
      terminalGrowth: null,
      exitMultiple: 13.5,
    });
    expect(detail?.scenarios.high.exitMultiple).toBe(16.5);
    expect(millions(triple(value?.terminalValue))).toEqual([2_172_025.3, 2_413_361.5, 2_654_697.6]);
    expect(millions(triple(value?.presentValueOfTerminalValue))).toEqual([
      1_303_123.1, 1_515_086.7, 1_744_636.7,
    ]);
    expect(millions(triple(value?.enterpriseValue))).toEqual([
      1_764_409.3, 1_986_441.4, 2_226_454.1,
    ]);
    expect(rounded(fair("ebitda_exit"), 4)).toEqual([116.2223, 130.4367, 145.8022]);
    expect(percents(triple(value?.impliedPerpetuityGrowth), 3)).toEqual([4.675, 4.303, 3.821]);
  });

  test.each([
    ["dcf_5_year_revenue_exit", [117.51, 131.93, 147.53]],
    ["dcf_10_year_terminal_growth", [99.91, 116.37, 141.1]],
    ["dcf_10_year_ebitda_exit", [120.6, 136.72, 155.13]],
    ["dcf_10_year_revenue_exit", [121.59, 137.92, 156.58]],
    ["earnings_power_value", [59.85, 65.69, 72.88]],
  ])("%s matches in three scenarios [MOD-03] [MOD-07]", (key, expected) => {
    expect(rounded(fair(key), 2)).toEqual(expected);
  });

  test("earnings power: every line [MOD-07]", () => {
    const { earningsPower: power, valuation } = compute(apple, "epv");
    expect(assumed("normalised_ebit_margin", "epv")).toBe(0.277224);
    expect(assumed("maintenance_capex_pct_revenue", "epv")).toBe(0.02153);
    expect(rounded([power?.maintenance.propertyPerRevenue], 6)).toEqual([0.121254]);
    expect(millions(power?.maintenance.years.map((one) => one.maintenanceCapex) ?? [])).toEqual([
      10_495, 5_570.1, 14.3, 7_250.9, 10_959,
    ]);
    expect(
      millions([
        power?.normalisedEbit,
        power?.nopat,
        power?.maintenanceCapex,
        power?.depreciationAmortization,
        power?.adjustedEarnings,
        valuation.enterpriseValue,
        power?.operatingCash,
        power?.excessCash,
        valuation.netDebt,
        valuation.equityValue,
      ]),
    ).toEqual([
      106_255.8, 90_546.9, 8_252.1, 13_611.2, 95_906, 982_825.1, 7_665.7, 154_433.3, -43_345.3,
      1_026_170.4,
    ]);
    expect(valuation.terminalValue).toBeNull();
  });

  test.each([
    ["ev_revenue_multiples", 6.6, 165.21],
    ["ev_ebitda_multiples", 25, 204.64],
    ["ev_ebit_multiples", 29.4, 218.4],
    ["pe_multiples", 35, 217.34],
    ["pb_multiples", 10, 39.79],
    ["ps_multiples", 6.4, 157.04],
  ])("%s at %f, and a tenth less and more [MOD-05]", (key, multiple, price) => {
    expect(assumed("multiple", key)).toBe(multiple);
    const { valuation, valuationRange: range } = compute(apple, key);
    expect(valuation.fairValuePerShare).toBeCloseTo(price, 2);
    const whole = ["ev_revenue_multiples", "ev_ebitda_multiples", "ev_ebit_multiples"].includes(key)
      ? range?.enterpriseValue
      : range?.equityValue;
    const edges = ["low", "high"].map((edge) => assumed(`multiple_${edge}`, key) ?? 0);
    expect(edges).toEqual([0.9, 1.1].map((factor) => Number((multiple * factor).toFixed(2))));
    const [low, high] = edges.map((edge) => ((whole?.mid ?? 0) * edge) / multiple);
    expect(whole?.low).toBeCloseTo(low ?? 0, -1);
    expect(whole?.high).toBeCloseTo(high ?? 0, -1);
  });
});

describe("overrides (models.md 13.4)", () => {
  const cases: [string, object, number[], string?][] = [
    ["discount_rate", { assumptions: { discount_rate: 0.085 } }, [103.4266, 126.101, 163.8348]],
    [
      "a pinned low edge",
      { assumptions: { discount_rate: 0.085, discount_rate_low: 0.08 } },
      [103.4266, 126.101, 147.9358],
    ],
    [
      "growth and margins by year",
      {
        drivers: {
          revenue_growth: { "2024": 0.1, "2025": 0.08 },
          ebitda_margin: { "2026": 0.3 },
        },
      },
      [91.9853, 108.4016, 133.3297],
    ],
    [
      "cell before scalar before seed",
      {
        assumptions: { tax_rate: 0.25, ebitda_margin: 0.31 },
        drivers: { ebitda_margin: { "2028": 0.28 } },
      },
      [69.3847, 81.1858, 99.0826],
    ],
    [
      "a scalar that moves the opening balance too",
      { assumptions: { nwc_pct_revenue: 0.05 } },
      [87.2989, 102.8471, 126.4544],
    ],
    [
      "a cell that does not",
      { drivers: { nwc_pct_revenue: { "2024": -0.1 } } },
      [89.1898, 105.02, 129.0493],
    ],
    [
      "the uplift",
      { assumptions: { terminal_mid_year_uplift: 1 } },
      [92.2223, 108.5011, upliftedHigh],
    ],
    [
      "a later valuation date",
      { assumptions: { valuation_date: 20231231 } },
      [89.7296, 105.7294, 130.0273],
    ],
    [
      "an exit multiple",
      { assumptions: { exit_multiple: 12 } },
      [99.5373, 111.0377, 123.4641],
      "ebitda_exit",
    ],
    [
      "an exit multiple with a pinned high edge",
      { assumptions: { exit_multiple: 12, exit_multiple_high: 13 } },
      [99.5373, 111.0377, 122.1102],
      "ebitda_exit",
    ],
  ];
  test.each(cases)("%s [MOD-10] [MOD-50] [MOD-52] [MOD-53]", (_name, body, expected, key) => {
    expect(rounded(fair(key ?? "terminal_growth", body), 4)).toEqual(expected);
  });

  test("a narrow spread shrinks the edges and is told [MOD-52]", () => {
    const body = { assumptions: { discount_rate: 0.05, terminal_growth: 0.04 } };
    const result = compute(apple, "terminal_growth", body);
    const scenarios = result.dcfDetail?.scenarios;
    expect(scenarios?.low).toMatchObject({ discountRate: 0.0525, terminalGrowth: 0.03875 });
    expect(scenarios?.high).toMatchObject({ discountRate: 0.0475, terminalGrowth: 0.04125 });
    expect(rounded(fair("terminal_growth", body), 2)).toEqual([509.37, 695.39, 1104.61]);
    const codes = result.warnings.map(({ code }) => code);
    expect(codes).toContain("thin_spread");
    expect(codes).toContain("terminal_growth_above_risk_free");
  });

  test("the stub is a part of the fiscal year", () => {
    const body = { assumptions: { valuation_date: 20231231 } };
    const result = compute(apple, "terminal_growth", body);
    expect(result.dcfDetail?.discounting?.stubFraction).toBeCloseTo(274 / 366, 11);
    expect(result.projections[0]?.periodFraction).toBeCloseTo(274 / 366, 11);
    expect(result.warnings.map(({ code }) => code)).toContain("valuation_date_after_balance_sheet");
  });
});

describe("round numbers (models.md 13.3)", () => {
  test("growth for ever may be paid for by new capital, at the discount rate by default", () => {
    const body = { assumptions: { terminal_reinvestment: 1, discount_rate: 0.1 } };
    const result = compute(apple, "terminal_growth", body);
    const last = result.dcfDetail?.projections.at(-1)?.nopat ?? Number.NaN;
    // Where new capital earns the discount rate, growth is worth nothing: next year's profit over the rate.
    const terminal = ((last * (1 + 0.025)) / 0.1).toPrecision(9);
    expect(result.valuation.terminalValue?.toPrecision(9)).toBe(terminal);
    const beside = compute(apple, "terminal_growth", { assumptions: { discount_rate: 0.1 } });
    expect(beside.dcfDetail?.memo?.withReinvestment.fairValuePerShare.mid).toBe(
      result.valuation.fairValuePerShare,
    );
    expect(beside.valuation.fairValuePerShare).not.toBe(result.valuation.fairValuePerShare);
    const little = { terminal_reinvestment: 1, return_on_new_capital: 0.02 };
    expect(() => compute(apple, "terminal_growth", { assumptions: little })).toThrow(
      "return_on_new_capital (2.00%) must be greater than terminal growth",
    );
  });

  const flat = (value: number) => Array.from({ length: 5 }, () => value);
  const inputs: DcfInputs = {
    method: "terminal_growth",
    calendar: fiscalCalendar(2023, "2023-12-31", 5),
    balanceSheetDate: "2023-12-31",
    valuationDate: "2023-12-31",
    baseRevenue: 1000,
    drivers: {
      revenue_growth: flat(0.05),
      ebitda_margin: flat(0.25),
      other_income: flat(0),
      capex_pct_revenue: flat(0.05),
      nwc_pct_revenue: flat(0.1),
      da_pct_revenue: flat(0.04),
      tax_rate: flat(0.25),
    },
    openingNwcPct: 0.1,
    discountRate: { low: 0.1, mid: 0.1, high: 0.1 },
    terminal: { low: 0.02, mid: 0.02, high: 0.02 },
    hasUplift: false,
    cash: 0,
    otherNonOperatingAssets: 0,
    totalDebt: 200,
    otherClaims: 0,
    shares: 100,
  };

  test("every step can be followed by hand [MOD-28] [MOD-35]", () => {
    const { rows, values, summary } = computeDcf(inputs);
    const [first] = rows;
    expect(first?.revenue).toBe(1050);
    expect(first?.ebitda).toBe(262.5);
    expect(first?.depreciationAmortization).toBe(42);
    expect(first?.ebit).toBe(220.5);
    expect(first?.proFormaTaxes).toBe(55.125);
    expect(first?.nopat).toBe(165.375);
    expect(first?.capitalExpenditures).toBe(52.5);
    expect(first?.netWorkingCapitalInvestment).toBeCloseTo(5, 10);
    expect(
      rounded(
        rows.map((row) => row.freeCashFlow),
        5,
      ),
    ).toEqual([149.875, 157.36875, 165.23719, 173.49905, 182.174]);
    expect(rounded([values.mid("sumOfPresentValues")], 4)).toEqual([652.4324]);
    expect(rounded([values.mid("terminalValue")], 4)).toEqual([2322.7185]);
    expect(rounded([values.mid("presentValueOfTerminalValue")], 4)).toEqual([1442.2254]);
    expect(rounded([values.mid("enterpriseValue")], 4)).toEqual([2094.6578]);
    expect(rounded([values.mid("fairValuePerShare")], 4)).toEqual([18.9466]);
    expect(summary("forwardRevenueCagr")).toBeCloseTo(0.05, 12);
  });

  test("an EBITDA exit at ten", () => {
    const ten = { low: 10, mid: 10, high: 10 };
    const { values } = computeDcf({ ...inputs, method: "ebitda_exit", terminal: ten });
    expect(rounded([values.mid("enterpriseValue")], 4)).toEqual([2633.6085]);
    expect(rounded([values.mid("fairValuePerShare")], 4)).toEqual([24.3361]);
  });
});
