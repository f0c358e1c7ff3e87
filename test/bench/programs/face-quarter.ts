import { gzipSync } from "node:zlib";
import { openDataSetFolder } from "#ingest/bulk/data-set-source.ts";
import { splitDataSet } from "#ingest/bulk/split-data-set.ts";
import { readDataSetReport } from "#ingest/faces/data-set/read-data-set-report.ts";
import { packReport } from "#ingest/faces/packed/pack.ts";

/** Reads the tables named by TABLES (paths, one a line) to packed reports and tells what that took. */
async function main(): Promise<void> {
  const source = await openDataSetFolder((process.env.TABLES ?? "").split("\n"));
  const started = performance.now();
  const sizes: number[] = [];
  let readMilliseconds = 0;
  for await (const slice of splitDataSet(source, { ciks: null, submissionOf: async () => null })) {
    if (slice.kind === "refused") throw new Error(slice.reason);
    const from = performance.now();
    const report = readDataSetReport(slice.body);
    if (report === null) throw new Error(`${slice.accession} has no presentation`);
    const packed = packReport(report);
    readMilliseconds += performance.now() - from;
    sizes.push(gzipSync(packed).length);
  }
  process.send?.({
    sizes,
    readMilliseconds,
    seconds: (performance.now() - started) / 1_000,
    megabytes: process.resourceUsage().maxRSS / 1_024,
  });
}

await main();
