import { once } from "node:events";
import { writeFileSync, writeSync } from "node:fs";
import { pino } from "pino";
import { startWork } from "#jobs/running/work.ts";
import { openServices } from "#jobs/services.ts";
import { startService } from "#jobs/start-service.ts";
import { readConfig } from "#schemas/config/config.ts";

/**
 * `npm start` (or a worker, with DATABASE_URL) that kills itself at a named step: CRASH_AT is its name,
 * CRASH_COUNT the how-manieth time. PAUSE_AT names a step at which it says "paused" and stands still until it gets
 * SIGCONT; then it works on until SIGTERM. Without them it works until everything is built, stops, and writes
 * the names of all steps it passed to STEPS_FILE.
 */
// The sample, on a server too.
const config = { ...readConfig(process.env), isSampleAsked: true };
const crashAt = process.env.CRASH_AT ?? "";
const crashCount = Number(process.env.CRASH_COUNT ?? "1");
const pauseAt = process.env.PAUSE_AT ?? "";
const passed = new Map<string, number>();

function boundary(name: string): void {
  const count = (passed.get(name) ?? 0) + 1;
  passed.set(name, count);
  if (name === crashAt && count === crashCount) process.kill(process.pid, "SIGKILL");
  if (name === pauseAt && count === 1) {
    writeSync(1, "paused\n");
    process.kill(process.pid, "SIGSTOP");
  }
}

const say = (line: string) => process.stdout.write(`${line}\n`);

async function start(): Promise<{ ready: Promise<void>; stop(): Promise<void> }> {
  if (config.databaseUrl === null) return startService({ config, say, boundary });
  const log = pino({ level: "silent" });
  const services = await openServices(config, { log, boundary });
  const work = await startWork(services, {
    log,
    say,
    boundary,
  });
  return {
    ready: work.ready,
    async stop() {
      await work.stop();
      await services.close();
    },
  };
}

const running = await start();
await (pauseAt === "" ? running.ready : once(process, "SIGTERM"));
await running.stop();
if (process.env.STEPS_FILE) {
  writeFileSync(process.env.STEPS_FILE, JSON.stringify(Object.fromEntries(passed)));
}
process.exit(0);
