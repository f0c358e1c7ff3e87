import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { basename, join } from "node:path";
import { Readable } from "node:stream";
import { LRUCache } from "lru-cache";
import type { Series } from "./series.ts";

/** A source of prices cannot be read. Its message is shown to clients. */
export class SourceFailure extends Error {
  override name = "SourceFailure";
}

/** Closes by ticker. */
export interface SeriesSource {
  /** Null where the source has none of the ticker. Throws SourceFailure where it cannot be read. */
  series(ticker: string): Promise<Series | null>;
}

export interface SourceRules {
  isAdjusted: boolean | null;
  rowsMax: number;
  checkMs: number;
  addressMs: number;
  now: () => number;
}

type Table = Map<string, Series>;

const fileBytesMax = 512 * 1_048_576;
const answerBytesMax = 64 * 1_048_576;
const timeMs = 30_000;

/** What was read of one place, until its version changes. */
interface CachedTable {
  checkedAt: number;
  version: string;
  table: Promise<Table | null>;
}

/**
 * Reads a place again once its version has changed; looks at the version at most every `everyMs`. Of many at once one
 * reads.
 */
async function upToDate(
  known: CachedTable | undefined,
  { everyMs, now }: { everyMs: number; now: number },
  of: { version(): Promise<string>; read(): Promise<Table | null> },
): Promise<CachedTable> {
  if (known !== undefined && now - known.checkedAt < everyMs) return known;
  const version = await of.version();
  if (known?.version === version) return Object.assign(known, { checkedAt: now });
  const table = of.read();
  // The caller gets the failure from the table itself.
  table.catch(() => {});
  return { checkedAt: now, version, table };
}

/** A file or a folder of closes. What lies at the path may be made or changed after the start. */
export function openPath(path: string, rules: SourceRules): SeriesSource {
  const folder = openFolder(path, rules);
  const file = openFile(path, rules);
  return {
    async series(ticker) {
      return ((await statOf(path))?.isDirectory() ? folder : file).series(ticker);
    },
  };
}

/** One file with the closes of many tickers. */
function openFile(path: string, rules: SourceRules): SeriesSource {
  const keep = keeper(rules);
  return {
    async series(ticker) {
      return (await keep(path, { path, ticker: null }))?.get(ticker) ?? null;
    },
  };
}

/** A folder with one file per ticker, `AAPL.csv`. */
function openFolder(folder: string, rules: SourceRules): SeriesSource {
  const keep = keeper(rules);
  return {
    async series(ticker) {
      if (!/^[A-Z0-9][A-Z0-9.-]*$/.test(ticker)) return null;
      for (const name of [`${ticker}.csv`, `${ticker.toLowerCase()}.csv`]) {
        const table = await keep(name, { path: join(folder, name), ticker });
        if (table !== null) return table.get(ticker) ?? null;
      }
      return null;
    },
  };
}

/** Files that were read, up to `rowsMax` closes together. */
function keeper(rules: SourceRules) {
  const kept = new LRUCache<string, CachedTable>({ max: 1000 });
  const held = new LRUCache<string, Table>({
    maxSize: rules.rowsMax + 1,
    sizeCalculation: (table) =>
      1 + [...table.values()].reduce((sum, one) => sum + one.days.length, 0),
    dispose: (_table, key, why) => {
      if (why === "evict") kept.delete(key);
    },
  });
  return async (key: string, file: { path: string; ticker: string | null }) => {
    const when = { everyMs: rules.checkMs, now: rules.now() };
    const one = await upToDate(kept.get(key), when, {
      version: () => fileVersion(file.path),
      read: () => readFile(file, rules),
    });
    kept.set(key, one);
    const table = await one.table;
    if (table !== null && held.get(key) !== table) held.set(key, table);
    return table;
  };
}

