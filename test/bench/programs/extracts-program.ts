import { join } from "node:path";
import { monitorEventLoopDelay } from "node:perf_hooks";
import type pg from "pg";
import { openArchive } from "#ingest/archive.ts";
import { queryExtract } from "#ingest/extracts/query-extract.ts";
import { writeExtract } from "#ingest/extracts/write-extract.ts";
import { writeExtracts } from "#jobs/extracts/write-extracts.ts";
import { loadRegistry } from "#registry/current/load.ts";
import { readConfig } from "#schemas/config/config.ts";
import { openDatabase } from "#schemas/database/db.ts";
import { peakMemoryMb } from "../measure/memory.ts";
import { median } from "../measure/report.ts";

/** What the extracts of one stored set of companies took. */
export interface ExtractsResult {
  companies: number;
  facts: number;
  rows: number;
  bytes: { facts: number; parquet: number; duckdb: number };
  runs: { name: string; ms: number; cpuMs: number; read: number; written: number }[];
  /** Peak memory of this process with DuckDB in it, after the runs in it. */
  peakMb: number | null;
  screener: { rows: number; firstMs: number; ms: number };
  /** The longest that other work waited while the job ran, in its own process and in this one. */
  delays: { name: string; p99Ms: number; maxMs: number; ms: number }[];
}

const config = readConfig(process.env);
const { dataDir, archiveUrl } = config;
const database = await openDatabase(config);
const { pool } = database;
const store = { db: pool, archive: openArchive(archiveUrl), registry: loadRegistry() };
const out = join(dataDir, "extracts");

/** The job first: what it takes is measured in a process that has not grown yet. */
async function main(): Promise<ExtractsResult> {
  const job = await watched("in a process of its own, as the job does", () =>
    writeExtracts(
      { dataDir, archiveUrl, extractUrl: join(dataDir, "of-the-job"), prices: null },
      pool,
      new AbortController().signal,
    ),
  );
  let first: Awaited<ReturnType<typeof extract>> | null = null;
  const inside = await watched("on the service's own thread", async () => {
    first = await extract("first");
  });
  const { manifest, ...full } = first ?? (await extract("first"));
  const runs = [full];
  let folder = join(out, manifest.folder);
  for (const [name, oneIn] of [
    ["nothing changed", null],
    ["one company changed", "one"],
    ["every fiftieth changed", 50],
  ] as const) {
    if (oneIn !== null) await change(oneIn);
    const { manifest: newest, ...run } = await extract(name);
    runs.push(run);
    folder = join(out, newest.folder);
  }
  const sizes = (start: string) =>
    manifest.files.reduce((sum, f) => sum + (f.path.startsWith(start) ? f.sizeBytes : 0), 0);
  const duckdb = sizes("tenk.duckdb");
  return {
    companies: manifest.companies,
    facts: manifest.rows.facts,
    rows: Object.values(manifest.rows).reduce((sum, count) => sum + count, 0),
    bytes: { facts: sizes("facts/"), parquet: sizes("") - duckdb - sizes("builds.json"), duckdb },
    runs,
    peakMb: peakMemoryMb("self"),
    screener: await screen(folder),
    delays: [job, inside],
  };
}

async function extract(name: string) {
  const [from, cpu] = [performance.now(), process.cpuUsage()];
  const outcome = await writeExtract(store, {
    out,
    format: "both",
    since: null,
    onCompany: () => true,
  });
  if (outcome.kind === "interrupted") throw new Error(outcome.kind);
  const { user, system } = process.cpuUsage(cpu);
  const isWritten = outcome.kind === "written";
  return {
    name,
    ms: performance.now() - from,
    cpuMs: (user + system) / 1000,
    read: isWritten ? outcome.companiesRead : 0,
    written: isWritten ? outcome.manifest.files.length - outcome.filesReused : 0,
    manifest: outcome.manifest,
  };
}

/** As a rebuild would leave it: the builds of some companies are others now. */
async function change(which: "one" | number): Promise<void> {
  const some = which === "one" ? "(select min(company_key) from company_build)" : "any($1::text[])";
  const { rows } = await (pool as pg.Pool).query(
    "select company_key as cik from company_build order by company_key",
  );
  const chosen = rows.flatMap(({ cik }, at) => (at % Number(which) === 0 ? [cik] : []));
  await pool.query(
    `update company_build set output_digest = md5(output_digest) where company_key = ${some}`,
    which === "one" ? [] : [chosen],
  );
}

/** All companies screened, with opening the extract and without what the first question costs. */
async function screen(folder: string): Promise<ExtractsResult["screener"]> {
  const times: number[] = [];
  let rows = 0;
  for (let round = 0; round < 7; round += 1) {
    const from = performance.now();
    rows = (await queryExtract(folder, "from screener(1e9, 0.1)")).rows.length;
    times.push(performance.now() - from);
  }
  return { rows, firstMs: times[0] ?? Number.NaN, ms: median(times.slice(1)) };
}

async function watched(name: string, work: () => Promise<unknown>) {
  const delay = monitorEventLoopDelay({ resolution: 5 });
  delay.enable();
  const from = performance.now();
  await work();
  delay.disable();
  const ms = performance.now() - from;
  return { name, ms, p99Ms: delay.percentile(99) / 1e6, maxMs: delay.max / 1e6 };
}

main().then(
  async (result) => {
    await database.close();
    process.send?.(result, () => process.exit(0));
  },
  (error: unknown) => {
    console.error(error);
    process.exit(1);
  },
);
