import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { SourceError } from "../../errors.ts";

/**
 * The CIKs, ascending, of every company that a file: mirror has a filing index or company facts of. A mirror
 * of the other host only has none. Throws SourceError when there is no such directory.
 */
export async function listMirror(fileUrl: string): Promise<string[]> {
  const root = fileURLToPath(fileUrl);
  const entry = await stat(root).catch(() => null);
  if (!entry?.isDirectory())
    throw new SourceError("refused", fileUrl, "there is no such directory");
  const folders = [join(root, "submissions"), join(root, "api", "xbrl", "companyfacts")];
  const names = await Promise.all(folders.map(namesIn));
  const ciks = names
    .flatMap((found) => found ?? [])
    .flatMap((name) => /^CIK(\d{10})\.json$/.exec(name)?.[1] ?? []);
  return [...new Set(ciks)].sort();
}

/** The names of the files in a folder of a file: mirror; null for one that is not there or not in a mirror. */
export async function listMirrorFolder(url: string): Promise<string[] | null> {
  return url.startsWith("file:") ? namesIn(fileURLToPath(url)) : null;
}

/** Names as the regulator has them: a mirror may store any file compressed. */
async function namesIn(folder: string): Promise<string[] | null> {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT" || error.code === "ENOTDIR") return null;
    throw new SourceError("unavailable", folder, "the folder cannot be read", { cause: error });
  });
  return names?.map((name) => name.replace(/\.gz$/, "")) ?? null;
}
