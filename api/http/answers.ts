import { z } from "zod";
import { type Page, pageMeta, toPageMeta } from "#schemas/shapes/page.ts";
import { type FileType, type NamesIn, workbookType } from "./endpoint.ts";
import type {
  AttachedFile,
  Download,
  HandlerAnswer,
  OpenedEvents,
  SentFile,
  StoredBytes,
  StreamedFile,
  WebAnswer,
} from "./requests/handled.ts";
import type { Family } from "./responses/families.ts";
import { nextCursorOf, type ShownPage } from "./responses/page-links.ts";

/** The kind of answer of an endpoint: how OpenAPI describes it, and how the handler's result is sent. */
export interface Answers<T> {
  /** The whole answer, envelope included. */
  schema(family: Family): z.ZodType;
  handled(said: T, family: Family): HandlerAnswer;
  /** The shape of one row where the answer is a page of rows. A GET of them is also a CSV file of all. */
  row?: z.ZodType;
  /** True where a cursor in `meta`, and no offset, leads to the next page. */
  isByCursor?: true;
  /** Media type of success; default JSON. */
  type?:
    | "*/*"
    | "text/plain"
    | "text/html"
    | "application/json"
    | "image/*"
    | "text/event-stream"
    | "application/atom+xml"
    | "text/javascript"
    | FileType;
  /** Further media types that a client may request. */
  otherTypes?: readonly FileType[];
  redirects?: boolean;
  /** Set when the kind of answer decides it; otherwise the endpoint does. */
  freshness?: "cached";
  status?: 201;
}

/** The path of an object, with its members as parameters: "/v2/portfolios/:id"; or a function. */
export type Address<T> = string | ((data: T) => string);

const fillIn = <T>(address: Address<T>, data: T): string =>
  typeof address === "string"
    ? address.replace(/:(\w+)/g, (_, name: string) =>
        String((data as Record<string, unknown>)[name]),
      )
    : address(data);

interface EtagOption<T> {
  /** Strong ETag of the object, with its quotes. */
  etag?(data: T): string;
}

/** One object. */
export const one = <R extends z.ZodType>(
  shape: R,
  { etag, location }: EtagOption<z.input<R>> & { location?: Address<z.input<R>> } = {},
): Answers<z.input<R>> => ({
  schema: (family) => family.oneSchema(shape),
  handled: (data, family) => ({
    kind: "json",
    identity: data,
    text: (at) => JSON.stringify(family.one(data, at)),
    ...(location === undefined ? {} : { location: fillIn(location, data) }),
    ...(etag === undefined ? {} : { etag: etag(data) }),
  }),
});

/** An object that the request has created: 201, with its path in `Location`. */
export const created = <R extends z.ZodType, const L extends string>(
  shape: R,
  location:
    | (L & (NamesIn<L> extends keyof z.input<R> ? unknown : never))
    | ((data: z.input<R>) => string),
  tagged: EtagOption<z.input<R>> = {},
): Answers<z.input<R>> => ({ ...one(shape, { ...tagged, location }), status: 201 });

/** A page of rows. */
export const list = <R extends z.ZodType>(shape: R): Answers<Page<z.input<R>>> => ({
  row: shape,
  schema: (family) => family.listSchema(shape),
  handled: (page, family) => ({
    kind: "json",
    identity: page,
    page,
    text: () => JSON.stringify(family.list(page)),
  }),
});

/**
 * A page of rows with more members in `meta`, or the same rows as a CSV file, or one of `otherTypes`, if the client asks
 * for one. A file may be streamed.
 */
export const tableOf = <R extends z.ZodType, M extends z.ZodRawShape = Record<never, never>>(
  shape: R,
  more?: z.ZodObject<M>,
  otherTypes: readonly FileType[] = [],
): Answers<
  (Page<z.input<R>> & { meta?: z.input<z.ZodObject<M>> }) | AttachedFile | StreamedFile
> => ({
  schema: () => z.object({ data: z.array(shape), meta: pageMeta.extend(more?.shape ?? {}) }),
  handled: (said) => {
    if ("bytes" in said) return { kind: "attachment", file: said };
    if ("open" in said) return { kind: "stream", file: said };
    return {
      kind: "json",
      identity: said,
      page: said,
      text: () => JSON.stringify({ data: said.rows, meta: { ...toPageMeta(said), ...said.meta } }),
    };
  },
  otherTypes: ["text/csv", ...otherTypes],
});

/** One object with more members in `meta` than the timestamp, or the same answer as finished bytes. */
export const withMeta = <R extends z.ZodType, M extends z.ZodObject>(
  shape: R,
  meta: M,
  { location }: { location?: Address<z.input<R>> } = {},
): Answers<{ data: z.input<R>; meta: z.input<M> } | StoredBytes> => ({
  schema: (family) => family.oneSchema(shape, meta),
  handled: (said, family) =>
    "identity" in said
      ? { kind: "bytes", bytes: said }
      : {
          kind: "json",
          identity: said,
          text: (at) => JSON.stringify(family.one(said.data, at, said.meta)),
          ...nextPage(said.meta),
          ...(location === undefined ? {} : { location: fillIn(location, said.data) }),
        },
  ...(location === undefined ? {} : { status: 201 as const }),
});

