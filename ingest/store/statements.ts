import { type BuiltCompany, statementColumns } from "../builder/built-company.ts";
import {
  differenceOf,
  goneOf,
  loadSides,
  type StatementDifference,
} from "./changes/statement-differences.ts";
import { type Cell, insertRows, type Queryable } from "./transaction.ts";

const keyColumns = new Set(["cik", "period_key", "statement_type"]);
const upsert = `on conflict (cik, period_key, statement_type) do update set ${Object.keys(
  statementColumns,
)
  .filter((name) => !keyColumns.has(name))
  .map((name) => `${name} = excluded.${name}`)
  .join(", ")}`;

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
  await insertRows(
    client,
    { table: "statement", columns: statementColumns, tail: upsert },
    changed,
  );
  const differences = [
    ...changed.map((row) => differenceOf(row, before.get(keyOf(row)) ?? null)),
    ...goneKeys.flatMap((key) => goneOf(before.get(key))),
  ];
  return { touched: changed.length + goneKeys.length, differences };
}

const keyOf = (row: readonly Cell[]) => `${row[1]} ${row[2]}`;

async function loadDigests(client: Queryable, cik: string): Promise<Map<string, string>> {
  const { rows } = await client.query(
    "select period_key || ' ' || statement_type as key, digest from statement where cik = $1",
    [cik],
  );
  return new Map(rows.map((row: { key: string; digest: string }) => [row.key, row.digest]));
}

async function deleteStatements(client: Queryable, cik: string, keys: string[]): Promise<void> {
  if (keys.length === 0) return;
  await client.query(
    "delete from statement where cik = $1 and period_key || ' ' || statement_type = any($2::text[])",
    [cik, keys],
  );
}
