import type { Db } from "#schemas/database/db.ts";
import type { Page } from "#schemas/shapes/page.ts";
import { buildFilings } from "#schemas/tasks/build-filings.ts";
import { insertWithSlug } from "../../data/insert-with-slug.ts";
import type { PageQuery } from "../../data/page.ts";
import { required } from "../../data/rows.ts";
import { conflict, forbidden, notFound } from "../../http/errors.ts";
import type { Platform } from "../../platform.ts";
import { actedBy, commandLine, type Operator, recordDone } from "../audit-log/service.ts";
import { hasCollection } from "../collections/service.ts";
import { deferTexts, isSlugKnown, unverifyRenamed, waitingTexts } from "../publication/service.ts";
import type { EntityRow, Viewer } from "./queries.ts";
import * as queries from "./queries.ts";
import type { EntitiesQuery, Entity, EntityBody, EntityChange } from "./schemas.ts";

/** What the viewer may know of: published entities and those of their teams. */
export async function listVisibleEntities(
  db: Db,
  viewer: Viewer,
  { search, parentId, ...query }: EntitiesQuery,
): Promise<Page<Entity>> {
  const namePattern = search ? `%${search.replace(/[\\%_]/g, "\\$&")}%` : undefined;
  const filter = { ...query, namePattern, parentId: parentOf(parentId) };
  const page = await queries.listEntities(db, viewer, filter, query);
  const rows = await withOwnTexts(db, page.rows, viewer);
  return { ...page, rows: rows.map((row) => present(row, viewer)) };
}

/** Null for either spelling of no parent, undefined when none was asked for. */
const parentOf = (text: string | undefined) => (text === "null" || text === "" ? null : text);

export { type Entity, entityChange, entityTypes } from "./schemas.ts";

/** The teams that the viewer is in, by name, with the own role; named as their teams read them. */
export async function listOwnTeams(db: Db, viewer: Viewer, query: PageQuery) {
  const found = await queries.listTeams(db, viewer.userId, query);
  return { ...found, rows: await withOwnTexts(db, found.rows, viewer) };
}

/** Throws 404 for an entity that does not exist or that the viewer may not know of. */
export async function getEntity(db: Db, id: string, viewer: Viewer): Promise<Entity> {
  const row = required(await queries.findEntity(db, id, viewer), "Entity");
  return present((await withOwnTexts(db, [row], viewer))[0] ?? row, viewer);
}

/** Its team reads what it has written; everybody else reads what is published. */
async function withOwnTexts<R extends EntityRow>(db: Db, rows: R[], viewer: Viewer): Promise<R[]> {
  const texts = await waitingTexts(
    db,
    rows.map(({ id }) => id),
    viewer.userId,
  );
  return rows.map((row) => {
    const { displayName: name, overview: description, ...own } = texts.get(row.id) ?? {};
    const renamed = {
      ...(name === undefined ? {} : { name }),
      ...(description === undefined ? {} : { description }),
    };
    return { ...row, ...own, ...renamed };
  });
}

/**
 * Creates an entity that its creator owns, with all permissions; nobody else knows of it until it is published.
 * Throws 404 for a collection that is not the creator's and for an unknown parent, 403 for a parent that the
 * creator does not manage.
 */
export async function createEntity(db: Db, viewer: Viewer, body: EntityBody): Promise<Entity> {
  await checkCollection(db, body.collectionId ?? null, viewer);
  await checkParent(db, body.parentId ?? null, viewer);
  const ownerId = viewer.userId;
  return db.transaction(async (tx) => {
    const row = await insertWithSlug({ name: body.name, kind: body.entityType }, async (slug) =>
      // A slug that another entity had still leads to it; the insert sees who takes it meanwhile.
      (await isSlugKnown(tx, slug)) ? null : queries.insertEntity(tx, { ...body, slug, ownerId }),
    );
    await queries.insertOwner(tx, row.id, ownerId);
    await recordDone(tx, { ...subject(row.id), actorId: ownerId, action: "entity.created" });
    return present(row, viewer);
  });
}

