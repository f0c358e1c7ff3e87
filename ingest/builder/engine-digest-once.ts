import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { getEnvironmentData, setEnvironmentData } from "node:worker_threads";
import { digestEngine, type EngineDigest } from "./engine-digest.ts";
import { readSource } from "./engine-sources.ts";

/** Beside the compiled modules, which are kept in the same way. */
const ownFolder = join(import.meta.dirname, "../../node_modules/.cache/tenk");

/**
 * What the package of Tenk carries: the digests of the sources that it was made of, by name. Its own files are without
 * types, and another digest would build every company again that a checkout built.
 */
export const packedDigests = "digests.json";

interface KeptDigest extends EngineDigest {
  entries: readonly string[];
  /** The digest of the files' bytes. */
  bytes: string;
}

/**
 * The first 16 digits of `digestEngine` for these entries. It is computed once: threads take what the main thread of
 * their process has, and a process takes what an earlier one has kept, see `digestOnce`.
 */
export function digestOfProcess(name: string, entries: readonly string[]): string {
  const inherited = getEnvironmentData(`tenk ${name} digest`);
  if (typeof inherited === "string") return inherited;
  const digest =
    packedDigest(name) ??
    digestOnce(entries, readSource, join(ownFolder, `${name}.json`)).slice(0, 16);
  setEnvironmentData(`tenk ${name} digest`, digest);
  return digest;
}

function packedDigest(name: string): string | null {
  const path = join(import.meta.dirname, "../..", packedDigests);
  return existsSync(path) ? JSON.parse(readFileSync(path, "utf8"))[name] : null;
}

/**
 * The digest at `place`, while the bytes of all files that it covers are the same; otherwise computes it, and keeps it
 * there. Reading the files takes a twentieth of the time of taking them apart. Where nothing can be kept, it is computed
 * each time.
 */
export function digestOnce(
  entries: readonly string[],
  read: (path: string) => string,
  place: string,
): string {
  try {
    const kept: KeptDigest = JSON.parse(readFileSync(place, "utf8"));
    const isSame = kept.entries.join() === entries.join();
    if (isSame && kept.bytes === digestOfBytes(kept.files, read)) return kept.digest;
  } catch {
    // Nothing is kept, or what is kept names a file that is gone.
  }
  const computed = digestEngine(entries, read);
  keep(place, { ...computed, entries, bytes: digestOfBytes(computed.files, read) });
  return computed.digest;
}

function digestOfBytes(files: readonly string[], read: (path: string) => string): string {
  const hash = createHash("sha256");
  for (const file of files) {
    const text = read(file);
    hash.update(`${file} ${text.length}\n`).update(text);
  }
  return hash.digest("hex");
}

function keep(place: string, digest: KeptDigest): void {
  const unfinished = `${place}.${process.pid}`;
  try {
    mkdirSync(join(place, ".."), { recursive: true });
    writeFileSync(unfinished, JSON.stringify(digest));
    renameSync(unfinished, place);
  } catch {
    // An installation that may only be read.
  }
}
