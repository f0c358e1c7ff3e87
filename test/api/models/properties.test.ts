import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { rangeOf } from "#registry/models/answers/ranges.ts";
import { findTemplate, templates } from "#registry/models/catalogue.ts";
import { computeDcf, type DcfInputs, terminalMetric } from "#registry/models/dcf/dcf.ts";
import type { LineReader } from "#registry/models/formula/lines.ts";
import { fiscalCalendar } from "#registry/models/inputs/fiscal-calendar.ts";
import { OverrideError } from "#registry/models/overrides.ts";
import { type DriverName, driverNames } from "#schemas/shapes/models/dcf.ts";
import type { ModelResult } from "#schemas/shapes/models/result.ts";
import { compute, goldenApple } from "../../helpers/companies/models.ts";

const apple = await goldenApple();
const number = (min: number, max: number) => fc.double({ min, max, noNaN: true });

/** Normal inputs: positive flows, rates above growth. */
const inputs: fc.Arbitrary<DcfInputs> = fc
  .record({
    method: fc.constantFrom("terminal_growth", "ebitda_exit", "revenue_exit"),
    years: fc.constantFrom(5, 10),
    revenue: number(1e6, 1e12),
    growth: number(-0.05, 0.3),
    margin: number(0.15, 0.5),
    tax: number(0, 0.4),
    rate: number(0.05, 0.2),
    gap: number(0.02, 0.1),
    multiple: number(1, 30),
    cash: number(0, 1e11),
    debt: number(0, 1e11),
    shares: fc.option(number(1e6, 1e10)),
    stub: fc.integer({ min: 0, max: 364 }),
  })
  .map((of) => {
    const flat = (value: number) => Array.from({ length: of.years }, () => value);
    const g = of.rate - of.gap - 0.02;
    const valuation = new Date(Date.UTC(2023, 11, 31 + of.stub)).toISOString().slice(0, 10);
    return {
      method: of.method,
      calendar: fiscalCalendar(2023, "2023-12-31", of.years),
      balanceSheetDate: "2023-12-31",
      valuationDate: valuation,
      baseRevenue: of.revenue,
      drivers: {
        revenue_growth: flat(of.growth),
        ebitda_margin: flat(of.margin),
        other_income: flat(0),
        capex_pct_revenue: flat(0.03),
        nwc_pct_revenue: flat(0.02),
        da_pct_revenue: flat(0.03),
        tax_rate: flat(of.tax),
      },
      openingNwcPct: 0.02,
      discountRate: { low: of.rate - 0.005, mid: of.rate, high: of.rate + 0.01 },
      terminal:
        of.method === "terminal_growth"
          ? { low: g - 0.005, mid: g, high: g + 0.005 }
          : { low: of.multiple * 0.9, mid: of.multiple, high: of.multiple * 1.1 },
      hasUplift: false,
      cash: of.cash,
      otherNonOperatingAssets: 0,
      totalDebt: of.debt,
      otherClaims: 0,
      shares: of.shares,
    } satisfies DcfInputs;
  });

/** A line that has a value. */
function valued(read: LineReader, id: string): number {
  const value = read(id);
  if (value === null) throw new Error(`no ${id}`);
  return value;
}

const close = (a: number, b: number) =>
  Math.abs(a - b) <= 1e-9 * Math.max(1, Math.abs(a), Math.abs(b));

