import type pg from "pg";

/** How long the database may be waited for, in milliseconds. What takes longer fails. */
export interface WaitLimits {
  /** For a free connection of the pool, or a new one. */
  connectionMs: number;
  /** For one statement; PostgreSQL only, as are the next two. */
  statementMs: number;
  /** For one lock. */
  lockMs: number;
  /** For the process, while it holds a transaction open. */
  idleMs: number;
}

/** For requests: their clients do not wait longer. */
export const requestLimits: WaitLimits = {
  connectionMs: 5_000,
  statementMs: 20_000,
  lockMs: 10_000,
  idleMs: 60_000,
};

const minute = 60_000;

/** For jobs and commands: a whole universe takes hours. */
export const jobLimits: WaitLimits = {
  connectionMs: 2 * minute,
  statementMs: 6 * 60 * minute,
  lockMs: 30 * minute,
  idleMs: 30 * minute,
};

/** The limits as settings of a pool and of its sessions. */
export const poolLimits = (limits: WaitLimits): pg.PoolConfig => ({
  connectionTimeoutMillis: limits.connectionMs,
  statement_timeout: limits.statementMs,
  lock_timeout: limits.lockMs,
  idle_in_transaction_session_timeout: limits.idleMs,
});

/** What a migration sets in its session: it takes as long as it takes, and its session ends with it. */
export const withoutLimits =
  "set statement_timeout = 0; set lock_timeout = 0; set idle_in_transaction_session_timeout = 0";
