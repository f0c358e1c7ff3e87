import { tooManyRequests } from "../errors.ts";

/** Requests a minute. Infinity switches a limit off. */
export interface RateLimits {
  /** Per address, without a valid credential. */
  anonymous: number;
  /** Per principal. */
  read: number;
  write: number;
  /** Requests a minute of an endpoint's bucket; default: the bucket's own quota. */
  ofBucket?(bucket: Bucket): number;
}

/** Requests that are counted together, per caller and minute. */
export interface Bucket {
  name: string;
  /** Requests a minute. */
  quota: number;
  /** True for a documented limit: all processes together allow exactly the quota. */
  isExact?: boolean;
}

/** 60 anonymous, 600 reads and 120 writes a minute: the specification leaves these open (O-11). */
export const defaultRateLimits: RateLimits = { anonymous: 60, read: 600, write: 120 };

const windowMs = 60_000;
// Limits memory under a flood of addresses: the oldest counters are dropped first.
const countersMax = 100_000;

export interface Hit {
  rateLimit: string;
  rateLimitPolicy: string;
}

/** The counter that a request counts against. */
interface KeyedBucket extends Bucket {
  key: string;
}

type Policy = "anonymous" | "read" | "write";

export interface RateLimiter {
  /**
   * Counts one request and returns the values of the two headers; null when there is no limit. Throws 429 over the
   * limit. Returns a promise only for a shared count, and then only when more quota must be taken. `atLeast` raises a
   * lower limit of the installation to that many requests.
   */
  hit(key: string, bucket: Policy | Bucket, atLeast?: number): Hit | null | Promise<Hit | null>;
  /** The same where it allows the request at once. Otherwise undefined, and nothing is counted. */
  hitAtOnce(key: string, bucket: Policy | Bucket): Hit | null | undefined;
  /** What is left of a limit. Counts nothing and takes nothing. Null when there is no limit. */
  left(key: string, bucket: Policy | Bucket, atLeast?: number): Promise<Left | null>;
}

/** The state of a limit. */
export interface Left {
  name: string;
  /** Requests in a window. */
  limit: number;
  remaining: number;
  windowSeconds: number;
  resetSeconds: number;
}

/**
 * Takes part of a key's remaining quota in a minute (counted from 1970) for this process. Returns how much was given
 * and how much all processes have taken so far. `given` is 0 when nothing is left.
 */
export type TakeQuota = (counted: KeyedBucket, minute: number) => Promise<QuotaGrant>;

/** How much of a key's quota in a minute all processes have taken so far. */
export type TakenQuota = (counted: KeyedBucket, minute: number) => Promise<number>;

interface QuotaGrant {
  given: number;
  /** Taken by all processes, including what was just given. */
  taken: number;
}

interface Counter extends QuotaGrant {
  used: number;
  /** The request for more quota that is in progress. */
  taking: Promise<void> | null;
}

/**
 * Makes a rate limiter with windows of one minute. With `take`, all processes share the quota: each takes portions of
 * it and counts those in memory. While the database is unreachable, each process counts alone.
 */
