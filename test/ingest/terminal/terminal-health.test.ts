import { describe, expect, test } from "vitest";
import { buildTerminal } from "#ingest/terminal/build-terminal.ts";
import { gradeOf } from "#ingest/terminal/financial-health.ts";
import { healthRules, healthSignalTexts } from "#ingest/terminal/health-rules.ts";
import { metricsByTemplate } from "#ingest/terminal/metric-definitions.ts";
import type { Fact } from "#schemas/shapes/companies/fact.ts";
import { templates } from "#schemas/shapes/companies/statement.ts";
import { apple, jpmorgan, tsmc } from "../../helpers/companies/terminal-companies.ts";
import {
  build,
  type Figures,
  input,
  period,
  writeLines,
} from "../../helpers/companies/terminal-parts.ts";

const healthOf = (make: () => Parameters<typeof buildTerminal>[0]) =>
  buildTerminal(make()).financialHealth;

const signalOf = (health: ReturnType<typeof healthOf>, key: string) => {
  const found = health.signals.find((one) => one.key === key);
  if (!found) throw new Error(`no signal ${key}`);
  return found;
};

/** A company with one fiscal year, and the year before when given. */
function company(figures: Figures, earlier?: Figures) {
  const facts: Fact[] = [];
  const filing = { accession: "0001731289-23-000013", form: "10-K", filed: "2023-02-23" };
  const now: [string, string] = ["2022-01-01", "2022-12-31"];
  const before: [string, string] = ["2021-01-01", "2021-12-31"];
  const periods = [period(2022, "FY", now, writeLines(facts, figures, now, filing), filing)];
  if (earlier) {
    periods.push(period(2021, "FY", before, writeLines(facts, earlier, before, filing), filing));
  }
  return () => input({ build: build("0001731289", facts, periods) });
}

const usd = (value: number) => `us-gaap:Any ${value} USD`;

/** Nikola's fiscal 2022 and 2021: next to no revenue, heavy losses. */
const nikola = company(
  {
    revenue: usd(50825000),
    net_income: usd(-784238000),
    total_assets: usd(1236658000),
    stockholders_equity: usd(526479000),
    current_assets: usd(436926000),
    current_liabilities: usd(383590000),
    operating_cash_flow: usd(-576706000),
    free_cash_flow: usd(-757834000),
  },
  { revenue: usd(0), net_income: usd(-690438000), total_assets: usd(989819000) },
);

