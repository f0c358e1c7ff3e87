import type pg from "pg";
import type { BuiltCompany } from "./builder/built-company.ts";
import { findBuild, loadPlatformState, storeBuild, storeDocuments } from "./store/build.ts";
import { storeChanges } from "./store/changes/store-changes.ts";
import { displaceSlug, storeCompanyRow } from "./store/company.ts";
import { inputDigest, listDocuments } from "./store/documents.ts";
import { storeReports } from "./store/filed-reports.ts";
import { storeFilings } from "./store/filings.ts";
import { baseSlug, chooseSlug, entityIdOf } from "./store/identity.ts";
import { keepFormerSlug, storeListing } from "./store/listing.ts";
import { storeQuality } from "./store/quality.ts";
import { storeScreen } from "./store/screen.ts";
import { storeStatements } from "./store/statements.ts";
import { storeTickers } from "./store/tickers.ts";
import { inTransaction, lockFor, nextTurn, type Queryable } from "./store/transaction.ts";

/** The channel on which a changed company is announced; the payload is its entity id. */
export const companyChannel = "tenk_company";

export type StoreOutcome =
  | { kind: "stored"; statements: number; displaced: string | null }
  /** The documents, the listing, the platform's knowledge or the slug changed while the build ran: build again. */
  | { kind: "superseded" };

export interface StoreOptions {
  /** Called with the name of each step before the next one begins. */
  boundary: (name: string) => void;
  /** What the ticker list says of the company now; asked inside the transaction. */
  findListing: (db: Queryable) => Promise<unknown>;
}

/**
 * Writes one built company in one transaction, so that readers see the old set or the new one. A build of
 * documents that are no longer the newest is refused: a late writer never overwrites a newer one.
 */
export async function storeCompany(
  pool: pg.Pool,
  built: BuiltCompany,
  { boundary, findListing }: StoreOptions,
): Promise<StoreOutcome> {
  boundary("store:before-begin");
  const outcome = await inTransaction(pool, async (client): Promise<StoreOutcome> => {
    await lockFor(client, "company", built.cik);
    boundary("store:locked");
    const listing = await findListing(client);
    if ((await currentDigest(client, built.cik, listing)) !== built.inputDigest) {
      return { kind: "superseded" };
    }
    await lockFor(client, "slug", baseSlug(built.name, built.cik));
    const choice = await chooseSlug(client, built);
    if (choice.slug !== built.slug) return { kind: "superseded" };
    if (choice.displaced) await displaceSlug(client, choice.displaced);
    boundary("store:slug-chosen");
    const statements = await writeRows(client, built, boundary);
    return { kind: "stored", statements, displaced: choice.displaced?.cik ?? null };
  });
  boundary("store:committed");
  return outcome;
}

/** Digest of what a build of the company would depend on now. */
async function currentDigest(
  client: pg.ClientBase,
  cik: string,
  listing: unknown,
): Promise<string> {
  const documents = await listDocuments(client, cik);
  return inputDigest(documents, [await loadPlatformState(client, cik), listing]);
}

async function writeRows(
  client: pg.ClientBase,
  built: BuiltCompany,
  boundary: (name: string) => void,
): Promise<number> {
  await keepFormerSlug(client, built);
  await storeCompanyRow(client, built);
  boundary("store:company-written");
  await storeListing(client, built);
  boundary("store:listing-written");
  const before = await findBuild(client, built.cik);
  // All that follows belongs to it.
  await storeBuild(client, built);
  boundary("store:build-recorded");
  const filings = await storeFilings(client, built);
  boundary("store:filings-written");
  await storeReports(client, built);
  boundary("store:reports-written");
  const { touched, differences } = await storeStatements(client, built);
  boundary("store:statements-written");
  await storeDocuments(client, built);
  await nextTurn();
  boundary("store:documents-written");
  await storeTickers(client, built);
  boundary("store:tickers-written");
  await storeScreen(client, built);
  boundary("store:screen-written");
  await storeQuality(client, built);
  boundary("store:quality-written");
  await storeChanges(client, built, before, { filings, statements: differences });
  boundary("store:changes-written");
  await client.query("select pg_notify($1, $2)", [companyChannel, entityIdOf(built.cik)]);
  boundary("store:before-commit");
  return touched;
}
