import type { FastifyBaseLogger } from "fastify";
import type { Config } from "#schemas/config.ts";
import type { Database } from "#schemas/db.ts";
import { type Authenticator, createAuthenticator } from "./authenticate.ts";
import { createGuesses, type Guesses } from "./guesses.ts";
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
   * hear of it and at the latest after a second. Call it when the change is committed.
   */
  forget(ids: readonly string[]): Promise<void>;
  /** Stores the uses of keys counted so far in this process. */
  flushUsage(): Promise<void>;
  guesses: Guesses;
  sessions: typeof sessions;
  /** A new secret, and what is stored of it. */
  makeSecret(): { secret: string; secretHash: string };
  hashSecret(secret: string): string;
}

const sweepMs = 3_600_000;

export interface CredentialParts {
  authenticator: Authenticator;
  credentials: Credentials;
  stop(): Promise<void>;
}

/** Everything about credentials that one process keeps in memory. */
export function createCredentials({
  database: { db },
  auth,
  log,
  now,
}: {
  database: Database;
  /** Null means the local issuer. */
  auth: Config["auth"];
  log: FastifyBaseLogger;
  now: () => Date;
}): CredentialParts {
  const usage = createUsageCounter(db, log);
  const authenticator = createAuthenticator(db, createTokenVerifier(db, auth), { usage, now });
  const sweep = setInterval(() => {
    deleteExpired(db, now().toISOString()).catch((error: unknown) =>
      log.warn({ err: error }, "could not delete expired credentials"),
    );
  }, sweepMs).unref();
  return {
    authenticator,
    credentials: {
      sign: createTokenSigner(db),
      async forget(ids) {
        for (const id of ids) authenticator.forget(id);
        if (ids.length > 0) await notifyAccess(db, ids);
      },
      flushUsage: () => usage.flush(),
      guesses: createGuesses(db, now),
      sessions,
      makeSecret() {
        const secret = makeSecret();
        return { secret, secretHash: hashSecret(secret) };
      },
      hashSecret,
    },
    async stop() {
      clearInterval(sweep);
      await usage.stop();
    },
  };
}
