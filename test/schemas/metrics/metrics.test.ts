import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { loadRegistry } from "#registry/current/load.ts";
import { computeFormula, type ExactFigure } from "#schemas/metrics/compute.ts";
import { linesOf, lineText, readFormula } from "#schemas/metrics/formula.ts";
import { marketInputs } from "#schemas/metrics/priced-definitions.ts";
import { derivedMetrics, pricedMetrics } from "#schemas/screen-metrics.ts";

const everyMetric = [...derivedMetrics, ...pricedMetrics];
const inputs: readonly string[] = marketInputs;

/** Figures by line; a second and third value are those of the years before. */
type Lines = Record<string, string | number | readonly (string | number)[]>;

const at =
  (lines: Lines, reasons: Record<string, string> = {}) =>
  (key: string, ago: number): ExactFigure => {
    const value = [lines[key] ?? []].flat()[ago];
    return value === undefined
      ? { value: null, reason: reasons[key] ?? "not_reported" }
      : { value: String(value), reason: null };
  };

const compute = (text: string, lines: Lines = {}) => computeFormula(readFormula(text), at(lines));

/** A metric of the list, as a double. */
function metric(key: string, lines: Lines): number | string {
  const found = everyMetric.find((one) => one.key === key);
  if (found === undefined) throw new Error(`no metric ${key}`);
  const { value, reason } = computeFormula(found.derived.formula, at(lines));
  return value === null ? (reason ?? "") : Number(value);
}

describe("a formula", () => {
  test.each([
    ["1 + 2 * 3", "7"],
    ["(1 + 2) * 3", "9"],
    ["7 - 2 - 1", "4"],
    ["8 / 2 / 2", "2"],
    ["0.1 + 0.2", "0.3"],
    ["2 > 1", "1"],
    ["(1 >= 1) + (1 <= 0) + (1 < 1)", "1"],
    ["9007199254740993 * 3", "27021597764222979"],
  ])("%s is %s", (text, value) => {
    expect(compute(text)).toEqual({ value, reason: null });
  });

  test("takes lines of the period and of years before", () => {
    expect(compute("a - a[-2]", { a: [5, 3, 1] })).toEqual({ value: "4", reason: null });
    const lines = linesOf(readFormula("(a + b[-1]) / a - b[-1]")).map(lineText);
    expect(lines).toEqual(["a", "b[-1]"]);
  });

  test("has no value where a line is missing, whatever the others are", () => {
    expect(compute("a + b", { a: 1 })).toEqual({ value: null, reason: "not_reported" });
    expect(compute("0 * a[-1]", { a: 1 })).toEqual({ value: null, reason: "not_reported" });
  });

  test("says that a metric is not for this kind of company before anything else", () => {
    const reasons = { a: "conflict", b: "not_applicable_template" };
    const reasonOf = (text: string) => computeFormula(readFormula(text), at({}, reasons)).reason;
    expect(reasonOf("a + b")).toBe("not_applicable_template");
    expect(reasonOf("a + c")).toBe("conflict");
  });

  test.each(["a / b", "1 / (b + 1)"])("%s by zero or less is not meaningful", (text) => {
    expect(compute(text, { a: 1, b: -1 })).toEqual({ value: null, reason: "not_meaningful" });
  });

  test.each(["", "1 +", "(1", "1)", "a b", "a[1]", "A", "1 ** 2", "a;b", "constructor("])(
    "%j is none",
    (text) => {
      expect(() => readFormula(text)).toThrow("no formula");
    },
  );
});

describe("the metrics", () => {
  const registry = loadRegistry();
  test.each(everyMetric.map((one) => [one.key, one] as const))(
    "%s is of lines that statements have",
    (_, { derived }) => {
      const unknown = linesOf(derived.formula).filter(
        ({ key }) => !registry.bySnakeKey.has(key) && !inputs.includes(key),
      );
      expect(unknown).toEqual([]);
      expect(readFormula(derived.text)).toEqual(derived.formula);
    },
  );

  test("have keys that neither each other nor a line has", () => {
    const keys = [...everyMetric.map(({ key }) => key), ...inputs];
    expect(new Set(keys).size).toBe(keys.length);
    expect(keys.filter((key) => registry.bySnakeKey.has(key))).toEqual([]);
  });
});

