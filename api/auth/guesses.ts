import { and, arrayOverlaps, eq, gt, inArray, sql } from "drizzle-orm";
import type { Db } from "#schemas/database/db.ts";
import { guess } from "#schemas/tables/accounts/account.ts";
import { ApiError, tooManyRequests } from "../http/errors.ts";
import { hashSecret } from "./secret.ts";

/** What guesses are counted for. */
export interface Target {
  /** Names the target of the guesses and where they come from; any text. */
  of: string;
  /** Addresses (in lower case) and account ids in `of`. The count goes with their account. */
  persons: readonly string[];
}

export interface Bound extends Target {
  max: number;
  seconds: number;
  /** Advice in the 429 message, for example how to reset the password. */
  advice?: string;
}

export interface Guesses {
  /**
   * Counts a guess before it is checked, so that concurrent guesses are limited too. Throws 429 when more than `max`
   * guesses were counted in the window. If the guess was right, call the returned function: it undoes the count.
   */
  count(bounds: readonly Bound[]): Promise<() => Promise<void>>;
  /** Counts an action that is skipped, not refused, when there were too many. Returns false when it must be skipped. */
  tryCount(bounds: readonly Bound[]): Promise<boolean>;
  /**
   * Throws 429 after `max` wrong guesses in the window, and counts nothing. It is for secrets that are checked too
   * often for a write at each right one, and too long to be guessed by concurrent requests.
   */
  check(bound: Bound): Promise<void>;
  /** Deletes the counts of these targets (`Bound.of`). */
  clear(of: readonly string[]): Promise<void>;
  /** Marks the target for some time. */
  remember(target: Target, seconds: number): Promise<void>;
  /** True while the mark has not expired. */
  remembers(of: string): Promise<boolean>;
  /** Deletes all counts and marks whose targets name one of these addresses and account ids. */
  forget(persons: readonly string[]): Promise<void>;
}

/** Limits wrong guesses at secrets. The counts are in the database, shared by all processes. */
export function createGuesses(db: Db, now: () => Date): Guesses {
  const takeBack = async (counted: readonly string[]) => {
    for (const key of counted) {
      await db
        .update(guess)
        .set({ failures: sql`${guess.failures} - 1` })
        .where(and(eq(guess.key, key), gt(guess.failures, 0)));
    }
  };
  const guesses: Guesses = {
    async check({ of, max, advice }) {
      const at = now();
      const counted = await find(db, hashSecret(of), at);
      if (counted !== null && counted.failures >= max) throw refusal(counted.endsAt, at, advice);
    },
    async clear(of) {
      const keys = of.map((one) => hashSecret(one));
      await db.delete(guess).where(inArray(guess.key, keys));
    },
    async remember({ of, persons }, seconds) {
      const endsAt = new Date(now().getTime() + seconds * 1000).toISOString();
      const values = { key: hashSecret(of), persons: digestsOf(persons), failures: 0, endsAt };
      await db
        .insert(guess)
        .values(values)
        .onConflictDoUpdate({ target: guess.key, set: { endsAt } });
    },
    remembers: async (of) => (await find(db, hashSecret(of), now())) !== null,
    async forget(persons) {
      await db.delete(guess).where(arrayOverlaps(guess.persons, digestsOf(persons)));
    },
    async count(bounds) {
      const at = now();
      const counted: string[] = [];
      for (const bound of bounds) {
        const { max, advice } = bound;
        const { failures, endsAt } = await add(db, bound, at);
        counted.push(hashSecret(bound.of));
        if (failures <= max) continue;
        // A refused guess does not count: the count stays at `max`.
        await takeBack(counted);
        throw refusal(endsAt, at, advice);
      }
      return () => takeBack(counted);
    },
    async tryCount(bounds) {
      try {
        await guesses.count(bounds);
        return true;
      } catch (error) {
        if (error instanceof ApiError && error.status === 429) return false;
        throw error;
      }
    },
  };
  return guesses;
}

function refusal(endsAt: Date, at: Date, advice = ""): ApiError {
  const seconds = Math.max(1, Math.ceil((endsAt.getTime() - at.getTime()) / 1000));
  const { status, code, message, headers } = tooManyRequests(seconds);
  return new ApiError(status, code, advice === "" ? message : `${message}. ${advice}`, { headers });
}

interface Window {
  failures: number;
  endsAt: Date;
}

/** The open window of a target; null when there is none. */
async function find(db: Db, key: string, at: Date): Promise<Window | null> {
  const [row] = await db
    .select({ failures: guess.failures, endsAt: guess.endsAt })
    .from(guess)
    .where(and(eq(guess.key, key), gt(guess.endsAt, at.toISOString())));
  return row === undefined ? null : { failures: row.failures, endsAt: new Date(row.endsAt) };
}

const digestsOf = (persons: readonly string[]) => persons.map((one) => hashSecret(one));

async function add(db: Db, { of, persons, seconds }: Bound, at: Date): Promise<Window> {
  const time = at.toISOString();
  const end = new Date(at.getTime() + seconds * 1000).toISOString();
  const isOver = sql`${guess.endsAt} <= ${time}::timestamptz`;
  const [row] = await db
    .insert(guess)
    .values({ key: hashSecret(of), persons: digestsOf(persons), failures: 1, endsAt: end })
    .onConflictDoUpdate({
      target: guess.key,
      set: {
        failures: sql`case when ${isOver} then 1 else ${guess.failures} + 1 end`,
        endsAt: sql`case when ${isOver} then ${end}::timestamptz else ${guess.endsAt} end`,
      },
    })
    .returning({ failures: guess.failures, endsAt: guess.endsAt });
  if (row === undefined) throw new Error("an upsert returned no row");
  return { failures: row.failures, endsAt: new Date(row.endsAt) };
}