describe("a DCF of normal inputs", () => {
  test("low ≤ mid ≤ high, and factors fall [MOD-33]", () => {
    fc.assert(
      fc.property(inputs, (of) => {
        const { values, factors, rows } = computeDcf(of);
        fc.pre(rows.every(({ freeCashFlow }) => freeCashFlow > 0));
        const worth = (scenario: "low" | "mid" | "high") =>
          valued(values[scenario], "enterpriseValue");
        expect(worth("low")).toBeLessThanOrEqual(worth("mid"));
        expect(worth("mid")).toBeLessThanOrEqual(worth("high"));
        for (const { years, terminal } of Object.values(factors)) {
          for (const [k, factor] of [...years, terminal].entries()) {
            if (k > 0) expect(factor).toBeLessThan([...years, terminal][k - 1] ?? 0);
          }
        }
      }),
    );
  });

  test("enterprise value falls in the rate, rises in growth and multiple [MOD-33]", () => {
    fc.assert(
      fc.property(inputs, (of) => {
        const worth = (changed: Partial<DcfInputs>) =>
          valued(computeDcf({ ...of, ...changed }).values.mid, "enterpriseValue");
        fc.pre(computeDcf(of).rows.every(({ freeCashFlow }) => freeCashFlow > 0));
        const rate = { ...of.discountRate, mid: of.discountRate.mid + 0.01 };
        const terminal = { ...of.terminal, mid: of.terminal.mid + 0.001 };
        expect(worth({ discountRate: rate })).toBeLessThan(worth({}));
        expect(worth({ terminal })).toBeGreaterThan(worth({}));
      }),
    );
  });

  test("all money times k is the value times k", () => {
    fc.assert(
      fc.property(inputs, number(0.001, 1000), (of, k) => {
        const scaled = computeDcf({
          ...of,
          baseRevenue: of.baseRevenue * k,
          cash: of.cash * k,
          totalDebt: of.totalDebt * k,
        });
        const plain = computeDcf(of);
        for (const scenario of ["low", "mid", "high"] as const) {
          const [a, b] = [scaled.values[scenario], plain.values[scenario]];
          expect(close(valued(a, "enterpriseValue"), k * valued(b, "enterpriseValue"))).toBe(true);
        }
        const gross = of.cash + of.totalDebt;
        expect(Math.abs(scaled.netDebt - k * plain.netDebt)).toBeLessThanOrEqual(
          1e-9 * (1 + k * gross),
        );
      }),
    );
  });

  test("values add up, the terminal period is the last plus a half, the uplift is (1 + r)^½ [MOD-30] [MOD-31] [MOD-35]", () => {
    fc.assert(
      fc.property(inputs, (of) => {
        const { values, discounting, factors, rates, rows, netDebt } = computeDcf(of);
        const { periods, terminal, stubFraction } = discounting;
        expect(terminal.discountPeriod).toBe((periods.at(-1)?.discountPeriod ?? 0) + 0.5);
        expect(stubFraction).toBeGreaterThan(0);
        expect(stubFraction === 1).toBe(of.valuationDate === "2023-12-31");
        expect(netDebt).toBe(of.totalDebt - of.cash);
        for (const scenario of ["low", "mid", "high"] as const) {
          const value = values[scenario];
          const r = rates[scenario].discountRate;
          const present = periods.reduce(
            (total, one) => total + one.cashFlow / (1 + r) ** one.discountPeriod,
            0,
          );
          const worth = valued(value, "enterpriseValue");
          const closing = valued(value, "terminalValue") / (1 + r) ** terminal.discountPeriod;
          expect(close(worth, present + closing)).toBe(true);
          if (of.method !== "terminal_growth") continue;
          const half = factors[scenario].terminal * ((1 + r) ** 0.5 - 1);
          const uplift = valued(value, "terminalValue") * half;
          expect(close(valued(value, "withMidYearUplift") - worth, uplift)).toBe(true);
        }
        expect(terminalMetric(of.method, rows)).toBeGreaterThan(0);
      }),
    );
  });

  test("a level flow for ever is worth flow over rate, half a year early", () => {
    fc.assert(
      fc.property(number(0.05, 0.2), number(1e3, 1e9), (r, revenue) => {
        const flat = (value: number) => Array.from({ length: 5 }, () => value);
        const { values, rows } = computeDcf({
          ...{ method: "terminal_growth", calendar: fiscalCalendar(2023, "2023-12-31", 5) },
          ...{ balanceSheetDate: "2023-12-31", valuationDate: "2023-12-31", baseRevenue: revenue },
          drivers: {
            revenue_growth: flat(0),
            ebitda_margin: flat(0.3),
            other_income: flat(0),
            capex_pct_revenue: flat(0),
            nwc_pct_revenue: flat(0),
            da_pct_revenue: flat(0),
            tax_rate: flat(0),
          },
          openingNwcPct: 0,
          discountRate: { low: r, mid: r, high: r },
          terminal: { low: 0, mid: 0, high: 0 },
          hasUplift: true,
          ...{ cash: 0, otherNonOperatingAssets: 0, totalDebt: 0, otherClaims: 0, shares: 1 },
        });
        const flow = rows[0]?.freeCashFlow ?? 0;
        expect(close(valued(values.mid, "enterpriseValue"), (flow / r) * (1 + r) ** 0.5)).toBe(
          true,
        );
      }),
    );
  });
});

