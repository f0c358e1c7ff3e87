import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { Command } from "commander";
import { accessBench } from "./access.ts";
import { experienceBench } from "./experience.ts";
import { extractsBench } from "./extracts.ts";
import { facesBench } from "./faces.ts";
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
  facesBench,
  platformBench,
];

interface Options {
  folder?: string;
  quick?: boolean;
  durable?: boolean;
  universe: string;
  scale: string;
  server?: string;
  cases?: string;
  write?: boolean;
}

async function main(names: readonly string[], options: Options): Promise<void> {
  const chosen = names.length === 0 ? benches : benches.filter(({ name }) => names.includes(name));
  const folder = findEdgarFolder(options.folder);
  const universe = Number(options.universe);
  if (!Number.isInteger(universe) || universe < 60) throw new Error("--universe is 60 or more");
  const scale = Number(options.scale);
  if (!(scale > 0 && scale <= 1)) throw new Error("--scale is more than 0 and at most 1");
  if (options.write && options.cases)
    throw new Error("--write keeps whole tables: leave --cases out");
  const say = (line: string) => process.stderr.write(`${line}\n`);
  say(folder === null ? "on the bundled sample" : `on the companies of ${folder}`);
  for (const bench of chosen) {
    say(`${bench.name}: ${bench.what}`);
    const report = await bench.run({
      folder,
      isQuick: options.quick ?? false,
      isDurable: options.durable ?? false,
      universe,
      scale,
      server: options.server ?? null,
      cases: options.cases ?? "",
      say,
    });
    const text = present(report, folder);
    process.stdout.write(`\n${bench.name}\n\n${text}\n`);
    if (options.write) await keep(bench.name, text);
  }
}

function present({ findings, details, remarks }: BenchReport, folder: string | null): string {
  const source = folder === null ? "the bundled sample" : "a folder of EDGAR documents";
  return [
    `Taken ${circumstances(new Date())}; on ${source}.`,
    findingsTable(findings),
    ...details.map((one) => `### ${one.title}\n\n${one.table}`),
    ...remarks,
  ].join("\n\n");
}

/** Replaces the figures of a bench in this folder's README, or adds them at its end; those of others stay. */
async function keep(name: string, text: string): Promise<void> {
  const path = join(import.meta.dirname, "README.md");
  const begin = `<!-- figures of ${name} -->`;
  const end = `<!-- end of ${name} -->`;
  const [before = "", rest] = (await readFile(path, "utf8")).split(begin);
  const [, after = "\n"] = rest?.split(end) ?? [];
  const heading = rest === undefined ? `\n## ${name}\n\n` : "";
  await writeFile(path, `${before}${heading}${begin}\n\n${text}\n\n${end}${after}`);
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
  .option("--cases <text>", "platform: only the operations with this text in their label")
  .option("--write", "keep the tables of these benches in test/bench/README.md")
  .addHelpText("after", `\nBenches:\n${list}`)
  .action(async (names: string[], options: Options) => {
    const unknown = names.filter((name) => !benches.some((bench) => bench.name === name));
    if (unknown.length > 0) throw new Error(`no bench is called ${unknown.join(", ")}:\n${list}`);
    await main(names, options);
  })
  .parseAsync();
