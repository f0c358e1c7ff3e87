import { existsSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { gunzipSync } from "node:zlib";

/** Real EDGAR files that lie beside the project on some machines; tests skip where they do not. */
export const sharedEdgar = join(
  process.env.TENK_SHARED ?? resolve(import.meta.dirname, "../../../../shared"),
  "edgar",
);
export const hasSharedEdgar = existsSync(sharedEdgar);

export function readShared(path: string): Buffer {
  const plain = join(sharedEdgar, path);
  return existsSync(plain) ? readFileSync(plain) : gunzipSync(readFileSync(`${plain}.gz`));
}
