import { createHash } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Deps } from "../../deps.ts";
import type { Endpoint } from "../endpoint.ts";
import { ignoredHeader } from "../requests/admission.ts";
import { formOf, matchesEtag } from "../requests/conditional.ts";
import type {
  HandlerAnswer,
  JsonAnswer,
  SentFile,
  StoredBytes,
  WebAnswer,
} from "../requests/handled.ts";
import { sendAttachment, sendStream, sendTable } from "./attachment.ts";
import { sendDownload } from "./download.ts";
import { sendEvents } from "./event-stream.ts";
import { pages } from "./families.ts";
import { linkPages } from "./page-links.ts";
import { readersPage } from "./readers-page.ts";
import { sendPage } from "./send-page.ts";

/** Content type of JSON. */
export const json = "application/json; charset=utf-8";
/** Cache-Control of what everybody may read. */
export const publicRead = "public, max-age=60";
const privateRead = "private, no-cache";

/** Sends a handler's result by its kind. */
export function send(
  request: FastifyRequest,
  reply: FastifyReply,
  endpoint: Endpoint,
  handled: HandlerAnswer,
  deps: Deps,
): FastifyReply | Promise<FastifyReply> {
  reply.code(endpoint.status);
  if (handled.kind === "bytes") return sendKept(request, reply, endpoint, handled.bytes, deps);
  if (handled.kind === "file") return sendFile(request, reply, endpoint, handled.file);
  if (handled.kind === "attachment") return sendAttachment(reply, handled.file);
  if (handled.kind === "stream") return sendStream(request, reply, handled.file);
  if (handled.kind === "table") return sendTable(request, reply, handled.file);
  if (handled.kind === "download") return sendDownload(request, reply, handled.file);
  if (handled.kind === "events") return sendEvents(request, reply, handled.events);
  if (handled.kind === "web") return sendWeb(request, reply, endpoint, handled.answer, deps);
  if (handled.kind === "text") return reply.type(handled.contentType).send(handled.text);
  const { headers, body } = render(endpoint, handled, deps);
  reply.headers(headers);
  if (handled.page !== undefined) linkPages(request, reply, handled.page);
  if (endpoint.freshness === "live") {
    return reply.header("cache-control", "no-store").send(sendable(body));
  }
  // The timestamp in `meta` differs in every answer. The tag is computed from the content without it and is therefore
  // weak.
  const digest = () =>
    createHash("sha256").update(JSON.stringify(handled.identity)).digest("base64url");
  const etag = handled.etag ?? `W/"${digest()}"`;
  cacheHeaders(request, reply, endpoint, etag, request.caller === null ? "public" : "private");
  if (matchesEtag(request.headers["if-none-match"], etag)) return notModified(reply);
  return reply.send(sendable(body));
}

/** From here on encoding a text once costs less than measuring it, joining it to the headers and encoding both. */
const encodeFrom = 8192;

const sendable = (text: string) => (text.length < encodeFrom ? text : Buffer.from(text));

/** The text of a JSON answer, with its headers. */
export function render(
  endpoint: Endpoint,
  answer: JsonAnswer,
  { now, checkAnswers }: Pick<Deps, "now" | "checkAnswers">,
): { headers: Record<string, string>; body: string } {
  const body = answer.text(now());
  if (checkAnswers) checkAnswer(endpoint, body);
  return {
    headers: {
      "content-type": json,
      ...(answer.location === undefined ? {} : { location: answer.location }),
      ...(answer.etag === undefined ? {} : { etag: answer.etag }),
    },
    body,
  };
}

function sendFile(
  request: FastifyRequest,
  reply: FastifyReply,
  endpoint: Endpoint,
  { bytes, mediaType, etag }: SentFile,
): FastifyReply {
  cacheHeaders(request, reply, endpoint, etag, "public");
  if (matchesEtag(request.headers["if-none-match"], etag)) return notModified(reply);
  // Pages can still show it as an image. Opened directly it is downloaded, so a browser never runs its content.
  reply.header("content-disposition", "attachment");
  return reply.header("content-type", mediaType).send(bytes);
}

function sendWeb(
  request: FastifyRequest,
  reply: FastifyReply,
  endpoint: Endpoint,
  answer: WebAnswer,
  deps: Deps,
): FastifyReply | Promise<FastifyReply> {
  const { status, headers, type, body = "" } = answer;
  const isPublished = status === endpoint.status && type === "application/json";
  if (deps.checkAnswers && isPublished) checkAnswer(endpoint, body);
  reply.code(status).header("cache-control", "no-store").headers(headers);
  if (type === "text/html") return sendHtml(request, reply, endpoint, answer, deps);
  if (type !== undefined) reply.header("content-type", `${type}; charset=utf-8`);
  return reply.send(body);
}

