import type { IncomingHttpHeaders } from "node:http";
import type { z } from "zod";
import type { Scope } from "#schemas/shapes/accounts/scope.ts";
import type { Answer } from "../and-then.ts";
import type { Access, CallerOf, StandingOf, SubjectOf } from "../auth/access.ts";
import type { Caller } from "../auth/caller.ts";
import type { Deps } from "../deps.ts";
import type { Bucket } from "./limits/rate-limit.ts";
import type { HandlerAnswer } from "./requests/handled.ts";
import type { Deprecation } from "./responses/deprecation.ts";
import type { Family } from "./responses/families.ts";

export type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

export type Schema = z.ZodObject | undefined;
/** The names of a path's parameters: "id" | "userId" of "/organizations/:id/members/:userId". */
export type NamesIn<L extends string> = L extends `${string}:${infer Name}/${infer Rest}`
  ? Name | NamesIn<Rest>
  : L extends `${string}:${infer Name}`
    ? Name
    : never;

type OutputOf<S> = S extends z.ZodType ? z.output<S> : undefined;

/** What a handler receives: the validated input, the caller and its dependencies. */
export interface HandlerInput<A extends Access, P, Q, B> {
  params: OutputOf<P>;
  query: OutputOf<Q>;
  body: OutputOf<B>;
  caller: CallerOf<A>;
  /**
   * The account of a valid credential, even when the endpoint asks for none: a team sees its own unpublished entity.
   */
  viewer: Caller | null;
  /** The row that the access word loaded. */
  subject: SubjectOf<A>;
  /** The caller's role in the team or organization that the access word names. */
  standing: StandingOf<A>;
  from: Sender;
  deps: Deps;
}

type AnyGiven = HandlerInput<Access, Schema, Schema, z.ZodType | undefined>;

/** Who sent the request. */
export interface Sender {
  /** The client's address as rate limits count it. */
  address: string;
  headers: IncomingHttpHeaders;
}

/** Media type of a file that is generated on request. */
export type FileType =
  | "text/csv"
  | "application/json"
  | "application/x-ndjson"
  | typeof workbookType;
export const workbookType = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";

/** An endpoint as a value. Routing, documentation and tests are derived from it. */
export interface Endpoint {
  /** Unique; the operationId in OpenAPI. */
  name: string;
  family: Family;
  method: Method;
  /** The path, with the family's prefix. */
  path: string;
  tag: string;
  summary: string;
  description: string;
  access: Access;
  params: z.ZodObject | null;
  query: z.ZodObject | null;
  body: z.ZodType | null;
  forms: boolean;
  /** The handler receives the body as the text that was sent, so that it can check a signature. */
  signed: boolean;
  /** The handler calls an external service, so a request with an Idempotency-Key does not run in one transaction. */
  asksVendor: boolean;
  /** A POST that changes nothing, so that an Idempotency-Key means nothing. */
  pure: boolean;
  /** Web pages of other origins are refused. */
  ownOrigins: boolean;
  uploadBytesMax: number | null;
  scope: Scope;
  refuses: readonly number[];
  localIssuer: boolean;
  /** The whole answer, envelope included. */
  answer: z.ZodType;
  extension: boolean;
  /** It returns company figures: an unknown query parameter that could change them is refused. */
  figures: boolean;
  /** Nothing that is sent is dropped: unknown members of the body and unknown query parameters are refused. */
  strict: boolean;
  freshness: "cached" | "live";
  /** Names of members of the answer, at any depth, that are secrets shown once: null in an idempotent replay. */
  secrets: readonly string[];
  limited: boolean;
  /** The rate limit bucket of its requests; null means the caller's bucket of reads or writes. */
  bucket: Bucket | null;
  /** 404 while this feature flag is off for the caller. */
  flag: string | null;
  /** Deprecated paths that also serve it, and until when. */
  aliases: readonly { at: string; params: z.ZodObject | null; deprecation: Deprecation }[];
  /** Set on the copy of the endpoint that serves a deprecated path. */
  deprecated: (Deprecation & { successor: string }) | null;
  status: 200 | 201 | 302;
  /** Media type of success. */
  type:
    | "*/*"
    | "application/json"
    | "text/plain"
    | "text/html"
    | "image/*"
    | "text/event-stream"
    | "application/atom+xml"
    | "text/javascript"
    | FileType;
  /** Further media types that a client may request. */
  otherTypes: readonly FileType[];
  /** True when it may also redirect the browser. */
  redirects: boolean;
  /** Answers at once where the handler does. */
  handle(given: AnyGiven): Answer<HandlerAnswer>;
  /** Checks that a replay by Idempotency-Key must pass in addition to the access word. */
  readmit: ((given: AnyGiven) => unknown) | null;
  /** Reads into memory, before the transaction of a request with an Idempotency-Key, what handling takes long to make. */
  warm: ((given: AnyGiven) => unknown) | null;
}
