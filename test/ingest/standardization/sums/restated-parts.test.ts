import { describe, expect, test } from "vitest";
import { build, figures, line, shown } from "../company.ts";

const total = "general-electric-parts";
/** General Electric's annual report of 2012. */
const report = "0000040545-13-000036";

describe("3 a total that a newer filing states as two parts", () => {
  test("3 General Electric: quarters are the total, and not sales or the revenues of financial services alone", () => {
    const built = build(total);
    const revenue = (key: string) => shown(built, key, "revenue");
    expect(["2009Q1", "2009Q2", "2009Q3", "2009Q4"].map(revenue)).toEqual([
      "38438000000",
      "39108000000",
      "37799000000",
      "41438000000",
    ]);
    expect(revenue("2011Q2")).toBe("35623000000");
    expect(line(built, "2011Q2", "revenue")).toMatchObject({
      flags: expect.arrayContaining(["restatement_rejected"]),
      refused: expect.arrayContaining([
        { tag: "us-gaap:Revenues", guard: "restatement:split_in_parts" },
      ]),
    });
  });

  test("3 without the other part it is a restatement", () => {
    const facts = figures(total).filter(
      ({ tag, accession }) => tag !== "SalesRevenueNet" || accession !== report,
    );
    expect(shown(build(facts), "2011Q2", "revenue")).toBe("12440000000");
  });

  test("3 parts that are far from the older total say nothing", () => {
    const facts = figures(total).map((fact) =>
      fact.tag === "SalesRevenueNet" && fact.accession === report
        ? { ...fact, value: "12961000000" }
        : fact,
    );
    expect(shown(build(facts), "2011Q2", "revenue")).toBe("12440000000");
  });
});
