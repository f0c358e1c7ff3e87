import { createHash } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { eq } from "drizzle-orm";
import { afterAll, describe, expect, test } from "vitest";
import { openFileStore } from "#api/clients/files.ts";
import { sweepDocuments } from "#api/modules/documents/service.ts";
import { documentFiles } from "#api/modules/documents/store.ts";
import { openPlatform } from "#api/platform.ts";
import { document } from "#schemas/tables/accounts/document.ts";
import { testApp } from "../../helpers/app.ts";
import { inlineJobs } from "../../helpers/inline-jobs.ts";
import { onePixel } from "../../helpers/one-pixel.ts";
import { makePerson } from "../../helpers/people.ts";
import { together } from "../../helpers/races.ts";

const folder = await mkdtemp(join(tmpdir(), "tenk-documents-"));
afterAll(() => rm(folder, { recursive: true }));
const files = openFileStore(folder);
let clock = new Date("2026-11-22T12:00:00Z");
const app = await testApp({ files, now: () => clock });
const { db } = app;
const ann = await makePerson(app);
const bob = await makePerson(app);

const mebibyte = 1_048_576;
const pdf = Buffer.from("%PDF-1.4\n1 0 obj <<>> endobj\ntrailer <<>>\n%%EOF\n");
const url = "/api/v1/documents/upload";
const sha256 = (bytes: Buffer) => createHash("sha256").update(bytes).digest("hex");
const upload = (body: object, who = ann) =>
  app.send({ method: "POST", url, headers: who.headers, payload: body });
const ofBytes = (bytes: Buffer, filename = "report.pdf", mimetype = "application/pdf") => ({
  filename,
  content: bytes.toString("base64"),
  mimetype,
});
/** A person with this many bytes of documents. */
async function withUsed(sizeBytes: number) {
  const person = await makePerson(app);
  const values = { userId: person.id, name: "big", mediaType: "text/plain", sizeBytes };
  const key = `doc_used_${person.id}`;
  await db.insert(document).values({ ...values, key, digest: "0".repeat(64), status: "stored" });
  return person;
}
const pathOf = (address: string) => address.replace("http://localhost:3000", "");

