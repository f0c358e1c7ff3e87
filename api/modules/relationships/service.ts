import type { Db } from "#schemas/database/db.ts";
import type { PageQuery } from "../../data/page.ts";
import { required } from "../../data/rows.ts";
import { conflict, notFound } from "../../http/errors.ts";
import { actedBy, commandLine, type Operator, recordDone } from "../audit-log/service.ts";
import { claimMoves, decidedNow } from "./moves.ts";
import type { Pair } from "./queries.ts";
import * as queries from "./queries.ts";
import type { ContactField } from "./schemas.ts";

export type { Owners } from "./owners.ts";
export type { ContactField } from "./schemas.ts";

/** The relation of a viewer to an entity; without a viewer only its public part. */
export interface Ties {
  followersCount: number;
  isFollowing: boolean;
  /** Follower access status; null without a viewer. */
  followRequestStatus: "none" | "pending" | "active" | null;
  isConnected: boolean;
  isOfTeam: boolean;
  isOwner: boolean;
}

export async function getTies(db: Db, entityId: string, userId: string | null): Promise<Ties> {
  const { following, connected, ...stored } = await queries.findTies(db, { entityId, userId });
  return {
    ...stored,
    isFollowing: following === "active",
    followRequestStatus: userId === null ? null : (following ?? "none"),
    isConnected: connected === "active",
  };
}

export async function getContacts(db: Db, entityId: string): Promise<{ fields: ContactField[] }> {
  return { fields: await queries.listContacts(db, entityId) };
}

/** The given ways to reach the entity take the place of all others. */
export async function changeContacts(
  db: Db,
  { entityId, userId }: Pair,
  fields: ContactField[],
): Promise<{ fields: ContactField[] }> {
  await db.transaction(async (tx) => {
    await queries.lockEntity(tx, entityId);
    await queries.replaceContacts(tx, entityId, fields);
    const done = { ...subject(entityId), actorId: userId, action: "contacts.changed" };
    await recordDone(tx, { ...done, detail: { fields: fields.length } });
  });
  return { fields };
}

/** Claims a reference company. Throws 404 for an unknown one, 409 for one that cannot be claimed. */
export async function requestClaim(db: Db, { entityId, userId }: Pair): Promise<void> {
  await db.transaction(async (tx) => {
    const entity = await queries.lockEntity(tx, entityId);
    if (entity === null) throw notFound("Company");
    if (entity.claimStatus !== "unclaimed") throw conflict("The company cannot be claimed now");
    await queries.insertClaim(tx, { entityId, userId });
    await queries.updateClaimStatus(tx, entityId, { claimStatus: "claim_pending" });
    await recordDone(tx, { ...subject(entityId), actorId: userId, action: "claim.requested" });
  });
}

/**
 * Makes the account with this address the owner of a reference company, with or without a claim of its own.
 * Throws 404 for an unknown address or company, 409 for a company that has an owner or that somebody else claims.
 */
export async function grantClaim(
  db: Db,
  { entityId, email }: { entityId: string; email: string },
  by: Operator = commandLine,
): Promise<{ userId: string }> {
  const userId = await queries.findUserId(db, email.trim().toLowerCase());
  if (userId === null) throw notFound(`Account ${email}`);
  await db.transaction(async (tx) => {
    await lockUnowned(tx, entityId);
    const claim =
      (await queries.findOpenClaim(tx, entityId)) ??
      (await queries.insertClaim(tx, { entityId, userId }));
    if (claim.userId !== userId) throw conflict("Another account has an open claim to the company");
    await grantTo(tx, { ...claim, entityId }, by);
  });
  return { userId };
}

async function lockUnowned(tx: Db, entityId: string): Promise<void> {
  const entity = await queries.lockEntity(tx, entityId);
  if (entity === null) throw notFound("Company");
  if (entity.ownerId !== null) throw conflict("The company has an owner");
}

interface ClaimOf extends Pair {
  id: string;
}

async function grantTo(tx: Db, claim: ClaimOf, by: Operator): Promise<void> {
  const { entityId, userId } = claim;
  await decide(tx, "grant", claim, by);
  await queries.updateClaimStatus(tx, entityId, { claimStatus: "claimed", ownerId: userId });
  await queries.storeOwner(tx, { entityId, userId });
}

async function declineIn(tx: Db, claim: ClaimOf, by: Operator): Promise<void> {
  await decide(tx, "decline", claim, by);
  await queries.updateClaimStatus(tx, claim.entityId, { claimStatus: "unclaimed" });
}

/**
 * Grants a claim or declines it; answers the company and the claimant. Throws 404 for an unknown one, and 409 for one
 * that is decided, of an account that is suspended, or of a company that has an owner.
 */
export async function decideClaim(
  db: Db,
  id: string,
  decision: "grant" | "decline",
  by: Operator,
): Promise<{ entityId: string; userId: string }> {
  const claim = required(await queries.findClaim(db, id), "Claim");
  const { entityId, userId } = claim;
  await db.transaction(async (tx) => {
    await queries.lockEntity(tx, entityId);
    if (decision === "decline") return declineIn(tx, claim, by);
    const { status } = required(await queries.findClaim(tx, id), "Claim");
    if (status === "pending") await lockUnowned(tx, entityId);
    if (!(await queries.isActive(tx, userId))) throw conflict("The account is suspended");
    return grantTo(tx, claim, by);
  });
  return { entityId, userId };
}

/** Claims that wait for an answer, oldest first. */
export const listOpenClaims = (db: Db) => queries.listPendingClaims(db);

/** A page of the same. */
export const listWaitingClaims = (db: Db, query: PageQuery) => queries.pagePendingClaims(db, query);

/** Refuses the open claim of a company, which is then free again. Throws 404 when none is open. */
export async function declineClaim(
  db: Db,
  entityId: string,
  by: Operator = commandLine,
): Promise<{ userId: string }> {
  return db.transaction(async (tx) => {
    await queries.lockEntity(tx, entityId);
    const claim = required(await queries.findOpenClaim(tx, entityId), "Claim");
    await declineIn(tx, { ...claim, entityId }, by);
    return { userId: claim.userId };
  });
}

async function decide(db: Db, act: "grant" | "decline", { id, userId }: ClaimOf, by: Operator) {
  const { detail, ...actor } = actedBy(by);
  const about = { set: decidedNow, detail: { userId, ...detail } };
  await claimMoves.make(db, act, { id, ...actor, ...about });
}

const subject = (id: string) => ({ subjectType: "entity", subjectId: id }) as const;
