import { describe, expect, test } from "vitest";
import { explainBroken } from "#ingest/checks/explain-broken.ts";
import { filedOf, findOver, firstReport, isSettled, tabulate } from "#ingest/checks/filed.ts";
import { compareFacts, listHistories } from "#ingest/facts/history/history.ts";
import type { Fact } from "#schemas/shapes/companies/fact.ts";
import type { Lineage } from "#schemas/shapes/companies/statement.ts";
import { makeFact } from "../../helpers/make.ts";
import { filedPeriod } from "./check-parts.ts";

const fact = (over: Partial<Fact>) => makeFact({ tag: "Revenues", decimals: 0, ...over });
const tableOf = (facts: Fact[]) => {
  const sorted = [...facts].sort(compareFacts);
  return tabulate(listHistories(sorted), sorted, new Map());
};

describe("the same tag over other days", () => {
  const spans = [2020, 2021, 2022, 2023].flatMap((year) =>
    ["03-31", "06-30", "12-31"].flatMap((end) => [
      { start: `${year}-01-01`, end: `${year}-${end}` },
      { start: null, end: `${year}-${end}` },
    ]),
  );
  const others = [{ tag: "Assets" }, { unit: "EUR" }, { taxonomy: "ifrs-full" }];
  const table = tableOf([
    ...spans.map((span) => fact(span)),
    ...others.map((other) => fact({ ...other, start: "2019-01-01", end: "2019-12-31" })),
    fact({ start: "2021-07-01", end: "2021-09-30", dimensions: "segment=a" }),
  ]);
  const [any] = table.histories.filter(
    ({ versions: [one] }) =>
      one?.taxonomy === "us-gaap" && one.unit === "USD" && one.tag === "Revenues",
  );

  test.each(spans)("is found: $start to $end", ({ start, end }) => {
    if (!any) throw new Error("no history");
    expect(findOver(any, start, end)?.versions[0]).toMatchObject({ tag: "Revenues", start, end });
  });

  test.each([
    ["another start", "2021-01-02", "2021-03-31"],
    ["another end", "2021-01-01", "2021-03-30"],
    ["before all", null, "2010-12-31"],
    ["after all", null, "2030-12-31"],
    ["of a segment alone", "2021-07-01", "2021-09-30"],
    ["of another tag, unit or taxonomy", "2019-01-01", "2019-12-31"],
  ])("is not found: %s", (_, start, end) => {
    if (!any) throw new Error("no history");
    expect(findOver(any, start, end)).toBeNull();
  });
});

describe("what the reports say of a fact", () => {
  const year = { start: "2023-01-01", end: "2023-12-31" };
  const historyOf = (...versions: Partial<Fact>[]) => {
    const table = tableOf(versions.map((version) => fact({ ...year, ...version })));
    const [history] = table.histories;
    if (!history) throw new Error("no history");
    return { history, table };
  };
  const report = { form: "10-K", filed: "2024-02-15", value: "1000" };
  const current = { form: "8-K", filed: "2024-02-01" };

  test.each<[string, Partial<Fact>[], boolean]>([
    ["one report", [report], true],
    ["two that agree", [report, { ...report, form: "10-K/A" }], true],
    [
      "two that round differently",
      [
        { ...report, value: "1234" },
        { ...report, decimals: -3 },
      ],
      true,
    ],
    ["two that differ", [report, { ...report, value: "1200" }], false],
    ["the third differs", [report, report, { ...report, value: "1200" }], false],
    ["an 8-K that differs", [{ ...current, value: "999" }, report], true],
    [
      "no report",
      [
        { ...current, value: "1" },
        { ...current, value: "2" },
      ],
      true,
    ],
  ])("it is settled with %s: %#", (_, versions, expected) => {
    const { history, table } = historyOf(...versions);
    expect(isSettled(history, table)).toBe(expected);
    expect(isSettled(history, table)).toBe(expected);
  });

  test.each<[string, Partial<Fact>[], string]>([
    [
      "the earliest report",
      [
        { ...report, value: "2", filed: "2025-02-15" },
        { ...report, value: "1" },
      ],
      "1",
    ],
    [
      "a report before an earlier 8-K",
      [
        { ...current, value: "1" },
        { ...report, value: "2" },
      ],
      "2",
    ],
    [
      "an 8-K before a prospectus",
      [
        { form: "S-1", value: "1" },
        { ...current, value: "2" },
      ],
      "2",
    ],
    [
      "a dated one before an undated",
      [
        { ...report, filed: null, value: "1" },
        { ...report, value: "2" },
      ],
      "2",
    ],
    [
      "of one day the one that stands first",
      [
        { ...report, value: "1" },
        { ...report, value: "2" },
      ],
      "1",
    ],
  ])("its first report is %s", (_, versions, value) => {
    const { history } = historyOf(...versions);
    expect(firstReport(history).value).toBe(value);
    expect(firstReport(history).value).toBe(value);
  });
});

