import type { QueueOptions } from "#api/clients/job-sender.ts";
import { SourceError } from "#ingest/errors.ts";

export type Retry = QueueOptions;

/** Queue of jobs that failed permanently. */
export const deadLetters = "dead-letter";

/** Four retries. A worker that does not respond for 15 s loses its job to another one. */
export const companyRetry: Retry = {
  retryLimit: 4,
  retryDelay: 5,
  retryBackoff: true,
  retryDelayMax: 600,
  expireInSeconds: 900,
  heartbeatSeconds: 15,
  deadLetter: deadLetters,
};

/** As `companyRetry`, with longer delays between retries. */
export const listRetry: Retry = { ...companyRetry, retryDelay: 30 };

/** Time limit of jobs over all companies, which take hours. */
export const universeSeconds = 6 * 60 * 60;

/** True when the source said when to ask again. The job then waits until that time instead of failing. */
export function isDeferral(error: unknown): error is SourceError & { retryAt: Date } {
  return error instanceof SourceError && error.retryAt !== null;
}

/** A failure that a retry cannot fix. The job is recorded as failed and not retried. */
export class LastingError extends Error {
  override name = "LastingError";
}