/** What a caller sees and may post back; derived edges follow by themselves. */
function shown({ assumptions }: ModelResult): Record<string, number> {
  return Object.fromEntries(
    assumptions.flatMap(({ key, value, editable }) =>
      editable && value !== null && !/_(low|high)$/.test(key) ? [[key, value]] : [],
    ),
  );
}

describe("posting back what was displayed", () => {
  test.each(templates.map(({ key }) => [key]))(
    "%s: an empty body is the default; displayed values reproduce it to the last digit [MOD-11] [MOD-15] [MOD-63]",
    (key) => {
      const standard = compute(apple, key);
      expect(compute(apple, key, {})).toEqual(standard);
      expect(JSON.stringify(compute(apple, key))).toBe(JSON.stringify(standard));
      const posted = compute(apple, key, { assumptions: shown(standard) });
      expect(posted.valuation).toEqual(standard.valuation);
      expect(posted.valuationRange).toEqual(standard.valuationRange);
      expect(posted.rateResult?.wacc).toBe(standard.rateResult?.wacc);
      expect(posted.dcfDetail?.projections).toEqual(standard.dcfDetail?.projections);
      for (const { key: name, source, value, editable } of posted.assumptions) {
        if (!editable || value === null || /_(low|high)$/.test(name)) continue;
        expect(source).toBe("user");
        expect(value).toBe(shown(standard)[name]);
      }
    },
  );

  test("displayed driver cells reproduce it too, and are the user's [MOD-41] [MOD-51]", () => {
    const standard = compute(apple, "dcf_10_year_ebitda_exit");
    const drivers = Object.fromEntries(
      Object.entries(standard.dcfDetail?.drivers ?? {}).map(([name, cells]) => [
        name,
        Object.fromEntries(cells.map(({ fiscalYear, value }) => [fiscalYear, value])),
      ]),
    );
    const posted = compute(apple, "dcf_10_year_ebitda_exit", { drivers });
    expect(posted.valuation).toEqual(standard.valuation);
    for (const cells of Object.values(posted.dcfDetail?.drivers ?? {})) {
      expect(cells.every(({ source }) => source === "user")).toBe(true);
    }
  });

  test("the middle of the detail is the valuation; prices stay null [MOD-37] [MOD-39]", () => {
    const { valuation, dcfDetail: detail } = compute(apple, "dcf_10_year_revenue_exit");
    expect(valuation).toEqual({
      enterpriseValue: detail?.equityWaterfall.enterpriseValue.mid,
      terminalValue: detail?.enterpriseValue.terminalValue.mid,
      netDebt: detail?.equityWaterfall.netDebt.mid,
      equityValue: detail?.equityWaterfall.equityValue.mid,
      fairValuePerShare: detail?.summary.fairValuePerShare.mid,
      currency: "USD",
    });
    expect(detail?.summary.stockPrice).toBeNull();
    expect(detail?.summary.upside).toBeNull();
  });

  test("growth that is set runs the fade again, and explicit cells still win [MOD-50] [MOD-51]", () => {
    const { dcfDetail } = compute(apple, "terminal_growth", {
      assumptions: { initial_revenue_growth: 0.1 },
      drivers: { revenue_growth: { "2026": 0.5 } },
    });
    expect(dcfDetail?.drivers.revenue_growth.map(({ value }) => value)).toEqual([
      0.1, 0.08125, 0.5, 0.04375, 0.025,
    ]);
    expect(dcfDetail?.drivers.revenue_growth.every(({ source }) => source === "user")).toBe(true);
    const plain = compute(apple, "terminal_growth").dcfDetail;
    expect(plain?.drivers.revenue_growth.map(({ source }) => source)).toEqual([
      "prefilled_from_filings",
      "default",
      "default",
      "default",
      "default",
    ]);
  });

  test("WACC: a beta and a weight that are set beat the built ones", () => {
    const built = compute(apple, "wacc", { assumptions: { unlevered_beta: 1 } });
    expect(built.rateResult?.beta).toBe(1.0322);
    const set = compute(apple, "wacc", { assumptions: { beta: 0.5, debt_weight: 0.5 } });
    expect(set.rateResult).toMatchObject({
      beta: 0.5,
      weights: { equity: 0.5, debt: 0.5 },
      weightBasis: "user",
    });
  });
});

