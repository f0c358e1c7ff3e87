import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pino } from "pino";
import { afterAll } from "vitest";
import { openFileStore } from "#api/clients/files.ts";
import { decideFiling } from "#api/modules/filings/service.ts";
import { openPlatform } from "#api/platform.ts";
import { testApp } from "../app.ts";
import { openTestDatabase } from "../database.ts";
import { inlineJobs } from "../inline-jobs.ts";
import { makePerson, type Person } from "../people.ts";
import { openTestPipeline } from "../pipeline.ts";

type Method = "GET" | "POST" | "PATCH" | "PUT" | "DELETE";

export interface Filed {
  id: string;
  status: string;
  isPublic: boolean;
  version: number | null;
}

/** An API whose filings become statements before a write is answered, on 2026-02-20. */
export async function openFilingApp() {
  const database = await openTestDatabase();
  const pipeline = await openTestPipeline({ database });
  const folder = await mkdtemp(join(tmpdir(), "tenk-filings-"));
  afterAll(() => rm(folder, { recursive: true }));
  const now = () => new Date("2026-02-20T12:00:00Z");
  const log = pino({ level: "silent" });
  const publicUrl = "http://localhost:3000";
  const given = { database, mails: [], enqueued: [], log, now, publicUrl };
  const jobs = inlineJobs({ ...given, ingest: pipeline.context });
  const files = openFileStore(folder);
  const app = await testApp({ database, jobs, now, files });
  const platform = openPlatform({ db: database.db, jobs, log, now, files, publicUrl });
  const ask = (method: Method, url: string, who: Person | null, payload?: object) =>
    app.send({ method, url, ...(who && { headers: who.headers }), ...(payload && { payload }) });
  const owner = await makePerson(app);
  return {
    ...{ app, database, pipeline, owner, ask },
    decide: (id: string, act: "verify" | "reject") => decideFiling(platform, id, act),
    makeEntity: async (name: string) =>
      (await ask("POST", "/api/v1/entities", owner, { name })).json() as {
        id: string;
        slug: string;
      },
    /** Submits an income statement with a revenue. */
    file: async (entityId: string, period: string, revenue: string, more: object = {}) =>
      (
        await ask("POST", "/api/v1/filings", owner, {
          ...{ entityId, schemaType: "income_statement", reportingPeriodId: period, submit: true },
          content: { currency: "USD", fields: { revenue } },
          ...more,
        })
      ).json().data as Filed,
    /** Revenue of each period that a reader finds in the statements, newest first. */
    revenues: async (entityId: string, who: Person | null) => {
      const answer = await ask("GET", `/v2/entities/${entityId}/sfrs-statements`, who);
      const periods: { periodKey: string; fields: Record<string, string | null> }[] =
        answer.json().data?.periods ?? [];
      return periods
        .filter(({ fields }) => "revenue" in fields)
        .map(({ periodKey, fields }) => `${periodKey} ${fields.revenue}`);
    },
  };
}
