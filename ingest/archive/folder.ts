import { randomUUID } from "node:crypto";
import { open, readdir, readFile, rename, rm, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { makeFolder, privateModes } from "#schemas/storage/private-folder.ts";
import { ArchiveError } from "../errors.ts";
import { archivePath, damagedPath, digestOf, packBody, unpackBody } from "./packed.ts";
import type { Archive } from "./store.ts";

/**
 * An archive in a folder. A document appears under its name only when it is whole and on disk,
 * so a kill at any moment leaves either the document or a temporary file, which a later run removes.
 */
export function openFolderArchive(root: string): Archive {
  let swept: Promise<void> | null = null;
  return {
    async put(body) {
      swept ??= sweepTemporary(root).catch((error: unknown) => {
        swept = null;
        throw error;
      });
      await swept;
      const digest = digestOf(body);
      const path = join(root, archivePath(digest));
      if (!(await isIntact(path, digest))) await writeDurably(root, path, await packBody(body));
      return { digest, sizeBytes: body.length };
    },
    get: (digest) => readIntact(join(root, archivePath(digest)), digest),
    async has(digest) {
      return (await statOrNull(join(root, archivePath(digest)))) !== null;
    },
    async setAside(digest) {
      const evidence = join(root, damagedPath(digest));
      makeFolder(dirname(evidence), privateModes.folder);
      await rename(join(root, archivePath(digest)), evidence).catch((error: unknown) => {
        if (!isNotFound(error)) throw error;
      });
    },
  };
}

async function readIntact(path: string, digest: string): Promise<Buffer> {
  const packed = await readFile(path).catch((cause: unknown) => {
    throw isNotFound(cause) ? new ArchiveError("missing", digest, cause) : cause;
  });
  return unpackBody(packed, digest);
}

async function isIntact(path: string, digest: string): Promise<boolean> {
  try {
    await readIntact(path, digest);
    return true;
  } catch (error) {
    if (error instanceof ArchiveError) return false;
    throw error;
  }
}

/** Two writers of one body each rename their own whole copy: the second replaces equal bytes. */
async function writeDurably(root: string, path: string, packed: Buffer): Promise<void> {
  const temporary = join(root, "tmp", randomUUID());
  makeFolder(dirname(temporary), privateModes.folder);
  makeFolder(dirname(path), privateModes.folder);
  try {
    const file = await open(temporary, "wx", privateModes.file);
    try {
      await file.writeFile(packed);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(temporary, path);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
  await syncFolder(dirname(path));
  await syncFolder(root);
}

async function syncFolder(path: string): Promise<void> {
  // Windows cannot open a folder to sync it, and does not need to.
  if (process.platform === "win32") return;
  const folder = await open(path, "r");
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

const abandonedAfterMs = 3_600_000;

/** Removes what writers that were killed left behind; a writer at work is younger than an hour. */
async function sweepTemporary(root: string): Promise<void> {
  const folder = join(root, "tmp");
  const names = await readdir(folder).catch((error: unknown) => {
    if (isNotFound(error)) return [];
    throw error;
  });
  for (const name of names) {
    const entry = await statOrNull(join(folder, name));
    if (entry && Date.now() - entry.mtimeMs > abandonedAfterMs) {
      await rm(join(folder, name), { force: true });
    }
  }
}

async function statOrNull(path: string): Promise<{ mtimeMs: number } | null> {
  return stat(path).catch((error: unknown) => {
    if (isNotFound(error)) return null;
    throw error;
  });
}

function isNotFound(error: unknown): boolean {
  return (error as NodeJS.ErrnoException).code === "ENOENT";
}
