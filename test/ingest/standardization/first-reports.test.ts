import { describe, expect, test } from "vitest";
import type { Fact } from "#schemas/shapes/companies/fact.ts";
import { asOf, build, figures, keysOf, line, operandsOf, period, shown } from "./company.ts";

/** The facts of the filings until a day: what is at hand of a company that begins to report. */
const until = (name: string, day: string) =>
  figures(name).filter(({ filed }) => filed !== null && filed <= day);

const spanOf = (built: ReturnType<typeof build>, key: string) => {
  const { start, end } = period(built, key);
  return `${start} ${end}`;
};

describe("2.2 A quarter that a filing states is there, also where an earlier quarter of its year is not [PIP-18]", () => {
  test("Snowflake's first report is of a third quarter, with that of a year before", () => {
    const built = build(until("snowflake-first", "2020-12-03"));
    expect(keysOf(built)).toEqual(["2021Q3", "2020FY", "2020Q3"]);
    expect(spanOf(built, "2021Q3")).toBe("2020-08-01 2020-10-31");
    expect(shown(built, "2021Q3", "revenue")).toBe("159624000");
    expect(shown(built, "2021Q3", "net_income")).toBe("-168889000");
    expect(shown(built, "2021Q3", "total_assets")).toBe("5712889000");
    expect(shown(built, "2020Q3", "net_income")).toBe("-88057000");
    // The cash flow has only the nine months, which are no quarter.
    expect(shown(built, "2021Q3", "operating_cash_flow")).toBe("insufficient_quarters");
  });

  test("with its first annual report the third quarter is still the filed one", () => {
    const built = build(until("snowflake-first", "2021-03-31"));
    expect(keysOf(built)).toEqual([
      "2021FY",
      "2021Q4",
      "2021Q3",
      "2020FY",
      "2020Q4",
      "2020Q3",
      "2019FY",
    ]);
    expect(shown(built, "2021Q3", "revenue")).toBe("159624000");
    expect(shown(built, "2021Q4", "revenue")).toBe("190465000");
  });

  test("as of such a day the whole facts give the same", () => {
    const cut = build(until("snowflake-first", "2020-12-03"));
    const whole = build("snowflake-first", asOf("2020-12-03"));
    for (const key of ["2021Q3", "2020Q3"]) {
      for (const line of ["revenue", "net_income", "operating_cash_flow"]) {
        expect(shown(whole, key, line)).toBe(shown(cut, key, line));
      }
    }
  });

  test("Apple's oldest quarter is the comparative of its first report", () => {
    const built = build("apple-first");
    expect(keysOf(built)).toEqual(["2009Q3", "2008FY", "2008Q3"]);
    expect(spanOf(built, "2008Q3")).toBe("2008-03-30 2008-06-28");
    expect(shown(built, "2008Q3", "net_income")).toBe("1072000000");
  });

  test("Facebook's first report is of a second quarter and gives no half-year", () => {
    const built = build(until("facebook-first", "2012-07-31"));
    expect(keysOf(built).filter((key) => !key.endsWith("FY"))).toEqual(["2012Q2", "2011Q2"]);
    expect(shown(built, "2012Q2", "net_income")).toBe("-157000000");
    const next = build("facebook-first");
    expect(keysOf(next).filter((key) => !key.endsWith("FY"))).toEqual([
      "2012Q3",
      "2012Q2",
      "2011Q3",
      "2011Q2",
    ]);
    expect(shown(next, "2011Q2", "net_income")).toBe("240000000");
    expect(shown(next, "2012Q3", "operating_cash_flow")).toBe("248000000");
  });

  test("Micron's years of 52 and 53 weeks start where its quarters do, before any year is filed", () => {
    const built = build("micron-first");
    expect(spanOf(built, "2010Q1")).toBe("2009-09-04 2009-12-03");
    expect(spanOf(built, "2009Q1")).toBe("2008-08-29 2008-12-04");
    expect(shown(built, "2010Q1", "revenue")).toBe("1740000000");
    expect(shown(built, "2009Q1", "net_income")).toBe("-718000000");
  });

  test("a fourth quarter that an annual report names is there without the others", () => {
    const year = figures("snowflake-first").filter(({ form }) => form === "10-K");
    const fourth = year
      .filter(({ end, start }) => start === "2020-02-01" && end === "2021-01-31")
      .map((fact): Fact => ({ ...fact, start: "2020-11-01", value: "-198935000" }))
      .filter(({ tag }) => tag === "NetIncomeLoss");
    const built = build([...year, ...fourth]);
    expect(keysOf(built)).toContain("2021Q4");
    expect(shown(built, "2021Q4", "net_income")).toBe("-198935000");
  });
});

