import { and, desc, eq, gte, inArray, lt, or, sql } from "drizzle-orm";
import { unionAll } from "drizzle-orm/pg-core";
import { newestFirst, type PageQuery, page } from "#api/data/page.ts";
import { first, pick, required } from "#api/data/rows.ts";
import { rowsOf } from "#api/data/rows-of.ts";
import type { Db } from "#schemas/database/db.ts";
import type { PrincipalType } from "#schemas/shapes/platform/investor.ts";
import {
  capitalProvider,
  investmentMandate,
  investorNote,
  investorSave,
  investorWatchlist,
  investorWatchlistItem,
} from "#schemas/tables/platform/investor.ts";
import { startupFollow } from "#schemas/tables/platform/startup.ts";

/** The investor: a person or a firm. */
export type Principal = { userId: string } | { firmId: string };

const providers = rowsOf(capitalProvider);
export const mandates = rowsOf(investmentMandate);

/** The capital provider listing of a principal, made with its first mandate. */
export async function ensureProvider(db: Db, principal: Principal): Promise<string> {
  await providers.insertNew(db, principal);
  return required(await providers.find(db, principal), "Capital provider").id;
}

const columns = {
  ...pick(investmentMandate, "id", "capitalProviderListingId", "principalType"),
  firmId: capitalProvider.firmId,
  ...pick(investmentMandate, "name", "sectors", "stages", "geographies", "checkSize"),
  ...pick(investmentMandate, "instruments"),
  discoverable: investmentMandate.isDiscoverable,
  ...pick(investmentMandate, "status", "createdAt", "updatedAt"),
};

/** An account with the firms of which it is a member. */
export interface Holder {
  userId: string;
  firmIds: readonly string[];
}

const isHeldBy = ({ userId, firmIds }: Holder, type?: PrincipalType) => {
  const own = eq(capitalProvider.userId, userId);
  const firms = firmIds.length === 0 ? sql`false` : inArray(capitalProvider.firmId, [...firmIds]);
  return type === undefined ? or(own, firms) : type === "person" ? own : firms;
};

const selectMandates = (db: Db) =>
  db
    .select(columns)
    .from(investmentMandate)
    .innerJoin(capitalProvider, eq(capitalProvider.id, investmentMandate.capitalProviderListingId));

export type MandateRow = NonNullable<Awaited<ReturnType<typeof findMandate>>>;

/** Null also for another investor's mandate. */
export const findMandate = (db: Db, id: string, holder: Holder) =>
  first(selectMandates(db).where(and(eq(investmentMandate.id, id), isHeldBy(holder))));

export const listMandates = (db: Db, holder: Holder, type: PrincipalType, query: PageQuery) =>
  page(db, selectMandates(db).where(isHeldBy(holder, type)), newestFirst(investmentMandate), query);

/** All mandates that are active, of an account and its firms. */
export const listActive = (db: Db, holder: Holder): Promise<MandateRow[]> =>
  selectMandates(db)
    .where(and(isHeldBy(holder), eq(investmentMandate.status, "active")))
    .orderBy(...newestFirst(investmentMandate));

const actsMax = 200;

type ActTable = Pick<
  typeof investorSave | typeof investorWatchlistItem | typeof investorNote | typeof startupFollow,
  "startupListingId" | "createdAt"
>;

/** What an account did with startups in a time, newest first, to 200. */
export function listActs(db: Db, userId: string, { from, to }: { from: string; to: string }) {
  const within = (at: Parameters<typeof gte>[0]) => and(gte(at, from), lt(at, to));
  const act = (name: string, { startupListingId, createdAt }: ActTable) => ({
    act: sql<string>`${name}::text`.as("act"),
    startupListingId,
    at: createdAt,
  });
  const saved = db
    .select(act("saved", investorSave))
    .from(investorSave)
    .where(and(eq(investorSave.userId, userId), within(investorSave.createdAt)));
  const listed = db
    .select(act("watchlisted", investorWatchlistItem))
    .from(investorWatchlistItem)
    .innerJoin(investorWatchlist, eq(investorWatchlist.id, investorWatchlistItem.watchlistId))
    .where(and(eq(investorWatchlist.userId, userId), within(investorWatchlistItem.createdAt)));
  const noted = db
    .select(act("noted", investorNote))
    .from(investorNote)
    .where(and(eq(investorNote.authorId, userId), within(investorNote.createdAt)));
  const requested = db
    .select(act("follow_requested", startupFollow))
    .from(startupFollow)
    .where(and(eq(startupFollow.followerId, userId), within(startupFollow.createdAt)));
  const all = unionAll(saved, listed, noted, requested).as("acts");
  return db.select().from(all).orderBy(desc(all.at), all.startupListingId, all.act).limit(actsMax);
}
