import type { Readable } from "node:stream";
import type { S3Client } from "@aws-sdk/client-s3";

type Sdk = typeof import("@aws-sdk/client-s3");

/** Objects below `s3://bucket/prefix`; keys are relative to the prefix. */
export interface Bucket {
  /** Atomic: the object is stored completely or not at all. */
  put(key: string, body: Buffer, about?: { contentType?: string }): Promise<void>;
  /** As `put`, for data too large for memory or for one request (5 GB); it is uploaded in parts. */
  putStream(key: string, body: Readable, sizeBytes: number): Promise<void>;
  /** Copies an object inside the store, without downloading it. False when there is no such object. */
  copy(from: string, to: string): Promise<boolean>;
  /** Null when there is no such object. */
  get(key: string): Promise<Buffer | null>;
  /** A part of an object, both ends included, as a stream. Null when there is no such object. */
  read(key: string, range: { start: number; end: number }): Promise<Readable | null>;
  has(key: string): Promise<boolean>;
  /** Lists the keys with this prefix. */
  list(start: string): AsyncIterable<string>;
  delete(key: string): Promise<void>;
}

/** S3 accepts at most ten thousand parts per object. */
const partsMax = 10_000;
const partBytesMin = 8 * 1024 * 1024;

/**
 * Opens a bucket of S3 or of a compatible store (AWS_ENDPOINT_URL), configured by the usual AWS environment variables.
 * Nothing is opened before first use. Throws RangeError for anything but an `s3://` address.
 */
export function openBucket(url: string): Bucket {
  const { bucket: Bucket, prefix } = parseS3Url(url);
  let opened: Promise<{ sdk: Sdk; client: S3Client }> | null = null;
  const store = () => {
    opened ??= openClient();
    return opened;
  };
  return {
    async put(key, body, { contentType } = {}) {
      const { sdk, client } = await store();
      const about = { Bucket, Key: prefix + key, Body: body, ContentType: contentType };
      await client.send(new sdk.PutObjectCommand(about));
    },
    async putStream(key, body, sizeBytes) {
      const { client } = await store();
      const { Upload } = await import("@aws-sdk/lib-storage");
      const partSize = Math.max(partBytesMin, Math.ceil(sizeBytes / partsMax));
      const params = { Bucket, Key: prefix + key, Body: body };
      await new Upload({ client, params, partSize, queueSize: 2 }).done();
    },
    async get(key) {
      const { sdk, client } = await store();
      const answer = await found(
        client.send(new sdk.GetObjectCommand({ Bucket, Key: prefix + key })),
      );
      return answer?.Body ? Buffer.from(await answer.Body.transformToByteArray()) : null;
    },
    async read(key, { start, end }) {
      const { sdk, client } = await store();
      const part = { Bucket, Key: prefix + key, Range: `bytes=${start}-${end}` };
      const answer = await found(client.send(new sdk.GetObjectCommand(part)));
      return (answer?.Body as Readable | undefined) ?? null;
    },
    async copy(from, to) {
      const { sdk, client } = await store();
      const CopySource = `${Bucket}/${prefix}${from}`.split("/").map(encodeURIComponent).join("/");
      const answer = client.send(
        new sdk.CopyObjectCommand({ Bucket, CopySource, Key: prefix + to }),
      );
      return (await found(answer)) !== null;
    },
    async has(key) {
      const { sdk, client } = await store();
      const answer = client.send(new sdk.HeadObjectCommand({ Bucket, Key: prefix + key }));
      return (await found(answer)) !== null;
    },
    async *list(start) {
      const { sdk, client } = await store();
      const pages = sdk.paginateListObjectsV2({ client }, { Bucket, Prefix: prefix + start });
      for await (const { Contents = [] } of pages) {
        for (const { Key = "" } of Contents) yield Key.slice(prefix.length);
      }
    },
    async delete(key) {
      const { sdk, client } = await store();
      await client.send(new sdk.DeleteObjectCommand({ Bucket, Key: prefix + key }));
    },
  };
}

function parseS3Url(url: string): { bucket: string; prefix: string } {
  const match = /^s3:\/\/([^/]+)(?:\/(.*?))?\/*$/.exec(url);
  if (!match?.[1]) throw new RangeError("a bucket is s3://bucket or s3://bucket/prefix");
  return { bucket: match[1], prefix: match[2] ? `${match[2]}/` : "" };
}

async function openClient(): Promise<{ sdk: Sdk; client: S3Client }> {
  // The SDK is large, so it is loaded on first use.
  const sdk = await import("@aws-sdk/client-s3");
  const endpoint = process.env.AWS_ENDPOINT_URL_S3 ?? process.env.AWS_ENDPOINT_URL;
  const client = new sdk.S3Client({
    region: process.env.AWS_REGION ?? process.env.AWS_DEFAULT_REGION ?? "us-east-1",
    ...(endpoint ? { endpoint, forcePathStyle: true } : {}),
    maxAttempts: 5,
    requestHandler: { connectionTimeout: 5_000, requestTimeout: 60_000 },
    // Not every compatible store knows the newer checksum trailers. Our own digests verify the bytes.
    requestChecksumCalculation: "WHEN_REQUIRED",
    responseChecksumValidation: "WHEN_REQUIRED",
  });
  return { sdk, client };
}

/** Null where there is no such object. */
async function found<T>(asked: Promise<T>): Promise<T | null> {
  try {
    return await asked;
  } catch (error) {
    const { $metadata } = error as { $metadata?: { httpStatusCode?: number } };
    if ($metadata?.httpStatusCode === 404) return null;
    throw error;
  }
}
