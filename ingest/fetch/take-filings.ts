import { isDeepStrictEqual } from "node:util";
import { isEntityKey } from "#schemas/company-key.ts";
import type { IngestContext } from "../context.ts";
import {
  type FilingDocument,
  type ForceFiling,
  findCompanyKey,
  forgetEntity,
  listFilingsInForce,
  removeEmptyCompany,
  replaceFilingDocuments,
} from "../store/entity-filings.ts";
import { inTransaction, lockFor } from "../store/transaction.ts";
import { companyChannel } from "../store.ts";

export interface TakenFilings {
  /** What to build; null where nothing is left to be built. */
  key: string | null;
  added: number;
  removed: number;
}

/**
 * Makes the archive say what the filings of an entity say: those in force are its documents, all others are not.
 * Running it again changes nothing, so a process that ends in the middle leaves the rest to the next one.
 */
export async function takeFilings(entityId: string, context: IngestContext): Promise<TakenFilings> {
  const { pool } = context.database;
  context.boundary("filings:start");
  const key = await findCompanyKey(pool, entityId);
  if (key === null) {
    await inTransaction(pool, (client) => forgetEntity(client, entityId));
    return { key, added: 0, removed: 0 };
  }
  for (;;) {
    const taken = await takeOnce({ entityId, key }, context);
    if (taken !== null) return taken;
  }
}

/** Null when a filing was submitted or decided in between: then what was read is out of date. */
async function takeOnce(
  { entityId, key }: { entityId: string; key: string },
  context: IngestContext,
): Promise<TakenFilings | null> {
  const { pool } = context.database;
  const filings = await listFilingsInForce(pool, entityId);
  const documents: FilingDocument[] = [];
  for (const filing of filings) documents.push(await archiveFiling(filing, key, context));
  context.boundary("filings:archived");
  const isGone = documents.length === 0 && isEntityKey(key);
  const changed = await inTransaction(pool, async (client) => {
    await lockFor(client, "company", key);
    if (!isDeepStrictEqual(await listFilingsInForce(client, entityId), filings)) return null;
    const done = await replaceFilingDocuments(client, key, documents);
    if (isGone) {
      await removeEmptyCompany(client, key);
      await client.query("select pg_notify($1, $2)", [companyChannel, entityId]);
    }
    return done;
  });
  context.boundary("filings:recorded");
  return changed === null ? null : { key: isGone ? null : key, ...changed };
}

/** Verified by a third party counts as audited, all else as the company's own word (L2 came from no connector). */
const sourceOf = ({ status, tier }: ForceFiling) =>
  status === "verified" && tier === "L3" ? "audited" : "manual";

async function archiveFiling(
  filing: ForceFiling,
  key: string,
  { archive }: IngestContext,
): Promise<FilingDocument> {
  const source = sourceOf(filing);
  const { period, content } = filing;
  const { digest, sizeBytes } = await archive.put(
    Buffer.from(
      JSON.stringify({
        source,
        ...(isEntityKey(key) ? { entityId: key } : { cik: key }),
        filing: { id: filing.id, sha256: filing.sha256 },
        currency: content.currency,
        submittedAt: filing.submittedAt.slice(0, 10),
        periods: [{ ...period, fields: content.fields }],
      }),
    ),
  );
  const url = `filing:${filing.id}`;
  return { url, digest, sizeBytes, fetchedAt: filing.submittedAt, source };
}