describe("POST /api/v1/documents/upload", () => {
  test("answers what is stored, as JSON and as bytes [DOC-01] [DOC-02] [DOC-03] [DOC-04] [DOC-05] [DOC-12]", async () => {
    const answer = await upload(ofBytes(pdf));
    const raw = await app.send({
      method: "POST",
      url: `${url}?filename=report.pdf&mimetype=application/pdf`,
      headers: { ...ann.headers, "content-type": "application/octet-stream" },
      payload: pdf,
    });

    expect([answer.statusCode, raw.statusCode]).toEqual([201, 201]);
    const { data } = answer.json();
    expect(data).toEqual({
      documentKey: expect.stringMatching(/^doc_[\w-]{24}$/),
      documentUrl: expect.stringContaining(
        `/api/v1/documents/${data.documentKey}/content?expires=`,
      ),
      hash: `sha256:${sha256(pdf)}`,
      name: "report.pdf",
      type: "application/pdf",
      size: pdf.length,
      uploadedAt: expect.stringMatching(/Z$/),
    });
    expect(raw.json().data).toMatchObject({
      hash: data.hash,
      name: "report.pdf",
      size: pdf.length,
    });
    expect(raw.json().data.documentKey).not.toBe(data.documentKey);
  });

  test.each([
    [{ content: "YQ==", mimetype: "text/plain" }, 400],
    [{ filename: "a", mimetype: "text/plain" }, 400],
    [{ filename: "a", content: "YQ==" }, 400],
    [{ filename: "a", content: "", mimetype: "text/plain" }, 400],
    [{ filename: 5, content: "YQ==", mimetype: "text/plain" }, 400],
    [{ filename: "a", content: "YQ==", mimetype: "text" }, 400],
    [{ filename: "a", content: "YQ==", mimetype: "text/html\r\nx: y" }, 400],
  ])("%j is %i [DOC-07]", async (body, status) => {
    expect((await upload(body)).statusCode).toBe(status);
  });

  test.each(["YQ=", "Y Q==", "YQ==\n", " YQ==", "YQ===", "Y", "YR==", "YQ=a", "====", "YQ-_", "é"])(
    "%j is not Base64: 400 [DOC-08] [LIM-19]",
    async (content) => {
      const answer = await upload({ filename: "a", content, mimetype: "text/plain" });
      expect([answer.statusCode, answer.json().code]).toEqual([400, "BAD_REQUEST"]);
    },
  );

  test.each([
    ["../../etc/passwd", "passwd"],
    ["C:\\windows\\a.txt", "a.txt"],
    ["..", "document"],
    [".htaccess", "htaccess"],
    ["a\u202etxt.exe", "a_txt.exe"],
    ["a\r\nSet-Cookie: x", "a_Set-Cookie_ x"],
  ])("the name %j becomes %j and no part of the key [DOC-05] [DOC-06]", async (filename, name) => {
    const { data } = (await upload({ filename, content: "YQ==", mimetype: "text/plain" })).json();
    expect(data.name).toBe(name);
    expect(data.documentKey).toMatch(/^doc_[\w-]{24}$/);
  });

  test("a name of 10,000 characters is cut before its extension, a longer one refused [DOC-05] [DOC-07]", async () => {
    const named = (filename: string) =>
      upload({ filename, content: "YQ==", mimetype: "text/plain" });
    const long = await named(`${"é".repeat(9_996)}.pdf`);

    expect(long.json().data.name).toBe(`${"é".repeat(196)}.pdf`);
    expect((await named("a".repeat(10_001))).statusCode).toBe(400);
  });

  test("the bytes decide the type, and contradict a wrong one [DOC-05]", async () => {
    const png = Buffer.concat([
      Buffer.from(onePixel, "base64"),
      Buffer.from("<script>alert(1)</script>"),
    ]);
    const typed = async (bytes: Buffer, type: string) => {
      const answer = await upload(ofBytes(bytes, "x", type));
      return answer.statusCode === 201 ? answer.json().data.type : answer.statusCode;
    };

    expect(await typed(png, "text/html")).toBe(415);
    expect(await typed(pdf, "image/png")).toBe(415);
    expect(await typed(png, "image/png")).toBe("image/png");
    expect(await typed(pdf, "application/octet-stream")).toBe("application/pdf");
    expect(await typed(Buffer.from("<h1>plain</h1>"), "text/html")).toBe("text/html");
    const zip = Buffer.from("UEsDBBQAAAAAAAAAIQAAAAAAAAAAAAAAAAABAAAAYQ==", "base64");
    expect(
      await typed(zip, "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"),
    ).toMatch(/sheet$/);
    expect(await typed(zip, "image/png")).toBe(415);
  });

  const text = Buffer.from("Dear reader, this is a letter and nothing more.");
  const short = (...bytes: number[]) => Buffer.from(bytes);
  const typedAs = async (bytes: Buffer, mimetype: string) => {
    const answer = await upload(ofBytes(bytes, "x", mimetype));
    return answer.statusCode === 201 ? answer.json().data.type : answer.statusCode;
  };

  test.each([
    "image/png",
    "image/jpeg",
    "image/svg+xml",
    "image/x-unheard-of",
    "application/pdf",
    "application/x-pdf",
    "application/zip",
    "application/gzip",
    "application/msword",
    "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
    "audio/mpeg",
    "video/mp4",
    "font/ttf",
    "application/acrobat",
    "text/pdf",
    "application/x-font-ttf",
    "application/font-sfnt",
    "application/x-zip",
    "application/vnd.rar",
    "application/mp4",
    "application/parquet",
  ])("text that is declared as %s is 415 and stores nothing [DOC-15]", async (type) => {
    const count = async () => (await app.get("/api/v1/documents", ann.headers)).json().meta.total;
    const before = await count();
    for (const bytes of [text, Buffer.from(" "), Buffer.from("é".repeat(5000))]) {
      expect(await typedAs(bytes, type)).toBe(415);
    }
    expect(await count()).toBe(before);
  });

  test("bytes too few for a file of a format are not that format [DOC-15]", async () => {
    expect(await typedAs(short(0, 1), "application/octet-stream")).toBe("application/octet-stream");
    expect(await typedAs(short(0, 1), "font/ttf")).toBe(415);
    expect(await typedAs(short(0xff, 0xfb), "application/octet-stream")).toBe(
      "application/octet-stream",
    );
    expect(await typedAs(short(0x42, 0x4d), "image/bmp")).toBe(415);
    expect(await typedAs(short(0, 1), "application/x-font-ttf")).toBe(415);
  });

  test("bytes that no text has are no text; two bytes a character are [DOC-15]", async () => {
    for (const type of ["text/plain", "text/csv", "application/json", "image/svg+xml"]) {
      expect(await typedAs(short(0x61, 0, 0x62), type)).toBe(415);
    }
    expect(await typedAs(short(0xff, 0xfe, 0x61, 0), "text/plain")).toBe("text/plain");
    expect(await typedAs(short(0xe9), "text/plain")).toBe("text/plain");
    expect(await typedAs(short(0x61, 0, 0x62), "application/vnd.tenk")).toBe(
      "application/vnd.tenk",
    );
  });

  test("other names of a format are taken for its files [DOC-15]", async () => {
    for (const type of ["application/acrobat", "text/pdf", "application/x-pdf"]) {
      expect(await typedAs(pdf, type)).toBe(type);
    }
    const font = Buffer.from("00010000000b008000030030474d4150", "hex");
    expect(await typedAs(font, "application/x-font-ttf")).toBe("application/x-font-ttf");
    expect(await typedAs(font, "application/pdf")).toBe(415);
  });

  test("text that begins like a format is text, and no image [DOC-15]", async () => {
    for (const letters of ["BM", "MZ", "ID3", "GIF89a", "RIFF....WEBP"]) {
      const bytes = Buffer.from(`${letters} und weitere Worte, größer als jede Signatur`);
      expect(await typedAs(bytes, "text/plain")).toBe("text/plain");
      expect(await typedAs(bytes, "application/octet-stream")).toBe("application/octet-stream");
      expect(await typedAs(bytes, "image/gif")).toBe(415);
    }
  });

  test("what has no signature keeps its declared type [DOC-05]", async () => {
    for (const type of ["text/csv", "text/markdown", "application/json", "application/vnd.tenk"]) {
      expect(await typedAs(text, type)).toBe(type);
    }
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"></svg>');
    expect(await typedAs(svg, "image/svg+xml")).toBe("image/svg+xml");
    const declared = Buffer.concat([Buffer.from('<?xml version="1.0"?>'), svg]);
    expect(await typedAs(declared, "image/svg+xml")).toBe("image/svg+xml");
  });

  test("25 MiB exactly are taken in both forms, one byte more is 413 [LIM-20] [DOC-14]", async () => {
    const whole = Buffer.alloc(25 * mebibyte, "a");
    const more = Buffer.alloc(25 * mebibyte + 1, "a");
    const raw = (payload: Buffer) =>
      app.send({
        method: "POST",
        url: `${url}?filename=a&mimetype=text/plain`,
        headers: { ...ann.headers, "content-type": "application/octet-stream" },
        payload,
      });

    expect((await upload(ofBytes(whole, "a", "text/plain"))).json().data.size).toBe(26_214_400);
    const refused = await upload(ofBytes(more, "a", "text/plain"));
    expect([refused.statusCode, refused.json().code]).toEqual([413, "PAYLOAD_TOO_LARGE"]);
    expect((await raw(whole)).statusCode).toBe(201);
    expect((await raw(more)).statusCode).toBe(413);
    const huge = await raw(Buffer.alloc(40 * mebibyte, "a"));
    expect(huge.statusCode).toBe(413);
  });

  test("16 uploads at once do not pass the quota of 1 GiB [DOC-14]", async () => {
    const person = await withUsed(1024 * mebibyte - 5);
    const answers = await together(() =>
      upload({ filename: "a", content: "YWE=", mimetype: "text/plain" }, person),
    );

    expect(answers.filter(({ statusCode }) => statusCode === 201)).toHaveLength(2);
    expect(answers.filter(({ statusCode }) => statusCode === 413)).toHaveLength(14);
    const rows = await db.select().from(document).where(eq(document.userId, person.id));
    expect(rows.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0)).toBe(1024 * mebibyte - 1);
  });
});

