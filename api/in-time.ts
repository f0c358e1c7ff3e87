import { setTimeout } from "node:timers/promises";
import { unavailable } from "./http/errors.ts";

/** The result of the work. Throws 503 with the message when it takes longer; the work itself is not stopped. */
export async function inTime<T>(work: Promise<T>, waitMs: number, message: string): Promise<T> {
  const stop = new AbortController();
  const late = setTimeout(waitMs, null, { signal: stop.signal, ref: false }).then(() => {
    throw unavailable(message);
  });
  late.catch(() => {});
  try {
    return await Promise.race([work, late]);
  } finally {
    stop.abort();
  }
}
