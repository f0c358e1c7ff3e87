import { createHash, randomUUID } from "node:crypto";
import { mkdir, open, readFile, rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { openBucket } from "#schemas/s3.ts";

/** Files of users by the digest of their content: the same bytes are kept once, and nothing chooses a name. */
export interface FileStore {
  /** Returns the SHA-256 in hexadecimal under which `get` finds the bytes. */
  put(bytes: Buffer): Promise<string>;
  /** Null when nothing is stored under the digest. */
  get(digest: string): Promise<Buffer | null>;
}

/** A store in a folder, or in S3 at `s3://bucket/prefix`. Nothing is opened before it is used. */
export function openFileStore(filesUrl: string): FileStore {
  return filesUrl.startsWith("s3://") ? s3Store(filesUrl) : folderStore(filesUrl);
}

const digestOf = (bytes: Buffer) => createHash("sha256").update(bytes).digest("hex");

/** A digest is all that can ever be looked up: no text of a request becomes part of a path. */
function keyOf(digest: string): string {
  if (!/^[0-9a-f]{64}$/.test(digest)) throw new RangeError("a file is found by its SHA-256");
  return `${digest.slice(0, 2)}/${digest}`;
}

function folderStore(root: string): FileStore {
  return {
    async put(bytes) {
      const digest = digestOf(bytes);
      const path = join(root, keyOf(digest));
      await mkdir(dirname(path), { recursive: true, mode: 0o700 });
      await writeWhole(path, bytes);
      return digest;
    },
    async get(digest) {
      return readFile(join(root, keyOf(digest))).catch((error: NodeJS.ErrnoException) => {
        if (error.code === "ENOENT") return null;
        throw error;
      });
    },
  };
}

/** Written aside, synced and moved: under its name a file is whole. */
async function writeWhole(path: string, bytes: Buffer): Promise<void> {
  const aside = `${path}.${randomUUID()}`;
  try {
    const file = await open(aside, "wx", 0o600);
    try {
      await file.writeFile(bytes);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(aside, path);
  } catch (error) {
    await rm(aside, { force: true });
    throw error;
  }
}

function s3Store(filesUrl: string): FileStore {
  const bucket = openBucket(filesUrl);
  return {
    async put(bytes) {
      const digest = digestOf(bytes);
      await bucket.put(keyOf(digest), bytes);
      return digest;
    },
    get: async (digest) => bucket.get(keyOf(digest)),
  };
}
