import { setTimeout as sleepMs } from "node:timers/promises";
import { SourceError } from "./errors.ts";
import { describeConnection } from "./http/connection-cause.ts";
import { isRatePage, parseRetryAfter, readErrorAnswer } from "./http/error-answer.ts";
import { type Answer, type Exchange, isTimeout, openExchange } from "./http/exchange.ts";
import { getFile } from "./http/file-address.ts";
import { defaultLimits, documentKinds, type Limits } from "./http/kinds.ts";
import {
  BodyError,
  errorPageBytes,
  type ReadBody,
  readBody,
  readErrorPage,
  saveBody,
} from "./http/read-body.ts";
import type { Download, HttpRequest, HttpResult } from "./http/request.ts";
import { startTimer } from "./http/timer.ts";
import type { Turn, UpstreamBudget } from "./http/upstream-budget.ts";

export type { HttpResult };

export interface Http {
  /**
   * Fetches one document politely: within the shared budget, at most five attempts with growing random
   * pauses. Throws SourceError; with a `retryAt` the caller reschedules instead of waiting.
   */
  get(url: string, request: HttpRequest): Promise<HttpResult>;
  /** As `get`, with the body written to a file, which has no meaning unless the status is "ok". */
  download(url: string, request: HttpRequest, path: string): Promise<Download>;
  /** Ends open connections. */
  close(): Promise<void>;
}

/** The part of a logger that is used here. */
export interface Log {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

export interface HttpOptions {
  /** Name and contact, as the SEC's fair-access rules require. */
  userAgent: string;
  budget: UpstreamBudget;
  /** The directories that file: addresses may read, as file: addresses. */
  fileRoots?: readonly string[];
  /** Addresses of mirrors, without a slash at their ends: what one lacks as `X` it may store as `X.gz`. */
  mirrors?: readonly string[];
  log?: Log;
  now?: () => Date;
  sleep?: (ms: number) => Promise<unknown>;
  random?: () => number;
  limits?: Partial<Omit<Limits, "maxBytes">> & { maxBytes?: Partial<Limits["maxBytes"]> };
}

interface Client extends Required<Omit<HttpOptions, "limits" | "fileRoots" | "mirrors">> {
  exchange: Exchange;
  limits: Limits;
}

const quiet: Log = { info() {}, warn() {}, error() {} };

/** Opens a client; connections are made when something is fetched. */
export function createHttp(options: HttpOptions): Http {
  const maxBytes = { ...defaultLimits.maxBytes, ...options.limits?.maxBytes };
  const limits = { ...defaultLimits, ...options.limits, maxBytes };
  const client: Client = {
    log: quiet,
    now: () => new Date(),
    sleep: sleepMs,
    random: Math.random,
    ...options,
    limits,
    exchange: openExchange(limits),
  };
  const mayBePacked = (url: string) =>
    !url.includes("?") && options.mirrors?.some((one) => url.startsWith(`${one}/`));
  const files = { roots: options.fileRoots ?? [], limits, now: client.now };
  const fetchBody = async <Body>(url: string, request: BodyRequest<Body>) => {
    const { protocol } = new URL(url);
    if (protocol === "file:") return getFile(url, request, files, request.read);
    if (protocol !== "http:" && protocol !== "https:") {
      throw new SourceError("refused", url, "only http:, https: and file: addresses are fetched");
    }
    const result = await getWithRetries(client, url, request);
    if (result.status !== "absent" || !mayBePacked(url)) return result;
    return getWithRetries(client, `${url}.gz`, { ...request, isPacked: true });
  };
  return {
    get: (url, request) => fetchBody(url, { ...request, read: readBody, wholeMs: limits.wholeMs }),
    download(url, request, path) {
      const read: ReadBody<number> = (source, expected) => saveBody(source, expected, path);
      return fetchBody(url, { ...request, read, wholeMs: limits.downloadMs });
    },
    close: () => client.exchange.close(),
  };
}

interface BodyRequest<Body> extends HttpRequest {
  read: ReadBody<Body>;
  wholeMs: number;
  /** A packed file is not a body sent packed: servers name no encoding for it, or gzip. */
  isPacked?: boolean;
}

const transient = new Set(["unavailable", "timeout", "truncated", "corrupt"]);
const pauseMaxMs = 60_000;

async function getWithRetries<Body>(
  client: Client,
  url: string,
  request: BodyRequest<Body>,
): Promise<HttpResult<Body>> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await getOnce(client, url, request);
    } catch (error) {
      if (!(error instanceof SourceError) || !transient.has(error.code)) throw error;
      const askedMs = error.retryAt ? error.retryAt.getTime() - client.now().getTime() : 0;
      if (attempt >= client.limits.attempts || askedMs > pauseMaxMs) throw error;
      const { code, message } = error;
      client.log.info({ url, attempt, code }, `fetch failed, trying again: ${message}`);
      const jitterMs = client.random() * Math.min(pauseMaxMs, 1_000 * 2 ** attempt);
      await client.sleep(Math.max(jitterMs, askedMs));
    }
  }
}

async function getOnce<Body>(
  client: Client,
  url: string,
  request: BodyRequest<Body>,
): Promise<HttpResult<Body>> {
  const address = new URL(url);
  const turn = await takeTurn(client, address);
  const timer = startTimer(client.limits, turn, request.wholeMs);
  try {
    const answer = await sendOrGiveUp(client, address, request, turn, timer.signal);
    timer.answered();
    if (answer.status !== 200) return await readOther(client, url, request, turn, answer);
    const [result] = await Promise.all([
      readDocument(client, url, request, answer),
      finish(client, url, turn, "up"),
    ]);
    return result;
  } finally {
    timer.stop();
  }
}

