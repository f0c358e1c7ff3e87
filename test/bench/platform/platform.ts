import { join } from "node:path";
import pg from "pg";
import { startPostgres } from "../../helpers/postgres.ts";
import type { Bench, BenchOptions, BenchReport, Finding } from "../measure/report.ts";
import { figure, table } from "../measure/report.ts";
import { inNewFolder } from "../programs.ts";
import { goals, platformCases } from "./cases.ts";
import { explainCases } from "./explain.ts";
import { type Measured, measureCases } from "./measure.ts";
import type { PlanReport } from "./plans.ts";
import { seed } from "./seed.ts";
import { sizesAt } from "./sizes.ts";

/** The same cases on the seed and on a tenth of it, with the plans on the larger one. */
async function run(options: BenchOptions): Promise<BenchReport> {
  return inNewFolder(async (folder) => {
    const server = options.server === null ? await startPostgres() : null;
    const url = options.server ?? server?.url ?? null;
    if (url === null) {
      const remarks = ["platform: no PostgreSQL on this machine: left out."];
      return { findings: [], details: [], remarks };
    }
    try {
      const scale = options.isQuick ? Math.min(options.scale, 0.01) : options.scale;
      const small = await onSeed(url, { ...options, scale: scale / 10 }, folder);
      const whole = await onSeed(url, { ...options, scale }, folder);
      return report(whole, small, scale);
    } finally {
      await server?.stop();
    }
  });
}

interface Results {
  measured: Map<string, Measured>;
  plans: Map<string, PlanReport>;
}

async function onSeed(url: string, options: BenchOptions, folder: string): Promise<Results> {
  const name = `tenk_bench_platform_${String(options.scale).replace(/\D/g, "_")}`;
  const settings = { databaseUrl: await ensureDatabase(url, name), dataDir: join(folder, name) };
  await seed(settings, sizesAt(options.scale), options.say);
  const cases = platformCases.filter(({ label }) => label.includes(options.cases));
  const plans = await explainCases(settings, cases, options.say);
  const seconds = options.isQuick ? 0.3 : 2;
  return { plans, measured: await measureCases(settings, { cases, seconds, say: options.say }) };
}

async function ensureDatabase(url: string, name: string): Promise<string> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rowCount } = await client.query("select 1 from pg_database where datname = $1", [name]);
  if (rowCount === 0) await client.query(`create database ${name}`);
  await client.end();
  const own = new URL(url);
  own.pathname = `/${name}`;
  return own.href;
}

const growthMax = 1.5;
const cpuOf = ({ apiMicros, databaseMicros }: Measured) => apiMicros + databaseMicros;
const milliseconds = (micros: number) => (micros / 1000).toFixed(2);

function report(whole: Results, small: Results, scale: number): BenchReport {
  const rows: string[][] = [];
  const slow: string[] = [];
  const grown: string[] = [];
  const scanned: string[] = [];
  for (const { label, kind } of platformCases) {
    const one = whole.measured.get(label);
    const before = small.measured.get(label);
    const plan = whole.plans.get(label);
    if (one === undefined || before === undefined || plan === undefined) continue;
    const growth = cpuOf(one) / cpuOf(before);
    if (one.p99 > goals[kind] || one.statuses !== "200") slow.push(label);
    if (kind === "read" && growth > growthMax) grown.push(label);
    if (plan.scanned.length > 0) scanned.push(`${label}: ${plan.scanned.join(", ")}`);
    rows.push([
      label,
      one.statuses,
      one.p50.toFixed(1),
      one.p99.toFixed(1),
      milliseconds(one.apiMicros),
      milliseconds(one.databaseMicros),
      growth.toFixed(2),
      `${plan.main} (${plan.milliseconds.toFixed(1)} ms)`,
    ]);
  }
  const head = ["operation", "answers", "p50 ms", "p99 ms", "CPU API ms", "CPU database ms"];
  return {
    findings: [
      none(
        `reads over ${goals.read} ms, searches and matches over ${goals.search} ms at p99`,
        slow,
      ),
      none(`reads and lists whose CPU time is over ${growthMax} times that at a tenth`, grown),
      none("operations that read a growing table from end to end", scanned),
      figure("rows of the seed", `${scale} of the full size`),
    ],
    details: [
      {
        title: `Platform on PostgreSQL, 16 connections, seed of ${scale}`,
        table: table([...head, "CPU to a tenth", "main query"], rows),
      },
    ],
    remarks: [
      "CPU is the time of the API's process and of the database's sessions for one request. It says what an operation costs where other work shares the cores; p50 and p99 are by the clock.",
    ],
  };
}

const none = (what: string, found: readonly string[]): Finding => ({
  ...{ what, goal: "none", isMet: found.length === 0 },
  measured: found.length === 0 ? "none" : `${found.length}: ${found.join("; ")}`,
});

export const platformBench: Bench = {
  name: "platform",
  what: "lists, searches and matches on PostgreSQL with a seed of 200,000 accounts",
  run,
};
