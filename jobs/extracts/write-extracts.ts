import { join } from "node:path";
import type { IngestContext } from "#ingest/context.ts";
import type { Config } from "#schemas/config.ts";

/** The job: the extract of everything in `DATA_DIR/extracts`, unless nothing has changed or the signal ends it. */
export async function writeExtracts(
  { dataDir }: Pick<Config, "dataDir">,
  { database, registry }: Pick<IngestContext, "database" | "registry">,
  signal: AbortSignal,
): Promise<{ outcome: string; companies: number }> {
  // The engine is large: only a process that writes extracts loads it.
  const { writeExtract } = await import("#ingest/extracts/write-extract.ts");
  const outcome = await writeExtract(database.pool, registry, {
    out: join(dataDir, "extracts"),
    format: "both",
    since: null,
    onCompany: () => !signal.aborted,
  });
  const companies = outcome.kind === "interrupted" ? 0 : outcome.manifest.companies;
  return { outcome: outcome.kind, companies };
}
