import { readFile, stat } from "node:fs/promises";
import { promisify } from "node:util";
import { gunzip } from "node:zlib";
import { isDiskFull } from "#schemas/storage/disk-full.ts";
import { ParseError } from "../errors.ts";
import { ZipError } from "./zip.ts";

const unpack = promisify(gunzip);

/** Maximum size of one file, packed or unpacked. */
const sizeBytesMax = 512 * 1024 * 1024;

/** A file given by hand that is not taken; the message is the reason. */
export class FileRefusedError extends Error {
  override name = "FileRefusedError";
}

/** Whether a file is at fault, so that others can be taken: what it holds, or that it cannot be read. */
export function isFileFault(error: unknown): error is Error {
  if (error instanceof ParseError || error instanceof ZipError) return true;
  if (error instanceof FileRefusedError) return true;
  return error instanceof Error && "code" in error && "path" in error && !isDiskFull(error);
}

/** The whole file, unpacked where it is gzipped. Throws FileRefusedError for one that is missing, cut or too large. */
export async function readFileBody(path: string): Promise<Buffer> {
  const { size } = await stat(path).catch((cause: NodeJS.ErrnoException) => {
    if (cause.code !== "ENOENT") throw cause;
    throw new FileRefusedError("there is no such file", { cause });
  });
  if (size > sizeBytesMax) throw new FileRefusedError("larger than 512 MiB");
  const bytes = await readFile(path);
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return bytes;
  try {
    return await unpack(bytes, { maxOutputLength: sizeBytesMax });
  } catch (cause) {
    throw new FileRefusedError("not a whole gzip file, or larger than 512 MiB unpacked", { cause });
  }
}

/** The name without what compression added. */
export const plainName = (name: string) => name.replace(/\.gz$/i, "");
