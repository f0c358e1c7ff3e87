import { tmpdir } from "node:os";
import { join } from "node:path";
import type { CredentialParts } from "./auth/credentials.ts";
import type { CountLookup } from "./cache-counter.ts";
import { noExtracts } from "./clients/extracts.ts";
import { openFileStore } from "./clients/files.ts";
import type { JobSender } from "./clients/job-sender.ts";
import type { Payments } from "./clients/payments/provider.ts";
import { noPrices } from "./clients/prices/prices.ts";
import { openWebhookClient } from "./clients/webhooks.ts";
import { type AppOptions, type Deps, defaultPublicUrl, defaultTokenSettings } from "./deps.ts";
import { createFlags } from "./flags.ts";
import type { EventStreams } from "./http/event-streams.ts";
import { createDocumentCache, type DocumentCache } from "./modules/companies/document-cache.ts";
import { servedDocumentReader } from "./modules/companies/queries.ts";
import { createListings } from "./modules/directory/listings.ts";
import { createOwners, ownersWithin } from "./modules/relationships/owners.ts";
import { createPageCache, type PageCache } from "./pages/page-cache.ts";
import { mailerOf } from "./platform.ts";
import { openUnits, type UnitOfWork, type Units } from "./unit-of-work.ts";
import { openViews, viewReaders } from "./views/open-views.ts";
import type { SharedViews } from "./views/views.ts";

const megabyte = 1_048_576;
const pageBytesMax = 128 * megabyte;

export interface MadeDeps {
  units: Units<Deps>;
  documents: DocumentCache;
  views: SharedViews;
  pages: PageCache;
  /** Forgets what is kept for a second of what people write. */
  written(): void;
}

/**
 * Makes the dependencies of handlers. The caches that all requests share read through the connection pool. Inside a
 * transaction, each is replaced by one that reads through that transaction.
 */
export function makeDeps(
  options: AppOptions,
  access: CredentialParts,
  given: {
    jobs: JobSender;
    payments: Payments;
    streams: EventStreams;
    rateLimits: Deps["rateLimits"];
    lookups: (cache: string) => CountLookup;
  },
): MadeDeps {
  const { jobs, payments, streams, rateLimits, lookups } = given;
  const { registry, runtimeSchemas, auth, log, now, metrics } = options;
  const { db } = options.database;
  const documents = createDocumentCache(
    servedDocumentReader(db),
    options.cacheBytesMax ?? 256 * megabyte,
    lookups("documents"),
  );
  const pages = createPageCache(pageBytesMax, lookups("pages"));
  const views = openViews(db, registry, options.views);
  const listings = createListings(db, now);
  const owners = createOwners(db, now);
  // What people write is seen at once in this process, by everybody.
  const written = () => {
    listings.forget();
    owners.forget();
  };
  const constant = {
    registry,
    runtimeSchemas,
    auth,
    log,
    now,
    metrics,
    mailFolder: options.mailFolder ?? null,
    scansDocuments: options.scansDocuments ?? false,
    checkAnswers: options.checkAnswers ?? false,
    tokens: options.tokens ?? defaultTokenSettings,
    files: options.files ?? openFileStore(join(tmpdir(), "tenk-files")),
    publicUrl: options.publicUrl ?? defaultPublicUrl,
    flags: createFlags(now),
    payments,
    webhooks: options.webhooks ?? openWebhookClient({ secretKey: options.secretKey ?? null }),
    pages,
    prices: options.prices ?? noPrices,
    extracts: options.extracts ?? noExtracts,
    streams,
    rateLimits,
  };
  const shared = {
    documents,
    views,
    owners,
    listings,
    credentials: access.credentials,
  };
  const readersOf = (unit: UnitOfWork<Deps>) => ({
    documents: documents.within(servedDocumentReader(unit.db)),
    views: views.within(viewReaders(unit.db)),
    owners: ownersWithin(unit.db),
    listings: listings.within(unit.db),
    credentials: access.within(unit.db, unit.afterCommit),
  });
  const units = openUnits<Deps>({ db, jobs, log, written }, (unit) => ({
    ...constant,
    ...(unit.isInTransaction ? readersOf(unit) : shared),
    ...unit,
    mailer: mailerOf(unit),
  }));
  return { units, documents, views, pages, written };
}
