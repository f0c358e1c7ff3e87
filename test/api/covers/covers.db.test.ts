import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { openFileStore } from "#api/clients/files.ts";
import { imageTypeOf } from "#api/modules/covers/image-type.ts";
import { testApp } from "../../helpers/app.ts";
import { onePixel } from "../../helpers/one-pixel.ts";
import { makePerson, makeTeamEntity } from "../../helpers/people.ts";

const folder = await mkdtemp(join(tmpdir(), "tenk-covers-"));
afterAll(() => rm(folder, { recursive: true }));
const app = await testApp({ files: openFileStore(folder) });
const [owner, stranger, member, permitted] = [
  await makePerson(app),
  await makePerson(app),
  await makePerson(app),
  await makePerson(app),
];
const team = { owner, stranger, member, permitted };

const png = Buffer.from(onePixel, "base64");
const gif = Buffer.from("R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw==", "base64");
const webp = Buffer.from("UklGRiQAAABXRUJQVlA4IBgAAAAwAQCdASoBAAEAAUAmJaQAA3AA/vz0AAA=", "base64");
const jpeg = Buffer.concat([
  Buffer.from("ffd8ffe000104a46494600010100000100010000", "hex"),
  Buffer.from("ffda0008010100003f00", "hex"),
  Buffer.from("7f00", "hex"),
  Buffer.from("ffd9", "hex"),
]);
const mebibyte = 1_048_576;

/** A PNG of just this many bytes: a text chunk fills it up. */
function pngOf(size: number): Buffer {
  const end = png.length - 12;
  const text = Buffer.alloc(size - png.length);
  text.writeUInt32BE(text.length - 12, 0);
  text.write("tEXt", 4, "latin1");
  return Buffer.concat([png.subarray(0, end), text, png.subarray(end)]);
}

const put = (url: string, body: Buffer | object, type?: string, who = owner) =>
  app.send({
    method: "PUT",
    url,
    headers: { ...who.headers, ...(type === undefined ? {} : { "content-type": type }) },
    payload: body,
  });
const mine = "/api/v1/users/me/cover";

describe("the type of an image is decided by its content [LIM-17] [O-54]", () => {
  test.each([
    ["image/png", png],
    ["image/gif", gif],
    ["image/webp", webp],
    ["image/jpeg", jpeg],
  ] as const)("%s", (type, bytes) => {
    expect(imageTypeOf(bytes)).toBe(type);
    for (let cut = 0; cut < bytes.length; cut += 1) {
      expect(imageTypeOf(bytes.subarray(0, cut))).toBeNull();
    }
    expect(
      imageTypeOf(Buffer.concat([bytes, Buffer.from("<script>alert(1)</script>")])),
    ).toBeNull();
  });

  test.each([
    ["nothing", ""],
    ["a page", "<!doctype html><script>alert(1)</script>"],
    ["a drawing that runs", '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'],
    ["a PDF", "%PDF-1.7"],
    ["a bitmap", "BM"],
    ["a RIFF that is no picture", "RIFF\u0004\0\0\0WAVE"],
    ["only the first bytes of a PNG", "\u0089PNG\r\n\u001a\n"],
    ["chunks that never end", `${png.toString("latin1", 0, 33)}\0\0\0\0tEXt\0\0\0\0`],
  ])("%s is none", (_, text) => {
    expect(imageTypeOf(Buffer.from(text, "latin1"))).toBeNull();
  });

  test("10 000 damaged images end in an answer, at once", () => {
    let seed = 7;
    const random = (below: number) => {
      seed = (seed * 48_271) % 2_147_483_647;
      return seed % below;
    };
    for (let n = 0; n < 10_000; n += 1) {
      const bytes = Buffer.from([png, gif, webp, jpeg][n % 4] as Buffer);
      for (let flips = 0; flips < 3; flips += 1) bytes[random(bytes.length)] = random(256);
      expect([null, "image/png", "image/gif", "image/webp", "image/jpeg"]).toContain(
        imageTypeOf(bytes),
      );
    }
  });
});

