import type { FastifyInstance, FastifyRequest } from "fastify";
import { ApiError, badRequest, invalid, unsupportedMedia } from "./errors.ts";
import { findUnstorable, hasKeyTwice } from "./text-safety.ts";

/** JSON bodies, and forms where an endpoint takes them; an empty one counts as none, whatever its content type (CNV-32). */
export function readJson(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser("error", "error");
  app.removeAllContentTypeParsers();
  app.addContentTypeParser("application/json", { parseAs: "string" }, (request, body, done) => {
    const refused = refuseEncoding(request);
    if (refused !== null) done(refused);
    else if (body.length === 0) done(null, undefined);
    else if (request.routeOptions.config.endpoint?.signed) done(null, { content: body });
    else void parse(request, body as string, onceEach(body as string, done));
  });
  readUploads(app);
  app.addContentTypeParser(
    "application/x-www-form-urlencoded",
    { parseAs: "string" },
    (request, body, done) => {
      const refused = refuseEncoding(request);
      if (refused !== null) done(refused);
      else if (body.length === 0) done(null, undefined);
      else if (!request.routeOptions.config.endpoint?.forms) done(unsupportedMedia(takesJson));
      else done(null, parseForm(body as string));
    },
  );
}

type Done = (error: Error | null, value?: unknown) => void;

/** Passes a parsed body on, unless it names a key twice. */
const onceEach =
  (text: string, done: Done): Done =>
  (error, value) => {
    if (error !== null || !hasKeyTwice(text, value)) done(error, value);
    else done(badRequest("The body names a key twice"));
  };

/** Bodies are read as they come, and texts as UTF-8: 415 for a body that says otherwise of itself. */
function refuseEncoding({ headers }: FastifyRequest): ApiError | null {
  const coding = headers["content-encoding"]?.trim().toLowerCase() ?? "identity";
  if (coding !== "identity") {
    return new ApiError(
      415,
      "UNSUPPORTED_MEDIA_TYPE",
      "Bodies are not decompressed; send it plain",
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

const takesJson = "The content type is not supported; send JSON";

/**
 * An image sent as it is becomes the JSON form of the same upload. The announced type is not believed, so any
 * will do; which images are taken is decided by their content.
 */
function readUploads(app: FastifyInstance): void {
  const types = /^(image\/[a-z0-9.+-]+|application\/octet-stream)(;|$)/i;
  app.addContentTypeParser(types, { parseAs: "buffer" }, (request, body, done) => {
    const refused = refuseEncoding(request);
    if (refused !== null) return done(refused);
    const isUpload = (request.routeOptions.config.endpoint?.uploadBytesMax ?? null) !== null;
    if (isUpload) done(null, { content: (body as Buffer).toString("base64") });
    else done(unsupportedMedia(takesJson));
  });
}

/** A field that comes twice becomes a list, which no schema of a form takes. */
function parseForm(text: string): Record<string, string | string[]> {
  const form = new URLSearchParams(text);
  const fields = [...new Set(form.keys())].map((name) => {
    const values = form.getAll(name);
    return [name, values.length === 1 ? (values[0] ?? "") : values] as const;
  });
  return Object.fromEntries(fields);
}

/** Bodies that could not be stored are refused before validation. */
export async function refuseUnstorable(request: FastifyRequest): Promise<void> {
  const found = findUnstorable(request.body);
  if (found !== null) throw invalid(found);
}
