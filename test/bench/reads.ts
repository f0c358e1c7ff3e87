import { cp, rm } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { startPostgres } from "../helpers/postgres.ts";
import { emptyResult, openConnection } from "./measure/load.ts";
import {
  atLeast,
  atMost,
  type Bench,
  type BenchOptions,
  type BenchReport,
  type Finding,
  median,
  table,
} from "./measure/report.ts";
import { inNewFolder } from "./programs.ts";
import {
  type Asked,
  type Case,
  connections,
  ingestMeasured,
  judge,
  measuredEntity,
  measureInTurn,
  type Samples,
  type Server,
  startApi,
  startServer,
} from "./served.ts";

const kinds = ["terminal", "financials"] as const;
type Kind = (typeof kinds)[number];
const paths: Record<Kind, string> = {
  terminal: `${measuredEntity}/company-terminal`,
  financials: `${measuredEntity}/financials/full`,
};

type Servers = Record<"bare" | "api" | "logged", Server>;

/** Cached reads against bare routes that send the same bytes, and a miss against a hit. */
async function run(options: BenchOptions): Promise<BenchReport> {
  return inNewFolder(async (dataDir) => {
    options.say("reads: ingesting one company");
    await ingestMeasured(options, { DATA_DIR: dataDir });
    const hits = await measureHits(options, dataDir);
    const misses = await measureMisses(options, dataDir);
    return {
      findings: [...hits.findings, ...misses.findings],
      details: [...hits.details, ...misses.details],
      remarks: [],
    };
  });
}

async function measureHits(options: BenchOptions, dataDir: string): Promise<BenchReport> {
  // The embedded database belongs to one process: each server has a copy.
  const copy = `${dataDir}-logged`;
  await cp(dataDir, copy, { recursive: true });
  const servers = {} as Servers;
  try {
    servers.api = await startApi({ DATA_DIR: dataDir });
    servers.logged = await startApi({ DATA_DIR: copy, LOG_LEVEL: "info" });
    servers.bare = await startBare(servers.api.port);
    const cases = makeCases(servers, await readEtag(servers.api.port));
    const [rounds, seconds] = options.isQuick ? [2, 0.5] : [7, 2];
    const say = (round: string) => options.say(`reads: ${round}`);
    return reportHits(await measureInTurn(cases, { rounds, seconds, say }), cases);
  } finally {
    await Promise.all(Object.values(servers).map(({ program }) => program.stop()));
    await rm(copy, { recursive: true, force: true });
  }
}

function startBare(apiPort: number): Promise<Server> {
  const wanted = kinds.flatMap((kind) =>
    [false, true].map((isGzip) => ({ path: paths[kind], isGzip })),
  );
  return startServer("bare-program.ts", {
    ORIGIN: `http://127.0.0.1:${apiPort}`,
    PATHS: JSON.stringify(wanted),
  });
}

async function readEtag(port: number): Promise<string> {
  const answer = await fetch(`http://127.0.0.1:${port}${paths.terminal}`, {
    headers: { "accept-encoding": "identity" },
  });
  await answer.arrayBuffer();
  return answer.headers.get("etag") ?? "";
}

function makeCases({ bare, api, logged }: Servers, etag: string): Case[] {
  const gzip = { "accept-encoding": "gzip" };
  const reads = kinds.flatMap((kind): Case[] => {
    const path = paths[kind];
    const [plain, packed] = [`${kind}, bare`, `${kind}, bare gzip`];
    return [
      { label: plain, server: bare, asked: { path }, against: null },
      { label: kind, server: api, asked: { path }, against: plain },
      { label: `${kind}, access log`, server: logged, asked: { path }, against: plain },
      { label: packed, server: bare, asked: { path: `${path}/gzip` }, against: null },
      { label: `${kind}, gzip`, server: api, asked: { path, headers: gzip }, against: packed },
    ];
  });
  const notModified: Case = {
    label: "terminal, 304",
    server: api,
    asked: { path: paths.terminal, headers: { "if-none-match": etag } },
    against: "terminal",
  };
  return [...reads, notModified];
}