export function createRateLimiter(
  limits: RateLimits,
  now: () => number,
  take: TakeQuota | null = null,
  taken: TakenQuota | null = null,
): RateLimiter {
  const counters = new Map<string, Counter>();
  let minute = 0;

  const counterOf = (counted: KeyedBucket): Counter => {
    const { quota } = counted;
    const name = `${counted.name} ${counted.key}`;
    const inUse = counters.get(name);
    if (inUse !== undefined) return inUse;
    makeRoom(counters);
    const quotaOfProcess = take === null ? quota : 0;
    const counter: Counter = {
      given: quotaOfProcess,
      taken: quotaOfProcess,
      used: 0,
      taking: null,
    };
    counters.set(name, counter);
    return counter;
  };

  const secondsLeft = () => Math.ceil(((minute + 1) * windowMs - now()) / 1000);

  const use = (counter: Counter, { name, quota }: KeyedBucket): Hit => {
    const resetSeconds = secondsLeft();
    const hit = (left: number): Hit => ({
      rateLimit: `"${name}";r=${left};t=${resetSeconds}`,
      rateLimitPolicy: `"${name}";q=${quota};w=${windowMs / 1000}`,
    });
    if (counter.used >= counter.given) throw tooManyRequests(resetSeconds, hit(0));
    counter.used += 1;
    return hit(quota - counter.taken + counter.given - counter.used);
  };

  const bucketOf = (bucket: Policy | Bucket, atLeast: number): Bucket => {
    if (typeof bucket === "string") {
      return { name: bucket, quota: Math.max(limits[bucket], atLeast) };
    }
    return { ...bucket, quota: limits.ofBucket?.(bucket) ?? bucket.quota };
  };

  /** Null when there is no limit. */
  const countedOf = (key: string, named: Policy | Bucket, atLeast: number): KeyedBucket | null => {
    const bucket = bucketOf(named, atLeast);
    if (bucket.quota === Number.POSITIVE_INFINITY) return null;
    const current = Math.floor(now() / windowMs);
    if (current !== minute) {
      counters.clear();
      minute = current;
    }
    return { ...bucket, key };
  };

  return {
    hit(key, named, atLeast = 0) {
      const counted = countedOf(key, named, atLeast);
      if (counted === null) return null;
      const counter = counterOf(counted);
      if (take === null || isSettled(counter, counted.quota)) return use(counter, counted);
      return refill(counter, counted, { take, minute }, () => use(counter, counted));
    },
    hitAtOnce(key, named) {
      const counted = countedOf(key, named, 0);
      if (counted === null) return null;
      const counter = counterOf(counted);
      return counter.used < counter.given ? use(counter, counted) : undefined;
    },
    async left(key, named, atLeast = 0) {
      const counted = countedOf(key, named, atLeast);
      if (counted === null) return null;
      const atMinute = minute;
      const byAll = taken === null ? 0 : await taken(counted, atMinute).catch(() => 0);
      const own = atMinute === minute ? counters.get(`${counted.name} ${key}`) : undefined;
      return leftOf(counted, own, { byAll, resetSeconds: secondsLeft() });
    },
  };
}

/** `byAll` is what all processes have taken, with what this one has not used yet. */
function leftOf(
  { name, quota: limit }: Bucket,
  own: Counter | undefined,
  { byAll, resetSeconds }: { byAll: number; resetSeconds: number },
): Left {
  const { taken, given, used } = own ?? { taken: 0, given: 0, used: 0 };
  const remaining = Math.max(0, limit - Math.max(byAll, taken) + given - used);
  return { name, limit, remaining, windowSeconds: windowMs / 1000, resetSeconds };
}

/** True when the counter can decide alone: it has quota left, or the whole quota is taken. */
const isSettled = ({ used, given, taken }: Counter, quota: number) =>
  used < given || taken >= quota;

/**
 * Concurrent requests wait for one call of `take`, and repeat it when it was not enough for all. `use` runs
 * synchronously after the check, so no other request can take the same quota.
 */
async function refill(
  counter: Counter,
  counted: KeyedBucket,
  taking: { take: TakeQuota; minute: number },
  use: () => Hit,
): Promise<Hit> {
  while (!isSettled(counter, counted.quota)) {
    counter.taking ??= takeMore(counter, counted, taking);
    await counter.taking;
  }
  return use();
}

async function takeMore(
  counter: Counter,
  counted: KeyedBucket,
  { take, minute }: { take: TakeQuota; minute: number },
): Promise<void> {
  try {
    const { given, taken } = await take(counted, minute);
    counter.given += given;
    counter.taken = given === 0 ? counted.quota : taken;
  } catch {
    // Cached reads are still served while the database is unreachable, so each process allows the full quota by itself.
    counter.given = counted.quota;
    counter.taken = counted.quota;
  } finally {
    counter.taking = null;
  }
}

function makeRoom(counters: Map<string, Counter>): void {
  if (counters.size < countersMax) return;
  const oldest = counters.keys().next();
  if (!oldest.done) counters.delete(oldest.value);
}

/**
 * The rate limit key of an address: an IPv4 address unchanged, an IPv6 address by its /64, because one subscriber owns
 * a whole /64.
 */
export function addressKey(ip: string): string {
  if (!ip.includes(":")) return ip;
  if (ip.includes(".")) return ip.slice(ip.lastIndexOf(":") + 1);
  const [head = "", tail] = ip.split("::");
  const before = head.split(":").filter(Boolean);
  const after = (tail ?? "").split(":").filter(Boolean);
  const zeros = tail === undefined ? 0 : 8 - before.length - after.length;
  return [...before, ...Array<string>(Math.max(0, zeros)).fill("0"), ...after]
    .slice(0, 4)
    .map((group) => group.toLowerCase().replace(/^0+(?=.)/, ""))
    .join(":");
}
