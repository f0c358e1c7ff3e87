import { isDeepStrictEqual } from "node:util";
import type { Caller } from "#api/auth/caller.ts";
import type { PageQuery } from "#api/data/page.ts";
import { required } from "#api/data/rows.ts";
import type { Deps } from "#api/deps.ts";
import { badRequest, conflict } from "#api/http/errors.ts";
import type { Db } from "#schemas/database/db.ts";
import type { Page } from "#schemas/shapes/page.ts";
import type { RubricDimension } from "#schemas/shapes/platform/hiring.ts";
import { recordDone } from "../../audit-log/service.ts";
import { roleMoves } from "./moves.ts";
import type { RoleRow } from "./queries.ts";
import * as queries from "./queries.ts";
import { setSkills } from "./role-skills.ts";
import { toDimensions, toProblemSpecs, warningsOf } from "./rubric.ts";
import type { Role, RoleBody, RoleChange, RoleItem, RolesQuery } from "./schemas.ts";
import { searchRoles } from "./search/queries.ts";

export interface WarnedRole {
  data: Role;
  meta: { warnings?: string[] };
}

/** The whole role, with its rubric and skills. */
export async function presentRole(db: Db, { rubricVersion, ...row }: RoleRow): Promise<WarnedRole> {
  const rubric =
    rubricVersion === null ? null : await queries.findRubric(db, row.id, rubricVersion);
  const skills = await queries.listRoleSkills(db, row.id);
  const warnings = warningsOf(rubric);
  return {
    data: { ...row, rubric, skills },
    meta: warnings.length === 0 ? {} : { warnings },
  };
}

const presentById = async (db: Db, id: string): Promise<WarnedRole> =>
  presentRole(db, required(await queries.findRole(db, { id }), "Role"));

/** Throws 400 where the body names another entity than the path. */
function checkEntity(entityId: string, named: string | undefined): void {
  if (named !== undefined && named !== entityId) {
    throw badRequest("entityId must be the entity of the path");
  }
}

interface OfEntity {
  entityId: string;
  actorId: string;
}

/** A new role, a draft (HIR-27). Throws 400 where the body names another entity. */
export function createRole(
  deps: Deps,
  { entityId, actorId }: OfEntity,
  { entityId: named, rubric, skills, problemSpecs, ...values }: RoleBody,
): Promise<WarnedRole> {
  checkEntity(entityId, named);
  return deps.transaction(async ({ db }) => {
    const specs = toProblemSpecs(problemSpecs ?? []);
    const id = await queries.insertRole(db, { ...values, entityId, problemSpecs: specs });
    if (rubric) await addRubric(db, id, toDimensions(rubric.dimensions));
    if (skills) await setSkills(db, id, skills);
    await record(db, { entityId, actorId }, id, "hiring_role.created");
    return presentById(db, id);
  });
}

/**
 * Changes what is given; null empties what may be empty. Another rubric is a new version of it: applications keep the
 * one of their submission. Throws 400 for another entity or status, 404 for an unknown role.
 */
export function changeRole(
  deps: Deps,
  id: string,
  { entityId, actorId }: OfEntity,
  body: RoleChange,
): Promise<WarnedRole> {
  checkEntity(entityId, body.entityId);
  return deps.transaction(async ({ db }) => {
    const before = required(await queries.lockRole(db, id, "update"), "Role");
    const { entityId: _entityId, status, rubric, skills, problemSpecs, ...values } = body;
    if (status !== undefined && status !== before.status) {
      throw badRequest("Publish and close change the status of a role");
    }
    const specs = problemSpecs === undefined ? {} : { problemSpecs: toProblemSpecs(problemSpecs) };
    await queries.updateRole(db, id, { ...values, ...specs });
    if (rubric === null) await queries.updateRole(db, id, { rubricVersion: null });
    if (rubric) await changeRubric(db, before, rubric.dimensions);
    if (skills) await setSkills(db, id, skills);
    await queries.markListed(db, id);
    const changed = Object.keys(body).sort();
    await record(db, { entityId, actorId }, id, "hiring_role.changed", { changed });
    return presentById(db, id);
  });
}

