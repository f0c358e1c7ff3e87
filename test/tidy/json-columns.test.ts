import { readdirSync } from "node:fs";
import { join } from "node:path";
import { is } from "drizzle-orm";
import { getTableConfig, PgTable } from "drizzle-orm/pg-core";
import { expect, test } from "vitest";

/** Tables whose JSON a build or a job writes whole. */
const built = new Set([
  "check_failure",
  "company",
  "company_change",
  "company_priced",
  "company_quality",
  "company_screen",
  "filed_report",
  "job_run",
  "quality_run",
  "rebuild_gate",
  "statement",
]);

/** What is read in the order in which it was written. */
const ordered = ["audit_event.detail", "idempotency_key.headers"];

const folder = join(import.meta.dirname, "../../schemas/tables");
const files = readdirSync(folder, { recursive: true, encoding: "utf8" });

test("JSON columns are json where a build, a job or an order needs it, and jsonb everywhere else", async () => {
  const kept: string[] = [];
  for (const file of files.filter((name) => name.endsWith(".ts"))) {
    const tables: Record<string, unknown> = await import(join(folder, file));
    for (const table of Object.values(tables)) {
      if (!is(table, PgTable)) continue;
      const { name, columns } = getTableConfig(table);
      for (const column of columns) {
        if (
          column.getSQLType().startsWith("json") &&
          built.has(name) !== (column.getSQLType() === "json")
        ) {
          kept.push(`${name}.${column.name} ${column.getSQLType()}`);
        }
      }
    }
  }
  expect(kept.filter((one) => one.endsWith(" json")).sort()).toEqual(
    ordered.map((one) => `${one} json`),
  );
  expect(
    kept.filter((one) => one.endsWith(" jsonb") && built.has(one.split(".")[0] ?? "")),
  ).toEqual([]);
});
