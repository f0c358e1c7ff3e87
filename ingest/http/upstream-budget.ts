import { setTimeout as sleepMs } from "node:timers/promises";
import { type SQL, sql } from "drizzle-orm";
import type { Db } from "#schemas/database/db.ts";
import { upstream, upstreamHost, upstreamSlot } from "#schemas/tables/operation/upstream.ts";

/**
 * The requests that all processes together may send to one upstream, shared through the database.
 *
 * There are as many turns as requests may fall into one second. A turn is taken before a request is
 * sent and given back one second after the answer began, so a ninth request is always sent more than
 * a second after one of the eight before it arrived, however long connecting or a pause of the
 * process took. Times are the database's, so the clocks of the processes do not matter.
 */
export interface UpstreamBudget {
  /** Waits for a turn. Refused, without waiting, while the upstream is on hold or the host's circuit is open. */
  take(host: string): Promise<Turn | Refusal>;
  /** Stops all processes for so many seconds (a running hold is only ever prolonged), then halves the rate for an hour. */
  hold(seconds: number, reason: string): Promise<void>;
}

export interface Turn {
  refused: null;
  /** On the clock of `performance.now()`: the request must have been answered or given up by then. */
  expiresAt: number;
  /**
   * Gives the turn back. "up" closes the host's circuit; "down" (no answer, or 5xx) counts towards opening it.
   * Resolves to true when this failure opened the circuit.
   */
  done(outcome: "up" | "down"): Promise<boolean>;
}

interface Refusal {
  refused: "held" | "circuit_open";
  reason: string;
  retryAfterMs: number;
}

const failuresUntilOpen = 5;
const openSeconds = 30;
const halfRateSeconds = 3_600;
/** A turn lasts at most this long: connecting, waiting for the first byte, and time to spare. */
const turnSeconds = 30;
/** A second, and a little for clocks that run at different speeds. */
const restSeconds = 1.05;

interface Options {
  /** Hosts that share one name share the budget and the hold. */
  name: string;
  perSecond?: number;
  sleep?: (ms: number) => Promise<unknown>;
}

/** The budget `name`, 8 requests a second unless told otherwise. No transaction is held while waiting. */
export function createUpstreamBudget(db: Db, options: Options): UpstreamBudget {
  const { name, perSecond = 8, sleep = sleepMs } = options;
  let queue: Promise<unknown> = Promise.resolve();
  return {
    take(host) {
      // One process asks for one turn at a time: its own requests go in their order and do not race each other.
      const result = queue.then(() => waitForTurn(db, { name, host, perSecond }, sleep));
      queue = result.catch(() => {});
      return result;
    },
    async hold(seconds, reason) {
      await db.execute(holdUpstream(name, seconds, reason));
    },
  };
}

interface RequestBudget {
  name: string;
  host: string;
  perSecond: number;
}

async function waitForTurn(
  db: Db,
  budget: RequestBudget,
  sleep: (ms: number) => Promise<unknown>,
): Promise<Turn | Refusal> {
  let isProbe = false;
  for (;;) {
    const askedAt = performance.now();
    const answer = await tryTake(db, { ...budget, isProbe });
    if (answer.slot !== null) return turn(db, budget, askedAt, answer);
    if (answer.heldMs > 0) return heldUpstream(answer);
    if (!answer.isBroken || isProbe) await waitForSlot(db, budget, answer, sleep);
    else if (await claimProbe(db, budget.host)) isProbe = true;
    else return openCircuit(answer);
  }
}

async function waitForSlot(
  db: Db,
  { name, perSecond }: RequestBudget,
  { waitMs }: Answer,
  sleep: (ms: number) => Promise<unknown>,
): Promise<void> {
  if (waitMs === null) await db.execute(createSlots(name, perSecond));
  else await sleep(Math.min(Math.max(waitMs, 5), 250));
}

function heldUpstream({ reason, heldMs }: Answer): Refusal {
  return { refused: "held", reason: reason ?? "held", retryAfterMs: heldMs };
}

function openCircuit({ openMs }: Answer): Refusal {
  return {
    refused: "circuit_open",
    reason: `${failuresUntilOpen} failures in a row`,
    // Another process is probing just now when the time is already up.
    retryAfterMs: openMs > 0 ? openMs : openSeconds * 1000,
  };
}

interface Answer {
  slot: number | null;
  freeAt: string | null;
  heldMs: number;
  reason: string | null;
  isBroken: boolean;
  openMs: number;
  /** Null when the upstream has no turns yet. */
  waitMs: number | null;
}

async function tryTake(db: Db, budget: RequestBudget & { isProbe: boolean }): Promise<Answer> {
  const { rows } = await db.execute(takeSlot(budget));
  const row = rows[0] ?? {};
  return {
    slot: row.slot === null ? null : Number(row.slot),
    freeAt: row.free_at === null ? null : String(row.free_at),
    heldMs: Number(row.held_ms ?? 0),
    reason: row.held_reason === null ? null : String(row.held_reason),
    isBroken: row.is_broken === true,
    openMs: Number(row.open_ms ?? 0),
    waitMs: row.wait_ms === null ? null : Number(row.wait_ms),
  };
}

