import type { Db } from "#schemas/db.ts";
import type { InviteBody } from "#schemas/shapes/invite.ts";
import type { Page } from "#schemas/shapes/page.ts";
import type { TeamPermission } from "#schemas/shapes/team.ts";
import type { Caller } from "../../auth/caller.ts";
import { conflict, forbidden, notFound } from "../../http/errors.ts";
import { isoTime } from "../../iso-time.ts";
import { recordDone } from "../audit-log/service.ts";
import { type InviteDeps, invite } from "../invitations/service.ts";
import {
  deleteMember,
  findEntityName,
  findMember,
  listMembers,
  type MemberOf,
  type MemberRow,
  updateMember,
} from "./queries.ts";
import type { TeamMember } from "./schemas.ts";

type Actor = Pick<Caller, "isAdmin"> & { userId: string };

/** The team; owners and admins also see addresses and who is invited. */
export async function listTeam(
  { db, now }: Pick<InviteDeps, "db" | "now">,
  entityId: string,
  actor: Actor,
  page: { limit: number; offset: number },
): Promise<Page<TeamMember>> {
  const isManager = await manages(db, entityId, actor);
  const invitedAt = isManager ? now().toISOString() : null;
  const { rows, total } = await listMembers(db, { entityId, invitedAt }, page);
  return { rows: rows.map((row) => present(row, isManager)), total, ...page };
}

/** Invites somebody to the team. Throws 404 and 409 as `invite` does. */
export async function inviteToTeam(
  deps: InviteDeps,
  { entityId, userId }: MemberOf,
  body: InviteBody,
): Promise<TeamMember> {
  const entity = await findEntityName(deps.db, entityId);
  if (entity === null) throw notFound("Entity");
  const place = { place: { entityId }, placeName: entity.name, invitedBy: userId };
  const invited = await invite(deps, place, body);
  return { ...invited, name: null, avatar: null, status: "invited", joinedAt: null };
}

/** Changes role and permissions of a member. The owner has them all and stays owner (409). */
export async function changeTeamMember(
  db: Db,
  target: MemberOf,
  actorId: string,
  change: { role?: "admin" | "member" | undefined; permissions?: TeamPermission[] | undefined },
): Promise<TeamMember> {
  return db.transaction(async (tx) => {
    await checkNotOwner(tx, target);
    const given = {
      ...(change.role === undefined ? {} : { role: change.role }),
      ...(change.permissions === undefined
        ? {}
        : { permissions: [...new Set(change.permissions)] }),
    };
    if (Object.keys(given).length > 0) {
      await updateMember(tx, target, given);
      const detail = { userId: target.userId, ...given };
      await recordDone(tx, { ...subject(target), actorId, action: "member.changed", detail });
    }
    const row = await findMember(tx, target);
    if (row === null) throw notFound("Member");
    return present(row, true);
  });
}

/** Removes a member, or oneself; the owner stays (409). Throws 403 for a plain member who removes others. */
export async function removeTeamMember(db: Db, target: MemberOf, actor: Actor) {
  const { userId, entityId } = target;
  return db.transaction(async (tx) => {
    const mayRemove = userId === actor.userId || (await manages(tx, entityId, actor));
    if (!mayRemove) throw forbidden("Only owners and admins of the entity may do this");
    await checkNotOwner(tx, target);
    await deleteMember(tx, target);
    const done = { ...subject(target), actorId: actor.userId, action: "member.removed" };
    await recordDone(tx, { ...done, detail: { userId } });
    return { userId, removed: true as const };
  });
}

async function checkNotOwner(db: Db, target: MemberOf): Promise<void> {
  const row = await findMember(db, target);
  if (row === null) throw notFound("Member");
  if (row.role === "owner") throw conflict("The owner of an entity stays its owner");
}

async function manages(db: Db, entityId: string, { userId, isAdmin }: Actor): Promise<boolean> {
  if (isAdmin) return true;
  const row = await findMember(db, { entityId, userId });
  return row !== null && row.role !== "member";
}

const subject = ({ entityId }: MemberOf) =>
  ({ subjectType: "entity", subjectId: entityId }) as const;

const present = (row: MemberRow, isManager: boolean): TeamMember => ({
  ...row,
  email: isManager ? row.email : null,
  joinedAt: isoTime(row.joinedAt),
});