describe("legal but extreme", () => {
  const extremes = (key: string) => {
    const { min, max, isAbove } = rangeOf(key);
    const lowest = isAbove === true ? [Number.MIN_VALUE, 1e-9, min + (max - min) / 1e6] : [min];
    return fc.oneof(
      fc.constantFrom(...lowest, max),
      number(isAbove === true ? Number.MIN_VALUE : min, max),
    );
  };
  const cells = (name: DriverName) =>
    fc.dictionary(fc.constantFrom("2024", "2026", "2028"), extremes(name), { maxKeys: 3 });
  const drivers = fc.record(
    Object.fromEntries(driverNames.map((name) => [name, cells(name)] as const)),
    { requiredKeys: [] },
  );

  test.each(templates.filter(({ family }) => family !== "historical"))(
    "$key gives finite numbers or a refusal [MOD-46]",
    ({ key, family }) => {
      const keys = compute(apple, key)
        .assumptions.filter(({ editable, unit }) => editable && unit !== "date" && unit !== "flag")
        .map((one) => one.key);
      const assumptions = fc.record(Object.fromEntries(keys.map((one) => [one, extremes(one)])), {
        requiredKeys: [],
      });
      const bodies = fc.record({
        assumptions,
        drivers: family === "dcf" ? drivers : fc.constant({}),
      });
      fc.assert(
        fc.property(bodies, (body) => {
          const result = computeOrRefuse(key, body);
          if (result !== null) expectFinite(result);
        }),
        { numRuns: 300 },
      );
    },
  );

  test.each([
    ["earnings_power_value", { discount_rate: Number.MIN_VALUE }],
    [
      "terminal_growth",
      { discount_rate_low: 1e-300, terminal_growth: -0.5, terminal_growth_high: 0 },
    ],
  ])(
    "%s at %j would be worth more than numbers can say, and is refused [MOD-46]",
    (key, assumptions) => {
      expect(() => compute(apple, key, { assumptions })).toThrow(
        "These inputs give a value beyond all numbers.",
      );
    },
  );

  test("growth from next to nothing is null, not endless", () => {
    const { dcfDetail } = compute(apple, "revenue_exit", {
      assumptions: { ebitda_margin: 0, capex_pct_revenue: 0 },
      drivers: {
        revenue_growth: { "2024": 0 },
        other_income: { "2024": Number.MIN_VALUE },
        da_pct_revenue: { "2024": 0 },
      },
    });
    expect(dcfDetail?.projections[0]?.freeCashFlow).toBe(Number.MIN_VALUE);
    expect(dcfDetail?.summary.unleveredFcfCagr).toBeNull();
  });
});

function computeOrRefuse(key: string, body: unknown): ModelResult | null {
  try {
    return compute(apple, key, body);
  } catch (error) {
    expect(error).toBeInstanceOf(OverrideError);
    return null;
  }
}

function expectFinite(value: unknown): void {
  if (typeof value === "number") expect(Number.isFinite(value)).toBe(true);
  else if (typeof value === "object" && value !== null) Object.values(value).forEach(expectFinite);
}

test("unknown names are no template", () => {
  for (const name of ["__proto__", "toString", "", "DCF", "dcf_5_year"]) {
    expect(findTemplate(name)).toBeNull();
  }
});
