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
  "application/acrobat": "application/pdf",
  "text/pdf": "application/pdf",
  "application/x-zip": "application/zip",
  "application/vnd.rar": "application/x-rar-compressed",
  "application/x-rar": "application/x-rar-compressed",
  "application/font-ttf": "font/ttf",
  "application/x-font-ttf": "font/ttf",
  "application/x-font-otf": "font/otf",
  "application/font-woff": "font/woff",
  "application/parquet": "application/vnd.apache.parquet",
  "application/mp4": "video/mp4",
  "text/rtf": "application/rtf",
};

const unknown = "application/octet-stream";

/** No file of a format that is not text is shorter. Of a few bytes a signature is found where there is none. */
const binaryBytesMin = 16;

/** Formats with a signature that are text. */
const textFormats =
  /^(text\/|application\/(pdf|rtf|postscript|eps|xml|pgp-encrypted|x-ms-regedit))/;

/** Types without a known signature: text formats that have their own type. */
const unsigned = /^text\/|[/+]xml$|mpegurl/;
const office = /msword|ms-(excel|word|powerpoint|office|outlook|project)|openxml|opendocument/;

/** Loaded with the first upload. */
const loadSignatures = () => import("file-type");

/** Words of other names for formats that have a signature. */
const namesFormat =
  /[/.+-](?:pdf|acrobat|font|ttf|otf|woff2?|sfnt|(?:open|true)type|zip|rar|7z|tar|gzip|bzip2?|mp[34]|photoshop|executable|parquet)(?:$|[.+-])/;

/** True for a type whose files all begin with a signature that is known. */
const isSigned = (type: string, known: ReadonlySet<string>): boolean =>
  namesFormat.test(type) ||
  (!unsigned.test(type) &&
    (known.has(type) || office.test(type) || /^(image|audio|video|font)\//.test(type)));

/**
 * The media type of a document: that of the signature in its bytes. Bytes without a signature keep the declared type
 * where its files have none. Null when the two contradict each other: a page or a text that calls itself a picture, say.
 */
export async function mediaTypeOf(bytes: Buffer, declared: string): Promise<string | null> {
  const { fileTypeFromBuffer, supportedMimeTypes } = await loadSignatures();
  const head = bytes.subarray(0, signatureBytes);
  const detectedType = signatureOf(head, (await fileTypeFromBuffer(head))?.mime);
  const declaredType = aliases[declared] ?? declared;
  if (detectedType === undefined) {
    return hasNoSignature(head, declaredType, supportedMimeTypes) ? declared : null;
  }
  if (declaredType === detectedType) return declared;
  if (declaredType === unknown) return detectedType;
  return containers[detectedType]?.test(declaredType) ? declared : null;
}

/** The detected type. Undefined without one, and for text that begins as a format which is not text. */
function signatureOf(head: Buffer, detected: string | undefined): string | undefined {
  if (detected === undefined || textFormats.test(detected)) return detected;
  return head.length < binaryBytesMin || readText(head) !== null ? undefined : detected;
}

/** True where bytes without a signature may be of the type. */
function hasNoSignature(head: Buffer, type: string, known: ReadonlySet<string>): boolean {
  if (isText.test(type) && isBinary(head)) return false;
  if (type !== "image/svg+xml") return !isSigned(type, known);
  const text = readText(head);
  return text !== null && /^\s*<(svg|!--|!doctype svg)/i.test(text);
}

const isText = /^text\/|[/+](json|xml|yaml|csv)$/;

/** True for bytes that no text has: a zero, unless a mark says that its characters have two bytes. */
function isBinary(head: Buffer): boolean {
  const mark = head.toString("hex", 0, 2);
  return mark !== "feff" && mark !== "fffe" && head.includes(0);
}

/** The beginning of a text in UTF-8 without control characters; null for other bytes. */
function readText(head: Buffer): string | null {
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(head, { stream: true });
    return /[^\P{Cc}\t\n\f\r]/u.test(text) ? null : text;
  } catch {
    return null;
  }
}
