import type { FastifyInstance } from "fastify";
import { type Logger, pino } from "pino";
import { loadRegistry } from "#registry/current/load.ts";
import { type Config, ConfigError } from "#schemas/config/config.ts";
import { describeMisspelt } from "#schemas/config/misspelt-settings.ts";
import { describePayments } from "#schemas/config/payment-settings.ts";
import type { Service } from "#schemas/config/run-until-stopped.ts";
import { readServingConfig } from "#schemas/config/serving-config.ts";
import { requestLimits } from "#schemas/config/wait-limits.ts";
import {
  type Database,
  describeRisk,
  migrateDatabase,
  openDatabase,
} from "#schemas/database/db.ts";
import { openLog } from "#schemas/log.ts";
import { buildApp } from "./app.ts";
import { appOptionsOf } from "./app-options.ts";
import { loadIssuerKey } from "./auth/local-issuer.ts";
import { createMetrics } from "./http/metrics.ts";

/** `npm run api`: runs the API alone, on PostgreSQL. Several of these processes can run at once. */
export async function start(): Promise<Service> {
  for (const line of describeMisspelt(process.env)) process.stderr.write(`${line}\n`);
  const config = await readServingConfig(process.env);
  if (config.databaseUrl === null) {
    throw new ConfigError(
      "npm run api needs DATABASE_URL: the embedded database belongs to npm start, one process at a time.",
    );
  }
  const output = pino.destination({ sync: false, minLength: 8192, periodicFlush: 1000 });
  const log = openLog(config.logLevel, output);
  const database = await openDatabase({ ...config, limits: requestLimits });
  try {
    await migrateDatabase(database);
    await loadIssuerKey({ db: database.db, secretKey: config.secretKey });
    const risk = await describeRisk(database);
    if (risk !== null) log.warn(risk);
    log.info(`payments: ${describePayments(config.payments)}`);
    const app = await listen(config, database, log);
    return {
      async stop() {
        log.info("stopping");
        await app.close();
        await database.close();
        output.flushSync();
      },
    };
  } catch (error) {
    await database.close();
    output.flushSync();
    throw error;
  }
}

async function listen(config: Config, database: Database, log: Logger): Promise<FastifyInstance> {
  const app = buildApp({
    database,
    registry: loadRegistry(),
    ...appOptionsOf(config, log),
    mailFolder: config.mail.smtpUrl === null ? "DATA_DIR/outbox of the worker" : null,
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
