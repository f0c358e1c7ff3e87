import { fork } from "node:child_process";
import { mkdir, mkdtemp, readdir, readFile, rm, utimes, writeFile } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type Archive, openArchive } from "#ingest/archive.ts";

const body = Buffer.from('{"cik":320193,"entityName":"Apple Inc."}');
const digest = "e0e4e6a3";

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "tenk-archive-"));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const files = async (root: string) =>
  (await readdir(root, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1))
    .sort();

describe("folder archive", () => {
  test("a body comes back byte for byte under the sha256 of its unpacked bytes", async () => {
    const archive = openArchive(folder);

    const stored = await archive.put(Buffer.from("abc"));

    expect(stored).toEqual({
      digest: "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad",
      sizeBytes: 3,
    });
    expect(await files(folder)).toEqual([
      "ba/7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad.gz",
    ]);
    expect((await archive.get(stored.digest)).toString()).toBe("abc");
    expect(await archive.has(stored.digest)).toBe(true);
    expect(await archive.has("0".repeat(64))).toBe(false);
  });

  test("equal bodies give equal files, without time or platform inside", async () => {
    const { digest: name } = await openArchive(folder).put(body);
    const file = await readFile(join(folder, name.slice(0, 2), `${name.slice(2)}.gz`));

    expect([...file.subarray(0, 10)]).toEqual([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff]);
    expect(gunzipSync(file)).toEqual(body);
  });

  test("a damaged document is refused on read and mended by storing it again", async () => {
    const archive = openArchive(folder);
    const { digest: name } = await archive.put(body);
    const path = join(folder, name.slice(0, 2), `${name.slice(2)}.gz`);
    const whole = await readFile(path);

    for (const damaged of [whole.subarray(0, 20), Buffer.alloc(0), Buffer.from("x")]) {
      await writeFile(path, damaged);
      await expect(archive.get(name)).rejects.toMatchObject({ code: "corrupt", digest: name });
    }
    const { digest: other } = await archive.put(Buffer.from("other"));
    await writeFile(path, await readFile(join(folder, other.slice(0, 2), `${other.slice(2)}.gz`)));
    await expect(archive.get(name)).rejects.toMatchObject({ code: "corrupt" });

    await archive.put(body);
    expect(await archive.get(name)).toEqual(body);
  });

  test("a missing document is its own error, and only a digest is ever looked up", async () => {
    const archive = openArchive(folder);

    await expect(archive.get("0".repeat(64))).rejects.toMatchObject({ code: "missing" });
    for (const name of ["../../etc/passwd", digest, "", `${"0".repeat(63)}G`]) {
      await expect(async () => archive.get(name)).rejects.toThrow(RangeError);
      await expect(async () => archive.has(name)).rejects.toThrow(RangeError);
    }
  });

  test("many writers of the same and of different bodies leave exactly one whole file each", async () => {
    const archives = [openArchive(folder), openArchive(folder), openArchive(folder)];
    const bodies = Array.from({ length: 20 }, (_, i) => Buffer.from(`body ${i}`.repeat(500)));

    const stored = await Promise.all(
      archives.flatMap((archive) => bodies.map((each) => archive.put(each))),
    );

    expect(new Set(stored.map((each) => each.digest)).size).toBe(20);
    expect((await files(folder)).length).toBe(20);
    for (const [i, each] of stored.slice(0, 20).entries()) {
      expect(await archives[0]?.get(each.digest)).toEqual(bodies[i]);
    }
  });

  test("what a killed writer left is removed after an hour, a younger file is not touched", async () => {
    await mkdir(join(folder, "tmp"));
    await writeFile(join(folder, "tmp", "old"), "half");
    await utimes(join(folder, "tmp", "old"), new Date(0), new Date(0));
    await writeFile(join(folder, "tmp", "young"), "half");

    const { digest: name } = await openArchive(folder).put(body);

    const path = `${name.slice(0, 2)}/${name.slice(2)}.gz`;
    expect(await files(folder)).toEqual([path, "tmp/young"].sort());
  });

  test("a writer killed at random moments never leaves a document that cannot be read", async () => {
    for (let round = 0; round < 6; round += 1) {
      const writer = fork(join(import.meta.dirname, "archive-writer.ts"), [folder, String(round)]);
      await new Promise((resolve) => writer.once("message", resolve));
      await new Promise((resolve) => setTimeout(resolve, Math.random() * 30));
      writer.kill("SIGKILL");
      await new Promise((resolve) => writer.once("exit", resolve));
    }
    const archive = openArchive(folder);

    const documents = (await files(folder)).filter((path) => !path.startsWith("tmp/"));

    expect(documents.length).toBeGreaterThan(0);
    for (const path of documents) {
      const name = path.replace("/", "").replace(".gz", "");
      expect((await archive.get(name)).length).toBeGreaterThan(0);
    }
  });
});

describe("S3 archive", () => {
  const objects = new Map<string, Buffer>();
  const log: string[] = [];
  let server: Server;
  let archive: Archive;
  let failures = 0;
  const env = { ...process.env };

  beforeEach(async () => {
    objects.clear();
    log.length = 0;
    failures = 0;
    server = createServer(async (request, response) => {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk as Buffer);
      log.push(`${request.method} ${request.url?.replace(/\?.*/, "")}`);
      if (failures > 0) {
        failures -= 1;
        response.writeHead(503).end();
        return;
      }
      const key = request.url?.replace(/\?.*/, "") ?? "";
      if (request.method === "PUT") objects.set(key, Buffer.concat(chunks));
      const found = objects.get(key);
      if (!found) {
        response.writeHead(404, { "content-type": "application/xml" });
        response.end("<Error><Code>NoSuchKey</Code></Error>");
        return;
      }
      response.writeHead(200, { "content-length": request.method === "PUT" ? 0 : found.length });
      response.end(request.method === "GET" ? found : undefined);
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    process.env.AWS_ENDPOINT_URL = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    process.env.AWS_ACCESS_KEY_ID = "test";
    process.env.AWS_SECRET_ACCESS_KEY = "test";
    archive = openArchive("s3://filings/raw/");
  });
  afterEach(async () => {
    process.env = { ...env };
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });

  test("a body is one object under the prefix, stored once and read back whole", async () => {
    const { digest: name, sizeBytes } = await archive.put(body);
    await archive.put(body);

    const key = `/filings/raw/${name.slice(0, 2)}/${name.slice(2)}.gz`;
    expect(sizeBytes).toBe(body.length);
    expect([...objects.keys()]).toEqual([key]);
    expect(log.filter((line) => line.startsWith("PUT"))).toEqual([`PUT ${key}`]);
    expect(gunzipSync(objects.get(key) ?? Buffer.alloc(0))).toEqual(body);
    expect(await archive.get(name)).toEqual(body);
    expect(await archive.has(name)).toBe(true);
  });

  test("missing and damaged objects are told apart", async () => {
    const { digest: name } = await archive.put(body);
    for (const key of objects.keys()) objects.set(key, Buffer.from("damaged"));

    await expect(archive.get(name)).rejects.toMatchObject({ code: "corrupt" });
    await expect(archive.get("0".repeat(64))).rejects.toMatchObject({ code: "missing" });
    expect(await archive.has("0".repeat(64))).toBe(false);
  });

  test("a store that stumbles is asked again; one that stays down is an error, not a miss", async () => {
    failures = 2;
    const { digest: name } = await archive.put(body);
    expect(await archive.get(name)).toEqual(body);

    failures = 1_000;
    await expect(archive.has(name)).rejects.toMatchObject({ $metadata: { httpStatusCode: 503 } });
  });
});
