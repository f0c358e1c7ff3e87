import type pg from "pg";
import type { Database } from "#schemas/database/db.ts";

/** Runs `work` and returns the statements that the database got meanwhile, in order, without their values. */
export type StatementsOf = (work: () => Promise<unknown>) => Promise<string[]>;

/** Watches all connections of a database, those of transactions included. */
export function watchStatements({ pool }: Pick<Database, "pool">): StatementsOf {
  let seen: string[] = [];
  const watched = new WeakSet<object>();
  pool.on("acquire", (client) => {
    if (watched.has(client)) return;
    watched.add(client);
    const query = client.query.bind(client) as (...given: unknown[]) => unknown;
    client.query = ((...given: [string | { text: string }, ...unknown[]]) => {
      const [first] = given;
      seen.push(typeof first === "string" ? first : first.text);
      return query(...given);
    }) as pg.PoolClient["query"];
  });
  return async (work) => {
    const own: string[] = [];
    seen = own;
    await work();
    seen = [];
    return own;
  };
}
