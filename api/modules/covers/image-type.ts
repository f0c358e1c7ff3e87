export type ImageType = "image/jpeg" | "image/png" | "image/gif" | "image/webp";

/**
 * What an image is by its content, whatever its sender called it. Null for anything else, for a file that is cut,
 * and for one with something behind its end: a page or a script can hide there (O-54).
 */
export function imageTypeOf(bytes: Buffer): ImageType | null {
  if (isPng(bytes)) return "image/png";
  if (isJpeg(bytes)) return "image/jpeg";
  if (isGif(bytes)) return "image/gif";
  return isWebp(bytes) ? "image/webp" : null;
}

const pngMark = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/** Chunks from the header to IEND, which is the last. */
function isPng(bytes: Buffer): boolean {
  if (!bytes.subarray(0, 8).equals(pngMark)) return false;
  if (bytes.length < 33 || bytes.toString("latin1", 12, 16) !== "IHDR") return false;
  for (let at = 8; at + 12 <= bytes.length; ) {
    const name = bytes.toString("latin1", at + 4, at + 8);
    at += 12 + bytes.readUInt32BE(at);
    if (name === "IEND") return at === bytes.length;
  }
  return false;
}

/** Segments from the start to the first scan; the picture ends with the end mark, and the file with it. */
function isJpeg(bytes: Buffer): boolean {
  if (bytes.length < 4 || bytes.readUInt16BE(0) !== 0xffd8) return false;
  if (bytes.readUInt16BE(bytes.length - 2) !== 0xffd9) return false;
  for (let at = 2; at + 4 <= bytes.length; ) {
    if (bytes[at] !== 0xff) return false;
    if (bytes[at + 1] === 0xda) return true;
    at += 2 + bytes.readUInt16BE(at + 2);
  }
  return false;
}

/** Blocks after the screen's description until the trailer, which is the last byte. */
function isGif(bytes: Buffer): boolean {
  if (!/^GIF8[79]a$/.test(bytes.toString("latin1", 0, 6)) || bytes.length < 14) return false;
  let at = 13 + colorBytes(bytes[10] ?? 0);
  while (at < bytes.length) {
    const block = bytes[at];
    if (block === 0x3b) return at === bytes.length - 1;
    if (block === 0x21) at = afterSubBlocks(bytes, at + 2);
    else if (block === 0x2c) at = afterSubBlocks(bytes, at + 11 + colorBytes(bytes[at + 9] ?? 0));
    else return false;
  }
  return false;
}

/** Size of the color table that a packed field announces. */
const colorBytes = (packed: number) => (packed & 0x80 ? 3 * 2 ** ((packed & 0x07) + 1) : 0);

function afterSubBlocks(bytes: Buffer, from: number): number {
  let at = from;
  for (let size = bytes[at]; size !== undefined; size = bytes[at]) {
    at += 1 + size;
    if (size === 0) return at;
  }
  return bytes.length;
}

/** A RIFF container of just this length. */
function isWebp(bytes: Buffer): boolean {
  if (bytes.length < 20 || bytes.toString("latin1", 0, 4) !== "RIFF") return false;
  if (!/^WEBPVP8[ LX]$/.test(bytes.toString("latin1", 8, 16))) return false;
  return bytes.readUInt32LE(4) + 8 === bytes.length;
}
