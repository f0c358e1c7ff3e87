import { createHash } from "node:crypto";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openFileStore } from "#api/clients/files.ts";

describe("a file store in S3", () => {
  const objects = new Map<string, Buffer>();
  const env = { ...process.env };
  let server: Server;
  let failures = 0;

  beforeAll(async () => {
    server = createServer(async (request, response) => {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk as Buffer);
      const key = request.url?.replace(/\?.*/, "") ?? "";
      if (failures > 0) {
        failures -= 1;
        response.writeHead(503).end();
        return;
      }
      if (request.method === "PUT") objects.set(key, Buffer.concat(chunks));
      const found = objects.get(key);
      if (found === undefined) {
        response.writeHead(404, { "content-type": "application/xml" });
        response.end("<Error><Code>NoSuchKey</Code></Error>");
        return;
      }
      response.writeHead(200, { "content-length": request.method === "PUT" ? 0 : found.length });
      response.end(request.method === "GET" ? found : undefined);
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const { port } = server.address() as AddressInfo;
    process.env.AWS_ENDPOINT_URL = `http://127.0.0.1:${port}`;
    process.env.AWS_ACCESS_KEY_ID = "test";
    process.env.AWS_SECRET_ACCESS_KEY = "test";
  });
  afterAll(async () => {
    process.env = { ...env };
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });

  const store = openFileStore("s3://bucket/tenk/files");
  const bytes = Buffer.from("an image");
  const digest = createHash("sha256").update(bytes).digest("hex");

  test("keeps a file under its digest, below the prefix, and reads it back whole", async () => {
    expect(await store.put(bytes)).toBe(digest);

    expect([...objects]).toEqual([[`/bucket/tenk/files/${digest.slice(0, 2)}/${digest}`, bytes]]);
    expect(await store.get(digest)).toEqual(bytes);
  });

  test("what is not there is null; a store that stumbles is asked again, one that is down is an error", async () => {
    expect(await store.get("0".repeat(64))).toBeNull();
    failures = 2;
    expect(await store.get(digest)).toEqual(bytes);
    failures = 1000;
    await expect(store.get(digest)).rejects.toMatchObject({ $metadata: { httpStatusCode: 503 } });
  });
});
