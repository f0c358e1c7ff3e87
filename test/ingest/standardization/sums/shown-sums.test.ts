import { describe, expect, test } from "vitest";
import { runChecks } from "#ingest/checks/run-checks.ts";
import { annualFact, build, figures, line, operandsOf, registry, shown } from "../company.ts";

const resultsOf = (built: ReturnType<typeof build>, id: string) =>
  runChecks(built, registry).filter((result) => result.id === id && result.outcome !== "not_run");

describe("what is computed adds up with what is filed", () => {
  test("equity-method income after tax is added where income before tax is filed before it: Under Armour 2019", () => {
    const built = build("under-armour-2019");
    const continuing = line(built, "2019FY", "income_continuing");
    expect(continuing.value).toBe("92139000");
    const [rule, ...operands] = operandsOf(continuing);
    expect(rule).toBe("rollup");
    expect(operands).toEqual([
      [1, "pretax_income@2019-01-01/2019-12-31", "209842000"],
      [1, "equity_method_income@2019-01-01/2019-12-31", "-47679000"],
      [-1, "income_tax_expense@2019-01-01/2019-12-31", "70024000"],
    ]);
    expect(shown(built, "2019FY", "net_income_consolidated")).toBe("92139000");
    // 209,842 less 236,770, and not the equity-method loss of 47,679 besides.
    expect(shown(built, "2019FY", "nonoperating_income")).toBe("-26928000");
  });

  test("continuing and consolidated income agree in every period of Kimberly-Clark 2022", () => {
    const built = build("kimberly-clark-2022");
    const periods = ["2022Q1", "2022Q2", "2022Q3", "2022Q4", "2022FY"];
    for (const key of periods) {
      const consolidated = shown(built, key, "net_income_consolidated");
      expect(shown(built, key, "income_continuing")).toBe(consolidated);
    }
    expect(shown(built, "2022FY", "income_continuing")).toBe("1961000000");
    for (const id of ["IS-06-shown", "IS-07-shown", "IS-08-shown"]) {
      const outcomes = resultsOf(built, id).map(({ outcome }) => outcome);
      expect(new Set(outcomes)).toEqual(new Set(["pass_exact"]));
    }
  });

  test("a computed line that no arithmetic reconciles with its filed neighbours is null with identity_conflict", () => {
    const filed = { Assets: "500", Liabilities: "300", LiabilitiesAndStockholdersEquity: "500" };
    const balances = Object.entries({ ...filed, StockholdersEquity: "150" }).map(([tag, value]) =>
      annualFact(tag, `${value}000000`, { start: null }),
    );
    // 50 of temporary equity stand nowhere: equity of the parent alone cannot be all of it.
    const built = build(balances);
    expect(shown(built, "2024FY", "stockholders_equity")).toBe("150000000");
    expect(shown(built, "2024FY", "total_equity")).toBe("identity_conflict");
  });
});

describe("identities over the lines as they are shown", () => {
  test("one that filed values break names the filing and the facts, and fails no DQ-10", () => {
    const facts = figures("kimberly-clark-2022").map((fact) =>
      fact.tag === "ProfitLoss" && fact.start === "2022-01-01" && fact.end === "2022-12-31"
        ? { ...fact, value: "1980000000" }
        : fact,
    );
    const built = build(facts);
    const [broken] = resultsOf(built, "IS-08-shown").filter(({ outcome }) => outcome === "fail");
    expect(broken).toMatchObject({ period: "2022FY", difference: "19000000" });
    expect(broken?.reason).toMatch(
      /^differs by 19000000; filed so in 0000055785-\d\d-\d{6}: net_income_consolidated 1980000000 \(ProfitLoss 2022-01-01\/2022-12-31, 0000055785-/,
    );
    const explained = resultsOf(built, "DQ-10").map(({ outcome }) => outcome);
    expect(new Set(explained)).toEqual(new Set(["pass_exact"]));
  });

  test("a line of another scope is not held against the others", () => {
    const flows = Object.entries({
      NetIncomeLoss: "90",
      ProfitLoss: "100",
      IncomeLossFromContinuingOperations: "90",
    }).map(([tag, value]) => annualFact(tag, `${value}000000`));
    const results = runChecks(build(flows), registry).filter(({ id }) => id === "IS-07-shown");
    expect(results).toMatchObject([
      { outcome: "not_run", reason: "income_continuing is of another scope" },
    ]);
  });
});
