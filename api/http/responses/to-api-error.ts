import { hasZodFastifySchemaValidationErrors } from "fastify-type-provider-zod";
import { isDiskFull } from "#schemas/storage/disk-full.ts";
import { ApiError, type Issue, invalid, notFound, unavailable } from "../errors.ts";
import type { ErrorCode } from "./error-codes.ts";

/** Converts any thrown value to an error for the client. Unknown errors become a 500 without details. */
export function toApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  if (hasZodFastifySchemaValidationErrors(error)) return fromValidation(error);
  if (isDatabaseAway(error)) return unavailable("The service is not available right now", error);
  if (isOfDeleted(error)) {
    return new ApiError(
      404,
      "NOT_FOUND",
      "A resource that the request refers to has been deleted",
      {
        cause: error,
      },
    );
  }
  if (isDiskFull(error)) return unavailable("The disk of the service is full", error);
  // A path outside the documentation's folder, or with too long a file name.
  if (codeOf(error) === "FST_STATIC_FORBIDDEN_PATH") return notFound("Endpoint");
  return fromFramework(error) ?? internal(error);
}

interface ZodFailure {
  validation: { keyword: string; instancePath: string; message?: string }[];
  validationContext?: string;
}

function fromValidation(error: unknown): ApiError {
  const { validation, validationContext } = error as ZodFailure;
  const issues: Issue[] = validation.map((one) => ({
    path: one.instancePath.split("/").filter(Boolean),
    code: one.keyword,
    message: one.message ?? "Invalid value",
  }));
  const first = issues[0];
  const where = [validationContext ?? "request", ...(first?.path ?? [])].join("/");
  return invalid(`${where}: ${first?.message ?? "invalid"}`, issues);
}

const mediaCodes: Record<number, [code: ErrorCode, message: string]> = {
  400: ["BAD_REQUEST", "The request could not be read"],
  408: ["REQUEST_TIMEOUT", "The request took too long to arrive"],
  413: ["PAYLOAD_TOO_LARGE", "The request body is too large"],
  414: ["URI_TOO_LONG", "The address is too long"],
  415: ["UNSUPPORTED_MEDIA_TYPE", "The content type is not supported; send application/json"],
  431: ["REQUEST_HEADER_FIELDS_TOO_LARGE", "The request headers are too large"],
};

/** Converts the framework's own errors (body size, media type, malformed JSON or URL); null for other errors. */
function fromFramework(error: unknown): ApiError | null {
  if (!isOfFramework(error)) return null;
  const status = (error as { statusCode?: unknown }).statusCode;
  const mediaCode = typeof status === "number" ? mediaCodes[status] : undefined;
  if (mediaCode === undefined || typeof status !== "number") return null;
  if (status === 400 && isMalformedJson(error)) {
    return new ApiError(400, "BAD_REQUEST", "The request body is not valid JSON", { cause: error });
  }
  return new ApiError(status, mediaCode[0], mediaCode[1], { cause: error });
}

/**
 * Other libraries' errors can have a `statusCode`, too: that of an answer that we received. Those are our faults and
 * become 500.
 */
const isOfFramework = (error: unknown): boolean =>
  codeOf(error).startsWith("FST_") || isMalformedJson(error);

function isMalformedJson(error: unknown): boolean {
  return error instanceof SyntaxError || codeOf(error) === "FST_ERR_CTP_INVALID_JSON_BODY";
}

function internal(cause: unknown): ApiError {
  return new ApiError(500, "INTERNAL_SERVER_ERROR", "Something went wrong on our side", { cause });
}

const awayCodes = new Set(["ECONNREFUSED", "ECONNRESET", "ENOTFOUND", "EPIPE", "ETIMEDOUT"]);
// Class 08: connection errors; 53300: too many connections; 57P01..05: shutting down, starting up or idle too long;
// 57014, 55P03, 25P03, 25P04: timeout of a statement, lock or transaction; 40001, 40P01: serialization failure or
// deadlock.
const awayStates = /^(08...|53300|57P0[1-5]|57014|55P03|25P0[34]|40001|40P01)$/;
const awayMessages =
  /^(Connection terminated|timeout exceeded when trying to connect|Cannot use a pool after|Client (has encountered a connection error|was closed) and is not queryable)/;

const isDatabaseAway = (error: unknown): boolean =>
  causesOf(error).some((one) => {
    const code = codeOf(one);
    return awayCodes.has(code) || awayStates.test(code) || awayMessages.test(one.message);
  });

/**
 * 23503: a write refers to a row that was deleted after the request was admitted. No deletion fails so: foreign keys
 * cascade or become null, and the API refuses to delete a company of the regulator before the database does.
 */
const isOfDeleted = (error: unknown): boolean =>
  causesOf(error).some((one) => codeOf(one) === "23503");

/** The error and what caused it. */
function causesOf(error: unknown): Error[] {
  const causes: Error[] = [];
  for (let one = error; one instanceof Error && causes.length < 4; one = one.cause)
    causes.push(one);
  return causes;
}

function codeOf(error: unknown): string {
  const code = (error as { code?: unknown } | null)?.code;
  return typeof code === "string" ? code : "";
}
