import type { Db } from "#schemas/db.ts";
import type { Page } from "#schemas/shapes/page.ts";
import { slugOf, slugWith } from "#schemas/shapes/slug.ts";
import { conflict, forbidden, notFound } from "../../http/errors.ts";
import { isoTime } from "../../iso-time.ts";
import { randomLetters } from "../../random-letters.ts";
import { recordDone } from "../audit-log/service.ts";
import { hasCollection } from "../collections/service.ts";
import {
  deleteEntity,
  type EntityRow,
  findEntity,
  insertEntity,
  insertOwner,
  isManager,
  isReference,
  listEntities,
  updateEntity,
  type Viewer,
} from "./queries.ts";
import type { EntitiesQuery, Entity, EntityBody, EntityChange } from "./schemas.ts";

/** What the viewer may know of: published entities and those of their teams. */
export async function listVisibleEntities(
  db: Db,
  viewer: Viewer,
  { search, parentId, ...query }: EntitiesQuery,
): Promise<Page<Entity>> {
  const namePattern = search ? `%${search.replace(/[\\%_]/g, "\\$&")}%` : undefined;
  const wanted = { ...query, namePattern, parentId: parentOf(parentId) };
  const { rows, total } = await listEntities(db, viewer, wanted, query);
  const { limit, offset } = query;
  return { rows: rows.map((row) => present(row, viewer)), total, limit, offset };
}

/** Null for either spelling of no parent, undefined when none was asked for. */
const parentOf = (text: string | undefined) => (text === "null" || text === "" ? null : text);

/** Throws 404 for an entity that does not exist or that the viewer may not know of. */
export async function getEntity(db: Db, id: string, viewer: Viewer): Promise<Entity> {
  const row = await findEntity(db, id, viewer);
  if (row === null) throw notFound("Entity");
  return present(row, viewer);
}

/**
 * Creates an entity that its creator owns, with all permissions; nobody else knows of it until it is published.
 * Throws 404 for a collection that is not the creator's and for an unknown parent, 403 for a parent that the
 * creator does not manage.
 */
export async function createEntity(db: Db, viewer: Viewer, body: EntityBody): Promise<Entity> {
  const { name, entityType, collectionId = null, parentId = null, description = null } = body;
  await checkCollection(db, collectionId, viewer);
  await checkParent(db, parentId, viewer);
  const ownerId = viewer.userId;
  const values = { name, entityType, collectionId, parentId, description, ownerId };
  return db.transaction(async (tx) => {
    const row = await insertWithSlug(tx, values);
    await insertOwner(tx, row.id, ownerId);
    await recordDone(tx, { ...subject(row.id), actorId: ownerId, action: "entity.created" });
    return present(row, viewer);
  });
}

async function insertWithSlug(
  db: Db,
  values: Omit<Parameters<typeof insertEntity>[1], "slug">,
): Promise<EntityRow> {
  const plain = slugOf(values.name);
  const made = plain === null ? null : await insertEntity(db, { ...values, slug: plain });
  if (made !== null) return made;
  // Ten letters more: another clash would be a fault, not bad luck.
  const slug = slugWith(values.name, randomLetters(10), values.entityType);
  const other = await insertEntity(db, { ...values, slug });
  if (other === null) throw new Error("a random slug was taken");
  return other;
}

/** Changes what is given; the access word has checked that the actor may. Throws 404 for a foreign collection. */
export async function changeEntity(
  db: Db,
  id: string,
  actor: Viewer,
  { name, entityType, description, logoUrl, collectionId }: EntityChange,
): Promise<Entity> {
  const given = { name, entityType, description, logoUrl, collectionId };
  const change = Object.fromEntries(
    Object.entries(given).filter(([, value]) => value !== undefined),
  );
  const fields = Object.keys(change);
  if (fields.length === 0) return getEntity(db, id, actor);
  await checkCollection(db, collectionId ?? null, actor);
  return db.transaction(async (tx) => {
    await updateEntity(tx, id, change);
    const done = { ...subject(id), actorId: actor.userId, action: "entity.updated" };
    await recordDone(tx, { ...done, detail: { fields } });
    return getEntity(tx, id, actor);
  });
}

/** Deletes for good. Throws 409 for a company of the public record, which its owner only speaks for. */
export async function removeEntity(
  db: Db,
  id: string,
  actorId: string,
): Promise<{ success: true }> {
  await db.transaction(async (tx) => {
    if (await isReference(tx, id)) {
      throw conflict("A company of the public record cannot be deleted");
    }
    if (!(await deleteEntity(tx, id))) throw notFound("Entity");
    await recordDone(tx, { ...subject(id), actorId, action: "entity.deleted" });
  });
  return { success: true };
}

async function checkCollection(db: Db, id: string | null, { userId }: Viewer): Promise<void> {
  if (id !== null && !(await hasCollection(db, { id, userId }))) throw notFound("Collection");
}

async function checkParent(db: Db, parentId: string | null, viewer: Viewer): Promise<void> {
  if (parentId === null) return;
  if ((await findEntity(db, parentId, viewer)) === null) throw notFound("Parent entity");
  if (!(await isManager(db, parentId, viewer.userId))) {
    throw forbidden("Only owners and admins of the parent may do this");
  }
}

const subject = (id: string) => ({ subjectType: "entity", subjectId: id }) as const;

const present = (row: EntityRow, { userId }: Viewer): Entity => ({
  ...row,
  claimStatus: row.claimStatus as Entity["claimStatus"],
  collectionId: row.ownerId === userId ? row.collectionId : null,
  createdAt: isoTime(row.createdAt),
  updatedAt: isoTime(row.updatedAt),
});
