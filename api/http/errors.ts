import type { Answer } from "../and-then.ts";
import type { ErrorCode } from "./responses/error-codes.ts";

/** One thing wrong with one field of a request. */
export interface Issue {
  path: string[];
  code: string;
  message: string;
}

/** An error as a browser is shown it, with pages that may have been meant. */
export interface ErrorPage {
  message: string;
  links: readonly { href: string; text: string }[];
}

/** An error for the client: an HTTP status, one of the specification's codes and a message. */
export class ApiError extends Error {
  override name = "ApiError";
  readonly status: number;
  readonly code: ErrorCode;
  readonly headers: Readonly<Record<string, string>>;
  readonly issues: readonly Issue[];
  /** What a browser is shown instead of the message; undefined for the message. */
  readonly page: ErrorPage | undefined;

  constructor(
    status: number,
    code: ErrorCode,
    message: string,
    more: {
      headers?: Record<string, string>;
      issues?: readonly Issue[];
      page?: ErrorPage;
      cause?: unknown;
    } = {},
  ) {
    super(message, more.cause === undefined ? undefined : { cause: more.cause });
    this.status = status;
    this.code = code;
    this.headers = more.headers ?? {};
    this.issues = more.issues ?? [];
    this.page = more.page;
  }
}

/** The request breaks a rule, but its shape is valid: 400 in every family. */
export const badRequest = (message: string) => new ApiError(400, "BAD_REQUEST", message);

/** The shape of the request is wrong: type, length, format or enum value. Families may replace the code. */
export const invalid = (message: string, issues: readonly Issue[] = []) =>
  new ApiError(400, "FST_ERR_VALIDATION", message, { issues });

/** The operation needs a credential and the request has none. */
export const unauthorized = () =>
  new ApiError(401, "UNAUTHORIZED", "Authorization not provided", {
    headers: { "www-authenticate": "Bearer" },
  });

/** The credential is malformed, expired, revoked or unknown. Only the log says which. */
export const badCredential = (cause?: unknown) =>
  new ApiError(401, "UNAUTHORIZED", "Missing or invalid Authorization header", {
    headers: { "www-authenticate": 'Bearer error="invalid_token"' },
    cause,
  });

/** The API key is malformed, unknown, expired or revoked. The client is not told which. */
export const badKey = () =>
  new ApiError(401, "UNAUTHORIZED", "The API key is unknown, expired or revoked", {
    headers: { "www-authenticate": 'Bearer error="invalid_token"' },
  });

/** The credential is valid but lacks the scope (RFC 6750 3.1). */
export const insufficientScope = (scope: string) =>
  new ApiError(403, "FORBIDDEN", `This credential does not have the scope ${scope}`, {
    headers: { "www-authenticate": `Bearer error="insufficient_scope", scope="${scope}"` },
  });

export const forbidden = (message: string) => new ApiError(403, "FORBIDDEN", message);

/**
 * `what` does not exist, or the caller may not know that it does; the answers are the same. `hint` is appended to the
 * message.
 */
export const notFound = (what: string, hint = "") =>
  new ApiError(404, "NOT_FOUND", `${what} not found${hint}`);

export const conflict = (message: string) => new ApiError(409, "CONFLICT", message);

/** The row has changed since the client read it (If-Match). */
export const preconditionFailed = (message: string) =>
  new ApiError(412, "PRECONDITION_FAILED", message);

export const payloadTooLarge = (message: string) => new ApiError(413, "PAYLOAD_TOO_LARGE", message);

export const unsupportedMedia = (message: string) =>
  new ApiError(415, "UNSUPPORTED_MEDIA_TYPE", message);

export const methodNotAllowed = (allow: string) =>
  new ApiError(405, "METHOD_NOT_ALLOWED", `Method not allowed; allowed: ${allow}`, {
    headers: { allow },
  });

/** `limit` holds the values of the headers that describe the exceeded limit. */
export const tooManyRequests = (
  retryAfterSeconds: number,
  limit?: { rateLimit: string; rateLimitPolicy: string },
) =>
  new ApiError(429, "TOO_MANY_REQUESTS", `Too many requests; retry in ${retryAfterSeconds} s`, {
    headers: {
      "retry-after": String(retryAfterSeconds),
      ...(limit === undefined
        ? {}
        : { ratelimit: limit.rateLimit, "ratelimit-policy": limit.rateLimitPolicy }),
    },
  });

/** A dependency (the database, the token issuer) does not answer now. */
export const unavailable = (message: string, cause?: unknown) =>
  new ApiError(503, "SERVICE_UNAVAILABLE", message, { headers: { "retry-after": "5" }, cause });

/** What `read` gives; null where it throws 404. */
export async function orNull<T>(read: () => Answer<T>): Promise<T | null> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return null;
    throw error;
  }
}
