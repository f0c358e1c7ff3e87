import { describe, expect, test } from "vitest";
import { runCalendar } from "#ingest/checks/run-calendar.ts";
import type { Fact } from "#schemas/shapes/companies/fact.ts";
import type { FiscalPeriod, StatementPeriod } from "#schemas/shapes/companies/statement.ts";
import { makeFact } from "../../helpers/make.ts";
import { registry } from "../standardization/company.ts";
import { filedPeriod, type GivenLine, moved, periodOf } from "./check-parts.ts";

const run = (id: string, periods: StatementPeriod[], facts: Fact[] = []) =>
  runCalendar(periods, facts, registry).filter((result) => result.id === id);
const outcomes = (id: string, periods: StatementPeriod[], facts: Fact[] = []) =>
  run(id, periods, facts).map(({ outcome }) => outcome);

/** A period of so many days from a day on. */
const lasting = (days: number, fiscalPeriod: FiscalPeriod, start = "2023-01-01", key = "one") =>
  periodOf({ key, fiscalPeriod, start, end: moved(start, days - 1) });

describe("TS-06: the length of a period, both ends counted", () => {
  test.each<[FiscalPeriod, [number, string][]]>([
    [
      "FY",
      [
        [339, "fail"],
        [340, "pass_exact"],
        [390, "pass_exact"],
        [391, "fail"],
      ],
    ],
    // A first quarter after a formation, and quarters of 16 and 17 weeks.
    [
      "Q1",
      [
        [64, "fail"],
        [65, "pass_exact"],
        [115, "pass_exact"],
        [116, "small"],
        [125, "small"],
        [126, "fail"],
      ],
    ],
    [
      "Q2",
      [
        [65, "pass_exact"],
        [115, "pass_exact"],
        [116, "small"],
      ],
    ],
    [
      "Q3",
      [
        [65, "pass_exact"],
        [115, "pass_exact"],
        [116, "small"],
      ],
    ],
    [
      "Q4",
      [
        [65, "pass_exact"],
        [115, "pass_exact"],
        [116, "small"],
      ],
    ],
    [
      "H1",
      [
        [149, "fail"],
        [154, "small"],
        [155, "pass_exact"],
        [205, "pass_exact"],
        [206, "small"],
      ],
    ],
    [
      "H2",
      [
        [154, "small"],
        [155, "pass_exact"],
        [205, "pass_exact"],
        [216, "fail"],
      ],
    ],
    ["T", [[40, "not_run"]]],
  ])("%s: %o", (fiscalPeriod, lengths) => {
    for (const [days, outcome] of lengths) {
      const [result] = run("TS-06", [lasting(days, fiscalPeriod)]);
      expect([days, result?.outcome]).toEqual([days, outcome]);
      const why =
        outcome === "not_run" ? "a transition period has no usual length" : `${days} days`;
      expect(result?.reason).toBe(outcome === "pass_exact" ? null : why);
    }
  });
});

describe("TS-05: a quarter starts where the one before ended", () => {
  const gap = (days: number, kind: FiscalPeriod = "Q2", length = 91) => {
    const first = lasting(90, "Q1", "2023-01-01", "2023Q1");
    const next = lasting(length, kind, moved(first.end, 1 + days), "2023Q2");
    return outcomes("TS-05", [next, periodOf(), first]);
  };
  test("within seven days, a quarter of transition as well", () => {
    expect([gap(0), gap(7), gap(-7), gap(8), gap(-8)].flat()).toEqual([
      ...["pass_exact", "pass_exact", "pass_exact", "fail", "fail"],
    ]);
    expect(gap(0, "T")).toEqual(["pass_exact"]);
    expect(gap(0, "T", 40)).toEqual([]);
    expect(gap(0, "H2", 91)).toEqual([]);
  });
});

describe("TS-05: a quarter between two others is missing", () => {
  const second = lasting(91, "Q2", "2008-04-01", "2008Q2");
  const next = lasting(90, "Q1", "2009-01-01", "2009Q1");
  const report = (form: string, end: string) =>
    makeFact({
      form,
      end,
      start: moved(end, -89),
      filed: moved(end, 40),
      accession: `${form} ${end}`,
    });

  test.each<[string, Fact[], string]>([
    ["no report of it is at hand", [report("10-Q", "2009-03-31")], "not_run"],
    ["only a proxy statement tells of it", [report("DEF 14A", "2008-09-30")], "not_run"],
    ["its report is at hand", [report("10-Q", "2008-09-30")], "fail"],
    [
      "only the year after the quarter before it is at hand",
      [report("10-K", "2008-12-31")],
      "not_run",
    ],
    ["the year that it ends is at hand", [report("10-K", "2008-09-30")], "fail"],
  ])("%s", (_, facts, outcome) => {
    const [result] = run("TS-05", [next, second], facts);
    expect(result?.outcome).toBe(outcome);
    if (outcome === "not_run") {
      expect(result?.reason).toBe("no report of the quarter before is at hand");
    }
  });
});