describe("PUT /api/v1/users/me/cover", () => {
  test("takes the image as it is, whatever its sender calls it, or as Base64 [LIM-18] [A-40]", async () => {
    const raw = await put(mine, jpeg, "image/png");
    const asJson = await put(mine, { content: png.toString("base64") });
    const asBytes = await put(mine, gif, "application/octet-stream");

    expect(raw.json().data).toEqual({
      coverUrl: `http://localhost:3000/api/v1/users/profile/${owner.id}/cover`,
      type: "image/jpeg",
      size: jpeg.length,
      hash: expect.stringMatching(/^sha256:[0-9a-f]{64}$/),
    });
    expect([asJson.json().data.type, asBytes.json().data.type]).toEqual(["image/png", "image/gif"]);
  });

  test("takes Base64 without its padding", async () => {
    const answer = await put(mine, { content: onePixel.replaceAll("=", "") });

    expect([answer.statusCode, answer.json().data.size]).toEqual([200, png.length]);
  });

  test("is served to everybody as what it is, never to be sniffed, cached by its content [LIM-17]", async () => {
    await put(mine, webp, "image/webp");
    const url = `/api/v1/users/profile/${owner.id}/cover`;
    const answer = await app.get(url);

    expect(answer.statusCode).toBe(200);
    expect(answer.rawPayload.equals(webp)).toBe(true);
    expect(answer.headers["content-type"]).toBe("image/webp");
    expect(answer.headers["x-content-type-options"]).toBe("nosniff");
    expect(answer.headers["content-disposition"]).toBe("attachment");
    expect(answer.headers["content-security-policy"]).toContain("default-src 'none'");
    const again = await app.get(url, { "if-none-match": String(answer.headers.etag) });
    expect([again.statusCode, again.rawPayload.length]).toEqual([304, 0]);
    expect((await app.get("/api/v1/users/me", owner.headers)).json().data.coverUrl).toBe(
      `http://localhost:3000${url}`,
    );
  });

  test("five mebibytes exactly are taken in either form, one byte more is 413 [LIM-17] [O-54] [ERR-24]", async () => {
    const [whole, over] = [pngOf(5 * mebibyte), pngOf(5 * mebibyte + 1)];

    expect(whole.length).toBe(5 * mebibyte);
    expect((await put(mine, whole, "image/png")).statusCode).toBe(200);
    expect((await put(mine, { content: whole.toString("base64") })).statusCode).toBe(200);
    for (const answer of [
      await put(mine, over, "image/png"),
      await put(mine, { content: over.toString("base64") }),
      await put(mine, Buffer.alloc(8 * mebibyte), "image/png"),
    ]) {
      expect([answer.statusCode, answer.json().code]).toEqual([413, "PAYLOAD_TOO_LARGE"]);
    }
  });

  test.each([
    ["a page called a PNG", Buffer.from("<html><script>alert(1)</script>"), "image/png", 415],
    ["an SVG", Buffer.from('<svg onload="alert(1)"/>'), "image/svg+xml", 415],
    [
      "a picture with a page behind it",
      Buffer.concat([png, Buffer.from("<html>")]),
      "image/png",
      415,
    ],
    ["another media type", png, "text/plain", 415],
    ["text that is no Base64", { content: "@@@@" }, undefined, 400],
    [
      "Base64 with something in it",
      { content: `${onePixel.slice(0, 8)}\n${onePixel.slice(8)}` },
      undefined,
      400,
    ],
    ["an empty text", { content: "" }, undefined, 400],
    ["more padding than there is", { content: `${onePixel}=` }, undefined, 400],
    // A quadratic check takes hours for it.
    ["megabytes of padding", { content: `${"=".repeat(6_000_000)}A` }, undefined, 400],
    ["no content", {}, undefined, 400],
    ["a number", { content: 5 }, undefined, 400],
  ] as const)("%s is refused as a cover [LIM-17]", async (_, body, type, status) => {
    const before = (await app.get("/api/v1/users/me", owner.headers)).json().data.coverUrl;
    const answer = await put(mine, body, type);

    expect(answer.statusCode).toBe(status);
    expect(answer.json().error.traceId).toBe(answer.headers["x-request-id"]);
    expect((await app.get("/api/v1/users/me", owner.headers)).json().data.coverUrl).toBe(before);
  });

  test("images go only where uploads are taken", async () => {
    const answer = await app.send({
      method: "POST",
      url: "/v2/watchlists",
      headers: { ...owner.headers, "content-type": "image/png" },
      payload: png,
    });

    expect(answer.statusCode).toBe(415);
  });

  test("DELETE takes it away; who has none is 404", async () => {
    await put(mine, png, "image/png");
    await app.send({ method: "DELETE", url: mine, headers: owner.headers });

    expect((await app.get(`/api/v1/users/profile/${owner.id}/cover`)).statusCode).toBe(404);
    expect((await app.get(`/api/v1/users/profile/${stranger.id}/cover`)).statusCode).toBe(404);
  });
});

describe("the cover of an entity", () => {
  test("is set with listing.manage, seen by whom the entity is known to, and is its banner [LIM-18] [A-40]", async () => {
    const [secret, known] = [
      await makeTeamEntity(app, team),
      await makeTeamEntity(app, team, { published: true, slug: "covered" }),
    ];
    const urlOf = (id: string) => `/v2/entities/${id}/cover`;
    for (const id of [secret, known]) {
      expect((await put(urlOf(id), png, "image/png", permitted)).statusCode).toBe(200);
      expect((await put(urlOf(id), png, "image/png", member)).statusCode).toBe(403);
    }

    expect((await app.get(urlOf(secret))).statusCode).toBe(404);
    expect((await app.get(urlOf(secret), stranger.headers)).statusCode).toBe(404);
    const seen = await app.get(urlOf(secret), member.headers);
    expect([seen.statusCode, seen.headers["cache-control"]]).toEqual([200, "private, no-cache"]);
    expect((await app.get(urlOf(known))).headers["cache-control"]).toContain("public");
    expect((await app.get("/v2/entities/public/covered")).json().entity.bannerUrl).toBe(
      `http://localhost:3000${urlOf(known)}`,
    );
    await app.send({ method: "DELETE", url: urlOf(known), headers: owner.headers });
    expect((await app.get("/v2/entities/public/covered")).json().entity.bannerUrl).toBeNull();
    expect((await app.get(urlOf(known))).statusCode).toBe(404);
  });
});

describe("the file store", () => {
  test("keeps equal bytes once, under a name that nobody chooses", async () => {
    const own = await mkdtemp(join(tmpdir(), "tenk-files-"));
    const store = openFileStore(own);
    const digests = await Promise.all(
      Array.from({ length: 16 }, () => store.put(Buffer.from("same"))),
    );
    const names = await readdir(own, { recursive: true });

    expect(new Set(digests).size).toBe(1);
    expect(names.filter((name) => name.length > 10).length).toBe(1);
    expect((await store.get(digests[0] ?? ""))?.toString()).toBe("same");
    expect(await store.get("0".repeat(64))).toBeNull();
    await rm(own, { recursive: true });
  });

  test.each(["", "../../etc/passwd", "..%2f", "A".repeat(64), `${"0".repeat(64)}/..`])(
    "looks nothing up under %j",
    async (digest) => {
      await expect(openFileStore(folder).get(digest)).rejects.toThrow(/SHA-256/);
    },
  );
});
