import { describe, expect, test } from "vitest";
import { buildTables } from "#ingest/periods/ttm.ts";
import type { Lineage } from "#schemas/shapes/companies/statement.ts";
import { registry } from "../standardization/company.ts";
import { cellOf } from "../statements/cells.ts";
import { periodOf, quartersOf, sourcesOf, type Values } from "./columns.ts";

const year = (values: Values) => periodOf("FY", ["2023-01-01", "2023-12-31"], values);
const ofComputed: Lineage = ["rollup", [1, "revenue", "100", 1]];
const computed = (value: string) => cellOf(value, { lineage: ofComputed });

describe("a computed line beside the lines that it rests on", () => {
  /** Gross profit of twelve months, of 100,000 and 60,000 a quarter; the costs of one quarter are known to so many digits. */
  const gross = (value: string, quantum: number) => {
    const quarters = quartersOf((place) => ({
      revenue: "100000",
      cost_of_revenue: cellOf("60000", { quantum: place === 1 ? quantum : 0 }),
      gross_profit: computed(place === 3 ? value : "40000"),
    }));
    const [column] = buildTables(sourcesOf(), quarters).ttm;
    return column?.lines.gross_profit?.value ?? column?.lines.gross_profit?.reason;
  };

  test.each([
    ["42000", 3, "162000"],
    ["42001", 3, "identity_conflict"],
    ["40002", 0, "160002"],
    ["40003", 0, "identity_conflict"],
  ])("may be two units of the coarsest quarter off: %s and 10^%i", (value, quantum, expected) => {
    expect(gross(value, quantum)).toBe(expected);
  });

  test.each([
    ["160002", "160002"],
    ["160003", "identity_conflict"],
  ])("is known to the dollar where only the year states it: %s", (value, expected) => {
    const quarters = quartersOf(() => ({ revenue: "100000", cost_of_revenue: "60000" }));
    const lines = { revenue: "400000", cost_of_revenue: "240000", gross_profit: computed(value) };
    const [column] = buildTables(sourcesOf(), [...quarters, year(lines)]).ttm;
    expect(column?.lines.gross_profit).toMatchObject(
      value === expected ? { value, reason: null } : { value: null, reason: expected },
    );
  });
});

test("the year's own line names the fact that it rests on", () => {
  const quarters = quartersOf(() => ({ revenue: "100" }));
  const filed = year({ revenue: cellOf("410", { lineage: 7 }) });
  const [column] = buildTables(sourcesOf(), [...quarters, filed]).ttm;
  expect(column?.lines.revenue?.lineage).toEqual([
    "fiscal_year",
    [1, "revenue@2023-01-01/2023-12-31", "410", 7],
  ]);
});

test("a year's figure that is no sum of its quarters stands as it was filed", () => {
  const perShare = (value: string) => cellOf(value, { unit: "USD/shares", lineage: 7 });
  const quarters = quartersOf(() => ({ eps_basic: perShare("0.1") }));
  const filed = year({ eps_basic: perShare("0.41") });
  const [column] = buildTables(sourcesOf(), [...quarters, filed]).ttm;
  expect(column?.lines.eps_basic).toEqual(filed.period.lines.eps_basic);
});

test("where nothing else is filed of the twelve months, nothing contradicts the sum", () => {
  const [column] = buildTables(
    sourcesOf(),
    quartersOf(() => ({ revenue: "100" })),
  ).ttm;
  expect(column?.lines.revenue).toMatchObject({ value: "400", flags: [] });
});

test("a filer of halves has columns of its years alone, and they are twelve months", () => {
  const half = periodOf("H1", ["2023-01-01", "2023-06-30"], { revenue: "200" });
  const { ttm } = buildTables(sourcesOf(), [half, year({ revenue: "400" })]);
  expect(ttm).toMatchObject([
    { key: "TTM2023FY", fiscalPeriod: "TTM", basis: "fiscal_year", derivedQ4: false },
  ]);
});

test("a line that is given up stays so in twelve months, and a proposed one has none", () => {
  const statuses: Record<string, "deprecated" | "proposed"> = {
    ...{ revenue: "deprecated", net_income: "proposed" },
  };
  const concepts = registry.concepts.map((concept) => ({
    ...concept,
    status: statuses[concept.snakeKey] ?? concept.status,
  }));
  const quarters = quartersOf(() => ({ revenue: "100", net_income: "10", operating_income: "20" }));
  const [column] = buildTables(sourcesOf({ registry: { ...registry, concepts } }), quarters).ttm;
  expect(column?.lines.revenue?.reason).toBe("deprecated");
  expect(column?.lines.net_income).toBeUndefined();
  expect(column?.lines.operating_income?.value).toBe("80");
});
