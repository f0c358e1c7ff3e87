import { describe, expect, test } from "vitest";
import { findQuarterEnds } from "#ingest/periods/calendar.ts";
import { addYears, dayOf, isoOf } from "#ingest/periods/days.ts";
import { fiscalYear, span } from "./calendar-parts.ts";

const calendarYear = fiscalYear("2023-01-01", "2023-12-31");
const ends = (year: typeof calendarYear, spans: Parameters<typeof span>[]) =>
  findQuarterEnds(
    year,
    spans.map((of) => span(...of)),
  ).map((day) => (day === null ? null : isoOf(day)));

describe("quarters are told by their place in the year, never by the month (2.3)", () => {
  test.each([
    [
      "Apple 2023, 53 weeks",
      "2022-09-25",
      ["2022-12-31", "2023-04-01", "2023-07-01"],
      "2023-09-30",
    ],
    [
      "Costco 2023, three quarters of 12 weeks, one of 17",
      "2022-08-29",
      ["2022-11-20", "2023-02-12", "2023-05-07"],
      "2023-09-03",
    ],
    [
      "PepsiCo 2016, a first quarter of 12 weeks",
      "2015-12-27",
      ["2016-03-19", "2016-06-11", "2016-09-03"],
      "2016-12-31",
    ],
    ["Microsoft 2024", "2023-07-01", ["2023-09-30", "2023-12-31", "2024-03-31"], "2024-06-30"],
  ])("%s", (_, start, quarters, end) => {
    const year = fiscalYear(start, end);
    const toDate = quarters.map((day): [string, string] => [start, day]);
    const discrete = quarters.map((day, i): [string, string] => {
      const before = quarters[i - 1];
      return [before ? isoOf(dayOf(before) + 1) : start, day];
    });
    expect(ends(year, toDate)).toEqual(quarters);
    expect(ends(year, discrete)).toEqual(quarters);
    const yearBefore = discrete.map(([from, to]): [string, string] => [
      isoOf(addYears(dayOf(from), -1)),
      isoOf(addYears(dayOf(to), -1)),
    ]);
    expect(ends(year, [...yearBefore, [start, end]])).toEqual([null, null, null]);
  });

  test("the start of a quarter says where the one before ends, if no span ends there", () => {
    const third: Parameters<typeof span> = ["2023-07-01", "2023-09-30"];
    expect(ends(calendarYear, [third])).toEqual([null, "2023-06-30", "2023-09-30"]);
    expect(ends(calendarYear, [third, ["2023-01-01", "2023-06-25"]])).toEqual([
      null,
      "2023-06-25",
      "2023-09-30",
    ]);
    expect(ends(calendarYear, [["2023-10-01", "2023-12-31"]])).toEqual([null, null, "2023-09-30"]);
    // A year to date says nothing of the quarter before.
    expect(ends(calendarYear, [["2023-01-01", "2023-09-30"]])).toEqual([null, null, "2023-09-30"]);
  });

  test("a transition has no quarters", () => {
    const transition = { ...calendarYear, isTransition: true };
    expect(ends(transition, [["2023-01-01", "2023-03-31"]])).toEqual([null, null, null]);
  });
});

describe("which spans have a vote", () => {
  test.each([
    // From the start of the year, three days early or late.
    ["2022-12-29", "2023-06-30", true],
    ["2022-12-28", "2023-06-30", false],
    ["2023-01-04", "2023-06-30", true],
    ["2023-01-05", "2023-06-30", false],
    // A second quarter starts a third of a quarter early or late at most.
    ["2023-03-02", "2023-06-30", true],
    ["2023-03-01", "2023-06-30", false],
    ["2023-05-04", "2023-06-30", true],
    ["2023-05-05", "2023-06-30", false],
  ])("%s to %s: %s", (start, end, isCounted) => {
    expect(ends(calendarYear, [[start, end]])[1]).toBe(isCounted ? end : null);
  });

  test("an end is of the quarter that it is nearest to", () => {
    const at = (end: string) => ends(calendarYear, [["2023-01-01", end]]).indexOf(end);
    const days = ["2023-02-14", "2023-02-15", "2023-05-16", "2023-05-17", "2023-11-15"];
    expect(days.map(at)).toEqual([-1, 0, 0, 1, 2]);
    expect(at("2023-11-16")).toBe(-1);
  });
});

describe("of two ends", () => {
  const first = (...spans: Parameters<typeof span>[]) => ends(calendarYear, spans)[0];
  test.each<[string, string, Parameters<typeof span>[2], Parameters<typeof span>[2]]>([
    ["more facts tell", "2023-03-31", [0, 2], [0, 1]],
    ["one of a quarterly report counts for three of others", "2023-04-01", [2], [0, 1]],
    ["and four others outvote it", "2023-03-31", [2, 0, 2], [0, 1]],
    ["of equal votes the later wins", "2023-04-01", [3], [0, 1]],
  ])("%s", (_, end, early, late) => {
    const spans: Parameters<typeof span>[] = [
      ["2023-01-01", "2023-03-31", early],
      ["2023-01-01", "2023-04-01", late],
    ];
    expect(first(...spans)).toBe(end);
    expect(first(...spans.reverse())).toBe(end);
  });

  test("votes of a quarter and of a year to date add up", () => {
    const spans: Parameters<typeof span>[] = [
      ["2023-01-01", "2023-06-30", [0, 2]],
      ["2023-04-01", "2023-06-30", [0, 2]],
      ["2023-01-01", "2023-07-01", [0, 3]],
    ];
    expect(ends(calendarYear, spans)[1]).toBe("2023-06-30");
  });
});