/** Null where nothing lies at the path. Throws SourceFailure where the system does not tell. */
const statOf = (path: string) =>
  stat(path).catch(({ code }: NodeJS.ErrnoException) => {
    if (code === "ENOENT" || code === "ENOTDIR") return null;
    throw new SourceFailure(`${basename(path)} cannot be read (${code}).`);
  });

/** Changes with the file and with who may read it; empty where there is no file. */
async function fileVersion(path: string): Promise<string> {
  const stats = await statOf(path);
  return stats === null ? "" : `${stats.mtimeMs} ${stats.ctimeMs} ${stats.size} ${stats.ino}`;
}

async function readFile(
  { path, ticker }: { path: string; ticker: string | null },
  { isAdjusted, rowsMax }: SourceRules,
): Promise<Table | null> {
  const stats = await statOf(path);
  if (stats === null) {
    if (ticker !== null) return null;
    throw new SourceFailure(`The file of prices ${basename(path)} is not there.`);
  }
  if (!stats.isFile() || stats.size > fileBytesMax) {
    throw new SourceFailure(
      `${basename(path)} is no file of at most ${fileBytesMax / 1_048_576} MiB.`,
    );
  }
  return readTable(basename(path), createReadStream(path), { ticker, isAdjusted, rowsMax });
}

async function readTable(
  name: string,
  bytes: Readable,
  rules: { ticker: string | null; isAdjusted: boolean | null; rowsMax: number },
): Promise<Table> {
  const { PriceFileError, readCloses } = await import("./read-closes.ts");
  try {
    return await readCloses(bytes, rules);
  } catch (error) {
    if (error instanceof SourceFailure) throw error;
    const why = error instanceof PriceFileError ? error.message : "it cannot be read";
    throw new SourceFailure(`Prices in ${name}: ${why}.`);
  }
}

/** An address of one file, or of one per ticker where it has `{ticker}`. */
export function openAddress(address: string, rules: SourceRules): SeriesSource {
  const isEach = address.includes("{ticker}");
  const held = new LRUCache<string, CachedTable>({ max: 500 });
  const { host } = new URL(address);
  return {
    async series(ticker) {
      const key = isEach ? ticker : "";
      const url = address.replaceAll("{ticker}", encodeURIComponent(ticker));
      const read = { ...rules, rowsMax: isEach ? Math.min(rules.rowsMax, 30_000) : rules.rowsMax };
      const now = rules.now();
      const one = await upToDate(
        held.get(key),
        { everyMs: rules.addressMs, now },
        {
          version: async () => String(now),
          read: () => fetchTable(url, host, { ...read, ticker: isEach ? ticker : null }),
        },
      );
      held.set(key, one);
      one.table.catch(() => held.delete(key));
      return (await one.table)?.get(ticker) ?? null;
    },
  };
}

/** Null for 404 of one ticker. The address may hold a secret: messages name its host alone. */
async function fetchTable(
  url: string,
  host: string,
  rules: { ticker: string | null; isAdjusted: boolean | null; rowsMax: number },
): Promise<Table | null> {
  const { request } = await import("undici");
  const answer = await request(url, {
    headersTimeout: timeMs,
    bodyTimeout: timeMs,
    signal: AbortSignal.timeout(2 * timeMs),
    headers: { accept: "text/csv" },
  }).catch(() => {
    throw new SourceFailure(`The provider of prices at ${host} does not answer.`);
  });
  if (answer.statusCode !== 200) {
    await answer.body.dump();
    if (answer.statusCode === 404 && rules.ticker !== null) return null;
    throw new SourceFailure(`The provider of prices at ${host} answers ${answer.statusCode}.`);
  }
  return readTable(host, Readable.from(bounded(answer.body, host)), rules);
}

async function* bounded(body: AsyncIterable<Buffer>, host: string) {
  let bytes = 0;
  for await (const chunk of body) {
    bytes += chunk.length;
    if (bytes > answerBytesMax) {
      throw new SourceFailure(
        `The answer of ${host} is larger than ${answerBytesMax / 1_048_576} MiB.`,
      );
    }
    yield chunk;
  }
}
