import { expect, test } from "vitest";
import type { Column } from "#api/modules/company-pages/statements/statement-columns.ts";
import { linesOf } from "#api/modules/company-pages/statements/statement-tables.ts";
import { loadRegistry } from "#registry/current/load.ts";

const registry = loadRegistry();

const column = (key: string, values: Record<string, string>): Column => ({
  ...({ key, kind: "year", head: key, end: "2024-09-28", currency: "USD" } as const),
  cells: new Map(
    Object.entries(values).map(([line, value]) => [
      line,
      { value, reason: null, original: null, splitFactor: null },
    ]),
  ),
});

const shown = (...columns: Column[]) =>
  linesOf("balance_sheet", { columns, registry, template: "industrial" }).map(
    ({ snakeKey }) => snakeKey,
  );

test("a residual line stands before its total, and is left out where nothing is left over in any column", () => {
  const left = { current_assets: "152987", remaining_current_assets: "32833", goodwill: "0" };
  const whole = { ...left, remaining_current_assets: "0" };
  expect(shown(column("2024FY", left), column("2023FY", whole))).toEqual([
    "remaining_current_assets",
    "current_assets",
    "goodwill",
  ]);
  expect(shown(column("2024FY", whole))).toEqual(["current_assets", "goodwill"]);
});
