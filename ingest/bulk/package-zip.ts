import { openZipBytes, type Zip, ZipError, type ZipItem } from "./zip.ts";

/** Far above the largest packages; hostile ones are refused before anything of them is unpacked. */
const limits = { files: 2_000, fileBytes: 128 * 2 ** 20, totalBytes: 256 * 2 ** 20 };

/**
 * The schemas, linkbases, instances and pages of a filing's package (`<accession>-xbrl.zip`), by name. Pictures and
 * other files are left out. Throws ZipError with one reason for a package that is damaged, has too many files, unpacks
 * to too many bytes, names a file outside of itself or names one twice.
 */
export async function readPackageZip(bytes: Buffer): Promise<Map<string, Buffer>> {
  const zip = await openPackage(bytes);
  try {
    const files = new Map<string, Buffer>();
    for (const item of await listFiles(zip)) {
      files.set(item.name, await readFile(zip, item));
    }
    return files;
  } finally {
    await zip.close();
  }
}

/** Opens a package to look at its directory. Throws ZipError for bytes that are no zip archive. */
export const openPackage = (bytes: Buffer): Promise<Zip> => openZipBytes(withoutPadding(bytes));

const endSignature = Buffer.from("PK\x05\x06");
const endBytes = 22;

/** A package that was cut out of the text of a whole submission ends with the zeros of its last line. */
function withoutPadding(bytes: Buffer): Buffer {
  const end = bytes.lastIndexOf(endSignature);
  if (end < 0 || end + endBytes > bytes.length) return bytes;
  const whole = end + endBytes + bytes.readUInt16LE(end + endBytes - 2);
  const isPadded = whole < bytes.length && bytes.subarray(whole).every((byte) => byte === 0);
  return isPadded ? bytes.subarray(0, whole) : bytes;
}

async function listFiles(zip: Zip): Promise<ZipItem[]> {
  const items = new Map<string, ZipItem>();
  let [count, total] = [0, 0];
  for await (const record of zip.records()) {
    count += 1;
    if (count > limits.files) throw new ZipError(`holds more than ${limits.files} files`);
    const name = record.kind === "item" ? record.item.name : record.name;
    if (!isPlainName(name)) throw new ZipError(`${told(name)} is a name outside of the package`);
    if (!/\.(?:xsd|xml|x?html?)$/i.test(name)) continue;
    if (record.kind === "refused") throw new ZipError(`${told(name)} ${record.reason}`);
    if (items.has(name)) throw new ZipError(`${told(name)} is there twice`);
    total += record.item.bytes;
    if (total > limits.totalBytes) {
      throw new ZipError(`unpacks to more than the ${limits.totalBytes} bytes that a package may`);
    }
    items.set(name, record.item);
  }
  return [...items.values()];
}

/** Packages have no folders. */
function isPlainName(name: string): boolean {
  return !/[\\/:\0]/.test(name) && !name.startsWith("..") && name.length <= 255;
}

async function readFile(zip: Zip, item: ZipItem): Promise<Buffer> {
  try {
    return await zip.read(item, limits.fileBytes);
  } catch (cause) {
    if (!(cause instanceof ZipError)) throw cause;
    throw new ZipError(`${told(item.name)} ${cause.message}`, { cause });
  }
}

const told = (name: string) => JSON.stringify(name.slice(0, 100));
