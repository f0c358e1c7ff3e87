import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { Command } from "commander";
import { accessBench } from "./access.ts";
import { experienceBench } from "./experience.ts";
import { extractsBench } from "./extracts.ts";
import { ingestBench } from "./ingest.ts";
import { buildBench } from "./measure/build-report.ts";
import { duringBench } from "./measure/during.ts";
import { findEdgarFolder } from "./measure/edgar-folder.ts";
import { type Bench, type BenchReport, circumstances, findingsTable } from "./measure/report.ts";
import { modelsBench } from "./models.ts";
import { pagesBench } from "./pages.ts";
import { platformBench } from "./platform/platform.ts";
import { readsBench } from "./reads.ts";
import { scaleBench } from "./scale.ts";
import { searchBench } from "./search.ts";
import { startBench } from "./start.ts";

const benches: readonly Bench[] = [
  buildBench,
  ingestBench,
  readsBench,
  accessBench,
  experienceBench,
  pagesBench,
  modelsBench,
  duringBench,
  startBench,
  searchBench,
  scaleBench,
  extractsBench,
  platformBench,
];

interface Options {
  folder?: string;
  quick?: boolean;
  durable?: boolean;
  universe: string;
  scale: string;
  server?: string;
  write?: boolean;
}

async function main(names: readonly string[], options: Options): Promise<void> {
  const chosen = names.length === 0 ? benches : benches.filter(({ name }) => names.includes(name));
  const folder = findEdgarFolder(options.folder);
  const universe = Number(options.universe);
  if (!Number.isInteger(universe) || universe < 60) throw new Error("--universe is 60 or more");
  const scale = Number(options.scale);
  if (!(scale > 0 && scale <= 1)) throw new Error("--scale is more than 0 and at most 1");
  const say = (line: string) => process.stderr.write(`${line}\n`);
  say(folder === null ? "on the bundled sample" : `on the companies of ${folder}`);
  const reports: BenchReport[] = [];
  for (const bench of chosen) {
    say(`${bench.name}: ${bench.what}`);
    reports.push(
      await bench.run({
        folder,
        isQuick: options.quick ?? false,
        isDurable: options.durable ?? false,
        universe,
        scale,
        server: options.server ?? null,
        say,
      }),
    );
  }
  const text = present(reports, folder);
  process.stdout.write(`\n${text}\n`);
  if (options.write) await keep(text);
}

function present(reports: readonly BenchReport[], folder: string | null): string {
  const source = folder === null ? "the bundled sample" : "a folder of EDGAR documents";
  const parts = [
    `Taken ${circumstances(new Date())}; on ${source}.`,
    findingsTable(reports.flatMap(({ findings }) => findings)),
    ...reports.flatMap(({ details }) => details.map((one) => `### ${one.title}\n\n${one.table}`)),
    ...reports.flatMap(({ remarks }) => remarks),
  ];
  return parts.join("\n\n");
}

const begin = "<!-- figures of the last run with --write -->";
const end = "<!-- end of the figures -->";

/** Replaces the figures in this folder's README. */
async function keep(text: string): Promise<void> {
  const path = join(import.meta.dirname, "README.md");
  const readme = await readFile(path, "utf8");
  const [before, rest = ""] = readme.split(begin);
  const [, after = ""] = rest.split(end);
  await writeFile(path, `${before}${begin}\n\n${text}\n\n${end}${after}`);
}

const list = benches.map(({ name, what }) => `  ${name.padEnd(10)}${what}`).join("\n");

await new Command("bench")
  .description("measure the product against its goals, side by side in one run")
  .argument("[names...]", "which to run; all without a name")
  .option(
    "--folder <path>",
    "a folder laid out like EDGAR (default: TENK_EDGAR_DIR, then the sample)",
  )
  .option("--quick", "short runs, to try the benches themselves out")
  .option("--durable", "scale: with a PostgreSQL that waits for the disk, as in operation")
  .option("--universe <companies>", "size of the made-up universe of scale", "2000")
  .option("--scale <share>", "platform: rows of its seed, as a share of the full size", "1")
  .option("--server <url>", "platform: on this PostgreSQL server; the seed stays there")
  .option("--write", "keep the tables in test/bench/README.md")
  .addHelpText("after", `\nBenches:\n${list}`)
  .action(async (names: string[], options: Options) => {
    const unknown = names.filter((name) => !benches.some((bench) => bench.name === name));
    if (unknown.length > 0) throw new Error(`no bench is called ${unknown.join(", ")}:\n${list}`);
    await main(names, options);
  })
  .parseAsync();
