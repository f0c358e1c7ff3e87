import { scanDocument } from "#schemas/tasks/scan-document.ts";
import type { ScanHook } from "../../clients/scan-hook.ts";
import { conflict } from "../../http/errors.ts";
import type { Platform } from "../../platform.ts";
import { type DocumentRow, findById, listUnscanned, setVerdict } from "./queries.ts";
import { documentFiles } from "./store.ts";

/**
 * Has the hook judge a document, once: a verdict that is there stays. A document that was removed needs none. Throws
 * where there is no verdict; the document stays closed to others until another try has one.
 */
export async function scanStoredDocument(
  { db, files }: Pick<Platform, "db" | "files">,
  documentId: string,
  { judge }: ScanHook,
  signal: AbortSignal,
): Promise<"clean" | "refused" | "judged before" | "removed"> {
  const row = await findById(db, documentId);
  if (row === null) return "removed";
  if (row.scan !== "pending") return "judged before";
  const bytes = await documentFiles(files).get(row.digest);
  if (bytes === null) throw new Error("the store has no bytes of the document");
  const verdict = await judge(bytes, signal);
  return (await setVerdict(db, documentId, verdict)) ? verdict : "judged before";
}

/** Throws 409 for a document that only its owner may load: it waits for its scan, or the scan has refused it. */
export function refuseUnscanned({ scan }: Pick<DocumentRow, "scan">): void {
  if (scan === "pending") throw conflict("The document is being scanned: try again later");
  if (scan === "refused") throw conflict("The document did not pass the malware scan");
}

const batch = 500;

/** Stores jobs for documents whose scan has not ended within an hour, such as after a long outage of the hook. */
export async function scanAgain({ db, enqueue }: Pick<Platform, "db" | "enqueue">, before: string) {
  const ids = await listUnscanned(db, before, batch);
  for (const documentId of ids) await enqueue(scanDocument, { documentId });
  return ids.length;
}
