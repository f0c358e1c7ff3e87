import { describe, expect, test } from "vitest";
import { templates } from "#registry/models/catalogue.ts";
import { prepareModel } from "#registry/models/compute.ts";
import { formulasOf } from "#registry/models/formulas.ts";
import { extractFacts, type ModelFacts } from "#registry/models/inputs/facts.ts";
import { bundledReference } from "#registry/models/rates/reference.ts";
import { makeFacts, makeSource, soundYear } from "../../helpers/companies/model-company.ts";
import { compute, sampleSource } from "../../helpers/companies/models.ts";

/** Research of Cisco in millions (Damodaran on Valuation, illustration 3.2). */
const ciscoResearch = { 2000: 2704, 2001: 3922, 2002: 3448, 2003: 3135, 2004: 3192, 2005: 3320 };
const million = 1e6;

/** Operating income is 7,416 in each year, on revenue that makes it 30 %; the other lines are round numbers. */
const ciscoYears = Object.fromEntries(
  Object.entries(ciscoResearch).map(([year, spent]) => [
    year,
    {
      ...soundYear(24_720 * million),
      operating_income: 7_416 * million,
      research_and_development: spent * million,
    },
  ]),
);
const cisco = makeFacts({ years: ciscoYears });
const research = { capitalise_research: 1 };
const assumed = (facts: ModelFacts, key: string, assumptions: object) =>
  compute(facts, "terminal_growth", { assumptions }).assumptions.find((one) => one.key === key)
    ?.value;
const millions = (value: number | null | undefined) => Number(((value ?? 0) / million).toFixed(4));

