import type { RowReader } from "#api/auth/rules.ts";
import { findListingAnyhow } from "../startups/service.ts";

/** A row of the startup in the path; null for a row of another one. */
export const ofPath = <R extends { startupListingId: string }>(
  name: string,
  find: (db: Parameters<RowReader<R>["find"]>[0], id: string) => Promise<R | null>,
): RowReader<R> => ({
  name,
  find: async (db, rowId, { id = "" }) => {
    const row = await find(db, rowId);
    const listing = row === null ? null : await findListingAnyhow(db, id);
    return listing?.id === row?.startupListingId ? row : null;
  },
});
