import type { PGlite } from "@electric-sql/pglite";
import type { FastifyBaseLogger } from "fastify";
import pg from "pg";
import type { Database } from "#schemas/db.ts";

/** The pipeline notifies this channel with the entity id, in the transaction that stores a company. */
const companyChannel = "tenk_company";
/** Processes tell each other here the ids of what must be verified again, separated by spaces. */
const accessChannel = "tenk_access";
const listenStatement = `listen ${companyChannel}; listen ${accessChannel}`;

export interface ChangeEvents {
  changed(entityId: string): void;
  /** An account, key or session may do less than before. */
  revoked(id: string): void;
  /** True once every change will be heard from now on; false while changes may be missed. */
  listening(isListening: boolean): void;
}

function pass(events: ChangeEvents, channel: string, payload: string): void {
  if (channel === companyChannel) events.changed(payload);
  if (channel === accessChannel) for (const id of payload.split(" ")) events.revoked(id);
}

/** Listens for what other processes changed until it is stopped; a lost connection is made again. */
export function listenForChanges(
  database: Database,
  events: ChangeEvents,
  log: FastifyBaseLogger,
): { stop(): Promise<void> } {
  const { lite, pool } = database;
  return lite === null ? listenOnServer(pool, events, log) : listenEmbedded(lite, pool, events);
}

function listenEmbedded(
  lite: PGlite,
  pool: pg.Pool,
  events: ChangeEvents,
): { stop(): Promise<void> } {
  const unsubscribe = lite.onNotification((channel, payload) => pass(events, channel, payload));
  // The one session is cleared whenever the pool replaces its client, and with it what it listened to.
  const listen = async () => {
    events.listening(false);
    try {
      await pool.query(listenStatement);
      events.listening(true);
    } catch {
      // Still not listening: nothing is kept, and the pool's next client brings us here again.
    }
  };
  const relisten = () => setImmediate(() => void listen());
  pool.on("connect", relisten);
  const started = listen();
  return {
    async stop() {
      pool.off("connect", relisten);
      unsubscribe();
      await started;
    },
  };
}

const retryMsMax = 5000;

function listenOnServer(
  pool: pg.Pool,
  events: ChangeEvents,
  log: FastifyBaseLogger,
): { stop(): Promise<void> } {
  let client: pg.Client | null = null;
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;
  let failures = 0;

  const connect = async () => {
    const next = new pg.Client({ ...pool.options, keepAlive: true });
    client = next;
    let isLost = false;
    const lost = (error?: Error) => {
      if (isLost || isStopped) return;
      isLost = true;
      events.listening(false);
      failures += 1;
      const retryMs = Math.min(100 * 2 ** failures, retryMsMax);
      log.warn({ err: error, retryMs }, "lost the connection that hears of changes");
      timer = setTimeout(() => void connect(), retryMs);
      next.end().catch(() => {});
    };
    next.on("error", lost);
    next.on("end", () => lost());
    next.on("notification", ({ channel, payload }) => payload && pass(events, channel, payload));
    try {
      await next.connect();
      await next.query(listenStatement);
      if (isStopped) return;
      failures = 0;
      events.listening(true);
    } catch (error) {
      lost(error as Error);
    }
  };

  const first = connect();
  return {
    async stop() {
      isStopped = true;
      clearTimeout(timer);
      await first;
      await client?.end().catch(() => {});
    },
  };
}
