import { createHash, randomBytes } from "node:crypto";
import type { Readable } from "node:stream";
import type { Db } from "#schemas/database/db.ts";
import type { Page } from "#schemas/shapes/page.ts";
import { scanDocument } from "#schemas/tasks/scan-document.ts";
import type { FileStore } from "../../clients/files.ts";
import type { PageQuery } from "../../data/page.ts";
import { pick, required } from "../../data/rows.ts";
import { decodeBase64 } from "../../data/text/decode-base64.ts";
import {
  ApiError,
  badRequest,
  conflict,
  notFound,
  payloadTooLarge,
  unsupportedMedia,
} from "../../http/errors.ts";
import type { Platform } from "../../platform.ts";
import { mediaTypeOf } from "./media-type.ts";
import {
  type DocumentRow,
  deleteDocument,
  findDocument,
  insertReserved,
  isHandedIn,
  listDocuments,
  lockDigest,
  lockUsedBytes,
  markStored,
} from "./queries.ts";
import { refuseUnscanned } from "./scan.ts";
import type { DocumentMetadata, UploadedDocument } from "./schemas.ts";
import { type AddressSignature, isSigned, signAddress } from "./signed-address.ts";
import { documentFiles } from "./store.ts";

export { countUsedBytes } from "./queries.ts";
export { refuseUnscanned, scanStoredDocument } from "./scan.ts";
export { sweepDocuments } from "./sweep.ts";

/** LIM-20: 25 MiB exactly are still taken. */
export const documentBytesMax = 25 * 1_048_576;
/** Of all documents of one account. */
export const accountBytesMax = 1_073_741_824;

type Stores = Pick<Platform, "db" | "files" | "now" | "publicUrl" | "transaction">;

interface Upload {
  filename: string;
  content: string;
  mimetype: string;
}

/**
 * Stores a document. Throws 400 for what is not Base64, 413 over 25 MiB or over the account's 1 GiB, 415 when the
 * bytes are of another type than declared. The place is reserved first, so that parallel uploads cannot pass the
 * quota; an upload that ends in the middle leaves a reservation, which the sweeper removes.
 */
export async function uploadDocument(
  deps: Stores & { scansDocuments: boolean },
  userId: string,
  { filename, content, mimetype }: Upload,
): Promise<UploadedDocument> {
  const bytes = decodeBase64(content);
  if (bytes === null || bytes.length === 0) throw badRequest("content must be Base64 text");
  if (bytes.length > documentBytesMax) throw payloadTooLarge("A document has at most 25 MiB");
  const mediaType = await mediaTypeOf(bytes, mimetype);
  if (mediaType === null) throw unsupportedMedia(`The bytes are not of the type ${mimetype}`);
  const digest = createHash("sha256").update(bytes).digest("hex");
  const row = await reserve(deps, {
    key: `doc_${randomBytes(18).toString("base64url")}`,
    userId,
    digest,
    name: safeName(filename),
    mediaType,
    sizeBytes: bytes.length,
  });
  try {
    await documentFiles(deps.files).put(bytes);
  } catch (error) {
    await deleteDocument(deps.db, row.id);
    throw error;
  }
  const scan = deps.scansDocuments ? "pending" : null;
  await deps.transaction(async (within) => {
    if (!(await markStored(within.db, row.id, scan))) throw notFound("Account");
    if (scan !== null) await within.enqueue(scanDocument, { documentId: row.id });
  });
  return present(deps, { ...row, scan });
}

const reserve = (deps: Stores, values: Parameters<typeof insertReserved>[1]) =>
  deps.transaction(async ({ db }) => {
    const used = await lockUsedBytes(db as Parameters<typeof lockUsedBytes>[0], values.userId);
    if (used + values.sizeBytes > accountBytesMax) {
      throw new ApiError(
        413,
        "PAYLOAD_TOO_LARGE",
        "All documents of an account have at most 1 GiB",
      );
    }
    await lockDigest(db, values.digest);
    return insertReserved(db, values);
  });

const nameCharsMax = 200;

/** A file name without folders, control characters and direction marks; never empty. */
function safeName(filename: string): string {
  const last = filename.normalize("NFC").split(/[/\\]/).at(-1) ?? "";
  const clean = trimDots(last.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}:*?"<>|]+/gu, "_"));
  if (clean === "") return "document";
  const characters = [...clean];
  if (characters.length <= nameCharsMax) return clean;
  const extension = /\.[^.]{1,10}$/.exec(clean)?.[0] ?? "";
  return characters.slice(0, nameCharsMax - extension.length).join("") + extension;
}