describe("reading a document", () => {
  test("its owner reads metadata, others 404 [DOC-09] [DOC-10] [DOC-13]", async () => {
    const { data } = (await upload(ofBytes(pdf))).json();
    const read = (key: string, who = ann) =>
      app.get(`/api/v1/documents/metadata?documentKey=${encodeURIComponent(key)}`, who.headers);
    const own = await read(data.documentKey);
    const [foreign, unknown] = [await read(data.documentKey, bob), await read("doc_none")];

    expect(own.json().data).toEqual({
      ...data,
      documentUrl: expect.any(String),
      ownerId: ann.id,
      contentType: "application/pdf",
    });
    expect([foreign.statusCode, unknown.statusCode]).toEqual([404, 404]);
    expect(foreign.json().message).toBe(unknown.json().message);
    expect((await app.get("/api/v1/documents/metadata", ann.headers)).statusCode).toBe(400);
  });

  test("documentUrl opens the bytes for five minutes, never rendered [DOC-11]", async () => {
    const { data } = (await upload(ofBytes(pdf))).json();
    const path = pathOf(data.documentUrl);
    const answer = await app.get(path);

    expect([answer.statusCode, answer.rawPayload.equals(pdf)]).toEqual([200, true]);
    expect(answer.headers).toMatchObject({
      "content-type": "application/pdf",
      "content-disposition": "attachment; filename=report.pdf",
      "x-content-type-options": "nosniff",
      "content-security-policy": "sandbox; default-src 'none'",
      "content-length": String(pdf.length),
    });
    const signature = new URL(data.documentUrl).searchParams.get("signature") ?? "";
    const other = (await upload(ofBytes(pdf))).json().data.documentKey as string;
    const status = async (address: string, who = {}) => (await app.get(address, who)).statusCode;
    expect(await status(path.slice(0, -1))).toBe(404);
    expect(await status(path.replace(/signature=.*/, "signature="))).toBe(404);
    expect(await status(path.replace(/expires=\d+/, "expires=99999999999"))).toBe(404);
    expect(await status(path.replace(data.documentKey, other))).toBe(404);
    expect(await status(path.replace(`&signature=${signature}`, ""))).toBe(400);
    expect(await status(path.replace(/\?.*/, ""), ann.headers)).toBe(200);
    expect(await status(path.replace(/\?.*/, ""), bob.headers)).toBe(404);
    const began = clock;
    clock = new Date(began.getTime() + 299_000);
    expect(await status(path)).toBe(200);
    clock = new Date(began.getTime() + 300_000);
    expect(await status(path)).toBe(404);
    expect(await status(path, ann.headers)).toBe(200);
    clock = began;
  });

  test.each([
    ["bytes=0-3", 206, "%PDF", "bytes 0-3/48"],
    ["bytes=-6", 206, "%%EOF\n", "bytes 42-47/48"],
    ["bytes=42-999", 206, "%%EOF\n", "bytes 42-47/48"],
    ["bytes=48-", 416, "", "bytes */48"],
    ["bytes=-0", 416, "", "bytes */48"],
    ["bytes=5-2", 200, pdf.toString(), undefined],
    ["bytes=0-1,4-5", 200, pdf.toString(), undefined],
    ["lines=0-1", 200, pdf.toString(), undefined],
  ])("Range: %s is %i [DOC-11]", async (range, status, body, contentRange) => {
    const { data } = (await upload(ofBytes(pdf))).json();
    const answer = await app.get(pathOf(data.documentUrl), { range });

    expect(pdf).toHaveLength(48);
    expect([answer.statusCode, answer.payload, answer.headers["content-range"]]).toEqual([
      status,
      body,
      contentRange,
    ]);
    const outdated = await app.get(pathOf(data.documentUrl), { range, "if-range": '"other"' });
    expect([outdated.statusCode, outdated.payload]).toEqual([200, pdf.toString()]);
  });

  test("a list has own documents only, and a deleted one is gone [DOC-10]", async () => {
    const carl = await makePerson(app);
    const { data } = (await upload(ofBytes(pdf), carl)).json();
    const keys = async (who = carl) =>
      (await app.get("/api/v1/documents", who.headers))
        .json()
        .data.map((one: { documentKey: string }) => one.documentKey);
    expect(await keys()).toEqual([data.documentKey]);
    expect(await keys(bob)).toEqual([]);
    const remove = (who: typeof ann) =>
      app.send({
        method: "DELETE",
        url: `/api/v1/documents/${data.documentKey}`,
        headers: who.headers,
      });
    expect((await remove(bob)).statusCode).toBe(404);
    expect((await remove(carl)).statusCode).toBe(200);
    expect((await app.get(pathOf(data.documentUrl), carl.headers)).statusCode).toBe(404);
    expect(await keys()).toEqual([]);
  });
});

