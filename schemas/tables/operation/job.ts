import { sql } from "drizzle-orm";
import { bigserial, boolean, index, integer, json, pgTable, text } from "drizzle-orm/pg-core";
import { createdAt, instant } from "../columns.ts";

/** One row per cron slot that some process has won: "name:ISO time of the slot". */
export const jobSlot = pgTable("job_slot", {
  key: text("key").primaryKey(),
  createdAt: createdAt(),
});

/**
 * One row: the id that this database and its archive have in common (`ingest/archive/archive-ownership.ts`).
 */
export const installation = pgTable("installation", {
  isOnly: boolean("is_only").primaryKey().default(true),
  id: text("id").notNull(),
});

/** Each execution of a job, for `npm run jobs -- list`, /readyz and /metrics. */
export const jobRun = pgTable(
  "job_run",
  {
    id: bigserial("id", { mode: "number" }).primaryKey(),
    name: text("name").notNull(),
    /** What it was about: a CIK, a date. */
    subject: text("subject"),
    state: text("state").notNull().$type<"running" | "completed" | "failed">(),
    startedAt: instant("started_at").notNull().default(sql`now()`),
    finishedAt: instant("finished_at"),
    result: json("result").$type<Record<string, unknown>>(),
    error: text("error"),
    /** Of the process that runs it: see `Database.process`. */
    process: integer("process"),
  },
  (t) => [
    index("job_run_started").on(t.startedAt),
    index("job_run_name").on(t.name, t.startedAt),
    index("job_run_completed")
      .on(t.name, t.subject, t.startedAt)
      .where(sql`${t.state} = 'completed'`),
    index("job_run_unknown_members")
      .on(t.startedAt)
      .where(sql`${t.result}->'counts'->>'unknownMembers' <> '0'`),
  ],
);

/**
 * Builds of a company that ended its worker thread (time, memory, crash) or threw. After three with the
 * same documents the company is set aside until its documents, the registry or the engine change.
 */
export const buildFailure = pgTable("build_failure", {
  companyKey: text("company_key").primaryKey(),
  inputDigest: text("input_digest").notNull(),
  failures: integer("failures").notNull(),
  reason: text("reason").notNull(),
  lastAt: instant("last_at").notNull(),
});
