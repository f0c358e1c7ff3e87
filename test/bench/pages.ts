import { get } from "node:http";
import { openDatabase } from "#schemas/database/db.ts";
import { screenColumns } from "#schemas/screen-metrics.ts";
import {
  atLeast,
  atMost,
  type Bench,
  type BenchOptions,
  type BenchReport,
  type Finding,
  median,
  percentile,
  round,
  table,
} from "./measure/report.ts";
import { inNewFolder } from "./programs.ts";
import {
  type Case,
  ingestMeasured,
  judge,
  measureInTurn,
  type Server,
  startApi,
  startServer,
} from "./served.ts";

const companiesOfEdgar = 19_000;
const page = "/companies/apple-inc";
const wireBytesMax = 120_000;

/** The page of a company from memory and made anew, and questions over as many companies as EDGAR has. */
async function run(options: BenchOptions): Promise<BenchReport> {
  return inNewFolder(async (dataDir) => {
    options.say("pages: ingesting one company");
    await ingestMeasured(options, { DATA_DIR: dataDir });
    await makeCompanies(dataDir, companiesOfEdgar);
    const api = await startApi({ DATA_DIR: dataDir });
    try {
      const hits = await measureHits(options, api);
      const misses = await measureMisses(options, api.port);
      const questions = await measureQuestions(options, api.port);
      return {
        findings: [...hits.findings, ...misses, ...questions.findings],
        details: [...hits.details, ...questions.details],
        remarks: [
          `pages: the rows of ${companiesOfEdgar} companies in the table of screens are made up by SQL; the metrics are of a company that was ingested.`,
        ],
      };
    } finally {
      await api.program.stop();
    }
  });
}

/** Companies with random figures in the table of screens. */
async function makeCompanies(dataDir: string, count: number): Promise<void> {
  const database = await openDatabase({ databaseUrl: null, dataDir });
  const names = screenColumns.map(({ column }) => column);
  const values = screenColumns.map(({ unit }) =>
    unit === "ratio" ? "random() - 0.3" : "exp(random() * 25)",
  );
  try {
    await database.pool.query(`with made as (
      insert into entity (name, slug, published)
      select 'Made ' || n, 'made-' || n, true from generate_series(1, ${count}) n returning id
    ) insert into company_screen (entity_id, currency, template, fiscal_year, year_end, ttm_end, ${names.join(", ")})
      select id, case when random() < 0.9 then 'USD' else 'EUR' end, 'industrial', 2025, '2025-12-31', '2025-12-31', ${values.join(", ")}
      from made`);
    await database.pool.query("analyze company_screen");
  } finally {
    await database.close();
  }
}

async function measureHits(options: BenchOptions, api: Server): Promise<BenchReport> {
  const bare: Server = await startServer("bare-program.ts", {
    ORIGIN: `http://127.0.0.1:${api.port}`,
    PATHS: JSON.stringify([false, true].map((isGzip) => ({ path: page, isGzip }))),
  });
  try {
    const packed = { "accept-encoding": "gzip" };
    const plain = { "accept-encoding": "identity" };
    const cases: Case[] = [
      { label: "bare", server: bare, asked: { path: page }, against: null },
      { label: "page", server: api, asked: { path: page, headers: plain }, against: "bare" },
      { label: "bare gzip", server: bare, asked: { path: `${page}/gzip` }, against: null },
      {
        label: "page, gzip",
        server: api,
        asked: { path: page, headers: packed },
        against: "bare gzip",
      },
    ];
    const [rounds, seconds] = options.isQuick ? [3, 0.5] : [7, 2];
    const say = (text: string) => options.say(`pages: ${text}`);
    const { middle, ratio, bytes } = judge(await measureInTurn(cases, { rounds, seconds, say }));
    const rows = cases.map((one) => [
      one.label,
      String(bytes(one.label)),
      String(Math.round(middle(one.label, ({ perSecond }) => perSecond))),
      one.against === null ? "" : ratio(one, ({ perSecond }) => perSecond).toFixed(2),
      middle(one.label, ({ p50 }) => p50).toFixed(2),
      middle(one.label, ({ p99 }) => p99).toFixed(2),
    ]);
    const head = ["page", "bytes", "req/s", "to bare", "p50 ms", "p99 ms"];
    const measured = cases.filter(({ against }) => against !== null);
    return {
      findings: [
        ...measured.map((one) =>
          atLeast(
            `${one.label}: req/s against bare`,
            0.5,
            ratio(one, ({ perSecond }) => perSecond),
          ),
        ),
        atMost("page, gzip: bytes over the wire", wireBytesMax, bytes("page, gzip"), ""),
      ],
      details: [{ title: "The page of a company from memory", table: table(head, rows) }],
      remarks: [],
    };
  } finally {
    await bare.program.stop();
  }
}

/** Each request is of another past day, so that no page is kept; the first loads what all need. */
async function measureMisses(options: BenchOptions, port: number): Promise<Finding[]> {
  options.say("pages: misses");
  const times: number[] = [];
  for (let day = 1; day <= (options.isQuick ? 4 : 28); day += 1) {
    const path = `${page}?asOf=2024-02-${String(day).padStart(2, "0")}`;
    times.push(await timeOf(port, path));
  }
  const [, ...later] = times;
  const measured = `${round(median(later))} ms`;
  return [{ what: "page of a past day, miss: whole, p50", goal: null, isMet: null, measured }];
}

/** Milliseconds to the last byte of the body, as a browser asks. */
function timeOf(port: number, path: string): Promise<number> {
  const start = performance.now();
  const headers = { accept: "text/html", "accept-encoding": "gzip" };
  return new Promise((resolve, reject) => {
    const asked = get({ port, path, headers, agent: false }, (answer) => {
      answer.resume().on("end", () => {
        if (answer.statusCode === 200) resolve(performance.now() - start);
        else reject(new Error(`${path} answers ${answer.statusCode}`));
      });
    });
    asked.on("error", reject);
  });
}

const questions: readonly [string, string][] = [
  [
    "screen by two conditions",
    "/v2/screen?where=revenue%20%3E%201b%20and%20net_margin%20%3E%2010%25&sort=-revenue&currency=USD",
  ],
  ["screen of all companies, sorted", "/v2/screen?sort=-roic&limit=100"],
  ["page of a screen", "/screen"],
  ["metrics of a company", "/v2/metrics?tickers=AAPL&metrics=revenue,roic&periods=2019FY..TTM"],
];

/** One request at a time. */
async function measureQuestions(options: BenchOptions, port: number): Promise<BenchReport> {
  const findings: Finding[] = [];
  const rows: string[][] = [];
  for (const [what, path] of questions) {
    options.say(`pages: ${what}`);
    const times: number[] = [];
    for (let n = 0; n < (options.isQuick ? 50 : 300); n += 1) {
      times.push(await timeOf(port, path));
    }
    // The first requests load and plan.
    const later = times.slice(5);
    const [p50, p99] = [median(later), percentile(later, 0.99)];
    rows.push([what, p50.toFixed(1), p99.toFixed(1)]);
    findings.push(atMost(`${what}: p99`, 100, p99, " ms"));
  }
  const title = `Questions over ${companiesOfEdgar} companies, embedded database`;
  return {
    findings,
    details: [{ title, table: table(["question", "p50 ms", "p99 ms"], rows) }],
    remarks: [],
  };
}

export const pagesBench: Bench = {
  name: "pages",
  what: "the page of a company from memory and made anew; screens over as many companies as EDGAR has",
  run,
};
