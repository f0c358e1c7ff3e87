import type { Db } from "#schemas/db.ts";
import type { InviteBody } from "#schemas/shapes/invite.ts";
import type { Page } from "#schemas/shapes/page.ts";
import type { Mailer } from "../../clients/mail.ts";
import { conflict, notFound } from "../../http/errors.ts";
import { isoTime } from "../../iso-time.ts";
import { recordDone } from "../audit-log/service.ts";
import {
  closeInvitation,
  findPerson,
  insertInvitation,
  insertMembership,
  isMember,
  listFor,
  type Person,
  type Place,
  type Terms,
  updateOpenInvitation,
  withdrawInvitation,
} from "./queries.ts";
import type { OwnInvitation } from "./schemas.ts";

export type { Place } from "./queries.ts";

const lifetimeMs = 14 * 86_400_000;

export interface InviteDeps {
  db: Db;
  mailer: Mailer;
  now: () => Date;
}

/** What the one who invited is told: the same whether an address belongs to an account or not. */
export interface Invited {
  id: string;
  userId: string | null;
  email: string | null;
  role: "admin" | "member";
  permissions: InviteBody["permissions"];
}

/**
 * Invites somebody; nobody becomes a member without agreeing. Inviting again renews the invitation. Throws 404 for
 * an unknown account and 409 for a member. The caller has checked that `invitedBy` may invite.
 */
export async function invite(
  { db, mailer, now }: InviteDeps,
  { place, placeName, invitedBy }: { place: Place; placeName: string; invitedBy: string },
  { email, userId, role, permissions }: InviteBody,
): Promise<Invited> {
  const person: Person = userId === undefined ? { email: email ?? "" } : { userId };
  const account = userId === undefined ? null : await findPerson(db, userId);
  if (userId !== undefined && account === null) throw notFound("User");
  if (await isMember(db, place, person)) throw conflict("They are a member already");
  const expiresAt = new Date(now().getTime() + lifetimeMs).toISOString();
  const terms = { role, permissions: [...new Set(permissions)], invitedBy, expiresAt };
  const id = await db.transaction(async (tx) => {
    const done = { ...subjectOf(place), actorId: invitedBy, action: "member.invited" };
    await recordDone(tx, { ...done, detail: { role } });
    return storeInvitation(tx, { place, person }, terms);
  });
  await mailer({
    to: account?.email ?? email ?? "",
    subject: `Invitation to ${placeName}`,
    text: `You are invited to ${placeName}.\nSign in to accept or decline: POST /api/v1/invitations/${id}/accept or .../decline`,
  });
  return { id, userId: userId ?? null, email: email ?? null, role, permissions: terms.permissions };
}

/** An invitation that is still open gets the new terms. */
async function storeInvitation(
  db: Db,
  whom: { place: Place; person: Person },
  terms: Terms,
): Promise<string> {
  const stored =
    (await updateOpenInvitation(db, whom, terms)) ??
    (await insertInvitation(db, whom, terms)) ??
    // Somebody else invited them between the two.
    (await updateOpenInvitation(db, whom, terms));
  if (stored === null) throw conflict("The invitation was answered in this moment");
  return stored.id;
}

/** Open invitations for the account: those by address only once the address is verified. */
export async function listOwnInvitations(
  { db, now }: Pick<InviteDeps, "db" | "now">,
  userId: string,
  page: { limit: number; offset: number },
): Promise<Page<OwnInvitation>> {
  const { rows, total } = await listFor(db, userId, now().toISOString(), page);
  const shown = rows.map((row) => ({
    ...row,
    createdAt: isoTime(row.createdAt),
    expiresAt: isoTime(row.expiresAt),
  }));
  return { rows: shown, total, ...page };
}

/** Accepts or declines, once. Throws 404 for an invitation that is not open or is for somebody else. */
export async function answerInvitation(
  { db, now }: Pick<InviteDeps, "db" | "now">,
  { id, userId }: { id: string; userId: string },
  status: "accepted" | "declined",
) {
  await db.transaction(async (tx) => {
    const closed = await closeInvitation(tx, { id, userId, now: now().toISOString() }, status);
    if (closed === null) throw notFound("Invitation");
    const place = placeOf(closed);
    const { role, permissions } = closed;
    if (status === "accepted") await insertMembership(tx, place, { userId, role, permissions });
    const action = status === "accepted" ? "member.joined" : "invitation.declined";
    await recordDone(tx, { ...subjectOf(place), actorId: userId, action, detail: { role } });
  });
  return { invitationId: id, status };
}

/** Takes an open invitation back. Throws 404 unless the account manages the place that it is to. */
export async function takeBack(db: Db, { id, userId }: { id: string; userId: string }) {
  await db.transaction(async (tx) => {
    const row = await withdrawInvitation(tx, id, userId);
    if (row === null) throw notFound("Invitation");
    const done = { ...subjectOf(placeOf(row)), actorId: userId };
    await recordDone(tx, { ...done, action: "invitation.withdrawn" });
  });
  return { invitationId: id, status: "withdrawn" as const };
}

function placeOf(row: { organizationId: string | null; entityId: string | null }): Place {
  if (row.entityId !== null) return { entityId: row.entityId };
  if (row.organizationId !== null) return { organizationId: row.organizationId };
  throw new Error("an invitation is to an organization or to an entity");
}

const subjectOf = (place: Place) =>
  "entityId" in place
    ? ({ subjectType: "entity", subjectId: place.entityId } as const)
    : ({ subjectType: "organization", subjectId: place.organizationId } as const);
