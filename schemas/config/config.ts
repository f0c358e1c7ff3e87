import { resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { z } from "zod";
import { settingNames } from "../setting-names.ts";
import { readTexts, type TextSettings, textVariables } from "../text-settings.ts";
import { ConfigError } from "./config-error.ts";
import { type MailSettings, mailVariables, readMail } from "./mail-settings.ts";
import { type PaymentProvider, paymentVariables, readPayments } from "./payment-settings.ts";
import { type PriceSettings, priceVariables, readPrices } from "./price-settings.ts";
import { readScan, type ScanSettings, scanVariables } from "./scan-settings.ts";
import { algorithmsText, networksOf, originsText, perMinute } from "./setting-patterns.ts";

export { ConfigError, settingNames };

/**
 * The environment, parsed once by the composition roots (`jobs/start-service.ts`, `jobs/start-worker.ts`,
 * `jobs/cli.ts`, `api/start-api.ts`).
 */
export interface Config {
  port: number;
  host: string;
  dataDir: string;
  /** Null means the embedded database in `dataDir`. */
  databaseUrl: string | null;
  /** Null means the bundled sample instead of the live service. */
  edgarUserAgent: string | null;
  edgarDataUrl: string;
  edgarWwwUrl: string;
  /** Tickers and CIKs as given, or "all"; null (not set, or "sample"): the companies of the bundled sample. */
  companies: string[] | "all" | null;
  /** Whether COMPANIES is "sample"; only then does a PostgreSQL server get the bundled sample. */
  isSampleAsked: boolean;
  /** Of how many of a company's newest periodic reports the whole filing is fetched; 0 for none. */
  filingPackages: number;
  /** A folder (absolute path) or an s3:// address. */
  archiveUrl: string;
  /** Where the scheduled extract goes: a folder (absolute path) or an s3:// address. */
  extractUrl: string;
  /** Where users' files are stored: in the archive's S3 bucket, or in a folder of `dataDir`. */
  filesUrl: string;
  logLevel: "fatal" | "error" | "warn" | "info" | "debug" | "trace" | "silent";
  /** External token issuer; null means the local one. */
  auth: { issuer: string; audience: string; jwksUrl: string; algorithms: string[] } | null;
  /** Public base URL of this service, without a trailing slash. */
  publicUrl: string;
  /** Lifetimes of the tokens and codes of the local issuer and the OAuth server. */
  tokens: {
    accessSeconds: number;
    refreshSeconds: number;
    codeSeconds: number;
    isPlainPkceAllowed: boolean;
  };
  /** Requests a minute over all processes: per address or, with a credential, per principal. Infinity: no limit. */
  rateLimits: { anonymous: number; read: number; write: number };
  /** Proxies (addresses and networks) whose X-Forwarded-For header is trusted. */
  trustedProxies: string[];
  /** CORS origins whose pages may read answers; `*` means any. */
  corsOrigins: string[];
  /** Networks beside the public internet that webhooks may reach. */
  webhookNetworks: string[];
  /** Encrypts the private signing key and secrets of webhooks in the database; null stores them unencrypted. */
  secretKey: string | null;
  /** Judges uploaded documents; null means that they are not scanned. */
  scan: ScanSettings | null;
  /** Drafts summaries of baselines; null means the template alone. */
  texts: TextSettings | null;
  payments: PaymentProvider;
  mail: MailSettings;
  /** Where daily closes come from; null means that there are none. */
  prices: PriceSettings | null;
}

const lifetime = (name: string, usual: number, max: number) => {
  const rule = `${name} must be a whole number of seconds from 1 to ${max}`;
  return z.coerce.number(rule).int(rule).min(1, rule).max(max, rule).default(usual);
};

const daySeconds = 86_400;
const upstream = (name: string) =>
  z
    .string()
    .regex(/^(https?:\/\/|file:)\S+$/, `${name} must be an http:, https: or file: address`)
    .transform((url) => (url.startsWith("file:") ? folderUrl(url) : url.replace(/\/+$/, "")));

/** Converts file:../folder, file:/folder and file:///folder to an absolute URL without a trailing slash. */
function folderUrl(url: string): string {
  const path = url.startsWith("file://") ? fileURLToPath(url) : url.slice("file:".length);
  return pathToFileURL(resolve(path)).href;
}

const environment = z.object({
  PORT: z.coerce
    .number("PORT must be a whole number from 0 to 65535")
    .int("PORT must be a whole number from 0 to 65535")
    .min(0, "PORT must be a whole number from 0 to 65535")
    .max(65535, "PORT must be a whole number from 0 to 65535")
    .default(3000),
  HOST: z.string().min(1).default("127.0.0.1"),
  DATA_DIR: z.string().min(1).default(".data"),
  DATABASE_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\//, "DATABASE_URL must start with postgres:// or postgresql://")
    .optional(),
  EDGAR_USER_AGENT: z
    .string()
    .regex(
      /[^\s@]@[^\s@.]+\.[^\s@]/,
      'EDGAR_USER_AGENT must name you and a contact address, for example "Ann Example ann@example.com"',
    )
    .optional(),
  EDGAR_DATA_URL: upstream("EDGAR_DATA_URL").default("https://data.sec.gov"),
  EDGAR_WWW_URL: upstream("EDGAR_WWW_URL").default("https://www.sec.gov"),
  COMPANIES: z
    .string()
    .regex(
      /^[A-Za-z0-9.\-, ]+$/,
      'COMPANIES must be "all", "sample" or tickers and CIKs separated by commas, for example AAPL,320193',
    )
    .optional(),
  FILING_PACKAGES: z
    .string()
    .regex(/^\d{1,3}$/, "FILING_PACKAGES must be a whole number of reports a company, 0 for none")
    .transform(Number)
    .default(8),
  ARCHIVE_URL: z.string().min(1).optional(),
  EXTRACT_URL: z.string().min(1).optional(),
  LOG_LEVEL: z
    .enum(["fatal", "error", "warn", "info", "debug", "trace", "silent"], {
      error: "LOG_LEVEL must be one of fatal, error, warn, info, debug, trace, silent",
    })
    .default("info"),
  AUTH_ISSUER: z.url("AUTH_ISSUER must be an address").optional(),
  AUTH_AUDIENCE: z.string().min(1).optional(),
  AUTH_JWKS_URL: z.url("AUTH_JWKS_URL must be an address").optional(),
  AUTH_ALGORITHMS: z
    .string()
    .regex(
      algorithmsText,
      "AUTH_ALGORITHMS must be public-key algorithms separated by commas, for example RS256,ES256,EdDSA",
    )
    .default("RS256,ES256,EdDSA"),
  PUBLIC_URL: z
    .string()
    .regex(
      /^https?:\/\/[^\s?#]+$/,
      "PUBLIC_URL must be the http: or https: address at which clients reach this service",
    )
    .transform((url) => url.replace(/\/+$/, ""))
    .optional(),
  ACCESS_TOKEN_SECONDS: lifetime("ACCESS_TOKEN_SECONDS", 3600, daySeconds),
  REFRESH_TOKEN_SECONDS: lifetime("REFRESH_TOKEN_SECONDS", 30 * daySeconds, 365 * daySeconds),
  // RFC 6749 recommends ten minutes at most.
  AUTHORIZATION_CODE_SECONDS: lifetime("AUTHORIZATION_CODE_SECONDS", 60, 600),
  OAUTH_PLAIN_PKCE: z
    .enum(["true", "false"], { error: "OAUTH_PLAIN_PKCE must be true or false" })
    .default("true"),
  RATE_LIMIT_ANONYMOUS: perMinute("RATE_LIMIT_ANONYMOUS", 60),
  RATE_LIMIT_READ: perMinute("RATE_LIMIT_READ", 600),
  RATE_LIMIT_WRITE: perMinute("RATE_LIMIT_WRITE", 120),
  TRUSTED_PROXIES: z
    .string()
    .regex(
      /^[0-9A-Fa-f.:/, ]+$/,
      "TRUSTED_PROXIES must be addresses or networks separated by commas, for example 10.0.0.0/8",
    )
    .optional(),
  CORS_ORIGINS: z
    .string()
    .trim()
    .regex(
      originsText,
      "CORS_ORIGINS must be origins separated by commas, for example https://app.example.com, or *",
    )
    .optional(),
  WEBHOOK_NETWORKS: networksOf("WEBHOOK_NETWORKS"),
  SECRET_KEY: z
    .string()
    .min(
      32,
      'SECRET_KEY must have at least 32 characters, such as those of "openssl rand -base64 32"',
    )
    .optional(),
  ...paymentVariables,
  ...mailVariables,
  ...textVariables,
  ...priceVariables,
  ...scanVariables,
});

/**
 * Reads and checks the environment. An empty value counts as not set.
 * Throws ConfigError with one clear sentence per mistake.
 */
export function readConfig(env: Record<string, string | undefined>): Config {
  const present = Object.fromEntries(
    settingNames.filter((name) => env[name]).map((name) => [name, env[name]]),
  );
  const parsed = environment.safeParse(present);
  if (!parsed.success) {
    throw new ConfigError(parsed.error.issues.map((issue) => sentence(issue)).join("\n"));
  }
  const e = parsed.data;
  const dataDir = resolve(e.DATA_DIR);
  const publicUrl = e.PUBLIC_URL ?? ownAddress(e);
  const archiveUrl = readPlace("ARCHIVE_URL", e.ARCHIVE_URL ?? resolve(dataDir, "archive"));
  return {
    port: e.PORT,
    host: e.HOST,
    dataDir,
    databaseUrl: e.DATABASE_URL ?? null,
    edgarUserAgent: e.EDGAR_USER_AGENT ?? null,
    edgarDataUrl: e.EDGAR_DATA_URL,
    edgarWwwUrl: e.EDGAR_WWW_URL,
    companies: readCompanies(e.COMPANIES),
    isSampleAsked: isWord(e.COMPANIES, "sample"),
    filingPackages: e.FILING_PACKAGES,
    archiveUrl,
    extractUrl: readPlace("EXTRACT_URL", e.EXTRACT_URL ?? resolve(dataDir, "extracts")),
    filesUrl: archiveUrl.startsWith("s3://") ? `${archiveUrl}/files` : resolve(dataDir, "files"),
    logLevel: e.LOG_LEVEL,
    auth: readAuth(e),
    publicUrl,
    tokens: {
      accessSeconds: e.ACCESS_TOKEN_SECONDS,
      refreshSeconds: e.REFRESH_TOKEN_SECONDS,
      codeSeconds: e.AUTHORIZATION_CODE_SECONDS,
      isPlainPkceAllowed: e.OAUTH_PLAIN_PKCE === "true",
    },
    rateLimits: {
      anonymous: e.RATE_LIMIT_ANONYMOUS,
      read: e.RATE_LIMIT_READ,
      write: e.RATE_LIMIT_WRITE,
    },
    corsOrigins: e.CORS_ORIGINS?.split(/[,\s]+/).filter(Boolean) ?? [],
    trustedProxies: e.TRUSTED_PROXIES?.split(/[,\s]+/).filter(Boolean) ?? [],
    webhookNetworks: e.WEBHOOK_NETWORKS,
    secretKey: e.SECRET_KEY ?? null,
    payments: readPayments(e, { host: e.HOST, publicUrl }),
    mail: readMail(e, publicUrl, dataDir),
    texts: readTexts(e),
    prices: readPrices(e),
    scan: readScan(e),
  };
}

function sentence(issue: z.core.$ZodIssue): string {
  const name = String(issue.path[0]);
  return issue.message.includes(name) ? issue.message : `${name}: ${issue.message}`;
}

/** The URL of this service on this machine. A server on all addresses is reached as localhost. */
function ownAddress({ HOST, PORT }: z.infer<typeof environment>): string {
  if (HOST === "0.0.0.0" || HOST === "::") return `http://localhost:${PORT}`;
  return `http://${HOST.includes(":") ? `[${HOST}]` : HOST}:${PORT}`;
}

const isWord = (text: string | undefined, word: string) => text?.trim().toLowerCase() === word;

function readCompanies(text: string | undefined): string[] | "all" | null {
  if (text === undefined || isWord(text, "sample")) return null;
  if (isWord(text, "all")) return "all";
  const names = text
    .split(/[,\s]+/)
    .filter(Boolean)
    .map((name) => name.toUpperCase());
  return names.length > 0 ? names : null;
}

/** The absolute path of a folder, or an s3:// address without a slash at its end. */
function readPlace(name: string, text: string): string {
  if (text.startsWith("s3:")) {
    if (/^s3:\/\/[a-z0-9][a-z0-9.-]+(\/|$)/.test(text)) return text.replace(/\/+$/, "");
    throw new ConfigError(`${name} must name a bucket, for example s3://bucket/prefix`);
  }
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(text) && !text.startsWith("file://")) {
    throw new ConfigError(`${name} must be a folder or an s3:// address`);
  }
  return text.startsWith("file://") ? new URL(text).pathname : resolve(text);
}

function readAuth(e: z.infer<typeof environment>): Config["auth"] {
  const count = [e.AUTH_ISSUER, e.AUTH_AUDIENCE, e.AUTH_JWKS_URL].filter(Boolean).length;
  if (count === 0) return null;
  if (!e.AUTH_ISSUER || !e.AUTH_AUDIENCE || !e.AUTH_JWKS_URL) {
    throw new ConfigError(
      "AUTH_ISSUER, AUTH_AUDIENCE and AUTH_JWKS_URL belong together: set all three or none",
    );
  }
  return {
    issuer: e.AUTH_ISSUER,
    audience: e.AUTH_AUDIENCE,
    jwksUrl: e.AUTH_JWKS_URL,
    algorithms: e.AUTH_ALGORITHMS.split(",").map((name) => name.trim()),
  };
}
