import type { PGlite } from "@electric-sql/pglite";
import { createPgConfig } from "@electric-sql/pglite/node-postgres";
import pg from "pg";
import { jobLimits } from "../config/wait-limits.ts";

/** The members of the adapter's connection that are changed here. */
interface AdaptedConnection {
  parse(query: { types?: unknown }): void;
  emit(event: string, ...values: unknown[]): boolean;
}

/** A node-postgres pool of one client over an in-process PGlite. */
export function litePool(lite: PGlite): pg.Pool {
  class LiteClient extends pg.Client {
    constructor(options?: object) {
      const config = createPgConfig(sendingWhole(lite));
      const connection = config.connection as unknown as AdaptedConnection;
      const parse = connection.parse.bind(connection);
      // node-postgres puts its type parsers in `types`; the adapter would take them for a list of oids.
      connection.parse = (query) =>
        parse(Array.isArray(query.types) ? query : { ...query, types: undefined });
      // The database runs on this thread. Yield between two queries so that other work gets its turn.
      const emit = connection.emit.bind(connection);
      connection.emit = (event, ...values) => {
        if (event !== "readyForQuery") return emit(event, ...values);
        setImmediate(() => emit(event, ...values));
        return true;
      };
      super({ ...options, ...config } as unknown as pg.ClientConfig);
    }
  }
  const options = {
    Client: LiteClient,
    max: 1,
    idleTimeoutMillis: 0,
    connectionTimeoutMillis: jobLimits.connectionMs,
    // The one backend session outlives its clients, so clear what the last client left.
    onConnect: async (client: pg.ClientBase) => {
      await client.query("rollback");
      await client.query("discard all");
    },
  };
  return new pg.Pool(options as unknown as pg.PoolConfig);
}

/** Messages that answer nothing before a Sync or Flush follows: Bind, Close, Describe, Execute, Parse. */
const parts = new Set([..."BCDEP"].map((letter) => letter.charCodeAt(0)));

/**
 * PGlite for the adapter, which sends each message of a query by itself. Each one costs a turn of the event loop and a
 * call of the database, so the parts of a query are held until the message that ends it, and all are sent at once.
 */
function sendingWhole(lite: PGlite): PGlite {
  let chunks: Uint8Array[] = [];
  const send: PGlite["execProtocolStream"] = async (message, options) => {
    chunks.push(message);
    if (parts.has(message[0] as number)) return [];
    const whole = chunks.length === 1 ? message : Buffer.concat(chunks);
    chunks = [];
    return lite.execProtocolStream(whole, options);
  };
  return { waitReady: lite.waitReady, execProtocolStream: send } as PGlite;
}
