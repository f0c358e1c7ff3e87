import type { Db } from "#schemas/database/db.ts";
import type { CorrectableField } from "#schemas/shapes/companies/listing.ts";
import { isAddressBlocked } from "../../data/blocked.ts";
import type { PageQuery } from "../../data/page.ts";
import { required } from "../../data/rows.ts";
import type { Deps } from "../../deps.ts";
import { conflict, notFound } from "../../http/errors.ts";
import { actedBy, commandLine, type Operator, recordDone } from "../audit-log/service.ts";
import {
  type ActingOn,
  actOn,
  type NamedListing,
  refuseUnlessOffered,
} from "../directory/service.ts";
import { tell } from "../notifications/service.ts";
import { applyCorrection } from "../publication/service.ts";
import { requestClaim } from "../relationships/service.ts";
import { claimMail } from "./mail.ts";
import { connectionMoves, correctionMoves, followMoves } from "./moves.ts";
import type { CorrectionRow, TieKind } from "./queries.ts";
import * as queries from "./queries.ts";
import type { Correction, CorrectionBody } from "./schemas.ts";

export { openCorrections as countOpenCorrections } from "./queries.ts";

type ActDeps = Pick<Deps, "db" | "listings" | "now" | "transaction">;

/** An account that acts on a listing. */
export interface Actor {
  named: NamedListing;
  userId: string;
}

const entitySubject = (id: string) => ({ subjectType: "entity", subjectId: id }) as const;

/** The subject of the audit log of a listing: the entity or the person. */
const subjectOf = ({ entityId, userId }: { entityId: string | null; userId: string | null }) =>
  entityId === null
    ? ({ subjectType: "person", subjectId: userId ?? "" } as const)
    : entitySubject(entityId);

/** The entity of the listing. Throws 409 for a person's. */
function entityOf({ record }: ActingOn, act: string): string {
  if (record.entityId === null) throw conflict(`${act} is for entities: SUBJECT_NOT_FOLLOWABLE`);
  return record.entityId;
}

/** Follows at once, or asks the team where it wants to be asked. Repeating the request changes nothing. Throws 404 and 409. */
export async function followListing(deps: ActDeps, { named, userId }: Actor) {
  const acting = await actOn(deps, named, userId);
  const { follow } = acting.viewer;
  if (follow !== null) return followAnswerOf(follow.status);
  refuseUnlessOffered("followProfile", acting.actions.followProfile);
  const status = await tie(deps, acting, { kind: "follow", userId });
  return followAnswerOf(status);
}

async function tie(
  { transaction, now }: ActDeps,
  acting: ActingOn,
  { kind, userId }: { kind: TieKind; userId: string },
): Promise<"pending" | "active"> {
  const entityId = entityOf(acting, kind);
  // Both sides agree to a connection; a follower is asked to wait where the team wants it.
  const first = kind === "connection" || acting.record.asksFollowers ? "pending" : "active";
  const tie = await transaction(async (within) => {
    const stored = await queries.provideTie(within.db, kind, { entityId, userId }, first);
    const action = `${kind}.${stored.status === "pending" ? "requested" : "started"}`;
    if (!stored.isNew) return stored;
    await recordDone(within.db, { ...entitySubject(entityId), actorId: userId, action });
    if (stored.status === "pending") {
      // However often a person asks in a day, the team is told once.
      const day = now().toISOString().slice(0, 10);
      await tell(within, {
        ...followAct(kind, stored.id, "requested"),
        sourceId: `${kind}:${entityId}:${userId}:${day}`,
        entityId,
        actorId: userId,
        team: "managers",
      });
    }
    return stored;
  });
  return tie.status;
}

const followAct = (subjectType: TieKind, subjectId: string, state: "requested" | "approved") =>
  ({ kind: "follows", state, subjectType, subjectId }) as const;

const followAnswerOf = (status: "pending" | "active") => ({
  following: status === "active",
  accessStatus: status,
});

/** Ends following, or takes the request back. Repeating the request changes nothing. */
export async function unfollowListing(deps: ActDeps, actor: Actor) {
  await untie(deps, actor, "follow");
  return { following: false, accessStatus: "none" as const };
}

