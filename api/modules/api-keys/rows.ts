import { and, gt, isNull, or } from "drizzle-orm";
import { apiKey } from "#schemas/tables/accounts/account.ts";
import { ownRows } from "../../data/own-rows.ts";

/** Keys are private to their owner. Reads never include the secret. */
export const ownKeys = ownRows({
  name: "API key",
  table: apiKey,
  columns: {
    id: apiKey.id,
    name: apiKey.name,
    prefix: apiKey.prefix,
    permissions: apiKey.permissions,
    rateLimit: apiKey.rateLimit,
    lastUsedAt: apiKey.lastUsedAt,
    expiresAt: apiKey.expiresAt,
    createdAt: apiKey.createdAt,
    revokedAt: apiKey.revokedAt,
  },
});

export type KeyRow = NonNullable<Awaited<ReturnType<typeof ownKeys.find>>>;

/** The condition for keys that work at a time. */
export const isLive = (at: string) =>
  and(isNull(apiKey.revokedAt), or(isNull(apiKey.expiresAt), gt(apiKey.expiresAt, at)));
