import type { StatementType } from "./statement.ts";

/** Kinds of changes, as events name them. */
export const changeTypes = [
  "company.stored",
  "filing.stored",
  "filing.changed",
  "filing.withdrawn",
  "statement.stored",
  "statement.changed",
  "statement.restated",
  "statement.removed",
] as const;
export type ChangeType = (typeof changeTypes)[number];

/** A company was stored for the first time: its filings and statements are not changes of their own. */
export interface CompanyStored {
  filings: number;
  statements: number;
}

/** A filing of the company's history as it is now. */
export interface FilingChanged {
  accessionNumber: string;
  form: string;
  filedDate: string;
  reportDate: string | null;
}

/** A line whose value is another one. Null where the statement had or has no value. */
export interface LineChanged {
  line: string;
  before: string | null;
  after: string | null;
}

export interface StatementChanged {
  periodKey: string;
  statementType: StatementType;
  periodStart: string;
  periodEnd: string;
  currency: string | null;
  /**
   * "documents": the company's documents changed. "rules": the registry or the code that reads them is another version,
   * so that a value may differ though nothing was filed.
   */
  cause: "documents" | "rules";
  /** Accession numbers of filings that the statement did not rest on before. */
  newFilings: string[];
  lines: LineChanged[];
}

/** What a change is about: exactly one member. */
export type ChangeDetail =
  | { company: CompanyStored }
  | { filing: FilingChanged }
  | { statement: StatementChanged };
