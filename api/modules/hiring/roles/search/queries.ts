import { and, desc, type SQL, sql } from "drizzle-orm";
import { subquery } from "#api/data/subquery.ts";
import {
  containing,
  likeness,
  matchesWords,
  resembles,
  resemblingAtLeast,
  searching,
  wordRank,
} from "#api/data/text-search.ts";
import type { Db } from "#schemas/database/db.ts";
import type { Page } from "#schemas/shapes/page.ts";
import { hiringRole } from "#schemas/tables/platform/hiring.ts";
import { filters, findItems, newest } from "../queries.ts";
import type { RoleItem, RolesQuery } from "../schemas.ts";

type RoleSearch = RolesQuery & { search: string };

/**
 * How many roles are ranked for each way of finding them, so that a word of all roles costs no more than a rare one.
 */
const pooledMax = 500;

/** Least likeness of a title to a text that no role has. The lower one counts where the higher one finds nothing. */
const likenesses = [0.7, 0.45];

/**
 * Public roles that have the words of a search, best first: words of the title weigh more. Where no role has them,
 * those whose title contains the text, and then those whose title has something like it. Of what many roles have, the
 * newest 500 with it in their title and the newest 500 with it anywhere are ranked; `total` counts the ranked ones.
 * Throws 503 where the search takes too long.
 */
export function searchRoles(db: Db, query: RoleSearch): Promise<Page<RoleItem>> {
  return searching(db, async (tx) => {
    for (const pool of [byWords(query), byPart(query)]) {
      const ranking = await rankPool(tx, pool, query);
      if (ranking.total > 0) return ranking;
    }
    for (const least of likenesses) {
      await resemblingAtLeast(tx, least);
      const similar = await rankPool(tx, byLikeness(query), query);
      if (similar.total > 0) return similar;
    }
    const { limit, offset } = query;
    return { rows: [], total: 0, limit, offset };
  });
}

interface Pool {
  /** Ids of the roles that are ranked. */
  pool: SQL;
  /** The best first; the newest of equal ones come first. */
  order: SQL[];
}

const newestWith = (query: RoleSearch, found: SQL) =>
  subquery`select ${hiringRole.id} from ${hiringRole} where ${and(filters(query), found)}
    order by ${sql.join(newest, sql`, `)} limit ${sql.raw(String(pooledMax))}`;

const isInTitle = ({ search }: RoleSearch) =>
  sql<boolean>`${hiringRole.title} ilike ${containing(search)}`;

function byWords(query: RoleSearch): Pool {
  const { search } = query;
  const inTitle = newestWith(query, matchesWords(hiringRole.titleSearch, search));
  const anywhere = newestWith(query, matchesWords(hiringRole.search, search));
  return {
    pool: sql`${inTitle} union ${anywhere}`,
    order: [
      desc(
        sql`${wordRank(hiringRole.search, search)} + case when ${isInTitle(query)} then 1 else 0 end`,
      ),
    ],
  };
}

const byPart = (query: RoleSearch): Pool => ({
  pool: newestWith(query, isInTitle(query)),
  order: [],
});

function byLikeness(query: RoleSearch): Pool {
  return {
    pool: sql`select ${hiringRole.id} from ${hiringRole}
      where ${and(filters(query), resembles(hiringRole.title, query.search))} limit ${sql.raw(String(pooledMax))}`,
    order: [desc(likeness(hiringRole.title, query.search))],
  };
}

/** One page of a pool. */
async function rankPool(
  db: Db,
  { pool, order }: Pool,
  { limit, offset }: RoleSearch,
): Promise<Page<RoleItem>> {
  const answer = await db.execute<{ total: number; ids: string[] }>(sql`
    with pool as materialized (${pool})
    select (select count(*)::int from pool) as total, array(
      select ${hiringRole.id}::text from ${hiringRole} where ${hiringRole.id} in (select id from pool)
      order by ${sql.join([...order, ...newest], sql`, `)} limit ${limit} offset ${offset}) as ids`);
  const { total = 0, ids = [] } = answer.rows[0] ?? {};
  const itemsById = new Map((await findItems(db, ids)).map((one) => [one.id, one]));
  return { rows: ids.flatMap((id) => itemsById.get(id) ?? []), total, limit, offset };
}