describe("TS-08: a jump by a thousand or a million against both neighbours", () => {
  const years = (...values: GivenLine[]) =>
    values.map((revenue, i) => filedPeriod({ revenue }, { key: `${2023 - i}FY` }).period);
  const computed = (value: string): GivenLine => ({
    value,
    lineage: () => ["rollup", [1, "", value, 0]],
  });
  test.each<[string, GivenLine[], string[]]>([
    ["the newest", ["5", "5000", "5100"], ["fail", "pass_exact", "not_run"]],
    ["one between two", ["5000", "5", "5000"], ["fail", "fail", "not_run"]],
    ["a millionth", ["5", "5000000"], ["fail", "not_run"]],
    ["a thousandfold", ["5000", "5"], ["fail", "not_run"]],
    ["a decimal place more", ["5000", "5.00"], ["fail", "not_run"]],
    ["off by 0.1 %", ["5000", "4.9955"], ["fail", "not_run"]],
    ["off by more", ["5000", "4.9945"], ["pass_exact", "not_run"]],
    ["a step that lasts", ["5100", "5000", "5"], ["pass_exact", "pass_exact", "not_run"]],
    ["a hundredfold", ["500", "5"], ["pass_exact", "not_run"]],
    ["one computed", [computed("5"), "5000"], ["pass_exact", "not_run"]],
    ["after nothing", ["5", { value: null }], ["pass_exact", "not_run"]],
    ["from nothing", [{ value: null }, "5000"], ["pass_exact", "not_run"]],
  ])("%s", (_, values, expected) => {
    expect(outcomes("TS-08", years(...values))).toEqual(expected);
  });

  test("periods of one kind are neighbours, the nearest ones", () => {
    const [newest, middle, oldest] = years("5", "5000", "5");
    const quarter = { ...filedPeriod({ revenue: "5000" }).period, fiscalPeriod: "Q4" } as const;
    if (!newest || !middle || !oldest) throw new Error("three years");
    const found = run("TS-08", [newest, quarter, middle, oldest]);
    expect(found.map(({ outcome }) => outcome)).toEqual(["fail", "not_run", "fail", "not_run"]);
    expect(found[0]?.reason).toBe("revenue 5");
    expect(found[1]?.reason).toBe("no earlier period of the kind");
    // Of four years the second is judged by the first and the third.
    const four = years("5000", "5", "5000", "5");
    expect(outcomes("TS-08", four)).toEqual(["fail", "fail", "fail", "not_run"]);
    expect(outcomes("TS-08", years("7", "5", "5000", "5"))[1]).toBe("pass_exact");
  });
});

describe("TS-09: figures end no more than a hundred days before the newest report", () => {
  const report = (over: Partial<Fact> = {}) =>
    makeFact({ end: "2024-03-31", filed: "2024-05-01", form: "10-Q", ...over });
  const to = (end: string) => [periodOf({ end }), periodOf({ end: "2020-12-31" })];
  test.each([
    ["2023-12-22", "pass_exact"],
    ["2023-12-21", "fail"],
  ])("to %s: %s", (end, outcome) => {
    expect(outcomes("TS-09", to(end), [report()])).toEqual([outcome]);
    expect(outcomes("TS-09", to(end).reverse(), [report()])).toEqual([outcome]);
  });

  test.each<[string, Partial<Fact>]>([
    ["the cover", { taxonomy: "dei" }],
    ["an 8-K", { form: "8-K" }],
    ["a schedule beyond the filing", { end: "2024-05-02" }],
    ["an undated filing", { filed: null }],
  ])("%s tells nothing of the newest report", (_, over) => {
    expect(run("TS-09", to("2020-12-31"), [report(over)])[0]?.reason).toBe("no periodic report");
  });

  test("the newest report counts with its newest end", () => {
    const facts = [
      report({ end: "2023-03-31" }),
      report(),
      report({ end: "2023-12-31" }),
      report({ end: "2024-06-30", filed: "2024-04-30", form: "8-K" }),
      report({ end: "2023-09-30", filed: "2023-11-01" }),
    ];
    const reasons = [facts, facts.toReversed()].map(
      (order) => run("TS-09", to("2020-12-31"), order)[0]?.reason,
    );
    const fault = "newest period 2020-12-31, newest report is about 2024-03-31";
    expect(reasons).toEqual([fault, fault]);
    expect(run("TS-09", [], [report()])[0]?.reason).toMatch(/^newest period none/);
  });
});
