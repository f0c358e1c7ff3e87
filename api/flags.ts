import { createHash } from "node:crypto";
import type { Db } from "#schemas/db.ts";
import { type FeatureFlag, featureFlag } from "#schemas/tables/flag.ts";

/** Feature flags: rows of a table, read at most once a second by each process. */
export interface Flags {
  /** Whether the flag is on for the account; null asks for a caller without one. A flag without rows is off. */
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

/** Pure: whether any row of the flag covers the account. */
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

/** 0 to 99: the same for a flag and an account in every process, and unlike for another flag. */
function percentileOf(flag: string, userId: string): number {
  return createHash("sha256").update(`${flag} ${userId}`).digest().readUInt32BE(0) % 100;
}
