import { describe, expect, test } from "vitest";
import type { Fact } from "#schemas/shapes/companies/fact.ts";
import { asOf, build, factOf, figures, keysOf, line, shown } from "./company.ts";

describe("2.1 Duplicate and repeated facts", () => {
  test("2.1 Marvell FY2022 in thousands and later in tenths of millions is one value, the finer one", () => {
    const built = build("marvell-2022");
    const revenue = line(built, "2022FY", "revenue");
    expect(revenue).toMatchObject({ value: "4462383000", flags: [] });
    expect(factOf(built, revenue)).toMatchObject({ filed: "2022-03-10", form: "10-K" });
    expect(shown(built, "2022Q3", "revenue")).toBe("1211245000");
  });

  test("2.1 rounding is no restatement: none of Marvell's revenue is listed as restated", () => {
    const { restatements } = build("marvell-2022");
    expect(restatements.filter(({ tag }) => tag.includes("Revenue"))).toEqual([]);
  });

  test("2.1 a proxy statement never replaces a periodic report: Arista 2021 is 840,854,000, not 841", () => {
    const built = build("arista-2021");
    expect(figures("arista-2021").map(({ value }) => value)).toContain("841");
    expect(line(built, "2021FY", "net_income")).toMatchObject({ value: "840854000", flags: [] });
    expect(built.restatements).toEqual([]);
  });

  test("2.1 a proxy statement fills a hole where it is the only source", () => {
    const only = figures("marvell-2022").filter(
      ({ form, end, tag }) => form === "DEF 14A" || end !== "2022-01-29" || tag !== "NetIncomeLoss",
    );
    const built = build(only);
    const filled = line(built, "2022FY", "net_income");
    expect(filled.value).toBe("-421000000");
    expect(factOf(built, filled).form).toBe("DEF 14A");
  });

  test("2.1 Kimberly-Clark's 10-Q in millions as ones ends in null with scale_suspect until it is amended", () => {
    const before = build("kimberly-clark-2010", asOf("2010-05-10"));
    expect(shown(before, "2010Q1", "revenue")).toBe("scale_suspect");
    expect(shown(before, "2010Q1", "operating_income")).toBe("scale_suspect");
    expect(shown(before, "2009FY", "current_assets")).toBe("5864000000");
    expect(shown(before, "TTM2010Q1", "revenue")).toBe("insufficient_quarters");
    const amended = build("kimberly-clark-2010", asOf("2010-05-14"));
    expect(shown(amended, "2010Q1", "revenue")).toBe("4835000000");
    expect(shown(amended, "2010Q1", "operating_income")).toBe("665000000");
  });

  test("2.1 a slip of scale is no restatement", () => {
    const slips = build("kimberly-clark-2010").restatements.filter(
      ({ from, to }) => Math.abs(Number(from.value) / Number(to.value)) < 0.01,
    );
    expect(slips).toEqual([]);
  });

  test("2.1 two values of one filing that rounding does not explain end in null with conflict", () => {
    const facts = figures("marvell-2022");
    const filed = facts.find(({ value }) => value === "4462383000");
    const newest = facts.filter(({ filed: date }) => date !== null && date <= "2022-03-10");
    const other = { ...filed, value: "4319000000" } as (typeof facts)[number];
    expect(shown(build([...newest, other]), "2022FY", "revenue")).toBe("conflict");
  });

  test("2.1 quarters that an annual report lists under the wrong year are passed over: Amazon 2011", () => {
    const built = build("amazon-2011");
    const quarters = ["2011Q1", "2011Q2", "2011Q3", "2011Q4"];
    expect(quarters.map((key) => shown(built, key, "revenue"))).toEqual([
      "9857000000",
      "9913000000",
      "10876000000",
      "17431000000",
    ]);
    expect(shown(built, "2012Q4", "revenue")).toBe("21268000000");
    expect(line(built, "TTM2011Q4", "revenue")).toMatchObject({ value: "48077000000", flags: [] });
  });
});

