import { benchBuild, buildTable } from "../build.ts";
import { companyFactsFolder } from "./edgar-folder.ts";
import {
  atMost,
  type Bench,
  type BenchOptions,
  type BenchReport,
  figure,
  median,
  round,
} from "./report.ts";

/** The figures of `build.ts` against their goals: the largest ratio, and Apple alone. */
async function run({ folder, isQuick, say }: BenchOptions): Promise<BenchReport> {
  say("build: every company against JSON.parse");
  const facts = folder === null ? null : companyFactsFolder(folder);
  const timings = await benchBuild(facts, isQuick ? 3 : 11);
  const apple = timings.find(({ company }) => /^CIK0000320193|^Apple/.test(company));
  const large = timings.filter(({ megabytes }) => megabytes >= 3);
  const ratios = (large.length > 0 ? large : timings).map(({ ratio }) => ratio);
  return {
    findings: [
      ...(apple
        ? [
            atMost("build of Apple against JSON.parse", 6, apple.ratio, "×"),
            atMost("build of Apple", 150, apple.finished, " ms"),
          ]
        : []),
      figure(
        "build against JSON.parse, median and largest of the large filers",
        `${round(median(ratios))}×, ${round(Math.max(...ratios))}×`,
      ),
    ],
    details: [{ title: "Build, milliseconds, medians", table: buildTable(timings) }],
    remarks: [],
  };
}

export const buildBench: Bench = {
  name: "build",
  what: "companyfacts bytes to finished statements, terminal and financials against JSON.parse",
  run,
};
