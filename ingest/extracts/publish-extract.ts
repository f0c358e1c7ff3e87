import { open } from "node:fs/promises";
import { join } from "node:path";
import { openBucket } from "#schemas/s3.ts";
import type { Manifest } from "./write-extract.ts";

/**
 * Copies the newest extract of a folder below `s3://bucket/prefix`. The manifest goes last, so that a reader finds the
 * old extract or the new one; the one before stays for whoever is still reading it. False when it was there already.
 */
export async function publishExtract(
  out: string,
  manifest: Manifest,
  url: string,
): Promise<boolean> {
  const bucket = openBucket(url);
  const published = await bucket.get(manifestKey);
  const before = published && (JSON.parse(published.toString("utf8")) as Manifest);
  if (before?.folder === manifest.folder) return false;
  for (const { path, sizeBytes } of manifest.files) {
    const key = `${manifest.folder}/${path}`;
    const file = await open(join(out, key));
    try {
      await bucket.put(key, file.createReadStream({ autoClose: false }), { sizeBytes });
    } finally {
      await file.close();
    }
  }
  await bucket.put(manifestKey, Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`), {
    contentType: "application/json",
  });
  const kept = [manifest.folder, before?.folder];
  for await (const key of bucket.list("extract-")) {
    if (!kept.includes(key.slice(0, key.indexOf("/")))) await bucket.delete(key);
  }
  return true;
}

const manifestKey = "manifest.json";
