import type { QueueOptions } from "#api/clients/job-sender.ts";

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
