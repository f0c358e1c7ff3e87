import type { Db } from "#schemas/database/db.ts";
import type { InviteBody } from "#schemas/shapes/accounts/invite.ts";
import type { TeamPermission, TeamRole } from "#schemas/shapes/accounts/team.ts";
import type { Page } from "#schemas/shapes/page.ts";
import {
  deleteMember,
  findMember,
  listMembers,
  type Member,
  updateMember,
} from "../../data/members.ts";
import type { PageQuery } from "../../data/page.ts";
import { required } from "../../data/rows.ts";
import { conflict, forbidden } from "../../http/errors.ts";
import { recordDone } from "../audit-log/service.ts";
import { type InviteDeps, invite } from "../invitations/service.ts";
import { findEntityName } from "./queries.ts";
import type { TeamMember } from "./schemas.ts";

/** A member of a team, as the path names them. */
interface MemberOf {
  entityId: string;
  userId: string;
}

/** The team; with the role of an owner or admin also addresses and who is invited. */
export const listTeam = (
  { db, now }: Pick<InviteDeps, "db" | "now">,
  { entityId, role }: { entityId: string; role: TeamRole },
  query: PageQuery,
): Promise<Page<TeamMember>> => listMembers(db, { entityId }, { role, at: now() }, query);

/** Invites a person to the team. Throws 404 and 409 as `invite` does. */
export async function inviteToTeam(
  deps: InviteDeps,
  { entityId, userId }: MemberOf,
  body: InviteBody,
): Promise<TeamMember> {
  const placeName = required(await findEntityName(deps.db, entityId), "Entity");
  const place = { place: { entityId }, placeName, invitedBy: userId };
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
    const suppliedChange = {
      ...(change.role === undefined ? {} : { role: change.role }),
      ...(change.permissions === undefined
        ? {}
        : { permissions: [...new Set(change.permissions)] }),
    };
    if (Object.keys(suppliedChange).length > 0) {
      await updateMember(tx, target, target.userId, suppliedChange);
      const detail = { userId: target.userId, ...suppliedChange };
      await recordDone(tx, { ...subject(target), actorId, action: "member.changed", detail });
    }
    return memberOf(tx, target);
  });
}

/** Removes a member, or oneself; the owner stays (409). Throws 403 for a plain member who removes others. */
export async function removeTeamMember(
  db: Db,
  target: MemberOf,
  actor: { userId: string; role: TeamRole },
) {
  const { userId } = target;
  return db.transaction(async (tx) => {
    const mayRemove = userId === actor.userId || actor.role !== "member";
    if (!mayRemove) throw forbidden("Only owners and admins of the entity may do this");
    await checkNotOwner(tx, target);
    await deleteMember(tx, target, userId);
    const done = { ...subject(target), actorId: actor.userId, action: "member.removed" };
    await recordDone(tx, { ...done, detail: { userId } });
    return { userId, removed: true as const };
  });
}

async function checkNotOwner(db: Db, target: MemberOf): Promise<void> {
  const row = await memberOf(db, target);
  if (row.role === "owner") throw conflict("The owner of an entity cannot be changed");
}

const memberOf = async (db: Db, { entityId, userId }: MemberOf): Promise<Member> =>
  required(await findMember(db, { entityId }, userId), "Member");

const subject = ({ entityId }: MemberOf) =>
  ({ subjectType: "entity", subjectId: entityId }) as const;
