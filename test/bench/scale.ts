import { type ChildProcess, spawn } from "node:child_process";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import pg from "pg";
import { startPostgres } from "../helpers/postgres.ts";
import { peakTreeMb } from "./measure/memory.ts";
import {
  atLeast,
  atMost,
  type Bench,
  type BenchOptions,
  type BenchReport,
  type Finding,
  figure,
  round,
  table,
} from "./measure/report.ts";
import { makeUniverse, type Universe } from "./measure/universe.ts";
import { folderBytes, inNewFolder, stopChild } from "./programs.ts";

const root = join(import.meta.dirname, "../..");
const companiesOfEdgar = 19_000;
const memoryMbMax = 1_000;
const workersMin = 1.4;
/** Of so many companies one has something new on the second night. */
const changedOneIn = 50;

/** What an installation of the bench runs with. */
interface Installation {
  databaseUrl: string;
  dataDir: string;
  /** A folder without documents in EDGAR's place: all come from the archives. */
  nothing: string;
}

interface Night {
  name: string;
  seconds: number;
  peakMb: number | null;
  said: string;
}

/** A made-up universe through the nightly archives, the night after, and its rebuild by one worker and by two. */
async function run(options: BenchOptions): Promise<BenchReport> {
  const { folder: edgar, isQuick, isDurable, say } = options;
  const server = await startPostgres({ isDurable });
  if (edgar === null || server === null) {
    await server?.stop();
    const missing = edgar === null ? "folder of EDGAR documents" : "PostgreSQL programs";
    return { findings: [], details: [], remarks: [`scale: left out, no ${missing} here.`] };
  }
  const count = isQuick ? 60 : options.universe;
  try {
    return await inNewFolder(async (folder) => {
      const installation = {
        databaseUrl: await server.create("scale"),
        dataDir: join(folder, "data"),
        nothing: pathToFileURL(join(folder, "nothing")).href,
      };
      await mkdir(join(folder, "nothing"));
      const nights: Night[] = [];
      let universe: Universe | null = null;
      for (const [name, isNew] of [
        ["first night", (copy: number) => copy % changedOneIn !== 0],
        ["the same archives again", null],
        ["a night with 2 % changed", () => true],
      ] as const) {
        const archives = join(folder, "archives");
        await mkdir(archives, { recursive: true });
        if (isNew) {
          say(`scale: making the archives of ${count} companies`);
          universe = await makeUniverse({ edgar, folder: archives, count, isNew });
        }
        if (universe === null) throw new Error("the first night makes the archives");
        say(`scale: ${name}`);
        nights.push(await ingestNight(name, universe, installation));
      }
      const sizes = await sizesOf(installation);
      const rates = await workerRates(installation, Math.min(200, Math.ceil(count / 6)), say);
      return report({ count, nights, sizes, rates, universe });
    });
  } finally {
    await server.stop();
  }
}

function settingsOf({ databaseUrl, dataDir, nothing }: Installation): NodeJS.ProcessEnv {
  return {
    PATH: process.env.PATH,
    DATABASE_URL: databaseUrl,
    DATA_DIR: dataDir,
    LOG_LEVEL: "error",
    COMPANIES: "all",
    EDGAR_DATA_URL: nothing,
    EDGAR_WWW_URL: nothing,
  };
}

function startNode(args: readonly string[], installation: Installation): ChildProcess {
  return spawn(process.execPath, ["--max-semi-space-size=16", ...args], {
    cwd: root,
    env: settingsOf(installation),
    stdio: ["ignore", "pipe", "inherit"],
  });
}

async function ingestNight(
  name: string,
  { companyFacts, submissions }: Universe,
  installation: Installation,
): Promise<Night> {
  const start = performance.now();
  const args = ["jobs/cli.ts", "ingest", "--bulk", companyFacts, "--submissions", submissions];
  const child = startNode(args, installation);
  let said = "";
  child.stdout?.on("data", (chunk: Buffer) => {
    said += chunk.toString();
  });
  let peakMb: number | null = null;
  const watch = setInterval(() => {
    peakMb = child.pid === undefined ? null : (peakTreeMb(child.pid) ?? peakMb);
  }, 250);
  const code = await new Promise((resolve) => child.once("close", resolve));
  clearInterval(watch);
  if (code !== 0) throw new Error(`${name}: ingest ended with ${code}: ${said}`);
  return { name, seconds: (performance.now() - start) / 1000, peakMb, said: said.trim() };
}

interface Sizes {
  databaseBytes: number;
  archiveBytes: number;
}

async function sizesOf({ databaseUrl, dataDir }: Installation): Promise<Sizes> {
  const [row] = await query<{ bytes: number }>(
    databaseUrl,
    "select pg_database_size(current_database())::float8 as bytes",
  );
  const archiveBytes = await folderBytes(join(dataDir, "archive"));
  return { databaseBytes: row?.bytes ?? Number.NaN, archiveBytes };
}

interface Rate {
  workers: number;
  perSecond: number;
  /** What the database's sessions waited for, most frequent first. */
  waits: string;
}

/** Companies rebuilt a second by one worker process and by two, in turn, on the same companies. */
async function workerRates(
  installation: Installation,
  count: number,
  say: (line: string) => void,
): Promise<Rate[]> {
  const rates: Rate[] = [];
  for (const workers of [1, 2, 1, 2]) {
    say(`scale: ${count} companies built again by ${workers} worker${workers > 1 ? "s" : ""}`);
    rates.push(await rateOf(installation, count, workers));
  }
  return rates;
}