function turn(db: Db, { name, host }: RequestBudget, askedAt: number, granted: Answer): Turn {
  return {
    refused: null,
    expiresAt: askedAt + turnSeconds * 1000,
    async done(outcome) {
      const count = outcome === "up" ? countUp(host) : countDown(host);
      const { rows } = await db.execute(sql`with freed as (${freeSlot(name, granted)}) ${count}`);
      return outcome === "down" && Number(rows[0]?.failures) === failuresUntilOpen;
    },
  };
}

async function claimProbe(db: Db, host: string): Promise<boolean> {
  const { rows } = await db.execute(sql`
    update ${upstreamHost} set open_until = clock_timestamp() + ${seconds(openSeconds)}
    where host = ${host} and failures >= ${failuresUntilOpen}
      and (open_until <= clock_timestamp()
        or open_until > clock_timestamp() + ${seconds(2 * openSeconds)})
    returning host`);
  return rows.length === 1;
}

function seconds(count: number): SQL {
  return sql`make_interval(secs => ${count}::float8)`;
}

function createSlots(name: string, perSecond: number): SQL {
  return sql`
    insert into ${upstreamSlot} (upstream, slot, free_at)
    select ${name}, slot, clock_timestamp() from generate_series(0, ${perSecond}::int - 1) slot
    on conflict do nothing`;
}

/**
 * One statement, so that two processes never get the same turn. A turn that would come free later
 * than any lease lasts was taken before the clock was set back: it counts as free.
 */
function takeSlot({ name, host, perSecond, isProbe }: RequestBudget & { isProbe: boolean }): SQL {
  const half = Math.max(1, Math.floor(perSecond / 2));
  return sql`
    with state as (
      select
        (select extract(epoch from held_until - clock_timestamp()) * 1000
          from ${upstream} where name = ${name})::float8 as held_ms,
        (select held_reason from ${upstream} where name = ${name}) as held_reason,
        coalesce((select half_rate_until > clock_timestamp()
          from ${upstream} where name = ${name}), false) as is_half,
        coalesce((select failures >= ${failuresUntilOpen}
          from ${upstreamHost} where host = ${host}), false) as is_broken,
        (select extract(epoch from open_until - clock_timestamp()) * 1000
          from ${upstreamHost} where host = ${host})::float8 as open_ms
    ), usable as (
      select slot, free_at from ${upstreamSlot}, state
      where upstream = ${name}
        and slot < case when is_half then ${half}::int else ${perSecond}::int end
        and coalesce(held_ms, 0) <= 0 and (not is_broken or ${isProbe}::boolean)
    ), free as (
      select s.slot from ${upstreamSlot} s join usable using (slot)
      where s.upstream = ${name}
        and (s.free_at <= clock_timestamp()
          or s.free_at > clock_timestamp() + ${seconds(2 * turnSeconds)})
      order by s.free_at limit 1
      for update of s skip locked
    ), granted as (
      update ${upstreamSlot} s set free_at = clock_timestamp() + ${seconds(turnSeconds)}
      from free where s.upstream = ${name} and s.slot = free.slot
      returning s.slot, s.free_at
    )
    select granted.slot, granted.free_at::text as free_at, held_ms, held_reason, is_broken, open_ms,
      (select extract(epoch from min(usable.free_at) - clock_timestamp()) * 1000
        from usable)::float8 as wait_ms
    from state left join granted on true`;
}

/** Only the turn that was granted: one that ran out may be somebody else's by now. */
function freeSlot(name: string, granted: Answer): SQL {
  return sql`
    update ${upstreamSlot} set free_at = clock_timestamp() + ${seconds(restSeconds)}
    where upstream = ${name} and slot = ${granted.slot}
      and free_at = ${granted.freeAt}::timestamptz`;
}

function countUp(host: string): SQL {
  return sql`
    insert into ${upstreamHost} as h (host, answered) values (${host}, 1)
    on conflict (host) do update set failures = 0, open_until = null, answered = h.answered + 1`;
}

function countDown(host: string): SQL {
  return sql`
    insert into ${upstreamHost} as h (host, failures, failed) values (${host}, 1, 1)
    on conflict (host) do update set
      failures = h.failures + 1,
      failed = h.failed + 1,
      open_until = case when h.failures + 1 >= ${failuresUntilOpen}
        then clock_timestamp() + ${seconds(openSeconds)} end
    returning failures`;
}

function holdUpstream(name: string, holdSeconds: number, reason: string): SQL {
  const until = sql`clock_timestamp() + ${seconds(holdSeconds)}`;
  const halfUntil = sql`clock_timestamp() + ${seconds(holdSeconds + halfRateSeconds)}`;
  return sql`
    insert into ${upstream} as u (name, held_until, held_reason, half_rate_until, holds)
    values (${name}, ${until}, ${reason}, ${halfUntil}, 1)
    on conflict (name) do update set
      holds = u.holds + 1,
      held_until = greatest(u.held_until, excluded.held_until),
      held_reason = excluded.held_reason,
      half_rate_until = greatest(u.half_rate_until, excluded.half_rate_until)`;
}