async function sendHtml(
  request: FastifyRequest,
  reply: FastifyReply,
  { family }: Endpoint,
  { body = "", hasToken = false }: WebAnswer,
  deps: Deps,
): Promise<FastifyReply> {
  const text = (await readersPage(request, body, deps)) ?? body;
  // The pages of sign-in and account are of another family: they hold tokens of forms.
  if (family === pages && !hasToken) return sendPage(request, reply, text);
  return reply.header("content-type", "text/html; charset=utf-8").send(text);
}

const isPage = ({ type }: StoredBytes) => type?.startsWith("text/html") === true;

const sendKept = (
  request: FastifyRequest,
  reply: FastifyReply,
  endpoint: Endpoint,
  bytes: StoredBytes,
  deps: Deps,
) =>
  isPage(bytes) && request.headers.cookie !== undefined
    ? sendToReader(request, reply, endpoint, bytes, deps)
    : sendBytes(request, reply, endpoint, bytes, deps);

/** A kept page; a signed-in person gets a copy with their name. */
async function sendToReader(
  request: FastifyRequest,
  reply: FastifyReply,
  endpoint: Endpoint,
  bytes: StoredBytes,
  deps: Deps,
): Promise<FastifyReply> {
  const text = await readersPage(request, bytes.identity.toString(), deps);
  if (text === null) return sendBytes(request, reply, endpoint, bytes, deps);
  reply.headers({ ...bytes.headers, "cache-control": "no-store" });
  return sendPage(request, reply, text);
}

function sendBytes(
  request: FastifyRequest,
  reply: FastifyReply,
  endpoint: Endpoint,
  bytes: StoredBytes,
  deps: Deps,
): FastifyReply {
  const { type = json } = bytes;
  if (deps.checkAnswers && type === json) checkAnswer(endpoint, bytes.identity.toString());
  const { etag, packed, isUnchanged } = formOf(bytes, request.headers);
  cacheHeaders(request, reply, endpoint, etag, bytes.visibility);
  if (isPage(bytes)) {
    // Browsers ask again: who has just signed in must not see the page of before.
    reply.header("cache-control", "public, max-age=0, s-maxage=60");
    reply.header("vary", `${reply.getHeader("vary")}, Cookie`);
  }
  // A browser takes the policy of a 304 for the page that it has.
  if (bytes.headers !== undefined) reply.headers(bytes.headers);
  if (isUnchanged) return notModified(reply);
  reply.header("content-type", type);
  if (packed === null) return reply.send(bytes.identity);
  return reply.header("content-encoding", "gzip").send(packed);
}

/** Throws when an answer does not match its published schema or has members that the schema does not name. */
function checkAnswer(endpoint: Endpoint, text: string): void {
  const answer: unknown = JSON.parse(text);
  if (!isDeepStrictEqual(endpoint.answer.parse(answer), answer)) {
    throw new Error(`${endpoint.method} ${endpoint.path} answers with more than it publishes`);
  }
}

function cacheHeaders(
  request: FastifyRequest,
  reply: FastifyReply,
  endpoint: Endpoint,
  etag: string,
  visibility: StoredBytes["visibility"],
): void {
  const isAnyone = endpoint.access === "anyone";
  // Only this client may see the header that its credential was ignored.
  const isOwn = reply.hasHeader(ignoredHeader) || (!isAnyone && request.caller !== null);
  const isPrivate = visibility !== "public" || isOwn;
  reply.header("etag", etag);
  const ofViewer = visibility === "unstored" ? "private, no-store" : privateRead;
  reply.header("cache-control", isPrivate ? ofViewer : publicRead);
  const varies = varyOf(endpoint);
  reply.header("vary", reply.hasHeader("vary") ? `Origin, ${varies}` : varies);
}

/** The Vary header of what caches may keep, without the origin. */
export const varyOf = ({ access, otherTypes }: Endpoint) => {
  const encoded = otherTypes.length === 0 ? "Accept-Encoding" : "Accept, Accept-Encoding";
  return access === "anyone" ? encoded : `Authorization, X-API-Key, ${encoded}`;
};

const notModified = (reply: FastifyReply) => reply.removeHeader("content-type").code(304).send();
