import { notFound } from "../http/errors.ts";

/** The row that was looked for. Throws 404 "<what> not found" where there is none. */
export function required<T>(row: T | null | undefined, what: string): T {
  if (row === null || row === undefined) throw notFound(what);
  return row;
}

/** The row that an insert returned; an insert without conflict clause always returns one. */
export function inserted<T>([row]: readonly T[]): T {
  if (row === undefined) throw new Error("an insert returned no row");
  return row;
}
