import { openPrices } from "#api/clients/prices/prices.ts";
import { openArchive } from "#ingest/archive.ts";
import { publishExtract } from "#ingest/extracts/publish-extract.ts";
import { writeExtract } from "#ingest/extracts/write-extract.ts";
import { loadRegistry } from "#registry/current/load.ts";
import { messageOf } from "#schemas/log.ts";
import { connectToParent } from "./remote-store.ts";
import type { ExtractMessage, ExtractTask } from "./write-extracts.ts";

/** The process of the job `write-extracts`. Its argument is the task, its last message the result. */
async function main({ out, bucket, archiveUrl, prices }: ExtractTask): Promise<void> {
  // The database is reached through the parent process; without it, this one ends.
  process.once("disconnect", () => process.exit(1));
  const store = {
    db: connectToParent(),
    archive: openArchive(archiveUrl),
    registry: loadRegistry(),
    prices: prices && openPrices(prices),
  };
  const outcome = await writeExtract(store, {
    out,
    format: "both",
    since: null,
    onCompany: () => true,
  });
  if (outcome.kind === "interrupted") return;
  const isSent = bucket !== null && (await publishExtract(out, outcome.manifest, bucket));
  const result = {
    outcome: outcome.kind,
    companies: outcome.manifest.companies,
    companiesRead: outcome.kind === "written" ? outcome.companiesRead : 0,
    isSent,
  };
  await tell({ kind: "done", result });
}

const tell = (message: ExtractMessage) =>
  new Promise((resolve) => process.send?.(message, undefined, undefined, resolve));

try {
  await main(JSON.parse(process.argv[2] ?? "") as ExtractTask);
  process.exit(0);
} catch (error) {
  await tell({ kind: "failed", reason: messageOf(error) });
  process.exit(1);
}
