import type { Db } from "#schemas/database/db.ts";
import type { TeamRole } from "#schemas/shapes/accounts/team.ts";
import type { Page } from "#schemas/shapes/page.ts";
import type { Caller } from "../../auth/caller.ts";
import { insertWithSlug } from "../../data/insert-with-slug.ts";
import {
  addMember,
  deleteMember,
  findMember,
  listMembers,
  type Member,
  updateMember,
} from "../../data/members.ts";
import type { PageQuery } from "../../data/page.ts";
import { required } from "../../data/rows.ts";
import type { Deps } from "../../deps.ts";
import { conflict, forbidden, notFound } from "../../http/errors.ts";
import { checkFactorProof } from "../../proof.ts";
import { recordDone } from "../audit-log/service.ts";
import { type InviteDeps, invite } from "../invitations/service.ts";
import {
  countOwners,
  findRole,
  lockOrganization,
  type MemberOf,
  organizations,
} from "./queries.ts";
import type { Organization, OrganizationMember } from "./schemas.ts";

export { listOrganizations as listOwnOrganizations } from "./queries.ts";

/** Creates a top-level organization with the account as its owner; its slug is the name's, or one like it. */
export async function createOrganization(
  db: Db,
  { name, userId }: { name: string; userId: string },
): Promise<Organization> {
  return db.transaction(async (tx) => {
    const row = await insertWithSlug({ name, kind: "organization" }, (slug) =>
      organizations.insertNew(tx, { name, slug }),
    );
    await addMember(tx, { organizationId: row.id }, { userId, role: "owner", permissions: [] });
    await recordDone(tx, { ...subject(row.id), actorId: userId, action: "organization.created" });
    return row;
  });
}

/** Throws 404 for an unknown organization. */
export async function getOrganization(db: Db, id: string): Promise<Organization> {
  return required(await organizations.byId(db, id), "Organization");
}

/** Members and roles; with the role of an owner or admin also addresses and who is invited. */
export async function listOrganizationMembers(
  { db, now }: Pick<InviteDeps, "db" | "now">,
  { organizationId, role }: { organizationId: string; role: TeamRole },
  query: PageQuery,
): Promise<Page<OrganizationMember>> {
  const members = await listMembers(db, { organizationId }, { role, at: now() }, query);
  return { ...members, rows: members.rows.map(present) };
}

/** Invites a person. Throws 404 and 409 as `invite` does. */
export async function inviteToOrganization(
  deps: InviteDeps,
  member: MemberOf,
  body: Parameters<typeof invite>[2],
): Promise<OrganizationMember> {
  const { organizationId } = member;
  const { name } = await getOrganization(deps.db, organizationId);
  const place = { place: { organizationId }, placeName: name, invitedBy: member.userId };
  const { id, userId, email, role: as } = await invite(deps, place, body);
  const nothing = { name: null, avatar: null, joinedAt: null };
  return { id, userId, email, role: as, status: "invited", ...nothing };
}

type ActDeps = Pick<Deps, "db" | "now" | "auth">;

interface Acting {
  organizationId: string;
  caller: Caller & { userId: string };
}

/**
 * Gives a member another role. Only an owner makes or unmakes owners, with a recent proof of the second factor, if there
 * is one; the last owner stays (409).
 */
export async function changeRole(
  deps: ActDeps,
  { organizationId, caller }: Acting,
  { userId, role }: { userId: string; role: TeamRole },
): Promise<OrganizationMember> {
  const target = { organizationId, userId };
  const actor = { organizationId, userId: caller.userId };
  return deps.db.transaction(async (tx) => {
    const { actorRole, current } = await lockRoles(tx, actor, target);
    // Leaving is one's own affair, a role is not: a member does not change its own either.
    if (actorRole === "member") throw forbidden(managersOnly);
    const isAboutOwners = role === "owner" || current === "owner";
    if (isAboutOwners && actorRole !== "owner") {
      throw forbidden("Only owners can add or remove owners");
    }
    if (isAboutOwners) await checkFactorProof({ ...deps, db: tx }, caller);
    if (current === "owner" && role !== "owner") await checkOtherOwner(tx, target);
    await updateMember(tx, target, userId, { role });
    const done = { ...subject(actor.organizationId), actorId: actor.userId };
    await recordDone(tx, { ...done, action: "member.role_changed", detail: { userId, role } });
    return present(required(await findMember(tx, { organizationId }, userId), "Member"));
  });
}

/** Removes a member, or oneself. Only an owner removes owners, as `changeRole` says; the last owner stays (409). */
export async function removeMember(
  deps: ActDeps,
  { organizationId, caller }: Acting,
  userId: string,
) {
  const target = { organizationId, userId };
  const actor = { organizationId, userId: caller.userId };
  return deps.db.transaction(async (tx) => {
    const { actorRole, current } = await lockRoles(tx, actor, target);
    const isOneself = actor.userId === userId;
    if (actorRole === "member" && !isOneself) throw forbidden(managersOnly);
    if (current === "owner" && actorRole !== "owner") {
      throw forbidden("Only owners can remove an owner");
    }
    if (current === "owner" && !isOneself) await checkFactorProof({ ...deps, db: tx }, caller);
    if (current === "owner") await checkOtherOwner(tx, target);
    await deleteMember(tx, target, userId);
    const done = { ...subject(actor.organizationId), actorId: actor.userId };
    await recordDone(tx, { ...done, action: "member.removed", detail: { userId } });
    return { userId, removed: true as const };
  });
}

const managersOnly = "Only owners and admins may do this";

/** Both roles, with every other change of members held back. Throws 404 when one of the two is no member. */
async function lockRoles(
  db: Db,
  actor: MemberOf,
  target: MemberOf,
): Promise<{ actorRole: TeamRole; current: TeamRole }> {
  await lockOrganization(db, actor.organizationId);
  const actorRole = await findRole(db, actor);
  if (actorRole === null) throw notFound("Organization");
  const current = await findRole(db, target);
  // A caller who may not change others does not learn who is a member.
  if (current === null) throw actorRole === "member" ? forbidden(managersOnly) : notFound("Member");
  return { actorRole, current };
}

async function checkOtherOwner(db: Db, { organizationId }: MemberOf): Promise<void> {
  if ((await countOwners(db, organizationId)) < 2) {
    throw conflict("An organization must keep at least one owner");
  }
}

const subject = (id: string) => ({ subjectType: "organization", subjectId: id }) as const;

/** Only teams of entities have permissions. */
const present = ({ permissions, ...member }: Member): OrganizationMember => member;
