import type { Platform } from "../../platform.ts";
import { isCoverNamed, lockCover } from "./queries.ts";

/** Deletes image bytes that no account or entity uses as its cover. Returns how many it deleted. */
export async function sweepCovers(
  { db, files, transaction }: Pick<Platform, "db" | "files" | "transaction">,
  signal: AbortSignal,
): Promise<number> {
  let removed = 0;
  for await (const digest of files.list()) {
    signal.throwIfAborted();
    if (await isCoverNamed(db, digest)) continue;
    const isRemoved = await transaction(async (within) => {
      await lockCover(within.db, digest);
      if (await isCoverNamed(within.db, digest)) return false;
      await files.remove(digest);
      return true;
    });
    if (isRemoved) removed += 1;
  }
  return removed;
}
