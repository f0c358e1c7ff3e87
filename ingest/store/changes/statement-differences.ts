import { and, eq, sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import type { StatementChanged } from "#schemas/shapes/companies/change.ts";
import { statement } from "#schemas/tables/companies/statement.ts";
import { statementColumns } from "../../builder/built-company.ts";
import { type Cell, on, type Queryable, texts } from "../transaction.ts";

/** A statement's values and the filings it rests on. */
interface StatementSide {
  fields: Record<string, string | null>;
  filings: string[];
}

/** A statement before and after a build; null where it did not or does not exist. */
export interface StatementDifference
  extends Pick<
    StatementChanged,
    "periodKey" | "statementType" | "periodStart" | "periodEnd" | "currency"
  > {
  before: StatementSide | null;
  after: StatementSide | null;
  /** True for a line that a later filing states otherwise than the first one. */
  isRestated(line: string): boolean;
}

interface StoredSide
  extends StatementSide,
    Omit<StatementDifference, "before" | "after" | "isRestated"> {}

/** The stored statements of these keys ("2023FY income_statement"), by key. */
export async function loadSides(
  client: Queryable,
  cik: string,
  keys: string[],
): Promise<Map<string, StoredSide>> {
  if (keys.length === 0) return new Map();
  const { periodKey, statementType, periodStart, periodEnd, currency } = statement;
  const { fields, filings } = statement;
  const rows = await on(client)
    .select({ periodKey, statementType, periodStart, periodEnd, currency, fields, filings })
    .from(statement)
    .where(isStatementOf(cik, keys));
  return new Map(
    rows.map((row) => [
      `${row.periodKey} ${row.statementType}`,
      { ...row, filings: accessionsOf(row.filings) } as StoredSide,
    ]),
  );
}

/** SQL expression: the key of a statement of a company, "2023FY income_statement". */
export const statementKey = sql<string>`${statement.periodKey} || ' ' || ${statement.statementType}`;

/** The condition that a row is one of these statements of a company. */
export const isStatementOf = (cik: string, keys: readonly string[]) =>
  and(eq(statement.companyKey, cik), sql`${statementKey} = any(${texts(keys)})`);

interface FilingNamed {
  accessionNumber: string;
}

const accessionsOf = (filings: readonly FilingNamed[]) =>
  filings.map(({ accessionNumber }) => accessionNumber);

/** What a built row, in the order of `statementColumns`, and what was stored of it say. */
export function differenceOf(
  row: readonly Cell[],
  before: StatementSide | null,
): StatementDifference {
  const cell = (column: PgColumn) => row[statementColumns.indexOf(column)] ?? null;
  const parsed = <T>(column: PgColumn) => JSON.parse(String(cell(column))) as T;
  const notes = parsed<Record<string, { flags?: string[] }>>(statement.notes);
  return {
    periodKey: String(cell(statement.periodKey)),
    statementType: cell(statement.statementType) as StatementDifference["statementType"],
    periodStart: String(cell(statement.periodStart)),
    periodEnd: String(cell(statement.periodEnd)),
    currency: cell(statement.currency) as string | null,
    before,
    after: {
      fields: parsed(statement.fields),
      filings: accessionsOf(parsed<FilingNamed[]>(statement.filings)),
    },
    isRestated: (line) => notes[line]?.flags?.includes("restated") === true,
  };
}

/** A stored statement that is built no more; nothing where nothing was stored. */
export function goneOf(stored: StoredSide | undefined): StatementDifference[] {
  if (stored === undefined) return [];
  const { fields, filings, ...period } = stored;
  return [{ ...period, before: { fields, filings }, after: null, isRestated: () => false }];
}