describe("the facts behind a line", () => {
  const { period, table } = filedPeriod({ revenue: "100" }, {}, [{ tag: "other", value: "7" }]);
  const placeOf = (tag: string) => table.facts.findIndex((one) => one.tag === tag);
  const [own, other] = [placeOf("revenue"), placeOf("other")];
  const partsOf = (lineage: Lineage | null, value: string | null = "100") => {
    const line = period.lines.revenue;
    if (!line) throw new Error("no revenue");
    const filed = filedOf("revenue", { ...line, value, lineage }, table);
    return filed?.parts.map(({ weight, fact: { tag } }) => [weight, tag]) ?? null;
  };

  test.each<[string, Lineage | null, [number, string][] | null]>([
    ["one fact", own, [[1, "revenue"]]],
    ["a turned fact", ["sign", [-1, "", "", own]], [[-1, "revenue"]]],
    [
      "tags that are added",
      ["sum_of_tags", [1, "", "", own], [1, "", "", other]],
      [
        [1, "revenue"],
        [1, "other"],
      ],
    ],
    [
      "a scaled fact of a sum",
      ["sum_of_classes", [2, "", "", ["scale", [1000, "", "", own]]]],
      [[2000, "revenue"]],
    ],
    ["a total that has one part", ["absence", [1, "", "", own]], [[1, "revenue"]]],
    ["an arithmetic with an absent part", ["absence", [1, "", "", own], [1, "", "", other]], null],
    ["a roll-up", ["rollup", [1, "", "", own]], null],
    ["a turned roll-up", ["sign", [1, "", "", ["rollup", [1, "", "", own]]]], null],
    ["a fact that is not at hand", 99, null],
    ["nothing", null, null],
  ])("%s", (_, lineage, expected) => {
    expect(partsOf(lineage)).toEqual(expected);
  });

  test("a null has none, nor has a line that is not there", () => {
    expect(partsOf(own, null)).toBeNull();
    expect(filedOf("revenue", undefined, table)).toBeNull();
  });
});

describe("why lines do not add up", () => {
  const shown = (key: string, over: Partial<Fact> = {}, also: Partial<Fact>[] = []) => {
    const one = fact({
      start: "2023-01-01",
      end: "2023-12-31",
      value: "5",
      accession: "a",
      ...over,
    });
    return [{ key, fact: one, versions: [one, ...also.map((other) => ({ ...one, ...other }))] }];
  };
  const named = (key: string, of: string) => `${key} 5 (Revenues 2023-01-01/2023-12-31, ${of})`;

  test.each<[string, Parameters<typeof explainBroken>[0], string | null]>([
    [
      "one filing states them so",
      [shown("revenue"), shown("gross_profit")],
      `filed so in a: ${named("revenue", "a")}, ${named("gross_profit", "a")}`,
    ],
    [
      "filings do not agree",
      [
        shown("revenue"),
        shown("gross_profit", { accession: "b", tag: "GrossProfit" }, [{ value: "6" }]),
      ],
      `of filings that do not agree on GrossProfit: ${named("revenue", "a")}, gross_profit 5 (GrossProfit 2023-01-01/2023-12-31, b)`,
    ],
    [
      "they are of several filings",
      [shown("revenue"), shown("gross_profit", { accession: "b" }, [{ accession: "c" }])],
      `no one filing states all of them: ${named("revenue", "a")}, ${named("gross_profit", "b")}`,
    ],
    [
      "a balance has a day",
      [shown("total_assets", { start: null })],
      "filed so in a: total_assets 5 (Revenues 2023-12-31, a)",
    ],
    ["one was computed", [shown("revenue"), null], null],
  ])("%s", (_, lines, expected) => {
    expect(explainBroken(lines)).toBe(expected);
  });

  test("eight facts are named, the others counted", () => {
    const of = (count: number) => explainBroken(Array.from({ length: count }, () => shown("x")));
    expect(of(8)).not.toContain("more");
    expect(of(8)?.match(/x 5/g)).toHaveLength(8);
    expect(of(10)).toMatch(/ and 2 more$/);
    expect(of(10)?.match(/x 5/g)).toHaveLength(8);
  });
});
