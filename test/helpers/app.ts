import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from "fastify";
import { pino } from "pino";
import { Registry } from "prom-client";
import { afterAll } from "vitest";
import { buildApp } from "#api/app.ts";
import { issueToken } from "#api/auth/local-issuer.ts";
import type { Mail } from "#api/clients/mail.ts";
import type { AppOptions } from "#api/deps.ts";
import type { Endpoint } from "#api/http/endpoint.ts";
import { loadRegistry } from "#registry/load.ts";
import type { Database } from "#schemas/db.ts";
import { listRuntimeSchemas } from "#schemas/sfrs/load.ts";
import { openTestDatabase } from "./database.ts";

export interface TestApp {
  app: FastifyInstance;
  database: Database;
  db: Database["db"];
  /** Lines of the log so far, parsed. */
  logged: Record<string, unknown>[];
  /** Mail sent so far. */
  mails: Mail[];
  get(url: string, headers?: Record<string, string>): Promise<LightMyRequestResponse>;
  send(request: InjectOptions): Promise<LightMyRequestResponse>;
  /** Authorization header of a (new) account. */
  signIn(email: string): Promise<{ authorization: string }>;
}

const none = Number.POSITIVE_INFINITY;

/** The whole API over a database of its own, without limits, every answer checked; closed after the file. */
export async function testApp(
  options: Partial<AppOptions> = {},
  endpoints?: readonly Endpoint[],
): Promise<TestApp> {
  const database = options.database ?? (await openTestDatabase());
  const logged: Record<string, unknown>[] = [];
  const mails: Mail[] = [];
  const app = buildApp(
    {
      database,
      registry: loadRegistry(),
      runtimeSchemas: listRuntimeSchemas(),
      auth: null,
      log: pino({ level: "info" }, { write: (line: string) => logged.push(JSON.parse(line)) }),
      now: () => new Date(),
      metrics: new Registry(),
      limits: { anonymous: none, read: none, write: none },
      checkAnswers: true,
      mailer: async (mail) => {
        mails.push(mail);
      },
      ...options,
    },
    endpoints,
  );
  await app.ready();
  afterAll(async () => {
    await app.close();
    if (options.database === undefined) await database.close();
  });
  const now = options.now ?? (() => new Date());
  return {
    app,
    database,
    db: database.db,
    logged,
    mails,
    get: (url, headers = {}) => app.inject({ url, headers }),
    send: (request) => app.inject(request),
    signIn: async (email) => {
      const { token } = await issueToken(database.db, { email, now: now() });
      return { authorization: `Bearer ${token}` };
    },
  };
}
