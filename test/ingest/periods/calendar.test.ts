import { describe, expect, test } from "vitest";
import { listHistories } from "#ingest/facts/history/history.ts";
import { buildCalendar, isAfterFiling } from "#ingest/periods/calendar.ts";
import { isoOf } from "#ingest/periods/days.ts";
import type { Fact } from "#schemas/shapes/companies/fact.ts";
import { makeFact } from "../../helpers/make.ts";

const fact = (start: string | null, end: string, form: string, over: Partial<Fact> = {}): Fact =>
  makeFact({ start, end, form, filed: "2024-02-15", fy: null, accession: form, ...over });

const shown = (facts: Fact[], yearEnd: string | null = null) =>
  buildCalendar(listHistories(facts), facts, yearEnd).years.map(
    ({ start, end, isExpected, quarterEnds }) =>
      [isoOf(start), isoOf(end), isExpected ? "expected" : "filed", ...quarterEnds].map((one) =>
        typeof one === "number" ? isoOf(one) : one,
      ),
  );

const year = fact("2023-01-01", "2023-12-31", "10-K");

describe("the calendar that filings describe (2.2, 2.3)", () => {
  test("years of annual reports with the quarters of quarterly ones", () => {
    const facts = [
      year,
      fact("2023-01-01", "2023-03-31", "10-Q"),
      fact("2023-01-01", "2023-06-30", "10-Q"),
      fact("2023-07-01", "2023-09-30", "10-Q"),
    ];
    expect(shown(facts).at(-1)).toEqual([
      "2023-01-01",
      "2023-12-31",
      "filed",
      "2023-03-31",
      "2023-06-30",
      "2023-09-30",
    ]);
  });

  test("a fact of a quarterly report counts for three of annual reports and of others", () => {
    const early = fact("2023-01-01", "2023-03-31", "10-Q");
    const late = (times: number) =>
      Array.from({ length: times }, (_, i) =>
        fact("2023-01-01", "2023-04-01", i % 2 ? "10-K" : "8-K", { tag: `Tag${i}` }),
      );
    const firstEnd = (facts: Fact[]) => shown([year, early, ...facts]).at(-1)?.[3];
    expect(firstEnd(late(2))).toBe("2023-03-31");
    expect(firstEnd(late(3))).toBe("2023-04-01");
  });

  test("a year that only a quarterly or a current report states is none beside one of an annual report", () => {
    const rolling = fact("2022-07-01", "2023-06-30", "10-Q");
    expect(shown([year, rolling]).at(-1)?.slice(0, 2)).toEqual(["2023-01-01", "2023-12-31"]);
    expect(shown([rolling]).at(-1)?.slice(0, 2)).toEqual(["2022-07-01", "2023-06-30"]);
  });

  test.each([
    ["2023-03-10", null],
    ["2023-03-11", "2023-03-11"],
    ["2023-05-05", "2023-05-05"],
    ["2023-05-06", null],
  ])("a quarter is 70 to 125 days long: one to %s ends %s", (end, expected) => {
    expect(shown([year, fact("2023-01-01", end, "10-Q")]).at(-1)?.[3]).toBe(expected);
  });

  test("plans for a quarter have no vote where it ends, beside what was reported of it", () => {
    const reported = fact("2023-01-01", "2023-03-31", "8-K");
    const planned = [1, 2].map((day) =>
      fact("2023-01-01", "2023-03-31", "10-Q", { filed: `2023-02-0${day}` }),
    );
    const others = ["One", "Two"].map((tag) => fact("2023-01-01", "2023-04-01", "8-K", { tag }));
    const facts = [year, ...planned, reported, ...others];
    expect(shown(facts).at(-1)?.[3]).toBe("2023-04-01");
  });

  test("what ends after its filing is a schedule: it makes no year and no quarter", () => {
    const planned = fact("2024-01-01", "2024-12-31", "10-K");
    const quarter = fact("2024-01-01", "2024-03-31", "10-Q");
    expect(isAfterFiling(planned)).toBe(true);
    expect(isAfterFiling({ ...planned, filed: "2024-12-31" })).toBe(false);
    expect(isAfterFiling({ ...planned, filed: null })).toBe(false);
    expect(shown([year, planned, quarter])).toEqual(shown([year]));
    const later = { ...planned, filed: "2025-02-15", accession: "later" };
    expect(shown([year, planned, later])).toEqual(shown([year, later]));
  });

  test("balances make no year, and the newest of them is the last day", () => {
    const balance = fact(null, "2024-01-31", "8-K");
    expect(shown([balance])).toHaveLength(4);
    expect(shown([year, balance]).map((one) => one.slice(1, 3))).toEqual([
      ["2022-12-31", "expected"],
      ["2023-12-31", "filed"],
      ["2024-12-31", "expected"],
    ]);
    expect(shown([])).toEqual([]);
  });
});
