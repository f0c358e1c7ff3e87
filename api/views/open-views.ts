import { listReleases } from "#registry/releases.ts";
import type { Db } from "#schemas/db.ts";
import type { Registry } from "#schemas/shapes/concept.ts";
import { findBuildVersion, listReports, readCompany, readPackedFacts } from "./queries.ts";
import { openViewThread } from "./thread.ts";
import { createViews, type SharedViews, type ViewReaders } from "./views.ts";

const bytesMax = 64 * 1_048_576;

/** What views are computed from, as a connection pool or a transaction reads it. */
export const viewReaders = (db: Db): ViewReaders => ({
  findVersion: (entityId, viewer) => findBuildVersion(db, entityId, viewer),
  readFacts: (cik) => readPackedFacts(db, cik),
  listReports: (cik) => listReports(db, cik),
  readCompany: (subject) => readCompany(db, subject),
});

/** Computed views over a database; the thread starts with the first question. */
export function openViews(db: Db, registry: Registry): SharedViews {
  return createViews({
    thread: openViewThread(),
    registry,
    releases: listReleases(),
    bytesMax,
    ...viewReaders(db),
  });
}
