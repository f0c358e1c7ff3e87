import { pino } from "pino";
import { buildApp } from "#api/app.ts";
import { createMetrics } from "#api/http/metrics.ts";
import { loadRegistry } from "#registry/current/load.ts";
import { openDatabase } from "#schemas/database/db.ts";
import { listRuntimeSchemas } from "#schemas/sfrs/load.ts";
import { makeReader } from "../reader.ts";
import type { PlatformCase } from "./cases.ts";
import { growingTables, type PlanReport, planOf, recordQueries } from "./plans.ts";

/** Tables with fewer rows are read from end to end by any planner. */
const growingRows = 5000;

/** How the queries of each case run, by its label. */
export async function explainCases(
  settings: { databaseUrl: string; dataDir: string },
  cases: readonly PlatformCase[],
  say: (line: string) => void,
): Promise<Map<string, PlanReport>> {
  const database = await openDatabase(settings);
  const recorded = recordQueries(database.pool);
  const none = Number.POSITIVE_INFINITY;
  const app = buildApp({
    ...{ database, registry: loadRegistry(), runtimeSchemas: listRuntimeSchemas(), auth: null },
    limits: { anonymous: none, read: none, write: none, ofBucket: () => none },
    ...{ log: pino({ level: "silent" }), now: () => new Date(), metrics: createMetrics() },
  });
  // Of the API's own pool: plans depend on the settings of a session.
  const client = await database.pool.connect();
  try {
    await client.query(
      "insert into feature_flag (flag, scope) values ('directory_profile_experience_v2', 'everyone') on conflict do nothing",
    );
    await app.ready();
    const { authorization } = await makeReader(database.db, "p1@example.com");
    const growing = await growingTables(client, growingRows);
    const plans = new Map<string, PlanReport>();
    for (const { label, isSignedIn, asked } of cases) {
      const headers: Record<string, string> = isSignedIn ? { authorization } : {};
      const plan = await planOf(app, { recorded, client }, { ...asked(7), headers }, growing);
      say(`platform: ${label}: ${plan.milliseconds.toFixed(1)} ms, ${plan.main}`);
      plans.set(label, plan);
    }
    return plans;
  } finally {
    client.release();
    await app.close();
    await database.close();
  }
}
