import { flushCompileCache } from "node:module";
import { fileURLToPath } from "node:url";
import { pino } from "pino";
import { buildApp } from "#api/app.ts";
import { appOptionsOf } from "#api/app-options.ts";
import { loadIssuerKey } from "#api/auth/local-issuer.ts";
import { openExtracts } from "#api/clients/extracts.ts";
import { createMetrics } from "#api/http/metrics.ts";
import { firstCompany } from "#ingest/store/company.ts";
import { firstTicker } from "#ingest/store/tickers.ts";
import type { Config } from "#schemas/config/config.ts";
import { describeMisspelt } from "#schemas/config/misspelt-settings.ts";
import { describePayments } from "#schemas/config/payment-settings.ts";
import { readServingConfig } from "#schemas/config/serving-config.ts";
import { requestLimits } from "#schemas/config/wait-limits.ts";
import { type Database, openDatabase } from "#schemas/database/db.ts";
import { openLog } from "#schemas/log.ts";
import { startWork } from "./running/work.ts";
import { describeSource, openServices, requireSource, type Services } from "./services.ts";
import { surviveClosedPipes } from "./terminal/survive-closed-pipes.ts";

export interface StartOptions {
  config: Config;
  /** Writes one line for the person at the terminal. */
  say: (line: string) => void;
  now?: () => Date;
  boundary?: (name: string) => void;
}

export interface RunningService {
  /** The API's base URL. */
  address: string;
  /** Resolves when every company with outstanding work was tried. */
  ready: Promise<void>;
  /** Stops accepting work, lets current jobs finish or abandons it, and closes everything. */
  stop(): Promise<void>;
}

const questionProgram = fileURLToPath(new URL("./extracts/query-program.ts", import.meta.url));

/**
 * Runs everything in one process: database, API, worker and scheduler. The API serves stored data from the first
 * moment. Companies that were never built, or were built by another registry or engine, go through the queue. A second
 * start finds no outstanding work.
 */
export async function startService(options: StartOptions): Promise<RunningService> {
  const { config } = options;
  const output = pino.destination({ dest: 2, sync: false, minLength: 4096, periodicFlush: 1000 });
  const log = openLog(config.logLevel, output);
  const services = await openServices(config, { ...options, log });
  const { context } = services;
  try {
    requireSource(services);
    const database = await openApiDatabase(services);
    await loadIssuerKey({ db: database.db, secretKey: config.secretKey });
    const app = buildApp({
      database,
      registry: context.registry,
      ...appOptionsOf(config, log),
      extracts: openExtracts(questionProgram, config),
      mailFolder: config.mail.smtpUrl === null ? config.mail.outbox : null,
      now: context.now,
      metrics: createMetrics(),
    });
    const address = await app.listen({ port: config.port, host: config.host });
    options.say(greeting(services, address));
    // Node.js keeps what it has compiled when a process ends by itself; this one may be killed.
    flushCompileCache();
    const work = await startWork(services, { ...options, log });
    const ready = work.ready.then(async () => {
      options.say(await invitation(services, work.followed, address));
    });
    ready.catch((error: unknown) => log.warn({ err: error }, "no company to try was found"));
    return {
      address,
      ready,
      async stop() {
        await work.stop();
        await app.close();
        if (database !== context.database) await database.close();
        await services.close();
        output.flushSync();
      },
    };
  } catch (error) {
    await services.close();
    throw error;
  }
}

/**
 * On a server, requests have shorter time limits than jobs and their own pool; the embedded database has one session.
 */
async function openApiDatabase({ config, context }: Services): Promise<Database> {
  if (config.databaseUrl === null) return context.database;
  return openDatabase({ ...config, limits: requestLimits });
}

function greeting(services: Services, address: string): string {
  const { config } = services;
  return [
    `Tenk is listening on ${address}`,
    `  company pages      ${address}/`,
    `  API documentation  ${address}/api/docs`,
    `  health             ${address}/readyz`,
    `  source             ${describeSource(services)}`,
    `  payments           ${describePayments(config.payments)}`,
    `  data               ${config.databaseUrl === null ? config.dataDir : "PostgreSQL at DATABASE_URL"}`,
  ].join("\n");
}

/** Commands to try, for a built company, preferably one in COMPANIES (`followed`). */
async function invitation(
  { config, context }: Services,
  followed: readonly string[],
  address: string,
): Promise<string> {
  const isList = Array.isArray(config.companies);
  const ticker = await firstTicker(context.database.pool, isList ? followed : null);
  // Without a list of tickers companies have none.
  const entityId = ticker?.entityId ?? (isList ? null : await firstCompany(context.database.pool));
  if (entityId === null) return `Ready. No company${isList ? " of COMPANIES" : ""} is stored yet.`;
  const byTicker = ticker && `v2/entities/public/by-ticker/${ticker.ticker}`;
  const paths = [byTicker, `v2/entities/${entityId}/company-terminal`].filter(Boolean);
  return ["Ready. Try:", ...paths.map((path) => `  curl -s ${address}/${path}`)].join("\n");
}

/** `npm start`: everything in one process. Logs are quiet unless LOG_LEVEL asks for them. */
export async function start(): Promise<RunningService> {
  surviveClosedPipes();
  for (const line of describeMisspelt(process.env)) process.stderr.write(`${line}\n`);
  const config = await readServingConfig(process.env);
  const logLevel: Config["logLevel"] = process.env.LOG_LEVEL ? config.logLevel : "warn";
  const say = (line: string) => process.stdout.write(`${line}\n`);
  // Creating the embedded database takes seconds, longer on a busy machine, so say what is going on.
  if (config.databaseUrl === null) say(`Opening the embedded database in ${config.dataDir}`);
  return startService({ config: { ...config, logLevel }, say });
}
