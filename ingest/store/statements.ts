import { eq } from "drizzle-orm";
import { statement } from "#schemas/tables/companies/statement.ts";
import { type BuiltCompany, statementColumns } from "../builder/built-company.ts";
import {
  differenceOf,
  goneOf,
  isStatementOf,
  loadSides,
  type StatementDifference,
  statementKey,
} from "./changes/statement-differences.ts";
import { type Cell, insertRows, on, type Queryable } from "./transaction.ts";

const keys = [statement.companyKey, statement.periodKey, statement.statementType];

/**
 * Makes the stored statements equal to the built ones and touches only rows that differ; returns how many those are, and what
 * differs.
 */
export async function storeStatements(
  client: Queryable,
  company: BuiltCompany,
): Promise<{ touched: number; differences: StatementDifference[] }> {
  const storedDigests = await loadDigests(client, company.cik);
  const changed = company.statements.filter((row) => storedDigests.get(keyOf(row)) !== row.at(-1));
  const builtKeys = new Set(company.statements.map(keyOf));
  const goneKeys = [...storedDigests.keys()].filter((key) => !builtKeys.has(key));
  const before = await loadSides(client, company.cik, [...changed.map(keyOf), ...goneKeys]);
  await deleteStatements(client, company.cik, goneKeys);
  await insertRows(client, { table: statement, columns: statementColumns, keys }, changed);
  const differences = [
    ...changed.map((row) => differenceOf(row, before.get(keyOf(row)) ?? null)),
    ...goneKeys.flatMap((key) => goneOf(before.get(key))),
  ];
  return { touched: changed.length + goneKeys.length, differences };
}

const keyOf = (row: readonly Cell[]) => `${row[1]} ${row[2]}`;

async function loadDigests(client: Queryable, cik: string): Promise<Map<string, string>> {
  const rows = await on(client)
    .select({ key: statementKey, digest: statement.digest })
    .from(statement)
    .where(eq(statement.companyKey, cik));
  return new Map(rows.map(({ key, digest }) => [key, digest]));
}

async function deleteStatements(client: Queryable, cik: string, keys: string[]): Promise<void> {
  if (keys.length === 0) return;
  await on(client).delete(statement).where(isStatementOf(cik, keys));
}
