import { join } from "node:path";
import type { FastifyInstance } from "fastify";
import { type Logger, pino } from "pino";
import { loadRegistry } from "#registry/load.ts";
import { type Config, ConfigError, readConfig } from "#schemas/config.ts";
import { type Database, migrateDatabase, openDatabase } from "#schemas/db.ts";
import { takeNoArguments } from "#schemas/no-arguments.ts";
import { listRuntimeSchemas } from "#schemas/sfrs/load.ts";
import { describeStartFault } from "#schemas/start-fault.ts";
import { buildApp } from "./app.ts";
import { openFileStore } from "./clients/files.ts";
import { createOutboxMailer } from "./clients/mail.ts";
import { createMetrics } from "./http/metrics.ts";

/** `npm run api`: the API alone, on PostgreSQL, as many of them as wanted. */
async function main(): Promise<void> {
  takeNoArguments("npm run api", "The API alone, on PostgreSQL.");
  const config = readConfig(process.env);
  if (config.databaseUrl === null) {
    throw new ConfigError(
      "npm run api needs DATABASE_URL: the embedded database belongs to npm start, one process at a time.",
    );
  }
  const output = pino.destination({ sync: false, minLength: 8192, periodicFlush: 1000 });
  const log = pino({ level: config.logLevel }, output);
  const database = await openDatabase(config);
  try {
    await migrateDatabase(database);
    const app = await listen(config, database, log);
    stopOnSignal(log, async () => {
      await app.close();
      await database.close();
      output.flushSync();
    });
  } catch (error) {
    await database.close();
    throw error;
  }
}

async function listen(config: Config, database: Database, log: Logger): Promise<FastifyInstance> {
  const app = buildApp({
    database,
    registry: loadRegistry(),
    runtimeSchemas: listRuntimeSchemas(),
    auth: config.auth,
    tokens: config.tokens,
    publicUrl: config.publicUrl,
    mailer: createOutboxMailer(join(config.dataDir, "outbox"), () => new Date()),
    limits: config.rateLimits,
    trustedProxies: config.trustedProxies,
    corsOrigins: config.corsOrigins,
    files: openFileStore(config.filesUrl),
    log,
    now: () => new Date(),
    metrics: createMetrics(),
  });
  try {
    await app.listen({
      port: config.port,
      host: config.host,
      listenTextResolver: (address) => `listening on ${address}, described at ${address}/api/docs`,
    });
    return app;
  } catch (error) {
    await app.close();
    throw error;
  }
}

/** The first signal stops cleanly, a second one at once. */
function stopOnSignal(log: Logger, stop: () => Promise<void>): void {
  const onSignal = (signal: NodeJS.Signals) => {
    log.info({ signal }, "stopping");
    stop().catch((error: unknown) => {
      log.fatal({ err: error }, "could not stop cleanly");
      process.exitCode = 1;
    });
  };
  process.once("SIGINT", onSignal);
  process.once("SIGTERM", onSignal);
}

main().catch((error: unknown) => {
  const known = describeStartFault(error);
  process.stderr.write(`${known ?? (error instanceof Error ? error.stack : String(error))}\n`);
  process.exitCode = 1;
});
