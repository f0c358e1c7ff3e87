import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { text } from "node:stream/consumers";
import { gzipSync } from "node:zlib";
import { afterAll, describe, expect, test } from "vitest";
import { testApp } from "../../helpers/app.ts";
import { makeCompany } from "../../helpers/make.ts";
import { makePerson } from "../../helpers/people.ts";

const publicUrl = "https://api.tenk.example";
const app = await testApp({ publicUrl });
const { send, get } = app;
await app.app.listen({ port: 0, host: "127.0.0.1" });
const { port } = app.app.server.address() as AddressInfo;
const ann = await makePerson(app, "ann@example.com");
const authorization = ann.headers.authorization ?? "";

async function open(): Promise<Socket> {
  const socket = connect(port, "127.0.0.1");
  // A refused request may end in a reset.
  socket.on("error", () => {});
  await once(socket, "connect");
  return socket;
}

/** What the server says to these bytes until it closes the connection. */
async function say(...lines: string[]): Promise<string> {
  const socket = await open();
  socket.write(lines.join("\r\n"));
  return text(socket);
}

const statusesIn = (answer: string) =>
  [...answer.matchAll(/HTTP\/1\.1 (\d{3})/g)].map(([, status]) => status);

describe("a body that is not what its headers say", () => {
  const post = (headers: Record<string, string>, payload: string | Buffer) =>
    send({
      method: "POST",
      url: "/v2/watchlists",
      headers: { ...ann.headers, "content-type": "application/json", ...headers },
      payload,
    });

  test.each(["gzip", "br", "deflate, gzip", "GZIP", "x"])(
    "with Content-Encoding %s is 415, compressed or not, and makes nothing",
    async (coding) => {
      for (const payload of ['{"name":"Coded"}', gzipSync('{"name":"Coded"}')]) {
        const answer = await post({ "content-encoding": coding }, payload);
        expect(answer.statusCode).toBe(415);
        expect(answer.json().error.code).toBe("UNSUPPORTED_MEDIA_TYPE");
        expect(answer.headers["accept-encoding"]).toBe("identity");
      }
      expect((await get("/v2/watchlists", ann.headers)).body).not.toContain("Coded");
    },
  );

  test.each(["utf-16", "UTF-16LE", '"utf-16"', "iso-8859-1", "x"])(
    "with the character set %s is 415, whatever its bytes are",
    async (charset) => {
      const type = { "content-type": `application/json; charset=${charset}` };
      for (const encoding of ["utf8", "utf16le"] as const) {
        const answer = await post(type, Buffer.from('{"name":"Encoded"}', encoding));
        expect(answer.statusCode).toBe(415);
      }
      expect((await get("/v2/watchlists", ann.headers)).body).not.toContain("Encoded");
    },
  );

  test.each(["7b226e616d65223a22ff227d", "7b226e616d65223a22c3227d", "fffe7b00"])(
    "whose bytes 0x%s are not UTF-8 is 415, not mended",
    async (bytes) => {
      expect((await post({}, Buffer.from(bytes, "hex"))).statusCode).toBe(415);
      expect((await get("/v2/watchlists", ann.headers)).body).not.toContain("\ufffd");
    },
  );

  test("is taken when it is plain UTF-8 and says so", async () => {
    for (const headers of [
      { "content-encoding": "identity" },
      { "content-type": "application/json; charset=UTF-8" },
      { "content-type": 'application/json;charset="utf-8"' },
    ] as Record<string, string>[]) {
      expect((await post(headers, '{"name":"Plain ü"}')).statusCode).toBe(201);
    }
  });
});

