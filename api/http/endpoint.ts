import type { IncomingHttpHeaders } from "node:http";
import type { z } from "zod";
import type { Page } from "#schemas/shapes/page.ts";
import type { Scope } from "#schemas/shapes/scope.ts";
import type { Access, CallerOf } from "../auth/access.ts";
import type { Deps } from "../deps.ts";
import type { Family } from "./families.ts";
import type { Handled, StoredBytes } from "./handled.ts";

export type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

export type Schema = z.ZodObject | undefined;
type Parsed<S> = S extends z.ZodType ? z.output<S> : undefined;

/** What a handler is given: parsed input, who calls, and everything it may reach. */
export interface Given<A extends Access, P, Q, B> {
  params: Parsed<P>;
  query: Parsed<Q>;
  body: Parsed<B>;
  caller: CallerOf<A>;
  from: Sender;
  deps: Deps;
}

/** What the request says of itself beside its input. */
export interface Sender {
  /** The client's address as rate limits count it. */
  address: string;
  headers: IncomingHttpHeaders;
}

export interface Declared<A extends Access, P extends Schema, Q extends Schema, B> {
  /** Method and path within the family's prefix. */
  at: `${Method} /${string}`;
  tag: string;
  summary: string;
  description?: string;
  access: A;
  params?: P;
  query?: Q;
  /** Never coerced: a number for a text field is refused. */
  body?: B;
  /** True when the body may also be a form, as browsers and OAuth clients send it. */
  forms?: true;
  /** Largest body in bytes, where it is not the usual mebibyte; images may then be sent as they are. */
  uploadBytesMax?: number;
  /** What a key or an application must be allowed; default `read` for GET, `write` for the rest (O-02). */
  scope?: Scope;
  /** Further statuses of refusal that it answers with, for the description. */
  refuses?: readonly number[];
  /** True for what exists only while this service issues its own tokens: 404 with a configured issuer. */
  localIssuer?: true;
  /** True for what the specification does not have (shown as x-extension). */
  extension?: true;
  /** "cached": ETag and 304. "live": never stored by anybody. Default: live. */
  freshness?: "cached" | "live";
  /** "none" exempts health checks from rate limits. */
  limit?: "none";
  /** Status of success; 201 for creates, 302 for what always sends a browser on. */
  status?: 200 | 201 | 302;
}

export type Answer<T> = T | Promise<T>;

/** Media type of a file that is made on request. */
export type FileType = "text/csv" | typeof workbookType;
export const workbookType = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";

/** An endpoint as a value: what is served, documented and tested is read from it. */
export interface Endpoint {
  family: Family;
  method: Method;
  /** With the family's prefix. */
  path: string;
  tag: string;
  summary: string;
  description: string | null;
  access: Access;
  params: z.ZodObject | null;
  query: z.ZodObject | null;
  body: z.ZodType | null;
  forms: boolean;
  uploadBytesMax: number | null;
  scope: Scope;
  refuses: readonly number[];
  localIssuer: boolean;
  /** The whole answer, envelope included. */
  answer: z.ZodType;
  extension: boolean;
  freshness: "cached" | "live";
  limited: boolean;
  status: 200 | 201 | 302;
  /** Media type of success. */
  type: "application/json" | "text/plain" | "text/html" | "image/*" | FileType;
  /** Further media types that a caller may ask for in its request. */
  otherTypes: readonly FileType[];
  /** True when it may also send the browser elsewhere. */
  redirects: boolean;
  handle(given: Given<Access, Schema, Schema, z.ZodType | undefined>): Promise<Handled>;
}

/** One object. */
export function endpoint<
  A extends Access,
  R extends z.ZodType,
  P extends Schema = undefined,
  Q extends Schema = undefined,
  B extends z.ZodType | undefined = undefined,
>(
  family: Family,
  declared: Declared<A, P, Q, B> & {
    returns: R;
    /** Path of what was created, for `Location`. */
    location?(data: z.input<R>): string;
    /** Strong ETag of the object, with its quotes. */
    etag?(data: z.input<R>): string;
    handle(given: Given<A, P, Q, B>): Answer<z.input<R>>;
  },
): Endpoint {
  return build(family, declared, family.oneSchema(declared.returns), async (given) => {
    const data = await declared.handle(given);
    const location = declared.location?.(data);
    const etag = declared.etag?.(data);
    return {
      kind: "json",
      identity: data,
      text: (at) => JSON.stringify(family.one(data, at)),
      ...(location === undefined ? {} : { location }),
      ...(etag === undefined ? {} : { etag }),
    };
  });
}

