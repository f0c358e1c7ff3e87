import { z } from "zod";
import { scope } from "#schemas/shapes/accounts/scope.ts";
import { pageBody, pageQuery, queryBoolean } from "#schemas/shapes/page.ts";
import { nameText, someText } from "#schemas/shapes/text.ts";

/** The union of the three shapes of an API key; the secret is in none of them. */
export const apiKeyRecord = z
  .object({
    id: z.uuid(),
    name: z.string(),
    prefix: z.string(),
    keyPrefix: z.string(),
    /** The permissions in one text, separated by spaces. */
    scope: z.string(),
    permissions: z.array(scope),
    status: z.enum(["active", "revoked", "expired"]),
    /** Requests a minute. */
    rateLimit: z.int(),
    lastUsedAt: z.iso.datetime().nullable(),
    expiresAt: z.iso.datetime().nullable(),
    createdAt: z.iso.datetime(),
    revokedAt: z.iso.datetime().nullable(),
  })
  .meta({ id: "ApiKey" });

export type ApiKeyRecord = z.infer<typeof apiKeyRecord>;

/** The only answer that carries the whole key. */
export const createdApiKey = apiKeyRecord
  .extend({
    key: z
      .string()
      .nullable()
      .meta({ description: "The whole key, shown this once; null in a replay by Idempotency-Key" }),
  })
  .meta({ id: "CreatedApiKey" });

/** Upper bound of what an administrator may allow a key. */
const rateLimitMax = 100_000;

export const createBody = z
  .object({
    name: nameText(100),
    scope: scope.optional(),
    permissions: z.array(scope).min(1).max(20).optional(),
    rateLimit: z.int().min(1).max(rateLimitMax).optional(),
    expiresAt: z.iso.datetime({ offset: true }).optional(),
  })
  .meta({
    description: "`scope` names one permission, `permissions` several; the default is `read`",
    examples: [{ name: "Nightly export", scope: "read" }],
  });

export type CreateBody = z.infer<typeof createBody>;

const includeInactive = queryBoolean({
  description: "True to list revoked and expired keys too",
  examples: [true],
});

export const listQuery = pageQuery.extend({ includeInactive });

export const rpcListBody = pageBody
  .extend({ includeInactive: z.boolean().optional() })
  .meta({ examples: [{ limit: 20, offset: 0 }] });

export const params = { id: someText(200, "API key id", "5f0c8c46-1f5c-4bb7-9a50-3f2cf9c4f0a1") };

export const keyStats = z
  .object({
    totalKeys: z.int(),
    activeKeys: z.int(),
    revokedKeys: z.int(),
    totalRequests: z.int(),
    /** Of the current hour and the 23 before it. */
    requestsLast24h: z.int(),
    lastUsedAt: z.iso.datetime().nullable(),
    byKey: z.array(
      z.object({
        id: z.uuid(),
        name: z.string(),
        requests: z.int(),
        requestsLast24h: z.int(),
        lastUsedAt: z.iso.datetime().nullable(),
      }),
    ),
  })
  .meta({ id: "ApiKeyStats" });
