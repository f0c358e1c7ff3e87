import { hash, randomUUID } from "node:crypto";
import { promisify } from "node:util";
import { constants, gunzip, gzip } from "node:zlib";
import { ArchiveError } from "../errors.ts";

const pack = promisify(gzip);
const unpack = promisify(gunzip);

export function digestOf(body: Buffer): string {
  return hash("sha256", body, "hex");
}

/** `ab/cd….gz` for the digest abcd…; throws RangeError for anything that is not a sha256 in hex. */
export function archivePath(digest: string): string {
  if (!/^[0-9a-f]{64}$/.test(digest)) throw new RangeError("not a sha256 digest");
  return `${digest.slice(0, 2)}/${digest.slice(2)}.gz`;
}

/** Where a damaged document is kept: each time under another name. */
export function damagedPath(digest: string): string {
  return `damaged/${archivePath(digest).replace("/", "").replace(".gz", "")}-${randomUUID()}.gz`;
}

/** gzip without time and platform in its header, so that equal bodies give equal files everywhere. */
export async function packBody(body: Buffer): Promise<Buffer> {
  const packed = await pack(body, { level: constants.Z_DEFAULT_COMPRESSION });
  packed.fill(0, 4, 8);
  packed[9] = 0xff;
  return packed;
}

/** The body behind packed bytes; throws ArchiveError "corrupt" unless it has this digest. */
export async function unpackBody(packed: Buffer, digest: string): Promise<Buffer> {
  const body = await unpack(packed).catch((cause: unknown) => {
    throw new ArchiveError("corrupt", digest, cause);
  });
  if (digestOf(body) !== digest) throw new ArchiveError("corrupt", digest);
  return body;
}
