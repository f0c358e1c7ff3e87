import type { ChildProcess } from "node:child_process";
import type { QueryConfig } from "pg";
import type { Queryable } from "#ingest/store/transaction.ts";

/** A database query from a child process that has no connection. */
interface QueryMessage {
  kind: "query";
  id: number;
  text: string;
  values: unknown[];
  /** Rows are arrays of values instead of objects. */
  rowMode?: "array";
}

type Asked = Pick<QueryMessage, "text" | "rowMode">;

/** The rows, or the error. */
interface RowsMessage {
  kind: "rows";
  id: number;
  rows: unknown[];
  error: string | null;
}

const isOf = (kind: string, message: unknown) =>
  typeof message === "object" && message !== null && "kind" in message && message.kind === kind;

/** Answers the database queries of a child process, one at a time. */
export function answerQueries(child: ChildProcess, db: Queryable): void {
  child.on("message", (message: unknown) => {
    if (!isOf("query", message)) return;
    const { id, kind: _, ...query } = message as QueryMessage;
    const reply = (rows: unknown[], error: string | null) => {
      if (child.connected) child.send({ kind: "rows", id, rows, error } satisfies RowsMessage);
    };
    db.query(query as QueryConfig).then(
      ({ rows }) => reply(rows, null),
      (error: Error) => reply([], error.message),
    );
  });
}

/** A database client that sends its queries to the parent process and receives only rows. */
export function connectToParent(): Queryable {
  const waiting = new Map<number, (answer: RowsMessage) => void>();
  process.on("message", (message: unknown) => {
    if (!isOf("rows", message)) return;
    const answer = message as RowsMessage;
    waiting.get(answer.id)?.(answer);
    waiting.delete(answer.id);
  });
  let queryCount = 0;
  const query = (asked: string | Asked, values: unknown[] = []) =>
    new Promise<{ rows: unknown[] }>((resolve, reject) => {
      const { text, rowMode } = typeof asked === "string" ? { text: asked } : asked;
      queryCount += 1;
      waiting.set(queryCount, ({ rows, error }) =>
        error === null ? resolve({ rows }) : reject(new Error(error)),
      );
      const message = { kind: "query", id: queryCount, text, values } as const;
      process.send?.({ ...message, ...(rowMode && { rowMode }) } satisfies QueryMessage);
    });
  return { query } as unknown as Queryable;
}
