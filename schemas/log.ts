import { type DestinationStream, type Logger, pino } from "pino";
import type { Config } from "./config/config.ts";

/** An error in the log. Members that may contain query values or user data are left out. */
interface LoggedError {
  type: string;
  message: string;
  /** Where it was thrown, without the message. */
  stack: string;
  cause?: LoggedError;
  [member: string]: unknown;
}

/** Members of errors of Node.js, PostgreSQL and ours that never contain such values. */
const safeMembers = [
  "code",
  "errno",
  "syscall",
  "address",
  "port",
  "path",
  "statusCode",
  "status",
  "severity",
  "schema",
  "table",
  "column",
  "constraint",
  "routine",
  "url",
  "digest",
  "retryAt",
  "where",
];

const causesMax = 4;

/**
 * Converts an error for the log, without query parameters and without values that PostgreSQL repeats (`detail`, data
 * errors).
 */
function describeError(error: unknown, depth = 0): LoggedError | unknown {
  if (!(error instanceof Error)) return error;
  const members = error as unknown as Record<string, unknown>;
  // PostgreSQL's `where` may contain a row.
  const loggedNames = safeMembers.filter(
    (name) => members[name] !== undefined && !(name === "where" && isFromServer(error)),
  );
  return {
    type: error.name,
    message: isOfQuery(error) ? queryOf(error) : messageOf(error),
    stack: framesOf(error).join("\n"),
    ...Object.fromEntries(loggedNames.map((name) => [name, members[name]])),
    ...(error.cause instanceof Error && depth < causesMax
      ? { cause: describeError(error.cause, depth + 1) as LoggedError }
      : {}),
  };
}

/** The stack frames of an error, one line each, without its message, which may contain values. */
export const framesOf = ({ stack }: Error): string[] =>
  (stack ?? "").split("\n").filter((line) => /^\s+at /.test(line));

/** The message of an error without the values of a failed query: of a query that failed the words of the database. */
export function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (isOfQuery(error)) {
    return error.cause instanceof Error ? messageOf(error.cause) : queryOf(error);
  }
  // Class 22: the message repeats the value that the server could not parse.
  if (isFromServer(error) && String(error.code).startsWith("22")) {
    return error.message.split(': "', 1)[0] ?? "";
  }
  return error.message;
}

/** An error of drizzle, which has the database's own as its cause. */
const isOfQuery = (error: Error) => "params" in error && "query" in error;

/** The text of a failed query, without its values. */
const queryOf = (error: Error) => error.message.split("\nparams:", 1)[0] ?? "";

const isFromServer = (error: Error): error is Error & { code: unknown } =>
  "severity" in error && "code" in error;

/** The log of a process: one JSON object a line. */
export function openLog(level: Config["logLevel"], destination: DestinationStream): Logger {
  return pino(
    { level, serializers: { err: (error: unknown) => describeError(error) } },
    destination,
  );
}
