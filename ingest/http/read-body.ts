import { open } from "node:fs/promises";
import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGunzip } from "node:zlib";
import type { SourceErrorCode } from "../errors.ts";
import type { DocumentFormat } from "./kinds.ts";
import { watchBody } from "./whole-body.ts";

/** A body that must not be used; `code` says why. */
export class BodyError extends Error {
  override readonly name = "BodyError";
  readonly code: Extract<SourceErrorCode, "truncated" | "corrupt" | "too_large" | "wrong_content">;

  constructor(code: BodyError["code"], message: string, cause?: unknown) {
    super(message, cause === undefined ? {} : { cause });
    this.code = code;
  }
}

/** Filings pack 10 to 40 to 1. Beyond this, what has been unpacked is a bomb, whatever the cap of its kind. */
const ratioMax = 200;
const ratioFreeBytes = 16 * 1024 * 1024;

/** What a body is read with: into memory, or into a file. */
export type ReadBody<Body> = (source: Readable, expected: ExpectedBody) => Promise<Body>;

export interface ExpectedBody {
  /** The Content-Encoding header, or null. */
  encoding: string | null;
  format: DocumentFormat;
  /** Applies to the bytes on the wire and again to the unpacked ones. */
  maxBytes: number;
}

/**
 * The whole unpacked body. Throws BodyError for one that is cut, damaged, too large or something else;
 * an error of the connection passes through.
 */
export async function readBody(source: Readable, expected: ExpectedBody): Promise<Buffer> {
  const chunks: Buffer[] = [];
  const bytes = await passBody(source, expected, (chunk) => {
    chunks.push(chunk);
  });
  return Buffer.concat(chunks, bytes);
}

/** Writes the whole unpacked body to a file in place of what was there, and returns its bytes. Throws as `readBody`. */
export async function saveBody(
  source: Readable,
  expected: ExpectedBody,
  path: string,
): Promise<number> {
  const file = await open(path, "w", 0o600);
  try {
    return await passBody(source, expected, (chunk) => file.appendFile(chunk));
  } finally {
    await file.close();
  }
}

async function passBody(
  source: Readable,
  expected: ExpectedBody,
  take: (chunk: Buffer) => Promise<void> | void,
): Promise<number> {
  const watch = watchBody(expected.format);
  const size = { wire: 0, unpacked: 0 };

  const countWire = async function* (wire: AsyncIterable<Buffer>) {
    for await (const chunk of wire) {
      size.wire += chunk.length;
      if (size.wire > expected.maxBytes) throw tooLarge(expected.maxBytes);
      yield chunk;
    }
  };
  const collect = async (unpacked: AsyncIterable<Buffer>) => {
    for await (const chunk of unpacked) {
      size.unpacked += chunk.length;
      checkSize(size, expected.maxBytes);
      watch.push(chunk);
      await take(chunk);
    }
  };
  await unpackInto(source, expected.encoding, countWire, collect);

  const problem = watch.problem();
  if (problem === "truncated") throw new BodyError(problem, "the document has no end");
  if (problem !== null) throw new BodyError(problem, `the answer is not ${expected.format}`);
  return size.unpacked;
}

type Transform = (chunks: AsyncIterable<Buffer>) => AsyncIterable<Buffer>;
type Sink = (chunks: AsyncIterable<Buffer>) => Promise<void>;

async function unpackInto(
  source: Readable,
  encoding: string | null,
  countWire: Transform,
  collect: Sink,
): Promise<void> {
  const name = encoding?.trim().toLowerCase() ?? "";
  if (name === "" || name === "identity") return pipeline(source, countWire, collect);
  if (name !== "gzip" && name !== "x-gzip") {
    source.destroy();
    throw new BodyError("corrupt", `unknown content encoding ${name.slice(0, 40)}`);
  }
  await pipeline(source, countWire, createGunzip(), collect).catch((error: unknown) => {
    throw isGzipError(error) ? gzipProblem(error) : error;
  });
}

function isGzipError(error: unknown): error is NodeJS.ErrnoException {
  return /^Z_/.test(String((error as NodeJS.ErrnoException).code ?? ""));
}

function gzipProblem(error: NodeJS.ErrnoException): BodyError {
  return error.code === "Z_BUF_ERROR"
    ? new BodyError("truncated", "the compressed body has no end", error)
    : new BodyError("corrupt", "the compressed body is damaged", error);
}

function checkSize(size: { wire: number; unpacked: number }, maxBytes: number): void {
  if (size.unpacked > maxBytes) throw tooLarge(maxBytes);
  if (size.unpacked > ratioFreeBytes && size.unpacked > ratioMax * size.wire) {
    throw new BodyError("corrupt", `the body inflates more than ${ratioMax} times`);
  }
}

function tooLarge(maxBytes: number): BodyError {
  return new BodyError("too_large", `the body is larger than ${maxBytes} bytes`);
}

/** How much of an error page is read. */
export const errorPageBytes = 64 * 1024;

/** The beginning of an error page, for telling which one it is; whatever of it arrived when the rest is damaged. */
export async function readErrorPage(source: Readable, encoding: string | null): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  const collect = async (unpacked: AsyncIterable<Buffer>) => {
    for await (const chunk of unpacked) {
      chunks.push(chunk);
      size += chunk.length;
      if (size >= errorPageBytes) return;
    }
  };
  const pass: Transform = (chunks) => chunks;
  await unpackInto(source, encoding, pass, collect).catch(() => {});
  return Buffer.concat(chunks).subarray(0, errorPageBytes).toString("utf8");
}
