import type { IncomingHttpHeaders } from "node:http";
import type { z } from "zod";
import type { Scope } from "#schemas/shapes/scope.ts";
import type { Access, CallerOf, StandingOf, SubjectOf } from "../auth/access.ts";
import type { Caller } from "../auth/caller.ts";
import type { Deps } from "../deps.ts";
import type { Deprecation } from "./deprecation.ts";
import type { Family } from "./families.ts";
import type { Handled } from "./handled.ts";
import type { Bucket } from "./rate-limit.ts";

export type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

export type Schema = z.ZodObject | undefined;
type Parsed<S> = S extends z.ZodType ? z.output<S> : undefined;

/** What a handler is given: parsed input, who calls, and everything it may reach. */
export interface Given<A extends Access, P, Q, B> {
  params: Parsed<P>;
  query: Parsed<Q>;
  body: Parsed<B>;
  caller: CallerOf<A>;
  /** The account of a valid credential, also where none is asked for: an own unpublished entity is shown to its team. */
  viewer: Caller | null;
  /** The row that the access word has loaded. */
  subject: SubjectOf<A>;
  /** What the caller is to the team or organization that the access word names. */
  standing: StandingOf<A>;
  from: Sender;
  deps: Deps;
}

type AnyGiven = Given<Access, Schema, Schema, z.ZodType | undefined>;

/** What the request says of itself beside its input. */
export interface Sender {
  /** The client's address as rate limits count it. */
  address: string;
  headers: IncomingHttpHeaders;
}

export type Answer<T> = T | Promise<T>;

/** Media type of a file that is made on request. */
export type FileType = "text/csv" | typeof workbookType;
export const workbookType = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";

/** An endpoint as a value: what is served, documented and tested is read from it. */
export interface Endpoint {
  /** Unique; the description's operationId. */
  name: string;
  family: Family;
  method: Method;
  /** With the family's prefix. */
  path: string;
  tag: string;
  summary: string;
  description: string;
  access: Access;
  params: z.ZodObject | null;
  query: z.ZodObject | null;
  body: z.ZodType | null;
  forms: boolean;
  /** The handler gets the text of the body as it was sent. */
  signed: boolean;
  /** A request with an Idempotency-Key is no transaction around what it does. */
  asksVendor: boolean;
  uploadBytesMax: number | null;
  scope: Scope;
  refuses: readonly number[];
  localIssuer: boolean;
  /** The whole answer, envelope included. */
  answer: z.ZodType;
  extension: boolean;
  /** It answers company figures: a query parameter that may change them is refused where it is not known. */
  figures: boolean;
  freshness: "cached" | "live";
  /** Members of the answer, at any depth, that are secrets and shown once: null in an idempotent replay. */
  secrets: readonly string[];
  limited: boolean;
  /** The bucket that its requests are counted in, instead of the caller's reads or writes. */
  bucket: Bucket | null;
  /** 404 while this feature flag is off for the caller. */
  flag: string | null;
  /** Further paths at which it is served, and until when. */
  aliases: readonly { at: string; deprecation: Deprecation }[];
  /** Set on the endpoint at such a path. */
  deprecated: (Deprecation & { successor: string }) | null;
  status: 200 | 201 | 302;
  /** Media type of success. */
  type: "*/*" | "application/json" | "text/plain" | "text/html" | "image/*" | FileType;
  /** Further media types that a caller may ask for in its request. */
  otherTypes: readonly FileType[];
  /** True when it may also send the browser elsewhere. */
  redirects: boolean;
  handle(given: AnyGiven): Promise<Handled>;
  /** What a repeat by Idempotency-Key must pass beside the access word. */
  readmit: ((given: AnyGiven) => unknown) | null;
}
