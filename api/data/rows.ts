import { notFound } from "../http/errors.ts";

/** Returns the row. Throws 404 "<what> not found" when there is none. */
export function required<T>(row: T | null | undefined, what: string): T {
  if (row === null || row === undefined) throw notFound(what);
  return row;
}

/** Returns the row of an INSERT; one without a conflict clause always returns a row. */
export function inserted<T>([row]: readonly T[]): T {
  if (row === undefined) throw new Error("an insert returned no row");
  return row;
}

/** The first row of a query. Null when it has none. */
export const first = async <T>(rows: PromiseLike<readonly T[]>): Promise<T | null> =>
  (await rows)[0] ?? null;

/** One column of the first row of a query. Null when it has no row. */
export const firstValue = async <T, K extends keyof T>(
  rows: PromiseLike<readonly T[]>,
  column: K,
): Promise<T[K] | null> => (await rows)[0]?.[column] ?? null;

/** True when a query has a row, or changes one that it returns. */
export const hasRow = async (rows: PromiseLike<readonly unknown[]>): Promise<boolean> =>
  (await rows).length > 0;
