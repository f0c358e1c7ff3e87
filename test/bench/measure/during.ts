import { setTimeout as sleep } from "node:timers/promises";
import { inNewFolder } from "../programs.ts";
import { firstTerminal, listEntities, type Service, startService } from "../service.ts";
import { listWholeCompanies, sourceSettings } from "./edgar-folder.ts";
import { loadSteadily } from "./load.ts";
import { peakTreeMb } from "./memory.ts";
import {
  atMost,
  type Bench,
  type BenchOptions,
  type BenchReport,
  figure,
  percentile,
  table,
} from "./report.ts";

const perSecond = 100;

/**
 * Terminals read at a fixed rate while the same `npm start` ingests: each request takes one of the companies
 * that are there by then, so that fresh ones are misses.
 */
async function run(options: BenchOptions): Promise<BenchReport> {
  return inNewFolder(async (dataDir) => {
    const service = await startService({ DATA_DIR: dataDir, ...(await settingsOf(options)) });
    try {
      return await measure(service, options);
    } finally {
      await service.stop();
    }
  });
}

async function settingsOf({ folder, isQuick }: BenchOptions): Promise<Record<string, string>> {
  if (folder === null) return {};
  const whole = (await listWholeCompanies(folder)).map(({ cik }) => String(Number(cik)));
  const some = isQuick ? whole.slice(0, 4) : whole;
  return { ...sourceSettings(folder), COMPANIES: some.join(",") };
}

async function measure(service: Service, { say }: BenchOptions): Promise<BenchReport> {
  const { port } = service;
  const paths = [await firstTerminal(port)];
  say("during: reading while the service ingests");
  const watch = watchCompanies(service, paths);
  let at = 0;
  const next = () => {
    at += 1;
    return { port, path: paths[at % paths.length] ?? "/" };
  };
  const load = await loadSteadily(next, { perSecond, done: service.ready });
  watch.stop();
  const of = (share: number) => percentile(load.latencies, share);
  const statuses = Object.entries(load.statuses).map(([status, count]) => `${count}× ${status}`);
  const row = [
    String(paths.length),
    load.seconds.toFixed(1),
    statuses.join(", "),
    of(0.5).toFixed(1),
    of(0.9).toFixed(1),
    of(0.99).toFixed(1),
    of(1).toFixed(1),
  ];
  const peak = watch.peakMb();
  return {
    findings: [
      atMost("terminal read during an ingest, p99", 20, of(0.99), " ms"),
      figure(
        "largest process of npm start, peak memory",
        peak === null ? "unknown" : `${Math.round(peak)} MB`,
      ),
    ],
    details: [
      {
        title: `Reads at ${perSecond} a second while the same process ingests`,
        table: table(
          ["companies", "seconds", "answers", "p50 ms", "p90 ms", "p99 ms", "max ms"],
          [row],
        ),
      },
    ],
    remarks: [],
  };
}

/** Looks once a second for new companies and at the memory of the service's processes. */
function watchCompanies(
  service: Service,
  paths: string[],
): { stop(): void; peakMb(): number | null } {
  let isStopped = false;
  let peak: number | null = null;
  const look = async () => {
    while (!isStopped) {
      for (const id of await listEntities(service.port)) {
        const path = `/v2/entities/${id}/company-terminal`;
        if (!paths.includes(path)) paths.push(path);
      }
      const pid = service.pid();
      peak = pid === null ? null : (peakTreeMb(pid) ?? peak);
      await sleep(1000);
    }
  };
  void look();
  return {
    stop() {
      isStopped = true;
    },
    peakMb: () => peak,
  };
}

export const duringBench: Bench = {
  name: "during",
  what: "latency of terminal reads while the same npm start ingests",
  run,
};