/** Changes what is given; the access word has checked that the actor may. Throws 404 for a foreign collection. */
export async function changeEntity(
  db: Db,
  id: string,
  actor: Viewer,
  change: EntityChange,
): Promise<Entity> {
  const changes = Object.entries(change).filter(([, value]) => value !== undefined);
  const fields = changes.map(([field]) => field);
  if (fields.length === 0) return getEntity(db, id, actor);
  await checkCollection(db, change.collectionId ?? null, actor);
  return db.transaction(async (tx) => {
    const written = await withoutHeld(tx, id, change);
    await unverifyRenamed(tx, { entityId: id, actorId: actor.userId }, written.name);
    await queries.updateEntity(tx, id, written);
    const done = { ...subject(id), actorId: actor.userId, action: "entity.updated" };
    await recordDone(tx, { ...done, detail: { fields } });
    return getEntity(tx, id, actor);
  });
}

/** What is public of a listed entity changes with its next version: those texts wait, the rest is written at once. */
async function withoutHeld(tx: Db, id: string, change: EntityChange): Promise<EntityChange> {
  const { name, description, logoUrl, ...rest } = change;
  const texts = {
    ...(name === undefined ? {} : { displayName: name }),
    ...(description === undefined ? {} : { overview: description }),
    ...(logoUrl === undefined ? {} : { logoUrl }),
  };
  return (await deferTexts(tx, id, texts)) ? rest : change;
}

/**
 * Deletes for good; what was built of its filings goes with a job. Throws 409 for a company of the public record, which
 * its owner only speaks for.
 */
export async function removeEntity(
  { transaction }: Pick<Platform, "transaction">,
  id: string,
  actorId: string,
): Promise<{ success: true }> {
  await transaction(async ({ db: tx, enqueue }) => {
    if (await queries.isReference(tx, id)) {
      throw conflict("A company of the public record cannot be deleted");
    }
    if (!(await queries.deleteEntity(tx, id))) throw notFound("Entity");
    await recordDone(tx, { ...subject(id), actorId, action: "entity.deleted" });
    await enqueue(buildFilings, { entityId: id });
  });
  return { success: true };
}

/**
 * Records that an operator has checked the identity of an entity, or removes the record. Repeating the request changes nothing.
 * Answers the owner and whether anything changed. Throws 404 for an unknown one.
 */
export async function verifyEntity(
  db: Db,
  id: string,
  isVerified: boolean,
  by: Operator = commandLine,
): Promise<{ ownerId: string | null; isChanged: boolean }> {
  return db.transaction(async (tx) => {
    const { verified, ownerId } = required(await queries.lockVerified(tx, id), "Entity");
    if (verified === isVerified) return { ownerId, isChanged: false };
    await queries.storeVerified(tx, id, isVerified);
    const action = isVerified ? "entity.verified" : "entity.unverified";
    await recordDone(tx, { ...subject(id), ...actedBy(by), action });
    return { ownerId, isChanged: true };
  });
}

/** Entities that have an owner and are not verified, the newest first. */
export const listUnverified = (db: Db, query: PageQuery) => queries.listUnverified(db, query);

async function checkCollection(db: Db, id: string | null, { userId }: Viewer): Promise<void> {
  if (id !== null && !(await hasCollection(db, { id, userId }))) throw notFound("Collection");
}

async function checkParent(db: Db, parentId: string | null, viewer: Viewer): Promise<void> {
  if (parentId === null) return;
  if ((await queries.findEntity(db, parentId, viewer)) === null) throw notFound("Parent entity");
  if (!(await queries.isManager(db, parentId, viewer.userId))) {
    throw forbidden("Only owners and admins of the parent may do this");
  }
}

const subject = (id: string) => ({ subjectType: "entity", subjectId: id }) as const;

const present = (row: EntityRow, { userId }: Viewer): Entity => ({
  ...row,
  claimStatus: row.claimStatus as Entity["claimStatus"],
  collectionId: row.ownerId === userId ? row.collectionId : null,
});