describe("capitalised research", () => {
  test("the books of Cisco are those of the published example", () => {
    // 3,320 + 4/5 of 3,192 + 3/5 of 3,135 + 2/5 of 3,448 + 1/5 of 3,922; a fifth of each of the five years before.
    expect(millions(assumed(cisco, "research_asset", {}))).toBe(9_918.2);
    expect(millions(assumed(cisco, "research_amortization", {}))).toBe(3_280.2);
    // 3,320 + 2/3 of 3,192 + 1/3 of 3,135; a third of 3,192 + 3,135 + 3,448.
    const life = { research_life: 3 };
    expect(millions(assumed(cisco, "research_asset", life))).toBe(6_493);
    expect(millions(assumed(cisco, "research_amortization", life))).toBe(3_258.3333);
  });

  test("earnings are before research that outlives the year, and all of research saves tax", () => {
    const power = compute(cisco, "epv", { assumptions: { ...research, tax_rate: 0.368 } });
    // 7,416 + 3,320 − 3,280.2; after tax 7,455.8 × 0.632 and the tax saved on 39.8.
    expect(millions(power.earningsPower?.normalisedEbit)).toBe(7_455.8);
    expect(millions(power.earningsPower?.nopat)).toBe(4_726.712);
    const plain = compute(cisco, "epv", { assumptions: { tax_rate: 0.368 } }).earningsPower;
    const more = (power.earningsPower?.adjustedEarnings ?? 0) - (plain?.adjustedEarnings ?? 0);
    expect(millions(more)).toBe(39.8);
  });

  const flat = { initial_revenue_growth: 0, long_run_revenue_growth: 0, discount_rate: 0.1 };
  // Flat revenue: 3,320 a year. The asset opened 2005 at 9,918.2 + 3,280.2 − 3,320 = 9,878.4.
  const share = 3_280.2 / 9_878.4;
  const assets = [9_918.2];
  for (let year = 0; year < 5; year += 1) {
    assets.push((assets[year] ?? 0) * (1 - share) + 3_320);
  }
  const amortized = assets.slice(0, 5).map((asset) => asset * share);

  test("the projected asset takes research in and gives its amortization", () => {
    const { dcfDetail } = compute(cisco, "terminal_growth", {
      assumptions: { ...flat, ...research },
    });
    const off = compute(cisco, "terminal_growth", { assumptions: flat }).dcfDetail;
    dcfDetail?.capitalised.forEach((year, k) => {
      expect(millions(year.research)).toBe(3_320);
      expect(millions(year.researchAmortization)).toBeCloseTo(amortized[k] ?? 0, 3);
      expect(millions(year.researchAsset)).toBeCloseTo(assets[k + 1] ?? 0, 3);
      const [row, plain] = [dcfDetail.projections[k], off?.projections[k]];
      const more = (key: "ebitda" | "nopat" | "capitalExpenditures" | "proFormaTaxes") =>
        millions((row?.[key] ?? 0) - (plain?.[key] ?? 0));
      expect(more("ebitda")).toBe(3_320);
      expect(more("capitalExpenditures")).toBe(3_320);
      expect(more("nopat")).toBeCloseTo(3_320 - (amortized[k] ?? 0), 3);
      expect(more("proFormaTaxes")).toBe(0);
      expect(row?.freeCashFlow).toBeCloseTo(plain?.freeCashFlow ?? 0, 0);
    });
    expect(dcfDetail?.capitalised).toHaveLength(5);
    expect(off?.capitalised).toEqual([]);
  });

  test("only growth that new capital pays for has another value", () => {
    const value = (key: string, assumptions: object) =>
      compute(cisco, key, { assumptions }).valuation.enterpriseValue;
    for (const key of ["terminal_growth", "ebitda_exit", "revenue_exit"]) {
      expect(value(key, { ...flat, ...research })).toBeCloseTo(value(key, flat) ?? 0, 0);
    }
    const tied = { ...flat, terminal_growth: 0.02, terminal_reinvestment: 1 };
    const closing = (assumptions: object) =>
      compute(cisco, "terminal_growth", { assumptions }).valuation.terminalValue ?? 0;
    // What is earned beyond last year's amortization, less a fifth for growth, over 10 % less 2 %.
    const more = ((3_320 - (amortized[4] ?? 0)) * (1 - 0.02 / 0.1) * 1.02) / 0.08;
    expect(millions(closing({ ...tied, ...research }) - closing(tied))).toBeCloseTo(more, 2);
  });

  test("the return is on the capital that research is part of", () => {
    const note = (assumptions: object, facts = cisco) =>
      compute(facts, "terminal_growth", { assumptions }).sanity.find(
        ({ key }) => key === "roic_capitalised",
      );
    // (7,416 − 988.8) on 4,944 + 12,360 − 2,472; with 39.8 more on 9,918.2 more.
    expect(note(research)?.value).toBeCloseTo(6_467 / 24_750.2, 9);
    expect(note(research)?.comparedWith).toBe("the same as filed, 43.33%");
    expect(note({})).toBeUndefined();
  });

  test("years that filings lack are named, and never count as zero", () => {
    const long = compute(cisco, "epv", { assumptions: { ...research, research_life: 7 } });
    expect(long.state).toBe("insufficient_data");
    expect(long.stateReason).toEqual({
      code: "input_needed",
      message:
        "Research and development of fiscal 1999, 1998 not found in filings. Set research_life to at most 5, research_amortization and research_asset, or capitalise_research to 0.",
    });
    const gap = makeFacts({
      years: { ...ciscoYears, 2003: { ...soundYear(24_720 * million) } },
    });
    const { stateReason, projections, dcfDetail } = compute(gap, "terminal_growth", {
      assumptions: research,
    });
    expect([projections, dcfDetail?.projections, dcfDetail?.capitalised]).toEqual([[], [], []]);
    expect(stateReason?.message).toMatch(/^Research and development of fiscal 2003 not found/);
    const given = { research_amortization: 3e9, research_asset: 9e9 };
    const set = compute(gap, "terminal_growth", { assumptions: { ...research, ...given } });
    expect(set.state).toBe("computed");
    const none = compute(makeFacts(), "terminal_growth", { assumptions: research });
    expect(none.stateReason?.message).toMatch(
      /^Research and development of fiscal 2023, 2022, .* not found in filings. Set research_development and/,
    );
    expect(compute(makeFacts(), "terminal_growth").state).toBe("computed");
  });

  test.each([
    [{ capitalise_research: 0.5 }, 'Assumption "capitalise_research" must be 0 or 1.'],
    [{ research_life: 2.5 }, 'Assumption "research_life" must be a whole number between 2 and 10.'],
    [{ research_life: 11 }, 'Assumption "research_life" must be a whole number between 2 and 10.'],
    [
      { research_development: 1 },
      'Assumption "research_development" comes from filings and cannot be overridden.',
    ],
  ])("%j is refused", (assumptions, message) => {
    expect(() => compute(cisco, "epv", { assumptions })).toThrow(message);
  });
});

