import { cikOf } from "#schemas/company-key.ts";
import type { Db } from "#schemas/database/db.ts";
import { nearest } from "#schemas/nearest.ts";
import type { Page } from "#schemas/shapes/page.ts";
import { searching } from "../../data/text-search.ts";
import {
  cikRank,
  type FoundRow,
  findSimilar,
  foldText,
  listEntities,
  tickerRanks,
} from "./queries.ts";
import { type OneSlip, oneSlip, storedTicker } from "./typo-variants.ts";

const none: OneSlip = { swappedOrDoubled: [], dropped: [], other: [] };
// A slip in two letters could mean anything; long texts are like their names without this.
const slipLengths = { name: [3, 40], ticker: [2, 8] } as const;

type EntityMatch = Omit<FoundRow, "rank"> & {
  matchedBy: "cik" | "ticker" | "name" | "similar" | null;
};

/**
 * Published entities by name, or, with a search text, what it may mean, best first: CIK, exact ticker, exact name,
 * a ticker with two letters swapped or one doubled, a name with one slip, the beginning of a name, other
 * tickers and beginnings with one slip, then similar names and former names.
 */
export async function searchEntities(
  db: Db,
  { search, limit, offset }: { search?: string | undefined; limit: number; offset: number },
): Promise<Page<EntityMatch>> {
  const page = { limit, offset };
  if (search === undefined || search === "") {
    const { rows, total } = await listEntities(db, page);
    return { rows: rows.map((row) => present(row, null)), total, ...page };
  }
  const name = await foldText(db, search);
  const ticker = storedTicker(search);
  const sought = {
    name,
    nameSlips: slipsOf(name, slipLengths.name),
    ticker,
    tickerSlips: slipsOf(ticker, slipLengths.ticker),
    cik: /^(?:cik)? ?(\d{1,10})$/i.exec(search)?.[1]?.padStart(10, "0") ?? null,
  };
  const { rows, total } = await searching(db, (tx) => findSimilar(tx, sought, page));
  return { rows: rows.map((row) => present(row, matchedBy(row.rank))), total, ...page };
}

const slipsOf = (text: string, [min, max]: readonly [number, number]) =>
  text.length >= min && text.length <= max ? oneSlip(text) : none;

function present(row: FoundRow, matchedBy: EntityMatch["matchedBy"]): EntityMatch {
  const { id, name, slug, entityType, ticker, exchange } = row;
  const cik = row.cik === null ? null : cikOf(row.cik);
  return { id, name, slug, entityType, cik, ticker, exchange, matchedBy };
}

function matchedBy(rank: number): "cik" | "ticker" | "name" | "similar" {
  if (rank === cikRank) return "cik";
  if (tickerRanks.includes(rank)) return "ticker";
  return rank === 1 || rank === 4 ? "name" : "similar";
}

const ownPages = ["screen", "compare"] as const;
const meantMax = 8;

/** Pages that an address without one may have meant: the service's own of a like name, and companies like its last part. */
export async function meantPages(db: Db, path: string): Promise<{ href: string; text: string }[]> {
  const last = path.split("/").findLast((part) => part !== "") ?? "";
  const search = last
    .replaceAll(/[\p{C}\-_+.]+/gu, " ")
    .trim()
    .slice(0, 60);
  const { rows } =
    search === "" ? { rows: [] } : await searchEntities(db, { search, limit: meantMax, offset: 0 });
  return [
    ...nearest(last, ownPages).map((name) => ({ href: `/${name}`, text: `The page /${name}` })),
    ...rows.map(({ name, slug, ticker }) => ({
      href: `/companies/${slug}`,
      text: ticker === null ? name : `${name} (${ticker})`,
    })),
  ];
}
