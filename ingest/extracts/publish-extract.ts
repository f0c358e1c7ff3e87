import { open } from "node:fs/promises";
import { join } from "node:path";
import { type Bucket, openBucket } from "#schemas/storage/s3.ts";
import { type ExtractFile, type Manifest, PartOfExtractError, replacesWhole } from "./manifest.ts";

/** Files on their way at a time. */
const copiesAtOnce = 8;

/**
 * Copies the newest extract of a folder below `s3://bucket/prefix`. A file that the extract there has already is
 * copied within the store; only the others are sent. The manifest goes last, so that a reader finds the old extract or
 * the new one; the one before stays for whoever is still reading it. False when it was there already. Throws
 * PartOfExtractError where a part would take the place of a whole extract.
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
  if (replacesWhole(manifest, before)) throw new PartOfExtractError(url);
  const there = new Map(
    before?.files.map(({ path, sha256 }) => [sha256, `${before.folder}/${path}`]),
  );
  const waiting = [...manifest.files];
  const take = async () => {
    for (let file = waiting.shift(); file; file = waiting.shift()) {
      const key = `${manifest.folder}/${file.path}`;
      const publishedKey = there.get(file.sha256);
      if (publishedKey === undefined || !(await bucket.copy(publishedKey, key)))
        await send(bucket, out, key, file);
    }
  };
  const ended = await Promise.allSettled(Array.from({ length: copiesAtOnce }, take));
  for (const one of ended) if (one.status === "rejected") throw one.reason;
  await bucket.put(manifestKey, Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`), {
    contentType: "application/json",
  });
  await sweep(bucket, [manifest.folder, before?.folder]);
  return true;
}

async function send(bucket: Bucket, out: string, key: string, { sizeBytes }: ExtractFile) {
  const file = await open(join(out, key));
  try {
    await bucket.putStream(key, file.createReadStream({ autoClose: false }), sizeBytes);
  } finally {
    await file.close();
  }
}

async function sweep(bucket: Bucket, keptFolders: readonly (string | undefined)[]): Promise<void> {
  for await (const key of bucket.list("extract-")) {
    if (!keptFolders.includes(key.slice(0, key.indexOf("/")))) await bucket.delete(key);
  }
}

const manifestKey = "manifest.json";
