import { optional, user } from "../../auth/access.ts";
import { created, download, list, one } from "../../http/answers.ts";
import { badRequest, invalid } from "../../http/errors.ts";
import { moduleOf } from "../../http/module.ts";
import { v1 } from "../../http/responses/families.ts";
import * as shapes from "./schemas.ts";
import { params } from "./schemas.ts";
import {
  documentBytesMax,
  getMetadata,
  listOwnDocuments,
  openDocument,
  removeDocument,
  uploadDocument,
} from "./service.ts";

const { endpoint } = moduleOf({ tag: "Documents", family: v1, access: user, params });

// Base64 makes four characters of three bytes; name and type stand beside it.
const uploadBytesMax = Math.ceil(documentBytesMax / 3) * 4 + 65_536;

export const documents = [
  endpoint({
    at: "POST /documents/upload",
    name: "uploadDocument",
    summary: "Upload a document",
    description:
      "As JSON with the bytes in Base64, or the bytes as they are (application/octet-stream) with `filename` and " +
      "`mimetype` in the query. At most 25 MiB each and 1 GiB for all documents of an account (413). The type is " +
      "decided by the bytes: 415 where they contradict the declared one.",
    query: shapes.uploadQuery,
    body: shapes.uploadBody,
    uploadBytesMax,
    answers: created(shapes.uploadedDocument, "/api/v1/documents/:documentKey"),
    refuses: [413, 415],
    handle: ({ body, query, caller, deps }) => {
      const filename = body.filename ?? query.filename;
      const mimetype = body.mimetype ?? query.mimetype;
      if (filename === undefined) throw invalid("body/filename: missing");
      if (mimetype === undefined) throw invalid("body/mimetype: missing");
      return uploadDocument(deps, caller.userId, { content: body.content, filename, mimetype });
    },
  }),

  endpoint({
    at: "GET /documents/metadata",
    name: "getDocumentMetadata",
    summary: "Get a document's metadata",
    description:
      "Each answer has a fresh `documentUrl`, which opens the bytes for five minutes without a credential.",
    query: shapes.keyQuery,
    answers: one(shapes.documentMetadata),
    refuses: [404],
    handle: ({ query, caller, deps }) => getMetadata(deps, caller.userId, query.documentKey),
  }),

  endpoint({
    at: "GET /documents/:documentKey",
    name: "getDocument",
    summary: "Get a document's metadata",
    description: "The same as `GET /documents/metadata`.",
    extension: true,
    answers: one(shapes.documentMetadata),
    handle: ({ params, caller, deps }) => getMetadata(deps, caller.userId, params.documentKey),
  }),

  endpoint({
    at: "GET /documents",
    name: "listDocuments",
    summary: "List your documents, newest first",
    description: "Documents of the calling account, with fresh addresses of their bytes.",
    extension: true,
    query: shapes.documentsQuery,
    answers: list(shapes.documentMetadata),
    handle: ({ query, caller, deps }) => listOwnDocuments(deps, caller.userId, query),
  }),

  endpoint({
    at: "GET /documents/:documentKey/content",
    name: "downloadDocument",
    summary: "Download a document",
    description:
      "For its owner, and for anyone with a signed address that has not ended; otherwise 404. Sent as an attachment " +
      "that no browser renders. `Range` asks for a part of the bytes.",
    access: optional,
    extension: true,
    query: shapes.signatureQuery,
    answers: download,
    refuses: [404, 409],
    handle: ({ params, query, caller, deps }) => {
      if ((query.expires === undefined) !== (query.signature === undefined)) {
        throw badRequest("expires and signature belong together");
      }
      return openDocument(deps, params.documentKey, {
        userId: caller?.userId ?? null,
        ...(query.expires !== undefined && { expires: query.expires }),
        ...(query.signature !== undefined && { signature: query.signature }),
      });
    },
  }),

  endpoint({
    at: "DELETE /documents/:documentKey",
    name: "deleteDocument",
    summary: "Delete a document",
    description:
      "Its addresses stop working immediately, and draft reports lose it. Its size no longer counts toward the quota. 409 while a report that is not a draft carries it.",
    extension: true,
    refuses: [409],
    answers: one(shapes.documentDeleted),
    handle: ({ params, caller, deps }) => removeDocument(deps, caller.userId, params.documentKey),
  }),
];
