import { randomUUID } from "node:crypto";
import { createReadStream } from "node:fs";
import { open, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Readable } from "node:stream";
import type { FastifyReply, FastifyRequest, RequestPayload } from "fastify";
import { payloadTooLarge } from "../errors.ts";

/** Maximum number of large bodies in memory at once in this process. */
const atOnceMax = 2;

let inMemory = 0;
const waiting: (() => void)[] = [];

async function takePlace(): Promise<void> {
  if (inMemory < atOnceMax) inMemory += 1;
  else await new Promise<void>((resolve) => waiting.push(resolve));
}

function leavePlace(): void {
  const next = waiting.shift();
  if (next === undefined) inMemory -= 1;
  else next();
}

/** The temporary file and the memory slot that a request holds until it is answered. */
interface SpooledBody {
  path: string;
  hasPlace: boolean;
  isOver: boolean;
}

/**
 * Hooks of a route that accepts large bodies. Each body is written to a temporary file while it arrives. It is read
 * into memory when it is complete and one of two slots is free. So memory does not grow with the number of uploads, and
 * a slow client does not block others. Throws 413 for a body larger than `bytesMax`.
 */
export function spoolBody(bytesMax: number) {
  const spooled = new WeakMap<FastifyRequest, SpooledBody>();
  const release = async (request: FastifyRequest) => {
    const body = spooled.get(request);
    if (body === undefined || body.isOver) return;
    body.isOver = true;
    if (body.hasPlace) leavePlace();
    await rm(body.path, { force: true });
  };
  return {
    async preParsing(request: FastifyRequest, _reply: FastifyReply, payload: RequestPayload) {
      if (Number(request.headers["content-length"] ?? 0) > bytesMax) throw tooLarge();
      const path = join(tmpdir(), `tenk-upload-${randomUUID()}`);
      const body: SpooledBody = { path, hasPlace: false, isOver: false };
      spooled.set(request, body);
      const bytes = await writeAll(path, payload as Readable, bytesMax);
      await takePlace();
      body.hasPlace = true;
      // The client went away while this request waited.
      if (body.isOver) leavePlace();
      return Object.assign(createReadStream(path), { receivedEncodedLength: bytes });
    },
    onResponse: release,
    onRequestAbort: release,
  };
}

const tooLarge = () => payloadTooLarge("The request body is too large");

/**
 * Writes the body to the file and returns its size in bytes. A refused request stays open so that its client can read
 * the answer.
 */
async function writeAll(path: string, body: Readable, bytesMax: number): Promise<number> {
  const file = await open(path, "wx", 0o600);
  let bytes = 0;
  try {
    for await (const chunk of body.iterator({ destroyOnReturn: false })) {
      bytes += (chunk as Buffer).length;
      if (bytes > bytesMax) throw tooLarge();
      await file.writeFile(chunk as Buffer);
    }
  } finally {
    await file.close();
  }
  return bytes;
}