/** One object with `meta` of its own beside the timestamp; or the same answer finished, as bytes. */
export function metaEndpoint<
  A extends Access,
  R extends z.ZodType,
  M extends z.ZodObject,
  P extends Schema = undefined,
  Q extends Schema = undefined,
  B extends z.ZodType | undefined = undefined,
>(
  family: Family,
  declared: Declared<A, P, Q, B> & {
    returns: R;
    meta: M;
    handle(given: Given<A, P, Q, B>): Answer<{ data: z.input<R>; meta: z.input<M> } | StoredBytes>;
  },
): Endpoint {
  const answer = family.oneSchema(declared.returns, declared.meta);
  return build(family, declared, answer, async (given) => {
    const said = await declared.handle(given);
    if ("identity" in said) return { kind: "bytes", bytes: said };
    return {
      kind: "json",
      identity: said,
      text: (at) => JSON.stringify(family.one(said.data, at, said.meta)),
    };
  });
}

/** A page of rows. */
export function listEndpoint<
  A extends Access,
  R extends z.ZodType,
  P extends Schema = undefined,
  Q extends Schema = undefined,
  B extends z.ZodType | undefined = undefined,
>(
  family: Family,
  declared: Declared<A, P, Q, B> & {
    returns: R;
    handle(given: Given<A, P, Q, B>): Answer<Page<z.input<R>>>;
  },
): Endpoint {
  return build(family, declared, family.listSchema(declared.returns), async (given) => {
    const page = await declared.handle(given);
    return { kind: "json", identity: page, text: () => JSON.stringify(family.list(page)) };
  });
}

/** One object that its handler gives as JSON text, because it writes it faster than from the object. */
export function writtenEndpoint<
  A extends Access,
  R extends z.ZodType,
  P extends Schema = undefined,
  Q extends Schema = undefined,
  B extends z.ZodType | undefined = undefined,
>(
  family: Family,
  declared: Declared<A, P, Q, B> & {
    returns: R;
    handle(given: Given<A, P, Q, B>): Answer<string>;
  },
): Endpoint {
  return build(family, declared, family.oneSchema(declared.returns), async (given) => {
    const data = await declared.handle(given);
    return { kind: "json", identity: data, text: (at) => envelop(family, data, at) };
  });
}

const place = "the data";

/** The family's envelope around JSON text. */
function envelop(family: Family, data: string, at: Date): string {
  const [before = "", after = ""] = JSON.stringify(family.one(place, at)).split(`"${place}"`);
  return before + data + after;
}

/** A finished document, envelope included, sent byte for byte. */
export function storedEndpoint<
  A extends Access,
  R extends z.ZodType,
  P extends Schema = undefined,
  Q extends Schema = undefined,
>(
  family: Family,
  declared: Declared<A, P, Q, undefined> & {
    returns: R;
    /** What `meta` may say beside the timestamp. */
    meta?: z.ZodObject;
    handle(given: Given<A, P, Q, undefined>): Answer<StoredBytes>;
  },
): Endpoint {
  const cached = { ...declared, freshness: "cached" as const };
  const answer = family.oneSchema(declared.returns, declared.meta);
  return build(family, cached, answer, async (given) => ({
    kind: "bytes",
    bytes: await declared.handle(given),
  }));
}

/** The value of an endpoint of any kind: what is declared, with its defaults. */
export function build<
  A extends Access,
  P extends Schema,
  Q extends Schema,
  B extends z.ZodType | undefined,
>(
  family: Family,
  declared: Declared<A, P, Q, B>,
  answer: z.ZodType,
  handle: (given: Given<A, P, Q, B>) => Promise<Handled>,
): Endpoint {
  const [method, path] = declared.at.split(" ") as [Method, string];
  return {
    family,
    method,
    path: family.prefix + path,
    tag: declared.tag,
    summary: declared.summary,
    description: declared.description ?? null,
    access: declared.access,
    params: declared.params ?? null,
    query: declared.query ?? null,
    body: declared.body ?? null,
    forms: declared.forms ?? false,
    uploadBytesMax: declared.uploadBytesMax ?? null,
    scope: declared.scope ?? (method === "GET" ? "read" : "write"),
    refuses: declared.refuses ?? [],
    localIssuer: declared.localIssuer ?? false,
    answer,
    extension: declared.extension ?? false,
    freshness: declared.freshness ?? "live",
    limited: declared.limit !== "none",
    status: declared.status ?? 200,
    type: "application/json",
    otherTypes: [],
    redirects: false,
    // What a handler is given was parsed by the very schemas it is typed with.
    handle: handle as unknown as Endpoint["handle"],
  };
}
