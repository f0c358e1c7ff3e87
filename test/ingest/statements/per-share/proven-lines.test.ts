import { describe, expect, test } from "vitest";
import { type Cell, gap } from "#ingest/statements/cells/cell.ts";
import { withFiguresOfLoss } from "#ingest/statements/per-share/confirm-per-share.ts";
import { proveComputed } from "#ingest/statements/per-share/prove-computed.ts";
import { workingRules } from "#registry/rules/working-rules.ts";
import type { NullReason } from "#schemas/shapes/companies/statement.ts";
import { cellOf, linesOf, pickedOf } from "../cells.ts";

type Values = Record<string, string | Cell>;

describe("lines that figures per share prove", () => {
  const rollup: Partial<Cell> = { lineage: ["rollup", [1, "", "", 0]] };
  const proven = (values: Values) => {
    const { cells, gaveWay } = proveComputed(
      workingRules,
      { cells: linesOf(values), gaveWay: new Map(), rules: new Map() },
      "a/b",
    );
    return {
      value: (key: string) => cells.get(key)?.value ?? gaveWay.get(key),
      cell: (key: string) => cells.get(key),
    };
  };
  const eps = (value: string, over: Partial<Cell> = {}) => cellOf(value, { quantum: -2, ...over });

  describe("net income is income to common where filed earnings per share say so (30)", () => {
    const given = {
      net_income: "1000",
      net_income_to_common: cellOf("800", rollup),
      eps_basic: eps("10"),
      weighted_average_shares_basic: "100",
    };
    const common = (over: Values) => proven({ ...given, ...over }).value("net_income_to_common");
    test.each<[string, Values, string]>([
      ["they say so", {}, "1000"],
      ["to a cent's half and a hundredth", { net_income: "1010.5" }, "1010.5"],
      ["not further", { net_income: "1010.6" }, "800"],
      ["they say the computed one", { eps_basic: eps("8") }, "800"],
      ["they say neither", { eps_basic: eps("20") }, "800"],
      [
        "they are derived themselves",
        { eps_basic: eps("10", { flags: ["derived_per_share"] }) },
        "800",
      ],
      ["the filer states income to common", { net_income_to_common: "800" }, "800"],
      [
        "dollars alone are known to half of one",
        { eps_basic: eps("10", { quantum: 0 }), net_income: "1060" },
        "1060",
      ],
    ])("%s", (_, over, value) => {
      expect(common(over)).toBe(value);
    });

    test("with lineage to it, and no tag of its own", () => {
      const picked = pickedOf();
      const net = cellOf("1000", { picked, lineage: 5 });
      expect(proven({ ...given, net_income: net }).cell("net_income_to_common")).toMatchObject({
        ...{ tag: null, mapping: null, rank: null, picked: null, basis: picked.fact },
        lineage: ["derivation", [1, "net_income@a/b", "1000", 5]],
      });
    });

    test("not without shares or earnings per share", () => {
      for (const key of ["eps_basic", "weighted_average_shares_basic", "net_income"] as const) {
        const { [key]: _, ...without } = given as Values;
        expect(proven(without).value("net_income_to_common")).toBe("800");
      }
    });
  });

  describe("shares outstanding that were computed (30)", () => {
    const given = { shares_outstanding: cellOf("1000", rollup) };
    test.each<[string, Values, string]>([
      ["nothing contradicts them", {}, "1000"],
      ["the cover is a tenth off", { cover_shares_outstanding: "910" }, "1000"],
      ["the cover is further off", { cover_shares_outstanding: "909" }, "identity_conflict"],
      [
        "the cover decides before the average",
        { cover_shares_outstanding: "1000", weighted_average_shares_basic: "1" },
        "1000",
      ],
      ["the average is 15 % off", { weighted_average_shares_basic: "870" }, "1000"],
      ["the average is further off", { weighted_average_shares_basic: "869" }, "identity_conflict"],
      ["none are no count", { shares_outstanding: cellOf("0", rollup) }, "identity_conflict"],
    ])("%s", (_, over, value) => {
      expect(proven({ ...given, ...over }).value("shares_outstanding")).toBe(value);
    });
  });

  describe("a filed count that is the shares issued", () => {
    const given = {
      ...{ shares_outstanding: "1000", shares_issued: "1000", treasury_shares: "200" },
      cover_shares_outstanding: "800",
    };
    const { cover_shares_outstanding: _cover, ...uncovered } = given;
    test.each<[string, Values, string]>([
      ["is less those in treasury where the cover says so", given, "800"],
      [
        "stays where the cover is near it, too",
        { ...given, cover_shares_outstanding: "910" },
        "1000",
      ],
      [
        "stays where the cover is near neither",
        { ...given, cover_shares_outstanding: "500" },
        "1000",
      ],
      ["stays where it is another count", { ...given, shares_issued: "1001" }, "1000"],
      ["stays without a cover", uncovered, "1000"],
    ])("%s", (_, values, value) => {
      expect(proven(values).value("shares_outstanding")).toBe(value);
    });

    test("with lineage to both", () => {
      expect(proven(given).cell("shares_outstanding")?.lineage).toEqual([
        "derivation",
        [1, "shares_issued@a/b", "1000", 0],
        [-1, "treasury_shares@a/b", "200", 0],
      ]);
    });
  });
});

