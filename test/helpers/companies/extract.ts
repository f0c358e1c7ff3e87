import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Manifest } from "#ingest/extracts/manifest.ts";
import { writeExtract } from "#ingest/extracts/write-extract.ts";
import { whenDone } from "../when-done.ts";

/** A whole extract of everything in the store: its folder, which is removed after the file, and its manifest. */
export async function writeWhole(
  store: Parameters<typeof writeExtract>[0],
  { format = "both", history = false }: { format?: "both" | "parquet"; history?: boolean } = {},
): Promise<{ folder: string; manifest: Manifest }> {
  const out = await mkdtemp(join(tmpdir(), "tenk-extract-"));
  whenDone(() => rm(out, { recursive: true, force: true }));
  const whole = { out, format, history, since: null, onCompany: () => true };
  const outcome = await writeExtract(store, whole);
  if (outcome.kind !== "written") throw new Error(outcome.kind);
  const { manifest } = outcome;
  return { folder: join(out, manifest.folder), manifest };
}
