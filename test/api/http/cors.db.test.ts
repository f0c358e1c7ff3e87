import { describe, expect, test } from "vitest";
import { ConfigError, readConfig } from "#schemas/config/config.ts";
import { testApp } from "../../helpers/app.ts";

const origin = "https://app.example.com";
const preflight = { origin, "access-control-request-method": "POST" };

describe("without configured origins", async () => {
  const { get, send } = await testApp();

  test("no page may read an answer, and a preflight says nothing", async () => {
    const answer = await get("/v2/entities", { origin });
    const asked = await send({ method: "OPTIONS", url: "/v2/entities", headers: preflight });

    for (const one of [answer, asked]) {
      expect(one.headers["access-control-allow-origin"]).toBeUndefined();
    }
    expect(asked.headers.allow).toContain("GET");
  });
});

describe("with one", async () => {
  const { get, send } = await testApp({ corsOrigins: [origin] });

  test("its pages may read answers and ask before they write, never with cookies", async () => {
    const answer = await get("/v2/entities", { origin });
    const asked = await send({ method: "OPTIONS", url: "/v2/watchlists", headers: preflight });

    expect(answer.headers["access-control-allow-origin"]).toBe(origin);
    expect(answer.headers["access-control-expose-headers"]).toContain("RateLimit");
    expect(answer.headers.vary).toContain("Origin");
    expect(answer.headers.vary).toContain("Accept-Encoding");
    expect([asked.statusCode, asked.body]).toEqual([204, ""]);
    expect(asked.headers["access-control-allow-methods"]).toContain("PATCH");
    expect(asked.headers["access-control-allow-headers"]).toContain("Idempotency-Key");
    for (const one of [answer, asked]) {
      expect(one.headers["access-control-allow-credentials"]).toBeUndefined();
    }
  });

  test("a refusal may be read too", async () => {
    const answer = await get("/v2/watchlists", { origin });

    expect(answer.statusCode).toBe(401);
    expect(answer.headers["access-control-allow-origin"]).toBe(origin);
  });

  test.each([
    "https://evil.example.com",
    "https://app.example.com.evil.example",
    "http://app.example.com",
    "https://APP.example.com",
    "https://app.example.com:8443",
    "null",
    "*",
    "",
  ])("pages of %j may not: nothing is reflected", async (other) => {
    const answer = await get("/v2/entities", { origin: other });
    const asked = await send({
      method: "OPTIONS",
      url: "/v2/entities",
      headers: { ...preflight, origin: other },
    });

    for (const one of [answer, asked]) {
      expect(one.headers["access-control-allow-origin"]).toBeUndefined();
    }
    expect(answer.headers.vary).toContain("Origin");
  });
});

test("`*` is any origin, said as such", async () => {
  const { get } = await testApp({ corsOrigins: ["*"] });
  const answer = await get("/v2/entities", { origin: "https://any.example" });

  expect(answer.headers["access-control-allow-origin"]).toBe("*");
  expect(answer.headers.vary).not.toContain("Origin");
});

describe("CORS_ORIGINS", () => {
  test.each([
    [undefined, []],
    ["", []],
    ["*", ["*"]],
    ["https://a.example", ["https://a.example"]],
    ["https://a.example, http://localhost:5173", ["https://a.example", "http://localhost:5173"]],
  ])("%j is %j", (text, origins) => {
    expect(readConfig({ CORS_ORIGINS: text }).corsOrigins).toEqual(origins);
  });

  test.each([
    "a.example",
    "https://a.example/",
    "https://*.example",
    "*,https://a.example",
    "null",
  ])("%j is refused in one sentence", (text) => {
    expect(() => readConfig({ CORS_ORIGINS: text })).toThrow(ConfigError);
    expect(() => readConfig({ CORS_ORIGINS: text })).toThrow(/CORS_ORIGINS must be origins/);
  });

  test("files of users are kept in the archive's S3, or beside the database", () => {
    expect(readConfig({ DATA_DIR: "/data" }).filesUrl).toBe("/data/files");
    expect(readConfig({ ARCHIVE_URL: "s3://bucket/tenk" }).filesUrl).toBe("s3://bucket/tenk/files");
  });
});
