import type { Inputs } from "./build-inputs.ts";
import type { IngestContext } from "./context.ts";
import { quarantineDocuments } from "./store/documents.ts";

/** A document that was set aside, and why. */
export interface SetAside {
  url: string;
  reason: string;
}

/** Sets documents aside, each for the registrant it is of: that may be a predecessor of the company. Returns them. */
export async function quarantine(
  { cik, documents }: Inputs,
  rejected: readonly { digest: string; reason: string }[],
  context: IngestContext,
): Promise<SetAside[]> {
  const setAside: SetAside[] = [];
  for (const { digest, reason } of rejected) {
    const document = documents.find((one) => one.digest === digest);
    await quarantineDocuments(context.database.pool, document?.cik ?? cik, [{ digest, reason }]);
    setAside.push({ url: document?.url ?? digest, reason });
  }
  context.boundary("rebuild:quarantined");
  for (const document of rejected) {
    context.log.warn({ cik, ...document }, "document quarantined");
  }
  return setAside;
}
