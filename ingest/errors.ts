/** Why a source could not deliver a document. Stable: jobs, metrics and the operator's page use them. */
export type SourceErrorCode =
  /** The rate page or a 429 came: nothing is asked until `retryAt`. */
  | "held"
  /** The host failed five times in a row: nothing is asked until `retryAt`. */
  | "circuit_open"
  /** The host refused the connection, cut it or answered 5xx on every attempt. */
  | "unavailable"
  | "timeout"
  | "truncated"
  /** The encoding is damaged, unknown or inflates beyond reason. */
  | "corrupt"
  | "too_large"
  /** Something else than the document, usually an HTML page with status 200. */
  | "wrong_content"
  /** A status that repeating will not change (undeclared user agent, redirect, bad request). */
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
 * A document of a source that cannot be read as what it claims to be; it is set aside and what we had stays.
 * `where` names the place in it (tag, accession, path, line).
 */
export class ParseError extends Error {
  override readonly name = "ParseError";
  readonly where: string | null;

  constructor(message: string, options: { where?: string; cause?: unknown } = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.where = options.where ?? null;
  }
}

/** The source has no longer what it had. What was archived stays in use, and grows old. */
export class GoneError extends Error {
  override readonly name = "GoneError";

  /** `subject` is what the documents are of: a company, the ticker lists. */
  constructor(subject: string, urls: readonly string[]) {
    super(`${subject}: the source no longer has ${urls.join(", ")}; what is stored stays in use`);
  }
}

/** The archive does not hold a digest, or what it holds is no longer what was stored. */
export class ArchiveError extends Error {
  override readonly name = "ArchiveError";
  readonly code: "missing" | "corrupt";
  readonly digest: string;

  constructor(code: "missing" | "corrupt", digest: string, cause?: unknown) {
    const problem =
      code === "missing"
        ? "is not there: check that ARCHIVE_URL (or DATA_DIR) is the archive of this database"
        : "does not match its digest";
    super(`archived document ${digest} ${problem}`, cause === undefined ? {} : { cause });
    this.code = code;
    this.digest = digest;
  }
}
