import { describe, expect, test } from "vitest";
import type { CompanyBuild } from "#ingest/company-input.ts";
import type { Fact } from "#schemas/shapes/companies/fact.ts";
import { build, figures, line, operandsOf, shown } from "../company.ts";

describe("31 Total equity that the balance sheet proves", () => {
  test("31 CSX 2009Q2: noncontrolling interests are named for other days only, and the parent's equity fills the balance sheet", () => {
    const built = build("csx-2009");
    expect(shown(built, "2009Q2", "total_equity")).toBe("8456000000");
    expect(shown(built, "2009Q2", "stockholders_equity")).toBe("8456000000");
  });

  test("31 BB&T 2009Q2: the equity that fills the balance sheet holds the noncontrolling interests filed beside it", () => {
    const built = build("bbt-2009");
    const key = built.periods[0]?.key ?? "";
    expect(shown(built, key, "total_equity")).toBe("14792000000");
    expect(operandsOf(line(built, key, "stockholders_equity"))).toEqual([
      "derivation",
      [1, expect.stringMatching(/^total_equity@/), "14792000000"],
      [-1, expect.stringMatching(/^noncontrolling_interest@/), "45000000"],
    ]);
  });

  test("31 a million less of liabilities proves nothing: the remainder may be what stands between", () => {
    const facts = figures("bbt-2009").map((fact) =>
      fact.tag === "Liabilities" ? { ...fact, value: "137605000000" } : fact,
    );
    const built = build(facts);
    const key = built.periods[0]?.key ?? "";
    expect(shown(built, key, "total_equity")).toBe("identity_conflict");
    expect(shown(built, key, "stockholders_equity")).toBe("14792000000");
  });
});

describe("31 Balances that are restated without their balance sheet", () => {
  const restated = { accession: "0000896878-20-000148", end: "2017-07-31" };
  /** The figures leave out most years, so that covers name the year otherwise. */
  const keyOf = ({ periods }: CompanyBuild) =>
    periods.find(({ end, fiscalPeriod }) => end === restated.end && fiscalPeriod === "FY")?.key ??
    "";
  const isRestated = ({ accession, end }: Fact) =>
    accession === restated.accession && end === restated.end;

  test("31 Intuit 2017: equity under a newer standard does not stand beside the balance sheet before it", () => {
    const built = build("intuit-2017-equity");
    expect(line(built, keyOf(built), "stockholders_equity")).toMatchObject({
      value: "1354000000",
      flags: ["restatement_rejected"],
      refused: [{ tag: "us-gaap:StockholdersEquity", guard: "restatement:without_balance_sheet" }],
    });
    expect(shown(built, keyOf(built), "total_equity")).toBe("1354000000");
    expect(built.restatements).toContainEqual(
      expect.objectContaining({
        to: expect.objectContaining({ value: "1699000000" }),
        rejected: "without_balance_sheet",
      }),
    );
  });

  test("31 it wins where the filing states the total of that day, too", () => {
    const facts = figures("intuit-2017-equity");
    const [own] = facts.filter(isRestated);
    if (!own) throw new Error("the fixture has no restated equity");
    const whole = { ...own, tag: "LiabilitiesAndStockholdersEquity", value: "4413000000" };
    const built = build([...facts, whole]);
    expect(shown(built, keyOf(built), "stockholders_equity")).toBe("1699000000");
  });

  test("31 it wins where the filing is an excerpt that leaves out that total for all days", () => {
    const facts = figures("intuit-2017-equity").filter(
      ({ tag, end }) => tag !== "LiabilitiesAndStockholdersEquity" || end === restated.end,
    );
    const built = build(facts);
    expect(shown(built, keyOf(built), "stockholders_equity")).toBe("1699000000");
  });

  test("31 a rounder value of the same balance is no restatement of it", () => {
    const facts = figures("intuit-2017-equity").map((fact) =>
      fact.tag === "StockholdersEquity" && fact.value === "1699000000"
        ? { ...fact, value: "1400000000" }
        : fact,
    );
    const built = build(facts);
    expect(shown(built, keyOf(built), "stockholders_equity")).toBe("1400000000");
  });
});
