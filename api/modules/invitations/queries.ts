import { and, eq, gt, isNull, notInArray, or, type SQL, sql } from "drizzle-orm";
import type { Db } from "#schemas/database/db.ts";
import type { TeamPermission, TeamRole } from "#schemas/shapes/accounts/team.ts";
import { userAccount } from "#schemas/tables/accounts/account.ts";
import {
  invitation,
  organization,
  organizationMember,
} from "#schemas/tables/accounts/organization.ts";
import { entityMember } from "#schemas/tables/accounts/team.ts";
import { entity } from "#schemas/tables/companies/company.ts";
import { entitiesApart, metBy } from "../../data/blocked.ts";
import type { Person, Place } from "../../data/members.ts";
import { personName } from "../../data/members.ts";
import { newestFirst, type PageQuery, page } from "../../data/page.ts";
import { findOne, first, rowExists } from "../../data/rows.ts";
import { subquery } from "../../data/subquery.ts";

const isAt = (place: Place): SQL =>
  "entityId" in place
    ? eq(invitation.entityId, place.entityId)
    : eq(invitation.organizationId, place.organizationId);

export interface Terms {
  role: TeamRole;
  permissions: TeamPermission[];
  invitedBy: string;
  expiresAt: string;
}

/** The open invitation of the person to the place, with new terms; null when there is none. */
export async function updateOpenInvitation(
  db: Db,
  { place, person }: { place: Place; person: Person },
  terms: Terms,
): Promise<{ id: string } | null> {
  const isPerson =
    "userId" in person ? eq(invitation.userId, person.userId) : eq(invitation.email, person.email);
  return first(
    db
      .update(invitation)
      .set(terms)
      .where(and(isAt(place), isPerson, eq(invitation.status, "pending")))
      .returning({ id: invitation.id }),
  );
}

/** Null when the person has an open invitation to the place. */
export const insertInvitation = (
  db: Db,
  { place, person }: { place: Place; person: Person },
  terms: Terms,
): Promise<{ id: string } | null> =>
  first(
    db
      .insert(invitation)
      .values({ ...place, ...person, ...terms })
      .onConflictDoNothing()
      .returning({ id: invitation.id }),
  );

/** Null when no active account has this id. */
export const findPerson = (
  db: Db,
  userId: string,
): Promise<{ email: string; name: string } | null> =>
  findOne(db, userAccount, and(eq(userAccount.id, userId), eq(userAccount.status, "active")), {
    email: userAccount.email,
    name: personName,
  });

/**
 * For this account: by its id, or by its address once that is proved to be its own. An invitation waits unseen while a
 * block is between the account and who invites, or the entity.
 */
const isFor = (userId: string): SQL | undefined =>
  and(
    or(
      eq(invitation.userId, userId),
      sql`${invitation.email} = ${subquery`select u.email from ${userAccount} u where u.id = ${userId} and u.email_verified_at is not null`}`,
    ),
    metBy(invitation.invitedBy, sql`${userId}::uuid`),
    or(isNull(invitation.entityId), notInArray(invitation.entityId, entitiesApart(userId))),
  );

const isOpen = (now: string): SQL | undefined =>
  and(eq(invitation.status, "pending"), gt(invitation.expiresAt, now));

export async function listFor(db: Db, userId: string, now: string, query: PageQuery) {
  const open = db
    .select({
      id: invitation.id,
      organization: { id: organization.id, name: organization.name },
      entity: { id: entity.id, name: entity.name },
      role: invitation.role,
      permissions: invitation.permissions,
      invitedBy: {
        id: userAccount.id,
        name: personName,
      },
      createdAt: invitation.createdAt,
      expiresAt: invitation.expiresAt,
    })
    .from(invitation)
    .innerJoin(userAccount, eq(userAccount.id, invitation.invitedBy))
    .leftJoin(organization, eq(organization.id, invitation.organizationId))
    .leftJoin(entity, eq(entity.id, invitation.entityId))
    .where(and(isFor(userId), isOpen(now)));
  return page(db, open, newestFirst(invitation), query);
}

/** An open invitation for the account; null when there is none. */
export const findOpenFor = (
  db: Db,
  { id, userId, now }: { id: string; userId: string; now: string },
) =>
  findOne(db, invitation, and(eq(invitation.id, id), isFor(userId), isOpen(now)), {
    role: invitation.role,
    permissions: invitation.permissions,
  });

/** True when the invitation is open and the account manages the place that it is to. */
export async function mayWithdraw(db: Db, id: string, userId: string): Promise<boolean> {
  const manages = subquery`(exists (select 1 from ${organizationMember} m where m.organization_id = ${invitation.organizationId}
      and m.user_id = ${userId} and m.role <> 'member')
    or exists (select 1 from ${entityMember} m where m.entity_id = ${invitation.entityId}
      and m.user_id = ${userId} and m.role <> 'member'))`;
  return rowExists(
    db,
    invitation,
    and(eq(invitation.id, id), eq(invitation.status, "pending"), manages),
  );
}
