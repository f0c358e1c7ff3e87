import { randomUUID } from "node:crypto";
import { STATUS_CODES } from "node:http";
import type { Socket } from "node:net";
import type { FastifyBaseLogger, FastifyReply, FastifyRequest } from "fastify";
import { contentPolicy } from "../../pages/content-policy.ts";
import { errorPage } from "../../pages/error-page.ts";
import { ApiError, type ErrorPage, notFound } from "../errors.ts";
import { nameRequest, safetyHeaders } from "../requests/admission.ts";
import type { ErrorCode } from "./error-codes.ts";
import { type Family, familyOf, pages, v2 } from "./families.ts";
import { sendPage } from "./send-page.ts";
import { toApiError } from "./to-api-error.ts";

type Sent = FastifyReply | Promise<FastifyReply>;

/** A page with the name of the signed-in person of the request; null without a session. */
export type ReadAs = (request: FastifyRequest, page: string) => Promise<string | null>;

const asNobody: ReadAs = async () => null;

/** Answers any thrown error in the envelope of the endpoint's family. Unexpected errors are logged here, once. */
export function answerError(log: FastifyBaseLogger, readAs: ReadAs = asNobody) {
  return (error: unknown, request: FastifyRequest, reply: FastifyReply): Sent => {
    const answer = toApiError(error);
    if (hasLeft(request)) {
      log.info({ requestId: request.id }, "the client left before its request was complete");
    } else if (answer.status >= 500) {
      log.error({ err: answer.cause ?? answer, requestId: request.id }, answer.message);
    }
    return sendError(request, reply, answer, readAs);
  };
}

const hasLeft = ({ raw }: FastifyRequest) => raw.destroyed && !raw.complete;

/** Pages that an address may have meant. */
export type MeantPages = (path: string) => Promise<ErrorPage["links"]>;

/** Answers a path that has no endpoint: 404, for a browser outside the API a page with those that may be meant. */
export function answerUnknown(meantBy: MeantPages, readAs: ReadAs) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const path = pathOf(request);
    const error = notFound("Endpoint");
    if (!acceptsHtml(request) || ofPrograms.test(path))
      return sendError(request, reply, error, readAs);
    const message = `There is no page at ${readable(path).slice(0, shownMax)}.`;
    const shown = { page: { message, links: await meantBy(readable(path)) } };
    const { status, code } = error;
    return sendError(
      request,
      reply,
      new ApiError(status, code, error.message, shown),
      readAs,
      pages,
    );
  };
}

/** Addresses that programs ask. */
const ofPrograms = /^\/(?:api|v1|v2|mcp|oauth|\.well-known)(?:\/|$)/;
const shownMax = 80;

/** The path as it was typed; as it was sent where it is no UTF-8. */
function readable(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

function sendError(
  request: FastifyRequest,
  reply: FastifyReply,
  error: ApiError,
  readAs: ReadAs,
  family: Family = request.routeOptions?.config?.endpoint?.family ?? familyOf(pathOf(request)),
): Sent {
  // Set again, because no hook ran for a request that the framework itself refused.
  nameRequest(reply, request.id);
  safetyHeaders(reply);
  for (const name of ["etag", "vary", "content-encoding"]) reply.removeHeader(name);
  const familyError = inFamily(error, family);
  reply.code(error.status).headers(error.headers).header("cache-control", "no-store");
  if (family === pages && acceptsHtml(request)) {
    reply.header("content-security-policy", contentPolicy({ isEnhanced: true }));
    return sendErrorPage(request, reply, errorPage(familyError, request), readAs);
  }
  const body = family.error(familyError, request.id);
  return reply.type("application/json; charset=utf-8").send(JSON.stringify(body));
}

/** Who reads it is not said where that cannot be found out now. */
async function sendErrorPage(
  request: FastifyRequest,
  reply: FastifyReply,
  page: string,
  readAs: ReadAs,
): Promise<FastifyReply> {
  const own = await readAs(request, page).catch(() => null);
  return sendPage(request, reply, own ?? page);
}

/** True when the Accept header asks for HTML, as browsers do when they open a page. */
const acceptsHtml = ({ headers }: FastifyRequest) => headers.accept?.includes("text/html") === true;

/** Some families use another code for an invalid shape. */
function inFamily(error: ApiError, { invalid }: Family): ApiError {
  if (error.code !== "FST_ERR_VALIDATION" || invalid.code === error.code) return error;
  const { status, issues, headers } = error;
  return new ApiError(status, invalid.code, invalid.message ?? error.message, {
    issues,
    headers: { ...headers },
  });
}

const pathOf = (request: FastifyRequest) => (request.raw.url ?? "/").split("?", 1)[0] ?? "/";

const brokenCodes: Record<string, [status: number, code: ErrorCode, message: string]> = {
  HPE_HEADER_OVERFLOW: [
    431,
    "REQUEST_HEADER_FIELDS_TOO_LARGE",
    "The request headers are too large",
  ],
  ERR_HTTP_REQUEST_TIMEOUT: [408, "REQUEST_TIMEOUT", "The request took too long to arrive"],
};

/** Answers invalid HTTP directly on the socket, because it never becomes a request. */
export function refuseBrokenRequest(
  this: unknown,
  error: Error & { code?: string },
  socket: Socket,
): void {
  if (error.code === "ECONNRESET" || socket.destroyed || !socket.writable) {
    socket.destroy();
    return;
  }
  const [status, code, message] = brokenCodes[error.code ?? ""] ?? [
    400,
    "BAD_REQUEST",
    "The request is not valid HTTP",
  ];
  const traceId = randomUUID();
  const body = JSON.stringify(v2.error(new ApiError(status, code, message), traceId));
  socket.end(
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nContent-Type: application/json; charset=utf-8\r\n` +
      `X-Request-Id: ${traceId}\r\nContent-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
  );
}
