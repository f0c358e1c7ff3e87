import pg from "pg";
import { pino } from "pino";
import { ingestCompany } from "#ingest/pipeline.ts";
import { openServices } from "#jobs/services.ts";
import { readConfig } from "#schemas/config/config.ts";
import { peakMemoryMb } from "../measure/memory.ts";

/** What one cold ingest of a few companies took. */
export interface IngestResult {
  /** Opening and migrating the database. */
  openMs: number;
  companies: { cik: string; ms: number; outcome: string }[];
  ms: number;
  /** Time during which at least one query was under way. */
  databaseMs: number;
  /** What the companies added. */
  databaseBytes: number;
  peakMb: number | null;
}

/** Program: ingests the companies of CIKS one after the other, as `npm run ingest` does, and reports. */
async function main(): Promise<IngestResult> {
  const ciks = (process.env.CIKS ?? "").split(",");
  const database = watchQueries();
  const start = performance.now();
  const config = { ...readConfig(process.env), isSampleAsked: true };
  const services = await openServices(config, { log: pino({ level: "error" }) });
  const { context } = services;
  const openMs = performance.now() - start;
  const emptyBytes = await databaseBytes(context.database.pool);
  database.reset();
  const companies: IngestResult["companies"] = [];
  const from = performance.now();
  for (const cik of ciks) {
    const began = performance.now();
    const { kind } = await ingestCompany(cik, context);
    companies.push({ cik, ms: performance.now() - began, outcome: kind });
  }
  const ms = performance.now() - from;
  const databaseMs = database.busyMs();
  const addedBytes = (await databaseBytes(context.database.pool)) - emptyBytes;
  const peakMb = peakMemoryMb("self");
  await services.close();
  return { openMs, companies, ms, databaseMs, databaseBytes: addedBytes, peakMb };
}

async function databaseBytes(pool: pg.Pool): Promise<number> {
  const size = "select pg_database_size(current_database())::float8 as bytes";
  const { rows } = await pool.query<{ bytes: number }>(size);
  return rows[0]?.bytes ?? Number.NaN;
}

/** Counts the time in which any query of any client is under way. */
function watchQueries(): { busyMs(): number; reset(): void } {
  let active = 0;
  let since = 0;
  let busy = 0;
  const begin = () => {
    if (active === 0) since = performance.now();
    active += 1;
  };
  const end = () => {
    active -= 1;
    if (active === 0) busy += performance.now() - since;
  };
  const clients = pg.Client.prototype as { query: (...given: unknown[]) => unknown };
  const query = clients.query;
  clients.query = function (this: unknown, ...given: unknown[]) {
    begin();
    const last = given.at(-1);
    if (typeof last === "function") {
      const ended = (...answer: unknown[]) => {
        end();
        return last(...answer);
      };
      return query.apply(this, [...given.slice(0, -1), ended]);
    }
    const answer = query.apply(this, given);
    if (answer instanceof Promise) answer.then(end, end);
    else end();
    return answer;
  };
  return {
    busyMs: () => busy,
    reset() {
      busy = 0;
    },
  };
}

main().then(
  (result) => process.send?.(result, () => process.exit(0)),
  (error: unknown) => {
    console.error(error);
    process.exit(1);
  },
);
