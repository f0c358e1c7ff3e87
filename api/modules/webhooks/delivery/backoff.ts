const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

/** Waits between the attempts of one delivery: about three days in all. */
const waits = [
  ...[1, 5, 30].map((minutes) => minutes * minuteMs),
  ...[2, 5, 10, 14, 18, 22].map((hours) => hours * hourMs),
];

const lastWaitMs = 22 * hourMs;

/** Failures in a row from which on a receiver counts as down. */
const downFrom = 3;

/** True for a receiver that fails whatever it is sent, not because of one event. */
export const isDown = (failures: number): boolean => failures >= downFrom;

/**
 * How long to wait behind the n-th failed attempt of a delivery, from 1. Null where it was the last: a receiver that
 * takes other events does not want this one. Nothing is given up while the receiver is down.
 */
export const waitAfter = (attempts: number, isReceiverDown: boolean): number | null =>
  waits[attempts - 1] ?? (isReceiverDown ? lastWaitMs : null);

const holds = [1, 5, 15, 30, 60].map((minutes) => minutes * minuteMs);

/**
 * How long nothing is sent to a receiver behind so many failures in a row, over all its deliveries: at most an hour.
 * Zero while it does not count as down.
 */
export function holdAfter(failures: number): number {
  if (!isDown(failures)) return 0;
  return holds[Math.min(failures - downFrom, holds.length - 1)] ?? 0;
}

/** A receiver that has failed for so long, without one success, is not asked any more. */
export const giveUpMs = 72 * hourMs;
