import type { Readable } from "node:stream";
import type { ShownPage } from "../responses/page-links.ts";

/** A handler's result, by the way it is sent. */
export type HandlerAnswer =
  | JsonAnswer
  | { kind: "file"; file: SentFile }
  | { kind: "attachment"; file: AttachedFile }
  | { kind: "stream"; file: StreamedFile }
  | { kind: "table"; file: WrittenTable }
  | { kind: "download"; file: Download }
  | { kind: "bytes"; bytes: StoredBytes }
  | { kind: "events"; events: OpenedEvents }
  | { kind: "text"; text: string; contentType: string }
  | { kind: "web"; answer: WebAnswer };

export interface JsonAnswer {
  kind: "json";
  /** The whole answer as JSON text, envelope included. */
  text(at: Date): string;
  /** The content without the timestamp that differs in every answer; the ETag is computed from it. */
  identity: unknown;
  location?: string;
  /** With its quotes. Without it, the ETag is computed from `identity`. */
  etag?: string;
  /** Of a list that may have more pages. */
  page?: ShownPage;
}

/** A stored file that is sent whole. */
export interface SentFile {
  bytes: Buffer;
  mediaType: string;
  /** With its quotes. */
  etag: string;
}

/** A file generated for this request, which the client saves. */
export interface AttachedFile {
  bytes: Buffer;
  mediaType: string;
  /** As people name it, in any script; made safe for the header where it is sent. */
  name: string;
}

/** A file that is written while the client reads it, as fast as it reads. */
export interface StreamedFile {
  mediaType: string;
  name: string;
  /** Opens it. What it throws ends the connection, so that a client sees that the file is not whole. */
  open(): Readable;
}

/** A table that is read and written while it is sent. */
export interface WrittenTable {
  lines: AsyncIterable<string>;
  /** As people name it, in any script; made safe for the header where it is sent. */
  name: string;
}

/** A stored file to download, whole or one range of it. */
export interface Download {
  sizeBytes: number;
  mediaType: string;
  /** As people name it, in any script; made safe for the header where it is sent. */
  name: string;
  /** With its quotes. */
  etag: string;
  /** The bytes from `start` to `end`, both included. Throws 404 when the file is missing from the store. */
  open(range: { start: number; end: number }): Promise<Readable>;
}

/** Server-sent events. */
export interface OpenedEvents {
  /** Opens the stream. Throws 403 when the account may open no more. */
  open(): Readable;
}

/** An answer to a browser: a page or a redirect, or JSON for clients that ask for it. */
export interface WebAnswer {
  status: number;
  headers: Record<string, string>;
  type?: "text/html" | "application/json";
  body?: string;
  /** A page with the token of a form is sent as it is: the length of a compressed one could reveal the token. */
  hasToken?: boolean;
}

/** Bytes that are sent unchanged, with the strong ETag that they were stored with. */
export interface StoredBytes {
  identity: Buffer;
  /** Null until it is compressed. */
  gzip: Buffer | null;
  /** With its quotes. */
  etag: string;
  /** "private": made for one viewer. "unstored": no cache may store it. */
  visibility: "public" | "private" | "unstored";
  /** Content type; default JSON. */
  type?: string;
  headers?: Readonly<Record<string, string>>;
  /** The bytes that the same request without a credential would get now; undefined where that must be looked up. */
  again?: (() => StoredBytes | undefined) | undefined;
}
