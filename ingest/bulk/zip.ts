import { type FileHandle, open } from "node:fs/promises";
import { pipeline, Readable } from "node:stream";
import { crc32, createInflateRaw, inflateRawSync } from "node:zlib";
import {
  type Entry,
  fromBufferPromise,
  fromRandomAccessReaderPromise,
  type Options,
  type ZipFile,
} from "yauzl";
import { DirectoryReader } from "./directory-reader.ts";

/** An entry that cannot or must not be read, or the damage of a whole archive; the message is the reason. */
export class ZipError extends Error {
  override name = "ZipError";
}

/** What is needed to read an entry later, without the rest of its directory record. */
export interface ZipItem {
  /** As the archive gives it: never a path to write to. */
  name: string;
  offset: number;
  packedBytes: number;
  bytes: number;
  crc32: number;
  isDeflated: boolean;
  /** Null where the archive has no usable date. */
  modifiedAt: Date | null;
}

/** A record of the directory: an entry, or one that must not be read, with the reason. */
export type ZipRecord =
  | { kind: "item"; item: ZipItem }
  | { kind: "refused"; name: string; reason: string };

export interface Zip {
  /**
   * The directory in its order, once. Nothing is said about names: the caller takes those it expects. Links,
   * folders, encrypted entries and unknown methods come as refused. Throws ZipError where the directory is damaged.
   */
  records(): AsyncGenerator<ZipRecord>;
  /** The whole entry, checked for its size and CRC. Throws ZipError, above all for one larger than `bytesMax`. */
  read(item: ZipItem, bytesMax: number): Promise<Buffer>;
  /** The entry in pieces. Throws ZipError as `read`, at the latest after the last piece. */
  stream(item: ZipItem, bytesMax: number): AsyncGenerator<Buffer>;
  close(): Promise<void>;
}

/** Somebody wrote into the file since it was opened: what is read of it now means nothing. */
export class ZipChangedError extends ZipError {
  override name = "ZipChangedError";
}

/** Where the bytes of an archive are. */
type Bytes = Pick<FileHandle, "close"> & {
  read(
    target: Buffer,
    offset: number,
    length: number,
    position: number,
  ): Promise<{ bytesRead: number }>;
  stat(): Promise<{ size: number; mtimeMs: number; isDirectory(): boolean }>;
};

interface OpenZip {
  handle: Bytes;
  file: ZipFile;
  /** Of the file when it was opened. */
  version: string;
}

/** Names stay bytes and sizes unchecked here: one bad entry must not end the reading of the others. */
const lazily: Options = {
  autoClose: false,
  lazyEntries: true,
  decodeStrings: false,
  validateEntrySizes: false,
};

/** Opens an archive without reading its directory yet. Throws ZipError for a file that is cut or is no archive. */
export async function openZip(path: string): Promise<Zip> {
  const handle = await open(path);
  return openFrom(handle, (size) =>
    fromRandomAccessReaderPromise(new DirectoryReader(handle.fd), size, lazily),
  );
}

/** As `openZip`, for an archive in memory. */
export function openZipBytes(bytes: Buffer): Promise<Zip> {
  const handle: Bytes = {
    read: async (target, offset, length, position) => ({
      bytesRead: bytes.copy(target, offset, position, position + length),
    }),
    stat: async () => ({ size: bytes.length, mtimeMs: 0, isDirectory: () => false }),
    close: async () => {},
  };
  return openFrom(handle, () => fromBufferPromise(bytes, lazily));
}

async function openFrom(handle: Bytes, openFile: (size: number) => Promise<ZipFile>): Promise<Zip> {
  try {
    const { size, isFolder, version } = await describeFile(handle);
    if (isFolder) throw new ZipError("is a folder, not an archive");
    const zip = { handle, file: await openFile(size), version };
    return {
      records: () => listRecords(zip),
      read: (item, bytesMax) => readItem(zip, item, bytesMax).catch(orChanged(zip)),
      stream: (item, bytesMax) => streamItem(zip, item, bytesMax),
      close: () => handle.close(),
    };
  } catch (cause) {
    await handle.close();
    if (isSystemError(cause) || cause instanceof ZipError) throw cause;
    throw new ZipError(`is not a whole zip archive (${messageOf(cause)})`, { cause });
  }
}

async function describeFile(handle: Bytes) {
  const stat = await handle.stat();
  const version = `${stat.size} ${stat.mtimeMs}`;
  return { size: stat.size, isFolder: stat.isDirectory(), version };
}

/** Damage of a file that was written to meanwhile is told once, not of each entry. */
function orChanged({ handle, version }: OpenZip) {
  return async (error: unknown): Promise<never> => {
    if (!(error instanceof ZipError) || (await describeFile(handle)).version === version) {
      throw error;
    }
    throw new ZipChangedError("was written to while it was read: start again once it is whole");
  };
}

async function* listRecords(zip: OpenZip): AsyncGenerator<ZipRecord> {
  const { file } = zip;
  try {
    for await (const entry of file.eachEntry()) yield toRecord(entry);
  } catch (cause) {
    const read = `${file.entriesRead} of ${file.entryCount} entries`;
    const damage = `is damaged in its directory, after ${read} (${messageOf(cause)})`;
    await orChanged(zip)(new ZipError(damage, { cause }));
  }
}

