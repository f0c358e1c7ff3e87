import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { openZip, type Zip, ZipError, type ZipItem } from "./zip.ts";

/** The tables of a quarter of the Financial Statement Data Sets. */
export type TableName = "sub.txt" | "num.txt" | "pre.txt" | "tag.txt";

/** A quarter, from the regulator's archive or unpacked in a folder. */
export interface DataSetSource {
  /** Name of the archive or folder, for the addresses of its documents. */
  name: string;
  /** Null when the table is not there. Each reading starts anew. */
  table(name: TableName): { bytes: number; read(): AsyncIterable<Buffer> } | null;
  close(): Promise<void>;
}

const bytesMax: Record<TableName, number> = {
  "sub.txt": 256 * 1024 * 1024,
  "num.txt": 8 * 1024 * 1024 * 1024,
  "pre.txt": 2 * 1024 * 1024 * 1024,
  "tag.txt": 1024 * 1024 * 1024,
};

/** Throws ZipError for an archive that is damaged or that holds one of its tables twice. */
export async function openDataSetZip(path: string): Promise<DataSetSource> {
  const zip = await openZip(path);
  try {
    const items = await listTables(zip);
    return {
      name: basename(path),
      table(name) {
        const item = items.get(name);
        return item ? { bytes: item.bytes, read: () => zip.stream(item, bytesMax[name]) } : null;
      },
      close: () => zip.close(),
    };
  } catch (error) {
    await zip.close();
    throw error;
  }
}

async function listTables(zip: Zip): Promise<Map<string, ZipItem>> {
  const items = new Map<string, ZipItem>();
  for await (const record of zip.records()) {
    const name = record.kind === "item" ? record.item.name : record.name;
    if (!Object.hasOwn(bytesMax, name)) continue;
    if (record.kind === "refused") throw new ZipError(`${name} ${record.reason}`);
    if (items.has(name)) throw new ZipError(`${name} is there twice`);
    items.set(name, record.item);
  }
  return items;
}

/** The tables among files of one folder. */
export async function openDataSetFolder(paths: readonly string[]): Promise<DataSetSource> {
  const sizes = new Map<string, number>();
  for (const path of paths) sizes.set(basename(path), (await stat(path)).size);
  const folder = dirname(paths[0] ?? ".");
  return {
    name: basename(folder),
    table(name) {
      const bytes = sizes.get(name);
      if (bytes === undefined) return null;
      if (bytes > bytesMax[name]) throw new ZipError(`${name} is too large`);
      return { bytes, read: () => createReadStream(join(folder, name)) };
    },
    async close() {},
  };
}