/** Target for 2004 in millions (the same book): 1,704.82 of leases at 5.5 %, on operating income of 3,601. */
const target = makeFacts({
  years: {
    2004: {
      ...soundYear(36_010 * million),
      operating_income: 3_601 * million,
      total_debt: 9_538 * million,
      operating_lease_liability: 1_704.82 * million,
    },
  },
});
const leases = { capitalise_leases: 1, pre_tax_cost_of_debt: 0.055 };

describe("capitalised operating leases", () => {
  test("the interest of Target's leases comes to its operating income, their liability to debt", () => {
    const { earningsPower } = compute(target, "epv", { assumptions: leases });
    // 3,601 + 1,704.82 × 5.5 %, which the book rounds to 3,695.
    expect(millions(earningsPower?.normalisedEbit)).toBe(3_694.7651);
    expect(millions(earningsPower?.totalDebt)).toBe(11_242.82);
  });

  test("what grows with revenue is paid for", () => {
    const set = { initial_revenue_growth: 0.1, long_run_revenue_growth: 0.02, tax_rate: 0.25 };
    const of = (assumptions: object) => compute(target, "terminal_growth", { assumptions });
    const [on, off] = [of({ ...set, ...leases }), of(set)];
    const first = on.dcfDetail?.projections[0];
    const before = off.dcfDetail?.projections[0];
    // Interest of 93.7651 less tax, less a tenth of the liability.
    const more = 93.7651 * 0.75 - 170.482;
    expect(millions((first?.freeCashFlow ?? 0) - (before?.freeCashFlow ?? 0))).toBeCloseTo(more, 3);
    expect(on.dcfDetail?.capitalised[0]).toMatchObject({ research: 0, researchAsset: 0 });
    expect(millions((on.valuation.netDebt ?? 0) - (off.valuation.netDebt ?? 0))).toBe(1_704.82);
    expect(on.assumptions.find(({ key }) => key === "discount_rate")).toEqual(
      off.assumptions.find(({ key }) => key === "discount_rate"),
    );
  });

  test("the return is on the capital that leases are part of", () => {
    const assumptions = { ...leases, tax_rate: 0.25 };
    const { sanity } = compute(target, "epv", { assumptions });
    // 3,601 − 4 % of 36,010 and 75 % of 93.7651, on 9,538 + 18,005 − 3,601 and the leases.
    const value = (3_601 - 1_440.4 + 70.323825) / (23_942 + 1_704.82);
    expect(sanity.find(({ key }) => key === "roic_capitalised")?.value).toBeCloseTo(value, 9);
  });

  test("an exit multiple is of EBITDA as filed", () => {
    const end = (assumptions: object) =>
      compute(target, "ebitda_exit", { assumptions }).valuation.terminalValue;
    expect(end(leases)).toBeCloseTo(end({}) ?? 0, 0);
  });

  test("under IFRS 16 nothing counts twice", () => {
    const source = makeSource({
      years: { 2023: { ...soundYear(1e10), operating_lease_liability: 1e9 } },
    });
    const ifrs = extractFacts({
      ...source,
      facts: source.facts.map((fact) => ({ ...fact, taxonomy: "ifrs-full" })),
    });
    for (const key of ["terminal_growth", "epv"]) {
      const [on, off] = [
        compute(ifrs, key, { assumptions: { capitalise_leases: 1 } }),
        compute(ifrs, key),
      ];
      expect(on.valuation).toEqual(off.valuation);
      expect(on.warnings.filter(({ code }) => code === "leases_in_debt")).toHaveLength(1);
      expect(off.warnings.map(({ code }) => code)).not.toContain("leases_in_debt");
    }
    const given = { assumptions: { operating_lease_liability: 1 } };
    expect(() => compute(ifrs, "epv", given)).toThrow("cannot be overridden");
  });

  test("a liability that no filing states has a reason, and can be set", () => {
    const sound = makeFacts();
    const result = compute(sound, "terminal_growth", { assumptions: { capitalise_leases: 1 } });
    expect(result.stateReason).toEqual({
      code: "input_needed",
      message:
        "The operating lease liability is not found in filings at 2023-12-31 or in the 400 days before. Set operating_lease_liability, or capitalise_leases to 0.",
    });
    const set = { capitalise_leases: 1, operating_lease_liability: 1e9 };
    expect(compute(sound, "terminal_growth", { assumptions: set }).state).toBe("computed");
  });

  test("a liability that is tagged once a year is of its own day", () => {
    const years = { 2023: { ...soundYear(1e10), operating_lease_liability: 1e9 } };
    const quarters = { "2024Q1": { ...soundYear(1e10), revenue: 2.5e9 } };
    const facts = makeFacts({ years, quarters, knownOn: "2024-06-01" });
    expect(facts.anchors?.balanceSheetDate).toBe("2024-03-31");
    expect(facts.operatingLeases.liability).toMatchObject({
      value: 1e9,
      note: "of 2023-12-31, and not tagged later",
    });
  });
});

