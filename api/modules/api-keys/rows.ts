import { and, gt, isNull, or } from "drizzle-orm";
import { pick } from "#api/data/rows.ts";
import { apiKey } from "#schemas/tables/accounts/account.ts";
import { ownRows } from "../../data/own-rows.ts";

/** Keys are private to their owner. Reads never include the secret. */
export const ownKeys = ownRows({
  name: "API key",
  table: apiKey,
  columns: {
    ...pick(apiKey, "id", "name", "prefix", "permissions", "rateLimit", "lastUsedAt", "expiresAt"),
    ...pick(apiKey, "createdAt", "revokedAt"),
  },
});

export type KeyRow = NonNullable<Awaited<ReturnType<typeof ownKeys.find>>>;

/** The condition for keys that work at a time. */
export const isLive = (at: string) =>
  and(isNull(apiKey.revokedAt), or(isNull(apiKey.expiresAt), gt(apiKey.expiresAt, at)));
