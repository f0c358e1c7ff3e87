import { pino } from "pino";
import { ConfigError, readConfig } from "#schemas/config/config.ts";
import { describeMisspelt } from "#schemas/config/misspelt-settings.ts";
import type { Service } from "#schemas/config/run-until-stopped.ts";
import { openLog } from "#schemas/log.ts";
import { startWork } from "./running/work.ts";
import { describeSource, openServices, requireSource } from "./services.ts";

/**
 * `npm run worker`: runs jobs and schedule without the API, on PostgreSQL. Several of these processes can run at once.
 */
export async function start(): Promise<Service> {
  for (const line of describeMisspelt(process.env)) process.stderr.write(`${line}\n`);
  const config = readConfig(process.env);
  if (config.databaseUrl === null) {
    throw new ConfigError(
      "npm run worker needs DATABASE_URL: the embedded database belongs to npm start, one process at a time.",
    );
  }
  const output = pino.destination({ sync: false, minLength: 4096, periodicFlush: 1000 });
  const log = openLog(config.logLevel, output);
  const services = await openServices(config, { log });
  requireSource(services);
  const work = await startWork(services, { say: (line) => log.info(line), log });
  log.info({ source: describeSource(services) }, "working");
  return {
    async stop() {
      await work.stop();
      await services.close();
      output.flushSync();
    },
  };
}
