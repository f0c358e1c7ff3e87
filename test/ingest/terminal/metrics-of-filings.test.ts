import { describe, expect, test } from "vitest";
import { comparableIn, figureAt } from "#ingest/terminal/figure-at.ts";
import { asNumber } from "#schemas/ratios.ts";
import { derivedMetrics, metricFigure } from "#schemas/screen-metrics.ts";
import { sampleBuild } from "../../helpers/companies/models.ts";

const [apple, nvidia, costco, kraftHeinz, jpmorgan, alphabet] = await Promise.all(
  ["0000320193", "0001045810", "0000909832", "0001637459", "0000019617", "0001652044"].map((cik) =>
    sampleBuild(cik),
  ),
);

/** Metrics of a fiscal year by their keys: a number, or the reason why there is none. */
function metricsOf(build: typeof apple, fiscalYear: number): Record<string, number | string> {
  if (build === undefined) throw new Error("no build");
  const years = build.periods.filter(({ fiscalPeriod }) => fiscalPeriod === "FY");
  const year = years.find((one) => one.fiscalYear === fiscalYear);
  if (year === undefined) throw new Error(`no year ${fiscalYear}`);
  const at = figureAt(comparableIn(build), year, years);
  return Object.fromEntries(
    derivedMetrics.map((metric) => {
      const { value, reason } = asNumber(metricFigure(metric, at));
      return [metric.key, value ?? reason];
    }),
  );
}

