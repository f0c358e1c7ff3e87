import type { Db } from "#schemas/database/db.ts";
import type { ListingDraft } from "#schemas/shapes/companies/listing.ts";
import { required } from "../../data/rows.ts";
import { recordDone } from "../audit-log/service.ts";
import type { Subject } from "./queries.ts";
import * as queries from "./queries.ts";

/** What the subject says of itself now. Throws 404 for an unknown one. */
export const textsOf = async (db: Db, subject: Subject) =>
  required(
    "entityId" in subject
      ? await queries.findEntityTexts(db, subject.entityId)
      : await queries.findPersonTexts(db, subject.userId),
    "entityId" in subject ? "Entity" : "User",
  );

/** The entity takes the texts that wait in the draft. */
export async function writeTexts(
  tx: Db,
  entityId: string,
  actorId: string,
  draft: ListingDraft,
  published: boolean,
): Promise<void> {
  const texts = textsIn(draft);
  await unverifyRenamed(tx, { entityId, actorId }, texts.displayName);
  await queries.updateEntityTexts(tx, entityId, { ...texts, published });
}

/**
 * Takes the verification from an entity that is about to get another name: an operator verified who it is under the old
 * one. To be called before the name is written.
 */
export async function unverifyRenamed(
  tx: Db,
  { entityId, actorId }: { entityId: string; actorId: string },
  name: string | undefined,
): Promise<void> {
  if (name === undefined || !(await queries.unverifyRenamed(tx, entityId, name))) return;
  const done = {
    subjectType: "entity" as const,
    subjectId: entityId,
    actorId,
    action: "entity.unverified",
  };
  await recordDone(tx, { ...done, detail: { reason: "renamed" } });
}

/** An entity's own texts that wait in the draft. */
function textsIn({ displayName, overview, logoUrl }: ListingDraft): ListingDraft {
  return {
    ...(displayName === undefined ? {} : { displayName }),
    ...(overview === undefined ? {} : { overview }),
    ...(logoUrl === undefined ? {} : { logoUrl }),
  };
}

/** The draft without the entity's own texts. */
export function withoutTexts({
  displayName,
  overview,
  logoUrl,
  ...rest
}: ListingDraft): ListingDraft {
  return rest;
}

/** Texts of these entities that are not public yet, by entity, for an account of their teams; others get none. */
export async function waitingTexts(
  db: Db,
  entityIds: string[],
  userId: string,
): Promise<Map<string, ListingDraft>> {
  const rows = await queries.listDrafts(db, entityIds, userId);
  return new Map(rows.map(({ entityId, draft }) => [entityId, textsIn(draft)]));
}

/** Texts of an entity that wait for the next version while the listing is public; false where they need not wait. */
export async function deferTexts(tx: Db, entityId: string, texts: ListingDraft): Promise<boolean> {
  const row = await queries.findListingLocked(tx, { entityId });
  if (row?.status !== "published") return false;
  await queries.updateListing(tx, row.id, { draft: { ...row.draft, ...texts } });
  return true;
}
