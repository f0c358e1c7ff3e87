import { readdirSync } from "node:fs";
import { join } from "node:path";
import { is } from "drizzle-orm";
import { getTableConfig, PgTable } from "drizzle-orm/pg-core";
import { expect, test } from "vitest";
import { productCode } from "./project-files.ts";

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
const modules = await Promise.all(
  files.filter((name) => name.endsWith(".ts")).map((name) => import(join(folder, name))),
);
const tables = modules
  .flatMap((module) => Object.values(module as Record<string, unknown>))
  .filter((one) => is(one, PgTable))
  .map((table) => getTableConfig(table));

test("JSON columns are json where a build, a job or an order needs it, and jsonb everywhere else", () => {
  const exceptions = tables.flatMap(({ name, columns }) =>
    columns
      .map((column) => ({ type: column.getSQLType(), place: `${name}.${column.name}` }))
      .filter(({ type }) => type === (built.has(name) ? "jsonb" : "json"))
      .map(({ place }) => place),
  );
  expect(exceptions.sort()).toEqual(ordered);
});

test("no SQL text names a table: a renamed column fails the compiler", () => {
  const names = tables.map(({ name }) => name).join("|");
  const inText = new RegExp(`\\b(?:from|into|update|join)\\s+(?:${names})\\b`, "i");
  const statements =
    /\.query(?:<[^>]*>)?\(\s*(["'`])(?<text>[\s\S]*?)\1|\bsql(?:<[^`]*>)?`(?<template>[^`]*)`/g;
  const texts = [...productCode()].flatMap(([path, text]) =>
    [...text.matchAll(statements)]
      .filter(({ groups }) => inText.test(groups?.text ?? groups?.template ?? ""))
      .map(([statement]) => `${path}: ${statement}`),
  );
  expect(texts).toEqual([]);
});
