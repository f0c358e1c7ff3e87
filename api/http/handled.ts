import type { Readable } from "node:stream";

/** What a handler said, told apart by how it is sent. */
export type Handled =
  | JsonAnswer
  | { kind: "file"; file: SentFile }
  | { kind: "attachment"; file: AttachedFile }
  | { kind: "download"; file: Download }
  | { kind: "bytes"; bytes: StoredBytes }
  | { kind: "text"; text: string; contentType: string }
  | { kind: "web"; answer: WebAnswer };

export interface JsonAnswer {
  kind: "json";
  /** The whole answer as JSON text, envelope included. */
  text(at: Date): string;
  /** What was said, without what moves on every answer. */
  identity: unknown;
  location?: string;
  /** With its quotes; null lets one be made of what is said. */
  etag?: string;
}

/** A stored file as it is sent. */
export interface SentFile {
  bytes: Buffer;
  mediaType: string;
  /** With its quotes. */
  etag: string;
}

/** A file made for this request, to be kept by whoever asked. */
export interface AttachedFile {
  bytes: Buffer;
  mediaType: string;
  /** As people name it, in any script; made safe for the header where it is sent. */
  name: string;
}

/** A stored file that its reader downloads, whole or a range of it. */
export interface Download {
  sizeBytes: number;
  mediaType: string;
  /** As people name it, in any script; made safe for the header where it is sent. */
  name: string;
  /** With its quotes. */
  etag: string;
  /** The bytes from `start` to `end`, both included. Throws 404 when the store has lost them. */
  open(range: { start: number; end: number }): Promise<Readable>;
}

/** An answer to a browser: a page, a redirect, or JSON for those who ask for it. */
export interface WebAnswer {
  status: number;
  headers: Record<string, string>;
  type?: "text/html" | "application/json";
  body?: string;
}

/** Bytes that are sent as they are, with the strong ETag they were stored with. */
export interface StoredBytes {
  identity: Buffer;
  /** Null while it is not compressed (yet). */
  gzip: Buffer | null;
  /** With its quotes. */
  etag: string;
  /** "private" for an answer made for one viewer; "unstored" for one that no cache may keep. */
  visibility: "public" | "private" | "unstored";
  /** Content type; default JSON. */
  type?: string;
  headers?: Readonly<Record<string, string>>;
}
