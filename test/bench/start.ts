import { execFileSync } from "node:child_process";
import { join } from "node:path";
import {
  atMost,
  type Bench,
  type BenchOptions,
  type BenchReport,
  median,
  table,
} from "./measure/report.ts";
import { inNewFolder } from "./programs.ts";
import { firstTerminal, startService } from "./service.ts";

const root = join(import.meta.dirname, "../..");

/** `npm start` on the bundled sample: from the call to the first answered terminal, first and later starts. */
async function run({ isQuick, say }: BenchOptions): Promise<BenchReport> {
  return inNewFolder(async (dataDir) => {
    const settings = { DATA_DIR: dataDir };
    say("start: first start");
    const first = await startService(settings);
    const firstMs = await timeOf(first.startedAt, firstTerminal(first.port));
    const allMs = await timeOf(first.startedAt, first.ready);
    await first.stop();
    const laterMs: number[] = [];
    for (let i = 0; i < (isQuick ? 1 : 5); i += 1) {
      say("start: later start");
      const later = await startService(settings);
      laterMs.push(await timeOf(later.startedAt, firstTerminal(later.port)));
      await later.ready;
      await later.stop();
    }
    const later = median(laterMs) / 1000;
    say("start: help");
    const helpMs = timesOfHelp(isQuick ? 1 : 5);
    const help = median(helpMs) / 1000;
    const rows = [
      ["first start, first terminal", (firstMs / 1000).toFixed(1)],
      ["first start, all companies of the sample", (allMs / 1000).toFixed(1)],
      ["later starts, first terminal", secondsOf(laterMs)],
      ["npm run query -- --help", secondsOf(helpMs)],
    ];
    return {
      findings: [
        atMost("first start to the first terminal", 6, firstMs / 1000, " s"),
        atMost("later start to the first terminal, median", 1.5, later, " s"),
        atMost("help of a command, median", 0.4, help, " s"),
      ],
      details: [
        { title: "npm start, bundled sample", table: table(["from the call to", "seconds"], rows) },
      ],
      remarks: [],
    };
  });
}

const secondsOf = (times: readonly number[]) =>
  times.map((ms) => (ms / 1000).toFixed(2)).join(", ");

/** How long `npm run query -- --help` takes, so many times. Throws when it fails. */
function timesOfHelp(rounds: number): number[] {
  return Array.from({ length: rounds }, () => {
    const since = performance.now();
    execFileSync("npm", ["run", "--silent", "query", "--", "--help"], { cwd: root });
    return performance.now() - since;
  });
}

async function timeOf(start: number, event: Promise<unknown>): Promise<number> {
  await event;
  return performance.now() - start;
}

export const startBench: Bench = {
  name: "start",
  what: "npm start to the first answered terminal: a new folder, and one that has everything; help of a command",
  run,
};