// In millions, as the 10-K of each year prints them; computed by hand from these alone.
describe("metrics of filed figures", () => {
  test("Apple, 10-K of fiscal 2023: accruals, cash cycle, cover, leverage, dilution", () => {
    const of = metricsOf(apple, 2023);
    // Net income 96,995; operating 110,543, investing 3,705; assets 352,583 and 352,755.
    expect(of.accruals).toBeCloseTo((96_995 - 110_543) / ((352_583 + 352_755) / 2), 12);
    expect(of.sloan_ratio).toBeCloseTo((96_995 - 110_543 - 3_705) / 352_583, 12);
    // Inventories 6,331, trade receivables 29,508, payables 62,611; net sales 383,285, cost of sales 214,137.
    expect(of.cash_conversion_cycle).toBeCloseTo(
      365 * (6_331 / 214_137 + 29_508 / 383_285 - 62_611 / 214_137),
      9,
    );
    // Operating income 114,301, interest expense 3,933.
    expect(of.interest_cover).toBeCloseTo(114_301 / 3_933, 12);
    // Debt 111,088, cash 29,965, EBITDA 114,301 + 11,519.
    expect(of.net_debt_to_ebitda).toBeCloseTo((111_088 - 61_555) / (114_301 + 11_519), 12);
    expect(of.dilution).toBeCloseTo(15_812_547 / 16_325_819 - 1, 12);
    expect(of.rule_of_40).toBeCloseTo(383_285 / 394_328 - 1 + (110_543 - 10_959) / 383_285, 12);
  });

  test("Apple, 10-K of fiscal 2023: scores", () => {
    const of = metricsOf(apple, 2023);
    // Profit, cash flow and cash above profit; less long-term debt, more liquidity (143,566 / 145,308 against
    // 135,405 / 153,982), fewer shares, higher margin (169,148 / 383,285 against 170,782 / 394,328). Return and
    // turnover fell: 96,995 / 352,755 against 99,803 / 351,002, and 383,285 / 352,755 against 394,328 / 351,002.
    expect(of.piotroski_f).toBe(7);
    expect(of.altman_z_double_prime).toBeCloseTo(
      (6.56 * (143_566 - 145_308) + 3.26 * -214 + 6.72 * 114_301) / 352_583 +
        (1.05 * 62_146) / 290_437,
      10,
    );
    const soft = (current: number, plant: number, assets: number) => 1 - (current + plant) / assets;
    const m =
      -4.84 +
      (0.92 * (29_508 / 383_285)) / (28_184 / 394_328) +
      (0.528 * (170_782 / 394_328)) / (169_148 / 383_285) +
      (0.404 * soft(143_566, 43_715, 352_583)) / soft(135_405, 42_117, 352_755) +
      (0.892 * 383_285) / 394_328 +
      (0.115 * (8_700 / (8_700 + 42_117))) / (8_500 / (8_500 + 43_715)) -
      (0.172 * (24_932 / 383_285)) / (25_094 / 394_328) +
      (4.679 * (96_995 - 110_543)) / 352_583 -
      (0.327 * ((145_308 + 95_281) / 352_583)) / ((153_982 + 98_959) / 352_755);
    expect(of.beneish_m).toBeCloseTo(m, 10);
    expect(m).toBeLessThan(-1.78);
  });

  test("Apple, 10-Ks of fiscal 2019 to 2023: reinvestment and incremental return", () => {
    const of = metricsOf(apple, 2023);
    const profit = 114_301 - 16_741;
    // Working capital less cash, securities and debt due: 2023 and 2022.
    const capital = (current: number, cash: number, due: number, debt: number) =>
      current - cash - due + debt;
    const grown =
      capital(143_566, 61_555, 145_308, 15_807) - capital(135_405, 48_304, 153_982, 21_110);
    expect(of.reinvestment_rate).toBeCloseTo((10_959 - 11_519 + grown) / profit, 10);
    // Operating income less tax of 2020: 66,288 - 9,680. Debt, equity, cash and securities of 2022 and 2019.
    const invested = 120_069 + 50_672 - 23_646 - 24_658 - (108_047 + 90_488 - 48_844 - 51_713);
    expect(of.incremental_roic).toBeCloseTo((profit - (66_288 - 9_680)) / invested, 10);
  });

  test("NVIDIA, 10-K of fiscal 2025: a growing company, over a split of ten for one", () => {
    const of = metricsOf(nvidia, 2025);
    expect(of.rule_of_40).toBeCloseTo(130_497 / 60_922 - 1 + (64_089 - 3_236) / 130_497, 12);
    // 24,804 million diluted shares against 2,494 million before the split, 24,940 after it.
    expect(of.dilution).toBeCloseTo(24_804 / 24_940 - 1, 12);
    expect(of.interest_cover).toBeCloseTo(81_453 / 247, 12);
    expect(of.net_debt_to_ebitda).toBeCloseTo((8_463 - 43_210) / (81_453 + 1_864), 12);
    expect(of.cash_conversion_cycle).toBeCloseTo(
      365 * (10_080 / 32_639 + 23_065 / 130_497 - 6_310 / 32_639),
      9,
    );
    // All but one: cash from operations, 64,089, is less than net income, 72,880.
    expect(of.piotroski_f).toBe(8);
  });

  test("Costco, 10-K of fiscal 2024: weeks do not matter", () => {
    const of = metricsOf(costco, 2024);
    expect(of.sloan_ratio).toBeCloseTo((7_367 - 11_339 + 4_409) / 69_831, 12);
    expect(of.interest_cover).toBeCloseTo(9_285 / 169, 12);
    expect(of.accruals).toBeCloseTo((7_367 - 11_339) / ((69_831 + 68_994) / 2), 12);
  });

  test("NVIDIA, 10-Ks of fiscal 2021 and 2025: return on capital without cash and securities", () => {
    // Operating income and tax; debt, equity, cash of 847 and 8,589, marketable securities of 10,714 and 34,621.
    const capital = [6_963 + 16_893 - 847 - 10_714, 8_463 + 79_327 - 8_589 - 34_621] as const;
    expect(metricsOf(nvidia, 2021).roic).toBeCloseTo((4_532 - 77) / capital[0], 12);
    expect(metricsOf(nvidia, 2025).roic).toBeCloseTo((81_453 - 11_146) / capital[1], 12);
    // The balance sheet of fiscal 2026 holds securities that no tag at hand states.
    expect(metricsOf(nvidia, 2026).roic).toBe("not_reported");
  });

  test("Kraft Heinz, 10-K of fiscal 2023: much debt", () => {
    const of = metricsOf(kraftHeinz, 2023);
    expect(of.interest_cover).toBeCloseTo(4_572 / 912, 12);
    expect(of.net_debt_to_ebitda).toBeCloseTo((20_032 - 1_400) / (4_572 + 961), 12);
  });

  test("JPMorgan Chase, 10-K of 2025: the metrics of a bank, and none of others", () => {
    const of = metricsOf(jpmorgan, 2025);
    expect(of.loans_to_deposits).toBeCloseTo(1_467_664 / 2_559_320, 12);
    expect(of.net_interest_margin).toBeCloseTo(95_443 / ((4_424_900 + 4_002_814) / 2), 12);
    expect(of.efficiency_ratio).toBeCloseTo(95_640 / 182_447, 12);
    const foreign = ["altman_z_double_prime", "piotroski_f", "beneish_m", "cash_conversion_cycle"];
    for (const key of [...foreign, "interest_cover", "combined_ratio", "rule_of_40"]) {
      expect([key, of[key]]).toEqual([key, "not_applicable_template"]);
    }
    expect(metricsOf(apple, 2023)).toMatchObject({
      loans_to_deposits: "not_applicable_template",
      net_interest_margin: "not_applicable_template",
      efficiency_ratio: "not_applicable_template",
      combined_ratio: "not_applicable_template",
    });
  });

  test("Alphabet, fiscal 2023: no cash cycle without inventories, and no years that are not there", () => {
    expect(metricsOf(alphabet, 2023).cash_conversion_cycle).toBe("not_reported");
    expect(metricsOf(apple, 2017)).toMatchObject({
      dilution: "no_period",
      piotroski_f: "no_period",
    });
  });
});
