import { sampleCompanies } from "#ingest/sample/companies.ts";
import { listWholeCompanies, sourceSettings } from "./measure/edgar-folder.ts";
import {
  type Bench,
  type BenchOptions,
  type BenchReport,
  figure,
  round,
  table,
} from "./measure/report.ts";
import type { ExtractsResult } from "./programs/extracts-program.ts";
import { inNewFolder, startProgram } from "./programs.ts";

/** Every whole company of the folder ingested, then extracted: anew, unchanged, and with some of them changed. */
async function run({ folder, isQuick, say }: BenchOptions): Promise<BenchReport> {
  const all =
    folder === null
      ? sampleCompanies.map(({ cik }) => cik)
      : (await listWholeCompanies(folder)).map(({ cik }) => cik);
  const ciks = isQuick ? all.slice(0, 4) : all;
  return inNewFolder(async (dataDir) => {
    const settings = { DATA_DIR: dataDir, ...sourceSettings(folder) };
    say(`extracts: ingesting ${ciks.length} companies`);
    await startProgram("ingest-program.ts", { ...settings, CIKS: ciks.join(",") }).first;
    say("extracts: writing them");
    return report((await startProgram("extracts-program.ts", settings).first) as ExtractsResult);
  });
}

function report(result: ExtractsResult): BenchReport {
  const { bytes, runs, delays, screener, peakMb } = result;
  const seconds = (runs[0]?.ms ?? Number.NaN) / 1000;
  const cpuSeconds = (runs[0]?.cpuMs ?? Number.NaN) / 1000;
  const job = delays[0];
  const megabytes = (size: number) => `${round(size / 1e6)} MB`;
  return {
    findings: [
      figure(
        "facts to Parquet, with all other tables",
        `${round(result.facts / seconds)} a second, ${round(result.facts / cpuSeconds)} a CPU second`,
      ),
      figure(
        "rows of all tables",
        `${round(result.rows / seconds)} a second, ${round(result.rows / cpuSeconds)} a CPU second`,
      ),
      figure("Parquet per million facts", megabytes((bytes.facts / result.facts) * 1e6)),
      figure(
        "Parquet per million rows of all tables",
        megabytes((bytes.parquet / result.rows) * 1e6),
      ),
      figure("screener over all companies, with opening the extract", `${round(screener.ms)} ms`),
      figure(
        "peak memory, database and DuckDB in one process",
        peakMb ? `${round(peakMb)} MB` : "?",
      ),
      figure("longest wait of the service while the job runs", `${round(job?.maxMs ?? 0)} ms`),
    ],
    details: [
      {
        title: `Extracts of ${result.companies} companies, ${result.facts} facts, ${result.rows} rows`,
        table: table(
          ["extract", "seconds", "CPU seconds", "companies read", "files that differ"],
          runs.map(({ name, ms, cpuMs, read, written }) => [
            name,
            round(ms / 1000),
            round(cpuMs / 1000),
            String(read),
            String(written),
          ]),
        ),
      },
      {
        title: "What else the thread of the service waits for",
        table: table(
          ["a first extract", "seconds", "wait p99 ms", "wait max ms"],
          delays.map(({ name, ms, p99Ms, maxMs }) => [
            name,
            round(ms / 1000),
            round(p99Ms),
            round(maxMs),
          ]),
        ),
      },
    ],
    remarks: [
      `The screener finds ${screener.rows} companies; the first question takes ${round(screener.firstMs)} ms.`,
    ],
  };
}

export const extractsBench: Bench = {
  name: "extracts",
  what: "extracts for analysts: written, unchanged and incremental; sizes, screener, what the service waits for",
  run,
};
