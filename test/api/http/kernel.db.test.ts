import { request as httpRequest } from "node:http";
import { connect } from "node:net";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { anyone, user } from "#api/auth/access.ts";
import { list, one } from "#api/http/answers.ts";
import type { Endpoint } from "#api/http/endpoint.ts";
import { badRequest } from "#api/http/errors.ts";
import { moduleOf } from "#api/http/module.ts";
import {
  entityService,
  type Family,
  oauth,
  rpc,
  v1,
  v2,
  v2Bare,
} from "#api/http/responses/families.ts";
import { pageQuery } from "#schemas/shapes/page.ts";
import { testApp } from "../../helpers/app.ts";

const { endpoint } = moduleOf({ tag: "Tests" });

const families: [Family, string][] = [
  [v1, "/api/v1"],
  [v2, "/v2"],
  [v2Bare, "/v2"],
  [rpc, "/v1"],
  [entityService("entities"), "/api/v1"],
  [oauth, "/v1"],
];

const thing = z.object({
  name: z.string().min(1).max(10),
  size: z.number(),
  tags: z.array(z.string()),
});

/** The same little endpoints in each family, told apart by a word in the path. */
const endpointsOf = (family: Family, word: string): Endpoint[] => [
  endpoint({
    family,
    at: `GET /${word}/:id`,
    name: `${word}1`,
    description: "Of a test.",
    summary: "One",
    access: anyone,
    params: z.object({ id: z.uuid() }),
    answers: one(z.object({ id: z.uuid() })),
    handle: ({ params }) => params,
  }),
  endpoint({
    family,
    at: `POST /${word}`,
    name: `${word}2`,
    description: "Of a test.",
    summary: "Create",
    access: anyone,
    body: thing,
    status: 201,
    answers: one(thing),
    handle: ({ body }) => body,
  }),
  endpoint({
    family,
    at: `DELETE /${word}`,
    name: `${word}3`,
    description: "Of a test.",
    summary: "Act without a body",
    access: anyone,
    answers: one(z.object({ deleted: z.boolean() })),
    handle: () => ({ deleted: true }),
  }),
  endpoint({
    family,
    at: `GET /${word}/mine`,
    name: `${word}4`,
    description: "Of a test.",
    summary: "Own",
    access: user,
    answers: one(z.object({ userId: z.uuid() })),
    handle: ({ caller }) => ({ userId: caller.userId }),
  }),
  endpoint({
    family,
    at: `GET /${word}/rule`,
    name: `${word}5`,
    description: "Of a test.",
    summary: "Refused by a rule",
    access: anyone,
    answers: one(z.object({})),
    handle: () => {
      throw badRequest("Not on a Sunday");
    },
  }),
  endpoint({
    family,
    at: `GET /${word}/broken`,
    name: `${word}6`,
    description: "Of a test.",
    summary: "Broken",
    access: anyone,
    answers: one(z.object({})),
    handle: () => {
      throw new Error("select secret from /etc/passwd");
    },
  }),
  endpoint({
    family,
    at: `GET /${word}/list`,
    name: `${word}7`,
    description: "Of a test.",
    summary: "List",
    access: anyone,
    query: pageQuery,
    answers: list(z.object({ n: z.int() })),
    handle: ({ query }) => ({ rows: [{ n: 1 }, { n: 2 }], total: 5, ...query }),
  }),
];

const words = families.map(([family]) => family.name.replace(/\W+/g, "-").toLowerCase());
const { app, get, send, signIn, logged } = await testApp(
  {},
  families.flatMap(([family], at) => endpointsOf(family, words[at] ?? "")),
);
const path = (family: Family, prefix: string) =>
  `${prefix}/${family.name.replace(/\W+/g, "-").toLowerCase()}`;
const id = "0b7c1a58-1c39-4c0e-9a3f-6f0f0d2f4a11";
const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);

