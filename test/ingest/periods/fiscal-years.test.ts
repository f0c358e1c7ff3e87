import { describe, expect, test } from "vitest";
import { dayOf, isoOf } from "#ingest/periods/days.ts";
import type { FiscalYear, Span } from "#ingest/periods/fiscal-calendar.ts";
import {
  chainFiscalYears,
  withFormation,
  yearsSinceFormation,
} from "#ingest/periods/fiscal-years.ts";
import { span } from "./calendar-parts.ts";

const shown = ({ start, end, isTransition, isExpected, segment }: FiscalYear) =>
  `${isoOf(start)} ${isoOf(end)} ${isTransition ? "transition" : isExpected ? "expected" : "filed"} ${segment}`;

const chained = (spans: readonly Span[], lastDay: string, yearEnd: string | null = null) =>
  chainFiscalYears(spans, lastDay === "" ? 0 : dayOf(lastDay), yearEnd).map(shown);

describe("the chain of fiscal years", () => {
  test("Apple's years end on Saturdays: the next one is expected 52 weeks on, one before the first", () => {
    const years = [
      span("2019-09-29", "2020-09-26"),
      span("2020-09-27", "2021-09-25"),
      span("2021-09-26", "2022-09-24"),
    ];
    expect(chained(years, "2023-04-01")).toEqual([
      "2018-09-29 2019-09-28 expected 0",
      "2019-09-29 2020-09-26 filed 0",
      "2020-09-27 2021-09-25 filed 0",
      "2021-09-26 2022-09-24 filed 0",
      "2022-09-25 2023-09-23 expected 0",
    ]);
    expect(chained(years, "2022-09-24")).toHaveLength(4);
  });

  test("years that nobody filed are filled in to the day", () => {
    const walmart = [span("2007-02-01", "2008-01-31"), span("2011-02-01", "2012-01-31")];
    expect(chained(walmart, "2012-01-31").slice(1)).toEqual([
      "2007-02-01 2008-01-31 filed 0",
      "2008-02-01 2009-01-31 expected 0",
      "2009-02-01 2010-01-31 expected 0",
      "2010-02-01 2011-01-31 expected 0",
      "2011-02-01 2012-01-31 filed 0",
    ]);
  });

  test("Under Armour's three months between two year ends are a transition, and a new segment follows", () => {
    const years = [
      span("2021-01-01", "2021-12-31"),
      span("2022-04-01", "2023-03-31"),
      span("2023-04-01", "2024-03-31"),
    ];
    expect(chained(years, "2024-03-31").slice(1)).toEqual([
      "2021-01-01 2021-12-31 filed 0",
      "2022-01-01 2022-03-31 transition 0",
      "2022-04-01 2023-03-31 filed 1",
      "2023-04-01 2024-03-31 filed 1",
    ]);
  });

  test("a gap of 340 days is a year, one of 339 a transition", () => {
    const yearAfter = (start: string, end: string) =>
      chained([span("2020-01-01", "2020-12-31"), span(start, end)], end)[2];
    expect(yearAfter("2021-12-07", "2022-12-06")).toBe("2021-01-01 2021-12-06 expected 0");
    expect(yearAfter("2021-12-06", "2022-12-05")).toBe("2021-01-01 2021-12-05 transition 0");
  });

  test.each([
    // Six days between two years are none: the later year begins where the earlier one ends.
    ["2021-01-07", "2021-12-31", ["2021-01-01 2021-12-31 filed 0"]],
    ["2020-12-26", "2021-12-24", ["2021-01-01 2021-12-24 filed 0"]],
    ["2020-12-25", "2021-12-24", ["2020-12-25 2021-12-24 filed 0"]],
    [
      "2021-01-08",
      "2021-12-31",
      ["2021-01-01 2021-01-07 transition 0", "2021-01-08 2021-12-31 filed 1"],
    ],
  ])("a year that starts %s, after one to 2020-12-31", (start, end, expected) => {
    expect(chained([span("2020-01-01", "2020-12-31"), span(start, end)], end).slice(2)).toEqual(
      expected,
    );
  });

  test("each of four years begins where the one before it ends", () => {
    const years = [
      span("2019-01-01", "2019-12-31"),
      span("2020-01-01", "2020-12-31"),
      span("2021-01-01", "2021-12-31"),
      span("2022-01-03", "2022-12-31"),
    ];
    expect(chained(years, "2022-12-31").at(-1)).toBe("2022-01-01 2022-12-31 filed 0");
  });

  test("years are expected up to the last day, and at most forty", () => {
    const years = [span("2015-01-01", "2015-12-31")];
    expect(chained(years, "2023-06-30").at(-1)).toBe("2023-01-01 2023-12-31 expected 0");
    expect(chained(years, "2099-06-30").at(-1)).toBe("2055-01-01 2055-12-31 expected 0");
  });

  test("years before the first are expected back to the first span, and at most forty", () => {
    const years = [span("2024-01-01", "2024-12-31")];
    const old = (start: string, end: string) => span(start, end, [0, 9]);
    const first = (...spans: ReturnType<typeof span>[]) =>
      chained([...years, ...spans], "2024-12-31")[0];
    expect(first()).toBe("2023-01-01 2023-12-31 expected 0");
    expect(first(old("2009-04-01", "2009-06-30"))).toBe("2009-01-01 2009-12-31 expected 0");
    expect(first(old("1909-04-01", "1909-06-30"))).toBe("1984-01-01 1984-12-31 expected 0");
  });

  test("expected years start where spans start that are at most six days off", () => {
    const years = [span("2023-01-01", "2023-12-31")];
    const chainedFrom = (start: string) =>
      chained([...years, span(start, "2022-03-31", [0, 9])], "2023-12-31")[0];
    expect(chainedFrom("2021-12-27")).toBe("2021-12-27 2022-12-31 expected 0");
    expect(chainedFrom("2022-01-07")).toBe("2022-01-07 2022-12-31 expected 0");
    expect(chainedFrom("2022-01-08")).toBe("2022-01-01 2022-12-31 expected 0");
  });

  test("of two years to one day the one counts that quarterly reports start with: Goldman Sachs 2009", () => {
    const years = [
      span("2008-12-27", "2009-12-31", [4]),
      span("2008-12-31", "2009-12-31", [8]),
      span("2008-12-27", "2009-06-26", [0, 29]),
    ];
    expect(chained(years, "2009-12-31").at(-1)).toBe("2008-12-27 2009-12-31 filed 0");
    expect(chained(years.slice(0, 2), "2009-12-31").at(-1)).toBe("2008-12-31 2009-12-31 filed 0");
  });

  test("years after a transition count where revenue alone states each year, a few times at most", () => {
    const years = (most: number) => [
      span("2018-07-01", "2019-06-30", [most]),
      span("2019-07-01", "2019-12-31", [1]),
      span("2020-01-01", "2020-12-31", [1]),
    ];
    expect(chained(years(1), "2020-12-31").at(-1)).toBe("2020-01-01 2020-12-31 filed 1");
    expect(chained(years(4), "2020-12-31").at(-1)).toBe("2020-01-01 2020-12-31 filed 1");
    expect(chained(years(5), "2020-12-31").at(-1)).toContain("2020-07-01 2021-06-30 expected");
  });

  test("rolling twelve months are no years, however often they are filed once", () => {
    const years = [
      span("2020-01-01", "2020-12-31", [40]),
      span("2021-01-01", "2021-12-31", [40]),
      span("2020-07-01", "2021-06-30", [1]),
    ];
    expect(chained(years, "2021-12-31").slice(1)).toEqual([
      "2020-01-01 2020-12-31 filed 0",
      "2021-01-01 2021-12-31 filed 0",
    ]);
  });
});

