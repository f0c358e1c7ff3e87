import type { DocumentKind } from "./kinds.ts";

export interface HttpRequest {
  kind: DocumentKind;
  /** Validators of the copy at hand; with either, the answer may be "notModified". */
  etag?: string | null;
  lastModified?: string | null;
}

/** "absent": the source has no such document, which `httpStatus` (403, 404, 410, 503) says in its own way. */
export type HttpResult<Body = Buffer> =
  | {
      status: "ok";
      /** Whole, unpacked and of the right format. */
      body: Body;
      contentType: string | null;
      etag: string | null;
      lastModified: string | null;
      /** ISO time. */
      fetchedAt: string;
    }
  | { status: "notModified" }
  | { status: "absent"; httpStatus: number };

/** Of a document that was written to a file: its body is how many bytes that has. */
export type Download = HttpResult<number>;
