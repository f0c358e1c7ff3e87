import type { Db } from "#schemas/database/db.ts";
import { nextLink } from "#schemas/hash-chain.ts";
import { type CorrectableField, withCorrections } from "#schemas/shapes/companies/listing.ts";
import { notFound } from "../../http/errors.ts";
import { actedBy, commandLine, type Operator } from "../audit-log/service.ts";
import { listingMoves } from "./moves.ts";
import {
  findLastVersion,
  findListingLocked,
  insertVersion,
  type Subject,
  updateEntityTexts,
  updateListing,
} from "./queries.ts";

/** Acts of administrators on a listing. */
export type Moderation = "block" | "archive" | "restore";

/** Blocks, archives or restores a listing. Throws 404 without one and 409 from a wrong state. */
export async function moderateListing(
  db: Db,
  subject: Subject,
  act: Moderation,
  by: Operator = commandLine,
): Promise<{ status: string }> {
  return db.transaction(async (tx) => {
    const row = await findListingLocked(tx, subject);
    if (row === null) throw notFound("Listing");
    const isReference = "entityId" in subject && !row.isManaged;
    const move = act === "restore" && isReference ? "reinstate" : act;
    const { row: moved } = await listingMoves.make(tx, move, { id: row.id, ...actedBy(by) });
    if ("entityId" in subject) {
      const published = moved.status === "published";
      await updateEntityTexts(tx, subject.entityId, { published });
    }
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
  const row = await findListingLocked(tx, subject);
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
