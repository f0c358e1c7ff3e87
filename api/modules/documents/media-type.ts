import { fileTypeFromBuffer } from "file-type";

/** The bytes that signatures need. No more are read, so archives are never unpacked. */
const signatureBytes = 4100;

/** Formats whose files carry the signature of their container. */
const containers: Readonly<Record<string, RegExp>> = {
  "application/zip":
    /zip|openxmlformats|oasis\.opendocument|epub|java-archive|ms-(excel|word|powerpoint)|vnd\./,
  "application/x-cfb": /msword|ms-(excel|powerpoint|office|outlook|project)|visio|x-cfb/,
  "application/gzip": /gzip/,
  "application/xml": /xml/,
  "application/ogg": /ogg/,
  "video/mp4": /mp4|quicktime|m4[av]/,
  "video/matroska": /matroska|webm/,
};

/** Names of one format. */
const aliases: Readonly<Record<string, string>> = {
  "image/jpg": "image/jpeg",
  "image/pjpeg": "image/jpeg",
  "application/x-pdf": "application/pdf",
  "application/x-zip-compressed": "application/zip",
  "application/x-gzip": "application/gzip",
  "text/xml": "application/xml",
};

const unknown = "application/octet-stream";

/**
 * The media type of a document: that of the signature in its bytes. Bytes without a known signature keep the declared
 * type. Null when the two contradict each other: a page that calls itself a picture, say.
 */
export async function mediaTypeOf(bytes: Buffer, declared: string): Promise<string | null> {
  const detectedType = (await fileTypeFromBuffer(bytes.subarray(0, signatureBytes)))?.mime;
  const declaredType = aliases[declared] ?? declared;
  if (detectedType === undefined || declaredType === detectedType) return declared;
  if (declaredType === unknown) return detectedType;
  return containers[detectedType]?.test(declaredType) ? declared : null;
}
