import { Readable } from "node:stream";
import { byteOrderMark, writeCsvRows } from "../../data/text/csv-table.ts";
import { ApiError, unavailable } from "../../http/errors.ts";
import type { StreamedFile } from "../../http/requests/handled.ts";
import { metricsHead, metricsLines } from "./csv.ts";
import {
  askMetrics,
  companiesOf,
  isEveryCompany,
  type MetricCompany,
  type MetricDeps,
  type MetricQuestion,
  type MetricsAsked,
} from "./metrics.ts";
import { listMetricCompanies } from "./queries.ts";

const tickersMax = 1000;
/** Open files of a process: each reads company after company as long as its client takes them. */
const openMax = 4;
let open = 0;

/**
 * The figures of many companies, or of all, as a file that is written company by company: one company is in memory at a
 * time, and the next is read when the client has taken the last. Throws as `compareMetrics` does, and 503 while four
 * such files are open.
 */
export async function streamMetrics(
  deps: MetricDeps,
  { tickers, ...query }: MetricsAsked,
  format: "csv" | "ndjson",
): Promise<StreamedFile> {
  const question = askMetrics(deps, query);
  const companies = isEveryCompany(tickers)
    ? everyCompany(deps)
    : await companiesOf(deps.db, tickers, tickersMax);
  if (open >= openMax) throw unavailable("Too many files are being generated; try again later");
  const mediaType = format === "csv" ? "text/csv; charset=utf-8" : "application/x-ndjson";
  return {
    mediaType,
    name: `metrics.${format}`,
    open: () => openCounted(write(question, companies, format)),
  };
}

/** Ends a file whose client has read nothing for so long. */
const idleMs = 60_000;

function openCounted(parts: AsyncIterable<string>): Readable {
  const stream = Readable.from(counted(), { objectMode: false });
  async function* counted(): AsyncGenerator<string> {
    open += 1;
    try {
      for await (const part of parts) {
        const idle = setTimeout(
          () => stream.destroy(new Error("the client reads nothing")),
          idleMs,
        );
        yield part;
        clearTimeout(idle);
      }
    } finally {
      open -= 1;
    }
  }
  return stream;
}

async function* write(
  question: MetricQuestion,
  companies: AsyncIterable<MetricCompany> | Iterable<MetricCompany>,
  format: "csv" | "ndjson",
): AsyncGenerator<string> {
  const { metrics } = question;
  if (format === "csv") yield byteOrderMark + writeCsvRows([metricsHead(metrics)]);
  for await (const company of companies) {
    const rows = await patiently(() => question.rowsOf(company));
    if (rows.length === 0) continue;
    yield format === "csv"
      ? writeCsvRows(metricsLines(rows, metrics))
      : rows.map((row) => `${JSON.stringify(row)}\n`).join("");
  }
}

const companiesAtOnce = 200;

/** Every published company with figures, in the order of ids, some at a time. */
async function* everyCompany({ db }: MetricDeps): AsyncGenerator<MetricCompany> {
  for (let after: string | null = null; ; ) {
    const companies: MetricCompany[] = await listMetricCompanies(db, after, companiesAtOnce);
    yield* companies;
    after = companies.at(-1)?.entityId ?? null;
    if (companies.length < companiesAtOnce) return;
  }
}

const triesMax = 5;

/** A computed view that does not come in time is asked for again: it is computed meanwhile. */
async function patiently<T>(read: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await read();
    } catch (error) {
      const isBusy = error instanceof ApiError && error.status === 503;
      if (!isBusy || tries === triesMax) throw error;
    }
  }
}
