import { openDatabase } from "#schemas/database/db.ts";
import type { Reader } from "./access.ts";
import { onEachDatabase } from "./measure/each-database.ts";
import {
  atLeast,
  atMost,
  type Bench,
  type BenchOptions,
  type BenchReport,
  table,
} from "./measure/report.ts";
import {
  type Case,
  connections,
  ingestMeasured,
  judge,
  measureInTurn,
  type Server,
  startApi,
  startServer,
} from "./served.ts";

/** The profile experience of a company, without an account and with one, against a bare route with the same bytes. */
const run = (options: BenchOptions): Promise<BenchReport> =>
  onEachDatabase("experience", (engine, settings) => measure(options, engine, settings));

async function measure(
  options: BenchOptions,
  engine: string,
  settings: { DATA_DIR: string; DATABASE_URL?: string },
): Promise<BenchReport> {
  options.say(`experience: ingesting one company, ${engine}`);
  await ingestMeasured(options, settings);
  await switchOn(settings);
  const api = await startApi<Reader>({
    ...settings,
    ...{ RATE_LIMIT_ANONYMOUS: "999999999", RATE_LIMIT_READ: "999999999" },
    READER: "reader@example.com",
  });
  let bare: Server | null = null;
  try {
    const { slug, authorization } = api.first;
    const path = `/v2/directory/entity/${slug}/profile-experience`;
    bare = await startServer("bare-program.ts", {
      ORIGIN: `http://127.0.0.1:${api.port}`,
      PATHS: JSON.stringify([{ path, isGzip: false }]),
    });
    const plain = { "accept-encoding": "identity" };
    const cases: Case[] = [
      { label: "bare", server: bare, asked: { path }, against: null },
      { label: "anonymous", server: api, asked: { path, headers: plain }, against: "bare" },
      {
        label: "with a viewer",
        server: api,
        asked: { path, headers: { ...plain, authorization } },
        against: "bare",
      },
    ];
    const [rounds, seconds] = options.isQuick ? [3, 0.5] : [7, 1];
    const say = (round: string) => options.say(`experience: ${engine}, ${round}`);
    return report(engine, await measureInTurn(cases, { rounds, seconds, say }), cases);
  } finally {
    await api.program.stop();
    await bare?.program.stop();
  }
}

/** The read model stands behind a flag, which no account has at first. */
async function switchOn(settings: { DATA_DIR: string; DATABASE_URL?: string }): Promise<void> {
  const { DATA_DIR: dataDir, DATABASE_URL: databaseUrl = null } = settings;
  const database = await openDatabase({ databaseUrl, dataDir });
  try {
    await database.pool.query(
      "insert into feature_flag (flag, scope) values ('directory_profile_experience_v2', 'everyone') on conflict do nothing",
    );
  } finally {
    await database.close();
  }
}

function report(
  engine: string,
  samples: Awaited<ReturnType<typeof measureInTurn>>,
  cases: readonly Case[],
): BenchReport {
  const { middle, ratio, statuses, bytes } = judge(samples);
  const [, anonymous, viewer] = cases as [Case, Case, Case];
  const rows = cases.map((one) => [
    one.label,
    statuses(one.label),
    String(bytes(one.label)),
    middle(one.label, ({ perSecond }) => perSecond).toFixed(0),
    ratio(one, ({ perSecond }) => perSecond).toFixed(2),
    middle(one.label, ({ cpuMicros }) => cpuMicros).toFixed(0),
    middle(one.label, ({ p50 }) => p50).toFixed(2),
    middle(one.label, ({ p99 }) => p99).toFixed(2),
  ]);
  const more =
    middle(viewer.label, ({ cpuMicros }) => cpuMicros) -
    middle(anonymous.label, ({ cpuMicros }) => cpuMicros);
  return {
    findings: [
      atLeast(
        `anonymous: req/s against bare, ${engine}`,
        0.6,
        ratio(anonymous, ({ perSecond }) => perSecond),
      ),
      atMost(`with a viewer: CPU more than anonymous, ${engine}`, 2, more / 1000, "ms"),
    ],
    details: [
      {
        title: `Profile experience, ${engine}, ${connections} connections, medians of interleaved rounds`,
        table: table(
          ["read", "answers", "bytes", "req/s", "to bare", "CPU µs", "p50 ms", "p99 ms"],
          rows,
        ),
      },
    ],
    remarks: [],
  };
}

export const experienceBench: Bench = {
  name: "experience",
  what: "the profile experience of a company, without an account and with one, against a bare route",
  run,
};
