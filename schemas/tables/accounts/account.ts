import { sql } from "drizzle-orm";
import {
  type AnyPgColumn,
  bigint,
  boolean,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  uuid,
} from "drizzle-orm/pg-core";
import type { Scope } from "../../shapes/accounts/scope.ts";
import { createdAt, id, instant, updatedAt } from "../columns.ts";

const scopeColumn = (name: string) => text(name).array().notNull().$type<Scope[]>();

/** A person who can hold a credential. */
export const userAccount = pgTable("user_account", {
  id: id(),
  /** In lower case: two spellings of an address are one account. */
  email: text("email").notNull().unique(),
  name: text("name"),
  slug: text("slug")
    .notNull()
    .unique()
    .default(sql`'user-' || substr(md5(gen_random_uuid()::text), 1, 12)`),
  avatar: text("avatar"),
  bio: text("bio"),
  isAdmin: boolean("is_admin").notNull().default(false),
  status: text("status").notNull().default("active").$type<"active" | "suspended">(),
  /** Null until the owner of the address has proved that it is theirs. */
  emailVerifiedAt: instant("email_verified_at"),
  /** Null for an account without a password: it signs in elsewhere, or sets one by mail. */
  passwordHash: text("password_hash"),
  createdAt: createdAt(),
  updatedAt: updatedAt(),
});

/** Signing keys of the local token issuer and other values that must outlive a restart. */
export const setting = pgTable("setting", {
  key: text("key").primaryKey(),
  value: text("value").notNull(),
});

/** The account that a row belongs to; the row is deleted with it. */
export const userId = () =>
  uuid("user_id")
    .notNull()
    .references(() => userAccount.id, { onDelete: "cascade" });

/** One record behind the three shapes of API keys. */
export const apiKey = pgTable(
  "api_key",
  {
    id: id(),
    userId: userId(),
    /** The key whose request made this one, which ends with it; null when a person's own token did. */
    madeBy: uuid("made_by").references((): AnyPgColumn => apiKey.id, { onDelete: "cascade" }),
    name: text("name").notNull(),
    /** The leading part of the key, to tell keys apart. */
    prefix: text("prefix").notNull(),
    /** SHA-256 of the whole key in hexadecimal; the key itself is never stored. */
    secretHash: text("secret_hash").notNull().unique(),
    permissions: scopeColumn("permissions"),
    /** Requests a minute. */
    rateLimit: integer("rate_limit").notNull(),
    requests: bigint("requests", { mode: "number" }).notNull().default(0),
    lastUsedAt: instant("last_used_at"),
    expiresAt: instant("expires_at"),
    revokedAt: instant("revoked_at"),
    createdAt: createdAt(),
  },
  (t) => [index("api_key_owner").on(t.userId, t.createdAt), index("api_key_made_by").on(t.madeBy)],
);

/** Requests of a key per hour, kept for two days. */
export const apiKeyUsage = pgTable(
  "api_key_usage",
  {
    keyId: uuid("key_id")
      .notNull()
      .references(() => apiKey.id, { onDelete: "cascade" }),
    hour: instant("hour").notNull(),
    requests: integer("requests").notNull(),
  },
  (t) => [primaryKey({ columns: [t.keyId, t.hour] })],
);

/** A program that may ask people for access (OAuth 2.0). */
export const oauthApplication = pgTable(
  "oauth_application",
  {
    id: id(),
    userId: userId(),
    clientId: text("client_id").notNull().unique(),
    secretHash: text("secret_hash").notNull(),
    name: text("name").notNull(),
    description: text("description"),
    website: text("website"),
    redirectUris: text("redirect_uris").array().notNull(),
    allowedScopes: scopeColumn("allowed_scopes"),
    requirePkce: boolean("require_pkce").notNull(),
    createdAt: createdAt(),
  },
  (t) => [index("oauth_application_owner").on(t.userId, t.createdAt)],
);

/**
 * A sign-in, or a grant to an application, that the account can end: every token that came from it ends
 * with it. A refresh token that comes twice ends it too.
 */
