import type { FastifyBaseLogger } from "fastify";
import type { Registry as MetricsRegistry } from "prom-client";
import type { Config } from "#schemas/config/config.ts";
import type { Database } from "#schemas/database/db.ts";
import type { SchemaVersion } from "#schemas/sfrs/load.ts";
import type { Registry } from "#schemas/shapes/companies/concept.ts";
import type { Credentials } from "./auth/credentials.ts";
import type { Extracts } from "./clients/extracts.ts";
import type { FileStore } from "./clients/files.ts";
import type { JobSender } from "./clients/job-sender.ts";
import type { Payments } from "./clients/payments/provider.ts";
import type { Prices } from "./clients/prices/prices.ts";
import type { WebhookClient } from "./clients/webhooks.ts";
import type { Flags } from "./flags.ts";
import type { EventStreams } from "./http/event-streams.ts";
import type { RateLimiter, RateLimits } from "./http/limits/rate-limit.ts";
import type { Documents } from "./modules/companies/document-cache.ts";
import type { Listings } from "./modules/directory/listings.ts";
import type { Owners } from "./modules/relationships/owners.ts";
import type { PageCache } from "./pages/page-cache.ts";
import type { Platform } from "./platform.ts";
import type { UnitOfWork } from "./unit-of-work.ts";
import type { ViewThread } from "./views/view-thread.ts";
import type { Views } from "./views/views.ts";

/** Lifetimes, in seconds, of the tokens and codes that the local issuer and the OAuth server give out (O-03). */
export interface TokenSettings {
  accessSeconds: number;
  /** Absolute lifetime: rotating the refresh token does not extend it. */
  refreshSeconds: number;
  codeSeconds: number;
  /** Whether the PKCE method `plain` is accepted. */
  isPlainPkceAllowed: boolean;
}

export const defaultTokenSettings: TokenSettings = {
  accessSeconds: 3600,
  refreshSeconds: 30 * 86_400,
  codeSeconds: 60,
  isPlainPkceAllowed: true,
};

export const defaultPublicUrl = "http://localhost:3000";

/** Options of `buildApp`. */
export interface AppOptions {
  database: Database;
  registry: Registry;
  runtimeSchemas: readonly SchemaVersion[];
  /** External token issuer; null means the local issuer. */
  auth: Config["auth"];
  /** Encrypts the local issuer's signing key in the database. Without it the key is stored unencrypted. */
  secretKey?: string | null;
  log: FastifyBaseLogger;
  now: () => Date;
  metrics: MetricsRegistry;
  /** Default: 60 anonymous, 600 reads, 120 writes a minute. */
  limits?: RateLimits;
  /** Proxies whose X-Forwarded-For header is trusted; default none. */
  trustedProxies?: string[];
  /** CORS origins whose pages may read answers. `*` means any origin; default none. */
  corsOrigins?: string[];
  /** Default: `defaultTokenSettings`. */
  tokens?: TokenSettings;
  /** Sends jobs; default: to the queue in the database, which workers read. */
  jobs?: JobSender;
  /** Whether documents wait for a scan (SCAN_COMMAND, SCAN_URL); default false. */
  scansDocuments?: boolean;
  /** Stores users' files; default: a folder below the system's temporary folder. */
  files?: FileStore;
  /** Default: the built-in payment provider, which tells this app of changes. */
  payments?: Payments;
  /** Default: to public addresses only. */
  webhooks?: WebhookClient;
  /** Default: none. */
  prices?: Prices;
  /** Default: none. */
  extracts?: Extracts;
  /** Public base URL of this service, without a trailing slash; default `defaultPublicUrl`. Links and the OAuth issuer URL start with it. */
  publicUrl?: string;
  /** Folder that holds outgoing mail when no mail server is configured. Null (the default) means that mail is sent. */
  mailFolder?: string | null;
  /** Whether each answer is checked against its published schema: on in tests, off in production. */
  checkAnswers?: boolean;
  /** Size limit of the in-memory cache of finished documents, in bytes; default 256 MiB. */
  cacheBytesMax?: number;
  /** What computes views, and for how long a request waits for it; default: a thread of this process, and 20 s. */
  views?: { thread?: ViewThread; waitMs?: number };
}

/**
 * Everything a handler can use. Inside a transaction, every member reads and writes through that transaction. A
 * transaction is opened by `deps.transaction`, and by the kernel for a request with an Idempotency-Key to an endpoint
 * that needs an account.
 */
export interface Deps
  extends Pick<AppOptions, "registry" | "runtimeSchemas" | "auth" | "metrics">,
    Omit<Platform, keyof UnitOfWork<Platform>>,
    UnitOfWork<Deps> {
  documents: Documents;
  pages: PageCache;
  prices: Prices;
  extracts: Extracts;
  streams: EventStreams;
  /** What is left of the limits of requests. */
  rateLimits: Pick<RateLimiter, "left">;
  owners: Owners;
  listings: Listings;
  views: Views;
  checkAnswers: boolean;
  mailFolder: string | null;
  scansDocuments: boolean;
  credentials: Credentials;
  flags: Flags;
  tokens: TokenSettings;
}
