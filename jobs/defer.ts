import { SourceError } from "#ingest/errors.ts";

/** True for a source that named the time from which it may be asked again: the job waits until then instead of failing. */
export function isDeferral(error: unknown): error is SourceError & { retryAt: Date } {
  return error instanceof SourceError && error.retryAt !== null;
}

/** A failure that another try would meet again: the job is recorded as failed, and not tried again by itself. */
export class LastingError extends Error {
  override name = "LastingError";
}
