import { and, eq, inArray, isNull, or, sql } from "drizzle-orm";
import type { Db } from "#schemas/database/db.ts";
import { apiKey, session, userAccount } from "#schemas/tables/accounts/account.ts";
import { auditEvent, describingMembers, namingMembers } from "#schemas/tables/accounts/audit.ts";
import { billingCustomer } from "#schemas/tables/accounts/billing.ts";
import {
  invitation,
  organization,
  organizationMember,
} from "#schemas/tables/accounts/organization.ts";
import { coverImage } from "#schemas/tables/accounts/relationship.ts";
import { entityMember } from "#schemas/tables/accounts/team.ts";
import { entity } from "#schemas/tables/companies/company.ts";
import { claimInvitation, listing } from "#schemas/tables/companies/directory.ts";
import { rateCount } from "#schemas/tables/operation/idempotency.ts";
import { investorNote } from "#schemas/tables/platform/investor.ts";
import { portfolioCollaborator } from "#schemas/tables/platform/portfolio.ts";
import { room, roomMember, roomMessage, roomResource } from "#schemas/tables/platform/room.ts";
import { declaredTasks } from "#schemas/tasks/task.ts";
import { findOne, findValue, first, pick } from "../../data/rows.ts";

/** The account with its address, locked until the transaction ends. */
export const lockAccount = (tx: Db, userId: string) =>
  first(
    tx
      .select(pick(userAccount, "id", "email"))
      .from(userAccount)
      .where(eq(userAccount.id, userId))
      .for("update"),
  );

/** Address and password of an account as they are stored. */
export const findPassword = (db: Db, userId: string) =>
  findOne(db, userAccount, eq(userAccount.id, userId), {
    email: userAccount.email,
    passwordHash: userAccount.passwordHash,
  });

/** Names of what has no other owner and others in it: the account must hand it over first. */
export async function listOwnedAlone(tx: Db, userId: string): Promise<string[]> {
  const { rows } = await tx.execute<{ name: string }>(sql`
    select 'entity ' || e.name as name from ${entity} e where e.owner_id = ${userId}
      and not exists (select 1 from ${entityMember} m where m.entity_id = e.id and m.role = 'owner' and m.user_id <> ${userId})
    union all
    select 'organization ' || o.name from ${organization} o
      join ${organizationMember} own on own.organization_id = o.id and own.user_id = ${userId} and own.role = 'owner'
      where not exists (select 1 from ${organizationMember} m where m.organization_id = o.id and m.role = 'owner' and m.user_id <> ${userId})
        and exists (select 1 from ${organizationMember} m where m.organization_id = o.id and m.user_id <> ${userId})
    union all
    select 'room ' || r.name from ${room} r
      join ${roomMember} own on own.room_id = r.id and own.user_id = ${userId} and own.role = 'owner' and not own.is_removed
      where not exists (select 1 from ${roomMember} m where m.room_id = r.id and m.role = 'owner' and not m.is_removed and m.user_id <> ${userId})
        and exists (select 1 from ${roomMember} m where m.room_id = r.id and not m.is_removed and m.user_id <> ${userId})
    order by 1`);
  return rows.map(({ name }) => name);
}

/** Entities that have another owner go to the one who has been in the team the longest. */
export const handOver = (tx: Db, userId: string) =>
  tx.execute(sql`
    update ${entity} e set owner_id = (
      select m.user_id from ${entityMember} m where m.entity_id = e.id and m.role = 'owner' and m.user_id <> ${userId}
      order by m.joined_at, m.user_id limit 1)
    where e.owner_id = ${userId}`);

/** Rooms and organizations that nobody else is in go with the account. */
export async function removeOwnedAlone(tx: Db, userId: string): Promise<void> {
  await tx.delete(room).where(sql`id in (
    select own.room_id from ${roomMember} own where own.user_id = ${userId} and not own.is_removed
      and not exists (select 1 from ${roomMember} m where m.room_id = own.room_id and not m.is_removed and m.user_id <> ${userId}))`);
  await tx.delete(organization).where(sql`id in (
    select own.organization_id from ${organizationMember} own where own.user_id = ${userId}
      and not exists (select 1 from ${organizationMember} m where m.organization_id = own.organization_id and m.user_id <> ${userId}))`);
}

/** What the person wrote where others read it: messages keep their place, without text and author. */
export async function clearWritten(tx: Db, userId: string, at: string): Promise<void> {
  await tx
    .update(roomMessage)
    .set({ body: null, removedAt: sql`coalesce(${roomMessage.removedAt}, ${at}::timestamptz)` })
    .where(eq(roomMessage.authorId, userId));
  await tx.delete(roomResource).where(eq(roomResource.addedBy, userId));
  // Notes of a firm are the firm's.
  await tx
    .delete(investorNote)
    .where(and(eq(investorNote.authorId, userId), isNull(investorNote.firmId)));
}

/** Columns of an address that was invited: they name a person before there is an account. */
const invitedAddresses = [invitation.email, claimInvitation.email, portfolioCollaborator.email];

/**
 * Rows that name the person but do not belong to the account. `callerKeys` are what requests of the account are counted
 * for: its id and its credentials.
 */
