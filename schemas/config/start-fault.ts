import { describeDamage } from "../database/damaged-database.ts";
import { FolderInUseError } from "../database/folder-lock.ts";
import { framesOf, messageOf } from "../log.ts";
import { diskFull, isDiskFull } from "../storage/disk-full.ts";
import { ConfigError } from "./config.ts";

/** What Node.js and PostgreSQL say of an error, as far as it is said. */
interface Fault {
  code?: string;
  port?: number;
  address?: string;
  hostname?: string;
  path?: string;
  syscall?: string;
}

/**
 * The cause of a failed start, in one sentence that names the setting to check;
 * null for anything else, which is a fault of ours and needs its own words.
 */
export function describeStartFault(error: unknown): string | null {
  if (error instanceof ConfigError || error instanceof FolderInUseError) return error.message;
  if (isDiskFull(error)) return diskFull;
  const damage = describeDamage(error);
  if (damage !== null) return damage;
  const fault = faultOf(error);
  return addressFault(fault) ?? folderFault(fault) ?? databaseFaults[fault.code ?? ""] ?? null;
}

/** The message of a process that could not start: the sentence above, or the error with its stack. */
export function startFailure(error: unknown): string {
  const description = describeStartFault(error);
  if (description !== null) return description;
  if (!(error instanceof Error)) return `Tenk could not start: ${String(error)}`;
  return `Tenk could not start. ${faultLines(error).join("\n")}`;
}

/** Name, message and place of an error and of what caused it, without values of queries. */
function faultLines(error: Error, depth = 0): string[] {
  const { cause } = error;
  const more = cause instanceof Error && depth < 3 ? faultLines(cause, depth + 1) : [];
  return [`${error.name}: ${messageOf(error)}`, ...framesOf(error), ...more];
}

/** Of a failed query the database's own error, which the query's wraps. */
function faultOf(error: unknown): Fault {
  const { code, cause } = (error ?? {}) as { code?: string; cause?: unknown };
  return ((code === undefined && cause) || error || {}) as Fault;
}

function addressFault({ code, port, address, hostname }: Fault): string | null {
  if (code === "EADDRINUSE") return `Port ${port} is taken: stop what uses it, or set PORT.`;
  if (code === "EACCES" && port) return `Port ${port} may not be used by this account: set PORT.`;
  if (code === "EADDRNOTAVAIL") return `This machine has no address ${address}: check HOST.`;
  if (code === "ENOTFOUND" || code === "EAI_AGAIN") {
    return `No host is known by the name ${hostname}: check HOST and DATABASE_URL.`;
  }
  return null;
}

const folderProblems: Record<string, string> = {
  EACCES: "may not be written by this account",
  EPERM: "may not be written by this account",
  EROFS: "is on a disk that may only be read",
  EEXIST: "is a file where a folder is needed",
  ENOTDIR: "is below a file where a folder is needed",
};

function folderFault(fault: Fault): string | null {
  const problem = folderProblem(fault);
  return problem && `${problem}: check DATA_DIR and ARCHIVE_URL.`;
}

/** Why nothing can be written where it was to be: the path, and what is wrong with it; null for anything else. */
export function folderProblem(error: unknown): string | null {
  const { code = "", path, syscall } = (error ?? {}) as Fault;
  const noFolder = code === "ENOENT" && syscall === "mkdir";
  const problem = noFolder ? "is not where a folder can be made" : folderProblems[code];
  return problem && path ? `${path} ${problem}` : null;
}

const closed = "The PostgreSQL server closed the connection: is it stopping or restarting?";

const databaseFaults: Record<string, string> = {
  "57P01": closed,
  "57P02": closed,
  "57P03": "The PostgreSQL server is starting or stopping: start Tenk when it is ready.",
  "53300":
    "The PostgreSQL server has no connection left: raise its max_connections, or run fewer processes.",
  ECONNREFUSED: "Nothing answers at DATABASE_URL: is the PostgreSQL server running?",
  "28P01": "DATABASE_URL: the server refuses this user or password.",
  "28000": "DATABASE_URL: the server refuses this user.",
  "3D000": "DATABASE_URL: the server has no such database.",
  "42P07":
    "The database already has tables that no release of Tenk made: take an empty one (DATABASE_URL, or DATA_DIR for the embedded database).",
};