describe("in a loss diluted figures are the basic ones where the filings are silent of them (12)", () => {
  const shown = (values: Values, reasons: Record<string, NullReason> = {}) => {
    const filed = new Map(
      Object.entries(reasons).map(([key, reason]) => [key, { FY: gap(reason) }]),
    );
    const sums = {
      cells: linesOf(values),
      gaveWay: new Map<string, NullReason>(),
      rules: new Map<string, string[]>(),
    };
    const { cells } = withFiguresOfLoss(workingRules, sums, {
      at: "FY",
      label: "a/b",
      values: filed,
    });
    return (key: string) => cells.get(key);
  };
  const loss = { eps_basic: "-1.5", weighted_average_shares_basic: "80" };

  test("each way, with a flag and lineage", () => {
    const of = shown(loss);
    expect(of("eps_diluted")).toMatchObject({
      ...{ value: "-1.5", flags: ["antidilutive"], tag: null },
      lineage: ["derivation", [1, "eps_basic@a/b", "-1.5", 0]],
    });
    expect(of("weighted_average_shares_diluted")?.value).toBe("80");
    const other = shown({ eps_diluted: "-1.5", weighted_average_shares_diluted: "80" });
    expect([other("eps_basic")?.value, other("weighted_average_shares_basic")?.value]).toEqual([
      ...["-1.5", "80"],
    ]);
  });

  test.each<[string, Values, Record<string, NullReason>, string | undefined]>([
    ["a profit dilutes", { ...loss, eps_basic: "1.5" }, {}, undefined],
    [
      "what is disputed is not silent",
      loss,
      { weighted_average_shares_diluted: "conflict" },
      undefined,
    ],
    ["what is not reported is", loss, { weighted_average_shares_diluted: "not_reported" }, "80"],
    ["what is filed stays", { ...loss, weighted_average_shares_diluted: "90" }, {}, "90"],
    ["earnings that differ say it was none", { ...loss, eps_diluted: "-1.4" }, {}, undefined],
    ["earnings that are the same say it was", { ...loss, eps_diluted: "-1.5" }, {}, "80"],
    [
      "income to common tells without earnings",
      { weighted_average_shares_basic: "80", net_income_to_common: "-5", net_income: "5" },
      {},
      "80",
    ],
    [
      "net income tells without that",
      { weighted_average_shares_basic: "80", net_income: "-5" },
      {},
      "80",
    ],
    ["nothing tells", { weighted_average_shares_basic: "80" }, {}, undefined],
  ])("%s", (_, values, reasons, diluted) => {
    expect(shown(values, reasons)("weighted_average_shares_diluted")?.value).toBe(diluted);
  });
});