describe("financial health", () => {
  test("grades Apple by the figures it quotes [TRM-11] [TRM-12] [TRM-13]", () => {
    const health = healthOf(apple);
    expect(health).toMatchObject({
      state: "available",
      overallSignal: "good",
      headline: "Financially sound",
      explanation:
        "Strong: profitability, leverage, cash generation, earnings quality. To watch: growth, liquidity. Mean of 6 signals: 3.3 of 4.",
    });
    expect(signalOf(health, "profitability")).toEqual({
      key: "profitability",
      label: "Profitability",
      signal: "great",
      grade: "A",
      headline: "Highly profitable",
      explanation:
        "Net margin was 25.3% in the twelve months to 2023-09-30 (net income $97.00B, revenue $383.29B). Graded A: 15.0% or more.",
      metricKeys: ["net_margin", "net_income", "revenue"],
    });
    expect(health.signals.map(({ key, grade }) => [key, grade])).toEqual([
      ["profitability", "A"],
      ["growth", "C"],
      ["liquidity", "C"],
      ["leverage", "A"],
      ["cash_generation", "A"],
      ["earnings_quality", "A"],
    ]);
  });

  test("reads a bank by return on assets, capital and efficiency; liquidity does not apply [TRM-13]", () => {
    const health = healthOf(jpmorgan);
    expect(health.signals.map(({ key, signal, grade }) => [key, signal, grade])).toEqual([
      ["profitability", "great", "A"],
      ["growth", "great", "A"],
      ["liquidity", "unavailable", null],
      ["leverage", "good", "B"],
      ["cash_generation", "unavailable", null],
      ["earnings_quality", "unavailable", null],
      ["efficiency", "good", "B"],
    ]);
    expect(signalOf(health, "liquidity").explanation).toBe("Liquidity is not graded for banks.");
    expect(signalOf(health, "efficiency").explanation).toBe(
      "Efficiency ratio was 55.1% in fiscal 2023, ended 2023-12-31 (noninterest expense $87.17B, revenue $158.10B). Graded B: 65.0% or less.",
    );
  });

  test("metric keys name metrics of the payload, for every kind of company [TRM-14]", () => {
    for (const make of [apple, jpmorgan, tsmc, nikola]) {
      const { summary, financialHealth } = buildTerminal(make());
      const keys = new Set(summary.metrics.map(({ key }) => key));
      for (const { metricKeys } of financialHealth.signals) {
        for (const key of metricKeys) expect(keys).toContain(key);
      }
    }
  });

  test("a heavy loss is a risk and holds the overall signal down [TRM-12]", () => {
    const health = healthOf(nikola);
    expect(signalOf(health, "profitability")).toMatchObject({ grade: "F", signal: "risk" });
    expect(signalOf(health, "cash_generation").headline).toBe("Burning cash fast");
    expect(signalOf(health, "growth")).toMatchObject({ signal: "unavailable", grade: null });
    expect(health.overallSignal).toBe("risk");
  });

  test("one loss among strong signals is watch at best and says why [TRM-12]", () => {
    const health = healthOf(
      company(
        {
          revenue: usd(1000),
          net_income: usd(-10),
          operating_cash_flow: usd(400),
          free_cash_flow: usd(300),
          total_debt: usd(100),
          current_assets: usd(500),
          current_liabilities: usd(100),
          total_assets: usd(2000),
        },
        { revenue: usd(700), net_income: usd(5), total_assets: usd(2000) },
      ),
    );
    expect(health.overallSignal).toBe("watch");
    expect(health.explanation).toMatch(/Held at watch/);
    expect(signalOf(health, "earnings_quality").explanation).toBe(
      "No grade: net income is negative (-$10.00).",
    );
  });

  test("no debt at all is graded, unknown debt falls back to the equity cushion [TRM-13]", () => {
    const figures = {
      revenue: usd(100),
      net_income: usd(10),
      operating_cash_flow: usd(12),
      total_assets: usd(100),
      stockholders_equity: usd(50),
    };
    const debtFree = healthOf(company({ ...figures, total_debt: usd(0) }));
    expect(signalOf(debtFree, "leverage")).toMatchObject({
      grade: "A",
      headline: "No debt",
      explanation: "Operating cash flow to debt: total debt is zero. Graded A.",
    });
    const unknown = healthOf(company(figures));
    expect(signalOf(unknown, "leverage")).toMatchObject({
      grade: "B",
      metricKeys: ["equity_to_assets", "stockholders_equity", "total_assets"],
    });
  });

  test("with too little data there is no overall signal, and it says what is missing [TRM-12] [TRM-32]", () => {
    const health = healthOf(company({ total_assets: usd(100), stockholders_equity: usd(50) }));
    expect(health).toMatchObject({
      state: "partial",
      overallSignal: "unavailable",
      explanation: "An overall signal needs 3 graded signals including profitability; 1 is graded.",
    });
    expect(signalOf(health, "profitability")).toMatchObject({ signal: "unavailable", grade: null });
    expect(signalOf(health, "liquidity").explanation).toBe(
      "No grade: current assets: not reported in the filings (not_reported).",
    );
  });
});

describe("the rule table", () => {
  test("reads only metrics that exist for its kinds of company, and known signals [TRM-14]", () => {
    const signals = new Set(healthSignalTexts.map(({ key }) => key));
    for (const rule of healthRules) {
      expect(signals).toContain(rule.signal);
      for (const template of rule.templates) {
        const keys = metricsByTemplate[template].map(({ key }) => key);
        expect(keys).toContain(rule.metric);
      }
    }
  });

  test("orders its cuts from A to D", () => {
    for (const { better, cuts } of healthRules) {
      const sorted = [...cuts].sort((a, b) => (better === "higher" ? b - a : a - b));
      expect(cuts).toEqual(sorted);
    }
  });

  test("a value on a cut has the better grade", () => {
    const higher = { better: "higher", cuts: [0.15, 0.05, 0, -0.1] } as const;
    expect([0.15, 0.1499, 0.05, 0, -0.0001, -0.1, -0.11].map((v) => gradeOf(higher, v))).toEqual([
      "A",
      "B",
      "B",
      "C",
      "D",
      "D",
      "F",
    ]);
    const lower = { better: "lower", cuts: [0.55, 0.65, 0.75, 0.9] } as const;
    expect([0.55, 0.56, 0.9, 0.91].map((v) => gradeOf(lower, v))).toEqual(["A", "B", "D", "F"]);
  });

  test("no metric key is twice in one kind of company [TRM-14]", () => {
    for (const template of templates) {
      const keys = metricsByTemplate[template].map(({ key }) => key);
      expect(new Set(keys).size).toBe(keys.length);
    }
  });
});