describe("the period of formation", () => {
  // Heinz was bought on 2013-06-07 by a company that was formed on 2013-02-08.
  const first = () =>
    chainFiscalYears([span("2013-12-30", "2015-01-03", [30])], dayOf("2015-01-03"), null);
  const whole = span("2013-12-30", "2015-01-03", [30]);

  test("a shorter period that annual reports state before the first whole year is a transition", () => {
    const formation = span("2013-02-08", "2013-12-29", [9]);
    expect(withFormation(first(), [whole, formation]).map(shown)).toEqual([
      "2013-02-08 2013-12-29 transition 0",
      "2013-12-30 2015-01-03 filed 0",
    ]);
  });

  test.each([
    ["too few annual facts state it", span("2013-02-08", "2013-12-29", [8])],
    ["it is as long as a year", span("2012-12-31", "2013-12-29", [9])],
    ["it ends long before", span("2013-02-08", "2013-12-22", [9])],
  ])("not where %s", (_, other) => {
    expect(withFormation(first(), [whole, other]).map(shown)).toEqual(first().map(shown));
  });
});

describe("years without any annual report", () => {
  const lastYear = (spans: readonly Span[], lastDay: string, yearEnd: string | null) =>
    chained(spans, lastDay, yearEnd).at(-1);

  test("Goldman Sachs 2009: the year starts with the longest year to date that fits the date on file", () => {
    const spans = [
      span("2009-03-28", "2009-06-26", [0, 9]),
      span("2008-12-27", "2009-06-26", [0, 9]),
    ];
    expect(chained(spans, "2009-06-26", "1231")).toEqual([
      "2005-12-27 2006-12-26 expected 0",
      "2006-12-27 2007-12-26 expected 0",
      "2007-12-27 2008-12-26 expected 0",
      "2008-12-27 2009-12-26 expected 0",
    ]);
  });

  test.each([
    // A span longer than a quarter tells more than a date that no span agrees with; a quarter does not.
    [span("2009-04-01", "2009-09-30"), "2009-09-30", "1231", "2009-04-01 2010-03-31 expected 0"],
    [span("2009-05-01", "2009-07-31"), "2009-07-31", "1231", "2009-01-01 2009-12-31 expected 0"],
    [span("2009-05-01", "2009-07-09"), "2009-07-09", "1231", "2009-01-01 2009-12-31 expected 0"],
    [span("2009-05-01", "2009-07-31"), "2009-07-31", null, "2009-05-01 2010-04-30 expected 0"],
    [span("2010-06-01", "2010-08-31"), "2010-08-31", "0229", "2010-03-01 2011-02-28 expected 0"],
    // A year of weeks may end six days after the date.
    [span("2010-07-04", "2010-10-06"), "2010-10-06", "0930", "2009-10-01 2010-09-30 expected 0"],
    [span("2010-07-04", "2010-10-07"), "2010-10-07", "0930", "2010-10-01 2011-09-30 expected 0"],
    // Forty days from the date on file still agree, forty-one do not.
    [span("2010-02-10", "2010-05-11"), "2010-05-11", "1231", "2010-02-10 2011-02-09 expected 0"],
    [span("2010-02-11", "2010-05-12"), "2010-05-12", "1231", "2010-01-01 2010-12-31 expected 0"],
  ])("%o to %s with %s on file: %s", (only, lastDay, yearEnd, expected) => {
    const interim = { ...only, annual: 0, interim: 9 };
    expect(lastYear([interim], lastDay, yearEnd)).toBe(expected);
  });

  test("a quarter that agrees with the date on file goes before a longer span that does not", () => {
    const spans = [
      span("2010-01-01", "2010-03-31", [0, 9]),
      span("2009-10-01", "2010-03-31", [0, 9]),
    ];
    expect(lastYear(spans, "2010-03-31", "1231")).toBe("2010-01-01 2010-12-31 expected 0");
  });

  test("nothing that was filed makes no year", () => {
    expect(chained([], "", "1231")).toEqual([]);
  });
});

describe("a company formed within its only year", () => {
  // Gores Holdings V was formed on 2020-06-25; its annual report names the calendar year, too.
  const formation = span("2020-06-25", "2020-12-31", [13]);
  const since = (...spans: Span[]) =>
    yearsSinceFormation([formation, ...spans], dayOf("2021-02-26"))?.map(shown) ?? null;

  test("the period that its annual report states is a transition, and a year is expected", () => {
    expect(since(span("2020-01-01", "2020-12-31", [6]))).toEqual([
      "2020-06-25 2020-12-31 transition 0",
      "2021-01-01 2021-12-31 expected 0",
    ]);
  });

  test.each([
    [
      "annual reports state the year around it more than half as often",
      span("2020-01-01", "2020-12-31", [7]),
    ],
    ["a whole year follows", span("2021-01-01", "2021-12-31", [1])],
    ["something is stated before it", span("2020-01-01", "2020-03-31", [0, 1])],
  ])("not where %s", (_, other) => {
    expect(since(other)).toBeNull();
  });
});