// Figures of the publications: a company whose lines give just these variables.
describe("published figures", () => {
  /** Beneish (1999), table 2: the means of the eight variables. */
  const indexes = (
    of: Record<"dsri" | "gmi" | "aqi" | "sgi" | "depi" | "sgai" | "lvgi" | "tata", number>,
  ): Lines => ({
    revenue: [1000 * of.sgi, 1000],
    accounts_receivable: [100 * of.dsri * of.sgi, 100],
    gross_profit: [(400 / of.gmi) * of.sgi, 400],
    // 1 - (10000 - x) / 10000 is soft assets: 2000 of 10000 before.
    current_assets: [10_000 - 2000 * of.aqi - 5000, 3000],
    property_plant_equipment_net: [5000, 5000],
    total_assets: [10_000, 10_000],
    // The rate is 1/11 before: d / (d + 5000) = 1 / (11 * depi) now.
    depreciation: [5000 / (11 * of.depi - 1), 500],
    selling_general_and_administrative: [200 * of.sgai * of.sgi, 200],
    current_liabilities: [2000 * of.lvgi, 2000],
    long_term_debt: [1000 * of.lvgi, 1000],
    net_income: 900 + 10_000 * of.tata,
    operating_cash_flow: 900,
  });

  test.each([
    [
      "non-manipulators",
      {
        dsri: 1.031,
        gmi: 1.014,
        aqi: 1.039,
        sgi: 1.134,
        depi: 1.001,
        sgai: 1.054,
        lvgi: 1.037,
        tata: 0.018,
      },
      -2.246,
    ],
    [
      "manipulators",
      {
        dsri: 1.465,
        gmi: 1.193,
        aqi: 1.254,
        sgi: 1.607,
        depi: 1.077,
        sgai: 1.041,
        lvgi: 1.111,
        tata: 0.031,
      },
      -1.196,
    ],
    ["neutral", { dsri: 1, gmi: 1, aqi: 1, sgi: 1, depi: 1, sgai: 1, lvgi: 1, tata: 0 }, -2.48],
  ])("Beneish (1999): M of the mean of %s", (_, means, wanted) => {
    expect(metric("beneish_m", indexes(means))).toBeCloseTo(wanted, 3);
  });

  test("Altman (1993): Z'' = 6.56 X1 + 3.26 X2 + 6.72 X3 + 1.05 X4", () => {
    const lines = (x1: number, x2: number, x3: number, x4: number): Lines => ({
      ...{ total_assets: 1000, current_assets: 1000 * x1 + 300, current_liabilities: 300 },
      ...{ retained_earnings: 1000 * x2, operating_income: 1000 * x3 },
      ...{ total_liabilities: 400, stockholders_equity: 400 * x4 },
    });
    expect(metric("altman_z_double_prime", lines(1, 0, 0, 0))).toBeCloseTo(6.56, 12);
    expect(metric("altman_z_double_prime", lines(0, 1, 0, 0))).toBeCloseTo(3.26, 12);
    expect(metric("altman_z_double_prime", lines(0, 0, 1, 0))).toBeCloseTo(6.72, 12);
    expect(metric("altman_z_double_prime", lines(0, 0, 0, 1))).toBeCloseTo(1.05, 12);
  });

  test.each([
    // Altman (1968), table 1: the means of bankrupt and other manufacturers, as parts of one.
    ["bankrupt", [-0.061, -0.626, -0.318, 0.401, 1.5], -0.26],
    ["others", [0.414, 0.355, 0.153, 2.477, 1.9], 4.88],
    // A textbook's borrower: 2.96.
    ["borrower", [0.2, 0, 0.2, 0.1, 2], 2.96],
  ] as const)("Altman (1968): Z of %s", (_, [x1, x2, x3, x4, x5], wanted) => {
    const lines: Lines = {
      ...{ total_assets: 1000, current_assets: 1000 * x1 + 300, current_liabilities: 300 },
      ...{ retained_earnings: 1000 * x2, operating_income: 1000 * x3, revenue: 1000 * x5 },
      ...{ total_liabilities: 400, share_price: 8, diluted_shares: 50 * x4 },
    };
    expect(metric("altman_z", lines)).toBeCloseTo(wanted, 2);
  });

  const strong: Lines = {
    net_income: [110, 80],
    operating_cash_flow: [150, 90],
    total_assets: [1000, 1000, 1000],
    long_term_debt: [200, 250],
    current_assets: [400, 380],
    current_liabilities: [200, 200],
    weighted_average_shares_basic: [100, 100],
    gross_profit: [500, 430],
    revenue: [1100, 1000],
  };
  test("Piotroski (2000): all nine signs hold, and each is lost by itself", () => {
    expect(metric("piotroski_f", strong)).toBe(9);
    const without: [Lines, number][] = [
      // A loss is no profit, and a lower return than the year before's.
      [{ net_income: [-10, 80] }, 7],
      [{ net_income: [60, 80] }, 8],
      // Cash that flows out is also less than profit.
      [{ operating_cash_flow: [-5, 90] }, 7],
      [{ operating_cash_flow: [105, 90] }, 8],
      [{ long_term_debt: [250, 250] }, 8],
      [{ current_assets: [380, 380] }, 8],
      [{ weighted_average_shares_basic: [101, 100] }, 8],
      [{ gross_profit: [450, 430] }, 8],
      // Turnover by the assets that the year began with: 1100 / 1000 against 1000 / 900.
      [{ total_assets: [1000, 1000, 900], net_income: [110, 80] }, 8],
    ];
    for (const [change, points] of without) {
      expect([change, metric("piotroski_f", { ...strong, ...change })]).toEqual([change, points]);
    }
  });

  test("Piotroski is not added up from some of the nine", () => {
    const { long_term_debt: _, ...others } = strong;
    expect(metric("piotroski_f", others)).toBe("not_reported");
  });
});

describe("docs/metrics.md", () => {
  const page = readFileSync(new URL("../../../docs/metrics.md", import.meta.url), "utf8");
  test.each(everyMetric.map((one) => [one.key, one] as const))(
    "has %s as it is computed",
    (key, { label, derived: { text, meaning, source } }) => {
      const row = `| \`${key}\` | ${label}. ${meaning}.${source === null ? "" : ` ${source}.`} | \`${text}\` |`;
      expect(page.split("\n")).toContain(row);
    },
  );

  test("has no metric that there is not", () => {
    const rows = page.matchAll(/^\| `(\w+)` \| .* \| `.*` \|$/gm);
    expect([...rows].map(([, key]) => key)).toEqual(everyMetric.map(({ key }) => key));
  });
});
