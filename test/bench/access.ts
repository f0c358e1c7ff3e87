import { onEachDatabase } from "./measure/each-database.ts";
import {
  atLeast,
  atMost,
  type Bench,
  type BenchOptions,
  type BenchReport,
  type Finding,
  table,
} from "./measure/report.ts";
import {
  type Case,
  connections,
  ingestMeasured,
  judge,
  measuredEntity,
  measureInTurn,
  startApi,
} from "./served.ts";

/** What `api-program.ts` says of the account it made with READER. */
export interface Reader {
  slug: string;
  authorization: string;
  apiKey: string;
}

// Counted, as in production, but never reached.
const unreached = "999999999";
const limits = {
  RATE_LIMIT_ANONYMOUS: unreached,
  RATE_LIMIT_READ: unreached,
  READER: "reader@example.com",
};

/** Reads with a token and with an API key against the same reads without a credential. */
const run = (options: BenchOptions): Promise<BenchReport> =>
  onEachDatabase("access", (engine, settings) => measure(options, engine, settings));

async function measure(
  options: BenchOptions,
  engine: string,
  settings: Record<string, string>,
): Promise<BenchReport> {
  options.say(`access: ingesting one company, ${engine}`);
  await ingestMeasured(options, settings);
  const api = await startApi<Reader>({ ...settings, ...limits });
  try {
    const { slug, authorization, apiKey } = api.first;
    const paths = {
      terminal: `${measuredEntity}/company-terminal`,
      financials: `${measuredEntity}/financials/full`,
      profile: `/v2/entities/public/${slug}`,
    };
    const credentials = { token: { authorization }, "API key": { "x-api-key": apiKey } };
    const gzip = { "accept-encoding": "gzip" };
    const cases = Object.entries(paths).flatMap(([read, path]): Case[] => [
      { label: read, server: api, asked: { path, headers: gzip }, against: null },
      ...Object.entries(credentials).map(([kind, credential]) => ({
        label: `${read}, ${kind}`,
        server: api,
        asked: { path, headers: { ...gzip, ...credential } },
        against: read,
      })),
    ]);
    const [rounds, seconds] = options.isQuick ? [3, 0.5] : [9, 1];
    const say = (round: string) => options.say(`access: ${engine}, ${round}`);
    return report(engine, await measureInTurn(cases, { rounds, seconds, say }), cases);
  } finally {
    await api.program.stop();
  }
}

function report(
  engine: string,
  samples: Awaited<ReturnType<typeof measureInTurn>>,
  cases: readonly Case[],
): BenchReport {
  const { middle, ratio, statuses } = judge(samples);
  const rows = cases.map((one) => [
    one.label,
    statuses(one.label),
    middle(one.label, ({ perSecond }) => perSecond).toFixed(0),
    ratio(one, ({ perSecond }) => perSecond).toFixed(2),
    middle(one.label, ({ cpuMicros }) => cpuMicros).toFixed(0),
    ratio(one, ({ cpuMicros }) => cpuMicros).toFixed(2),
    middle(one.label, ({ p99 }) => p99).toFixed(2),
  ]);
  const held = cases.filter(({ against }) => against !== null);
  return {
    findings: held.flatMap((one): Finding[] => {
      const speed = ratio(one, ({ perSecond }) => perSecond);
      const cpu = ratio(one, ({ cpuMicros }) => cpuMicros);
      return [
        atLeast(`${one.label}: req/s against none, ${engine}`, 0.8, speed),
        atMost(`${one.label}: CPU against none, ${engine}`, 1.25, cpu, ""),
      ];
    }),
    details: [
      {
        title: `Reads with and without a credential, ${engine}, ${connections} connections, medians of interleaved rounds`,
        table: table(["read", "answers", "req/s", "to none", "CPU µs", "to none", "p99 ms"], rows),
      },
    ],
    remarks: [],
  };
}

export const accessBench: Bench = {
  name: "access",
  what: "terminal, full financials and profile with a token and with an API key against none",
  run,
};
