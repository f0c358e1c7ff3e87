import type { FastifyBaseLogger } from "fastify";
import type { Config } from "#schemas/config.ts";
import type { Database, Db } from "#schemas/db.ts";
import { type Authenticator, createAuthenticator } from "./authenticate.ts";
import { createGuesses, type Guesses } from "./guesses.ts";
import * as descent from "./key-descent.ts";
import { createTokenSigner, type SignToken } from "./local-issuer.ts";
import { deleteExpired, notifyAccess } from "./queries.ts";
import { hashSecret, makeSecret } from "./secret.ts";
import * as sessions from "./sessions.ts";
import { createTokenVerifier } from "./token.ts";
import { createUsageCounter } from "./usage.ts";

/** What services may do with credentials beside storing them. */
export interface Credentials {
  sign: SignToken;
  /**
   * After an account, key or session may do less: holds at once in this process, in the others as soon as they
   * hear of it and at the latest after a second. In a transaction this follows its commit.
   */
  forget(ids: readonly string[]): Promise<void>;
  /** Stores the uses of keys counted so far in this process. In a transaction this follows its commit. */
  flushUsage(): Promise<void>;
  /** In a transaction a count is rolled back with it: count before it begins. */
  guesses: Guesses;
  sessions: typeof sessions;
  /** What keys make, and its end. */
  descent: typeof descent;
  /** A new secret, and what is stored of it. */
  makeSecret(): { secret: string; secretHash: string };
  hashSecret(secret: string): string;
}

const sweepMs = 3_600_000;

export interface CredentialParts {
  authenticator: Authenticator;
  credentials: Credentials;
  /** The same for a transaction: everything is read and written through it. */
  within(db: Db, afterCommit: (effect: () => Promise<void>) => void): Credentials;
  stop(): Promise<void>;
}

/** Everything about credentials that one process keeps in memory. */
export function createCredentials({
  database: { db },
  auth,
  secretKey = null,
  log,
  now,
}: {
  database: Database;
  /** Encrypts the issuer's key where it is stored; null (default): it is stored as it is. */
  secretKey?: string | null;
  /** Null means the local issuer. */
  auth: Config["auth"];
  log: FastifyBaseLogger;
  now: () => Date;
}): CredentialParts {
  const usage = createUsageCounter(db, log);
  const authenticator = createAuthenticator(db, createTokenVerifier({ db, secretKey }, auth), {
    usage,
    now,
  });
  const sweep = setInterval(() => {
    deleteExpired(db, now().toISOString()).catch((error: unknown) =>
      log.warn({ err: error }, "could not delete expired credentials"),
    );
  }, sweepMs).unref();
  const credentials: Credentials = {
    sign: createTokenSigner({ db, secretKey }),
    async forget(ids) {
      for (const id of ids) authenticator.forget(id);
      if (ids.length > 0) await notifyAccess(db, ids);
    },
    flushUsage: () => usage.flush(),
    guesses: createGuesses(db, now),
    sessions,
    descent,
    makeSecret() {
      const secret = makeSecret();
      return { secret, secretHash: hashSecret(secret) };
    },
    hashSecret,
  };
  return {
    authenticator,
    credentials,
    within: (tx, afterCommit) => ({
      sign: createTokenSigner({ db: tx, secretKey }),
      forget: async (ids) => afterCommit(() => credentials.forget(ids)),
      flushUsage: async () => afterCommit(() => credentials.flushUsage()),
      guesses: createGuesses(tx, now),
      sessions,
      descent,
      makeSecret: credentials.makeSecret,
      hashSecret,
    }),
    async stop() {
      clearInterval(sweep);
      await usage.stop();
    },
  };
}
