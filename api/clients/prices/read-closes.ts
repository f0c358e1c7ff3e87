import type { Readable } from "node:stream";
import { CsvError, parse } from "csv-parse";
import { numberOf, type Series } from "./series.ts";

/** Why a file of prices cannot be used, with its line and column. */
export class PriceFileError extends Error {
  override name = "PriceFileError";
}

export interface ReadRules {
  /** The ticker of a file that is of one alone; null: the file names one on each line. */
  ticker: string | null;
  /** As the operator says; null: as the columns say. */
  isAdjusted: boolean | null;
  rowsMax: number;
}

interface Columns {
  ticker: number;
  date: number;
  close: number;
  currency: number;
  hasAdjusted: boolean;
}

interface Growing {
  days: number[];
  closes: number[];
  lines: number[];
  currency: string | null;
}

type Row = { record: string[]; info: { lines: number } };

const tickerText = /^[A-Za-z0-9][A-Za-z0-9.\-^=]{0,19}$/;
const recordMax = 10_000;

/**
 * Reads `ticker,date,close[,currency]`, or a common export (`Date,Open,High,Low,Close,Adj Close,Volume`) of one ticker.
 * Columns may stand in any order, others are ignored. Days without a close are left out. Throws PriceFileError for
 * anything else that is not as described, and for more rows than are held.
 */
export async function readCloses(bytes: Readable, rules: ReadRules): Promise<Map<string, Series>> {
  const parser = parse({
    bom: true,
    info: true,
    skip_empty_lines: true,
    max_record_size: recordMax,
    relax_column_count: true,
    trim: true,
  });
  // An error of the source reaches the reader of the rows.
  bytes.on("error", (error) => parser.destroy(error));
  const series = new Map<string, Growing>();
  let columns: Columns | null = null;
  let rows = 0;
  try {
    for await (const { record, info } of bytes.pipe(parser) as AsyncIterable<Row>) {
      if (columns === null) {
        columns = readHeader(record, rules);
        continue;
      }
      rows += 1;
      if (rows > rules.rowsMax) {
        const most = rules.rowsMax.toLocaleString("en-US");
        throw new PriceFileError(
          `line ${info.lines}: more than ${most} rows; use a folder with one file per ticker`,
        );
      }
      addRow(series, record, { columns, line: info.lines, rules });
    }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    throw new PriceFileError(`line ${error.lines ?? "?"}: not CSV (${error.code})`);
  }
  if (columns === null) throw new PriceFileError("line 1: the file is empty");
  const isAdjusted = rules.isAdjusted ?? columns.hasAdjusted;
  return new Map([...series].map(([ticker, one]) => [ticker, finish(ticker, one, isAdjusted)]));
}

function readHeader(record: readonly string[], { ticker }: ReadRules): Columns {
  const names = record.map((name) => name.toLowerCase().replaceAll(/[ _]/g, ""));
  const needed = ticker === null ? ["ticker", "date", "close"] : ["date", "close"];
  const missing = needed.filter((name) => !names.includes(name));
  if (missing.length > 0) {
    throw new PriceFileError(
      `line 1: the columns ${needed.join(", ")} are needed; missing: ${missing.join(", ")}`,
    );
  }
  const twice = names.find((name, index) => needed.includes(name) && names.indexOf(name) !== index);
  if (twice !== undefined) throw new PriceFileError(`line 1: the column ${twice} is there twice`);
  const at = (name: string) => names.indexOf(name);
  const hasAdjusted = names.includes("adjclose");
  return {
    ticker: at("ticker"),
    date: at("date"),
    close: at("close"),
    currency: at("currency"),
    hasAdjusted,
  };
}

interface Line {
  columns: Columns;
  line: number;
  rules: ReadRules;
}

function addRow(found: Map<string, Growing>, record: readonly string[], at: Line): void {
  const { columns, line } = at;
  const refuse = (column: string, what: string) =>
    new PriceFileError(`line ${line}, column ${column}: ${what}`);
  const field = (index: number) => (index < 0 ? "" : (record[index] ?? ""));
  const ticker = readTicker(field(columns.ticker), at.rules.ticker, refuse);
  const date = field(columns.date);
  if (!isDay(date)) throw refuse("date", `${quote(date)} is no day written YYYY-MM-DD`);
  const close = readClose(field(columns.close), refuse);
  if (close === null) return;
  const currency = readCurrency(field(columns.currency), refuse);
  const series = found.get(ticker) ?? { days: [], closes: [], lines: [], currency };
  if (series.currency !== currency) {
    const [now, before] = [quote(currency ?? ""), quote(series.currency ?? "")];
    throw refuse("currency", `${now} differs from ${before} before it`);
  }
  series.days.push(numberOf(date));
  series.closes.push(close);
  series.lines.push(line);
  found.set(ticker, series);
}

type Refuse = (column: string, what: string) => PriceFileError;

function readTicker(text: string, expected: string | null, refuse: Refuse): string {
  const ticker = text.toUpperCase() || expected;
  if (ticker === null || !tickerText.test(ticker)) {
    throw refuse("ticker", `${quote(text)} is no ticker`);
  }
  if (expected === null || ticker === expected) return ticker;
  throw refuse("ticker", `${quote(ticker)} in the file of ${expected}`);
}

/** Null for a day without trade, as common exports write it. */
function readClose(text: string, refuse: Refuse): number | null {
  if (text === "" || text.toLowerCase() === "null") return null;
  const close = /^\d{1,12}(\.\d{1,15})?$/.test(text) ? Number(text) : 0;
  if (close > 0) return close;
  throw refuse("close", `${quote(text)} is no positive decimal number`);
}

function readCurrency(text: string, refuse: Refuse): string | null {
  const currency = text.toUpperCase() || null;
  if (currency === null || /^[A-Z]{3}$/.test(currency)) return currency;
  throw refuse("currency", `${quote(currency)} is no currency of three letters`);
}

/** Sorts by day. Throws for two closes of one day. */
function finish(ticker: string, of: Growing, isAdjusted: boolean): Series {
  const order = Array.from(of.days.keys()).sort((a, b) => (of.days[a] ?? 0) - (of.days[b] ?? 0));
  order.forEach((at, index) => {
    const before = order[index - 1];
    if (before === undefined || of.days[before] !== of.days[at]) return;
    const [first, second] = [of.lines[before] ?? 0, of.lines[at] ?? 0].sort((a, b) => a - b);
    throw new PriceFileError(
      `line ${second}, column date: ${ticker} has this day on line ${first} already`,
    );
  });
  return {
    days: Int32Array.from(order, (at) => of.days[at] ?? 0),
    closes: Float64Array.from(order, (at) => of.closes[at] ?? 0),
    currency: of.currency ?? "USD",
    isAdjusted,
  };
}

function isDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const time = Date.parse(`${text}T00:00:00Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
}

/** Text of the file as a message may repeat it. */
const quote = (text: string) => JSON.stringify(text.length <= 30 ? text : `${text.slice(0, 30)}…`);