describe("the sweeper", () => {
  test("removes bytes without a document and old reservations, and nothing else [DOC-11]", async () => {
    const store = documentFiles(files);
    const kept = Buffer.from("kept");
    const { data } = (await upload(ofBytes(kept, "kept", "text/plain"))).json();
    const gone = (await upload(ofBytes(Buffer.from("gone"), "gone", "text/plain"))).json().data;
    await app.send({
      method: "DELETE",
      url: `/api/v1/documents/${gone.documentKey}`,
      headers: ann.headers,
    });
    const cover = await files.put(Buffer.from("a cover, not a document"));
    const values = {
      userId: ann.id,
      name: "half",
      mediaType: "text/plain",
      sizeBytes: 7,
      status: "reserved" as const,
    };
    await db.insert(document).values([
      { ...values, key: "doc_old", digest: "1".repeat(64), createdAt: "2026-11-22T10:00:00Z" },
      { ...values, key: "doc_new", digest: "2".repeat(64), createdAt: clock.toISOString() },
    ]);
    const { log } = app.app;
    const setup = {
      database: app.database,
      mails: [],
      enqueued: [],
      log,
      now: () => clock,
      publicUrl: "",
    };
    const platform = openPlatform({
      db,
      jobs: inlineJobs(setup),
      log,
      now: () => clock,
      files,
      publicUrl: "",
    });

    const swept = await sweepDocuments(platform, new AbortController().signal);

    expect(swept.abandoned).toBe(1);
    expect(await store.get(sha256(Buffer.from("gone")))).toBeNull();
    expect(await store.get(sha256(kept))).toEqual(kept);
    expect(await files.get(cover)).not.toBeNull();
    expect((await app.get(pathOf(data.documentUrl))).payload).toBe("kept");
    const reserved = await db.select().from(document).where(eq(document.status, "reserved"));
    expect(reserved.map(({ key }) => key)).toEqual(["doc_new"]);
  });
});