test("each family wraps one object its own way [A-02] [A-03] [CNV-01] [CNV-09] [CNV-11] [CNV-14] [CNV-17] [CNV-18] [VER-01]", async () => {
  const one = async (family: Family, prefix: string) =>
    (await get(`${path(family, prefix)}/${id}`)).json();

  expect(await one(v1, "/api/v1")).toEqual({ data: { id }, meta: { timestamp: time } });
  expect(await one(v2, "/v2")).toEqual({ data: { id }, meta: { timestamp: time } });
  expect(await one(v2Bare, "/v2")).toEqual({ id });
  expect(await one(rpc, "/v1")).toEqual({ result: { data: { success: true, data: { id } } } });
  expect(await one(entityService("entities"), "/api/v1")).toEqual({
    id,
    data: { id },
    meta: { timestamp: time },
  });
  expect(await one(oauth, "/v1")).toEqual({ id });
});

test("each family wraps a list its own way, with the same page [CNV-06] [CNV-10] [CNV-12] [CNV-15] [A-02]", async () => {
  const list = async (family: Family, prefix: string) =>
    (await get(`${path(family, prefix)}/list?limit=2&offset=1`)).json();
  const data = [{ n: 1 }, { n: 2 }];
  const page = { total: 5, limit: 2, offset: 1, hasMore: true };

  expect(await list(v1, "/api/v1")).toEqual({ data, meta: page });
  expect(await list(v2, "/v2")).toEqual({ data, meta: page });
  expect(await list(rpc, "/v1")).toEqual({
    result: { data: { success: true, data, pagination: page } },
  });
  expect(await list(entityService("entities"), "/api/v1")).toEqual({
    data,
    meta: page,
    entities: data,
    pagination: page,
  });
});

