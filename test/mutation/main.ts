import { Stryker } from "@stryker-mutator/core";
import { Command, InvalidArgumentError, Option } from "commander";
import { type Folder, folders, patternsOf } from "./folders.ts";

interface Options {
  sample?: number;
  seed: number;
  concurrency: number;
  fresh?: boolean;
}

const share = (text: string) => {
  const value = Number(text);
  if (!(value > 0 && value <= 1)) throw new InvalidArgumentError("a share above 0, up to 1");
  return value;
};

const whole = (text: string) => {
  if (!/^\d{1,9}$/.test(text)) throw new InvalidArgumentError("a whole number");
  return Number(text);
};

const command = new Command("mutate")
  .description("mutation testing: how many small faults of the code do the pure tests notice")
  .argument("<folder>", `one of ${Object.keys(folders).join(", ")}`)
  .addOption(
    new Option("--sample <share>", "only a share of the lines, drawn by the seed").argParser(share),
  )
  .addOption(new Option("--seed <number>", "draws the sample").argParser(whole).default(1))
  .addOption(new Option("--concurrency <n>", "tests at once").argParser(whole).default(1))
  .option("--fresh", "forget what earlier runs found")
  .addHelpText(
    "after",
    `
A run goes on where an earlier one stopped: results are kept in .data/mutation, one file a folder, and a
mutant is tested again only when its code or its tests changed. The report is mutation-<folder>.json beside them.

Examples:
  npm run mutate -- periods
  npm run mutate -- statements --sample 0.1 --seed 7`,
  )
  .exitOverride(({ exitCode }) => process.exit(exitCode === 0 ? 0 : 2))
  .action(run);

async function run(name: string, options: Options): Promise<void> {
  if (!Object.hasOwn(folders, name)) {
    return command.error(`error: "${name}" is none of ${Object.keys(folders).join(", ")}`);
  }
  const folder = name as Folder;
  const sample = options.sample ? { share: options.sample, seed: options.seed } : null;
  const kept = `.data/mutation/${folder}${sample ? `-${sample.share}-${sample.seed}` : ""}`;
  const stryker = new Stryker({
    mutate: patternsOf(folder, sample),
    testRunner: "in-process",
    plugins: [new URL("./in-process.ts", import.meta.url).href],
    // Each run loads modules of its own, and they stay in memory.
    maxTestRunnerReuse: 200,
    // TypeScript 7 has not the interface that Stryker rewrites configurations by; nothing here needs it.
    tsconfigFile: "none.json",
    packageManager: "npm",
    incremental: true,
    incrementalFile: `${kept}.incremental.json`,
    force: options.fresh ?? false,
    // Static mutants need a whole process each: a third of the time for texts and tables.
    ignoreStatic: true,
    concurrency: options.concurrency,
    timeoutMS: 10_000,
    tempDirName: ".data/mutation/sandbox",
    reporters: ["clear-text", "json"],
    clearTextReporter: { allowColor: false, reportTests: false, reportMutants: true },
    jsonReporter: { fileName: `${kept}.json` },
    ignorePatterns: [".data"],
  });
  await stryker.runMutationTest();
}

await command.parseAsync();
