import { crc32, deflateRawSync } from "node:zlib";

export interface ZipEntry {
  name: string;
  body?: string | Buffer;
  /** Kept as it is instead of deflated. */
  isStored?: boolean;
  /** Said in the directory instead of the truth. */
  crc?: number;
  bytes?: number;
  method?: number;
  isEncrypted?: boolean;
  /** Unix mode with its file type, for example 0o120777 for a link. */
  mode?: number;
  modifiedAt?: string;
  /** Packed bytes instead of those of the body. */
  packed?: Buffer;
}

/** A zip archive with just these entries, honest or not. */
export function makeZip(entries: readonly ZipEntry[]): Buffer {
  const files: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const entry of entries) {
    const { local, central } = zipRecords(entry, offset);
    files.push(local);
    directory.push(central);
    offset += local.length;
  }
  return Buffer.concat([...files, zipDirectory(directory, offset)]);
}

/** What follows the files: their directory, which starts at `offset`, and the record that ends the archive. */
export function zipDirectory(directory: readonly Buffer[], offset: number): Buffer {
  const listed = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(directory.length, 8);
  end.writeUInt16LE(directory.length, 10);
  end.writeUInt32LE(listed.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([listed, end]);
}

/** The record of a file that starts at `offset`, and its record in the directory. */
export function zipRecords(entry: ZipEntry, offset: number): { local: Buffer; central: Buffer } {
  const body = Buffer.from(entry.body ?? "");
  const packed = entry.packed ?? (entry.isStored ? body : deflateRawSync(body));
  const name = Buffer.from(entry.name);
  // Flags, method, time, date, CRC, packed and unpacked size, length of the name: the same in both records.
  const shared = Buffer.alloc(24);
  shared.writeUInt16LE(entry.isEncrypted ? 1 : 0, 0);
  shared.writeUInt16LE(entry.method ?? (entry.isStored ? 0 : 8), 2);
  shared.writeUInt32LE(dosTime(new Date(entry.modifiedAt ?? "2026-01-15T04:00:00Z")), 4);
  shared.writeUInt32LE(entry.crc ?? crc32(body), 8);
  shared.writeUInt32LE(packed.length, 12);
  shared.writeUInt32LE(entry.bytes ?? body.length, 16);
  shared.writeUInt16LE(name.length, 20);
  const local = Buffer.alloc(6);
  local.writeUInt32LE(0x04034b50, 0);
  local.writeUInt16LE(20, 4);
  const central = Buffer.alloc(8);
  central.writeUInt32LE(0x02014b50, 0);
  central.writeUInt16LE((3 << 8) | 20, 4);
  central.writeUInt16LE(20, 6);
  const tail = Buffer.alloc(14);
  tail.writeUInt32LE(((entry.mode ?? 0o100644) << 16) >>> 0, 6);
  tail.writeUInt32LE(offset, 10);
  return {
    local: Buffer.concat([local, shared, name, packed]),
    central: Buffer.concat([central, shared, tail, name]),
  };
}

function dosTime(date: Date): number {
  const time =
    (date.getUTCHours() << 11) | (date.getUTCMinutes() << 5) | (date.getUTCSeconds() >> 1);
  const day =
    ((date.getUTCFullYear() - 1980) << 9) | ((date.getUTCMonth() + 1) << 5) | date.getUTCDate();
  return ((day << 16) | time) >>> 0;
}
