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
      const config = createPgConfig(lite);
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
