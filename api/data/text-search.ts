import { type SQL, type SQLWrapper, sql } from "drizzle-orm";
import type { Db, Tx } from "#schemas/db.ts";
import { unavailable } from "../http/errors.ts";

/** The most that is read of what somebody types. */
const charsMax = 200;
const termsMax = 16;

/** What was typed, cut to 200 characters and 16 terms; NUL and broken surrogates, which PostgreSQL refuses, are blanks. */
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

/** The tsquery of what was typed, in the words of web search ("phrase", or, -not). No input is a syntax error. */
const queryOf = (typed: string, language: string): SQL =>
  sql`websearch_to_tsquery(${language}::regconfig, ${withoutLooseMinus(boundedSearch(typed))})`;

/** A minus counts before a word or phrase; many in a row are nested too deep for PostgreSQL. */
const withoutLooseMinus = (text: string) =>
  text.replace(/(?<=[^\s\p{L}\p{N}])-|-(?![\p{L}\p{N}"])/gu, " ");

/** True for rows whose `tsvector` has what was typed; typed text without a word matches nothing. */
export const matchesWords = (
  vector: SQLWrapper,
  typed: string,
  language = "english",
): SQL<boolean> => sql<boolean>`${vector} @@ ${queryOf(typed, language)}`;

/** How well a `tsvector` fits what was typed: 0 for not at all. Its own weights count. */
export const wordRank = (vector: SQLWrapper, typed: string, language = "english"): SQL<number> =>
  sql<number>`ts_rank_cd(${vector}, ${queryOf(typed, language)})`.mapWith(Number);

/** True for text that has something like what was typed (pg_trgm): finds slips of the key. Ask it within `searching`. */
export const resembles = (column: SQLWrapper, typed: string): SQL<boolean> =>
  sql<boolean>`${boundedSearch(typed)} <% ${column}`;

/** Likeness of what was typed to the best part of a text: 0 to 1. */
export const likeness = (column: SQLWrapper, typed: string): SQL<number> =>
  sql<number>`word_similarity(${boundedSearch(typed)}, ${column})`.mapWith(Number);

/** A LIKE pattern for text that contains what was typed, taken literally. */
export const containing = (typed: string): string =>
  `%${boundedSearch(typed).replace(/[\\%_]/g, "\\$&")}%`;

/** How much of a word must be there to be found by likeness: "compters" has 0.58 of "computers". */
const likenessMin = 0.45;

/**
 * Runs the queries of a search, each of which may take no longer than `ms`. Throws 503 where one would. Settings of
 * a transaction around it stay as they were.
 */
export async function searching<T>(db: Db, run: (tx: Tx) => Promise<T>, ms = 2000): Promise<T> {
  try {
    return await db.transaction(async (tx) => {
      const before = await settingsOf(tx);
      await set(tx, { time: `${ms}ms`, likeness: String(likenessMin) });
      const found = await run(tx);
      await set(tx, before);
      return found;
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
  // The setting exists once the extension has run in this session.
  const { rows } =
    await tx.execute<Settings>(sql`select current_setting('statement_timeout') as time,
    show_limit() is not null as loaded,
    coalesce(current_setting('pg_trgm.word_similarity_threshold', true), '0.6') as likeness`);
  return rows[0] ?? { time: "0", likeness: "0.6" };
}

const set = (tx: Tx, { time, likeness }: Settings) =>
  tx.execute(sql`select set_config('statement_timeout', ${time}, true),
    set_config('pg_trgm.word_similarity_threshold', ${likeness}, true)`);

function isCanceled(error: unknown): boolean {
  const cause = error instanceof Error && error.cause !== undefined ? error.cause : error;
  return (cause as { code?: unknown } | null)?.code === "57014";
}
