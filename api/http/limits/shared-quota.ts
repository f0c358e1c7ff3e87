import { and, eq, lt, sql } from "drizzle-orm";
import type { Db } from "#schemas/database/db.ts";
import { rateCount } from "#schemas/tables/operation/idempotency.ts";
import { findValue } from "../../data/rows.ts";
import type { TakenQuota, TakeQuota } from "./rate-limit.ts";

/**
 * Shares quotas between processes through the database. Each call takes a quarter of what is left, at least one
 * request. So the first call covers many requests with one statement, and near the end little quota lies unused in
 * other processes. Never more than the quota is given. An exact bucket gives one request at a time, so that none is
 * refused too early.
 */
export function shareQuota(db: Db): TakeQuota {
  let sweptMinute = 0;
  return async ({ name, key, quota, isExact = false }, minute) => {
    if (minute !== sweptMinute) {
      sweptMinute = minute;
      await db.delete(rateCount).where(lt(rateCount.minute, minute - 1));
    }
    const first = isExact ? 1 : Math.max(1, Math.floor(quota / 4));
    const portion = isExact ? sql`1` : sql`greatest(1, (${quota}::int - ${rateCount.taken}) / 4)`;
    const [row] = await db
      .insert(rateCount)
      .values({ bucket: name, key, minute, taken: first, given: first })
      .onConflictDoUpdate({
        target: [rateCount.key, rateCount.bucket, rateCount.minute],
        set: { taken: sql`${rateCount.taken} + ${portion}`, given: portion },
        setWhere: lt(rateCount.taken, quota),
      })
      .returning({ taken: rateCount.taken, given: rateCount.given });
    return row ?? { taken: quota, given: 0 };
  };
}

/** Reads how much of a quota all processes have taken in a minute, and takes nothing. */
export function sharedTaken(db: Db): TakenQuota {
  return async ({ name, key }, minute) => {
    const isThis = and(
      eq(rateCount.key, key),
      eq(rateCount.bucket, name),
      eq(rateCount.minute, minute),
    );
    return (await findValue(db, rateCount, "taken", isThis)) ?? 0;
  };
}
