import { isDeepStrictEqual } from "node:util";
import { isEntityKey, isTeamKey, teamKey } from "#schemas/company-key.ts";
import type { IngestContext } from "../context.ts";
import {
  type FilingDocument,
  type ForceFiling,
  findCompanyKey,
  forgetEntity,
  hasDocuments,
  listFilingsInForce,
  removeEmptyCompany,
  replaceFilingDocuments,
} from "../store/entity-filings.ts";
import { entityIdOf } from "../store/identity.ts";
import { inTransaction, lockFor } from "../store/transaction.ts";
import { companyChannel } from "../store.ts";

export interface TakenFilings {
  /** The keys of the companies to build. */
  keys: string[];
  added: number;
  removed: number;
}

/** What one company is built from. */
interface Part {
  key: string;
  filings: ForceFiling[];
}

/**
 * Makes the archive say what the filings of an entity say: those in force are its documents, all others are not. The
 * company that everybody reads is built from the public ones. The team of an entity without a CIK has a company of all of
 * them, while one is not public. Running it again changes nothing, so a process that ends in the middle leaves the rest
 * to the next one.
 */
export async function takeFilings(entityId: string, context: IngestContext): Promise<TakenFilings> {
  const { pool } = context.database;
  context.boundary("filings:start");
  const key = await findCompanyKey(pool, entityId);
  if (key === null) {
    await inTransaction(pool, async (client) => {
      for (const gone of [entityId, teamKey(entityId)]) await forgetEntity(client, gone);
    });
    return { keys: [], added: 0, removed: 0 };
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
  const parts: { key: string; documents: FilingDocument[] }[] = [];
  for (const part of partsOf(key, filings)) {
    const documents: FilingDocument[] = [];
    for (const filing of part.filings) {
      documents.push(await archiveFiling(filing, part.key, context));
    }
    parts.push({ key: part.key, documents });
  }
  context.boundary("filings:archived");
  const taken = await inTransaction(pool, async (client): Promise<TakenFilings | null> => {
    for (const part of parts) await lockFor(client, "company", part.key);
    if (!isDeepStrictEqual(await listFilingsInForce(client, entityId), filings)) return null;
    const sum: TakenFilings = { keys: [], added: 0, removed: 0 };
    for (const part of parts) {
      const { added, removed } = await replaceFilingDocuments(client, part.key, part.documents);
      sum.added += added;
      sum.removed += removed;
      if (isEntityKey(part.key) && !(await hasDocuments(client, part.key))) {
        await removeEmptyCompany(client, part.key);
      } else sum.keys.push(part.key);
    }
    await client.query("select pg_notify($1, $2)", [companyChannel, entityId]);
    return sum;
  });
  context.boundary("filings:recorded");
  return taken;
}

/** The companies of an entity, and the filings that each is built from. */
function partsOf(key: string, filings: readonly ForceFiling[]): Part[] {
  const open = filings.filter(({ isPublic }) => isPublic);
  const everybodys = { key, filings: open };
  if (!isEntityKey(key)) return [everybodys];
  const all = open.length === filings.length ? [] : [...filings];
  return [everybodys, { key: teamKey(key), filings: all }];
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
  // A hash covers private filings before this one, whose figures could be found by trying them.
  const isHashShown = filing.isHashPublic || isTeamKey(key);
  const { digest, sizeBytes } = await archive.put(
    Buffer.from(
      JSON.stringify({
        source,
        ...(isEntityKey(key) ? { entityId: entityIdOf(key) } : { cik: key }),
        filing: { id: filing.id, ...(isHashShown && { sha256: filing.sha256 }) },
        currency: content.currency,
        submittedAt: filing.submittedAt.slice(0, 10),
        periods: [{ ...period, fields: content.fields }],
      }),
    ),
  );
  // One address is of one company.
  const url = `filing:${filing.id}${isTeamKey(key) ? "~team" : ""}`;
  return { url, digest, sizeBytes, fetchedAt: filing.submittedAt, source };
}
