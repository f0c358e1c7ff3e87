import { describe, expect, test } from "vitest";
import { runChecks } from "#ingest/checks/run-checks.ts";
import { build, figures, line, registry, shown } from "../company.ts";

describe("1 what is filed goes before what is computed", () => {
  const alphabet = build("alphabet-2017q1");

  test("1 Alphabet 2017Q1: net income of the group is the filed 5,426 million, not income before tax less tax [FIN-04]", () => {
    expect(shown(alphabet, "2017Q1", "net_income")).toBe("5426000000");
    expect(shown(alphabet, "2017Q1", "net_income_consolidated")).toBe("5426000000");
  });

  test("1 the computed income from continuing operations gives way to it", () => {
    // 6,819 - 49 - 1,393 would be 5,377.
    expect(shown(alphabet, "2017Q1", "income_continuing")).toBe("5426000000");
  });

  test("1 with a noncontrolling interest on the balance sheet nothing says that the group earned what the parent did", () => {
    const assets = figures("alphabet-2017q1").find(
      ({ tag, end }) => tag === "Assets" && end === "2017-03-31",
    );
    const minority = { tag: "MinorityInterest", value: "40000000" };
    const facts = assets ? [...figures("alphabet-2017q1"), { ...assets, ...minority }] : [];
    expect(shown(build(facts), "2017Q1", "net_income_consolidated")).toBe("5377000000");
  });
});

describe("IS-08 where no noncontrolling share is stated", () => {
  const outcomes = (facts: Parameters<typeof build>[0]) =>
    runChecks(build(facts), registry)
      .filter(({ id, period }) => id.startsWith("IS-08") && period === "2017Q1")
      .map(({ outcome }) => outcome);

  test("two filed totals that differ show that there is one, and no fault", () => {
    // As Kraft Heinz states 2016Q1: 900 million with it and 896 without.
    const facts = figures("alphabet-2017q1").flatMap((fact) =>
      fact.tag === "NetIncomeLoss" && fact.value === "5426000000"
        ? [fact, { ...fact, tag: "ProfitLoss", value: "5430000000" }]
        : [fact],
    );
    expect(outcomes(facts)).toEqual(["not_run", "not_run"]);
  });

  test("a computed total is compared with the filed one", () => {
    expect(outcomes("alphabet-2017q1")).toEqual(["not_run", "pass_exact"]);
  });
});

describe("2.1 a note in thousands or billions repeats a value", () => {
  test("2.1 Communications Systems 2014Q1: the quarter stays as exact as its own report", () => {
    const built = build("communications-systems-2014");
    expect(shown(built, "2014Q1", "net_income")).toBe("-140583");
    expect(shown(built, "2014Q1", "revenue")).toBe("25198406");
    expect(line(built, "2014Q1", "net_income").flags).not.toContain("restated");
  });

  test("2.1 a fourth quarter that only the note states is known to the thousand, and breaks no sum", () => {
    const built = build("communications-systems-2014");
    expect(shown(built, "2014Q4", "net_income")).toBe("-1029000");
    expect(shown(built, "2014Q4", "pretax_income")).toBe("-1562817");
  });

  test("2.1 American Express 2013: total assets of a note in billions replace nothing", () => {
    expect(shown(build("american-express-assets"), "2013FY", "total_assets")).toBe("153375000000");
  });

  test("2.1 a value that rounding does not explain is a restatement", () => {
    const facts = figures("american-express-assets").map((fact) =>
      fact.value === "153000000000" ? { ...fact, value: "152000000000" } : fact,
    );
    const assets = line(build(facts), "2013FY", "total_assets");
    expect(assets.value).toBe("152000000000");
    expect(assets.flags).toContain("restated");
  });
});

describe("2.4 a filed quarter of a cash flow that is no note's", () => {
  const nikola = build("nikola-filed-quarters");

  test("2.4 Nikola 2024Q2: 9.3 million of depreciation are filed, 18.0 less 8.6 are 9.4 [FIN-04]", () => {
    const depreciation = line(nikola, "2024Q2", "depreciation");
    expect(depreciation.value).toBe("9300000");
    expect(depreciation.lineage).toEqual(expect.any(Number));
  });

  test("2.4 what rounding does not explain may be a note's, and the year to date decides", () => {
    const facts = figures("nikola-filed-quarters").map((fact) =>
      fact.value === "9300000" ? { ...fact, value: "9000000" } : fact,
    );
    expect(shown(build(facts), "2024Q2", "depreciation")).toBe("9400000");
  });

  test("2.4 Nikola 2020Q4: 1.5 million are filed, and a year of nothing after 50.3 million in nine months is no outflow", () => {
    expect(shown(nikola, "2020Q4", "stock_issued")).toBe("1500000");
  });

  test("2.4 Quanta 2009Q2: cash changed by the filed 14.725 million, as the filed flows add up to, not by 85.776 less 70.908 [FIN-04]", () => {
    const change = line(build("quanta-2009"), "2009Q2", "net_change_in_cash");
    expect(change.value).toBe("14725000");
    expect(change.lineage).toEqual(expect.any(Number));
  });

  test("2.4 the flows prove that Quanta's change of 2009Q2 is before exchange rates, of 822 thousand, and that of 2009Q1 is not", () => {
    const flagsOf = (key: string) => line(build("quanta-2009"), key, "net_change_in_cash").flags;
    expect(flagsOf("2009Q2")).toEqual(["scope:ex_fx"]);
    expect(flagsOf("2009Q1")).toEqual([]);
    const checks = runChecks(build("quanta-2009"), registry).filter(({ id }) => id === "CF-01");
    expect(checks.map(({ outcome }) => outcome)).toEqual(["pass_exact", "pass_exact"]);
  });

  test("2.4 a filed quarter that does not add up either is not shown", () => {
    const facts = figures("quanta-2009").map((fact) =>
      fact.value === "14725000" ? { ...fact, value: "15725000" } : fact,
    );
    expect(shown(build(facts), "2009Q2", "net_change_in_cash")).toBe("identity_conflict");
  });
});
