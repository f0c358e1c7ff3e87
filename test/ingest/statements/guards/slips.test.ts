import { describe, expect, test } from "vitest";
import { listHistories } from "#ingest/facts/history/history.ts";
import { findRejectedRestatements } from "#ingest/statements/guards/rejected-restatements.ts";
import { findInverted, findNegatives } from "#ingest/statements/guards/sign-slip.ts";
import type { Fact } from "#schemas/shapes/companies/fact.ts";
import { build, line, millions, registry, shown } from "../../standardization/company.ts";
import { balance, revenue, stated } from "../filed-year.ts";

const later = { filed: "2024-02-15", accession: "0000000001-24-000215", fy: null };

describe("a restatement that is a slip of the filer does not win (3)", () => {
  // Assets of 900 are liabilities of 600 and equity of 300.
  const sheet = [
    balance("Assets", "FY", 900),
    balance("LiabilitiesAndStockholdersEquity", "FY", 900),
    balance("Liabilities", "FY", 600),
    balance("StockholdersEquity", "FY", 300),
  ];
  const rejected = (restated: Fact[], others: Fact[] = []) => {
    const order = (a: Fact, b: Fact) =>
      `${a.tag}|${a.end}|${a.start}|${a.filed}` < `${b.tag}|${b.end}|${b.start}|${b.filed}`
        ? -1
        : 1;
    const histories = listHistories([...sheet, ...restated, ...others].sort(order));
    const { versions, olderVersions } = findRejectedRestatements({
      registry,
      histories,
      quanta: new Map(),
      foreign: new Set(),
    });
    return [
      [...versions].map(([{ value }, slip]) => [Number(value) / 1e6, slip]),
      [...olderVersions].map(([{ value }]) => Number(value) / 1e6),
    ];
  };

  test.each<[string, Fact[], unknown]>([
    ["zeroed", [balance("Assets", "FY", 0, later)], [[[0, "zeroed"]], [900]]],
    ["the sign turned", [balance("Assets", "FY", -900, later)], [[[-900, "sign_flipped"]], [900]]],
    [
      "another line's value",
      [balance("Assets", "FY", 600, later)],
      [[[600, "repeats_line"]], [900]],
    ],
    [
      "another period's value",
      [balance("Assets", "FY", 850, later), balance("Assets", "FY", 850, { ...later, year: 2023 })],
      [[[850, "repeats_period"]], [900]],
    ],
    ["another value is a restatement", [balance("Assets", "FY", 850, later)], [[], []]],
    [
      "in the same filing it is a conflict",
      [balance("Assets", "FY", 0, { accession: sheet[0]?.accession ?? "" })],
      [[], []],
    ],
    ["in an 8-K it never wins", [balance("Assets", "FY", 0, { ...later, form: "8-K" })], [[], []]],
    [
      "of a segment it is another fact",
      [balance("Assets", "FY", 0, { ...later, dimensions: "a=b" })],
      [[], []],
    ],
  ])("%s", (_, restated, expected) => {
    expect(rejected(restated)).toEqual(expected);
  });

  test("not where the other lines changed with it, so that it adds up", () => {
    const moved = [
      balance("Assets", "FY", 0, later),
      balance("LiabilitiesAndStockholdersEquity", "FY", 0, later),
      balance("Liabilities", "FY", 0, later),
      balance("StockholdersEquity", "FY", 0, later),
    ];
    expect(rejected(moved)).toEqual([[], []]);
  });

  test("all filings that repeat the slip are passed over", () => {
    const again = { ...later, filed: "2025-02-15", accession: "0000000001-25-000215" };
    expect(
      rejected([balance("Assets", "FY", 0, later), balance("Assets", "FY", 0, again)]),
    ).toEqual([
      [
        [0, "zeroed"],
        [0, "zeroed"],
      ],
      [900],
    ]);
  });

  test("a turned sign alone is a slip where it leaves the years to date around it", () => {
    const chain = (nine: number, over: Partial<Fact> = {}) =>
      rejected([
        ...stated("NetIncomeLoss", { M6: 20, M9: 45, FY: 70 }),
        ...stated("NetIncomeLoss", { M9: nine }, { ...later, ...over }),
      ])[0];
    expect(chain(-45)).toEqual([[-45, "sign_flipped"]]);
    expect(chain(46)).toEqual([]);
  });

  test.each<[string, [half: number, nine: number, year: number], boolean]>([
    ["between a smaller and a larger loss", [-20, -45, -70], true],
    ["as large as the shorter span", [20, 20, 70], true],
    ["as large as the longer one", [20, 70, 70], true],
    ["with room for either sign", [-50, 45, 70], false],
    ["never in between", [20, 10, 70], false],
  ])("a turned sign of nine months %s", (_, [half, nine, year], isSlip) => {
    const facts = [
      ...stated("NetIncomeLoss", { M6: half, M9: nine, FY: year }),
      ...stated("NetIncomeLoss", { M9: -nine }, later),
    ];
    expect(rejected(facts)[0]).toEqual(isSlip ? [[-nine, "sign_flipped"]] : []);
  });

  test("a turned sign of income is a slip where the filing states a loss per share with the older one", () => {
    const turned = (...perShare: Fact[]) =>
      rejected([
        ...stated("NetIncomeLoss", { FY: -70 }),
        ...stated("NetIncomeLoss", { FY: 70 }, later),
        ...perShare,
      ])[0];
    const earned = stated("EarningsPerShareBasic", { FY: 1 }, { ...later, unit: "USD/shares" });
    const of = (value: string) => earned.map((fact) => ({ ...fact, value }));
    expect(turned(...of("-1.5"))).toEqual([[70, "sign_flipped"]]);
    expect(turned(...of("1.5"))).toEqual([]);
    expect(turned(...of("0"))).toEqual([]);
    expect(turned()).toEqual([]);
    const ofOther = of("-1.5").map((fact) => ({ ...fact, start: "2022-10-01" }));
    expect(turned(...ofOther)).toEqual([]);
  });

  test("the older value is shown with a flag, and its tag says why", () => {
    const built = build([...revenue, ...sheet, balance("Assets", "FY", 0, later)]);
    expect(line(built, "2022FY", "total_assets")).toMatchObject({
      ...{ value: millions(900), flags: ["restatement_rejected"] },
      refused: [{ tag: "us-gaap:Assets", guard: "restatement:zeroed" }],
    });
  });
});

