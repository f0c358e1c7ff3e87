import type { Queue } from "pg-boss";

export type Retry = Omit<Queue, "name" | "policy" | "partition">;

/** Jobs that failed for good are kept here. */
export const deadLetters = "dead-letter";

/** Four more tries; a worker that stops answering for 15 s loses its job to another one. */
export const companyRetry: Retry = {
  retryLimit: 4,
  retryDelay: 5,
  retryBackoff: true,
  retryDelayMax: 600,
  expireInSeconds: 900,
  heartbeatSeconds: 15,
  deadLetter: deadLetters,
};

/** As `companyRetry`, with more time between the tries. */
export const listRetry: Retry = { ...companyRetry, retryDelay: 30 };

/** A whole universe takes hours. */
export const universeSeconds = 6 * 60 * 60;
