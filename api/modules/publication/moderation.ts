import type { Db } from "#schemas/db.ts";
import { nextLink } from "#schemas/hash-chain.ts";
import { type CorrectableField, withCorrections } from "#schemas/shapes/listing.ts";
import { notFound } from "../../http/errors.ts";
import { listingMoves } from "./moves.ts";
import {
  findLastVersion,
  findListing,
  insertVersion,
  type Subject,
  updateEntityTexts,
  updateListing,
} from "./queries.ts";

/** What an administrator does with a listing. */
export type Moderation = "block" | "archive" | "restore";

/** Blocks, archives or restores the listing of an entity. Throws 404 without one and 409 from a wrong state. */
export async function moderateListing(
  db: Db,
  entityId: string,
  act: Moderation,
): Promise<{ status: string }> {
  return db.transaction(async (tx) => {
    const row = await findListing(tx, { entityId });
    if (row === null) throw notFound("Listing");
    const made = act === "restore" && !row.isManaged ? "reinstate" : act;
    const { row: moved } = await listingMoves.make(tx, made, { id: row.id, actorId: null });
    await updateEntityTexts(tx, entityId, { published: moved.status === "published" });
    return { status: moved.status };
  });
}

/** Makes a version of a reference listing with a corrected text; a managed listing stays its team's to change. */
export async function applyCorrection(
  tx: Db,
  listingId: string,
  { field, value }: { field: CorrectableField; value: string },
  subject: Subject,
): Promise<void> {
  const row = await findListing(tx, subject);
  if (row === null || row.isManaged) return;
  const last = await findLastVersion(tx, listingId);
  if (last === null) return;
  const corrections = { ...row.corrections, [field]: value };
  await updateListing(tx, listingId, { corrections });
  const content = {
    ...last.content,
    snapshot: withCorrections(last.content.snapshot, corrections),
  };
  await insertVersion(tx, listingId, nextLink(content, last));
}
