import { describe, expect, test } from "vitest";
import type { Fact } from "#schemas/shapes/companies/fact.ts";
import type { StatementPeriod } from "#schemas/shapes/companies/statement.ts";
import { annualFact, build, factOf, line, millions, period } from "../standardization/company.ts";
import { balance, revenue, stated } from "./filed-year.ts";

describe("the currency of a company's statements (2.16)", () => {
  const currencyOf = (facts: Fact[]) => period(build(facts), "2022FY") as StatementPeriod;
  const assets = (unit: string, at: "Q1" | "FY", amount: number) =>
    balance("Assets", at, amount, { unit });

  test("is that of total assets, not of most facts", () => {
    const facts = [
      ...stated("Revenues", { FY: 460 }, { unit: "CNY" }),
      ...stated("Revenues", { FY: 65 }),
      ...stated("NetIncomeLoss", { FY: 7 }),
      ...stated("GrossProfit", { FY: 9 }),
      assets("CNY", "FY", 900),
    ];
    expect(currencyOf(facts)).toMatchObject({
      currency: "CNY",
      lines: { revenue: { value: millions(460), unit: "CNY" } },
    });
  });

  test("of two in which assets stand, is the one with the balance before it, else of most facts, else the first by name", () => {
    const both = [assets("USD", "FY", 130), assets("CNY", "FY", 900)];
    const flows = (...units: string[]) =>
      units.flatMap((unit) => stated("Revenues", { FY: 460 }, { unit }));
    const balanceBefore = (unit: string) => ({ ...assets(unit, "FY", 850), end: "2021-12-31" });
    expect(currencyOf([...flows("USD", "CNY"), ...both, balanceBefore("USD")]).currency).toBe(
      "USD",
    );
    expect(currencyOf([...flows("USD", "CNY"), ...both, balanceBefore("CNY")]).currency).toBe(
      "CNY",
    );
    const more = stated("NetIncomeLoss", { FY: 7 });
    expect(currencyOf([...flows("USD", "CNY"), ...both, ...more]).currency).toBe("USD");
    expect(currencyOf([...flows("USD", "CNY"), ...both]).currency).toBe("CNY");
  });

  test("without total assets is that of most facts", () => {
    const facts = [
      ...stated("Revenues", { FY: 460 }, { unit: "EUR" }),
      ...stated("NetIncomeLoss", { FY: 7 }, { unit: "EUR" }),
      ...stated("Revenues", { FY: 500 }),
    ];
    expect(currencyOf(facts).currency).toBe("EUR");
  });
});

describe("shares on the cover (2.13)", () => {
  const cover = (count: string, over: Partial<Fact> = {}) =>
    annualFact("EntityCommonStockSharesOutstanding", count, {
      ...{ taxonomy: "dei", unit: "shares", start: null, end: "2023-01-31" },
      ...{ filed: "2023-02-15", accession: "0000000001-23-000215" },
      ...over,
    });
  const axis = "us-gaap:StatementClassOfStockAxis=";
  const shares = (...facts: Fact[]) =>
    line(build([...revenue, ...facts]), "2022FY", "cover_shares_outstanding");

  test("stand at the period of their filing, and of classes their sum", () => {
    const built = build([...revenue, cover("500")]);
    expect(factOf(built, line(built, "2022FY", "cover_shares_outstanding")).end).toBe("2023-01-31");
    const [a, b] = ["a", "b"].map((member) => cover("500", { dimensions: `${axis}${member}` }));
    expect(shares(a as Fact, b as Fact).value).toBe("1000");
  });

  test("a total of the same filing goes before the sum, and another filing's class is not added", () => {
    const members = [
      cover("500", { dimensions: `${axis}a` }),
      cover("300", { dimensions: `${axis}b` }),
    ];
    expect(shares(...members, cover("790")).value).toBe("790");
    const other = cover("300", { dimensions: `${axis}b`, accession: "0000000001-22-000502" });
    expect(shares(members[0] as Fact, other).value).toBe("500");
  });

  test("of a filing without a period are none", () => {
    expect(shares(cover("500", { accession: "unknown" })).value).toBeNull();
  });
});
