import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { openFilingApp } from "../../helpers/platform/filings.ts";

const { database, owner, ask, file, makeEntity, revenues } = await openFilingApp();

test("the upgrade closes filings of before, keeps their figures for the team, and tells it so [FIL-15]", async () => {
  const old = await makeEntity("Upgraded");
  const filed = await file(old.id, "2024FY", "33", { isPublic: true });
  const url = `/v2/directory/entity-profile/${old.id}/publication`;
  await ask("POST", url, owner, { openFilings: [filed.id] });
  expect(await revenues(old.id, null)).toEqual(["2024FY 33"]);
  await database.pool.query("update entity_filing set is_public = false");
  const migration = readFileSync("migrations/0010_filing_audience.sql", "utf8");
  const [, rows = ""] = migration.split("-- Filings are private");
  // The column has another name since, and the tables have foreign keys that this order of updates would break.
  const text = rows.replace(/^.*from now on\./, "").replaceAll(/\bcik\b/g, "company_key");
  await database.pool.query("set session_replication_role = replica");
  for (const part of text.split("--> statement-breakpoint")) await database.pool.query(part);
  await database.pool.query("set session_replication_role = origin");
  expect(await revenues(old.id, null)).toEqual([]);
  expect(await revenues(old.id, owner)).toEqual(["2024FY 33"]);
  const log = (await ask("GET", `/v2/entities/${old.id}/audit-log`, owner)).json().data;
  expect(log[0]).toMatchObject({ action: "filing.closed" });
  await file(old.id, "2023FY", "44");
  expect(await revenues(old.id, owner)).toEqual(["2024FY 33", "2023FY 44"]);
  expect(
    (await ask("PATCH", `/api/v1/filings/${filed.id}`, owner, { isPublic: true })).statusCode,
  ).toBe(200);
  expect(await revenues(old.id, null)).toEqual(["2024FY 33"]);
});