export async function clearTraces(
  tx: Db,
  { id, email, callerKeys }: { id: string; email: string; callerKeys: readonly string[] },
): Promise<void> {
  await tx.delete(coverImage).where(eq(coverImage.ownerId, id));
  for (const column of invitedAddresses) await tx.delete(column.table).where(eq(column, email));
  await tx.delete(rateCount).where(inArray(rateCount.key, [...callerKeys]));
  await clearEvents(tx, id);
  await clearJobs(tx, [email, id]);
}

/** Events about the person go. Others lose the actor, and the members of their details that name the person. */
async function clearEvents(tx: Db, id: string): Promise<void> {
  const own = tx.select({ id: listing.id }).from(listing).where(eq(listing.userId, id));
  const isAbout = or(eq(auditEvent.subjectId, id), inArray(auditEvent.subjectId, own));
  await tx.delete(auditEvent).where(and(eq(auditEvent.subjectType, "person"), isAbout));
  await tx.update(auditEvent).set({ actorId: null }).where(eq(auditEvent.actorId, id));
  const names = sql`(key in ${[...namingMembers]} and value #>> '{}' = ${id})`;
  const detail = sql`(
    select json_object_agg(key, case when ${names} or key in ${[...describingMembers]} then 'null' else value end order by at)
    from json_each(detail) with ordinality each(key, value, at))`;
  await tx
    .update(auditEvent)
    .set({ detail })
    .where(sql`exists (select 1 from json_each(detail) where ${names})`);
}

/** Jobs whose data name the account: those that wait, and those that the queue still remembers. */
async function clearJobs(tx: Db, names: readonly string[]): Promise<void> {
  const { rows } = await tx.execute<{ queue: string | null }>(
    sql`select to_regclass('pgboss.job')::text as queue`,
  );
  if (rows[0]?.queue == null) return;
  for (const { name, persons = [] } of declaredTasks()) {
    for (const member of persons) {
      await tx.execute(
        sql`delete from pgboss.job where name = ${name} and lower(data ->> ${member}) in ${[...names]}`,
      );
    }
  }
}

export const findCustomerId = (db: Db, userId: string): Promise<string | null> =>
  findValue(db, billingCustomer, "customerId", eq(billingCustomer.userId, userId));

/** Ids of credentials that end with the account. */
export async function listCredentialIds(tx: Db, userId: string): Promise<string[]> {
  const sessions = await tx
    .select({ id: session.id })
    .from(session)
    .where(eq(session.userId, userId));
  const keys = await tx.select({ id: apiKey.id }).from(apiKey).where(eq(apiKey.userId, userId));
  return [userId, ...sessions.map(({ id }) => id), ...keys.map(({ id }) => id)];
}

/** The account and every row that belongs to it. */
export const deleteAccount = (tx: Db, userId: string) =>
  tx.delete(userAccount).where(eq(userAccount.id, userId));

/** Columns that say whose a row is. Others name a person in what is somebody else's, such as a block. */
const ownColumns = ["user_id", "author_id", "added_by", "created_by", "follower_id", "owner_id"];
/** Hiring reads these itself; the built-in provider's objects are not the service's. */
const readElsewhere = /^(hiring_|candidate$|person_skill$)/;
/** Secrets, and computed columns. */
const hidden = /hash|secret|token|search|vector|folded/;

/** Everything that is stored under the account, table by table: a table that is added later is in it, too. */
export async function readRows(
  db: Db,
  userId: string,
): Promise<Record<string, Record<string, unknown>[]>> {
  const { rows: columns } = await db.execute<{ table: string; column: string }>(sql`
    select c.conrelid::regclass::text as "table", a.attname as "column"
    from pg_constraint c
    join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
    where c.contype = 'f' and c.confrelid = 'user_account'::regclass and array_length(c.conkey, 1) = 1
    order by 1, 2`);
  const owned = [
    ...columns,
    { table: "entity", column: "owner_id" },
    { table: "cover_image", column: "owner_id" },
  ];
  const rowsByTable: Record<string, Record<string, unknown>[]> = {};
  for (const { table, column } of owned) {
    if (!ownColumns.includes(column) || readElsewhere.test(table)) continue;
    const { rows } = await db.execute<{ row: Record<string, unknown> }>(
      sql`select to_jsonb(t) as row from ${sql.identifier(table)} t where ${sql.identifier(column)} = ${userId}`,
    );
    const shown = rows.map(({ row }) => withoutHidden(row));
    rowsByTable[table] = [...(rowsByTable[table] ?? []), ...shown];
  }
  return rowsByTable;
}

const withoutHidden = (row: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(row).filter(([name]) => !hidden.test(name)));

export async function readAccount(db: Db, userId: string) {
  const { rows } = await db.execute<{ row: Record<string, unknown> }>(
    sql`select to_jsonb(t) as row from ${userAccount} t where id = ${userId}`,
  );
  const [account] = rows;
  return account === undefined ? null : withoutHidden(account.row);
}

/** What the account did, as audit logs have it. */
export const readActs = (db: Db, userId: string) =>
  db
    .select({ action: auditEvent.action, subjectType: auditEvent.subjectType, at: auditEvent.at })
    .from(auditEvent)
    .where(eq(auditEvent.actorId, userId))
    .orderBy(auditEvent.id);
