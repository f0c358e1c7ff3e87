/** A value that is there already, or will be. */
export type Answer<T> = T | Promise<T>;

/**
 * Applies `next` to a value: at once where the value is there already, so that an answer from memory waits for no turn
 * of the event loop. What `next` throws is then thrown at once, too. A query that was not sent yet is sent.
 */
export const andThen = <T, R>(value: Answer<T>, next: (value: T) => Answer<R>): Answer<R> =>
  isPending(value) ? Promise.resolve(value).then(next) : next(value);

/** A promise, or what can be awaited like one, as drizzle's queries can. */
const isPending = <T>(value: Answer<T>): value is Promise<T> =>
  typeof value === "object" && value !== null && "then" in value;
