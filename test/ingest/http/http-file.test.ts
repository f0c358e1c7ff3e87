import { mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { UpstreamBudget } from "#ingest/http/upstream-budget.ts";
import { createHttp, type Http } from "#ingest/http.ts";

let folder: string;
let mirror: string;
let http: Http;

const noBudget: UpstreamBudget = {
  take: () => Promise.reject(new Error("a file needs no turn")),
  hold: () => Promise.reject(new Error("a file holds nobody")),
};

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "tenk-mirror-"));
  await mkdir(join(folder, "mirror", "submissions"), { recursive: true });
  await mkdir(join(folder, "mirror-secrets"));
  await writeFile(join(folder, "mirror-secrets", "key.json"), "{}");
  await writeFile(join(folder, "mirror", "submissions", "plain.json"), '{"a":1}');
  await writeFile(join(folder, "mirror", "submissions", "packed.json.gz"), gzipSync('{"b":2}'));
  await writeFile(join(folder, "mirror", "submissions", "both.json"), '{"c":3}');
  await writeFile(join(folder, "mirror", "submissions", "both.json.gz"), gzipSync('{"c":4}'));
  await writeFile(join(folder, "mirror", "submissions", "cut.json"), '{"a":');
  await writeFile(join(folder, "mirror", "submissions", "bad.json.gz"), "not gzip");
  await symlink(join(folder, "mirror-secrets"), join(folder, "mirror", "link"));
  mirror = pathToFileURL(join(folder, "mirror")).href;
  http = createHttp({
    userAgent: "Tenk Tests tests@example.com",
    budget: noBudget,
    fileRoots: [mirror],
    now: () => new Date("2026-11-20T12:00:00Z"),
    limits: { maxBytes: { tickers: 5 } },
  });
});
afterAll(async () => {
  await http.close();
  await rm(folder, { recursive: true, force: true });
});

const get = (path: string) => http.get(mirror + path, { kind: "submissions" });

describe("a mirror in a directory", () => {
  test.each([
    ["plain.json", '{"a":1}'],
    ["packed.json", '{"b":2}'],
    ["both.json", '{"c":3}'],
  ])("serves %s, packed or not, without a turn of the budget", async (name, body) => {
    expect(await get(`/submissions/${name}`)).toMatchObject({
      status: "ok",
      body: Buffer.from(body),
      fetchedAt: "2026-11-20T12:00:00.000Z",
    });
  });

  test("answers a file that has not changed like a host with validators", async () => {
    const first = await get("/submissions/packed.json");
    const etag = first.status === "ok" ? first.etag : null;
    const again = (known: string | null) =>
      http.get(`${mirror}/submissions/packed.json`, { kind: "submissions", etag: known });

    expect(await again(etag)).toEqual({ status: "notModified" });
    await writeFile(join(folder, "mirror", "submissions", "packed.json.gz"), gzipSync('{"b":200}'));
    expect(await again(etag)).toMatchObject({ status: "ok", body: Buffer.from('{"b":200}') });
  });

  test.each([
    "/submissions/missing.json",
    "/missing/plain.json",
    "/submissions",
    "/submissions/plain.json/more",
    "/submissions/plain.json?action=getcurrent",
  ])("says that %s is absent", async (path) => {
    expect(await get(path)).toEqual({ status: "absent", httpStatus: 404 });
  });

  test.each([
    ["/../mirror-secrets/key.json", "refused"],
    ["/%2e%2e/mirror-secrets/key.json", "refused"],
    ["/submissions/..%2f..%2f..%2fmirror-secrets/key.json", "refused"],
    ["-secrets/key.json", "refused"],
    ["/link/key.json", "refused"],
    ["/submissions/plain.json%00", "refused"],
    ["/submissions/cut.json", "truncated"],
    ["/submissions/bad.json", "corrupt"],
  ])("refuses %s as %s", async (path, code) => {
    await expect(get(path)).rejects.toMatchObject({ name: "SourceError", code });
  });

  test("knows the size limits, and no other directories or protocols", async () => {
    const kind = "tickers";
    await expect(http.get(`${mirror}/submissions/plain.json`, { kind })).rejects.toMatchObject({
      code: "too_large",
    });
    for (const url of ["file:///etc/hostname", "ftp://example.com/x", "data:application/json,{}"]) {
      await expect(http.get(url, { kind })).rejects.toMatchObject({ code: "refused" });
    }
  });
});
