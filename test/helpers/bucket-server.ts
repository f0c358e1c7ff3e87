import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { whenDone } from "./when-done.ts";

/**
 * A store that speaks S3 as far as the product asks: put (whole and in parts), copy, get, head, list, delete, by
 * path. The environment points to it until the end of the file. `uploads` are the paths whose bytes were sent.
 * `failPart` refuses one part for good.
 */
export async function startBucketServer(): Promise<{
  objects: Map<string, Buffer>;
  uploads: string[];
  failPart: { number: number | null };
  /** Uploads in parts that were neither completed nor given up. */
  open: Map<string, Map<number, Buffer>>;
}> {
  const objects = new Map<string, Buffer>();
  const open = new Map<string, Map<number, Buffer>>();
  const failPart: { number: number | null } = { number: null };
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
    if (searchParams.has("uploads")) {
      const id = `upload-${open.size + 1}`;
      open.set(id, new Map());
      response.end(
        `<InitiateMultipartUploadResult><UploadId>${id}</UploadId></InitiateMultipartUploadResult>`,
      );
      return;
    }
    const parts = open.get(searchParams.get("uploadId") ?? "");
    if (parts) {
      const number = Number(searchParams.get("partNumber"));
      if (request.method === "PUT" && number === failPart.number) {
        response.writeHead(400, { "content-type": "application/xml" });
        response.end("<Error><Code>InvalidPart</Code><Message>InvalidPart</Message></Error>");
        return;
      }
      if (request.method === "PUT") parts.set(number, Buffer.concat(chunks));
      else open.delete(searchParams.get("uploadId") ?? "");
      if (request.method === "POST") {
        const ordered = [...parts].sort(([a], [b]) => a - b).map(([, bytes]) => bytes);
        objects.set(pathname, Buffer.concat(ordered));
        uploads.push(pathname);
      }
      response.setHeader("etag", `"part-${number}"`);
      response.end(
        request.method === "POST"
          ? "<CompleteMultipartUploadResult><ETag>whole</ETag></CompleteMultipartUploadResult>"
          : undefined,
      );
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
  whenDone(async () => {
    process.env = env;
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  return { objects, uploads, failPart, open };
}
