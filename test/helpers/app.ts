import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from "fastify";
import { Registry } from "prom-client";
import { expect } from "vitest";
import { buildApp } from "#api/app.ts";
import { createTokenSigner, localIssuer } from "#api/auth/local-issuer.ts";
import { storeAccount } from "#api/auth/queries.ts";
import type { WrittenMail } from "#api/clients/mail.ts";
import type { AppOptions } from "#api/deps.ts";
import type { Endpoint } from "#api/http/endpoint.ts";
import { loadRegistry } from "#registry/current/load.ts";
import type { Database } from "#schemas/database/db.ts";
import { openLog } from "#schemas/log.ts";
import { listRuntimeSchemas } from "#schemas/sfrs/load.ts";
import { openTestDatabase } from "./database.ts";
import { collectSecrets, linesWith } from "./endpoints/logged-secrets.ts";
import { type EnqueuedJob, inlineJobs } from "./inline-jobs.ts";
import { whenDone } from "./when-done.ts";

/** No test changes the registry, so all test files of a process share one. */
const registry = loadRegistry();

export interface TestApp {
  app: FastifyInstance;
  database: Database;
  db: Database["db"];
  /** Lines of the log so far, parsed. */
  logged: Record<string, unknown>[];
  /** Mail sent so far. */
  mails: WrittenMail[];
  /** Jobs that committed work enqueued so far. */
  enqueued: EnqueuedJob[];
  /** Where the pages of the service are. */
  publicUrl: string;
  /** What the payment provider signs its events with. */
  webhookSecret: string;
  get(url: string, headers?: Record<string, string>): Promise<LightMyRequestResponse>;
  send(request: InjectOptions): Promise<LightMyRequestResponse>;
  /** Authorization header of a (new) account. */
  signIn(email: string): Promise<{ authorization: string }>;
  /** The same with the id of the account. */
  person(email: string): Promise<Person>;
}

export type Headers = Record<string, string>;

/** A signed-in account. */
export interface Person {
  id: string;
  headers: { authorization: string };
}

const none = Number.POSITIVE_INFINITY;

/**
 * Opens the whole API over a database of its own, without rate limits. It checks every answer against its schema and
 * searches the log for secrets. It is closed after the test or the file that opened it.
 */
export async function testApp(
  options: Partial<AppOptions> = {},
  endpoints?: readonly Endpoint[],
): Promise<TestApp> {
  const database = options.database ?? (await openTestDatabase());
  const logged: Record<string, unknown>[] = [];
  const mails: WrittenMail[] = [];
  const enqueued: EnqueuedJob[] = [];
  const now = options.now ?? (() => new Date());
  const log = openLog("info", { write: (line: string) => void logged.push(JSON.parse(line)) });
  const publicUrl = options.publicUrl ?? "http://localhost:3000";
  const app = buildApp(
    {
      database,
      registry,
      runtimeSchemas: listRuntimeSchemas(),
      auth: null,
      log,
      now,
      metrics: new Registry(),
      limits: { anonymous: none, read: none, write: none, ofBucket: () => none },
      checkAnswers: true,
      // On a busy machine a test waits instead of failing.
      views: { waitMs: 60_000 },
      jobs: inlineJobs({
        ...{ database, mails, enqueued, log, now, publicUrl },
        webhooks: options.webhooks,
      }),
      ...options,
    },
    endpoints,
  );
  const person = signingIn(database, now);
  const secrets = collectSecrets(app);
  await app.ready();
  whenDone(async () => {
    await app.close();
    if (options.database === undefined) await database.close();
    expect(linesWith(secrets, logged), "no log line holds a secret or an address").toEqual([]);
  });
  return {
    app,
    database,
    db: database.db,
    logged,
    mails,
    enqueued,
    publicUrl,
    webhookSecret: app.payments.webhookSecret ?? "",
    get: (url, headers = {}) => app.inject({ url, headers }),
    send: (request) => app.inject(request),
    signIn: async (email) => (await person(email)).headers,
    person,
  };
}

/** Makes people as `npm run token` does, but reads the key that signs their tokens once. */
function signingIn({ db }: Database, now: () => Date): TestApp["person"] {
  const sign = createTokenSigner({ db, secretKey: null });
  const { lifetimeSeconds } = localIssuer;
  return async (email) => {
    const { userId } = await storeAccount(db, email.trim().toLowerCase());
    const claims = { userId, sessionId: null, scopes: null, lifetimeSeconds };
    return { id: userId, headers: { authorization: `Bearer ${await sign(claims, now())}` } };
  };
}
