import { getTableColumns } from "drizzle-orm";
import { collection } from "#schemas/tables/accounts/collection.ts";
import { ownRows } from "../../data/own-rows.ts";

/** Collections are private to their owner. */
export const ownCollections = ownRows({
  name: "Collection",
  table: collection,
  columns: getTableColumns(collection),
});
