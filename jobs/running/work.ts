import type { FastifyBaseLogger } from "fastify";
import type { Config } from "#schemas/config/config.ts";
import { describeRisk } from "#schemas/database/db.ts";
import type { Services } from "../services.ts";
import { createBacklog } from "./backlog.ts";
import { openJobContext } from "./job-context.ts";
import { enqueuePending, type Pending } from "./pending.ts";
import { openQueue } from "./queue.ts";
import { closeAbandonedRuns } from "./run-job.ts";
import { startScheduler } from "./schedule.ts";

/** Starts worker and scheduler, which `npm start` and `npm run worker` share. */
export async function startWork(
  services: Services,
  options: {
    say: (line: string) => void;
    log: FastifyBaseLogger;
    boundary?: (name: string) => void;
  },
): Promise<{
  ready: Promise<void>;
  /** The CIKs that COMPANIES resolved to at start. */
  followed: readonly string[];
  stop(): Promise<void>;
}> {
  const { config, context } = services;
  const { database, log } = context;
  const backlog = createBacklog({ say: options.say, bar: !isTalkative(config.logLevel) });
  const queue = await openQueue({
    database,
    databaseUrl: config.databaseUrl,
    log,
    ...(options.boundary ? { boundary: options.boundary } : {}),
    stopTimeoutMs: 3_000,
    onRun(run) {
      backlog.onRun(run);
      if (run.name === "precompute" && run.state === "failed") options.say(run.error ?? "");
    },
  });
  const risk = await describeRisk(database);
  if (risk !== null) options.say(risk);
  const pending = await enqueuePending(config, context, queue);
  for (const line of describePending(pending, services)) options.say(line);
  backlog.begin(pending, queue);
  await closeAbandonedRuns(database);
  await queue.work(openJobContext(services, queue, options.log));
  const scheduler = await startScheduler({ queue, pool: database.pool, now: context.now, log });
  return {
    ready: backlog.done,
    followed: pending.followed,
    async stop() {
      backlog.stop();
      await scheduler.stop();
      await queue.stop();
    },
  };
}

/** True where the log has more than warnings. */
const isTalkative = (level: Config["logLevel"]) => ["info", "debug", "trace"].includes(level);

function describePending(
  { fromSample, rebuild, unknown, unanswered }: Pending,
  { config, context, usesSample }: Services,
): string[] {
  const lines: string[] = [];
  if (unanswered !== null) {
    const later = unknown.length > 0 ? `; looked for again later: ${unknown.join(", ")}` : "";
    lines.push(`The source did not say what COMPANIES means: ${unanswered}${later}`);
  } else if (unknown.length > 0) {
    const source = context.via ?? "the ticker list";
    const way = usesSample ? " (set EDGAR_USER_AGENT for live EDGAR)" : "";
    lines.push(`COMPANIES names what ${source} does not have: ${unknown.join(", ")}${way}`);
  }
  if (config.companies === null && !usesSample) {
    lines.push("COMPANIES is not set: following the companies of the bundled sample");
  }
  if (fromSample.length > 0) {
    lines.push(`${fromSample.length} companies came from the bundled sample and are fetched anew`);
  }
  if (rebuild.length > 0) {
    lines.push(
      `${rebuild.length} companies were built by another version and are built again, once the checks have looked at them`,
    );
  }
  return lines;
}
