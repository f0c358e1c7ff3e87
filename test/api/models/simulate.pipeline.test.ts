import { describe, expect, test } from "vitest";
import { ingestCompany } from "#ingest/pipeline.ts";
import { testApp } from "../../helpers/app.ts";
import { apple, openTestPipeline } from "../../helpers/pipeline.ts";

const { context } = await openTestPipeline({ ciks: [apple] });
await ingestCompany(apple, context);
const { get, send } = await testApp({ database: context.database });
const entityId = (await get("/v2/entities/public/by-ticker/AAPL")).json().data.entityId;
const post = (template: string, act: string, payload: object) =>
  send({ method: "POST", url: `/v2/entities/${entityId}/models/${template}/${act}`, payload });

interface Simulated {
  seed: number;
  draws: number;
  valued: number;
  mean: number;
  ranges: { key: string; min: number; mode: number; max: number }[];
  percentiles: { percentile: number; value: number }[];
  bars: { from: number; to: number; count: number }[];
  comparedWith: number | null;
  shareAbove: number | null;
}

async function simulated(template: string, payload: object): Promise<Simulated> {
  const answer = await post(template, "simulate", payload);
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json().data;
}

const worth = async (template: string, assumptions: object): Promise<number> => {
  const answer = await post(template, "compute", { assumptions });
  return answer.json().data.valuation.fairValuePerShare;
};
const dcf = "dcf_5_year_terminal_growth";
const multiples = "ev_ebitda_multiples";

test("a simulation and a reverse DCF as of a day before a split say so, as compute does", async () => {
  const of = async (act: string, payload: object) => {
    const url = `/v2/entities/${entityId}/models/${dcf}/${act}?asOf=2019-11-01`;
    return (await send({ method: "POST", url, payload })).json().data.warnings;
  };
  const warnings = await of("compute", {});
  // Apple's 4-for-1 split of 2020.
  expect(warnings.map(({ code }: { code: string }) => code)).toContain("before_split");
  expect(await of("simulate", { draws: 100 })).toEqual(warnings);
  expect(await of("reverse", { price: 250 })).toEqual(warnings);
});

describe("a simulation", () => {
  test("takes the ranges that the model states, and lies within their values", async () => {
    const { ranges, percentiles, draws, valued, bars } = await simulated(dcf, { draws: 400 });
    const computed = (await post(dcf, "compute", {})).json().data;
    const assumed = (key: string) =>
      computed.assumptions.find((one: { key: string }) => one.key === key).value;
    expect(ranges.map(({ key }) => key)).toEqual(["discount_rate", "terminal_growth"]);
    for (const { key, min, mode, max } of ranges) {
      expect([min, mode, max]).toEqual([
        assumed(`${key}_low`),
        assumed(key),
        assumed(`${key}_high`),
      ]);
    }
    const { low, high } = computed.valuationRange.fairValuePerShare;
    for (const { value } of percentiles) {
      expect(value).toBeGreaterThan(low);
      expect(value).toBeLessThan(high);
    }
    expect([draws, valued]).toEqual([400, 400]);
    expect(bars).toHaveLength(20);
    expect(bars.reduce((total, { count }) => total + count, 0)).toBe(400);
  });

  test("gives the mean and the parts of a triangle where value follows the input in a line", async () => {
    const range = { min: 10, mode: 12, max: 20 };
    const [least, most] = [
      await worth(multiples, { multiple: range.min }),
      await worth(multiples, { multiple: range.max }),
    ];
    const at = (multiple: number) => least + ((multiple - 10) / 10) * (most - least);
    const price = at(16);
    const of = await simulated(multiples, { ranges: { multiple: range }, draws: 5000, price });
    expect(of.mean / at((10 + 12 + 20) / 3)).toBeCloseTo(1, 2);
    // Of a triangle (20 − 16)² / ((20 − 10) × (20 − 12)) lies above 16.
    expect(of.comparedWith).toBeCloseTo(price, 6);
    expect(of.shareAbove).toBeGreaterThan(0.18);
    expect(of.shareAbove).toBeLessThan(0.22);
    // A twentieth lies below 10 + √(0.05 × 10 × 2) = 11.
    expect((of.percentiles[0]?.value ?? 0) / at(11)).toBeCloseTo(1, 1);
  });

  test("is the same for the same seed, on the third request as on the first", async () => {
    const bodies = [];
    for (const seed of [7, 7, 7, 8]) bodies.push(await simulated(dcf, { seed }));
    expect(bodies[1]).toEqual(bodies[0]);
    expect(bodies[2]).toEqual(bodies[0]);
    expect(bodies[3]?.mean).not.toBe(bodies[0]?.mean);
  });

  test("of ranges without width is what compute gives", async () => {
    const ranges = {
      discount_rate: { min: 0.09, max: 0.09 },
      terminal_growth: { min: 0.02, max: 0.02 },
    };
    const { mean, percentiles, bars } = await simulated(dcf, { ranges, draws: 100 });
    const value = await worth(dcf, { discount_rate: 0.09, terminal_growth: 0.02 });
    expect(mean).toBeCloseTo(value, 8);
    expect(new Set(percentiles.map((one) => one.value.toFixed(8))).size).toBe(1);
    expect(bars.map(({ count }) => count)).toEqual([100]);
  });

  test("counts draws that the model refuses as without a value", async () => {
    const ranges = {
      discount_rate: { min: 0.02, max: 0.1 },
      terminal_growth: { min: 0.02, max: 0.05 },
    };
    const { draws, valued } = await simulated(dcf, { ranges, draws: 500 });
    expect(draws).toBe(500);
    expect(valued).toBeGreaterThan(200);
    expect(valued).toBeLessThan(500);
  });
});

test.each([
  [dcf, { ranges: { growth: { min: 0, max: 1 } } }, 'Unknown assumption "growth"'],
  [dcf, { ranges: { base_revenue: { min: 1, max: 2 } } }, "comes from filings"],
  [dcf, { ranges: { tax_rate: { min: 0.2, max: 1.5 } } }, "must be between 0 and 1"],
  [dcf, { ranges: { tax_rate: { min: 0.3, mode: 0.2, max: 0.4 } } }, "min must not exceed mode"],
  [dcf, { ranges: { tax_rate: { min: "0", max: 0.4 } } }, "expected number"],
  [dcf, { ranges: JSON.parse('{"__proto__":{"min":0,"max":1}}') }, "prototype"],
  [dcf, { draws: 5001 }, "5000"],
  [dcf, { draws: 99 }, "100"],
  [dcf, { seed: -1 }, "seed"],
  [dcf, { seed: 1.5 }, "seed"],
  [dcf, { price: 0 }, "price"],
  [dcf, { assumptions: { discount_rate: 0.01 } }, "discount_rate (1.00%)"],
  [
    dcf,
    {
      ranges: Object.fromEntries(
        Array.from({ length: 13 }, (_, k) => [`a${k}`, { min: 0, max: 1 }]),
      ),
    },
    "at most 12 ranges",
  ],
  ["wacc", {}, "states no range"],
])("%s refuses %j with 400: %s", async (template, payload, message) => {
  const answer = await post(template, "simulate", payload);
  expect(answer.statusCode).toBe(400);
  expect(["BAD_REQUEST", "FST_ERR_VALIDATION"]).toContain(answer.json().error.code);
  expect(answer.body).toContain(message.replaceAll('"', '\\"'));
});