describe.each(families)("errors of family $name", (family, prefix) => {
  const base = path(family, prefix);
  const refused = (status: number, code: string) => {
    const message = expect.any(String);
    const traceId = expect.stringMatching(/^[0-9a-f-]{36}$/);
    if (family.name === "oauth") {
      return { error: expect.any(String), error_description: message };
    }
    if (family.name === "rpc") return { error: { code, message, httpStatus: status } };
    if (family.prefix === "/v2") return { error: { code, message, traceId } };
    const error = { code, message, httpStatus: status, traceId };
    return { code, message, issues: expect.any(Array), error };
  };
  const shapeCode = family.invalid.code;

  test("a malformed id is the family's validation code [A-17] [A-01] [CNV-13] [CNV-16] [CNV-19] [CNV-20] [ERR-05] [ERR-08]", async () => {
    const answer = await get(`${base}/not-a-uuid`);

    expect(answer.statusCode).toBe(400);
    expect(answer.json()).toEqual(refused(400, shapeCode));
  });

  test("JSON values are never coerced, nor replaced by defaults of their type [A-45] [CNV-35]", async () => {
    for (const body of [
      { name: 5, size: 1, tags: [] },
      { name: "a", size: "1", tags: [] },
      { name: "a", size: null, tags: [] },
      { name: "a", size: "Infinity", tags: [] },
      { name: "a", size: true, tags: [] },
      { name: "a", size: 1, tags: "x" },
      { name: "", size: 1, tags: [] },
      { name: "elevenchars", size: 1, tags: [] },
    ]) {
      const answer = await send({ method: "POST", url: base, payload: body });
      expect(answer.statusCode).toBe(400);
      expect(answer.json()).toEqual(refused(400, shapeCode));
    }
    const good = { name: "a", size: 1, tags: ["x"] };
    expect((await send({ method: "POST", url: base, payload: good })).statusCode).toBe(201);
  });

  test("bodies that are not good JSON are 400, 413 or 415 in the envelope [ERR-24] [ERR-25] [CNV-02]", async () => {
    const post = (payload: string, type = "application/json") =>
      send({ method: "POST", url: base, payload, headers: { "content-type": type } });
    const rest = '"size":1,"tags":[]';

    for (const payload of ["{", "nonsense", '{"name":"a"', "[1,", "{'a':1}"]) {
      const answer = await post(payload);
      expect(answer.statusCode).toBe(400);
      expect(answer.json()).toEqual(refused(400, "BAD_REQUEST"));
    }
    for (const payload of [
      `{"__proto__":{"x":1},"name":"a",${rest}}`,
      `{"constructor":{"prototype":{"x":1}},"name":"a",${rest}}`,
    ]) {
      const answer = await post(payload);
      expect(answer.statusCode).toBe(400);
      expect(answer.json()).toEqual(refused(400, "BAD_REQUEST"));
      expect(answer.body).toContain("are not accepted");
    }
    for (const payload of [
      `{"name":"a\\u0000",${rest}}`,
      `{"name":"\\ud800",${rest}}`,
      "",
      "null",
    ]) {
      const answer = await post(payload);
      expect(answer.statusCode).toBe(400);
      expect(answer.json()).toEqual(refused(400, shapeCode));
    }
    const nested = '"tags":[],"x":{"y":1,"\\u0079":2}';
    for (const payload of [`{"name":"a","name":"b",${rest}}`, `{"name":"a","size":1,${nested}}`]) {
      const answer = await post(payload);
      expect(answer.statusCode).toBe(400);
      expect(answer.json()).toEqual(refused(400, "BAD_REQUEST"));
      expect(answer.body).toContain("has a duplicate key");
    }
    const quotes = `{"name":"a\\":\\\\", "tags" : ["x\\":", {"name":1}] ,"size":1}`;
    expect((await post(quotes.replace(', {"name":1}', ""))).statusCode).toBe(201);
    expect((await post(quotes)).body).not.toContain("twice");
    const deep = `{"name":"a","size":1,"tags":${"[".repeat(100_000)}${"]".repeat(100_000)}}`;
    expect((await post(deep)).statusCode).toBe(400);
    const large = await post(JSON.stringify({ name: "x".repeat(1_100_000) }));
    expect(large.statusCode).toBe(413);
    expect(large.json()).toEqual(refused(413, "PAYLOAD_TOO_LARGE"));
    for (const type of ["text/plain", "application/xml", "multipart/form-data", "garbage"]) {
      const answer = await post("{}", type);
      expect(answer.statusCode).toBe(415);
      expect(answer.json()).toEqual(refused(415, "UNSUPPORTED_MEDIA_TYPE"));
    }
    expect(({} as Record<string, unknown>).x).toBeUndefined();
  });

  test("a number that would be stored rounded is refused, and one that a program wrote is not [CNV-35]", async () => {
    const post = (size: string) =>
      send({
        method: "POST",
        url: base,
        payload: `{"name":"a","size":${size},"tags":["1.2345678901234567890"]}`,
        headers: { "content-type": "application/json" },
      });
    for (const size of ["12345678901234567890.12", "9007199254740993", "-1.2345678901234567890"]) {
      const answer = await post(size);
      expect([size, answer.statusCode]).toEqual([size, 400]);
      expect(answer.json()).toEqual(refused(400, "BAD_REQUEST"));
      expect(answer.body).toContain("send it as text");
    }
    for (const size of [
      "0.30000000000000004",
      "0.10000000000000001",
      "1180591620717411303424",
      "1.1805916207174113e+21",
      "123456789012345.670000",
    ]) {
      expect([size, (await post(size)).statusCode]).toEqual([size, 201]);
    }
  });

  test("an operation without a body takes an absent or empty one [CNV-32]", async () => {
    const json = { "content-type": "application/json" };
    for (const payload of [undefined, "", "{}"]) {
      const answer = await send({
        method: "DELETE",
        url: base,
        headers: json,
        ...(payload === undefined ? {} : { payload }),
      });
      expect(answer.statusCode).toBe(200);
    }
  });

  test("no credential and a bad one are 401 before anything else [AUT-07] [AUT-08] [AUT-09] [AUT-10] [ERR-09] [A-43]", async () => {
    const none = await get(`${base}/mine`);
    const bad = await get(`${base}/mine`, { authorization: "Bearer x" });

    expect([none.statusCode, bad.statusCode]).toEqual([401, 401]);
    expect(none.headers["www-authenticate"]).toBe("Bearer");
    expect(none.body).toContain("Authorization not provided");
    expect(bad.body).toContain("Missing or invalid Authorization header");
    expect(none.json()).toEqual(refused(401, "UNAUTHORIZED"));
    const good = await get(`${base}/mine`, await signIn("kernel@example.com"));
    expect(good.statusCode).toBe(200);
  });

  test("a rule's refusal is BAD_REQUEST with its message [A-17] [ERR-01] [ERR-08]", async () => {
    const answer = await get(`${base}/rule`);

    expect(answer.statusCode).toBe(400);
    expect(answer.json()).toEqual(refused(400, "BAD_REQUEST"));
    expect(answer.body).toContain("Not on a Sunday");
  });

  test("an unexpected error is 500 without detail, logged once with its trace id [ERR-14] [ERR-17] [O-07]", async () => {
    const answer = await get(`${base}/broken`);

    expect(answer.statusCode).toBe(500);
    expect(answer.json()).toEqual(refused(500, "INTERNAL_SERVER_ERROR"));
    expect(answer.body).not.toMatch(/secret|passwd|at .*\.ts/);
    const lines = logged.filter((line) => line.requestId === answer.headers["x-request-id"]);
    expect(lines.map((line) => line.level)).toEqual([50, 30]);
    expect(JSON.stringify(lines[0])).toContain("select secret");
  });

  test("a wrong method is 405 with Allow, OPTIONS says what there is [CNV-31]", async () => {
    const wrong = await send({ method: "PUT", url: base, payload: "{broken" });

    expect(wrong.statusCode).toBe(405);
    expect(wrong.headers.allow).toBe("POST, DELETE, OPTIONS");
    expect(wrong.json()).toEqual(refused(405, "METHOD_NOT_ALLOWED"));
    const options = await send({ method: "OPTIONS", url: `${base}/list` });
    expect(options.statusCode).toBe(204);
    expect(options.headers.allow).toBe("GET, HEAD, OPTIONS");
  });
});

