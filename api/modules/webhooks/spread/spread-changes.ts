import type { Platform } from "#api/platform.ts";
import { listBehind, spreadNext } from "./queries.ts";

/**
 * Makes a delivery of each change for each webhook that is told of it, and returns how many. A process that dies in
 * between, or a second one at the same time, neither loses nor doubles any.
 */
export async function spreadChanges({ db, now }: Pick<Platform, "db" | "now">): Promise<number> {
  const at = now().toISOString();
  let deliveries = 0;
  for (const id of await listBehind(db, at)) {
    for (;;) {
      const told = await spreadNext(db, id, at);
      deliveries += told?.made ?? 0;
      if (told === null || told.read === 0) break;
    }
  }
  return deliveries;
}
