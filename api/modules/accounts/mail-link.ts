import type { LinkReason } from "#schemas/tasks/mail-link.ts";
import { createGuesses } from "../../auth/guesses.ts";
import { hashSecret, makeSecret } from "../../auth/secret.ts";
import type { Platform } from "../../platform.ts";
import { alreadyRegisteredMail, resetMail, verificationMail } from "./mails.ts";
import { findByEmail, insertMailedToken, type Purpose, type SignInAccount } from "./queries.ts";

const mailBounds = [
  { max: 5, seconds: 3600 },
  { max: 10, seconds: 86_400 },
];
const lifetimeSeconds: Record<Purpose, number> = { "verify-email": 86_400, "reset-password": 3600 };

interface LinkMail {
  /** What the link proves. */
  purpose: Purpose;
  write: typeof resetMail;
  isFor(account: SignInAccount): boolean;
}

const linkMails: Record<LinkReason, LinkMail> = {
  "verify-email": {
    purpose: "verify-email",
    write: verificationMail,
    isFor: ({ emailVerifiedAt }) => emailVerifiedAt === null,
  },
  "reset-password": { purpose: "reset-password", write: resetMail, isFor: () => true },
  "already-registered": {
    purpose: "reset-password",
    write: alreadyRegisteredMail,
    isFor: () => true,
  },
};

/**
 * Mails a link to an address whose account is active and may have one. Does nothing for other addresses, and after a
 * few mails an hour and a day to one address.
 */
export async function mailLinkTo(
  platform: Platform,
  { email, reason }: { email: string; reason: LinkReason },
): Promise<void> {
  const { purpose, write, isFor } = linkMails[reason];
  await platform.transaction(async ({ db, now, publicUrl, mailer }) => {
    const account = await findByEmail(db, email);
    if (account?.status !== "active" || !isFor(account)) return;
    const bounds = mailBounds.map((bound) => ({
      of: `mail ${bound.seconds} ${email}`,
      persons: [email],
      ...bound,
    }));
    if (!(await createGuesses(db, now).tryCount(bounds))) return;
    const secret = makeSecret();
    const expiresAt = new Date(now().getTime() + lifetimeSeconds[purpose] * 1000).toISOString();
    const secretHash = hashSecret(secret);
    await insertMailedToken(db, { secretHash, userId: account.id, purpose, expiresAt });
    await mailer(write({ to: email, publicUrl, token: secret }));
  });
}