test("unknown routes are 404 in the envelope of their path family [CNV-30]", async () => {
  expect((await get("/v2/nothing")).json()).toEqual({
    error: { code: "NOT_FOUND", message: "Endpoint not found", traceId: expect.any(String) },
  });
  expect((await get("/v1/nothing.here")).json()).toEqual({
    error: { code: "NOT_FOUND", message: "Endpoint not found", httpStatus: 404 },
  });
  expect((await get("/api/v1/nothing")).json()).toMatchObject({
    code: "NOT_FOUND",
    issues: [],
    error: { httpStatus: 404 },
  });
  for (const url of ["/nothing", "/v2", "/v1", "/api/v1", "/v22/x", "//v2/x"]) {
    expect((await get(url)).statusCode).toBe(404);
  }
});

test("a trailing slash is ignored, literals win over parameters [A-08] [A-10] [PUB-13]", async () => {
  expect((await get("/v2/v2/list/")).statusCode).toBe(200);
  expect((await get("/v2/v2/rule")).body).toContain("Not on a Sunday");
});

test("every answer carries its request id and the safety headers, and no Server header [ERR-17]", async () => {
  const answers = [
    await get(`/v2/v2/${id}`),
    await get("/v2/nothing"),
    await get("/v2/%zz"),
    await get("/v2/v2/broken"),
    await send({ method: "OPTIONS", url: "/v2/v2" }),
    await get("/api/docs"),
  ];
  for (const { headers } of answers) {
    expect(headers["x-request-id"]).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
    expect(headers["x-content-type-options"]).toBe("nosniff");
    expect(headers["x-frame-options"]).toBe("DENY");
    expect(headers["content-security-policy"]).toContain("frame-ancestors 'none'");
    expect(headers.server).toBeUndefined();
    expect(headers["x-powered-by"]).toBeUndefined();
    expect(headers["access-control-allow-origin"]).toBeUndefined();
  }
  const error = await get("/v2/nothing");
  expect(error.json().error.traceId).toBe(error.headers["x-request-id"]);
  expect(error.headers["cache-control"]).toBe("no-store");
});

