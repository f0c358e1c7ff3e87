import type { FastifyBaseLogger } from "fastify";
import type { Config } from "#schemas/config/config.ts";
import { listRuntimeSchemas } from "#schemas/sfrs/load.ts";
import { openFileStore } from "./clients/files.ts";
import { paymentsOf } from "./clients/payments.ts";
import { openPrices } from "./clients/prices/prices.ts";
import { webhooksOf } from "./clients/webhooks.ts";
import type { AppOptions } from "./deps.ts";

/** What the API takes from the settings, and the clients that they configure: the same in every program. */
export const appOptionsOf = (config: Config, log: FastifyBaseLogger) =>
  ({
    runtimeSchemas: listRuntimeSchemas(),
    auth: config.auth,
    secretKey: config.secretKey,
    tokens: config.tokens,
    publicUrl: config.publicUrl,
    limits: config.rateLimits,
    trustedProxies: config.trustedProxies,
    corsOrigins: config.corsOrigins,
    files: openFileStore(config.filesUrl),
    scansDocuments: config.scan !== null,
    ...(config.prices === null ? {} : { prices: openPrices(config.prices, { log }) }),
    webhooks: webhooksOf(config),
    ...paymentsOf(config.payments),
    log,
  }) satisfies Partial<AppOptions>;