async function changeRubric(
  db: Db,
  { id, rubricVersion }: { id: string; rubricVersion: number | null },
  given: NonNullable<RoleBody["rubric"]>["dimensions"],
): Promise<void> {
  const present = rubricVersion === null ? null : await queries.findRubric(db, id, rubricVersion);
  const dimensions = toDimensions(given);
  // A rubric that is sent back unchanged makes no new version.
  if (!isDeepStrictEqual(sorted(present?.dimensions), sorted(dimensions))) {
    await addRubric(db, id, dimensions);
  }
}

const sorted = (dimensions: readonly RubricDimension[] | undefined) =>
  dimensions?.map((one) => Object.entries(one).sort(([a], [b]) => (a < b ? -1 : 1)));

async function addRubric(db: Db, roleId: string, dimensions: RubricDimension[]): Promise<void> {
  const version = (await queries.lastRubricVersion(db, roleId)) + 1;
  await queries.rubrics.insert(db, { roleId, version, dimensions });
  await queries.updateRole(db, roleId, { rubricVersion: version });
}

/** Publishes a draft or closes a published role. Throws 404, and 409 that names the present status. */
export function moveRole(
  deps: Deps,
  act: "publish" | "close",
  id: string,
  actorId: string,
): Promise<WarnedRole> {
  return deps.transaction(async ({ db }) => {
    const at = deps.now().toISOString();
    const set = act === "publish" ? { publishedAt: at } : { closedAt: at };
    await roleMoves.make(db, act, { id, actorId, set });
    await queries.markListed(db, id);
    return presentById(db, id);
  });
}

/** Public roles, newest first; with a search text what it finds, best first. Throws 503 where that takes too long. */
export const findPublicRoles = (db: Db, query: RolesQuery): Promise<Page<RoleItem>> =>
  query.search === undefined || query.search.trim() === ""
    ? queries.listPublicRoles(db, query)
    : searchRoles(db, { ...query, search: query.search });

/** A role that takes applications. Throws 404 for a draft or invisible role, 409 for a closed one. */
export async function openRole(db: Db, id: string, caller: Caller) {
  const shownRole = required(await queries.findSeenRole(db, id, caller), "Role");
  const role = required(await queries.lockRole(db, shownRole.id, "share"), "Role");
  if (role.status !== "published") {
    throw conflict(`Role is ${role.status}; only a published role takes applications`);
  }
  return role;
}

export async function bookmark(db: Db, userId: string, roleId: string) {
  await queries.bookmarks.insertNew(db, { userId, roleId });
  return { roleId, bookmarked: true };
}

/** Also of a role that the caller may no longer see. Throws 404 where there is neither bookmark nor role. */
export async function removeBookmark(db: Db, caller: Caller & { userId: string }, roleId: string) {
  const isRemoved = await queries.bookmarks.remove(db, { userId: caller.userId, roleId });
  if (!isRemoved) required(await queries.findSeenRole(db, roleId, caller), "Role");
  return { roleId, bookmarked: false };
}

type BookmarkedRole = Awaited<ReturnType<typeof queries.listBookmarked>>["rows"][number];

export const listBookmarks = (
  db: Db,
  caller: Caller & { userId: string },
  query: PageQuery,
): Promise<Page<BookmarkedRole>> => queries.listBookmarked(db, caller, query);

const record = (
  db: Db,
  { entityId, actorId }: OfEntity,
  roleId: string,
  action: string,
  detail: Record<string, unknown> = {},
): Promise<void> =>
  recordDone(db, {
    subjectType: "entity",
    subjectId: entityId,
    actorId,
    action,
    detail: { ...detail, roleId },
  });
