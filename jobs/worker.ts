import { pino } from "pino";
import { ConfigError, readConfig } from "#schemas/config.ts";
import { takeNoArguments } from "#schemas/no-arguments.ts";
import { describeStartFault } from "#schemas/start-fault.ts";
import { describeSource, openServices } from "./services.ts";
import { stopOnSignals } from "./stop-on-signals.ts";
import { startWork } from "./work.ts";

/** `npm run worker`: jobs and schedule without the API, on PostgreSQL, as many of them as wanted. */
async function main(): Promise<void> {
  takeNoArguments("npm run worker", "Jobs and schedule without the API, on PostgreSQL.");
  const config = readConfig(process.env);
  if (config.databaseUrl === null) {
    throw new ConfigError(
      "npm run worker needs DATABASE_URL: the embedded database belongs to npm start, one process at a time.",
    );
  }
  const output = pino.destination({ sync: false, minLength: 4096, periodicFlush: 1000 });
  const log = pino({ level: config.logLevel }, output);
  const services = await openServices(config, { log });
  const work = await startWork(services, { say: (line) => log.info(line) });
  log.info({ source: describeSource(services) }, "working");
  stopOnSignals(async () => {
    await work.stop();
    await services.close();
    output.flushSync();
  });
}

main().catch((error: unknown) => {
  const known = describeStartFault(error);
  process.stderr.write(`${known ?? (error instanceof Error ? error.stack : String(error))}\n`);
  process.exit(1);
});
