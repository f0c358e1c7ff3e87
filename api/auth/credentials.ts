import type { IncomingHttpHeaders } from "node:http";
import type { FastifyBaseLogger } from "fastify";
import type { Config } from "#schemas/config/config.ts";
import type { Database, Db } from "#schemas/database/db.ts";
import { type Authenticator, createAuthenticator } from "./authenticate.ts";
import type { Caller } from "./caller.ts";
import { createGuesses, type Guesses } from "./guesses.ts";
import * as descent from "./key-descent.ts";
import { createTokenSigner, type SignToken } from "./local-issuer.ts";
import { deleteExpired, notifyAccess } from "./queries.ts";
import { openStored, seal } from "./sealed-setting.ts";
import { hashSecret, makeSecret } from "./secret.ts";
import * as sessions from "./sessions.ts";
import { createTokenVerifier } from "./token.ts";
import { createUsageCounter } from "./usage.ts";

/** What services can do with credentials besides storing them. */
export interface Credentials {
  sign: SignToken;
  /**
   * Call it after an account, key or session has lost rights. It takes effect at once in this process, and in other
   * processes when they receive the notice, at the latest after a second. In a transaction it runs after the commit.
   */
  forget(ids: readonly string[]): Promise<void>;
  /** The caller of a request that is still being answered. Throws 401 when its credential counts for nothing by now. */
  verifyAgain(headers: IncomingHttpHeaders): Promise<Caller>;
  /** Stores the use of API keys that this process has counted. In a transaction it runs after the commit. */
  flushUsage(): Promise<void>;
  /** Counts guesses. A rollback also undoes a count, so count before the transaction begins. */
  guesses: Guesses;
  sessions: typeof sessions;
  /** The keys and grants that a key has made, and their revocation. */
  descent: typeof descent;
  /** Makes a secret and the digest that is stored for it. */
  makeSecret(): { secret: string; secretHash: string };
  hashSecret(secret: string): string;
  /** A secret that must be read again, as it is stored: encrypted where SECRET_KEY is set. */
  seal(secret: string): Promise<string>;
  /** The secret that was stored. Null where SECRET_KEY is not the one that it was stored with. */
  open(stored: string): Promise<string | null>;
}

const sweepMs = 3_600_000;

export interface CredentialParts {
  authenticator: Authenticator;
  credentials: Credentials;
  /** Makes the same credentials for a transaction: everything is read and written through it. */
  within(db: Db, afterCommit: (effect: () => Promise<void>) => void): Credentials;
  stop(): Promise<void>;
}

/** Makes the credential state that one process keeps in memory. */
export function createCredentials({
  database: { db },
  auth,
  secretKey = null,
  log,
  now,
}: {
  database: Database;
  /** Encrypts the issuer's signing key in the database. Null (the default) stores it unencrypted. */
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
    verifyAgain: async (headers) => authenticator.verifyAgain(headers),
    flushUsage: () => usage.flush(),
    guesses: createGuesses(db, now),
    sessions,
    descent,
    makeSecret() {
      const secret = makeSecret();
      return { secret, secretHash: hashSecret(secret) };
    },
    hashSecret,
    seal: async (secret) => (secretKey === null ? secret : seal(secret, secretKey)),
    open: (stored) => openStored(stored, secretKey),
  };
  return {
    authenticator,
    credentials,
    within: (tx, afterCommit) => ({
      sign: createTokenSigner({ db: tx, secretKey }),
      forget: async (ids) => afterCommit(() => credentials.forget(ids)),
      verifyAgain: credentials.verifyAgain,
      flushUsage: async () => afterCommit(() => credentials.flushUsage()),
      guesses: createGuesses(tx, now),
      sessions,
      descent,
      makeSecret: credentials.makeSecret,
      hashSecret,
      seal: credentials.seal,
      open: credentials.open,
    }),
    async stop() {
      clearInterval(sweep);
      await usage.stop();
    },
  };
}
