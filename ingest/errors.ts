/** Why a source could not deliver a document. These codes are stable: jobs, metrics and documentation use them. */
export type SourceErrorCode =
  /** The source answered with its rate limit page or 429; no requests until `retryAt`. */
  | "held"
  /** The host failed five times in a row; no requests until `retryAt`. */
  | "circuit_open"
  /** The host refused the connection, cut it or answered 5xx on every attempt. */
  | "unavailable"
  | "timeout"
  | "truncated"
  /** The encoding is damaged, unknown, or decompresses to too much data. */
  | "corrupt"
  | "too_large"
  /** Not the requested document, usually an HTML page with status 200. */
  | "wrong_content"
  /** A status that a retry cannot change (undeclared user agent, redirect, bad request). */
  | "refused";

/** A document could not be fetched. `retryAt` is null when the source named no time. */
export class SourceError extends Error {
  override readonly name = "SourceError";
  readonly code: SourceErrorCode;
  readonly url: string;
  readonly retryAt: Date | null;

  constructor(
    code: SourceErrorCode,
    url: string,
    message: string,
    options: { retryAt?: Date | null; cause?: unknown } = {},
  ) {
    super(`${message} (${url})`, options.cause === undefined ? {} : { cause: options.cause });
    this.code = code;
    this.url = url;
    this.retryAt = options.retryAt ?? null;
  }
}

/**
 * A document that cannot be parsed as what it claims to be. It is quarantined, and the stored one stays in use. `where`
 * names the place in it (tag, accession, path, line).
 */
export class ParseError extends Error {
  override readonly name = "ParseError";
  readonly where: string | null;

  constructor(message: string, options: { where?: string; cause?: unknown } = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.where = options.where ?? null;
  }
}

/** The source no longer has documents that it had. The archived ones stay in use. */
export class GoneError extends Error {
  override readonly name = "GoneError";

  /** `subject` names what the documents are about: a company, the ticker lists. */
  constructor(subject: string, urls: readonly string[]) {
    super(`${subject}: the source no longer has ${urls.join(", ")}; what is stored stays in use`);
  }
}

const lostRemedy =
  "put it back from a backup of the archive, or run npm run ingest for its company, which fetches it again (ingest again what came by --file or --data-sets)";

/** The archive has no document for a digest, or a damaged one. */
export class ArchiveError extends Error {
  override readonly name = "ArchiveError";
  readonly code: "missing" | "corrupt";
  readonly digest: string;

  constructor(code: "missing" | "corrupt", digest: string, cause?: unknown) {
    const problem =
      code === "missing"
        ? "is not there: check that ARCHIVE_URL (or DATA_DIR) is the archive of this database"
        : "is damaged (it does not match its digest)";
    super(
      `archived document ${digest} ${problem}; ${lostRemedy}`,
      cause === undefined ? {} : { cause },
    );
    this.code = code;
    this.digest = digest;
  }
}
