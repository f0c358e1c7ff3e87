import { gzipSync } from "node:zlib";

/** gzip without the time and platform bytes of its header: equal text gives equal bytes everywhere. */
export function gzipCanonical(text: string): Uint8Array {
  const packed = gzipSync(text, { level: 6 });
  packed.fill(0, 4, 8);
  packed[9] = 0xff;
  return packed;
}