export const session = pgTable(
  "session",
  {
    id: id(),
    userId: userId(),
    kind: text("kind").notNull().$type<"token" | "browser" | "application">(),
    /** Of the application that it was granted to. */
    applicationId: uuid("application_id").references(() => oauthApplication.id, {
      onDelete: "cascade",
    }),
    /** The API key that let the application in: the session ends with it. Null for a person's own agreement. */
    keyId: uuid("key_id").references(() => apiKey.id, { onDelete: "cascade" }),
    scopes: scopeColumn("scopes"),
    /** SHA-256 of a browser's cookie. */
    secretHash: text("secret_hash").unique(),
    createdAt: createdAt(),
    /** Absolute: using it does not prolong it. */
    expiresAt: instant("expires_at").notNull(),
    revokedAt: instant("revoked_at"),
    /**
     * When its person last proved who they are: by a second factor, or by the password of an account without one. Null
     * for an application.
     */
    provedAt: instant("proved_at"),
  },
  (t) => [
    index("session_owner").on(t.userId),
    index("session_expiry").on(t.expiresAt),
    index("session_key").on(t.keyId),
    index("session_application").on(t.applicationId, t.userId),
  ],
);

/** Each refresh token of a session, used at most once. */
export const refreshToken = pgTable(
  "refresh_token",
  {
    secretHash: text("secret_hash").primaryKey(),
    sessionId: uuid("session_id")
      .notNull()
      .references(() => session.id, { onDelete: "cascade" }),
    createdAt: createdAt(),
    usedAt: instant("used_at"),
  },
  (t) => [index("refresh_token_session").on(t.sessionId)],
);

/** An authorization code with all that it is bound to, used at most once. */
export const oauthCode = pgTable(
  "oauth_code",
  {
    secretHash: text("secret_hash").primaryKey(),
    applicationId: uuid("application_id")
      .notNull()
      .references(() => oauthApplication.id, { onDelete: "cascade" }),
    userId: userId(),
    /** The API key that asked for it, if one did. */
    keyId: uuid("key_id").references(() => apiKey.id, { onDelete: "cascade" }),
    redirectUri: text("redirect_uri").notNull(),
    scopes: scopeColumn("scopes"),
    codeChallenge: text("code_challenge"),
    codeChallengeMethod: text("code_challenge_method").$type<"S256" | "plain">(),
    expiresAt: instant("expires_at").notNull(),
    usedAt: instant("used_at"),
    /** What its first use issued. */
    sessionId: uuid("session_id").references(() => session.id, { onDelete: "cascade" }),
  },
  (t) => [index("oauth_code_expiry").on(t.expiresAt)],
);

/** What a person has agreed to before: the consent page is not shown again for it. */
export const oauthConsent = pgTable(
  "oauth_consent",
  {
    userId: userId(),
    applicationId: uuid("application_id")
      .notNull()
      .references(() => oauthApplication.id, { onDelete: "cascade" }),
    scopes: scopeColumn("scopes"),
    grantedAt: instant("granted_at").notNull().default(sql`now()`),
  },
  (t) => [primaryKey({ columns: [t.userId, t.applicationId] })],
);

/** What a mailed link proves, used at most once. */
export const mailedToken = pgTable(
  "mailed_token",
  {
    secretHash: text("secret_hash").primaryKey(),
    userId: userId(),
    purpose: text("purpose").notNull().$type<"verify-email" | "reset-password">(),
    expiresAt: instant("expires_at").notNull(),
    usedAt: instant("used_at"),
  },
  (t) => [index("mailed_token_owner").on(t.userId)],
);

/** Failed guesses at a secret, per what was guessed at and from where, until the window ends. */
export const guess = pgTable(
  "guess",
  {
    key: text("key").primaryKey(),
    /** Digests of the addresses and account ids that the counted target names. */
    persons: text("persons").array().notNull().default([]),
    failures: integer("failures").notNull(),
    endsAt: instant("ends_at").notNull(),
  },
  (t) => [index("guess_end").on(t.endsAt)],
);
