import type pg from "pg";
import { Gauge, Histogram, type Registry } from "prom-client";

type Connected = (
  error: Error | undefined,
  client: pg.PoolClient | undefined,
  done: () => void,
) => void;

/**
 * Shows the connections of the pool, and how long callers waited for one. On the embedded database the pool has one
 * connection, which jobs use, too.
 */
export function observePool(pool: pg.Pool, register: Registry): void {
  new Gauge({
    name: "tenk_pool_connections",
    help: "Connections of the API in this process to the database, by state",
    labelNames: ["state"],
    registers: [register],
    collect() {
      this.set({ state: "idle" }, pool.idleCount);
      this.set({ state: "used" }, pool.totalCount - pool.idleCount);
    },
  });
  new Gauge({
    name: "tenk_pool_waiting",
    help: "Callers that wait for a connection now",
    registers: [register],
    collect() {
      this.set(pool.waitingCount);
    },
  });
  const waits = new Histogram({
    name: "tenk_pool_wait_seconds",
    help: "How long callers waited for a connection",
    buckets: [0.001, 0.01, 0.1, 0.5, 1, 5],
    registers: [register],
  });
  timeConnects(pool, (seconds) => waits.observe(seconds));
}

/** Every query of the pool goes through `connect`, with a callback or for a promise. */
function timeConnects(pool: pg.Pool, observe: (seconds: number) => void): void {
  const connect = pool.connect.bind(pool) as (callback?: Connected) => Promise<pg.PoolClient>;
  const timed = (callback?: Connected) => {
    const since = performance.now();
    const waited = () => observe((performance.now() - since) / 1000);
    if (callback === undefined) return connect().finally(waited);
    return connect((error, client, done) => {
      waited();
      callback(error, client, done);
    });
  };
  pool.connect = timed as typeof pool.connect;
}
