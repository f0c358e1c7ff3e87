import type { Inputs } from "../builder/build-inputs.ts";
import type { IngestContext } from "../context.ts";
import { quarantineDocuments } from "./documents.ts";

/** A quarantined document and the reason. */
export interface SetAside {
  url: string;
  reason: string;
}

/** Quarantines documents, each for the company it belongs to, which may be a predecessor. Returns them. */
export async function quarantine(
  { cik, documents }: Inputs,
  rejected: readonly { digest: string; reason: string }[],
  context: IngestContext,
): Promise<SetAside[]> {
  const setAside: SetAside[] = [];
  for (const { digest, reason } of rejected) {
    const document = documents.find((one) => one.digest === digest);
    await quarantineDocuments(context.database.pool, document?.companyKey ?? cik, [
      { digest, reason },
    ]);
    setAside.push({ url: document?.url ?? digest, reason });
  }
  context.boundary("rebuild:quarantined");
  for (const document of rejected) {
    context.log.warn({ cik, ...document }, "document quarantined");
  }
  return setAside;
}