describe("2.2 Half-years are of those who report half-years [PIP-18]", () => {
  const half = (form: string) =>
    until("facebook-first", "2012-07-31")
      .filter(({ start }) => start === null || start.endsWith("-01-01"))
      .map((fact): Fact => ({ ...fact, form }));

  test("a half-year in an interim report of a foreign company is a period", () => {
    expect(keysOf(build(half("6-K")))).toContain("2012H1");
  });

  test("the year to date of a quarterly report is none, also where the quarter is not at hand", () => {
    expect(keysOf(build(half("10-Q"))).filter((key) => !key.endsWith("FY"))).toEqual([]);
  });
});

describe("2.8 Twelve months without all their quarters are year plus year to date less that of a year before [FIN-04]", () => {
  const key = "TTM2022Q1";
  const of = (facts: Fact[] | string) => {
    const built = build(facts);
    return (concept: string) => shown(built, key, concept);
  };

  test("Snowflake after its first annual report and the quarter that follows", () => {
    const built = build("snowflake-first");
    expect(period(built, key)).toMatchObject({
      start: "2020-05-01",
      end: "2021-04-30",
      basis: "year_plus_to_date",
    });
    const revenue = line(built, key, "revenue");
    expect(revenue).toMatchObject({ value: "712148000", flags: ["year_plus_to_date"] });
    expect(operandsOf(revenue)).toEqual([
      "year_plus_to_date",
      [1, "revenue@2020-02-01/2021-01-31", "592049000"],
      [1, "revenue@2021-02-01/2021-04-30", "228914000"],
      [-1, "revenue@2020-02-01/2020-04-30", "108815000"],
    ]);
    expect(shown(built, key, "net_income")).toBe("-648678000");
    expect(shown(built, key, "operating_cash_flow")).toBe("-16971000");
    expect(shown(built, key, "total_assets")).toBe("5929010000");
  });

  test("an amount that the year computes from these lines is computed from them", () => {
    const spent = figures("snowflake-first")
      .filter(({ tag }) => tag === "NetCashProvidedByUsedInOperatingActivities")
      .map(
        (fact): Fact => ({
          ...fact,
          tag: "PaymentsToAcquirePropertyPlantAndEquipment",
          value: "1000000",
        }),
      );
    expect(of([...figures("snowflake-first"), ...spent])("free_cash_flow")).toBe("-17971000");
  });

  test("a year that was restated since is not moved on by years to date that were not", () => {
    const [year] = figures("snowflake-first").filter(
      ({ tag, end, form }) => tag.startsWith("Revenue") && end === "2021-01-31" && form === "10-K",
    );
    if (!year) throw new Error("the fixture has no year");
    const restated = {
      ...year,
      value: "590000000",
      filed: "2022-03-30",
      accession: "0001640147-22-000023",
    };
    const shownOf = of([...figures("snowflake-first"), restated]);
    expect(shownOf("revenue")).toBe("insufficient_quarters");
    expect(shownOf("net_income")).toBe("-648678000");
  });

  test("without the year to date of a year before there are none", () => {
    const facts = figures("snowflake-first").filter(({ end }) => end !== "2020-04-30");
    expect(build(facts).tables.ttm.map((column) => column.key)).not.toContain(key);
  });
});
