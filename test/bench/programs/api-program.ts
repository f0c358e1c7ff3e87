import { pino } from "pino";
import { buildApp } from "#api/app.ts";
import { createMetrics } from "#api/http/metrics.ts";
import { loadRegistry } from "#registry/current/load.ts";
import { readConfig } from "#schemas/config/config.ts";
import { openDatabase } from "#schemas/database/db.ts";
import { listRuntimeSchemas } from "#schemas/sfrs/load.ts";
import { answerCpu } from "../measure/cpu.ts";
import { makeReader } from "../reader.ts";

/**
 * Program: the API as `npm start` and `npm run api` compose it, without jobs. CACHE=off makes every read a miss;
 * READER=address makes an account with credentials and says them; BUCKETS=off takes the limits of buckets away.
 */
const config = readConfig(process.env);
const output = pino.destination({ dest: "/dev/null", sync: false, minLength: 8192 });
const database = await openDatabase(config);
const app = buildApp({
  database,
  registry: loadRegistry(),
  runtimeSchemas: listRuntimeSchemas(),
  auth: config.auth,
  limits: {
    ...config.rateLimits,
    ...(process.env.BUCKETS === "off" ? { ofBucket: () => Number.POSITIVE_INFINITY } : {}),
  },
  log: pino({ level: config.logLevel }, output),
  now: () => new Date(),
  metrics: createMetrics(),
  ...(process.env.CACHE === "off" ? { cacheBytesMax: 1 } : {}),
});
await app.listen({ port: config.port, host: config.host });
const address = app.server.address();
const { READER: reader } = process.env;
const told = reader === undefined ? {} : await makeReader(database.db, reader);
answerCpu();
process.send?.({ port: typeof address === "object" ? address?.port : null, ...told });
