import type { PaymentObject } from "./objects.ts";

/** What the imitation of Stripe keeps, newest last. */
export type Store = Map<string, PaymentObject>;

/** Stores an object, replacing one with the same id. */
export function putObject(store: Store, one: PaymentObject): PaymentObject {
  store.set(one.id, one);
  return one;
}

/** Objects of a kind whose members have these values, newest first. */
export const listObjects = (
  store: Store,
  object: string,
  members: Record<string, string> = {},
): PaymentObject[] =>
  [...store.values()]
    .filter(
      (one) =>
        one.object === object &&
        Object.entries(members).every(([name, value]) => one[name] === value),
    )
    .reverse();
