import type { IngestContext } from "../context.ts";
import { describeFile, insertDocument, isFileKnown, type RawDocument } from "../store/documents.ts";

/** What a document given by hand is. */
export type AboutFile = Pick<RawDocument, "kind" | "accession" | "form" | "filed" | "source"> & {
  cik: string;
};

export interface RecordedFile {
  cik: string;
  /** False for bytes that are known already, under whatever name. */
  isNew: boolean;
}

/** Archives a document given by hand under this name. One known already learns its filing, where that is said now. */
export async function recordFile(
  name: string,
  body: Buffer,
  about: AboutFile,
  { archive, boundary, database, now }: IngestContext,
): Promise<RecordedFile> {
  const { digest, sizeBytes } = await archive.put(body);
  boundary("file:archived");
  const { cik, ...described } = about;
  if (await isFileKnown(database.pool, cik, digest)) {
    await describeFile(database.pool, { ...described, companyKey: cik, digest });
    return { cik, isNew: false };
  }
  const isNew = await insertDocument(database.pool, {
    ...described,
    companyKey: cik,
    url: `file:${name}`,
    digest,
    sizeBytes,
    origin: "file",
    fetchedAt: now().toISOString(),
    etag: null,
    lastModified: null,
    quarantinedReason: null,
    via: "a file",
  });
  boundary("file:recorded");
  return { cik, isNew };
}
