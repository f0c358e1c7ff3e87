import { SourceError } from "#ingest/errors.ts";

/** True when the source said when to ask again. The job then waits until that time instead of failing. */
export function isDeferral(error: unknown): error is SourceError & { retryAt: Date } {
  return error instanceof SourceError && error.retryAt !== null;
}

/** A failure that a retry cannot fix. The job is recorded as failed and not retried. */
export class LastingError extends Error {
  override name = "LastingError";
}
