import type { StatementChanged } from "#schemas/shapes/companies/change.ts";
import { statementColumns } from "../../builder/built-company.ts";
import type { Cell, Queryable } from "../transaction.ts";

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
  const { rows } = await client.query(
    `select period_key as "periodKey", statement_type as "statementType", period_start as "periodStart",
       period_end as "periodEnd", currency, fields, filings
     from statement where cik = $1 and period_key || ' ' || statement_type = any($2::text[])`,
    [cik, keys],
  );
  return new Map(
    (rows as (Omit<StoredSide, "filings"> & { filings: FilingNamed[] })[]).map((row) => [
      `${row.periodKey} ${row.statementType}`,
      { ...row, filings: accessionsOf(row.filings) },
    ]),
  );
}

interface FilingNamed {
  accessionNumber: string;
}

const accessionsOf = (filings: readonly FilingNamed[]) =>
  filings.map(({ accessionNumber }) => accessionNumber);

const columnNames = Object.keys(statementColumns);

/** What a built row, in the order of `statementColumns`, and what was stored of it say. */
export function differenceOf(
  row: readonly Cell[],
  before: StatementSide | null,
): StatementDifference {
  const cell = (name: keyof typeof statementColumns) => row[columnNames.indexOf(name)] ?? null;
  const parsed = <T>(name: keyof typeof statementColumns) => JSON.parse(String(cell(name))) as T;
  const notes = parsed<Record<string, { flags?: string[] }>>("notes");
  return {
    periodKey: String(cell("period_key")),
    statementType: cell("statement_type") as StatementDifference["statementType"],
    periodStart: String(cell("period_start")),
    periodEnd: String(cell("period_end")),
    currency: cell("currency") as string | null,
    before,
    after: { fields: parsed("fields"), filings: accessionsOf(parsed<FilingNamed[]>("filings")) },
    isRestated: (line) => notes[line]?.flags?.includes("restated") === true,
  };
}

/** A stored statement that is built no more; nothing where nothing was stored. */
export function goneOf(stored: StoredSide | undefined): StatementDifference[] {
  if (stored === undefined) return [];
  const { fields, filings, ...period } = stored;
  return [{ ...period, before: { fields, filings }, after: null, isRestated: () => false }];
}
