import type { FastifyBaseLogger } from "fastify";
import type { Registry as MetricsRegistry } from "prom-client";
import type { Config } from "#schemas/config.ts";
import type { Database, Db } from "#schemas/db.ts";
import type { SchemaVersion } from "#schemas/sfrs/load.ts";
import type { Registry } from "#schemas/shapes/concept.ts";
import type { Credentials } from "./auth/credentials.ts";
import type { FileStore } from "./clients/files.ts";
import type { Mailer } from "./clients/mail.ts";
import type { RateLimits } from "./http/rate-limit.ts";
import type { DocumentCache } from "./modules/companies/document-cache.ts";
import type { Owners } from "./modules/relationships/owners.ts";
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
  /** Default: a folder of the machine's temporary files. */
  mailer?: Mailer;
  /** Files of users; default: a folder of the machine's temporary files. */
  files?: FileStore;
  /** Address of this service as clients know it, without a slash at its end; links and the OAuth issuer are made of it. */
  publicUrl?: string;
  /** Checks each answer against its published shape: on in tests, off in production. */
  checkAnswers?: boolean;
  /** Bytes of finished documents kept in memory; default 256 MiB. */
  cacheBytesMax?: number;
}

/** Everything a handler may reach. */
export interface Deps
  extends Pick<
    AppOptions,
    "database" | "registry" | "runtimeSchemas" | "auth" | "log" | "now" | "metrics"
  > {
  db: Db;
  documents: DocumentCache;
  owners: Owners;
  views: Views;
  checkAnswers: boolean;
  credentials: Credentials;
  tokens: TokenSettings;
  mailer: Mailer;
  files: FileStore;
  publicUrl: string;
}
