import { getTableColumns } from "drizzle-orm";
import { entity } from "#schemas/tables/companies/company.ts";
import { watchlist, watchlistEntity } from "#schemas/tables/companies/watchlist.ts";
import { ownRows } from "../../data/own-rows.ts";
import { subquery } from "../../data/subquery.ts";
import { visibleTo } from "../../data/visible-to.ts";

/** Entities that the list's owner may know of: those that a read of the list shows. */
const entityCount = subquery<number>`select count(*)::int from ${watchlistEntity} on_list
  join ${entity} on ${entity.id} = on_list.entity_id
  where on_list.watchlist_id = ${watchlist.id} and ${visibleTo({ userId: watchlist.userId })}`;

const { userId, ...shown } = getTableColumns(watchlist);

/** Watchlists are private to their owner. */
export const ownWatchlists = ownRows({
  name: "Watchlist",
  table: watchlist,
  columns: { ...shown, entityCount: entityCount.as("entity_count") },
});