describe("filings that turn the credit side of their balance sheet (13)", () => {
  const total = "LiabilitiesAndStockholdersEquity";
  const inverted = (...facts: Fact[]) =>
    [...findInverted(facts.map((fact) => [fact]))].map((one) => one.slice(-6));
  const assets = balance("Assets", "FY", 900);

  test("have a total of it that is the negative of total assets, of their own and of the day", () => {
    expect(inverted(assets, balance(total, "FY", -900))).toEqual(["000215"]);
    expect(inverted(assets, balance(total, "FY", 900))).toEqual([]);
    expect(inverted(assets, balance(total, "FY", -901))).toEqual([]);
    expect(inverted(assets, balance(total, "FY", -900, later))).toEqual([]);
    expect(inverted(assets, balance(total, "FY", -900, { end: "2021-12-31" }))).toEqual([]);
    expect(inverted(assets, balance("Liabilities", "FY", -900))).toEqual([]);
    expect(inverted(assets, balance(total, "FY", -900, { taxonomy: "tenk" }))).toEqual([]);
  });

  test("show it positive, and the debit side as it is", () => {
    const built = build([
      ...revenue,
      assets,
      balance(total, "FY", -900),
      balance("Liabilities", "FY", -600),
      balance("StockholdersEquity", "FY", -300),
    ]);
    expect(line(built, "2022FY", "total_liabilities")).toMatchObject({
      ...{ value: millions(600), flags: ["sign_corrected"] },
    });
    expect(shown(built, "2022FY", "total_equity")).toBe(millions(300));
    expect(shown(built, "2022FY", "total_assets")).toBe(millions(900));
  });
});

describe("what stands against assets (13)", () => {
  test("keeps its sign where the filing turns the credit side alone, as Entergy did in 2009 [FIN-04]", () => {
    const against = "AccumulatedDepreciationDepletionAndAmortizationPropertyPlantAndEquipment";
    const built = build([
      ...revenue,
      balance("Assets", "FY", 900),
      balance("LiabilitiesAndStockholdersEquity", "FY", -900),
      balance("Liabilities", "FY", -600),
      balance(against, "FY", 200),
    ]);
    expect(line(built, "2022FY", "accumulated_depreciation")).toMatchObject({
      ...{ value: millions(200), flags: [] },
    });
    expect(shown(built, "2022FY", "total_liabilities")).toBe(millions(600));
  });
});

describe("tags that a filing states negative although their lines are never so (13)", () => {
  test("are those with a sign of their own alone", () => {
    const facts = [
      ...stated("InterestExpense", { FY: -20 }),
      ...stated("PaymentsOfDividends", { FY: -5 }),
      ...stated("ResearchAndDevelopmentExpense", { FY: 7 }),
      ...stated("Revenues", { FY: -9 }),
      balance("Assets", "FY", -9),
      ...stated("NetIncomeLoss", { FY: -9 }),
    ];
    const negatives = findNegatives(registry, facts);
    expect([...negatives.values()].map((tags) => [...tags].sort())).toEqual([
      ["us-gaap:InterestExpense", "us-gaap:PaymentsOfDividends"],
    ]);
    expect(negatives.get("0000000001-23-000215")?.size).toBe(2);
  });

  test("an award that is taken back stays negative, unless the filing turns others, too", () => {
    const taken = stated("ShareBasedCompensation", { Q1: -5, M6: 6, FY: 12 });
    const at = (facts: Fact[]) =>
      shown(build([...revenue, ...facts]), "2022Q1", "stock_based_compensation");
    expect(at(taken)).toBe(millions(-5));
    const spent = stated("PaymentsToAcquirePropertyPlantAndEquipment", { Q1: -5, M6: 6, FY: 12 });
    expect(at([...taken, ...spent])).toBe(millions(5));
  });
});
