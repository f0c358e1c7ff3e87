import type { FileHandle } from "node:fs/promises";
import { open, realpath } from "node:fs/promises";
import { resolve, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { SourceError } from "../errors.ts";
import { documentKinds, type Limits } from "./kinds.ts";
import { BodyError, type ReadBody } from "./read-body.ts";
import type { HttpRequest, HttpResult } from "./request.ts";

interface Options {
  /** The directories that may be read, as file: addresses. */
  roots: readonly string[];
  limits: Limits;
  now: () => Date;
}

/**
 * Answers a file: address as a host would: a missing file is absent, `X` may be stored as `X.gz`, and
 * the file's size and time serve as its validator. A query names no file. Nothing outside the roots
 * is read, by whatever spelling or link.
 */
export async function getFile<Body>(
  url: string,
  request: HttpRequest,
  options: Options,
  read: ReadBody<Body>,
): Promise<HttpResult<Body>> {
  const path = findPath(url, options.roots);
  if (path === null) return { status: "absent", httpStatus: 404 };
  for (const [name, encoding] of [
    [path, null],
    [`${path}.gz`, "gzip"],
  ] as const) {
    const file = await openInside(url, name, options.roots);
    if (file === null) continue;
    try {
      return await readAs(file, { url, encoding, request, options, read });
    } finally {
      await file.close();
    }
  }
  return { status: "absent", httpStatus: 404 };
}

function findPath(url: string, roots: readonly string[]): string | null {
  const address = new URL(url);
  if (address.search !== "") return null;
  try {
    const path = fileURLToPath(address);
    if (!path.includes("\0") && roots.some((root) => isInside(path, rootPath(root)))) return path;
  } catch (cause) {
    throw new SourceError("refused", url, "not the address of a file", { cause });
  }
  throw outside(url);
}

async function openInside(
  url: string,
  path: string,
  roots: readonly string[],
): Promise<FileHandle | null> {
  try {
    const real = await realpath(path);
    const realRoots = await Promise.all(roots.map((root) => realpath(rootPath(root))));
    if (!realRoots.some((root) => isInside(real, root))) throw outside(url);
    const file = await open(real, "r");
    if ((await file.stat()).isFile()) return file;
    await file.close();
    return null;
  } catch (error) {
    if (error instanceof SourceError) throw error;
    if (/ENOENT|ENOTDIR|EISDIR/.test(String((error as NodeJS.ErrnoException).code))) return null;
    throw new SourceError("unavailable", url, "the file cannot be read", { cause: error });
  }
}

interface Reading<Body> {
  url: string;
  encoding: "gzip" | null;
  request: HttpRequest;
  options: Options;
  read: ReadBody<Body>;
}

async function readAs<Body>(
  file: FileHandle,
  { url, encoding, request, options, read }: Reading<Body>,
): Promise<HttpResult<Body>> {
  const { limits, now } = options;
  const { size, mtime } = await file.stat();
  const etag = `"${size.toString(16)}-${Math.trunc(mtime.getTime()).toString(16)}"`;
  if (request.etag === etag) return { status: "notModified" };
  const { format } = documentKinds[request.kind];
  const expected = { encoding, format, maxBytes: limits.maxBytes[request.kind] };
  const body = await read(file.createReadStream({ autoClose: false }), expected).catch(
    (cause: unknown) => {
      const code = cause instanceof BodyError ? cause.code : "unavailable";
      throw new SourceError(code, url, (cause as Error).message, { cause });
    },
  );
  const lastModified = mtime.toUTCString();
  const fetchedAt = now().toISOString();
  return { status: "ok", body, contentType: null, etag, lastModified, fetchedAt };
}

function rootPath(root: string): string {
  return resolve(fileURLToPath(root));
}

function isInside(path: string, root: string): boolean {
  return path.startsWith(root.endsWith(sep) ? root : root + sep);
}

function outside(url: string): SourceError {
  return new SourceError("refused", url, "the address leaves the configured directory");
}
