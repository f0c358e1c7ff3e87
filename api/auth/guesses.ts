import { inArray, sql } from "drizzle-orm";
import type { Db } from "#schemas/db.ts";
import { guess } from "#schemas/tables/account.ts";
import { ApiError, tooManyRequests } from "../http/errors.ts";
import { hashSecret } from "./secret.ts";

export interface Bound {
  /** What is guessed at, and from where: any text. */
  of: string;
  max: number;
  seconds: number;
  /** What a client that is refused can do beside waiting: a sentence. */
  advice?: string;
}

export interface Guesses {
  /**
   * Counts a guess before it is judged, so that guesses at one moment are bounded too. Throws 429 when there
   * were `max` wrong ones in the window. Takes back with the returned function a guess that was right.
   */
  count(bounds: readonly Bound[]): Promise<() => Promise<void>>;
  /** Counts what is left out, not refused, when there were too many: false then. */
  tryCount(bounds: readonly Bound[]): Promise<boolean>;
  /**
   * Throws 429 after `max` wrong guesses in the window, and counts nothing: for secrets that are checked so
   * often that each right one cannot cost a write, and too long to be guessed in one moment.
   */
  check(bound: Bound): Promise<void>;
  /** Forgets what was guessed wrong at these (`Bound.of`). */
  clear(of: readonly string[]): Promise<void>;
  /** Remembers something for some time. */
  remember(of: string, seconds: number): Promise<void>;
  /** True while it is remembered. */
  remembers(of: string): Promise<boolean>;
}

/** Wrong guesses at secrets, counted in the database for all processes. */
export function createGuesses(db: Db, now: () => Date): Guesses {
  const takeBack = async (counted: readonly string[]) => {
    for (const key of counted) {
      await db.execute(
        sql`update guess set failures = failures - 1 where key = ${key} and failures > 0`,
      );
    }
  };
  const guesses: Guesses = {
    async check({ of, max, advice }) {
      const at = now();
      const found = await find(db, hashSecret(of), at);
      if (found !== null && found.failures >= max) throw refusal(found.endsAt, at, advice);
    },
    async clear(of) {
      const keys = of.map((one) => hashSecret(one));
      await db.delete(guess).where(inArray(guess.key, keys));
    },
    async remember(of, seconds) {
      const endsAt = new Date(now().getTime() + seconds * 1000).toISOString();
      const values = { key: hashSecret(of), failures: 0, endsAt };
      await db
        .insert(guess)
        .values(values)
        .onConflictDoUpdate({ target: guess.key, set: { endsAt } });
    },
    remembers: async (of) => (await find(db, hashSecret(of), now())) !== null,
    async count(bounds) {
      const at = now();
      const counted: string[] = [];
      for (const { of, max, seconds, advice } of bounds) {
        const key = hashSecret(of);
        const { failures, endsAt } = await add(db, key, at, seconds);
        counted.push(key);
        if (failures <= max) continue;
        // A refused guess was none: the count stays at the most there may be.
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

/** Null when nothing was guessed wrong in a window that is open. */
async function find(db: Db, key: string, at: Date): Promise<Window | null> {
  const { rows } = await db.execute<{ failures: number; ends_at: string }>(
    sql`select failures, ends_at from guess where key = ${key} and ends_at > ${at.toISOString()}::timestamptz`,
  );
  const [row] = rows;
  return row === undefined ? null : { failures: row.failures, endsAt: new Date(row.ends_at) };
}

async function add(db: Db, key: string, at: Date, seconds: number): Promise<Window> {
  const time = at.toISOString();
  const end = new Date(at.getTime() + seconds * 1000).toISOString();
  const { rows } = await db.execute<{ failures: number; ends_at: string }>(sql`
    insert into guess (key, failures, ends_at) values (${key}, 1, ${end}::timestamptz)
    on conflict (key) do update set
      failures = case when guess.ends_at <= ${time}::timestamptz then 1 else guess.failures + 1 end,
      ends_at = case when guess.ends_at <= ${time}::timestamptz then ${end}::timestamptz else guess.ends_at end
    returning failures, ends_at`);
  const [row] = rows;
  if (row === undefined) throw new Error("an upsert returned no row");
  return { failures: row.failures, endsAt: new Date(row.ends_at) };
}
