import type { PGlite } from "@electric-sql/pglite";
import type { FastifyBaseLogger } from "fastify";
import pg from "pg";
import type { Database } from "#schemas/database/db.ts";

/**
 * The pipeline notifies this channel with the entity id, in the transaction that stores a company; the API does when it
 * publishes, renames, hides or deletes an entity.
 */
export const companyChannel = "tenk_company";
/** Processes notify this channel with the ids of credentials to verify again, separated by spaces. */
const accessChannel = "tenk_access";
/** Processes notify this channel with the id of a room that has news for its event streams. */
const roomChannel = "tenk_room";
const listenStatement = [companyChannel, accessChannel, roomChannel]
  .map((channel) => `listen ${channel}`)
  .join("; ");

export interface ChangeEvents {
  changed(entityId: string): void;
  /** An account, key or session has lost rights. */
  revoked(id: string): void;
  /** Something has happened in a room that its event streams tell. */
  roomNews(roomId: string): void;
  /** True when every change from now on will be received; false while changes may be missed. */
  listening(isListening: boolean): void;
}

function pass(events: ChangeEvents, channel: string, payload: string): void {
  if (channel === companyChannel) events.changed(payload);
  if (channel === roomChannel) events.roomNews(payload);
  if (channel === accessChannel) for (const id of payload.split(" ")) events.revoked(id);
}

/** Listens for changes made by other processes until it is stopped. A lost connection is reconnected. */
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
  // The embedded database has one session. When the pool replaces its client, that session loses its LISTEN
  // registrations.
  const listen = async () => {
    events.listening(false);
    try {
      await pool.query(listenStatement);
      events.listening(true);
    } catch {
      // Still not listening, so nothing is cached; the pool's next client triggers another attempt.
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
      log.warn(
        { err: error, retryMs },
        "lost the connection that receives change notices; reconnecting",
      );
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
