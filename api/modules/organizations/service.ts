import type { Db } from "#schemas/db.ts";
import type { Page } from "#schemas/shapes/page.ts";
import { slugOf, slugWith } from "#schemas/shapes/slug.ts";
import type { TeamRole } from "#schemas/shapes/team.ts";
import { conflict, forbidden, notFound } from "../../http/errors.ts";
import { isoTime } from "../../iso-time.ts";
import { randomLetters } from "../../random-letters.ts";
import { recordDone } from "../audit-log/service.ts";
import { type InviteDeps, invite } from "../invitations/service.ts";
import {
  countOwners,
  deleteMember,
  findMember,
  findOrganization,
  findRole,
  insertMember,
  insertOrganization,
  listMembers,
  listOrganizations,
  lockOrganization,
  type MemberOf,
  type MemberRow,
  type OrganizationRow,
  updateRole,
} from "./queries.ts";
import type { Organization, OrganizationMember } from "./schemas.ts";

interface PageOf {
  limit: number;
  offset: number;
}

/** Organizations of which the account is a member, newest first. */
export async function listOwnOrganizations(
  db: Db,
  userId: string,
  page: PageOf,
): Promise<Page<Organization>> {
  const { rows, total } = await listOrganizations(db, userId, page);
  return { rows: rows.map(present), total, ...page };
}

/** Creates a top-level organization with the account as its owner; its slug is the name's, or one like it. */
export async function createOrganization(
  db: Db,
  { name, userId }: { name: string; userId: string },
): Promise<Organization> {
  return db.transaction(async (tx) => {
    const row = await insertWithSlug(tx, name);
    await insertMember(tx, { organizationId: row.id, userId, role: "owner" });
    await recordDone(tx, { ...subject(row.id), actorId: userId, action: "organization.created" });
    return present(row);
  });
}

async function insertWithSlug(db: Db, name: string): Promise<OrganizationRow> {
  const plain = slugOf(name);
  const made = plain === null ? null : await insertOrganization(db, { name, slug: plain });
  if (made !== null) return made;
  // Ten letters more: another clash would be a fault, not bad luck.
  const slug = slugWith(name, randomLetters(10), "organization");
  const other = await insertOrganization(db, { name, slug });
  if (other === null) throw new Error("a random slug was taken");
  return other;
}

/** Throws 404 unless the account is a member: others may not know that the organization exists. */
export async function getOrganization(db: Db, member: MemberOf): Promise<Organization> {
  await getRole(db, member);
  const row = await findOrganization(db, member.organizationId);
  if (row === null) throw notFound("Organization");
  return present(row);
}

/** Members and roles; owners and admins also see addresses and who is invited. Throws 404 as above. */
export async function listOrganizationMembers(
  { db, now }: Pick<InviteDeps, "db" | "now">,
  { organizationId, userId }: MemberOf,
  page: PageOf,
): Promise<Page<OrganizationMember>> {
  const isManager = (await getRole(db, { organizationId, userId })) !== "member";
  const invitedAt = isManager ? now().toISOString() : null;
  const { rows, total } = await listMembers(db, { organizationId, invitedAt }, page);
  return { rows: rows.map((row) => presentMember(row, isManager)), total, ...page };
}

/** Invites somebody. Throws 403 for a plain member, 404 and 409 as `invite` does. */
export async function inviteToOrganization(
  deps: InviteDeps,
  member: MemberOf,
  body: Parameters<typeof invite>[2],
): Promise<OrganizationMember> {
  const role = await getRole(deps.db, member);
  if (role === "member") throw forbidden("Only owners and admins may invite");
  const { organizationId } = member;
  const { name } = await getOrganization(deps.db, member);
  const place = { place: { organizationId }, placeName: name, invitedBy: member.userId };
  const { id, userId, email, role: as } = await invite(deps, place, body);
  const nothing = { name: null, avatar: null, joinedAt: null };
  return { id, userId, email, role: as, status: "invited", ...nothing };
}

/** Gives a member another role. Only an owner makes or unmakes owners; the last owner stays (409). */
export async function changeRole(
  db: Db,
  actor: MemberOf,
  { userId, role }: { userId: string; role: TeamRole },
): Promise<OrganizationMember> {
  const target = { organizationId: actor.organizationId, userId };
  return db.transaction(async (tx) => {
    const current = await checkMayChange(tx, actor, target);
    const isAboutOwners = role === "owner" || current === "owner";
    if (isAboutOwners && (await getRole(tx, actor)) !== "owner") {
      throw forbidden("Only an owner may make or unmake owners");
    }
    if (current === "owner" && role !== "owner") await checkOtherOwner(tx, target);
    await updateRole(tx, target, role);
    const done = { ...subject(actor.organizationId), actorId: actor.userId };
    await recordDone(tx, { ...done, action: "member.role_changed", detail: { userId, role } });
    const row = await findMember(tx, target);
    if (row === null) throw notFound("Member");
    return presentMember(row, true);
  });
}

/** Removes a member, or oneself. Only an owner removes owners; the last owner stays (409). */
export async function removeMember(db: Db, actor: MemberOf, userId: string) {
  const target = { organizationId: actor.organizationId, userId };
  return db.transaction(async (tx) => {
    const current = await checkMayChange(tx, actor, target);
    if (current === "owner" && (await getRole(tx, actor)) !== "owner") {
      throw forbidden("Only an owner may remove an owner");
    }
    if (current === "owner") await checkOtherOwner(tx, target);
    await deleteMember(tx, target);
    const done = { ...subject(actor.organizationId), actorId: actor.userId };
    await recordDone(tx, { ...done, action: "member.removed", detail: { userId } });
    return { userId, removed: true as const };
  });
}

/** The target's role, with every other change of members held back. Throws 404 or 403. */
async function checkMayChange(db: Db, actor: MemberOf, target: MemberOf): Promise<TeamRole> {
  await lockOrganization(db, actor.organizationId);
  const role = await getRole(db, actor);
  const isOneself = actor.userId === target.userId;
  if (role === "member" && !isOneself) throw forbidden("Only owners and admins may do this");
  const current = await findRole(db, target);
  if (current === null) throw notFound("Member");
  return current;
}

async function checkOtherOwner(db: Db, { organizationId }: MemberOf): Promise<void> {
  if ((await countOwners(db, organizationId)) < 2) {
    throw conflict("The last owner of an organization stays");
  }
}

async function getRole(db: Db, member: MemberOf): Promise<TeamRole> {
  const role = await findRole(db, member);
  if (role === null) throw notFound("Organization");
  return role;
}

const subject = (id: string) => ({ subjectType: "organization", subjectId: id }) as const;

const present = (row: OrganizationRow): Organization => ({
  ...row,
  createdAt: isoTime(row.createdAt),
  updatedAt: isoTime(row.updatedAt),
});

const presentMember = (row: MemberRow, isManager: boolean): OrganizationMember => ({
  ...row,
  email: isManager ? row.email : null,
  joinedAt: isoTime(row.joinedAt),
});
