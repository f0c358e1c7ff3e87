import { isUtf8 } from "node:buffer";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { ApiError, badRequest, invalid, unsupportedMedia } from "../errors.ts";
import { refuseLargeJson, refuseLongForm } from "./bounds.ts";
import { canBeStored, hasKeyTwice, roundsNumber } from "./text-safety.ts";

/**
 * Parses JSON bodies, and forms where an endpoint accepts them. An empty body counts as none, whatever its content type
 * (CNV-32).
 */
export function readJson(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser("error", "error");
  app.removeAllContentTypeParsers();
  app.addContentTypeParser("application/json", { parseAs: "buffer" }, (request, body, done) => {
    const refusal = refuseEncoding(request) ?? refuseOtherBytes(body as Buffer);
    if (refusal !== null) return done(refusal);
    const text = body.toString();
    if (text.length === 0) return done(null, undefined);
    if (request.routeOptions.config.endpoint?.signed) return done(null, { content: text });
    const tooLarge = refuseLargeJson(text);
    if (tooLarge !== null) done(tooLarge);
    else void parse(request, text, refuseUnclear(text, done));
  });
  readUploads(app);
  app.addContentTypeParser(
    "application/x-www-form-urlencoded",
    { parseAs: "buffer" },
    (request, body, done) => {
      const bytes = body as Buffer;
      const refusal = refuseEncoding(request) ?? refuseOtherBytes(bytes) ?? refuseLongForm(bytes);
      if (refusal !== null) done(refusal);
      else if (body.length === 0) done(null, undefined);
      else if (!request.routeOptions.config.endpoint?.forms) done(unsupportedMedia(takesJson));
      else done(null, parseForm(body.toString()));
    },
  );
}

type ParserCallback = (error: Error | null, value?: unknown) => void;

/** Passes a parsed body on unless it would not be stored as it was sent. */
const refuseUnclear =
  (text: string, done: ParserCallback): ParserCallback =>
  (error, value) => {
    const refusal = error === null ? whyUnclear(text, value) : whyForbidden(text);
    done(refusal === null ? error : badRequest(refusal), value);
  };

function whyUnclear(text: string, value: unknown): string | null {
  if (hasKeyTwice(text, value)) return "An object in the body has a duplicate key";
  if (!roundsNumber(text)) return null;
  return "A number in the body has more digits than JSON readers keep; send it as text";
}

/** Why valid JSON was refused: its keys would change the prototype of objects. Null for text that is not JSON. */
function whyForbidden(text: string): string | null {
  try {
    JSON.parse(text);
  } catch {
    return null;
  }
  return 'The keys "__proto__" and "constructor" with "prototype" are not accepted';
}

/** Refuses, with 415, a body that is compressed or not in UTF-8. */
function refuseEncoding({ headers }: FastifyRequest): ApiError | null {
  const coding = headers["content-encoding"]?.trim().toLowerCase() ?? "identity";
  if (coding !== "identity") {
    return new ApiError(
      415,
      "UNSUPPORTED_MEDIA_TYPE",
      "Compressed bodies are not supported; send the body uncompressed",
      {
        headers: { "accept-encoding": "identity" },
      },
    );
  }
  const [, charset = "utf-8"] =
    /;\s*charset\s*=\s*"?([^\s;"]*)/i.exec(headers["content-type"] ?? "") ?? [];
  if (/^(utf-?8|us-ascii)$/i.test(charset)) return null;
  return unsupportedMedia("The character set is not supported; send UTF-8");
}

/** Refuses, with 415, bytes that are not UTF-8: decoding would replace them without notice. */
const refuseOtherBytes = (body: Buffer): ApiError | null =>
  isUtf8(body) ? null : unsupportedMedia("The body is not valid UTF-8");

const takesJson = "The content type is not supported; send JSON";

/**
 * Accepts an image sent as raw bytes and converts it to the JSON form of the same upload. The announced type is not
 * trusted; the content decides whether the image is accepted.
 */
function readUploads(app: FastifyInstance): void {
  const types = /^(image\/[a-z0-9.+-]+|application\/octet-stream)(;|$)/i;
  app.addContentTypeParser(types, { parseAs: "buffer" }, (request, body, done) => {
    const refusal = refuseEncoding(request);
    if (refusal !== null) return done(refusal);
    const isUpload = (request.routeOptions.config.endpoint?.uploadBytesMax ?? null) !== null;
    if (isUpload) done(null, { content: (body as Buffer).toString("base64") });
    else done(unsupportedMedia(takesJson));
  });
}

/** The fields of a form by name. A repeated field becomes a list, which no form's schema accepts. */
export function parseForm(text: string): Record<string, string | string[]> {
  const fields = new Map<string, string | string[]>();
  for (const [name, value] of new URLSearchParams(text)) {
    const earlier = fields.get(name);
    if (earlier === undefined) fields.set(name, value);
    else if (Array.isArray(earlier)) earlier.push(value);
    else fields.set(name, [earlier, value]);
  }
  return Object.fromEntries(fields);
}

/** Refuses, before validation, bodies that could not be stored. */
export function refuseUnstorable(
  { body }: FastifyRequest,
  _reply: FastifyReply,
  done: (error?: Error) => void,
): void {
  if (body === undefined || canBeStored(body)) done();
  else done(invalid("The body holds a NUL character or an unpaired surrogate"));
}
