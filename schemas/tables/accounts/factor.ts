import { bigint, boolean, index, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { createdAt, id, instant } from "../columns.ts";
import { userAccount, userId } from "./account.ts";

/** The authenticator app of an account (TOTP, RFC 6238). It counts once a code of it has confirmed it. */
export const totpFactor = pgTable("totp_factor", {
  userId: userId().primaryKey(),
  /** In base32. Encrypted where SECRET_KEY is set. */
  secret: text("secret").notNull(),
  /** The time step of the last code that was accepted: that code and older ones count no more. Null before the first. */
  lastStep: bigint("last_step", { mode: "number" }),
  /** Null until it is confirmed. */
  confirmedAt: instant("confirmed_at"),
  createdAt: createdAt(),
});

/** A code for who has lost the other factors. It works once. */
export const recoveryCode = pgTable(
  "recovery_code",
  {
    /** SHA-256 of the code in hexadecimal; the code itself is never stored. */
    codeHash: text("code_hash").primaryKey(),
    userId: userId(),
    usedAt: instant("used_at"),
    createdAt: createdAt(),
  },
  (t) => [index("recovery_code_owner").on(t.userId)],
);

/** A sign-in whose password was right and whose second factor is awaited. It works once. */
export const pendingSignIn = pgTable(
  "pending_sign_in",
  {
    secretHash: text("secret_hash").primaryKey(),
    userId: userId(),
    expiresAt: instant("expires_at").notNull(),
    usedAt: instant("used_at"),
  },
  (t) => [
    index("pending_sign_in_owner").on(t.userId),
    index("pending_sign_in_expiry").on(t.expiresAt),
  ],
);

/** A passkey of an account (WebAuthn). */
export const passkey = pgTable(
  "passkey",
  {
    id: id(),
    userId: userId(),
    /** What the authenticator names it by, in base64url. */
    credentialId: text("credential_id").notNull().unique(),
    /** The COSE key in base64url. */
    publicKey: text("public_key").notNull(),
    /** What the authenticator last counted; 0 for one that does not count. */
    counter: bigint("counter", { mode: "number" }).notNull(),
    transports: text("transports").array().notNull(),
    name: text("name").notNull(),
    /** True where its provider keeps a copy, so that it outlives the device. */
    isBackedUp: boolean("is_backed_up").notNull(),
    lastUsedAt: instant("last_used_at"),
    createdAt: createdAt(),
  },
  (t) => [index("passkey_owner").on(t.userId, t.createdAt)],
);

/** What a passkey is asked to sign, once. */
export const passkeyChallenge = pgTable(
  "passkey_challenge",
  {
    /** SHA-256 of the challenge in hexadecimal. */
    challengeHash: text("challenge_hash").primaryKey(),
    purpose: text("purpose").notNull().$type<"register" | "prove" | "sign-in">(),
    /** Whose passkey is asked for; null for a sign-in by the passkey alone. */
    userId: uuid("user_id").references(() => userAccount.id, { onDelete: "cascade" }),
    expiresAt: instant("expires_at").notNull(),
    usedAt: instant("used_at"),
  },
  (t) => [
    index("passkey_challenge_owner").on(t.userId),
    index("passkey_challenge_expiry").on(t.expiresAt),
  ],
);