const apple = extractFacts(await sampleSource("0000320193", { sic: "3571" }));
const keys = ["capitalise_research", "capitalise_leases"];

describe("Apple of the sample", () => {
  test.each(templates.map(({ key }) => key))(
    "%s has the choices where they are of use, off",
    (key) => {
      const family = templates.find((one) => one.key === key)?.family;
      const own = compute(apple, key).assumptions.filter((one) => keys.includes(one.key));
      const isTaken = family === "dcf" || family === "earnings_power";
      expect(own.map(({ value }) => value)).toEqual(isTaken ? [0, 0] : []);
    },
  );

  test("both choices move the value, each as it says", () => {
    const fair = (key: string, assumptions: object) =>
      compute(apple, key, { assumptions }).valuation.fairValuePerShare ?? 0;
    const tied = { terminal_reinvestment: 1 };
    // R&D of 2021 to 2025 in the 10-Ks: 21,914; 26,251; 29,915; 31,370; 34,550; of 2020 18,752.
    expect(millions(assumed(apple, "research_amortization", {}))).toBe(25_640.4);
    expect(fair("terminal_growth", { ...tied, ...research })).toBeGreaterThan(
      fair("terminal_growth", tied),
    );
    expect(fair("epv", research)).toBeGreaterThan(fair("epv", {}));
    expect(fair("epv", { capitalise_leases: 1 })).toBeLessThan(fair("epv", {}));
  });

  test("how the books of research are computed is told year by year", () => {
    const template = templates.find(({ key }) => key === "earnings_power_value");
    if (template === undefined) throw new Error("no template");
    const told = formulasOf(prepareModel({ template, facts: apple, reference: bundledReference }));
    const formula = (label: string) => told.find((one) => one.label === label)?.formula;
    expect(formula("Research of fiscal 2024")).toBe("31,370,000,000");
    expect(formula("Research beyond its amortization")).toBe(
      "Research and development, last fiscal year − Amortization of research, last fiscal year where Research and development as capital = 1, else 0",
    );
    expect(formula("Total debt")).toBe(
      "Total debt + (Operating lease liability, beside debt where Operating leases as debt = 1, else 0)",
    );
  });
});