async function takeTurn(client: Client, { host, href }: URL): Promise<Turn> {
  for (;;) {
    const turn = await client.budget.take(host);
    if (turn.refused !== null) {
      const retryAt = new Date(client.now().getTime() + turn.retryAfterMs);
      throw new SourceError(turn.refused, href, `not asked: ${turn.reason}`, { retryAt });
    }
    // If this process was suspended meanwhile, another process may use this turn by now.
    if (performance.now() < turn.expiresAt) return turn;
  }
}

async function sendOrGiveUp(
  client: Client,
  address: URL,
  request: HttpRequest,
  turn: Turn,
  signal: AbortSignal,
): Promise<Answer> {
  const headers: Record<string, string> = {
    "user-agent": client.userAgent,
    "accept-encoding": "gzip",
  };
  if (request.etag) headers["if-none-match"] = request.etag;
  if (request.lastModified) headers["if-modified-since"] = request.lastModified;
  try {
    return await client.exchange.send(address, headers, signal);
  } catch (cause) {
    await finish(client, address.href, turn, "down");
    const why = describeConnection(cause, address.host);
    const [code, message] = isTimeout(cause)
      ? (["timeout", `no answer in time: ${why}`] as const)
      : (["unavailable", `no answer: ${why}`] as const);
    throw new SourceError(code, address.href, message, { cause });
  }
}

async function readDocument<Body>(
  client: Client,
  url: string,
  request: BodyRequest<Body>,
  answer: Answer,
): Promise<HttpResult<Body>> {
  const encoding = answer.header("content-encoding") ?? (request.isPacked ? "gzip" : null);
  const contentType = answer.header("content-type");
  const { format } = documentKinds[request.kind];
  if (/html/i.test(contentType ?? "") && format !== "html") {
    const page = await readErrorPage(answer.body, encoding);
    if (isRatePage(page)) throw await holdUpstream(client, url, answer);
    throw new SourceError("wrong_content", url, "an HTML page came instead of the document");
  }
  const maxBytes = client.limits.maxBytes[request.kind];
  const body = await request
    .read(answer.body, { encoding, format, maxBytes })
    .catch((cause: unknown) => {
      throw bodyProblem(url, cause);
    });
  if (format === "html" && Buffer.isBuffer(body) && isRatePage(startOf(body))) {
    throw await holdUpstream(client, url, answer);
  }
  return {
    status: "ok",
    body,
    contentType,
    etag: answer.header("etag"),
    lastModified: answer.header("last-modified"),
    fetchedAt: client.now().toISOString(),
  };
}

const startOf = (page: Buffer) => page.toString("latin1", 0, errorPageBytes);

function bodyProblem(url: string, cause: unknown): SourceError {
  if (cause instanceof BodyError) return new SourceError(cause.code, url, cause.message, { cause });
  return isTimeout(cause)
    ? new SourceError("timeout", url, "the body was not whole in time", { cause })
    : new SourceError("truncated", url, "the connection ended before the body", { cause });
}

async function readOther(
  client: Client,
  url: string,
  request: HttpRequest,
  turn: Turn,
  answer: Answer,
): Promise<Exclude<HttpResult, { status: "ok" }>> {
  const { status } = answer;
  const page = await readErrorPage(answer.body, answer.header("content-encoding"));
  if (status === 304 && (request.etag || request.lastModified)) {
    await finish(client, url, turn, "up");
    return { status: "notModified" };
  }
  const meaning = readErrorAnswer(status, page, request.kind);
  if (meaning === "rate_limited") {
    const hold = await holdUpstream(client, url, answer);
    await finish(client, url, turn, "up");
    throw hold;
  }
  const isDown = meaning === "failing" || meaning === "unwelcome";
  await finish(client, url, turn, isDown ? "down" : "up");
  if (meaning === "absent") return { status: "absent", httpStatus: status };
  if (meaning !== "failing") throw refusal(url, status, meaning);
  const retryMs = parseRetryAfter(answer.header("retry-after"), client.now());
  const retryAt = retryMs === null ? null : new Date(client.now().getTime() + retryMs);
  throw new SourceError("unavailable", url, `answered ${status}`, { retryAt });
}

function refusal(url: string, status: number, meaning: "unwelcome" | "refused"): SourceError {
  const hint = meaning === "unwelcome" ? ": is EDGAR_USER_AGENT a name with a contact?" : "";
  return new SourceError("refused", url, `answered ${status}${hint}`);
}

const holdSeconds = 600;

/** Pauses requests of all processes to the host. The error says when to ask again. */
async function holdUpstream(client: Client, url: string, answer: Answer): Promise<SourceError> {
  const askedMs = parseRetryAfter(answer.header("retry-after"), client.now());
  const seconds = Math.max(holdSeconds, Math.ceil((askedMs ?? 0) / 1000));
  const reason = `rate limit answer (${answer.status})`;
  await client.budget.hold(seconds, reason);
  client.log.error({ url, status: answer.status, seconds }, "upstream put us on hold");
  const retryAt = new Date(client.now().getTime() + seconds * 1000);
  return new SourceError("held", url, reason, { retryAt });
}

async function finish(
  client: Client,
  url: string,
  turn: Turn,
  outcome: "up" | "down",
): Promise<void> {
  const hasOpened = await turn.done(outcome);
  if (hasOpened) client.log.warn({ host: new URL(url).host }, "circuit opened: host keeps failing");
}
