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
