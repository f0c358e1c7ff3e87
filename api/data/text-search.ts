import { is, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { PgTransaction } from "drizzle-orm/pg-core";
import type { Db, Tx } from "#schemas/database/db.ts";
import { unavailable } from "../http/errors.ts";

/** Limits of the search text. */
const charsMax = 200;
const termsMax = 16;

/**
 * Cuts the search text to 200 characters and 16 terms. NUL and unpaired surrogates, which PostgreSQL refuses, become
 * blanks.
 * @example boundedSearch("solar\u0000 panels ") // "solar panels"
 */
export function boundedSearch(typed: string): string {
  return [...typed.toWellFormed()]
    .slice(0, charsMax)
    .join("")
    .normalize("NFKC")
    .replace(/[\p{Cc}\uFFFD]+/gu, " ")
    .split(/\s+/)
    .filter((term) => term !== "")
    .slice(0, termsMax)
    .join(" ");
}

/** The tsquery of a search text in web search syntax ("phrase", or, -not). No input is a syntax error. */
const queryOf = (typed: string, language: string): SQL =>
  sql`websearch_to_tsquery(${language}::regconfig, ${withoutLooseMinus(boundedSearch(typed))})`;

/** Keeps a minus only before a word or phrase. A long series of them would nest too deep for PostgreSQL. */
const withoutLooseMinus = (text: string) =>
  text.replace(/(?<=[^\s\p{L}\p{N}])-|-(?![\p{L}\p{N}"])/gu, " ");

/**
 * True for rows whose `tsvector` matches the search text. Text without a word matches nothing.
 * @example db.select().from(hiringRole).where(matchesWords(hiringRole.search, "python -java"))
 */
export const matchesWords = (
  vector: SQLWrapper,
  typed: string,
  language = "english",
): SQL<boolean> => sql<boolean>`${vector} @@ ${queryOf(typed, language)}`;

/**
 * Rank of a `tsvector` for the search text, using the weights of the vector; 0 for no match.
 * @example orderBy(desc(wordRank(hiringRole.search, "python")))
 */
export const wordRank = (vector: SQLWrapper, typed: string, language = "english"): SQL<number> =>
  sql<number>`ts_rank_cd(${vector}, ${queryOf(typed, language)})`.mapWith(Number);

/**
 * True for text similar to the search text (pg_trgm), which finds typing errors. Use it within `searching`.
 * @example searching(db, (tx) => tx.select().from(hiringRole).where(resembles(hiringRole.title, "develper")))
 */
export const resembles = (column: SQLWrapper, typed: string): SQL<boolean> =>
  sql<boolean>`${boundedSearch(typed)} <% ${column}`;

/**
 * Changes what `resembles` takes for similar until the transaction of `searching` ends: 0 to 1.
 * @example await searching(db, async (tx) => { await resemblingAtLeast(tx, 0.6); return tx.select().from(hiringRole); })
 */
export const resemblingAtLeast = (tx: Tx, least: number) =>
  tx.execute(sql`select set_config('pg_trgm.word_similarity_threshold', ${String(least)}, true)`);

/**
 * Similarity of the search text to the best matching part of a text: 0 to 1.
 * @example orderBy(desc(likeness(hiringRole.title, "develper")))
 */
export const likeness = (column: SQLWrapper, typed: string): SQL<number> =>
  sql<number>`word_similarity(${boundedSearch(typed)}, ${column})`.mapWith(Number);

/**
 * A LIKE pattern for text that contains the search text literally.
 * @example containing("50%") // "%50\\%%"
 */
export const containing = (typed: string): string =>
  `%${boundedSearch(typed).replace(/[\\%_]/g, "\\$&")}%`;

/** Minimum word similarity of a match: "compters" and "computers" have 0.58. */
const likenessMin = 0.45;

/**
 * Runs the queries of a search with a time limit of `ms` for each. Throws 503 when one exceeds it. Restores the
 * settings of a surrounding transaction; without one they end with the search's own.
 * @example const rows = await searching(db, (tx) => tx.select().from(hiringRole).where(where));
 */
export async function searching<T>(db: Db, run: (tx: Tx) => Promise<T>, ms = 2000): Promise<T> {
  const isNested = is(db, PgTransaction);
  try {
    return await db.transaction(async (tx) => {
      const before = isNested ? await settingsOf(tx) : null;
      await set(tx, { time: `${ms}ms`, likeness: String(likenessMin) });
      const rows = await run(tx);
      if (before !== null) await set(tx, before);
      return rows;
    });
  } catch (error) {
    if (isCanceled(error)) throw unavailable("The search took too long", error);
    throw error;
  }
}

interface Settings extends Record<string, unknown> {
  time: string;
  likeness: string;
}

async function settingsOf(tx: Tx): Promise<Settings> {
  const { rows } =
    await tx.execute<Settings>(sql`select current_setting('statement_timeout') as time,
    coalesce(current_setting('pg_trgm.word_similarity_threshold', true), '0.6') as likeness`);
  return rows[0] ?? { time: "0", likeness: "0.6" };
}

// `show_limit` loads pg_trgm in this session. Only then its setting can be checked.
const set = (tx: Tx, { time, likeness }: Settings) =>
  tx.execute(sql`select show_limit(), set_config('statement_timeout', ${time}, true),
    set_config('pg_trgm.word_similarity_threshold', ${likeness}, true)`);

function isCanceled(error: unknown): boolean {
  const cause = error instanceof Error && error.cause !== undefined ? error.cause : error;
  return (cause as { code?: unknown } | null)?.code === "57014";
}