async function untie(deps: ActDeps, { named, userId }: Actor, kind: TieKind) {
  const acting = await actOn(deps, named, userId);
  const entityId = entityOf(acting, kind);
  await deps.db.transaction(async (tx) => {
    if (!(await queries.deleteTie(tx, kind, { entityId, userId }))) return;
    const done = { ...entitySubject(entityId), actorId: userId, action: `${kind}.ended` };
    await recordDone(tx, done);
  });
}

/** Asks the team for a connection, to which it must agree. Repeating the request changes nothing. */
export async function connectToListing(deps: ActDeps, { named, userId }: Actor) {
  const acting = await actOn(deps, named, userId);
  const { connection, selfOrManager, isBlocked } = acting.viewer;
  if (connection !== null) return { status: connection.status };
  if (selfOrManager) throw conflict("The connection is unavailable: VIEWER_IS_MANAGER");
  if (acting.record.claimStatus !== "claimed" && acting.record.entityId !== null) {
    throw conflict("The connection is unavailable: PROFILE_UNCLAIMED");
  }
  if (isBlocked) throw conflict("The connection is unavailable: NOT_YET_AVAILABLE");
  return { status: await tie(deps, acting, { kind: "connection", userId }) };
}

/** Ends a connection, or takes the request back. Repeating the request changes nothing. */
export async function disconnectFromListing(deps: ActDeps, actor: Actor) {
  await untie(deps, actor, "connection");
  return { status: "none" as const };
}

/** Requests that wait for the team, newest first. */
export const listWaiting = (db: Db, entityId: string, query: PageQuery) =>
  queries.listRequests(db, entityId, query);

/** Agrees to a request or declines it, which removes it. Throws 404 for one that is not open. */
export async function decideRequest(
  { transaction }: Pick<Deps, "transaction">,
  request: { entityId: string; requestId: string },
  actorId: string,
  decision: "approve" | "decline",
) {
  const { entityId, requestId } = request;
  const status = await transaction(async (within) => {
    const { db: tx } = within;
    const kind = required(await queries.findRequestKind(tx, request), "Request");
    if (decision === "approve") {
      const moves = kind === "follow" ? followMoves : connectionMoves;
      const { row } = await moves.make(tx, "approve", { id: requestId, actorId });
      await tell(within, {
        ...followAct(kind, requestId, "approved"),
        sourceId: `${kind}:${requestId}:approved`,
        entityId,
        actorId,
        userId: row.userId,
      });
      return "active" as const;
    }
    if (!(await queries.deletePending(tx, kind, requestId))) throw notFound("Request");
    await recordDone(tx, { ...entitySubject(entityId), actorId, action: `${kind}.declined` });
    return "declined" as const;
  });
  return { requestId, status };
}

/** Claims the company of the listing. Throws 409 where it cannot be claimed now. */
export async function claimListing(deps: Pick<Deps, "db" | "listings">, { named, userId }: Actor) {
  const acting = await actOn(deps, named, userId);
  refuseUnlessOffered("claimProfile", acting.actions.claimProfile);
  await requestClaim(deps.db, { entityId: entityOf(acting, "claimProfile"), userId });
  return { claimStatus: "claim_pending" as const };
}

const daySeconds = 86_400;

/**
 * Asks an address to claim the company, by one mail however often it is asked for. The answer says nothing about the
 * address. Throws 409 where the company cannot be claimed and 429 after 10 in a day.
 */
export async function inviteToClaim(
  deps: Pick<Deps, "db" | "listings" | "mailer" | "credentials" | "publicUrl">,
  { named, userId }: Actor,
  email: string,
): Promise<{ invited: true }> {
  const acting = await actOn(deps, named, userId);
  refuseUnlessOffered("inviteToClaim", acting.actions.inviteToClaim);
  const entityId = entityOf(acting, "inviteToClaim");
  const { guesses } = deps.credentials;
  const invites = { of: `claim invitations by ${userId}`, persons: [userId] };
  await guesses.count([{ ...invites, max: 10, seconds: daySeconds }]);
  const to = email.toLowerCase();
  const isNew = await deps.db.transaction(async (tx) => {
    const isFirst = await queries.insertClaimInvitation(tx, { entityId, userId, email: to });
    const done = { ...entitySubject(entityId), actorId: userId, action: "claim.invited" };
    if (isFirst) await recordDone(tx, done);
    return isFirst;
  });
  // A repeat sends no mail, so it counts for none.
  const mailsTo = { of: `claim invitation mail ${to}`, persons: [to] };
  const isApart = isNew && (await isAddressBlocked(deps.db, [{ userId }], to));
  if (
    isNew &&
    !isApart &&
    (await guesses.tryCount([{ ...mailsTo, max: 5, seconds: daySeconds }]))
  ) {
    const { content, slug } = acting.record;
    const name = content.snapshot.identity.displayName;
    await deps.mailer(claimMail({ to, name, slug, publicUrl: deps.publicUrl }));
  }
  return { invited: true };
}

