import type { Platform } from "../../platform.ts";
import { deleteAbandoned, isNamed, lockDigest } from "./queries.ts";
import { scanAgain } from "./scan.ts";
import { documentFiles } from "./store.ts";

/** An upload that is older than this has failed: the longest request takes half a minute. */
const abandonedMs = 3_600_000;

/**
 * Removes reservations of uploads that did not end, and bytes that no document names. Documents whose scan has failed
 * are scanned again. Answers how many of each.
 */
export async function sweepDocuments(
  { db, files, now, transaction, enqueue }: Platform,
  signal: AbortSignal,
) {
  const before = new Date(now().getTime() - abandonedMs).toISOString();
  const abandoned = await deleteAbandoned(db, before);
  const store = documentFiles(files);
  let removed = 0;
  for await (const digest of store.list()) {
    signal.throwIfAborted();
    if (await isNamed(db, digest)) continue;
    // Under the lock: an upload of the same bytes reserves before or after, and then writes them anew.
    const isRemoved = await transaction(async (within) => {
      await lockDigest(within.db, digest);
      if (await isNamed(within.db, digest)) return false;
      await store.remove(digest);
      return true;
    });
    if (isRemoved) removed += 1;
  }
  const scanned = await scanAgain({ db, enqueue }, before);
  return { abandoned: abandoned.length, removed, scanned };
}