describe("bytes that proxies and servers may read in two ways", () => {
  const smuggled = "GET /healthz HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n";
  const post = ["POST /v2/watchlists HTTP/1.1", "Host: a", `Authorization: ${authorization}`];

  test.each([
    ["two lengths", ["Content-Length: 2", "Content-Length: 60", "", `{}${smuggled}`]],
    [
      "a length and chunks",
      ["Content-Length: 5", "Transfer-Encoding: chunked", "", `0\r\n\r\n${smuggled}`],
    ],
    ["an encoding twice", ["Transfer-Encoding: chunked, chunked", "", `0\r\n\r\n${smuggled}`]],
    ["a length that is no number", ["Content-Length: +2", "", `{}${smuggled}`]],
    ["a folded header", ["X-A: 1", " Content-Length: 2", "Content-Length: 2", "", `{}${smuggled}`]],
    ["a header with a space before its colon", ["Content-Length : 2", "", `{}${smuggled}`]],
  ])("%s: refused once, and what was hidden behind it is not answered", async (_, rest) => {
    const answer = await say(...post, ...rest);

    expect(statusesIn(answer)).toEqual(["400"]);
    expect(answer).not.toContain('"status":"ok"');
  });

  test("two Host headers are refused, equal or not", async () => {
    for (const second of ["a", "b"]) {
      const answer = await say(
        "GET /healthz HTTP/1.1",
        "Host: a",
        `HOST: ${second}`,
        "Connection: close",
        "",
        "",
      );
      expect(statusesIn(answer)).toEqual(["400"]);
      expect(answer).toContain("more than one Host header");
    }
  });

  test.each([
    "%2e%2e/%2e%2e/package.json",
    "..%2f..%2fpackage.json",
    "..%5c..%5cpackage.json",
    "..",
    `${"a".repeat(300)}.css`,
    "a".repeat(5000),
  ])("the documentation's files have no %s", async (name) => {
    const answer = await say(
      `GET /api/docs/static/${name} HTTP/1.1`,
      "Host: a",
      "Connection: close",
      "",
      "",
    );

    expect(statusesIn(answer)).toEqual(["404"]);
    expect(answer).toContain('"code":"NOT_FOUND"');
  });

  test("TRACE, CONNECT and unknown methods are refused and nothing is echoed", async () => {
    for (const method of ["TRACE", "CONNECT", "TRACK", "GETS"]) {
      const answer = await say(
        `${method} /v2/watchlists HTTP/1.1`,
        "Host: a",
        "X-Echo: tenk-echo",
        "Connection: close",
        "",
        "",
      );
      expect(statusesIn(answer).every((status) => status?.startsWith("4"))).toBe(true);
      expect(answer).not.toContain("tenk-echo");
    }
  });

  test("no header changes the method", async () => {
    const override = { "x-http-method-override": "DELETE", "x-method-override": "DELETE" };
    const made = await send({
      method: "POST",
      url: "/v2/watchlists?_method=DELETE",
      headers: { ...ann.headers, ...override },
      payload: { name: "Kept" },
    });
    const url = `/v2/watchlists/${made.json().data.id}`;
    const read = await get(url, { ...ann.headers, ...override });

    expect([made.statusCode, read.statusCode]).toEqual([201, 200]);
    expect((await get(url, ann.headers)).statusCode).toBe(200);
  });

  test("an absolute address leads to our own routes, whatever host it names", async () => {
    const answer = await say(
      "GET http://evil.example/healthz HTTP/1.1",
      "Host: evil.example",
      "Connection: close",
      "",
      "",
    );

    expect(["200", "400", "404"]).toContain(statusesIn(answer)[0]);
    expect(answer).not.toContain("evil.example");
  });
});

test("links are made of the configured address, whatever Host and its like say", async () => {
  const poison = {
    host: "evil.example",
    "x-forwarded-host": "evil.example",
    "x-forwarded-proto": "http",
    forwarded: "host=evil.example",
    "x-original-url": "/evil.example",
  };
  const payload = { email: "poisoned@example.com", password: "correct horse battery" };
  const metadata = await get("/.well-known/oauth-authorization-server", poison);
  const registered = await send({
    method: "POST",
    url: "/auth/register",
    headers: poison,
    payload,
  });

  expect(metadata.json().issuer).toBe(publicUrl);
  expect(registered.statusCode).toBe(201);
  expect(app.mails.at(-1)?.text).toContain(`${publicUrl}/auth/verify-email`);
  for (const answer of [metadata, registered]) {
    expect(answer.body + JSON.stringify(answer.headers)).not.toContain("evil.example");
  }
  expect(JSON.stringify(app.mails)).not.toContain("evil.example");
});

test("addresses that users give are kept as text and never fetched", async () => {
  let visits = 0;
  const trap = createServer((socket) => {
    visits += 1;
    socket.destroy();
  }).listen(0, "127.0.0.1");
  afterAll(() => trap.close());
  await once(trap, "listening");
  const host = `127.0.0.1:${(trap.address() as AddressInfo).port}`;
  const address = `https://${host}/trap`;
  const as = (method: "POST" | "PUT" | "PATCH", url: string, payload: object) =>
    send({ method, url, headers: ann.headers, payload });

  const application = await as("POST", "/v1/oauth.registerApplication", {
    name: "Trap",
    redirectUris: [`http://${host}/trap`],
  });
  const made = await as("POST", "/api/v1/entities", { name: "Trap" });
  const { id } = made.json().data;
  const logo = await as("PATCH", `/api/v1/entities/${id}`, { logoUrl: address });
  const contact = { kind: "website", label: "Home", value: address, visibility: "public" };
  const contacts = await as("PUT", `/v2/entities/${id}/contacts`, { fields: [contact] });
  await get(`/api/v1/entities/${id}`, ann.headers);

  expect([application, made, logo, contacts].map(({ statusCode }) => statusCode)).toEqual([
    200, 201, 200, 200,
  ]);
  expect(visits).toBe(0);
});

