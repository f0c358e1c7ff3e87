import { openBucket } from "#schemas/storage/s3.ts";
import { ArchiveError } from "../errors.ts";
import { archivePath, damagedPath, digestOf, packBody, unpackBody } from "./packed.ts";
import type { Archive } from "./store.ts";

/** An archive in S3: an upload is atomic there, so what is found under a digest is whole. */
export function openS3Archive(archiveUrl: string): Archive {
  const bucket = openBucket(archiveUrl);
  return {
    async put(body) {
      const digest = digestOf(body);
      const key = archivePath(digest);
      if (!(await bucket.has(key))) {
        await bucket.put(key, await packBody(body), { contentType: "application/gzip" });
      }
      return { digest, sizeBytes: body.length };
    },
    async get(digest) {
      const packed = await bucket.get(archivePath(digest));
      if (packed === null) throw new ArchiveError("missing", digest);
      return unpackBody(packed, digest);
    },
    has: async (digest) => bucket.has(archivePath(digest)),
    async setAside(digest) {
      // The copy first: a kill between the two leaves the damaged object in both places.
      if (await bucket.copy(archivePath(digest), damagedPath(digest))) {
        await bucket.delete(archivePath(digest));
      }
    },
  };
}