/** Of an account, at a time. */
export const openCorrectionsMax = 10;

/**
 * Suggests another text for a member of the listing; nothing public changes by it. Throws 409 with 10 suggestions
 * open, and for a second one about the same member.
 */
export async function suggestCorrection(
  deps: Pick<Deps, "db" | "listings">,
  { named, userId }: Actor,
  body: CorrectionBody,
): Promise<Correction> {
  const { record, actions } = await actOn(deps, named, userId);
  refuseUnlessOffered("suggestCorrection", actions.suggestCorrection);
  const { listingId } = record;
  return deps.db.transaction(async (tx) => {
    if ((await queries.countOpenCorrections(tx, userId)) >= openCorrectionsMax) {
      throw conflict(`At most ${openCorrectionsMax} suggestions of an account can be open`);
    }
    const row = await queries.insertCorrection(tx, { ...body, listingId, userId });
    if (row === null) throw conflict("A suggestion for this member is already open");
    const done = { ...subjectOf(record), actorId: userId, action: "correction.suggested" };
    await recordDone(tx, { ...done, detail: { correctionId: row.id, field: row.field } });
    return present(row);
  });
}

/** Own suggestions, newest first. */
export async function listOwnCorrections(db: Db, userId: string, query: PageQuery) {
  const page = await queries.listCorrections(db, userId, query);
  return { ...page, rows: page.rows.map(present) };
}

/** An own suggestion. Throws 404 for another account's. */
export async function getOwnCorrection(db: Db, id: string, userId: string): Promise<Correction> {
  const record = await queries.findCorrection(db, id);
  if (record === null || record.correction.userId !== userId) throw notFound("Correction");
  return present(record.correction);
}

/** Takes an own suggestion back before it is reviewed. Throws 404 for another account's, 409 once it is reviewed. */
export async function withdrawCorrection(db: Db, id: string, userId: string): Promise<Correction> {
  await getOwnCorrection(db, id, userId);
  const { row } = await correctionMoves.make(db, "withdraw", { id, actorId: userId });
  return present(row);
}

/** Suggestions that wait for an administrator or are under review, oldest first. */
export const listForReview = (db: Db) => queries.listOpenCorrections(db);

/** A page of the same. */
export const listWaitingCorrections = (db: Db, query: PageQuery) =>
  queries.pageOpenCorrections(db, query);

/**
 * What an administrator does with a suggestion: takes it into review, which makes the member disputed; then accepts
 * it, which changes a listing that no team manages, or rejects it. Throws 404 and 409.
 */
export async function decideCorrection(
  db: Db,
  id: string,
  act: "review" | "accept" | "reject",
  by: Operator = commandLine,
): Promise<{
  field: CorrectableField;
  status: string;
  userId: CorrectionRow["userId"];
  entityId: string | null;
}> {
  return db.transaction(async (tx) => {
    const { detail: why, ...actor } = actedBy(by);
    const { row } = await correctionMoves.make(tx, act, { id, ...actor });
    const { entityId, listedUserId } = required(await queries.findCorrection(tx, id), "Correction");
    const subject = entityId === null ? { userId: listedUserId ?? "" } : { entityId };
    if (act === "accept") await applyCorrection(tx, row.listingId, row, subject);
    const done = { ...subjectOf({ entityId, userId: listedUserId }), ...actor };
    const detail = { correctionId: id, field: row.field, ...why };
    await recordDone(tx, { ...done, action: `correction.${act}`, detail });
    return { field: row.field, status: row.status, userId: row.userId, entityId };
  });
}

const present = ({ userId, updatedAt, ...row }: CorrectionRow): Correction => ({
  ...row,
  decidedAt: isDecided(row.status) ? updatedAt : null,
});

const isDecided = (status: CorrectionRow["status"]) =>
  status !== "open" && status !== "under_review";