test("chunks without end are cut off with 413 where the limit is", async () => {
  const chunk = `100000\r\n${" ".repeat(0x10_0000)}\r\n`;
  const answer = await say(
    "POST /v2/watchlists HTTP/1.1",
    "Host: a",
    `Authorization: ${authorization}`,
    "Content-Type: application/json",
    "Transfer-Encoding: chunked",
    "",
    chunk.repeat(3),
  );

  expect(statusesIn(answer)).toEqual(["413"]);
  expect(answer).toContain('"code":"PAYLOAD_TOO_LARGE"');
});

test("500 idle connections and half a request do not stop others; both have a time limit", async () => {
  const idle = await Promise.all(Array.from({ length: 500 }, open));
  const half = await open();
  half.write("POST /v2/watchlists HTTP/1.1\r\nHost: a\r\nContent-Length: 100\r\n\r\n{");

  const answer = await say("GET /healthz HTTP/1.1", "Host: a", "Connection: close", "", "");

  expect(statusesIn(answer)).toEqual(["200"]);
  expect(app.app.server.headersTimeout).toBe(10_000);
  expect(app.app.server.requestTimeout).toBe(30_000);
  for (const socket of [half, ...idle]) socket.destroy();
});

test("slow headers and slow bodies are looked for every second and cut with 408", async () => {
  const { server } = app.app;
  const limits = [server.headersTimeout, server.requestTimeout] as const;
  [server.headersTimeout, server.requestTimeout] = [100, 200];
  try {
    const sockets = await Promise.all([open(), open()]);
    sockets[0].write("GET /healthz HTTP/1.1\r\nHost: a\r\nX-A: ");
    sockets[1].write(
      `POST /v2/watchlists HTTP/1.1\r\nHost: a\r\nAuthorization: ${authorization}\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{`,
    );
    // The default interval of Node.js is 30 s: such a server ends the test here, without an answer.
    AbortSignal.timeout(15_000).addEventListener("abort", () => {
      for (const socket of sockets) socket.destroy();
    });
    const answers = await Promise.all(sockets.map((socket) => text(socket)));

    expect(answers.map(statusesIn)).toEqual([["408"], ["408"]]);
  } finally {
    [server.headersTimeout, server.requestTimeout] = limits;
  }
});

describe("texts that patterns with backtracking would never be done with", async () => {
  await makeCompany(app.db, { name: "Apple Inc." });
  const long = 10_000;
  const hostile = [
    `${"a".repeat(long)}!`,
    `${" ".repeat(long)}x\u0000`,
    `${"-".repeat(long)}_`,
    `a@${"a.".repeat(long / 2)}`,
    `${"a@".repeat(long / 2)}`,
    `https://${"a-".repeat(long / 2)}/`,
    `${"%".repeat(long)}\\`,
    `${"\t\n ".repeat(long / 3)}\u202e`,
    "%".repeat(9),
    "_'\\%:*&|!()",
  ];
  const as = (url: string, payload: object) =>
    send({ method: "POST", url, headers: ann.headers, payload });
  const reads = (value: string) => {
    const asked = encodeURIComponent(value.replaceAll("\u0000", "x").slice(0, 4000));
    return [
      `/v2/entities?search=${asked}`,
      `/api/v1/entities?search=${asked}`,
      `/v2/entities/public/${asked}`,
      `/v2/entities/public/by-ticker/${asked}`,
      `/api/v1/users/profile/${asked}`,
    ];
  };

  test.each(hostile)("text %# is answered", async (value) => {
    const answers = [
      ...(await Promise.all(reads(value).map((url) => get(url, ann.headers)))),
      await as("/v2/watchlists", { name: value, description: value }),
      await as("/api/v1/collections", { name: value }),
      await as("/api/v1/organizations", { name: value }),
      await as("/api/v1/entities", { name: value, logoUrl: value }),
      await as("/api/v1/api-keys", { name: value, expiresAt: value }),
      await as("/v1/oauth.registerApplication", {
        name: value,
        redirectUris: [value],
        website: value,
      }),
      await as("/auth/register", { email: value, password: value }),
      await as("/auth/sign-in", { email: value, password: value }),
      await get("/v2/watchlists", { authorization: `Bearer ${value.replace(/[^!-~]/g, "x")}` }),
    ];

    for (const { statusCode } of answers) expect(statusCode).toBeLessThan(500);
  });
});
