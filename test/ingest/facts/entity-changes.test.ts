import { describe, expect, test } from "vitest";
import type { View } from "#ingest/company-input.ts";
import { entityOf, findEntityChanges, findForeign } from "#ingest/facts/history/entity-changes.ts";
import { listHistories } from "#ingest/facts/history/history.ts";
import type { Fact } from "#schemas/shapes/companies/fact.ts";
import { makeFact } from "../../helpers/make.ts";

const day = "2019-12-31";
const stated = (tag: string, value: string, filed: string | null, over: Partial<Fact> = {}) =>
  makeFact({ tag, value, filed, start: null, end: day, accession: `of ${filed}`, ...over });

/** Balances of a day, each first 1,700 and then what is given, in the two filings. */
const restated = (values: string[], over: Partial<Fact> = {}, firstOver: Partial<Fact> = {}) =>
  values.flatMap((value, i) => [
    stated(`Tag${i}`, "1700", "2020-02-01", firstOver),
    stated(`Tag${i}`, value, "2021-02-01", over),
  ]);
const times = (count: number, value: string) => Array.from({ length: count }, () => value);
const changes = (facts: Fact[], misscaled: Fact[] = []) =>
  findEntityChanges(listHistories(facts), new Set(misscaled));

describe("a periodic report shows another entity under the registrant's number (2.6)", () => {
  test.each<[string, Fact[], string[]]>([
    ["five facts, four of them far off", restated([...times(4, "3500"), "1700"]), ["2021-02-01"]],
    ["four facts are too few", restated(times(4, "3500")), []],
    ["three of five are too few", restated([...times(3, "3500"), "1700", "1700"]), []],
    ["twice as much is not far off", restated(times(5, "3400")), []],
    ["half as much is not far off", restated(times(5, "850")), []],
    ["less than half is", restated(times(5, "849")), ["2021-02-01"]],
    ["the same with the other sign is not", restated(times(5, "-1700")), []],
    ["an annual report alone tells", restated(times(5, "3500"), { form: "8-K" }), []],
    ["what an 8-K said first counts not", restated(times(5, "3500"), {}, { form: "8-K" }), []],
    ["money alone tells", restated(times(5, "3500"), { unit: "shares" }, { unit: "shares" }), []],
    ["an undated filing does not", restated(times(5, "3500"), { filed: null }), []],
    ["two reports of one day do not", restated(times(5, "3500"), { filed: "2020-02-01" }), []],
  ])("%s", (_, facts, expected) => {
    expect(changes(facts)).toEqual(expected);
  });

  test("filings in another scale do not count", () => {
    const facts = restated(times(5, "3500"));
    expect(
      changes(
        facts,
        facts.filter(({ value }) => value === "3500"),
      ),
    ).toEqual([]);
  });

  test("five facts of one period must show it, not five of several", () => {
    const days = ["2019-12-31", "2019-12-31", "2019-12-31", "2018-12-31", "2018-12-31"];
    const apart = restated(times(5, "3500")).map((fact, i) => ({
      ...fact,
      end: days[Math.floor(i / 2)] ?? day,
    }));
    expect(changes(apart)).toEqual([]);
  });

  test("a second change is found after the first, against what the first one's entity stated", () => {
    const third = times(5, "9000").map((value, i) => stated(`Tag${i}`, value, "2022-02-01"));
    const facts = restated(times(5, "3500")).flatMap((fact, i) =>
      i % 2 === 0 ? [fact] : [fact, third[(i - 1) / 2] as Fact],
    );
    expect(changes(facts)).toEqual(["2021-02-01", "2022-02-01"]);
    const back = facts.map((fact) => (fact.value === "9000" ? { ...fact, value: "3500" } : fact));
    expect(changes(back)).toEqual(["2021-02-01"]);
  });
});

test("a fact is of the entity that its filing's day falls to; an undated one is of the last", () => {
  const days = ["2020-06-01", "2022-06-01"];
  const of = (filed: string | null) => entityOf(stated("Assets", "1", filed), days);
  expect(["2020-05-31", "2020-06-01", "2022-05-31", "2022-06-01", null].map(of)).toEqual([
    0, 1, 1, 2, 2,
  ]);
});

describe("facts that a period must not be mixed with (2.6)", () => {
  const old = stated("Assets", "1", "2020-02-01");
  const own = stated("Assets", "7", "2021-02-01");
  const oldCash = stated("Cash", "2", "2020-02-01");
  const periodOf = ({ end }: Fact) => Number(end.slice(0, 4));
  const foreign = (facts: Fact[], kind: "latest" | "asFirstReported" = "latest") => {
    const view: View = { kind };
    return [...findForeign(listHistories(facts), ["2020-06-01"], view, periodOf)];
  };

  test("are those of the first entity where the last one states the period, and as first reported the other way", () => {
    expect(foreign([old, own, oldCash])).toEqual([old, oldCash]);
    expect(foreign([old, own, oldCash], "asFirstReported")).toEqual([own]);
  });

  test("are none where one entity alone states it, and none of the cover", () => {
    expect(foreign([old, oldCash])).toEqual([]);
    const before = { ...old, end: "2018-12-31" };
    expect(foreign([before, own])).toEqual([]);
    const cover = { ...old, taxonomy: "dei" };
    expect(foreign([cover, own])).toEqual([]);
  });

  test("are told by periodic reports, by others only without these", () => {
    const current = { ...own, form: "8-K" };
    expect(foreign([old, current, oldCash])).toEqual([current]);
    const announced = { ...old, form: "8-K" };
    expect(foreign([announced, current])).toEqual([announced]);
  });
});
