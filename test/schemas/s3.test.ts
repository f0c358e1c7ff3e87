import { randomBytes } from "node:crypto";
import { Readable } from "node:stream";
import { expect, test } from "vitest";
import { openBucket } from "#schemas/storage/s3.ts";
import { startBucketServer } from "../helpers/bucket-server.ts";

const { objects, open, failPart } = await startBucketServer();
const bucket = openBucket("s3://tenk/files");

/** A body that comes in pieces of no round size. */
const streamOf = (bytes: Buffer) =>
  Readable.from(
    (function* pieces() {
      for (let at = 0; at < bytes.length; at += 1_000_003) yield bytes.subarray(at, at + 1_000_003);
    })(),
  );

test("a body beyond one part arrives whole, whatever pieces it comes in", async () => {
  const bytes = randomBytes(20 * 1024 * 1024);
  await bucket.putStream("large.duckdb", streamOf(bytes), bytes.length);

  expect(objects.get("/tenk/files/large.duckdb")?.equals(bytes)).toBe(true);
  expect(open.size).toBe(0);

  await bucket.putStream("small", streamOf(bytes.subarray(0, 10)), 10);
  expect(await bucket.get("small")).toEqual(bytes.subarray(0, 10));
});

test("an upload of which a part is refused fails, leaves no object and no parts behind", async () => {
  failPart.number = 2;
  const bytes = randomBytes(20 * 1024 * 1024);

  await expect(bucket.putStream("refused", streamOf(bytes), bytes.length)).rejects.toThrow(
    /InvalidPart/,
  );
  expect(await bucket.has("refused")).toBe(false);
  expect(open.size).toBe(0);
});
