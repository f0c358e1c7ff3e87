import { describe, expect, test } from "vitest";
import { dayOf, isoOf } from "#ingest/periods/days.ts";
import { labelFiscalYears } from "#ingest/periods/labels.ts";
import type { Fact } from "#schemas/shapes/companies/fact.ts";
import { makeFact } from "../../helpers/make.ts";
import { fiscalYear } from "./calendar-parts.ts";

/** Years that end on these days, each 364 days long. */
const yearsTo = (...ends: string[]) => ends.map((end) => fiscalYear(isoOf(dayOf(end) - 363), end));

/** What the annual report over the year to `end` calls it. */
const stated = (end: string, fy: number | null, over: Partial<Fact> = {}): Fact =>
  makeFact({
    start: isoOf(dayOf(end) - 363),
    end,
    fy,
    filed: isoOf(dayOf(end) + 40),
    accession: `of ${end}`,
    ...over,
  });

const labels = (years: ReturnType<typeof yearsTo>, facts: Fact[]) => {
  labelFiscalYears(years, facts);
  return years.map(({ label }) => label);
};

describe("the year of its end less six days", () => {
  test.each([
    ["2023-12-31", 2023],
    ["2023-01-06", 2022],
    ["2023-01-07", 2023],
    ["2024-02-03", 2024],
  ])("a year to %s is %i where no filing states another", (end, label) => {
    expect(labels(yearsTo(end), [])).toEqual([label]);
  });

  test("Kroger calls the year to February 2024 its 2023", () => {
    const years = yearsTo("2022-01-29", "2023-01-28", "2024-02-03");
    expect(labels(years, [stated("2024-02-03", 2023)])).toEqual([2021, 2022, 2023]);
  });
});

describe("what annual reports say", () => {
  const ends = [2018, 2019, 2020, 2021, 2022, 2023, 2024].map((year) => `${year}-01-31`);
  /** The label of the year to 2024-01-31 where the reports of the years to 2018 and later state these offsets. */
  const learned = (...offsets: (number | null)[]) =>
    labels(
      yearsTo(...ends),
      offsets.map((offset, i) => stated(ends[i] ?? "", offset === null ? null : 2018 + i + offset)),
    ).at(-1);

  test.each<[string, (number | null)[], number]>([
    ["most of the newest five tell", [0, 0, 0, 0, -1, -1, -1], 2023],
    ["two of five do not", [-1, -1, 0, 0, 0, -1, -1], 2024],
    ["of equal ones the newest tells", [0, 0, null, null, null, -1, -1], 2023],
    ["one year on is an offset", [1, 1, 1, 1, 1, 1, 1], 2025],
    ["two years are a slip", [-2, -2, -2, -2, -2, 2, 2], 2024],
    ["what states no year says nothing", [-1, null, null, null, null, null, null], 2023],
  ])("%s", (_, offsets, label) => {
    expect(learned(...offsets)).toBe(label);
  });

  test.each<[string, Partial<Fact>]>([
    ["of an amendment", { form: "10-K/A" }],
    ["of a quarterly report", { form: "10-Q" }],
    ["of a balance", { start: null }],
    ["of a part of the year", { start: "2023-02-15" }],
    ["over other days", { end: "2024-01-30" }],
  ])("a label %s says nothing", (_, over) => {
    const facts = [stated("2024-01-31", 2023, over)];
    expect(labels(yearsTo("2024-01-31"), facts)).toEqual([2024]);
  });

  // Lowe's, whose report to 2024-02-02 was read as a page.
  test("a report of which nobody knows the day of filing tells its year", () => {
    const facts = [stated("2024-02-02", 2023, { filed: null })];
    expect(labels(yearsTo("2023-02-03", "2024-02-02"), facts)).toEqual([2022, 2023]);
  });

  test("a span may begin six days before the year does", () => {
    const facts = (start: string) => [stated("2024-01-31", 2023, { start })];
    expect(labels(yearsTo("2024-01-31"), facts("2023-01-27"))).toEqual([2023]);
    expect(labels(yearsTo("2024-01-31"), facts("2023-02-08"))).toEqual([2023]);
    expect(labels(yearsTo("2024-01-31"), facts("2023-02-09"))).toEqual([2024]);
  });

  test("a report names the newest year that it states", () => {
    const one = { accession: "one filing", filed: "2024-03-10" };
    const facts = [
      stated("2023-01-31", 2023, one),
      stated("2024-01-31", 2023, one),
      stated("2022-01-31", 2023, one),
    ];
    const years = yearsTo("2022-01-31", "2023-01-31", "2024-01-31");
    expect(labels(years, facts)).toEqual([2021, 2022, 2023]);
  });

  test("a run of years after a changed year end has its own offset, or else that of all", () => {
    const years = [
      fiscalYear("2021-02-01", "2022-01-31"),
      fiscalYear("2022-02-01", "2022-12-31", { isTransition: true }),
      fiscalYear("2023-01-01", "2023-12-31", { segment: 1 }),
      fiscalYear("2024-02-01", "2025-01-31", { segment: 2 }),
    ];
    const old = ["2020-01-31", "2021-01-31", "2022-01-31"].map((end) => stated(end, 2021));
    const facts = [
      ...old,
      stated("2022-12-31", 2029),
      stated("2023-12-31", 2023, { start: "2023-01-01" }),
    ];
    expect(labels(years, facts)).toEqual([2021, 2021, 2023, 2025]);
    expect(labels(years, old)).toEqual([2021, 2021, 2022, 2024]);
  });
});

test("a filing that disagrees is told, not obeyed", () => {
  const years = yearsTo("2022-01-31", "2023-01-31", "2024-01-31");
  const facts = [
    stated("2022-01-31", 2021),
    stated("2023-01-31", 2022),
    stated("2024-01-31", 2024),
  ];
  expect(labelFiscalYears(years, facts)).toEqual([
    { accession: "of 2024-01-31", form: "10-K", stated: 2024, learned: 2023, end: "2024-01-31" },
  ]);
});
