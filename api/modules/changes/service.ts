import type { Db } from "#schemas/database/db.ts";
import { filingIndexUrl } from "#schemas/filing-address.ts";
import type { ChangeDetail } from "#schemas/shapes/companies/change.ts";
import { badRequest, notFound } from "../../http/errors.ts";
import {
  type ChangeRow,
  findChange,
  findCompany,
  findKeptSince,
  listChanges,
  listNewest,
  positionBefore,
} from "./queries.ts";
import type { Change, ChangesQuery } from "./schemas.ts";

export { newestPosition, positionBefore } from "./queries.ts";

/** One answer of changes, and where the next one begins. */
export interface ChangesPage {
  data: Change[];
  meta: { nextCursor: string; hasMore: boolean; keptSince: string | null };
}

/**
 * Lists changes in commit order: of all public companies, or of one. A caller that passes `nextCursor` back gets each
 * change once. Throws 400 for an invalid cursor.
 */
export async function readChanges(
  db: Db,
  { since, cursor, limit, ...wanted }: ChangesQuery,
): Promise<ChangesPage> {
  const after = await placeOf(db, { since, cursor });
  const rows = await listChanges(db, { ...wanted, after, limit: limit + 1 });
  const shown = rows.slice(0, limit);
  return {
    data: shown.map(present),
    meta: {
      nextCursor: cursorOf(shown.at(-1)?.position ?? after),
      hasMore: rows.length > limit,
      keptSince: await findKeptSince(db),
    },
  };
}

async function placeOf(
  db: Db,
  { since, cursor }: Pick<ChangesQuery, "since" | "cursor">,
): Promise<number> {
  if (cursor !== undefined) return readCursor(cursor);
  return since === undefined ? 0 : positionBefore(db, since);
}

const cursorOf = (position: number) => Buffer.from(`changes ${position}`).toString("base64url");

function readCursor(cursor: string): number {
  const text = Buffer.from(cursor, "base64url").toString("latin1");
  const [, digits] = /^changes (\d{1,15})$/.exec(text) ?? [];
  if (digits === undefined) throw badRequest("The cursor is not valid for this list");
  return Number(digits);
}

/** A change as the API shows it. */
export function present({ id, type, recordedAt, entity, detail, cik }: ChangeRow): Change {
  const { company = null, filing = null, statement = null } = detail as Partial<Whole>;
  return {
    id,
    type,
    recordedAt,
    entity,
    company,
    statement,
    filing:
      filing === null
        ? null
        : { ...filing, url: filingIndexUrl({ cik, accession: filing.accessionNumber }) },
  };
}

/** The members of all kinds of details. */
type Whole = Extract<ChangeDetail, { company: unknown }> &
  Extract<ChangeDetail, { filing: unknown }> &
  Extract<ChangeDetail, { statement: unknown }>;

/** The change at a position, as the API shows it; null for one that is no longer kept. */
export async function getChange(db: Db, position: number): Promise<Change | null> {
  const row = await findChange(db, position);
  return row === null ? null : present(row);
}

const feedEntries = 50;

/** A company and its newest changes. Throws 404 for one that not everybody may know of. */
export async function readFeed(db: Db, entityId: string) {
  const company = await findCompany(db, entityId);
  if (company === null) throw notFound("Company");
  return { company, changes: (await listNewest(db, entityId, feedEntries)).map(present) };
}
