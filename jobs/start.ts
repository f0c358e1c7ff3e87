import { join } from "node:path";
import { pino } from "pino";
import { buildApp } from "#api/app.ts";
import { openFileStore } from "#api/clients/files.ts";
import { createOutboxMailer } from "#api/clients/mail.ts";
import { createMetrics } from "#api/http/metrics.ts";
import { firstTicker } from "#ingest/store/tickers.ts";
import { type Config, readConfig } from "#schemas/config.ts";
import { takeNoArguments } from "#schemas/no-arguments.ts";
import { listRuntimeSchemas } from "#schemas/sfrs/load.ts";
import { describeStartFault } from "#schemas/start-fault.ts";
import { describeSource, openServices, type Services } from "./services.ts";
import { stopOnSignals } from "./stop-on-signals.ts";
import { surviveClosedPipes } from "./survive-closed-pipes.ts";
import { startWork } from "./work.ts";

export interface StartOptions {
  config: Config;
  /** Writes one line for the person at the terminal. */
  say: (line: string) => void;
  now?: () => Date;
  boundary?: (name: string) => void;
}

export interface RunningService {
  /** Where the API listens. */
  address: string;
  /** Resolves when every company that the start found undone has been tried. */
  ready: Promise<void>;
  /** Stops taking work, lets the unit at hand finish or abandons it, and closes everything. */
  stop(): Promise<void>;
}

/**
 * The whole product in one process: database, API, worker and scheduler. The API answers from the first
 * moment with what is stored; companies that were never built, or were built by another registry or
 * engine, are worked on through the queue. A second start finds nothing to do.
 */
export async function startService(options: StartOptions): Promise<RunningService> {
  const { config } = options;
  const output = pino.destination({ dest: 2, sync: false, minLength: 4096, periodicFlush: 1000 });
  const log = pino({ level: config.logLevel }, output);
  const services = await openServices(config, { ...options, log });
  const { context } = services;
  try {
    const app = buildApp({
      database: context.database,
      registry: context.registry,
      runtimeSchemas: listRuntimeSchemas(),
      auth: config.auth,
      tokens: config.tokens,
      publicUrl: config.publicUrl,
      mailer: createOutboxMailer(join(config.dataDir, "outbox"), context.now),
      limits: config.rateLimits,
      trustedProxies: config.trustedProxies,
      corsOrigins: config.corsOrigins,
      files: openFileStore(config.filesUrl),
      log,
      now: context.now,
      metrics: createMetrics(),
    });
    const address = await app.listen({ port: config.port, host: config.host });
    options.say(greeting(services, address));
    const work = await startWork(services, options);
    void work.ready.then(async () => options.say(await invitation(services, address)));
    return {
      address,
      ready: work.ready,
      async stop() {
        await work.stop();
        await app.close();
        await services.close();
        output.flushSync();
      },
    };
  } catch (error) {
    await services.close();
    throw error;
  }
}

function greeting(services: Services, address: string): string {
  const { config } = services;
  return [
    `Tenk is listening on ${address}`,
    `  API documentation  ${address}/api/docs`,
    `  health             ${address}/readyz`,
    `  source             ${describeSource(services)}`,
    `  data               ${config.databaseUrl === null ? config.dataDir : "PostgreSQL at DATABASE_URL"}`,
  ].join("\n");
}

/** One command to try, for a company that is there. */
async function invitation({ context }: Services, address: string): Promise<string> {
  const ticker = await firstTicker(context.database.pool);
  if (ticker === null) return "Ready. No company is stored yet.";
  return `Ready. Try:\n  curl -s ${address}/v2/entities/public/by-ticker/${ticker.ticker}\n  curl -s ${address}/v2/entities/${ticker.entityId}/company-terminal`;
}

/** `npm start`: everything in one process. Logs are quiet unless LOG_LEVEL asks for them. */
async function main(): Promise<void> {
  takeNoArguments("npm start", "Database, first ingest, scheduler, worker and API in one process.");
  surviveClosedPipes();
  const config = readConfig(process.env);
  const logLevel: Config["logLevel"] = process.env.LOG_LEVEL ? config.logLevel : "warn";
  const say = (line: string) => process.stdout.write(`${line}\n`);
  // Creating the embedded database takes seconds, on a busy machine many: not in silence.
  if (config.databaseUrl === null) say(`Opening the embedded database in ${config.dataDir}`);
  const service: Promise<RunningService> = startService({ config: { ...config, logLevel }, say });
  // Ctrl-C reaches the process that creates the database, too: a start that fails of it has stopped.
  const started = service.catch((error: unknown) => {
    if (!isStopping()) throw error;
    return null;
  });
  const isStopping = stopOnSignals(async () => (await started)?.stop());
  await started;
}

function sentence(error: unknown): string {
  const reason = error instanceof Error ? error.message : String(error);
  return describeStartFault(error) ?? `Tenk could not start: ${reason}`;
}

// Tests start the service from their own processes.
if (import.meta.main) {
  main().catch((error: unknown) => {
    process.stderr.write(`${sentence(error)}\n`);
    process.exit(1);
  });
}
