import { join } from "node:path";
import { sampleCompanies } from "#ingest/sample/companies.ts";
import { startPostgres } from "../helpers/postgres.ts";
import { listWholeCompanies, sourceSettings } from "./measure/edgar-folder.ts";
import {
  atMost,
  type Bench,
  type BenchOptions,
  type BenchReport,
  type Finding,
  figure,
  round,
  table,
} from "./measure/report.ts";
import type { IngestResult } from "./programs/ingest-program.ts";
import { folderBytes, inNewFolder, startProgram } from "./programs.ts";

interface Run extends IngestResult {
  engine: "embedded" | "PostgreSQL";
  archiveBytes: number;
}

const memoryMbMax = 600;
/** A cost that rises with the number of companies would show between these steps. */
const growthMax = 1.2;

/** The whole companies of the folder, cold, on both databases; then 1, 3, 9 … of them. */
async function run(options: BenchOptions): Promise<BenchReport> {
  const all = await companiesOf(options);
  const ciks = options.isQuick ? all.slice(0, 3) : all;
  const server = await startPostgres();
  const runs: Run[] = [];
  try {
    options.say(`ingest: ${ciks.length} companies into the embedded database`);
    runs.push(await ingest(options, ciks, null));
    if (server) {
      options.say(`ingest: ${ciks.length} companies into PostgreSQL`);
      runs.push(await ingest(options, ciks, await server.create("whole")));
    }
  } finally {
    await server?.stop();
  }
  const growth: Run[] = [];
  for (const count of [1, 3, 9, 27].filter((step) => step < ciks.length)) {
    options.say(`ingest: ${count} companies`);
    growth.push(await ingest(options, ciks.slice(0, count), null));
  }
  growth.push(...runs.slice(0, 1));
  return {
    findings: [...runs.flatMap(findings), ...growthFindings(growth)],
    details: [
      { title: "Cold ingest", table: engineTable(runs) },
      { title: "Growth, embedded database, each run cold", table: growthTable(growth) },
    ],
    remarks: server ? [] : ["No PostgreSQL programs on this machine: its half was left out."],
  };
}

async function companiesOf({ folder }: BenchOptions): Promise<string[]> {
  if (folder === null) return sampleCompanies.map(({ cik }) => cik);
  return (await listWholeCompanies(folder)).map(({ cik }) => cik);
}

function ingest(
  { folder }: BenchOptions,
  ciks: readonly string[],
  databaseUrl: string | null,
): Promise<Run> {
  return inNewFolder(async (dataDir) => {
    const program = startProgram("ingest-program.ts", {
      DATA_DIR: dataDir,
      CIKS: ciks.join(","),
      ...(databaseUrl === null ? {} : { DATABASE_URL: databaseUrl }),
      ...sourceSettings(folder),
    });
    const result = (await program.first) as IngestResult;
    const archiveBytes = await folderBytes(join(dataDir, "archive"));
    return { ...result, engine: databaseUrl === null ? "embedded" : "PostgreSQL", archiveBytes };
  });
}

function findings(run: Run): Finding[] {
  const count = run.companies.length;
  const speed = `${round(count / (run.ms / 1000))} a second`;
  const lost = run.companies.filter(({ outcome }) => outcome !== "stored").length;
  return [
    figure(
      `${count} companies, cold, ${run.engine}`,
      lost === 0 ? speed : `${speed}, ${lost} not stored`,
    ),
    run.peakMb === null
      ? figure(`peak memory, ${run.engine}`, "unknown on this system")
      : atMost(`peak memory, ${run.engine}`, memoryMbMax, Math.round(run.peakMb), " MB"),
    figure(`share of the time in the database, ${run.engine}`, percent(run.databaseMs / run.ms)),
  ];
}

const costOf = (run: Run) => run.ms / run.companies.length;

function growthFindings(growth: readonly Run[]): Finding[] {
  const last = growth.at(-1);
  const earlier = growth.slice(1, -1);
  if (!last || earlier.length === 0) return [];
  const ratio = costOf(last) / Math.min(...earlier.map(costOf));
  const what = `cost per company at ${last.companies.length} over the lowest at ${earlier.map((run) => run.companies.length).join(" and ")}`;
  return [atMost(what, growthMax, ratio, "")];
}

const percent = (share: number) => `${Math.round(share * 100)} %`;
const kilobytes = (bytes: number) => `${Math.round(bytes / 1000)} kB`;

function engineTable(runs: readonly Run[]): string {
  const head = [
    "database",
    "companies",
    "open",
    "ingest",
    "a second",
    "in the database",
    "peak memory",
    "archive per company",
    "database per company",
  ];
  const rows = runs.map((run) => [
    run.engine,
    String(run.companies.length),
    `${round(run.openMs / 1000)} s`,
    `${round(run.ms / 1000)} s`,
    round(run.companies.length / (run.ms / 1000)),
    percent(run.databaseMs / run.ms),
    run.peakMb === null ? "?" : `${Math.round(run.peakMb)} MB`,
    kilobytes(run.archiveBytes / run.companies.length),
    kilobytes(run.databaseBytes / run.companies.length),
  ]);
  return table(head, rows);
}

function growthTable(growth: readonly Run[]): string {
  const head = ["companies", "seconds", "ms per company", "peak memory"];
  const rows = growth.map((run) => [
    String(run.companies.length),
    round(run.ms / 1000),
    round(costOf(run)),
    run.peakMb === null ? "?" : `${Math.round(run.peakMb)} MB`,
  ]);
  return table(head, rows);
}

export const ingestBench: Bench = {
  name: "ingest",
  what: "whole companies, cold, into the embedded database and PostgreSQL: speed, memory, growth",
  run,
};
