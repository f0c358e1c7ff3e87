import type { Db } from "#schemas/database/db.ts";
import type { InviteBody } from "#schemas/shapes/accounts/invite.ts";
import type { Page } from "#schemas/shapes/page.ts";
import { isAddressBlocked } from "../../data/blocked.ts";
import { addMember, isMember, type Person, type Place } from "../../data/members.ts";
import type { PageQuery } from "../../data/page.ts";
import type { Deps } from "../../deps.ts";
import { conflict, notFound } from "../../http/errors.ts";
import { recordDone } from "../audit-log/service.ts";
import { invitationMail } from "./mail.ts";
import { invitationMoves, placeOf, subjectOf } from "./moves.ts";
import {
  findOpenFor,
  findPerson,
  insertInvitation,
  listFor,
  mayWithdraw,
  type Terms,
  updateOpenInvitation,
} from "./queries.ts";
import type { OwnInvitation } from "./schemas.ts";

const lifetimeMs = 14 * 86_400_000;

export type InviteDeps = Pick<Deps, "db" | "mailer" | "now" | "credentials" | "publicUrl">;

const daySeconds = 86_400;

/** Over it inviting is refused. */
const invitesBy = (userId: string) => [
  { of: `invites by ${userId}`, persons: [userId], max: 50, seconds: daySeconds },
];

/** Over one of them the invitation is stored and waits in the list of the invited, but no mail is sent. */
const mailsTo = (address: string, userId: string) => [
  {
    of: `invitation mail ${address} by ${userId}`,
    persons: [address, userId],
    max: 3,
    seconds: daySeconds,
  },
  { of: `invitation mail ${address}`, persons: [address], max: 10, seconds: daySeconds },
];

/** The inviter's answer: the same whether an address belongs to an account or not. */
export interface InvitationRecipient {
  id: string;
  userId: string | null;
  email: string | null;
  role: "admin" | "member";
  permissions: InviteBody["permissions"];
}

/**
 * Invites a person, who becomes a member on accepting. Inviting again renews the invitation. While a block is between
 * the two, the answer is the same, but no mail is sent and the person does not see the invitation. Throws 404 for
 * an unknown account, 409 for a member and 429 after 50 in a day. The caller has checked that `invitedBy` may invite.
 */
export async function invite(
  { db, mailer, now, credentials, publicUrl }: InviteDeps,
  { place, placeName, invitedBy }: { place: Place; placeName: string; invitedBy: string },
  { email, userId, role, permissions }: InviteBody,
): Promise<InvitationRecipient> {
  const person: Person = userId === undefined ? { email: email ?? "" } : { userId };
  const account = userId === undefined ? null : await findPerson(db, userId);
  if (userId !== undefined && account === null) throw notFound("User");
  if (await isMember(db, place, person)) throw conflict("This person is already a member");
  await credentials.guesses.count(invitesBy(invitedBy));
  const expiresAt = new Date(now().getTime() + lifetimeMs).toISOString();
  const terms = { role, permissions: [...new Set(permissions)], invitedBy, expiresAt };
  const id = await db.transaction(async (tx) => {
    const done = { ...subjectOf(place), actorId: invitedBy, action: "member.invited" };
    await recordDone(tx, { ...done, detail: { role } });
    return storeInvitation(tx, { place, person }, terms);
  });
  const to = account?.email ?? email ?? "";
  const parties = [{ userId: invitedBy }, ...("entityId" in place ? [place] : [])];
  const isApart = await isAddressBlocked(db, parties, to);
  if (!isApart && (await credentials.guesses.tryCount(mailsTo(to, invitedBy)))) {
    const kind = "entityId" in place ? "entity" : "organization";
    await mailer(invitationMail({ to, kind, placeName, invitationId: id, publicUrl }));
  }
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
    // Another member invited the person meanwhile.
    (await updateOpenInvitation(db, whom, terms));
  if (stored === null) throw conflict("The invitation has just been answered");
  return stored.id;
}

/** Open invitations for the account: those by address only once the address is verified. */
export async function listOwnInvitations(
  { db, now }: Pick<InviteDeps, "db" | "now">,
  userId: string,
  query: PageQuery,
): Promise<Page<OwnInvitation>> {
  return listFor(db, userId, now().toISOString(), query);
}

/** Accepts or declines, once. Throws 404 for an invitation that is not open or is for another account. */
export async function answerInvitation(
  { db, now }: Pick<InviteDeps, "db" | "now">,
  { id, userId }: { id: string; userId: string },
  status: "accepted" | "declined",
) {
  await db.transaction(async (tx) => {
    const open = await findOpenFor(tx, { id, userId, now: now().toISOString() });
    if (open === null) throw notFound("Invitation");
    const act = status === "accepted" ? "accept" : "decline";
    const { role } = open;
    const { row } = await invitationMoves.make(tx, act, { id, actorId: userId, detail: { role } });
    if (act === "accept") await addMember(tx, placeOf(row), { userId, ...open });
  });
  return { invitationId: id, status };
}

/**
 * Takes an open invitation back. Throws 404 unless it is open and the account manages its place, 409 if it is answered
 * meanwhile.
 */
export async function withdrawInvitation(db: Db, { id, userId }: { id: string; userId: string }) {
  await db.transaction(async (tx) => {
    if (!(await mayWithdraw(tx, id, userId))) throw notFound("Invitation");
    await invitationMoves.make(tx, "withdraw", { id, actorId: userId });
  });
  return { invitationId: id, status: "withdrawn" as const };
}
