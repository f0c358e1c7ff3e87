import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll } from "vitest";

/**
 * A store that speaks S3 as far as the product asks: put, copy, get, head, list, delete, by path. The environment
 * points to it until the end of the file. `uploads` are the paths whose bytes were sent.
 */
export async function startBucketServer(): Promise<{
  objects: Map<string, Buffer>;
  uploads: string[];
}> {
  const objects = new Map<string, Buffer>();
  const uploads: string[] = [];
  const env = { ...process.env };
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const { pathname: path, searchParams } = new URL(request.url ?? "", "http://bucket");
    const pathname = decodeURIComponent(path);
    if (searchParams.has("list-type")) {
      const start = `${pathname.replace(/\/$/, "")}/${searchParams.get("prefix")}`;
      const keys = [...objects.keys()].filter((key) => key.startsWith(start));
      const rows = keys.map(
        (key) => `<Contents><Key>${key.split("/").slice(2).join("/")}</Key></Contents>`,
      );
      response.end(`<ListBucketResult>${rows.join("")}</ListBucketResult>`);
      return;
    }
    const source = request.headers["x-amz-copy-source"];
    if (typeof source === "string") {
      const copied = objects.get(`/${decodeURIComponent(source).replace(/^\//, "")}`);
      if (copied) objects.set(pathname, copied);
      response.writeHead(copied ? 200 : 404, { "content-type": "application/xml" });
      response.end(
        copied
          ? "<CopyObjectResult><ETag>copied</ETag></CopyObjectResult>"
          : "<Error><Code>NoSuchKey</Code></Error>",
      );
      return;
    }
    if (request.method === "PUT") {
      objects.set(pathname, Buffer.concat(chunks));
      uploads.push(pathname);
    }
    const found = objects.get(pathname);
    if (request.method === "DELETE") {
      objects.delete(pathname);
      response.writeHead(204).end();
    } else if (found === undefined) {
      response.writeHead(404, { "content-type": "application/xml" });
      response.end("<Error><Code>NoSuchKey</Code></Error>");
    } else {
      response.writeHead(200, { "content-length": request.method === "PUT" ? 0 : found.length });
      response.end(request.method === "GET" ? found : undefined);
    }
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  process.env.AWS_ENDPOINT_URL = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  process.env.AWS_ACCESS_KEY_ID = "test";
  process.env.AWS_SECRET_ACCESS_KEY = "test";
  afterAll(async () => {
    process.env = env;
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  return { objects, uploads };
}
