import { expect, test } from "vitest";
import { holdsOperands } from "#jobs/accuracy/held-operands.ts";
import { heldLines } from "#jobs/accuracy/report.ts";
import { loadRegistry } from "#registry/current/load.ts";
import type { Fact } from "#schemas/shapes/companies/fact.ts";
import { makeFact } from "../../helpers/make.ts";

const registry = loadRegistry();

const tax = (start: string, end: string): Fact =>
  makeFact({ tag: "IncomeTaxExpenseBenefit", start, end });
const holds = (kind: "Q4" | "TTM" | "FY", end: string, facts: Fact[], key = "income_tax_expense") =>
  holdsOperands({ kind, end }, registry.bySnakeKey.get(key) ?? null, facts, registry);

const year = tax("2024-01-01", "2024-12-31");
const nineMonths = tax("2024-01-01", "2024-09-30");
const half = tax("2025-01-01", "2025-06-30");
const halfBefore = tax("2024-01-01", "2024-06-30");

test("a fourth quarter needs the year and its nine months, or the quarter itself", () => {
  expect(holds("Q4", "2024-12-31", [year, nineMonths])).toBe(true);
  expect(holds("Q4", "2024-12-31", [year])).toBe(false);
  expect(holds("Q4", "2024-12-31", [nineMonths])).toBe(false);
  expect(holds("Q4", "2024-12-31", [year, tax("2023-01-01", "2023-09-30")])).toBe(false);
  expect(holds("Q4", "2024-12-31", [tax("2024-10-01", "2024-12-31")])).toBe(true);
});

test("twelve months need the year that ends with them, year and year to date twice, or four quarters", () => {
  expect(holds("TTM", "2024-12-31", [year])).toBe(true);
  expect(holds("TTM", "2025-06-30", [year, half, halfBefore])).toBe(true);
  expect(holds("TTM", "2025-06-30", [year, half])).toBe(false);
  expect(holds("TTM", "2025-06-30", [half, halfBefore])).toBe(false);
  const quarters = [
    tax("2024-07-01", "2024-09-30"),
    tax("2024-10-01", "2024-12-31"),
    tax("2025-01-01", "2025-03-31"),
    tax("2025-04-01", "2025-06-30"),
  ];
  expect(holds("TTM", "2025-06-30", quarters)).toBe(true);
  expect(holds("TTM", "2025-06-30", quarters.slice(1))).toBe(false);
});

test("only the line's own tags count, or all lines that it is computed from", () => {
  const other = [year, nineMonths].map((fact) => ({ ...fact, tag: "Depreciation" }));
  expect(holds("Q4", "2024-12-31", other)).toBe(false);
  const cashFlow = ["NetCashProvidedByUsedInOperatingActivities"];
  const both = [...cashFlow, "PaymentsToAcquirePropertyPlantAndEquipment"];
  const of = (tags: string[]) =>
    tags.flatMap((tag) => [year, nineMonths].map((fact) => ({ ...fact, tag })));
  expect(holds("Q4", "2024-12-31", of(cashFlow), "free_cash_flow")).toBe(false);
  expect(holds("Q4", "2024-12-31", of(both), "free_cash_flow")).toBe(true);
});

test("a filed period is never set apart", () => {
  expect(holds("FY", "2024-12-31", [])).toBe(true);
});

test("both rates leave out the misses whose operands are not held", () => {
  const row = (line: number) => ({
    line,
    cik: "0000000001",
    ticker: "T",
    metric: "revenue",
    kind: "Q4" as const,
    end: "2024-12-31",
    value: "1",
    exponent: 0,
    unit: "USD",
  });
  const verdict = (line: number, outcome: "latest" | "miss", areOperandsHeld = true) => ({
    row: row(line),
    concept: "revenue",
    outcome,
    ours: null,
    miss: null,
    areOperandsHeld,
  });
  const all = [verdict(2, "latest"), verdict(3, "miss"), verdict(4, "miss", false)];
  const [, judgedMiss] = all;
  const judged = new Map(judgedMiss ? [[judgedMiss.row, {} as never]] : []);

  expect(heldLines(all, judged)).toEqual([
    "",
    "derived figures whose operands are not at hand (1):",
    "  line 4: T revenue Q4 2024-12-31",
    "agreement of those whose operands are held: 50.00 % (1 of 2 rows)",
    "agreement of those that nobody judged besides: 100.00 % (1 of 1 rows)",
  ]);
  expect(heldLines(all.slice(0, 2), judged)).toEqual([]);
});