/** A page of rows; `nextCursor` in `meta` leads to the next page. A GET of it is also a CSV file of all rows. */
export const listByCursor = <R extends z.ZodType, M extends z.ZodObject>(
  shape: R,
  meta: M,
): Answers<{ data: z.input<R>[]; meta: z.input<M> }> => ({
  ...withMeta(shape.array(), meta),
  row: shape,
  isByCursor: true,
});

function nextPage(meta: object): { page?: ShownPage } {
  const nextCursor = nextCursorOf(meta);
  return nextCursor === null ? {} : { page: { nextCursor } };
}

/** One object that the handler returns as JSON text, because it can write the text faster than the object. */
export const written = (shape: z.ZodType): Answers<string> => ({
  schema: (family) => family.oneSchema(shape),
  handled: (data, family) => ({
    kind: "json",
    identity: data,
    text: (at) => envelop(family, data, at),
  }),
});

const place = "the data";

/** Puts the family's envelope around JSON text. */
function envelop(family: Family, data: string, at: Date): string {
  const [before = "", after = ""] = JSON.stringify(family.one(place, at)).split(`"${place}"`);
  return before + data + after;
}

/**
 * A finished document, envelope included, sent unchanged. `meta` describes the members of its `meta` besides the
 * timestamp.
 */
export const stored = (shape: z.ZodType, meta?: z.ZodObject): Answers<StoredBytes> => ({
  schema: (family) => family.oneSchema(shape, meta),
  handled: (bytes) => ({ kind: "bytes", bytes }),
  freshness: "cached",
});

/** A finished document, or the same as a CSV file or a workbook if the client asks for one. */
export const storedOrFile = (
  shape: z.ZodType,
  meta?: z.ZodObject,
): Answers<StoredBytes | AttachedFile> => ({
  ...stored(shape, meta),
  handled: (said) =>
    "identity" in said ? { kind: "bytes", bytes: said } : { kind: "attachment", file: said },
  otherTypes: ["text/csv", workbookType],
});

const binary = (description: string) => z.string().meta({ description, format: "binary" });

/** A file made on request, in one of several media types, sent as an attachment. */
export const file = (type: FileType, ...otherTypes: FileType[]): Answers<AttachedFile> => ({
  schema: () => binary("The file"),
  handled: (made) => ({ kind: "attachment", file: made }),
  type,
  otherTypes,
});

/** A stored file of any type, sent as an attachment that no browser renders, with ranges. */
export const download: Answers<Download> = {
  schema: () => binary("The bytes; with `Range`, a part of them (206)"),
  handled: (sent) => ({ kind: "download", file: sent }),
  type: "*/*",
};

/** An Atom feed, finished. */
export const feed: Answers<StoredBytes> = {
  schema: () => z.string().meta({ description: "The feed (RFC 4287)" }),
  handled: (bytes) => ({ kind: "bytes", bytes }),
  type: "application/atom+xml",
  freshness: "cached",
};

/** A script of pages, finished. */
export const script: Answers<StoredBytes> = {
  schema: () => z.string().meta({ description: "The script" }),
  handled: (bytes) => ({ kind: "bytes", bytes }),
  type: "text/javascript",
  freshness: "cached",
};

/** Server-sent events, as long as the client reads. `description` says which. */
export const events = (description: string): Answers<OpenedEvents> => ({
  schema: () => z.string().meta({ description }),
  handled: (opened) => ({ kind: "events", events: opened }),
  type: "text/event-stream",
});

/** A stored image. */
export const image: Answers<SentFile> = {
  schema: () => binary("The image"),
  handled: (sent) => ({ kind: "file", file: sent }),
  type: "image/*",
  freshness: "cached",
};

/** Plain text that is not JSON, such as metrics. */
export const text: Answers<{ text: string; contentType: string }> = {
  schema: () => z.string(),
  handled: (said) => ({ kind: "text", ...said }),
  type: "text/plain",
};

/** A finished page for browsers, or a redirect. */
export const storedPage: Answers<StoredBytes | WebAnswer> = {
  schema: () => z.string(),
  handled: (said) =>
    "identity" in said ? { kind: "bytes", bytes: said } : { kind: "web", answer: said },
  type: "text/html",
  redirects: true,
  freshness: "cached",
};

/** An HTML page, a redirect, or a file that is made for the request. */
export const pageOrFile: Answers<AttachedFile | WebAnswer> = {
  schema: () => z.string(),
  handled: (said) =>
    "bytes" in said ? { kind: "attachment", file: said } : { kind: "web", answer: said },
  type: "text/html",
  otherTypes: ["text/csv", workbookType],
  redirects: true,
};

/**
 * An answer for browsers; the handler chooses its status and headers. `json` is the schema of the answer to other
 * clients.
 */
export const page = ({
  json,
  redirects = false,
}: {
  json?: z.ZodType;
  redirects?: boolean;
} = {}): Answers<WebAnswer> => ({
  schema: () => json ?? z.string(),
  handled: (answer) => ({ kind: "web", answer }),
  type: json === undefined ? "text/html" : "application/json",
  redirects,
});