function toRecord(entry: Entry): ZipRecord {
  const name = entry.fileNameRaw.toString("utf8");
  const reason = refusalOf(entry, name);
  if (reason !== null) return { kind: "refused", name, reason };
  const item = {
    name,
    offset: entry.relativeOffsetOfLocalHeader,
    packedBytes: entry.compressedSize,
    bytes: entry.uncompressedSize,
    crc32: entry.crc32,
    isDeflated: entry.compressionMethod === 8,
    modifiedAt: dateOf(entry),
  };
  return { kind: "item", item };
}

function refusalOf(entry: Entry, name: string): string | null {
  if (name.endsWith("/")) return "is a folder";
  if (entry.isEncrypted()) return "is encrypted";
  const isUnix = entry.versionMadeBy >> 8 === 3;
  const fileType = (entry.externalFileAttributes >>> 16) & 0o170000;
  if (isUnix && fileType !== 0 && fileType !== 0o100000) return "is a link or a device";
  const { compressionMethod: method } = entry;
  return method === 0 || method === 8 ? null : `is packed by method ${method}`;
}

/** Times of the archive's own format have no zone: read as UTC they are at most some hours off. */
function dateOf(entry: Entry): Date | null {
  const date = entry.getLastModDate({ timezone: "UTC" });
  return Number.isNaN(date.getTime()) || date.getUTCFullYear() < 2000 ? null : date;
}

async function readItem(zip: OpenZip, item: ZipItem, bytesMax: number): Promise<Buffer> {
  checkSizes(item, bytesMax);
  const packed = await readPacked(zip, item);
  const body = item.isDeflated ? inflate(packed, item) : packed;
  if (body.length !== item.bytes) throw wrongSize(item);
  if (crc32(body) !== item.crc32) throw new ZipError("does not have its CRC");
  return body;
}

async function readPacked(zip: OpenZip, item: ZipItem): Promise<Buffer> {
  const packed = Buffer.allocUnsafe(item.packedBytes);
  let done = 0;
  for await (const piece of packedPieces(zip, item)) done += piece.copy(packed, done);
  return packed;
}

const pieceBytes = 256 * 1024;

async function* packedPieces(zip: OpenZip, item: ZipItem): AsyncGenerator<Buffer> {
  let position = await findData(zip, item);
  const end = position + item.packedBytes;
  while (position < end) {
    const piece = Buffer.allocUnsafe(Math.min(pieceBytes, end - position));
    const { bytesRead } = await zip.handle.read(piece, 0, piece.length, position);
    if (bytesRead === 0) throw new ZipError("ends with the file");
    position += bytesRead;
    yield piece.subarray(0, bytesRead);
  }
}

function inflate(packed: Buffer, item: ZipItem): Buffer {
  try {
    return inflateRawSync(packed, { maxOutputLength: Math.max(1, item.bytes) });
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === "ERR_BUFFER_TOO_LARGE") throw wrongSize(item);
    throw new ZipError(`cannot be unpacked (${messageOf(cause)})`, { cause });
  }
}

async function* streamItem(zip: OpenZip, item: ZipItem, bytesMax: number): AsyncGenerator<Buffer> {
  checkSizes(item, bytesMax);
  let bytes = 0;
  let sum = 0;
  for await (const piece of unpacked(zip, item)) {
    bytes += piece.length;
    if (bytes > item.bytes) throw wrongSize(item);
    sum = crc32(piece, sum);
    yield piece;
  }
  if (bytes !== item.bytes) throw wrongSize(item);
  if (sum !== item.crc32) throw new ZipError("does not have its CRC");
}

function checkSizes({ bytes, packedBytes }: ZipItem, bytesMax: number): void {
  if (bytes > bytesMax || packedBytes > bytesMax) {
    throw new ZipError(`measures ${bytes} bytes, more than the ${bytesMax} that such a file may`);
  }
}

function wrongSize({ bytes }: ZipItem): ZipError {
  return new ZipError(`does not unpack to the ${bytes} bytes that it declares`);
}

/** The inflater's own errors are told as the archive's. */
async function* unpacked(zip: OpenZip, item: ZipItem): AsyncGenerator<Buffer> {
  const packed = packedPieces(zip, item);
  if (!item.isDeflated) {
    yield* packed;
    return;
  }
  try {
    yield* pipeline(Readable.from(packed), createInflateRaw(), () => {});
  } catch (cause) {
    if (cause instanceof ZipError || isSystemError(cause)) throw cause;
    throw new ZipError(`cannot be unpacked (${messageOf(cause)})`, { cause });
  }
}

async function findData({ file }: OpenZip, item: ZipItem): Promise<number> {
  // These two members are all that is read of the entry.
  const { offset, packedBytes } = item;
  const entry = { relativeOffsetOfLocalHeader: offset, compressedSize: packedBytes } as Entry;
  try {
    return (await file.readLocalFileHeaderPromise(entry, { minimal: true })).fileDataStart;
  } catch (cause) {
    if (isSystemError(cause)) throw cause;
    throw new ZipError(`its data is not where the directory says (${messageOf(cause)})`, { cause });
  }
}

/** Trouble of the disk, not of the archive. zlib has codes too (Z_DATA_ERROR), without a system call. */
function isSystemError(error: unknown): boolean {
  return error instanceof Error && "syscall" in error;
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
