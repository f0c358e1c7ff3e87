import { required } from "#api/data/rows.ts";
import { forbidden } from "#api/http/errors.ts";
import type { Db } from "#schemas/database/db.ts";
import { findInvestor, firmsOf } from "../verification/queries.ts";
import { findNote, type Note, type NoteReader, notes } from "./queries.ts";
import type { NoteBody } from "./schemas.ts";

/** An account as a reader of notes, with its firms of today. */
export const readerOf = async (db: Db, userId: string): Promise<NoteReader> => ({
  userId,
  firmIds: await firmsOf(db, userId),
});

/**
 * Writes a note, for the firm that the body names, or else for the firm as whose investor the account is verified, or
 * else for the account alone (null asks for that). Throws 404 for a firm of which the account is no member.
 */
export async function writeNote(
  db: Db,
  { listingId, userId }: { listingId: string; userId: string },
  { body, firmId: named }: NoteBody,
): Promise<Note> {
  const reader = await readerOf(db, userId);
  const isMember = (id: string | null | undefined) => id != null && reader.firmIds.includes(id);
  if (named != null) required(isMember(named) ? named : null, "Organization");
  const usual = (await findInvestor(db, userId))?.firmId ?? null;
  const firmId = named === undefined ? (isMember(usual) ? usual : null) : named;
  const { id } = await notes.insert(db, {
    startupListingId: listingId,
    authorId: userId,
    firmId,
    body,
  });
  return required(await findNote(db, id, reader), "Note");
}

/** Removes one's own note. Throws 403 for a note of a colleague. */
export async function removeNote(db: Db, { id, authorId }: Note, userId: string) {
  if (authorId !== userId) throw forbidden("Only the author can delete a note");
  await notes.remove(db, { id });
  return { id, deleted: true as const };
}
