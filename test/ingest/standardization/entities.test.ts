import { readdirSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { findEntityChanges } from "#ingest/facts/history/entity-changes.ts";
import { listHistories } from "#ingest/facts/history/history.ts";
import { mergeDocuments } from "#ingest/facts/merge-documents.ts";
import { findMisscaled } from "#ingest/facts/scale.ts";
import type { Fact } from "#schemas/shapes/companies/fact.ts";
import { annualFact, asOf, build, documentOf, figures, line, shown } from "./company.ts";

const changedRegistrants = new Set(["nikola-2019", "herc-2015"]);
const otherCases = readdirSync(new URL("../../fixtures/standardization", import.meta.url))
  .map((file) => file.replace(".tsv", ""))
  .filter((name) => !changedRegistrants.has(name));

const fourTags = new Set(["ProfitLoss", "NetIncomeLoss", "IncomeTaxExpenseBenefit", "Assets"]);

function changesOf(facts: Fact[]): string[] {
  const histories = listHistories(mergeDocuments([documentOf(facts)]));
  return findEntityChanges(histories, findMisscaled(histories));
}

/** Ten facts of two periods, stated again a year later: of the `period` facts of the first one so many `off`. */
function restated({ period, off }: { period: number; off: number }): Fact[] {
  return Array.from({ length: 10 }, (_, i) => {
    const end = i < period ? "2019-12-31" : "2018-12-31";
    const first = annualFact(`Tag${i}`, "1700", { start: null, end, filed: "2020-02-01" });
    const later = { accession: "0000000000-21-000001", filed: "2021-02-01" };
    return [first, { ...first, ...later, value: i < off ? "3700" : "1700" }];
  }).flat();
}

describe("2.6 Changed registrants: never mix entities", () => {
  test("2.6 Nikola's 2019 is Nikola's, not the shell's: a loss of 88.7 million, not VectoIQ's profit of 2,730,459", () => {
    const built = build("nikola-2019");
    expect(figures("nikola-2019").map(({ value }) => value)).toContain("2730459");
    expect(shown(built, "2019FY", "net_income_consolidated")).toBe("-88656000");
    expect(shown(built, "2019FY", "total_assets")).toBe("229430000");
    expect(line(built, "2019FY", "net_income").flags).toEqual([]);
  });

  test("2.6 what only the shell stated of such a period is null with vintage_conflict, never mixed in", () => {
    const built = build("nikola-2019");
    expect(shown(built, "2019FY", "general_and_administrative")).toBe("vintage_conflict");
    expect(shown(built, "2019FY", "accounts_payable")).toBe("vintage_conflict");
    expect(shown(built, "2019Q2", "total_assets")).toBe("vintage_conflict");
  });

  test("2.6 a quarter is never Nikola's half year less the shell's first quarter", () => {
    const built = build("nikola-2019");
    expect(shown(built, "2019Q2", "operating_cash_flow")).toBe("vintage_conflict");
    expect(shown(built, "2019Q2", "net_income")).toBe("-16766000");
    const unrepeated = figures("nikola-2019").filter(
      ({ end, filed }) => end !== "2019-03-31" || filed !== "2021-02-25",
    );
    const shells = build(unrepeated);
    expect(shown(shells, "2019Q1", "operating_cash_flow")).toBe("-295915");
    expect(shown(shells, "2019Q2", "operating_cash_flow")).toBe("vintage_conflict");
  });

  test("2.6 before the merger, and as first reported, all of the period is the shell's", () => {
    for (const view of [asOf("2020-06-30"), { kind: "asFirstReported" } as const]) {
      const built = build("nikola-2019", view);
      expect(shown(built, "2019FY", "net_income_consolidated")).toBe("2730459");
      expect(shown(built, "2019FY", "general_and_administrative")).toBe("910209");
    }
    const first = build("nikola-2019", { kind: "asFirstReported" });
    expect(shown(first, "2019FY", "financing_cash_flow")).toBe("vintage_conflict");
  });

  test("2.6 another entity's figures are no restatement", () => {
    const { restatements } = build("nikola-2019");
    expect(
      restatements.filter(({ from }) => from.filed !== null && from.filed < "2020-08"),
    ).toEqual([]);
  });

  test("2.6 Herc, once Hertz Global: 2015 is the equipment business alone, its revenue null until it is stated again", () => {
    const built = build("herc-2015");
    expect(shown(built, "2015FY", "net_income_consolidated")).toBe("111300000");
    expect(shown(built, "2015FY", "total_assets")).toBe("3397000000");
    expect(shown(built, "2015FY", "total_equity")).toBe("2302000000");
    expect(shown(built, "2015FY", "revenue")).toBe("vintage_conflict");
    expect(shown(build("herc-2015", asOf("2016-06-30")), "2015FY", "revenue")).toBe("10535000000");
  });

  test("2.6 four facts far off are too few, and a majority of the filing must be", () => {
    const few = figures("nikola-2019").filter(({ tag }) => fourTags.has(tag));
    expect(shown(build(few), "2019FY", "net_income_consolidated")).toBe("2730459");
    expect(changesOf(restated({ period: 7, off: 6 }))).toEqual(["2021-02-01"]);
    expect(changesOf(restated({ period: 7, off: 5 }))).toEqual([]);
    expect(changesOf(restated({ period: 5, off: 5 }))).toEqual([]);
  });

  test.each(otherCases)("2.6 no restatement, recast or split of %s changes the entity", (name) => {
    expect(changesOf(figures(name))).toEqual([]);
  });
});
