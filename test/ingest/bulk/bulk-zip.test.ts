import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, expect, test } from "vitest";
import { openZip as open, type Zip, ZipError, type ZipItem } from "#ingest/bulk/zip.ts";
import { makeZip, type ZipEntry } from "../../helpers/companies/make-zip.ts";

const folder = await mkdtemp(join(tmpdir(), "tenk-zip-"));
afterAll(() => rm(folder, { recursive: true, force: true }));

const opened: Zip[] = [];
async function openZip(path: string): Promise<Zip> {
  const zip = await open(path);
  opened.push(zip);
  return zip;
}
afterEach(async () => {
  for (const zip of opened.splice(0)) await zip.close();
});

let made = 0;
async function onDisk(bytes: Buffer): Promise<string> {
  made += 1;
  const path = join(folder, `${made}.zip`);
  await writeFile(path, bytes);
  return path;
}

async function withItems(entries: readonly ZipEntry[]): Promise<{ zip: Zip; items: ZipItem[] }> {
  const zip = await openZip(await onDisk(makeZip(entries)));
  const items: ZipItem[] = [];
  for await (const record of zip.records()) if (record.kind === "item") items.push(record.item);
  return { zip, items };
}

async function readFirst(entry: ZipEntry, bytesMax = 1_000_000): Promise<string> {
  const { zip, items } = await withItems([entry]);
  const [item] = items;
  if (!item) throw new Error("the directory is empty");
  return (await zip.read(item, bytesMax)).toString();
}

async function streamFirst(entry: ZipEntry, bytesMax = 1_000_000): Promise<string> {
  const { zip, items } = await withItems([entry]);
  const [item] = items;
  if (!item) throw new Error("the directory is empty");
  const pieces: Buffer[] = [];
  for await (const piece of zip.stream(item, bytesMax)) pieces.push(piece);
  return Buffer.concat(pieces).toString();
}

const text = "a value, ".repeat(20_000);

for (const [way, read] of [
  ["whole", readFirst],
  ["in pieces", streamFirst],
] as const) {
  test(`an entry is read ${way}, deflated or stored`, async () => {
    expect(await read({ name: "a.json", body: text })).toBe(text);
    expect(await read({ name: "a.json", body: text, isStored: true })).toBe(text);
    expect(await read({ name: "empty.json", body: "" })).toBe("");
  });

  test(`an entry with another CRC is refused, read ${way} [PIP-13]`, async () => {
    await expect(read({ name: "a.json", body: text, crc: 1 })).rejects.toThrow(
      new ZipError("does not have its CRC"),
    );
  });

  test(`an entry that unpacks to more or less than it declares is refused, read ${way} [PIP-13]`, async () => {
    for (const bytes of [10, text.length + 1]) {
      await expect(read({ name: "a.json", body: text, bytes })).rejects.toThrow(
        `does not unpack to the ${bytes} bytes that it declares`,
      );
    }
    const stored = { name: "a.json", body: text, isStored: true, bytes: 5 };
    await expect(read(stored)).rejects.toThrow("does not unpack to the 5 bytes");
  });

  test(`an entry larger than such a file may be is refused unread, ${way} [PIP-13]`, async () => {
    await expect(read({ name: "a.json", body: text }, 1_000)).rejects.toThrow(
      `measures ${text.length} bytes, more than the 1000 that such a file may`,
    );
  });

  test(`an entry of damaged bytes is refused, read ${way} [PIP-13]`, async () => {
    const packed = Buffer.from("this was never deflated");
    await expect(read({ name: "a.json", body: text, packed })).rejects.toThrow(ZipError);
  });
}

test("folders, links, devices, encrypted entries and other methods are refused by name", async () => {
  const entries: ZipEntry[] = [
    { name: "good.json", body: "{}" },
    { name: "folder/" },
    { name: "link.json", body: "/etc/passwd", mode: 0o120777 },
    { name: "device.json", mode: 0o020666 },
    { name: "secret.json", body: "x", isEncrypted: true },
    { name: "other.json", body: "x", method: 14 },
  ];
  const zip = await openZip(await onDisk(makeZip(entries)));
  const told: string[] = [];
  for await (const record of zip.records()) {
    told.push(record.kind === "item" ? record.item.name : `${record.name} ${record.reason}`);
  }
  expect(told).toEqual([
    "good.json",
    "folder/ is a folder",
    "link.json is a link or a device",
    "device.json is a link or a device",
    "secret.json is encrypted",
    "other.json is packed by method 14",
  ]);
});

test("an archive cut at any place is refused whole or loses only what is cut", async () => {
  const bytes = makeZip([
    { name: "a.json", body: text },
    { name: "b.json", body: text },
  ]);
  for (let cut = 0; cut < bytes.length; cut += 7) {
    await expect(openZip(await onDisk(bytes.subarray(0, cut)))).rejects.toThrow(ZipError);
  }
});

test("a directory that is damaged on its way says after how many entries", async () => {
  const entries = ["a", "b", "c"].map((name) => ({ name, body: "x" }));
  const bytes = makeZip(entries);
  const second = bytes.indexOf(
    Buffer.from("PK\x01\x02", "latin1"),
    bytes.indexOf("PK\x01\x02") + 4,
  );
  bytes.writeUInt32LE(0, second);
  const zip = await openZip(await onDisk(bytes));
  const names: string[] = [];
  await expect(async () => {
    for await (const record of zip.records()) {
      if (record.kind === "item") names.push(record.item.name);
    }
  }).rejects.toThrow("is damaged in its directory, after 1 of 3 entries");
  expect(names).toEqual(["a"]);
});

test("an entry whose data is elsewhere is refused", async () => {
  const bytes = makeZip([{ name: "a.json", body: "{}" }]);
  const directory = bytes.indexOf(Buffer.from("PK\x01\x02", "latin1"));
  bytes.writeUInt32LE(7, directory + 42);
  const zip = await openZip(await onDisk(bytes));
  for await (const record of zip.records()) {
    if (record.kind !== "item") continue;
    await expect(zip.read(record.item, 100)).rejects.toThrow(
      "its data is not where the directory says",
    );
  }
});

test("dates come from the entries; a date before there were zip archives is none", async () => {
  const { items } = await withItems([
    { name: "a", modifiedAt: "2026-03-01T05:06:08Z" },
    { name: "b", modifiedAt: "1980-01-01T00:00:00Z" },
  ]);
  expect(items.map(({ modifiedAt }) => modifiedAt?.toISOString() ?? null)).toEqual([
    "2026-03-01T05:06:08.000Z",
    null,
  ]);
});
