import { readFile } from "node:fs/promises";
import pg from "pg";
import type { Reader } from "../access.ts";
import type { CpuAnswer } from "../measure/cpu.ts";
import { loadFully } from "../measure/load.ts";
import { percentile } from "../measure/report.ts";
import { type Server, startApi } from "../served.ts";
import type { PlatformCase } from "./cases.ts";

/** One case under load. Times by the clock in milliseconds, CPU time for one request in microseconds. */
export interface Measured {
  statuses: string;
  p50: number;
  p99: number;
  apiMicros: number;
  /** Of the database's sessions; NaN where their process times cannot be read. */
  databaseMicros: number;
}

const connections = 16;
/** How many different requests a case makes. */
const variants = 200;

/** Each of the cases for some seconds, one after the other, on an API without limits. */
export async function measureCases(
  { databaseUrl, dataDir }: { databaseUrl: string; dataDir: string },
  {
    cases,
    seconds,
    say,
  }: { cases: readonly PlatformCase[]; seconds: number; say: (line: string) => void },
): Promise<Map<string, Measured>> {
  const api = await startApi<Reader>({
    ...{ DATABASE_URL: databaseUrl, DATA_DIR: dataDir, READER: "p1@example.com" },
    ...{ RATE_LIMIT_READ: "0", RATE_LIMIT_WRITE: "0", BUCKETS: "off" },
  });
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const results = new Map<string, Measured>();
    for (const one of cases) {
      say(`platform: ${one.label}`);
      // The pool's sessions are there and have their plans.
      await measure(api, one, client, Math.min(seconds, 0.3));
      results.set(one.label, await measure(api, one, client, seconds));
    }
    return results;
  } finally {
    await client.end();
    await api.program.stop();
  }
}

async function measure(
  { program, port, first }: Server<Reader>,
  { isSignedIn, asked }: PlatformCase,
  client: pg.Client,
  seconds: number,
): Promise<Measured> {
  const headers = isSignedIn ? { authorization: first.authorization } : {};
  const targets = Array.from({ length: variants }, (_, i) => ({ port, headers, ...asked(i) }));
  const before = await cpuOf(program, client);
  const result = await loadFully(targets, { connections, seconds });
  const after = await cpuOf(program, client);
  return {
    statuses: Object.keys(result.statuses).join(" "),
    p50: percentile(result.latencies, 0.5),
    p99: percentile(result.latencies, 0.99),
    apiMicros: (after.api - before.api) / result.requests,
    databaseMicros: (after.database - before.database) / result.requests,
  };
}

async function cpuOf(program: Server["program"], client: pg.Client) {
  const { micros: api } = await program.ask<CpuAnswer>("cpu");
  const { rows } = await client.query<{ pid: number }>(
    "select pid from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()",
  );
  const times = await Promise.all(rows.map(({ pid }) => processMicros(pid)));
  return { api, database: times.reduce((sum, time) => sum + time, 0) };
}

/** Linux counts processor time in hundredths of a second. */
const tickMicros = 10_000;

/** CPU time of a process of this machine; NaN where it cannot be read. */
async function processMicros(pid: number): Promise<number> {
  const text = await readFile(`/proc/${pid}/stat`, "utf8").catch(() => "");
  const [, , ...fields] = text.slice(text.lastIndexOf(")")).split(" ");
  return (Number(fields[10]) + Number(fields[11])) * tickMicros;
}
