import { z } from "zod";
import { type Page, pageMeta, toPageMeta } from "#schemas/shapes/page.ts";
import type { ApiError } from "../errors.ts";
import type { ErrorCode } from "./error-codes.ts";

/** How one path family wraps its answers (Envelopes). Handlers never build an envelope. */
export interface Family {
  readonly name: string;
  readonly prefix: string;
  one(data: unknown, at: Date, meta?: object): unknown;
  list(page: Page<unknown>): unknown;
  error(error: ApiError, traceId: string): unknown;
  oneSchema(data: z.ZodType, meta?: z.ZodObject): z.ZodType;
  listSchema(item: z.ZodType): z.ZodType;
  readonly errorSchema: z.ZodType;
  /** False where an Idempotency-Key means nothing. */
  readonly isRepeatable?: false;
  /** Code and message for an invalid shape; families differ. A null message keeps the original. */
  readonly invalid: { code: ErrorCode; message: string | null };
}

const timestamp = z.object({ timestamp: z.iso.datetime() });

const enveloped = {
  one: (data: unknown, at: Date, meta?: object) => ({
    data,
    meta: { ...meta, timestamp: at.toISOString() },
  }),
  list: (page: Page<unknown>) => ({ data: page.rows, meta: toPageMeta(page) }),
  oneSchema: (data: z.ZodType, meta?: z.ZodObject) =>
    z.object({ data, meta: meta === undefined ? timestamp : meta.extend(timestamp.shape) }),
  listSchema: (item: z.ZodType) => z.object({ data: z.array(item), meta: pageMeta }),
  invalid: { code: "FST_ERR_VALIDATION" as const, message: null },
};

const issue = z.object({ path: z.array(z.string()), code: z.string(), message: z.string() });

const v2Error = z
  .object({
    error: z.object({ code: z.string(), message: z.string(), traceId: z.string().min(1) }),
  })
  .meta({ id: "Error" });

// All of /api/v1 answers one body with the members of both documented forms, so each client finds its own.
const v1Error = z
  .object({
    code: z.string(),
    message: z.string(),
    issues: z.array(issue),
    error: z.object({
      code: z.string(),
      message: z.string(),
      httpStatus: z.int(),
      traceId: z.string(),
    }),
  })
  .meta({ id: "ErrorV1" });

const rpcError = z
  .object({ error: z.object({ message: z.string(), code: z.string(), httpStatus: z.int() }) })
  .meta({ id: "ErrorRpc" });

const oauthError = z
  .object({ error: z.string(), error_description: z.string() })
  .meta({ id: "ErrorOAuth" });

export const v1: Family = {
  name: "v1",
  prefix: "/api/v1",
  ...enveloped,
  error: ({ code, message, status, issues }, traceId) => ({
    code,
    message,
    issues,
    error: { code, message, httpStatus: status, traceId },
  }),
  errorSchema: v1Error,
};

export const v2: Family = {
  name: "v2",
  prefix: "/v2",
  ...enveloped,
  error: ({ code, message }, traceId) => ({ error: { code, message, traceId } }),
  errorSchema: v2Error,
};

/** The object without an envelope: the public company profile. */
export const v2Bare: Family = {
  ...v2,
  name: "v2Bare",
  one: (data) => data,
  oneSchema: (data) => data,
};

/** Health and metrics: outside the three families, without envelopes, with errors as in /v2. */
export const operations: Family = { ...v2Bare, name: "operations", prefix: "" };

export const rpc: Family = {
  name: "rpc",
  prefix: "/v1",
  one: (data) => ({ result: { data: { success: true, data } } }),
  list: (page) => ({
    result: { data: { success: true, data: page.rows, pagination: toPageMeta(page) } },
  }),
  error: ({ code, message, status }) => ({ error: { message, code, httpStatus: status } }),
  oneSchema: (data) =>
    z.object({ result: z.object({ data: z.object({ success: z.boolean(), data }) }) }),
  listSchema: (item) =>
    z.object({
      result: z.object({
        data: z.object({ success: z.boolean(), data: z.array(item), pagination: pageMeta }),
      }),
    }),
  errorSchema: rpcError,
  invalid: { code: "BAD_REQUEST", message: null },
};

/**
 * Entity service and REST at once. An object's fields are at the top and again under `data`. A list is under `key` with
 * `pagination`, and again under `data` with `meta`.
 */
export const entityService = (key: "entities" | "apiKeys"): Family => ({
  ...v1,
  name: `entityService(${key})`,
  one: (data, at) => ({ ...(data as object), data, meta: { timestamp: at.toISOString() } }),
  list: (page) => ({
    data: page.rows,
    meta: toPageMeta(page),
    [key]: page.rows,
    pagination: toPageMeta(page),
  }),
  oneSchema: (data) => superset(data),
  listSchema: (item) =>
    z.object({
      data: z.array(item),
      meta: pageMeta,
      [key]: z.array(item),
      pagination: pageMeta,
    }),
  invalid: { code: "BAD_REQUEST", message: "Invalid input data" },
});

function superset(data: z.ZodType): z.ZodType {
  if (!(data instanceof z.ZodObject)) throw new Error("the entity service answers with objects");
  return data.extend({ data, meta: timestamp });
}

/** Pages for browsers. Errors are as in /v2 for clients that do not ask for HTML. */
export const pages: Family = { ...v2Bare, name: "pages", prefix: "" };

/** Endpoints for signing in; envelopes as in /v2. */
export const auth: Family = { ...v2, name: "auth", prefix: "/auth" };

const oauthCodes: Record<number, ErrorCode> = {
  401: "invalid_client",
  403: "access_denied",
  429: "temporarily_unavailable",
  500: "server_error",
  503: "temporarily_unavailable",
};

// Codes of RFC 6749 are in lower case; the specification's own are in upper case.
const oauthCode = ({ code, status }: ApiError, codes: Record<number, ErrorCode>): ErrorCode =>
  /^[a-z_]+$/.test(code) ? code : (codes[status] ?? "invalid_request");

/** Answers of RFC 6749: no envelope, and `error` is a string. */
export const oauth: Family = {
  ...rpc,
  name: "oauth",
  isRepeatable: false,
  one: (data) => data,
  oneSchema: (data) => data,
  error: (error) => ({ error: oauthCode(error, oauthCodes), error_description: error.message }),
  errorSchema: oauthError,
};

/**
 * The authorization endpoint: what is wrong with the request for a code is told as RFC 6749 does. A missing credential, a
 * limit and a fault are no errors of that protocol, and told as everywhere else in `/v1`.
 */
export const oauthAuthorize: Family = {
  ...oauth,
  name: "oauthAuthorize",
  error: (error, traceId) =>
    /^[a-z_]+$/.test(error.code) || error.status === 400
      ? oauth.error(error, traceId)
      : rpc.error(error, traceId),
  errorSchema: z.union([oauthError, rpcError]),
};

/** The family of the 404 for a path without an endpoint. */
export function familyOf(path: string): Family {
  if (path === "/api/v1" || path.startsWith("/api/v1/")) return v1;
  if (path === "/v1" || path.startsWith("/v1/")) return rpc;
  return v2;
}