async function rateOf(installation: Installation, count: number, workers: number): Promise<Rate> {
  const { databaseUrl } = installation;
  await query(
    databaseUrl,
    `update company_build set engine_version = 'another' where company_key in (select company_key from company_build order by company_key limit ${count})`,
  );
  const children = Array.from({ length: workers }, () =>
    startNode(["jobs/worker.ts"], installation),
  );
  for (const child of children) child.stdout?.resume();
  const waits = new Map<string, number>();
  // The start of the processes does not count: the clock runs from the first company that is done.
  const first = await untilStale(databaseUrl, (stale) => stale < count, waits);
  const start = performance.now();
  waits.clear();
  await untilStale(databaseUrl, (stale) => stale === 0, waits);
  const perSecond = first / ((performance.now() - start) / 1000);
  await Promise.all(children.map(stopChild));
  return { workers, perSecond, waits: shares(waits) };
}

/** Looks every tenth of a second; resolves with the number that was left. */
async function untilStale(
  databaseUrl: string,
  isEnough: (stale: number) => boolean,
  waits: Map<string, number>,
): Promise<number> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    for (;;) {
      const { rows } = await client.query(
        "select count(*)::int as stale from company_build where engine_version = 'another'",
      );
      if (isEnough(rows[0].stale)) return rows[0].stale;
      const active = await client.query(
        `select coalesce(wait_event_type || ' ' || wait_event, 'running') as wait from pg_stat_activity
         where datname = current_database() and state = 'active' and pid <> pg_backend_pid()`,
      );
      const seen = active.rows.length === 0 ? ["no query"] : active.rows.map(({ wait }) => wait);
      for (const wait of seen) waits.set(wait, (waits.get(wait) ?? 0) + 1);
      await sleep(100);
    }
  } finally {
    await client.end();
  }
}

function shares(waits: ReadonlyMap<string, number>): string {
  const total = [...waits.values()].reduce((sum, n) => sum + n, 0);
  return [...waits]
    .sort(([, a], [, b]) => b - a)
    .slice(0, 4)
    .map(([wait, n]) => `${wait} ${Math.round((100 * n) / total)} %`)
    .join(", ");
}

async function query<T extends pg.QueryResultRow>(databaseUrl: string, text: string): Promise<T[]> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    return (await client.query<T>(text)).rows;
  } finally {
    await client.end();
  }
}

interface Measured {
  count: number;
  nights: Night[];
  sizes: Sizes;
  rates: Rate[];
  universe: Universe | null;
}

function report({ count, nights, sizes, rates, universe }: Measured): BenchReport {
  const [first, , changed] = nights;
  const peak = Math.max(...nights.map(({ peakMb }) => peakMb ?? 0));
  const best = (workers: number) =>
    Math.max(...rates.filter((rate) => rate.workers === workers).map((rate) => rate.perSecond));
  const perCompany = (bytes: number) => `${Math.round(bytes / count / 1000)} kB`;
  const project = (value: number) => (value / count) * companiesOfEdgar;
  const findings: Finding[] = [
    figure(`${count} companies by bulk ingest`, `${round(count / (first?.seconds ?? 1))} a second`),
    atMost("peak memory of the bulk ingest", memoryMbMax, Math.round(peak), " MB"),
    figure("database per company", perCompany(sizes.databaseBytes)),
    figure("archive per company", perCompany(sizes.archiveBytes)),
    figure("a night with 2 % changed", `${round(changed?.seconds ?? Number.NaN)} s`),
    figure(
      `projected to ${companiesOfEdgar} companies`,
      `first night ${Math.round(project(first?.seconds ?? 0) / 60)} min, later nights ${Math.round(project(changed?.seconds ?? 0) / 60)} min, ` +
        `database ${Math.round(project(sizes.databaseBytes) / 1e9)} GB, archive ${Math.round(project(sizes.archiveBytes) / 1e9)} GB`,
    ),
    atLeast(
      "rebuild by two workers over one, on two cores with PostgreSQL beside them",
      workersMin,
      best(2) / best(1),
    ),
  ];
  return {
    findings,
    details: [
      { title: `Nightly archives, ${count} companies, PostgreSQL`, table: nightTable(nights) },
      { title: "Rebuild by worker processes, PostgreSQL", table: rateTable(rates) },
    ],
    remarks: [
      `The universe is whole large filers, renumbered (${Math.round((universe?.unpackedBytes ?? 0) / count / 1000)} kB of JSON each): the average filer is several times smaller, so the projection is an upper bound.`,
    ],
  };
}

function nightTable(nights: readonly Night[]): string {
  return table(
    ["night", "seconds", "peak memory", "what it said"],
    nights.map(({ name, seconds, peakMb, said }) => [
      name,
      round(seconds),
      peakMb === null ? "?" : `${Math.round(peakMb)} MB`,
      said,
    ]),
  );
}

function rateTable(rates: readonly Rate[]): string {
  return table(
    ["workers", "companies a second", "sessions of the database, ten times a second"],
    rates.map(({ workers, perSecond, waits }) => [String(workers), round(perSecond), waits]),
  );
}

export const scaleBench: Bench = {
  name: "scale",
  what: "a made-up universe of 2,000 companies: nightly archives, the night after, one worker and two",
  run,
};
