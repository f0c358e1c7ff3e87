import { lt, sql } from "drizzle-orm";
import { isTeamKey } from "#schemas/company-key.ts";
import type {
  ChangeDetail,
  ChangeType,
  StatementChanged,
} from "#schemas/shapes/companies/change.ts";
import { companyChange } from "#schemas/tables/companies/change.ts";
import type { BuiltCompany } from "../../builder/built-company.ts";
import type { BuildRecord } from "../build.ts";
import type { FilingDifference } from "../filings.ts";
import { entityIdOf } from "../identity.ts";
import { type Cell, insertRows, lockFor, on, type Queryable } from "../transaction.ts";
import type { StatementDifference } from "./statement-differences.ts";

/** What a build found different from the stored rows. */
export interface Differences {
  filings: readonly FilingDifference[];
  statements: readonly StatementDifference[];
}

/**
 * Records what is new about a company. The last step before the build is recorded: it waits for other transactions that
 * record changes, so that positions are in the order of commits. The first build of a company (`before` is null) is one
 * change. What only a team may read is recorded nowhere.
 */
export async function storeChanges(
  client: Queryable,
  company: BuiltCompany,
  before: BuildRecord | null,
  differences: Differences,
): Promise<void> {
  if (isTeamKey(company.cik)) return;
  const changes =
    before === null ? [firstStored(company)] : listChanges(company, before, differences);
  if (changes.length === 0) return;
  await lockFor(client, "changes", "");
  const entityId = entityIdOf(company.cik);
  await insertRows(
    client,
    {
      table: companyChange,
      columns: [companyChange.entityId, companyChange.type, companyChange.detail],
    },
    changes.map(([type, detail]): Cell[] => [entityId, type, JSON.stringify(detail)]),
  );
}

type Change = [type: ChangeType, detail: ChangeDetail];

const firstStored = ({ filings, statements }: BuiltCompany): Change => [
  "company.stored",
  { company: { filings: filings.length, statements: statements.length } },
];

function listChanges(
  company: BuiltCompany,
  before: BuildRecord,
  { filings, statements }: Differences,
): Change[] {
  const isSameRules =
    before.registrySha256 === company.registrySha256 &&
    before.engineVersion === company.engineVersion;
  const cause = isSameRules ? "documents" : "rules";
  return [
    ...filings.map(({ type, filing }): Change => [type, { filing }]),
    ...statements.flatMap((one) => statementChange(one, cause)),
  ];
}

/** Nothing where no value differs: a statement is also written again for a reason or a note. */
function statementChange(
  { before, after, isRestated, ...period }: StatementDifference,
  cause: StatementChanged["cause"],
): Change[] {
  const names = new Set([
    ...Object.keys(before?.fields ?? {}),
    ...Object.keys(after?.fields ?? {}),
  ]);
  const lines = [...names].flatMap((line) => {
    const [was, is] = [before?.fields[line] ?? null, after?.fields[line] ?? null];
    return was === is ? [] : [{ line, before: was, after: is, isRestated: isRestated(line) }];
  });
  if (lines.length === 0 && before !== null && after !== null) return [];
  const isRestatement =
    cause === "documents" &&
    lines.some((one) => one.isRestated && one.before !== null && one.after !== null);
  const known = new Set(before?.filings ?? []);
  const statement: StatementChanged = {
    ...period,
    cause,
    newFilings: (after?.filings ?? []).filter((accession) => !known.has(accession)),
    lines: lines.map(({ isRestated: _, ...line }) => line),
  };
  return [[typeOf(before, after, isRestatement), { statement }]];
}

function typeOf(before: unknown, after: unknown, isRestatement: boolean): ChangeType {
  if (before === null) return "statement.stored";
  if (after === null) return "statement.removed";
  return isRestatement ? "statement.restated" : "statement.changed";
}

const keepDays = 400;

/** Removes changes older than 400 days; returns how many. Whoever asks for older ones is told since when there are any. */
export async function pruneChanges(db: Queryable): Promise<number> {
  const oldest = sql`now() - make_interval(days => ${keepDays})`;
  const { rowCount } = await on(db)
    .delete(companyChange)
    .where(lt(companyChange.recordedAt, oldest));
  return rowCount ?? 0;
}
