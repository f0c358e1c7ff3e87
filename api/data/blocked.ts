import { type SQL, type SQLWrapper, sql } from "drizzle-orm";
import type { Db } from "#schemas/database/db.ts";
import { userAccount } from "#schemas/tables/accounts/account.ts";
import { block } from "#schemas/tables/accounts/block.ts";
import { entity } from "#schemas/tables/companies/company.ts";
import { subquery } from "./subquery.ts";

/**
 * The decision on blocks. A block is between two people and counts in both directions. An entity is its owner in this:
 * a block between a person and the owner is one between the person and the entity. Other members of a team block for
 * themselves alone. docs/directory.md says what a block does in each module.
 */
export type Party = { userId: string; entityId?: never } | { entityId: string; userId?: never };

/**
 * SQL condition: neither of two people has blocked the other.
 * @example metBy(roomInvitation.invitedBy, roomInvitation.userId)
 */
export const metBy = (personId: SQLWrapper, viewerId: string | SQLWrapper): SQL =>
  sql`not exists (select 1 from ${block} b where (b.user_id = ${viewerId} and b.blocked_id = ${personId})
    or (b.blocked_id = ${viewerId} and b.user_id = ${personId}))`;

/**
 * SQL query: the ids of people whom the viewer has blocked or who have blocked the viewer. Read once for all rows.
 * @example sql`${notification.actorId} not in (${blockedFor(viewerId)})`
 */
export const blockedFor = (viewerId: string | SQLWrapper): SQL =>
  sql`select b.blocked_id from ${block} b where b.user_id = ${viewerId}
    union all select b.user_id from ${block} b where b.blocked_id = ${viewerId}`;

/**
 * SQL subquery: the ids of entities whose owner has blocked the viewer or is blocked by the viewer.
 * @example sql`${accessPackage.entityId} not in ${entitiesApart(viewerId)}`
 */
export const entitiesApart = (viewerId: string | SQLWrapper): SQL =>
  sql`(select e.id from ${entity} e where e.owner_id in (${blockedFor(viewerId)}))`;

/** SQL subquery: the person for whom a block counts. Null for an entity without an owner. */
const personOf = (party: Party): SQL =>
  party.userId === undefined
    ? subquery`select e.owner_id from ${entity} e where e.id = ${party.entityId}`
    : sql`${party.userId}::uuid`;

/**
 * SQL query: the ids of people with a block between them and the party.
 * @example sql`${userAccount.id} not in (${blockedForParty({ entityId })})`
 */
export const blockedForParty = (party: Party): SQL => blockedFor(personOf(party));

/**
 * True where a block is between the party and the person.
 * @example if (await isBlockedBetween(db, { entityId }, userId)) throw notFound("Startup");
 */
export async function isBlockedBetween(db: Db, party: Party, personId: string): Promise<boolean> {
  const { rows } = await db.execute<{ isBlocked: boolean }>(
    sql`select ${personId}::uuid in (${blockedForParty(party)}) as "isBlocked"`,
  );
  return rows[0]?.isBlocked ?? false;
}

/**
 * True where a block is between one of the parties and the account with this address: it gets no mail of theirs.
 * @example if (await isAddressBlocked(db, [{ userId }, { entityId }], "ann@example.com")) return;
 */
export async function isAddressBlocked(
  db: Db,
  parties: readonly Party[],
  email: string,
): Promise<boolean> {
  const apart = sql.join(
    parties.map((party) => sql`u.id in (${blockedForParty(party)})`),
    sql` or `,
  );
  const { rows } = await db.execute(
    sql`select 1 from ${userAccount} u where u.email = ${email.toLowerCase()} and (${apart})`,
  );
  return rows.length > 0;
}
