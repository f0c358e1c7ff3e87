import { createHash, randomUUID } from "node:crypto";
import { mkdir, open, readdir, readFile, rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { Readable } from "node:stream";
import { openBucket } from "#schemas/storage/s3.ts";

/**
 * Users' files, addressed by the SHA-256 of their content. The same bytes are stored once, and no user chooses a file
 * name.
 */
export interface FileStore {
  /** Stores the bytes and returns their SHA-256 in hexadecimal, which `get` takes. */
  put(bytes: Buffer): Promise<string>;
  /** Null when nothing is stored under the digest. */
  get(digest: string): Promise<Buffer | null>;
  /** The bytes from `start` to `end`, both included. Null when nothing is stored under the digest. */
  read(digest: string, range: { start: number; end: number }): Promise<Readable | null>;
  /** Deletes the bytes, if there are any. */
  remove(digest: string): Promise<void>;
  /** Lists all stored digests, in no particular order. */
  list(): AsyncIterable<string>;
  /** A separate store in a subfolder of this one. */
  within(folder: string): FileStore;
}

/** Opens a store in a folder, or in S3 for `s3://bucket/prefix`. Nothing is read or created before its first use. */
export function openFileStore(filesUrl: string): FileStore {
  return filesUrl.startsWith("s3://") ? s3Store(filesUrl) : folderStore(filesUrl);
}

const digestOf = (bytes: Buffer) => createHash("sha256").update(bytes).digest("hex");

/** The path of a digest. Only a digest is accepted, so that no text of a request becomes part of a path. */
function keyOf(digest: string): string {
  if (!/^[0-9a-f]{64}$/.test(digest)) throw new RangeError("a file is found by its SHA-256");
  return `${digest.slice(0, 2)}/${digest}`;
}

const storedKey = /^[0-9a-f]{2}\/([0-9a-f]{64})$/;

function folderStore(root: string): FileStore {
  const pathOf = (digest: string) => join(root, keyOf(digest));
  return {
    async put(bytes) {
      const digest = digestOf(bytes);
      const path = pathOf(digest);
      await mkdir(dirname(path), { recursive: true, mode: 0o700 });
      await writeWhole(path, bytes);
      return digest;
    },
    get: async (digest) => readFile(pathOf(digest)).catch(nullIfMissing),
    async read(digest, range) {
      const file = await open(pathOf(digest)).catch(nullIfMissing);
      return file?.createReadStream(range) ?? null;
    },
    remove: async (digest) => rm(pathOf(digest), { force: true }),
    async *list() {
      for (const folder of (await readdir(root).catch(nullIfMissing)) ?? []) {
        if (!/^[0-9a-f]{2}$/.test(folder)) continue;
        for (const name of await readdir(join(root, folder))) {
          const digest = storedKey.exec(`${folder}/${name}`)?.[1];
          if (digest !== undefined) yield digest;
        }
      }
    },
    within: (folder) => folderStore(join(root, folder)),
  };
}

function nullIfMissing(error: NodeJS.ErrnoException): null {
  if (error.code === "ENOENT") return null;
  throw error;
}

/** Writes a temporary file, syncs it and renames it, so that a file under its final name is always complete. */
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
    read: async (digest, range) => bucket.read(keyOf(digest), range),
    remove: async (digest) => bucket.delete(keyOf(digest)),
    async *list() {
      for await (const key of bucket.list("")) {
        const digest = storedKey.exec(key)?.[1];
        if (digest !== undefined) yield digest;
      }
    },
    within: (folder) => s3Store(`${filesUrl.replace(/\/+$/, "")}/${folder}`),
  };
}
