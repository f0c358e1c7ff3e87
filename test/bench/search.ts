import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { searchEntities } from "#api/modules/entity-search/service.ts";
import type { Database } from "#schemas/database/db.ts";
import { openTestDatabase } from "../helpers/database.ts";
import {
  type Bench,
  type BenchOptions,
  type BenchReport,
  figure,
  percentile,
  table,
} from "./measure/report.ts";

interface Listed {
  cik_str: number;
  ticker: string;
  title: string;
}

const typed = 200;
const seed = 7;

/** Names and tickers of the regulator's list with one slip each: how many are found among the first three. */
async function run({ folder, say }: BenchOptions): Promise<BenchReport> {
  const listed = folder === null ? [] : await readTickers(folder).catch(() => []);
  if (listed.length === 0) {
    const remarks = ["search: the folder has no files/company_tickers.json: left out."];
    return { findings: [], details: [], remarks };
  }
  const database = await openTestDatabase();
  try {
    say(`search: ${listed.length} companies`);
    await fill(database, listed);
    const random = randomFrom(seed);
    const chosen = [...listed].sort(() => random() - 0.5).slice(0, typed);
    const names = await measure(database, chosen, ({ title }) => slip(title, random));
    const tickers = await measure(database, chosen, ({ ticker }) => slip(ticker, random));
    return report(listed.length, { names, tickers });
  } finally {
    await database.close();
  }
}

/** One row per company, with its first ticker. */
async function readTickers(folder: string): Promise<Listed[]> {
  const path = join(folder, "files", "company_tickers.json");
  const text = await readFile(path, "utf8").catch(async () =>
    gunzipSync(await readFile(`${path}.gz`)).toString(),
  );
  const companies = new Map<number, Listed>();
  for (const one of Object.values(JSON.parse(text) as Record<string, Listed>)) {
    if (!companies.has(one.cik_str)) companies.set(one.cik_str, one);
  }
  return [...companies.values()];
}

async function fill({ pool }: Database, listed: readonly Listed[]): Promise<void> {
  const ciks = listed.map(({ cik_str }) => String(cik_str));
  await pool.query(
    "insert into entity (name, slug) select n, s from unnest($1::text[], $2::text[]) as x(n, s)",
    [listed.map(({ title }) => title), ciks],
  );
  await pool.query(
    "insert into company (company_key, entity_id, sec_name) select lpad(slug, 10, '0'), id, name from entity",
  );
  await pool.query(
    "insert into ticker (ticker, kind, entity_id, is_primary) " +
      "select t, 'exchange', e.id, true from unnest($1::text[], $2::text[]) as x(t, c) join entity e on e.slug = x.c " +
      "on conflict do nothing",
    [listed.map(({ ticker }) => ticker), ciks],
  );
  await pool.query("analyze");
}

interface Found {
  found: number;
  of: number;
  latencies: number[];
}

async function measure(
  { db }: Database,
  chosen: readonly Listed[],
  type: (one: Listed) => string,
): Promise<Found> {
  const result: Found = { found: 0, of: chosen.length, latencies: [] };
  for (const one of chosen) {
    const search = type(one);
    const start = performance.now();
    const { rows } = await searchEntities(db, { search, limit: 20, offset: 0 });
    result.latencies.push(performance.now() - start);
    if (rows.slice(0, 3).some(({ slug }) => slug === String(one.cik_str))) result.found += 1;
  }
  return result;
}

const alphabet = "abcdefghijklmnopqrstuvwxyz";

/** A text with one letter dropped, doubled, swapped with its neighbour or replaced. */
function slip(text: string, random: () => number): string {
  const letters = [...text];
  const places = letters.flatMap((letter, at) => (/[a-z]/i.test(letter) ? [at] : []));
  const at = places[Math.floor(random() * places.length)] ?? 0;
  const here = letters[at] ?? "";
  const other = at + 1 < letters.length ? at + 1 : at - 1;
  const kinds = [
    () => letters.splice(at, 1),
    () => letters.splice(at, 0, here),
    () =>
      letters.splice(
        Math.min(at, other),
        2,
        letters[Math.max(at, other)] ?? "",
        letters[Math.min(at, other)] ?? "",
      ),
    () => letters.splice(at, 1, alphabet[Math.floor(random() * alphabet.length)] ?? "a"),
  ];
  kinds[Math.floor(random() * kinds.length)]?.();
  return letters.join("");
}

/** The same numbers from 0 to 1 on every run. */
function randomFrom(start: number): () => number {
  let state = start;
  return () => {
    state = (state * 1103515245 + 12345) % 2147483648;
    return state / 2147483648;
  };
}

function report(companies: number, found: Record<string, Found>): BenchReport {
  const share = ({ found: hits, of }: Found) => `${((100 * hits) / of).toFixed(1)} %`;
  const rows = Object.entries(found).map(([kind, one]) => [
    kind,
    String(one.of),
    share(one),
    percentile(one.latencies, 0.5).toFixed(1),
    percentile(one.latencies, 0.95).toFixed(1),
  ]);
  const findings = Object.entries(found).map(([kind, one]) =>
    figure(`${kind} with one slip, found in the first three`, share(one)),
  );
  const title = `Search among ${companies} companies, one slip per text (seed ${seed})`;
  const head = ["typed", "texts", "in the first three", "p50 ms", "p95 ms"];
  return { findings, details: [{ title, table: table(head, rows) }], remarks: [] };
}

export const searchBench: Bench = {
  name: "search",
  what: "share of names and tickers with one slip that are found",
  run,
};