/** Without dots and blanks at its ends. */
function trimDots(text: string): string {
  const isKept = (character: string) => !/[.\s]/.test(character);
  const characters = [...text];
  return characters
    .slice(characters.findIndex(isKept), characters.findLastIndex(isKept) + 1)
    .join("");
}

/** Throws 404 for an unknown key and for a document of another account. */
export async function getMetadata(
  deps: Stores,
  userId: string,
  key: string,
): Promise<DocumentMetadata> {
  return metadata(deps, await ownDocument(deps.db, userId, key));
}

/** The document of an account by its key. Throws 404 for an unknown key and for a document of another account. */
export async function ownDocument(db: Db, userId: string, key: string): Promise<DocumentRow> {
  const row = required(await findDocument(db, key), "Document");
  if (row.userId !== userId) throw notFound("Document");
  return row;
}

/** True for a document of the account. */
export const ownsDocument = async (db: Db, userId: string, key: string): Promise<boolean> =>
  (await findDocument(db, key))?.userId === userId;

/** Own documents, newest first. */
export async function listOwnDocuments(
  deps: Stores,
  userId: string,
  query: PageQuery,
): Promise<Page<DocumentMetadata>> {
  const page = await listDocuments(deps.db, userId, query);
  return { ...page, rows: await Promise.all(page.rows.map((row) => metadata(deps, row))) };
}

/**
 * Removes a document; its bytes go with the next sweep. Throws 404 as above, and 409 while a report that is no draft
 * carries it.
 */
export async function removeDocument(deps: Stores, userId: string, documentKey: string) {
  const row = await ownDocument(deps.db, userId, documentKey);
  await deps.transaction(async ({ db }) => {
    if (await isHandedIn(db, row.id)) {
      throw conflict("A report that is no draft carries this document");
    }
    if ((await deleteDocument(db, row.id)) === null) throw notFound("Document");
  });
  return { documentKey, deleted: true as const };
}

/** Bytes as they are sent, whole or a range of them. */
export interface DocumentFile {
  sizeBytes: number;
  mediaType: string;
  name: string;
  /** With its quotes. */
  etag: string;
  /** The bytes from `start` to `end`, both included. Throws 404 when the store has lost them. */
  open(range: { start: number; end: number }): Promise<Readable>;
}

/** The bytes, for the owner and for a signed address. Throws 404 for everybody else and for an unknown key. */
export async function openDocument(
  deps: Stores,
  key: string,
  asked: Partial<AddressSignature> & { userId: string | null },
): Promise<DocumentFile> {
  const row = required(await findDocument(deps.db, key), "Document");
  const isAllowed =
    row.userId === asked.userId || (await isSigned(deps.db, key, asked, deps.now()));
  if (!isAllowed) throw notFound("Document");
  if (row.userId !== asked.userId) refuseUnscanned(row);
  return downloadOf(deps.files, row);
}

/** The bytes of a document that the caller may read. */
export const downloadOf = (
  files: FileStore,
  row: Pick<DocumentRow, "digest" | "name" | "mediaType" | "sizeBytes">,
): DocumentFile => ({
  ...pick(row, "sizeBytes", "mediaType", "name"),
  etag: `"${row.digest}"`,
  open: async (range) => required(await documentFiles(files).read(row.digest, range), "Document"),
});

async function present(deps: Stores, row: DocumentRow): Promise<UploadedDocument> {
  return {
    documentKey: row.key,
    documentUrl: await signedUrl(deps, row.key),
    ...(row.scan === null ? {} : { scan: row.scan }),
    hash: `sha256:${row.digest}`,
    name: row.name,
    type: row.mediaType,
    size: row.sizeBytes,
    uploadedAt: row.createdAt,
  };
}

const metadata = async (deps: Stores, row: DocumentRow): Promise<DocumentMetadata> => ({
  ...(await present(deps, row)),
  ownerId: row.userId,
  contentType: row.mediaType,
});

async function signedUrl({ db, now, publicUrl }: Stores, key: string): Promise<string> {
  const { expires, signature } = await signAddress(db, key, now());
  return `${publicUrl}/api/v1/documents/${key}/content?expires=${expires}&signature=${signature}`;
}