function reportHits(samples: Samples, cases: readonly Case[]): BenchReport {
  const { middle, ratio, statuses, bytes } = judge(samples);
  const head = [
    "read",
    "answers",
    "bytes",
    "req/s",
    "to its base",
    "CPU µs",
    "to its base",
    "p50 ms",
    "p99 ms",
    "server busy",
  ];
  const rows = cases.map((one) => [
    one.label,
    statuses(one.label),
    String(bytes(one.label)),
    String(Math.round(middle(one.label, ({ perSecond }) => perSecond))),
    one.against === null ? "" : ratio(one, ({ perSecond }) => perSecond).toFixed(2),
    middle(one.label, ({ cpuMicros }) => cpuMicros).toFixed(0),
    one.against === null ? "" : ratio(one, ({ cpuMicros }) => cpuMicros).toFixed(2),
    middle(one.label, ({ p50 }) => p50).toFixed(2),
    middle(one.label, ({ p99 }) => p99).toFixed(2),
    `${Math.round(100 * middle(one.label, ({ busy }) => busy))} %`,
  ]);
  const findings = cases.flatMap((one): Finding[] => {
    if (one.against === null) return [];
    const speed = ratio(one, ({ perSecond }) => perSecond);
    if (one.label.endsWith("304")) return [atLeast("304 against 200, req/s", 1, speed)];
    const goal = one.label.endsWith("access log") ? 0.5 : 0.7;
    const p99 = middle(one.label, (sample) => sample.p99);
    return [
      atLeast(`${one.label}: req/s against bare`, goal, speed),
      atMost(
        `${one.label}: CPU against bare`,
        2,
        ratio(one, ({ cpuMicros }) => cpuMicros),
        "",
      ),
      atMost(`${one.label}: p99`, 6, p99, " ms"),
    ];
  });
  const title = `Cached reads, ${connections} connections, medians of interleaved rounds`;
  return { findings, details: [{ title, table: table(head, rows) }], remarks: [] };
}

/** Single requests, hit and miss in turn, so that neither waits behind others. */
async function measureMisses(options: BenchOptions, dataDir: string): Promise<BenchReport> {
  const postgres = await startPostgres();
  const rows: string[][] = [];
  const findings: Finding[] = [];
  const measure = async (
    engine: string,
    hit: Record<string, string>,
    miss: Record<string, string>,
  ) => {
    options.say(`reads: misses, ${engine}`);
    const servers = [await startApi(hit), await startApi({ ...miss, CACHE: "off" })] as const;
    try {
      for (const [label, target] of missTargets) {
        const [hits, misses] = await alternate(servers, target, options.isQuick ? 30 : 400);
        const more = median(misses) - median(hits);
        const times = [median(hits), median(misses), more].map((ms) => ms.toFixed(2));
        rows.push([engine, label, ...times]);
        findings.push(atMost(`${label}: miss over hit, p50, ${engine}`, 0.5, more, " ms"));
      }
    } finally {
      await Promise.all(servers.map(({ program }) => program.stop()));
    }
  };
  try {
    const copy = `${dataDir}-miss`;
    await cp(dataDir, copy, { recursive: true });
    await measure("embedded", { DATA_DIR: dataDir }, { DATA_DIR: copy });
    await rm(copy, { recursive: true, force: true });
    if (postgres) {
      const url = {
        DATABASE_URL: await postgres.create("reads"),
        DATA_DIR: join(dataDir, "server"),
      };
      await ingestMeasured(options, url);
      await measure("PostgreSQL", url, url);
    }
  } finally {
    await postgres?.stop();
  }
  const head = ["database", "read", "hit p50 ms", "miss p50 ms", "more"];
  return {
    findings,
    details: [{ title: "A miss against a hit, one request at a time", table: table(head, rows) }],
    remarks: [],
  };
}

const missTargets = kinds.flatMap((kind): [string, Asked][] => [
  [`${kind}, gzip`, { path: paths[kind], headers: { "accept-encoding": "gzip" } }],
  [kind, { path: paths[kind] }],
]);

async function alternate(
  servers: readonly [Server, Server],
  target: Asked,
  count: number,
): Promise<[number[], number[]]> {
  const results = [emptyResult(), emptyResult()] as const;
  const lines = await Promise.all(servers.map(({ port }) => openConnection(port)));
  for (let i = 0; i < count; i += 1) {
    for (const [at, line] of lines.entries()) {
      const server = servers[at];
      const result = results[at];
      if (!server || !result) continue;
      await line.request({ port: server.port, ...target }, result);
      // Collecting what a request left behind is no part of the next one.
      await sleep(8);
    }
  }
  for (const line of lines) line.close();
  return [results[0].latencies, results[1].latencies];
}

export const readsBench: Bench = {
  name: "reads",
  what: "terminal and full financials against a bare route: req/s, CPU, p99, 304, gzip, miss",
  run,
};