describe("2.2 The fact's own period", () => {
  test("2.2 Snowflake's nine months and quarter both carry fp Q3; each is taken by its own dates", () => {
    const built = build("snowflake-2022");
    expect(shown(built, "2022Q3", "revenue")).toBe("334441000");
    expect(shown(built, "2022Q2", "revenue")).toBe("272198000");
    expect(shown(built, "2022FY", "revenue")).toBe("1219327000");
    expect(shown(built, "2022Q4", "revenue")).toBe("383774000");
  });

  test("2.2 a first quarter that a later 10-Q labels FY 2023 stays the first quarter of fiscal 2022", () => {
    const labelled = figures("snowflake-2022").filter(
      ({ fp, form, end }) => fp === "FY" && form === "10-Q" && end === "2021-04-30",
    );
    expect(labelled.length).toBeGreaterThan(0);
    expect(shown(build("snowflake-2022"), "2022Q1", "revenue")).toBe("228914000");
  });

  test("2.2 Under Armour's forecast of a year that had not ended never stands for the year", () => {
    const before = build("under-armour-2017", asOf("2017-12-31"));
    expect(keysOf(before)).toEqual(["2017Q3", "2017Q2", "2017Q1"]);
    const built = build("under-armour-2017");
    expect(shown(built, "2017FY", "restructuring_charges")).toBe("124049000");
    expect(shown(built, "2017Q4", "restructuring_charges")).toBe("35952000");
  });

  test("2.2 with nothing but the forecast the line ends in null with not_reported", () => {
    const facts = figures("under-armour-2017").filter(
      ({ tag, filed }) => tag === "NetIncomeLoss" || filed === "2017-11-09",
    );
    const built = build(facts);
    expect(shown(built, "2017FY", "net_income")).toBe("-48260000");
    expect(shown(built, "2017FY", "restructuring_charges")).toBe("not_reported");
  });
});

describe("2.7 Amendments", () => {
  test("2.7 Nikola's 10-K/A supersedes the loss that it restates: 370.9 for 384.3 million", () => {
    const built = build("nikola-2020");
    expect(line(built, "2020FY", "net_income")).toMatchObject({
      value: "-370866000",
      flags: ["restated"],
    });
    expect(shown(build("nikola-2020", asOf("2021-03-01")), "2020FY", "net_income")).toBe(
      "-384314000",
    );
    expect(shown(build("nikola-2020", { kind: "asFirstReported" }), "2020FY", "net_income")).toBe(
      "-384314000",
    );
  });

  test("2.7 a line that the amendment does not change is not restated", () => {
    const built = build("nikola-2020");
    const research = line(built, "2020FY", "research_and_development");
    expect(research).toMatchObject({ value: "185619000", flags: [] });
    expect(factOf(built, research).form).toBe("10-K");
  });

  test("2.7 what an amendment leaves out stays: nothing of it ends in null", () => {
    const partial = figures("nikola-2020").filter(
      ({ form, tag }) => form !== "10-K/A" || tag === "NetIncomeLoss",
    );
    const built = build(partial);
    expect(shown(built, "2020FY", "net_income")).toBe("-370866000");
    expect(shown(built, "2020FY", "operating_income")).toBe("-382735000");
    expect(shown(built, "2020FY", "research_and_development")).toBe("185619000");
  });

  test("2.7 an amendment of the year alone leaves the fourth quarter at its first vintage, flagged", () => {
    const built = build(withoutQuarters((fact) => fact.filed !== "2020-11-09"));
    expect(line(built, "2020Q4", "net_income")).toMatchObject({
      value: "-147039000",
      flags: ["vintage:as_first_reported", "derived_q4"],
    });
  });

  test("2.7 a line that only the amendment carries is null with not_reported before it", () => {
    const facts = figures("nikola-2020").filter(
      ({ tag, form, end }) =>
        tag !== "OperatingIncomeLoss" || form === "10-K/A" || end !== "2020-12-31",
    );
    const before = build(facts, asOf("2021-05-05"));
    expect(shown(before, "2020FY", "operating_income")).toBe("not_reported");
    expect(shown(build(facts), "2020FY", "operating_income")).toBe("-382735000");
  });
});

/** Nikola 2020 without the quarters of net income and, where `isDropped`, without its nine months. */
function withoutQuarters(isDropped: (fact: Fact) => boolean): Fact[] {
  return figures("nikola-2020").filter((fact) => {
    if (fact.tag !== "NetIncomeLoss" || fact.start === null) return true;
    if (fact.start === "2020-01-01" && fact.end === "2020-09-30") return !isDropped(fact);
    return fact.start.endsWith("-01-01") && fact.end.endsWith("-12-31");
  });
}
