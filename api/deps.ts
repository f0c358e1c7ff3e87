import type { FastifyBaseLogger } from "fastify";
import type { Registry as MetricsRegistry } from "prom-client";
import type { Config } from "#schemas/config.ts";
import type { Database } from "#schemas/db.ts";
import type { SchemaVersion } from "#schemas/sfrs/load.ts";
import type { Registry } from "#schemas/shapes/concept.ts";
import type { Credentials } from "./auth/credentials.ts";
import type { FileStore } from "./clients/files.ts";
import type { JobSender } from "./clients/job-sender.ts";
import type { Payments } from "./clients/payments.ts";
import type { Flags } from "./flags.ts";
import type { RateLimits } from "./http/rate-limit.ts";
import type { Documents } from "./modules/companies/document-cache.ts";
import type { Listings } from "./modules/directory/listings.ts";
import type { Owners } from "./modules/relationships/owners.ts";
import type { PageCache } from "./pages/page-cache.ts";
import type { Platform } from "./platform.ts";
import type { UnitOfWork } from "./unit-of-work.ts";
import type { Views } from "./views/views.ts";

/** Lifetimes of what the local issuer and the OAuth server give out, in seconds (O-03). */
export interface TokenSettings {
  accessSeconds: number;
  /** Absolute: rotation does not prolong it. */
  refreshSeconds: number;
  codeSeconds: number;
  /** Whether the PKCE method `plain` is taken. */
  isPlainPkceAllowed: boolean;
}

export const defaultTokenSettings: TokenSettings = {
  accessSeconds: 3600,
  refreshSeconds: 30 * 86_400,
  codeSeconds: 60,
  isPlainPkceAllowed: true,
};

/** What a composition root gives to `buildApp`. */
export interface AppOptions {
  database: Database;
  registry: Registry;
  runtimeSchemas: readonly SchemaVersion[];
  /** External token issuer; null means the local one. */
  auth: Config["auth"];
  /** Encrypts the issuer's key where it is stored; default: it is stored as it is. */
  secretKey?: string | null;
  log: FastifyBaseLogger;
  now: () => Date;
  metrics: MetricsRegistry;
  /** Default: 60 anonymous, 600 reads, 120 writes a minute. */
  limits?: RateLimits;
  /** Proxies whose X-Forwarded-For is believed; default none. */
  trustedProxies?: string[];
  /** Origins of pages that may read answers; `*` is any; default none. */
  corsOrigins?: string[];
  /** Default: `defaultTokenSettings`. */
  tokens?: TokenSettings;
  /** Where jobs are enqueued; default: the queue in the database, which workers read. */
  jobs?: JobSender;
  /** Files of users; default: a folder of the machine's temporary files. */
  files?: FileStore;
  /** Default: the built-in payment provider, which sends its events to this app. */
  payments?: Payments;
  /** Address of this service as clients know it, without a slash at its end; links and the OAuth issuer are made of it. */
  publicUrl?: string;
  /** Where mails are found while there is no mail server; null (the default): they are sent. */
  mailFolder?: string | null;
  /** Checks each answer against its published shape: on in tests, off in production. */
  checkAnswers?: boolean;
  /** Bytes of finished documents kept in memory; default 256 MiB. */
  cacheBytesMax?: number;
}

/**
 * Everything a handler may reach. In a transaction (`deps.transaction`, and every request with an Idempotency-Key of
 * an endpoint that needs an account) all of it reads and writes through that transaction.
 */
export interface Deps
  extends Pick<AppOptions, "registry" | "runtimeSchemas" | "auth" | "metrics">,
    Omit<Platform, keyof UnitOfWork<Platform>>,
    UnitOfWork<Deps> {
  documents: Documents;
  pages: PageCache;
  owners: Owners;
  listings: Listings;
  views: Views;
  checkAnswers: boolean;
  mailFolder: string | null;
  credentials: Credentials;
  flags: Flags;
  tokens: TokenSettings;
}
