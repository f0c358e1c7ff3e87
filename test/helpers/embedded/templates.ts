import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdir, readdir, readFile, rename, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

const root = join(import.meta.dirname, "../../..");
const dayMs = 24 * 60 * 60 * 1000;

/** A digest of the migrations, of the packages that run them and of `makers`, the files that make the template. */
export async function migrationState(...makers: string[]): Promise<string> {
  const migrations = join(root, "migrations");
  const names = (await readdir(migrations)).filter((name) => name.endsWith(".sql")).sort();
  const hash = createHash("sha256");
  const paths = [...makers, join(root, "package.json"), ...names.map((n) => join(migrations, n))];
  for (const path of paths) hash.update(await readFile(path)).update("\0");
  return hash.digest("hex").slice(0, 16);
}

/**
 * The path of a file or folder that many test files copy. `make` makes it once for each name, under a path aside: other
 * test processes never see half of it. What was not used for a day is deleted.
 */
export async function madeOnce(
  name: string,
  make: (aside: string) => Promise<void>,
): Promise<string> {
  const folder = join(tmpdir(), `tenk-test-${process.getuid?.() ?? 0}`);
  const path = join(folder, name);
  if (existsSync(path)) return path;
  await mkdir(folder, { recursive: true });
  const aside = `${path}.${process.pid}`;
  await make(aside);
  await rename(aside, path).catch(async (error) => {
    // Another test process was first.
    if (!existsSync(path)) throw error;
    await rm(aside, { recursive: true, force: true });
  });
  await deleteUnused(folder);
  return path;
}

async function deleteUnused(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    const path = join(folder, name);
    // Another test process may delete the same file.
    const { atimeMs, mtimeMs } = await stat(path).catch(() => ({ atimeMs: Infinity, mtimeMs: 0 }));
    if (Math.max(atimeMs, mtimeMs) < Date.now() - dayMs) {
      await rm(path, { recursive: true, force: true });
    }
  }
}
