import { layOutWorkbook } from "#api/modules/models/export/workbook.ts";
import { computeModel } from "#registry/models/compute.ts";
import { extractFacts } from "#registry/models/inputs/facts.ts";
import { exportedModel, workbookOf } from "../helpers/companies/exported.ts";
import { goldenApple, sampleSource } from "../helpers/companies/models.ts";
import {
  atLeast,
  atMost,
  type Bench,
  type BenchOptions,
  type BenchReport,
  type Finding,
  figure,
  median,
  round,
  table,
} from "./measure/report.ts";
import { inNewFolder } from "./programs.ts";
import {
  type Case,
  connections,
  ingestMeasured,
  judge,
  measuredEntity,
  measureInTurn,
  type Samples,
  type Server,
  sampleOf,
  startApi,
  startServer,
} from "./served.ts";

const template = "dcf_10_year_terminal_growth";
const model = `${measuredEntity}/models/${template}`;
const body = JSON.stringify({
  assumptions: { discount_rate: 0.085, terminal_growth: 0.02 },
  drivers: { ebitda_margin: { "2028": 0.31 } },
});

/** Compute without I/O, compute over HTTP and the stored default against bare routes, and a workbook. */
async function run(options: BenchOptions): Promise<BenchReport> {
  const alone = await measureAlone(options);
  const served = await inNewFolder((dataDir) => measureServed(options, dataDir));
  return {
    findings: [...alone, ...served.findings],
    details: served.details,
    remarks: [],
  };
}

/** CPU of this process: nothing else runs in it meanwhile. */
async function measureAlone({ isQuick, say }: BenchOptions): Promise<Finding[]> {
  say("models: compute and workbook without I/O");
  const facts = await goldenApple();
  const overrides: unknown = JSON.parse(body.replace("2028", "2026"));
  const exported = exportedModel(facts, template, overrides);
  const [rounds, each] = isQuick ? [5, 50] : [31, 200];
  const compute = median(
    await repeat(rounds, async () => {
      for (let i = 0; i < each; i += 1) computeModel(exported.model, overrides);
    }),
  );
  const source = await sampleSource("0000320193", { sic: "3571" });
  const read = median(
    await repeat(rounds, async () => void extractFacts({ ...source, facts: [...source.facts] })),
  );
  const layOut = median(await repeat(rounds, async () => void layOutWorkbook(exported)));
  const whole = await repeat(rounds, async () => void (await workbookOf(exported)));
  return [
    atMost("10-year DCF, CPU without I/O", 1, compute / each, " ms"),
    figure("inputs of all models of Apple, CPU", `${round(read)} ms`),
    atMost("10-year workbook, CPU", 150, median(whole), " ms"),
    figure("10-year workbook, the first in a process", `${round(whole[0] ?? 0)} ms`),
    figure("10-year workbook, its layout alone", `${round(layOut)} ms`),
  ];
}

/** CPU milliseconds of each run, the first ones included. */
async function repeat(rounds: number, work: () => Promise<void>): Promise<number[]> {
  const times: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const before = process.cpuUsage();
    await work();
    const { user, system } = process.cpuUsage(before);
    times.push((user + system) / 1000);
  }
  return times;
}

async function measureServed(options: BenchOptions, dataDir: string): Promise<BenchReport> {
  options.say("models: ingesting one company");
  await ingestMeasured(options, { DATA_DIR: dataDir });
  const api = await startApi({ DATA_DIR: dataDir });
  const started: Server[] = [api];
  const startBare = async (file: string, settings: Record<string, string>) => {
    const server = await startServer(file, {
      ORIGIN: `http://127.0.0.1:${api.port}`,
      ...settings,
    });
    started.push(server);
    return server;
  };
  try {
    const posted = { path: `${model}/compute`, body };
    const read = { path: model };
    const post = await startBare("bare-post-program.ts", {
      PATH_POSTED: posted.path,
      BODY: body,
    });
    const get = await startBare("bare-program.ts", {
      PATHS: JSON.stringify([{ ...read, isGzip: false }]),
    });
    const cases: Case[] = [
      { label: "bare POST", server: post, asked: posted, against: null },
      { label: "POST compute", server: api, asked: posted, against: "bare POST" },
      { label: "bare GET", server: get, asked: read, against: null },
      { label: "default GET", server: api, asked: read, against: "bare GET" },
    ];
    const [rounds, seconds, warmSeconds] = options.isQuick ? [2, 0.5, 1] : [9, 2, 15];
    const say = (round: string) => options.say(`models: ${round}`);
    say("compiling");
    // A computation is a hundred functions: they take some ten thousand requests to be compiled for good.
    for (const server of [post, api]) await sampleOf(server, posted, warmSeconds);
    return report(await measureInTurn(cases, { rounds, seconds, say }), cases);
  } finally {
    for (const { program } of started.reverse()) await program.stop();
  }
}

function report(samples: Samples, cases: readonly Case[]): BenchReport {
  const { middle, ratio, statuses } = judge(samples);
  const rows = cases.map((one) => [
    one.label,
    statuses(one.label),
    middle(one.label, ({ perSecond }) => perSecond).toFixed(0),
    ratio(one, ({ perSecond }) => perSecond).toFixed(2),
    middle(one.label, ({ cpuMicros }) => cpuMicros).toFixed(0),
    ratio(one, ({ cpuMicros }) => cpuMicros).toFixed(2),
    middle(one.label, ({ busy }) => busy).toFixed(2),
  ]);
  const [, compute, , stored] = cases as [Case, Case, Case, Case];
  const speed = (one: Case) => ratio(one, ({ perSecond }) => perSecond);
  return {
    findings: [
      atLeast("POST compute: req/s against bare", 0.7, speed(compute)),
      figure("default GET: req/s against bare", speed(stored).toFixed(2)),
    ],
    details: [
      {
        title: `A ten-year DCF, ${connections} connections, medians of interleaved rounds`,
        table: table(
          ["request", "answers", "req/s", "to bare", "CPU µs", "to bare", "server busy"],
          rows,
        ),
      },
    ],
    remarks: [],
  };
}

export const modelsBench: Bench = {
  name: "models",
  what: "compute without I/O, POST compute and default GET against bare routes, workbook",
  run,
};
