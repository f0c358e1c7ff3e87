import { listReleases } from "#registry/governance/releases.ts";
import type { Db } from "#schemas/database/db.ts";
import type { Registry } from "#schemas/shapes/companies/concept.ts";
import { readReports } from "./filed/queries.ts";
import { findBuildVersion, listReports, readCompany, readPackedFacts } from "./queries.ts";
import { openViewThread } from "./view-thread.ts";
import { createViews, type SharedViews, type ViewOptions, type ViewReaders } from "./views.ts";

const bytesMax = 64 * 1_048_576;
const waitMs = 20_000;

/** The queries that views need, on a connection pool or a transaction. */
export const viewReaders = (db: Db): ViewReaders => ({
  findVersion: (entityId, viewer) => findBuildVersion(db, entityId, viewer),
  readFacts: (cik) => readPackedFacts(db, cik),
  listReports: (cik) => listReports(db, cik),
  readCompany: (subject) => readCompany(db, subject),
  readReports: (cik, question, view) => readReports(db, { cik, question, view }),
});

/** Opens computed views on a database. The thread starts with the first question. */
export function openViews(
  db: Db,
  registry: Registry,
  given: Partial<Pick<ViewOptions, "thread" | "waitMs">> = {},
): SharedViews {
  return createViews({
    thread: given.thread ?? openViewThread(),
    waitMs: given.waitMs ?? waitMs,
    registry,
    releases: listReleases(),
    bytesMax,
    ...viewReaders(db),
  });
}
