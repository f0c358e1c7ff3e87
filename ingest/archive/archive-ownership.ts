import { randomUUID } from "node:crypto";
import { asc, desc, type SQL } from "drizzle-orm";
import { ConfigError } from "#schemas/config/config.ts";
import { rawDocument } from "#schemas/tables/companies/filing.ts";
import { installation } from "#schemas/tables/operation/job.ts";
import { on, type Queryable } from "../store/transaction.ts";
import { digestOf } from "./packed.ts";
import type { Archive } from "./store.ts";

/** What an archive holds for each database that works with it. */
const markOf = (id: string): Buffer =>
  Buffer.from(`This archive belongs to the Tenk database ${id}.\n`);

/**
 * Makes sure that database and archive belong together, before anything is written: a document recorded here and
 * archived elsewhere could not be read again. They have an id in common, which is made when they first meet; an
 * installation from before there was one gets it when the archive holds documents that the database lists.
 * Throws ConfigError for an archive that is none of this database's.
 */
export async function checkArchiveOwner(db: Queryable, archive: Archive): Promise<void> {
  const id = await findId(db);
  if (id === null) {
    if (!(await holdsListed(db, archive))) throw notOurs();
    await adoptArchive(db, archive);
  } else if (!(await archive.has(digestOf(markOf(id))))) {
    throw notOurs();
  }
}

/** Makes the archive one of this database's, whatever it holds. */
export async function adoptArchive(db: Queryable, archive: Archive): Promise<void> {
  // The archive first: an id without its mark would refuse the right archive.
  const id = (await findId(db)) ?? randomUUID();
  await archive.put(markOf(id));
  await on(db).insert(installation).values({ id }).onConflictDoNothing();
  const chosen = await findId(db);
  if (chosen !== null && chosen !== id) await archive.put(markOf(chosen));
}

async function findId(db: Queryable): Promise<string | null> {
  const [row] = await on(db).select().from(installation);
  return row?.id ?? null;
}

const looked = 20;

/** True when some of the documents that the database lists are there, or when it lists none. */
async function holdsListed(db: Queryable, archive: Archive): Promise<boolean> {
  const { digest } = rawDocument;
  const some = (order: SQL) =>
    on(db).select({ digest }).from(rawDocument).orderBy(order).limit(looked);
  const listed = [...(await some(asc(digest))), ...(await some(desc(digest)))];
  for (const one of new Set(listed.map((row) => row.digest))) {
    if (await archive.has(one)) return true;
  }
  return listed.length === 0;
}

function notOurs(): ConfigError {
  return new ConfigError(
    "ARCHIVE_URL (or DATA_DIR) is not the archive of this database: documents that the database lists would be looked for in vain. " +
      "Give the archive that it was used with; where that one is lost, npm run admin -- adopt-archive takes this one in its place",
  );
}
