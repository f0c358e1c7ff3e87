import type { Db } from "#schemas/database/db.ts";
import { required } from "../../data/rows.ts";
import { conflict, notFound } from "../../http/errors.ts";
import { recordDone } from "../audit-log/service.ts";
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
): Promise<{ userId: string }> {
  const userId = await queries.findUserId(db, email.trim().toLowerCase());
  if (userId === null) throw notFound(`Account ${email}`);
  await db.transaction(async (tx) => {
    const entity = await queries.lockEntity(tx, entityId);
    if (entity === null) throw notFound("Company");
    if (entity.ownerId !== null) throw conflict("The company has an owner");
    const claim =
      (await queries.findOpenClaim(tx, entityId)) ??
      (await queries.insertClaim(tx, { entityId, userId }));
    if (claim.userId !== userId) throw conflict("Somebody else claims the company");
    await decide(tx, "grant", claim);
    await queries.updateClaimStatus(tx, entityId, { claimStatus: "claimed", ownerId: userId });
    await queries.storeOwner(tx, { entityId, userId });
  });
  return { userId };
}

/** Claims that wait for an answer, oldest first. */
export const listOpenClaims = (db: Db) => queries.listPendingClaims(db);

/** Refuses the open claim of a company, which is then free again. Throws 404 when none is open. */
export async function declineClaim(db: Db, entityId: string): Promise<{ userId: string }> {
  return db.transaction(async (tx) => {
    await queries.lockEntity(tx, entityId);
    const claim = required(await queries.findOpenClaim(tx, entityId), "Claim");
    await decide(tx, "decline", claim);
    await queries.updateClaimStatus(tx, entityId, { claimStatus: "unclaimed" });
    return { userId: claim.userId };
  });
}

async function decide(db: Db, act: "grant" | "decline", claim: { id: string; userId: string }) {
  const detail = { userId: claim.userId };
  await claimMoves.make(db, act, { id: claim.id, actorId: null, set: decidedNow, detail });
}

const subject = (id: string) => ({ subjectType: "entity", subjectId: id }) as const;
