/**
 * The bytes of Base64 text, with its padding or without. Null for any other text. Time is linear in the length:
 * the text comes from outside.
 */
export function decodeBase64(text: string): Buffer | null {
  const bytes = Buffer.from(text, "base64");
  // Node.js skips characters that are not Base64; only text that is written the same again was all Base64.
  const padded = bytes.toString("base64");
  const unpadded = padded.slice(0, Math.ceil((bytes.length * 4) / 3));
  return text === padded || text === unpadded ? bytes : null;
}
