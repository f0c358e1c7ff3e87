import { createHash } from "node:crypto";
import type { Db } from "#schemas/database/db.ts";
import { type FeatureFlag, featureFlag } from "#schemas/tables/accounts/flag.ts";

/** Feature flags: rows of a table. Each process reads the table at most once a second. */
export interface Flags {
  /**
   * Whether the flag is on for the account. A null `userId` asks for a caller without an account. A flag without rows
   * is off.
   */
  isOn(db: Db, flag: string, userId: string | null): boolean | Promise<boolean>;
}

const keptMs = 1000;

export function createFlags(now: () => Date): Flags {
  let rows: FeatureFlag[] = [];
  let readAtMs = Number.NEGATIVE_INFINITY;
  let reading: Promise<void> | null = null;

  const read = async (db: Db, atMs: number) => {
    try {
      rows = await db.select().from(featureFlag);
      readAtMs = atMs;
    } finally {
      reading = null;
    }
  };

  return {
    isOn(db, flag, userId) {
      const atMs = now().getTime();
      const isFresh = atMs >= readAtMs && atMs - readAtMs < keptMs;
      if (isFresh) return isOnFor(rows, flag, userId);
      reading ??= read(db, atMs);
      return reading.then(() => isOnFor(rows, flag, userId));
    },
  };
}

/** Whether any row of the flag covers the account. Pure. */
export function isOnFor(
  rows: readonly FeatureFlag[],
  flag: string,
  userId: string | null,
): boolean {
  return rows.some((row) => {
    if (row.flag !== flag) return false;
    if (row.scope === "everyone") return true;
    if (userId === null) return false;
    if (row.scope === "account") return row.accountId === userId;
    return percentileOf(flag, userId) < (row.percentage ?? 0);
  });
}

/** Returns 0 to 99: the same in every process for one flag and account, and independent between flags. */
function percentileOf(flag: string, userId: string): number {
  return createHash("sha256").update(`${flag} ${userId}`).digest().readUInt32BE(0) % 100;
}
