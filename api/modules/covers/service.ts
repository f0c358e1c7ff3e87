import type { Db } from "#schemas/database/db.ts";
import type { FileStore } from "../../clients/files.ts";
import { decodeBase64 } from "../../data/text/decode-base64.ts";
import { badRequest, notFound, payloadTooLarge, unsupportedMedia } from "../../http/errors.ts";
import { recordDone } from "../audit-log/service.ts";
import { imageTypeOf } from "./image-type.ts";
import {
  type CoverRow,
  deleteCover,
  findEntityCover,
  findUserCover,
  holdAccount,
  lockCover,
  storeCover,
  updateBanner,
} from "./queries.ts";
import type { Cover } from "./schemas.ts";

export { sweepCovers } from "./sweep.ts";

/** LIM-17: five mebibytes exactly are still taken. */
export const coverBytesMax = 5 * 1_048_576;

interface Stores {
  db: Db;
  files: FileStore;
  /** Address of this service, before paths of images. */
  publicUrl: string;
}

/** Address of an entity's cover image. */
const entityCoverPath = (entityId: string) => `/v2/entities/${entityId}/cover`;
export const userCoverPath = (userId: string) => `/api/v1/users/profile/${userId}/cover`;

/** Throws 400 for content that is no Base64, 413 over the limit and 415 for anything but JPEG, PNG, GIF and WebP. */
export async function changeUserCover(
  { db, files, publicUrl }: Stores,
  userId: string,
  content: string,
): Promise<Cover> {
  const { cover, bytes } = await keepImage(files, content);
  await db.transaction(async (tx) => {
    if (!(await holdAccount(tx, userId))) throw notFound("Account");
    await lockCover(tx, cover.digest);
    await storeCover(tx, userId, cover);
  });
  await files.put(bytes);
  return present(cover, publicUrl + userCoverPath(userId));
}

export async function removeUserCover(db: Db, userId: string): Promise<void> {
  await deleteCover(db, userId);
}

/** The same for an entity; its profile shows the cover as banner. */
export async function changeEntityCover(
  { db, files, publicUrl }: Stores,
  { entityId, actorId }: { entityId: string; actorId: string },
  content: string,
): Promise<Cover> {
  const { cover, bytes } = await keepImage(files, content);
  const path = entityCoverPath(entityId);
  await db.transaction(async (tx) => {
    // The entity first, as in its deletion.
    if (!(await updateBanner(tx, entityId, path))) throw notFound("Entity");
    await lockCover(tx, cover.digest);
    await storeCover(tx, entityId, cover);
    await recordDone(tx, {
      subjectType: "entity",
      subjectId: entityId,
      actorId,
      action: "entity.cover_changed",
      detail: { sha256: cover.digest },
    });
  });
  await files.put(bytes);
  return present(cover, publicUrl + path);
}

export async function removeEntityCover(
  db: Db,
  { entityId, actorId }: { entityId: string; actorId: string },
): Promise<void> {
  await db.transaction(async (tx) => {
    await updateBanner(tx, entityId, null);
    await deleteCover(tx, entityId);
    const subject = { subjectType: "entity", subjectId: entityId } as const;
    await recordDone(tx, { ...subject, actorId, action: "entity.cover_removed" });
  });
}

/** An image as it is sent. */
export interface CoverFile {
  bytes: Buffer;
  mediaType: string;
  /** With its quotes. */
  etag: string;
}

/** Throws 404 when there is no such account, or it has no cover. */
export async function getUserCover(stores: Stores, userId: string): Promise<CoverFile> {
  return load(stores, await findUserCover(stores.db, userId));
}

/** Throws 404 for an entity that the viewer may not know of, and for one without a cover. */
export async function getEntityCover(
  stores: Stores,
  entityId: string,
  viewerId: string | null,
): Promise<CoverFile> {
  return load(stores, await findEntityCover(stores.db, entityId, viewerId));
}

async function load({ files }: Stores, cover: CoverRow | null): Promise<CoverFile> {
  const bytes = cover && (await files.get(cover.digest));
  if (cover === null || bytes === null) throw notFound("Cover image");
  return { bytes, mediaType: cover.mediaType, etag: `"${cover.digest}"` };
}

/**
 * Stores an image, then its cover, then the image again: the sweeper deletes bytes without a cover, so it may have
 * deleted them before the cover was stored.
 */
async function keepImage(
  files: FileStore,
  content: string,
): Promise<{ cover: CoverRow; bytes: Buffer }> {
  const bytes = decodeBase64(content);
  if (bytes === null || bytes.length === 0) throw badRequest("content must be Base64 text");
  if (bytes.length > coverBytesMax) throw payloadTooLarge("A cover image has at most 5 MiB");
  const mediaType = imageTypeOf(bytes);
  if (mediaType === null) {
    throw unsupportedMedia(
      "A cover image is a JPEG, PNG, GIF and WebP file, whole and nothing more",
    );
  }
  const digest = await files.put(bytes);
  return { cover: { digest, mediaType, sizeBytes: bytes.length }, bytes };
}

const present = ({ digest, mediaType, sizeBytes }: CoverRow, coverUrl: string): Cover => ({
  coverUrl,
  type: mediaType,
  size: sizeBytes,
  hash: `sha256:${digest}`,
});
