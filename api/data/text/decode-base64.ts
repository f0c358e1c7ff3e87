/**
 * Decodes Base64 text, with or without padding. Null for any other text. The time is linear in the length, because the
 * text comes from clients.
 * @example decodeBase64("aGk=")?.toString() // "hi"
 */
export function decodeBase64(text: string): Buffer | null {
  const bytes = Buffer.from(text, "base64");
  // Node.js skips characters that are not Base64. So the text is valid only if encoding the bytes gives the same text
  // again.
  const padded = bytes.toString("base64");
  const unpadded = padded.slice(0, Math.ceil((bytes.length * 4) / 3));
  return text === padded || text === unpadded ? bytes : null;
}
