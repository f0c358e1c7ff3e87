import { describe, expect, test } from "vitest";
import {
  type Cell,
  type Column,
  quarterColumns,
} from "#api/modules/company-pages/statements/statement-columns.ts";
import { linesOf } from "#api/modules/company-pages/statements/statement-tables.ts";
import { loadRegistry } from "#registry/current/load.ts";
import type { Template } from "#schemas/shapes/companies/statement.ts";

const registry = loadRegistry();

/** One column a record of lines, in millions. */
const columnsOf = (...periods: Record<string, string>[]): Column[] =>
  periods.map((lines, i) => ({
    ...{ key: `${2009 - i}FY`, kind: "year", head: `${2009 - i}`, end: "", currency: "USD" },
    cells: new Map(
      Object.entries(lines).map(([key, value]): [string, Cell] => [
        key,
        { value, reason: null, original: null, splitFactor: null },
      ]),
    ),
  }));

const shown = (template: Template, ...periods: Record<string, string>[]) =>
  linesOf("income_statement", { columns: columnsOf(...periods), registry, template }).map(
    ({ snakeKey }) => snakeKey,
  );

/** JPMorgan Chase, fiscal 2009. */
const bank = {
  revenue: "100434",
  interest_expense: "15198",
  interest_expense_operating: "15198",
  interest_and_dividend_income: "66350",
  net_interest_income: "51152",
  provision_for_credit_losses: "32015",
  noninterest_income: "49282",
  noninterest_expense: "52352",
  pretax_income: "16067",
  income_tax_expense: "4415",
  net_income: "11728",
};

describe("the lines of an income statement as a page shows them [TRM-36]", () => {
  test("a bank's interest stands first, and interest expense once", () => {
    expect(shown("bank", bank)).toEqual([
      "interest_and_dividend_income",
      "interest_expense_operating",
      "net_interest_income",
      "noninterest_income",
      "revenue",
      "provision_for_credit_losses",
      "noninterest_expense",
      "pretax_income",
      "income_tax_expense",
      "net_income",
    ]);
  });

  test("an industrial's interest expense is no bank's: Apple, fiscal 2022", () => {
    const lines = {
      operating_income: "119437",
      interest_expense: "2931",
      interest_expense_operating: "2931",
      pretax_income: "119103",
    };
    expect(shown("industrial", lines)).toEqual([
      "operating_income",
      "interest_expense",
      "pretax_income",
    ]);
  });

  test("an insurer's premiums and a REIT's rent stand before revenue, an industrial's revenue first", () => {
    const lines = { revenue: "9", premiums_earned: "8", rental_income: "7", net_income: "1" };
    expect(shown("insurer", lines)[0]).toBe("premiums_earned");
    expect(shown("reit", lines)[0]).toBe("rental_income");
    expect(shown("industrial", lines)[0]).toBe("revenue");
  });

  test("lines of net income show once where they never differ, and all where one period differs", () => {
    const same = {
      income_continuing: "5",
      net_income_consolidated: "5",
      net_income: "5",
      net_income_to_common: "5",
    };
    expect(shown("industrial", same, same)).toEqual(["net_income"]);
    expect(shown("industrial", same, { ...same, net_income_to_common: "4" })).toEqual([
      "net_income",
      "net_income_to_common",
    ]);
    expect(shown("industrial", same, { ...same, net_income: "4" })).toEqual([
      "net_income_consolidated",
      "net_income",
      "net_income_to_common",
    ]);
    expect(shown("industrial", { income_continuing: "5" })).toEqual(["income_continuing"]);
  });
});

test("quarters and half years never stand in one series: the kind of the newest decides", () => {
  const entry = (fiscalPeriod: string, fiscalYear: number, periodEnd: string) => ({
    ...{ periodKey: `${fiscalYear}${fiscalPeriod}`, fiscalYear, fiscalPeriod, periodEnd },
    ...{
      statementType: "income_statement",
      currency: "EUR",
      fields: { revenue: "1" },
      reasons: {},
    },
  });
  const headsOf = (...entries: ReturnType<typeof entry>[]) => {
    const quarterly = entries as unknown as Parameters<typeof quarterColumns>[0]["quarterly"];
    return quarterColumns({ quarterly, original: [], adjusted: new Map() }).map(({ head }) => head);
  };
  const halves = [entry("H2", 2022, "2022-12-31"), entry("H1", 2022, "2022-06-30")];
  const quarters = [entry("Q2", 2023, "2023-06-30"), entry("Q1", 2023, "2023-03-31")];
  expect(headsOf(...quarters, ...halves)).toEqual(["Q2 2023", "Q1 2023"]);
  expect(headsOf(...halves)).toEqual(["H2 2022", "H1 2022"]);
  expect(headsOf()).toEqual([]);
});
