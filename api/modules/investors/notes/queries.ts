import { and, eq, inArray, isNull, or, sql } from "drizzle-orm";
import { newestFirst, type PageQuery, page } from "#api/data/page.ts";
import { first, pick } from "#api/data/rows.ts";
import { rowsOf } from "#api/data/rows-of.ts";
import type { Db } from "#schemas/database/db.ts";
import { userAccount } from "#schemas/tables/accounts/account.ts";
import { investorNote } from "#schemas/tables/platform/investor.ts";

const columns = {
  ...pick(investorNote, "id", "startupListingId", "authorId"),
  authorName: sql<string | null>`coalesce(${userAccount.name}, ${userAccount.slug})`.as(
    "author_name",
  ),
  ...pick(investorNote, "firmId", "body", "createdAt"),
};

const selectNotes = (db: Db) =>
  db
    .select(columns)
    .from(investorNote)
    .leftJoin(userAccount, eq(userAccount.id, investorNote.authorId));

/** The reader of notes: an account, with the firms of which it is a member today. */
export interface NoteReader {
  userId: string;
  firmIds: readonly string[];
}

/** A firm's note is its members'; one without a firm is its author's alone (STP-46). */
const readableBy = ({ userId, firmIds }: NoteReader) =>
  or(
    and(isNull(investorNote.firmId), eq(investorNote.authorId, userId)),
    firmIds.length === 0 ? undefined : inArray(investorNote.firmId, [...firmIds]),
  );

export type Note = NonNullable<Awaited<ReturnType<typeof findNote>>>;

export function listNotes(db: Db, listingId: string, reader: NoteReader, query: PageQuery) {
  const isWanted = and(eq(investorNote.startupListingId, listingId), readableBy(reader));
  return page(db, selectNotes(db).where(isWanted), newestFirst(investorNote), query);
}

/** Null also for a note that the reader may not know of. */
export const findNote = (db: Db, id: string, reader: NoteReader) =>
  first(selectNotes(db).where(and(eq(investorNote.id, id), readableBy(reader))));

export const notes = rowsOf(investorNote);
