import { describe, expect, test } from "vitest";
import { screenRowColumns } from "#ingest/store/screen.ts";
import { screenRow } from "#ingest/terminal/screen-row.ts";
import type { Fact } from "#schemas/shapes/companies/fact.ts";
import { annualFact, build } from "../standardization/company.ts";

/** The row of the table of screens, by column. */
function row(facts: string | Fact[]) {
  const values = screenRow(build(facts));
  if (values === null) throw new Error("no fiscal year");
  return Object.fromEntries(screenRowColumns.map(({ name }, at) => [name, values[at]]));
}

/** Why figures of the row are null, by column. */
const reasonsOf = (facts: Fact[]): Record<string, string> => JSON.parse(String(row(facts).reasons));

/** Years of 12 months from their ends, each filed 50 days later. */
const yearsOf = (tag: string, values: Record<string, string>, over: Partial<Fact> = {}) =>
  Object.entries(values).map(([end, value]) => {
    const year = Number(end.slice(0, 4));
    const start = end.endsWith("12-31") ? `${year}-01-01` : `${year - 1}-07-01`;
    const filed = end.endsWith("12-31") ? `${year + 1}-02-20` : `${year}-08-20`;
    const accession = `0000000000-${filed.slice(2, 4)}-000001`;
    return annualFact(tag, value, { start, end, filed, accession, fy: year, ...over });
  });

describe("growth of a row stands on one basis", () => {
  test.each([
    ["nvidia-two-splits", (4.9 / 0.173) ** 0.2 - 1],
    ["walmart-five-years", (2.73 / (4.75 / 3)) ** 0.2 - 1],
    ["amphenol-five-years", (3.34 / 0.98) ** 0.2 - 1],
  ])("of shares: %s [FIN-13]", (company, growth) => {
    expect(row(company).eps_diluted_cagr5).toBeCloseTo(growth, 10);
  });

  test("of shares, counts too: NVIDIA's diluted shares fell [FIN-13]", () => {
    const growth = (24_514 / 25_100) ** 0.2 - 1;
    expect(row("nvidia-two-splits").weighted_average_shares_diluted_cagr5).toBeCloseTo(growth, 10);
  });

  test("of time: from 2020-12-31 to 2025-06-30 are 4.5 years [FIN-13]", () => {
    const { revenue_cagr5, revenue_cagr3 } = row("changed-year-end");
    expect(revenue_cagr5).toBeCloseTo((1_800_345 / 1_300_345) ** (1 / 4.5) - 1, 10);
    expect(revenue_cagr3).toBeCloseTo((1_800_345 / 1_500_345) ** (1 / 3) - 1, 10);
  });

  test("of currency: there is none from one to another [FIN-13]", () => {
    const inEuros = yearsOf(
      "Revenues",
      { "2020-12-31": "1300345000", "2021-12-31": "1400345000" },
      { unit: "EUR" },
    );
    const inDollars = yearsOf("Revenues", {
      "2022-12-31": "1500345000",
      "2023-12-31": "1600345000",
      "2024-12-31": "1700345000",
      "2025-12-31": "1800345000",
    });
    const { revenue_cagr5, revenue_cagr3 } = row([...inEuros, ...inDollars]);
    expect(revenue_cagr5).toBeNull();
    expect(revenue_cagr3).toBeCloseTo((1_800_345 / 1_500_345) ** (1 / 3) - 1, 10);
    expect(reasonsOf([...inEuros, ...inDollars])).toMatchObject({
      revenue_cagr5: "currency_changed",
    });
  });

  test("of parts: there is none from a whole to what is continued of it [FIN-13]", () => {
    const facts = [
      ...yearsOf("NetCashProvidedByUsedInOperatingActivitiesContinuingOperations", {
        "2022-12-31": "1500345000",
      }),
      ...yearsOf("NetCashProvidedByUsedInOperatingActivities", { "2025-12-31": "1800345000" }),
      ...yearsOf("PaymentsToAcquirePropertyPlantAndEquipment", {
        "2022-12-31": "300345000",
        "2025-12-31": "400345000",
      }),
    ];
    expect(row(facts).free_cash_flow_cagr3).toBeNull();
    expect(reasonsOf(facts).free_cash_flow_cagr3).toBe("scope_changed");
  });

  test("a year without the figure gives none [FIN-13]", () => {
    const years = yearsOf("Revenues", { "2022-12-31": "1500345000", "2025-12-31": "1800345000" });
    const { revenue_cagr3, revenue_cagr5, net_income_cagr3, gross_profit_ttm } = row(years);
    expect(revenue_cagr3).toBeCloseTo((1_800_345 / 1_500_345) ** (1 / 3) - 1, 10);
    expect([revenue_cagr5, net_income_cagr3, gross_profit_ttm]).toEqual([null, null, null]);
    expect(reasonsOf(years)).toMatchObject({
      revenue_cagr5: "no_period",
      net_income_cagr3: "not_reported",
      roic_fy: "not_reported",
    });
  });
});