test("a client cannot choose the request id", async () => {
  const answer = await get("/v2/nothing", { "x-request-id": "forged\nline" });

  expect(answer.headers["x-request-id"]).not.toContain("forged");
});

test("NUL and broken escapes in addresses are 400, encoded dots lead nowhere", async () => {
  for (const url of ["/v2/v2/%00", `/v2/v2/${id}?x=%00`, "/v2/%zz", "/v2/v2/%ed%a0%80"]) {
    const answer = await get(url);
    expect(answer.statusCode).toBe(400);
    expect(answer.json().error.traceId).toBe(answer.headers["x-request-id"]);
  }
  expect((await get("/v2/v2/..%2f..%2fetc%2fpasswd")).statusCode).toBe(400);
});

test("a path parameter of any length gets the documented answer [CNV-36]", async () => {
  for (const length of [101, 1000, 10_000]) {
    const answer = await get(`/v2/v2/${"x".repeat(length)}`);
    expect(answer.statusCode).toBe(400);
    expect(answer.json().error.code).toBe("FST_ERR_VALIDATION");
  }
});

test("one line per request: method, path, status; never the query or a credential", async () => {
  const before = logged.length;
  const { authorization } = await signIn("log@example.com");
  const answer = await get(`/v2/v2/${id}?apiKey=sk_secret`, { authorization });

  const lines = logged.slice(before);
  expect(lines).toHaveLength(1);
  expect(lines[0]).toMatchObject({
    msg: "request",
    requestId: answer.headers["x-request-id"],
    method: "GET",
    path: `/v2/v2/${id}`,
    status: 200,
  });
  expect(JSON.stringify(logged)).not.toMatch(/sk_secret|eyJ/);
});

describe("over a socket", async () => {
  const address = new URL(await app.listen({ port: 0, host: "127.0.0.1" }));

  test("headers over the limit are 431, garbage is 400, both in an envelope", async () => {
    const raw = (bytes: string) =>
      new Promise<string>((resolve, reject) => {
        const socket = connect(Number(address.port), address.hostname, () => socket.write(bytes));
        let text = "";
        socket.on("data", (chunk) => {
          text += chunk;
        });
        socket.on("close", () => resolve(text));
        socket.on("error", reject);
      });

    const large = await raw(
      `GET /v2/x HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${"x".repeat(40_000)}\r\n\r\n`,
    );
    const garbage = await raw("nonsense\r\n\r\n");

    expect(large).toMatch(/^HTTP\/1\.1 431 /);
    expect(garbage).toMatch(/^HTTP\/1\.1 400 /);
    const body = JSON.parse(garbage.split("\r\n\r\n")[1] ?? "");
    expect(body.error).toMatchObject({ code: "BAD_REQUEST", traceId: expect.any(String) });
    expect(garbage).not.toMatch(/^server:/im);
  });

  test("HEAD answers as GET without a body", async () => {
    const answer = await new Promise<{ status?: number | undefined; length: string; body: string }>(
      (resolve, reject) => {
        httpRequest(new URL(`/v2/v2/${id}`, address), { method: "HEAD" }, (response) => {
          let body = "";
          response.on("data", (chunk) => {
            body += chunk;
          });
          response.on("end", () =>
            resolve({
              status: response.statusCode,
              length: String(response.headers["content-length"]),
              body,
            }),
          );
        })
          .on("error", reject)
          .end();
      },
    );

    expect(answer).toEqual({ status: 200, length: expect.stringMatching(/^\d+$/), body: "" });
  });
});
