import { createHash } from "node:crypto";
import { mkdtemp, readdir, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { afterAll, expect, test } from "vitest";
import { openFileStore } from "#api/clients/files.ts";
import { testApp } from "../../helpers/app.ts";
import { makeZip } from "../../helpers/companies/make-zip.ts";
import { onePixel } from "../../helpers/one-pixel.ts";
import { makePerson } from "../../helpers/people.ts";

const folder = await mkdtemp(join(tmpdir(), "tenk-hostile-documents-"));
afterAll(() => rm(folder, { recursive: true }));
const app = await testApp({ files: openFileStore(folder) });
const ann = await makePerson(app);

const upload = async (bytes: Buffer, filename: string, mimetype: string) =>
  app.send({
    ...{ method: "POST", url: "/api/v1/documents/upload", headers: ann.headers },
    payload: { filename, content: bytes.toString("base64"), mimetype },
  });
const open = (documentUrl: string) => app.get(documentUrl.replace("http://localhost:3000", ""));
const sha256 = (bytes: Buffer) => createHash("sha256").update(bytes).digest("hex");

async function storedBytes(): Promise<number> {
  const names = await readdir(folder, { recursive: true, withFileTypes: true });
  const sizes = await Promise.all(
    names
      .filter((one) => one.isFile())
      .map(async (one) => (await stat(join(one.parentPath, one.name))).size),
  );
  return sizes.reduce((sum, size) => sum + size, 0);
}

test("zip bombs are stored as they are and never unpacked [DOC-04] [DOC-11] [DOC-14]", async () => {
  const zeros = Buffer.alloc(50_000_000);
  const inner = gzipSync(zeros, { level: 9 });
  const bombs: [Buffer, string, string][] = [
    [
      makeZip([{ name: "a.txt", body: zeros.subarray(0, 10_000_000) }]),
      "bomb.zip",
      "application/zip",
    ],
    [gzipSync(inner, { level: 9 }), "bomb.gz", "application/gzip"],
  ];
  for (const [bytes, name, type] of bombs) {
    const before = await storedBytes();
    const answer = await upload(bytes, name, type);
    expect([name, answer.statusCode]).toEqual([name, 201]);
    const { data } = answer.json();
    expect([data.size, data.hash]).toEqual([bytes.length, `sha256:${sha256(bytes)}`]);
    expect(await storedBytes()).toBe(before + bytes.length);
    const read = await open(data.documentUrl);
    expect(read.rawPayload.equals(bytes)).toBe(true);
    expect(read.headers["content-encoding"]).toBeUndefined();
  }
});

const script = "<script>document.title='owned'</script>";
const png = Buffer.from(onePixel, "base64");
const polyglots: [string, Buffer, string][] = [
  ["HTML behind a PNG", Buffer.concat([png, Buffer.from(script)]), "image/png"],
  ["a PDF with HTML in it", Buffer.from(`%PDF-1.4\n${script}\n%%EOF\n`), "application/pdf"],
  ["a GIF that is a script", Buffer.from("GIF89a/*\u0001\u0000*/=1;alert(1)//"), "image/gif"],
  ["HTML that says that it is text", Buffer.from(`<!doctype html>${script}`), "text/plain"],
  ["HTML as it is", Buffer.from(`<!doctype html>${script}`), "text/html"],
  [
    "an SVG with a script",
    Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg">${script}</svg>`),
    "image/svg+xml",
  ],
];

test.each(polyglots)(
  "%s is never rendered where it is opened [DOC-05] [DOC-11]",
  async (_, bytes, type) => {
    const answer = await upload(bytes, "x.html", type);
    expect(answer.statusCode).toBe(201);
    const { headers, rawPayload } = await open(answer.json().data.documentUrl);
    expect(rawPayload.equals(bytes)).toBe(true);
    expect(headers["content-disposition"]).toMatch(/^attachment;/);
    expect(headers["x-content-type-options"]).toBe("nosniff");
    expect(headers["content-security-policy"]).toBe("sandbox; default-src 'none'");
  },
);

test.each([
  "/",
  "\\",
  "\u0000",
  "%2e%2e%2f",
  "..;/",
  "//x",
  "CON",
  "a/../../b",
  "~root",
  "$(id)",
  "`id`",
])("a key of %j names no document [DOC-06] [DOC-10]", async (key) => {
  const url = `/api/v1/documents/metadata?documentKey=${encodeURIComponent(key)}`;
  expect([400, 404]).toContain((await app.get(url, ann.headers)).statusCode);
  const path = `/api/v1/documents/${encodeURIComponent(key)}/content`;
  expect([400, 404]).toContain((await app.get(path, ann.headers)).statusCode);
});

test("of a signature or key cut or changed by one character none opens [DOC-11]", async () => {
  const { data } = (await upload(Buffer.from("secret"), "a.txt", "text/plain")).json();
  const { pathname, search, searchParams } = new URL(data.documentUrl);
  const signature = searchParams.get("signature") ?? "";
  const key = data.documentKey as string;
  const wrong = [
    search.replace(signature, signature.slice(0, -1)),
    search.replace(signature, signature.slice(1)),
    search.replace(signature, `${signature}A`),
    search.replace(signature, `${signature}=`),
    search.replace(signature, signature.toLowerCase()),
    search.replace(signature, ` ${signature}`),
    search.replace("expires=", "expires=0"),
    search.replace("expires=", "expires=1"),
  ].filter((one) => one !== search);
  for (const one of wrong) {
    expect([one, (await app.get(pathname + one)).statusCode]).toEqual([one, 404]);
  }
  expect((await app.get(pathname.replace(key, key.slice(0, -1)) + search)).statusCode).toBe(404);
  expect((await app.get(pathname + search)).statusCode).toBe(200);
});
