import { once } from "node:events";
import { request as httpRequest, type IncomingMessage } from "node:http";
import { gzipSync } from "node:zlib";
import { beforeEach, describe, expect, test } from "vitest";
import { z } from "zod";
import { anyone, optional } from "#api/auth/access.ts";
import { stored } from "#api/http/answers.ts";
import { createMetrics } from "#api/http/metrics.ts";
import { moduleOf } from "#api/http/module.ts";
import type { StoredBytes } from "#api/http/requests/handled.ts";
import { v2 } from "#api/http/responses/families.ts";
import { testApp } from "../../helpers/app.ts";
import { makeCompany, makeDocument, makeTerminal } from "../../helpers/make.ts";

const { endpoint } = moduleOf({ tag: "Tests", family: v2 });

/** What is in memory, by name, and how often a handler ran. */
const kept = new Map<string, StoredBytes>();
let handled = 0;

/** Keeps new bytes with this text under the name. */
function keep(name: string, text: string, more: Partial<StoredBytes> = {}): StoredBytes {
  const identity = Buffer.from(
    JSON.stringify({ data: { text }, meta: { timestamp: "2026-01-02T03:04:05.000Z" } }),
  );
  const bytes: StoredBytes = {
    identity,
    gzip: gzipSync(identity),
    etag: `"${text}"`,
    visibility: "public",
    again: () => kept.get(name),
    ...more,
  };
  kept.set(name, bytes);
  return bytes;
}

const find = (name: string): StoredBytes => {
  handled += 1;
  return kept.get(name) ?? keep(name, "loaded");
};

const given = {
  description: "Of a test.",
  params: z.object({ name: z.string().max(20) }),
  answers: stored(z.object({ text: z.string() })),
  handle: ({ params }: { params: { name: string } }) => find(params.name),
};
const endpoints = [
  endpoint({ ...given, at: "GET /of-anyone/:name", name: "one", summary: "1", access: anyone }),
  endpoint({ ...given, at: "GET /optional/:name", name: "two", summary: "2", access: optional }),
  endpoint({
    ...given,
    at: "GET /bucket/:name",
    name: "three",
    summary: "3",
    access: anyone,
    limit: { name: "tests", quota: 5 },
  }),
  endpoint({
    ...given,
    at: "GET /changed/:name",
    name: "four",
    summary: "4",
    access: anyone,
    handle: ({ params }) => ({ ...find(params.name), etag: '"a copy"' }),
  }),
];

interface Received {
  status: number | undefined;
  headers: Record<string, string | string[] | undefined>;
  body: string;
}

/** A list of names and values may repeat a name. */
type Headers = Record<string, string> | string[];

async function received(response: IncomingMessage): Promise<Received> {
  const parts: Buffer[] = [];
  for await (const part of response) parts.push(part as Buffer);
  const { statusCode: status, headers } = response;
  return { status, headers, body: Buffer.concat(parts).toString("latin1") };
}

/** Asks over a socket, where the fast path is. */
async function ask(
  base: string,
  path: string,
  headers: Headers = {},
  method = "GET",
): Promise<Received> {
  const request = httpRequest(base + path, { headers, method, agent: false }).end();
  const [response] = (await once(request, "response")) as [IncomingMessage];
  return received(response);
}

/** What the time, the connection and the request's own id do not decide. */
function comparable({ status, headers, body }: Received) {
  const { date: _date, connection: _connection, "x-request-id": id, ...rest } = headers;
  expect(id).toMatch(/^[0-9a-f-]{36}$/);
  return { status, headers: rest, body };
}

const app = await testApp({}, endpoints);
const base = await app.app.listen({ port: 0, host: "127.0.0.1" });

/** The same request through Fastify alone. */
async function askInFull(path: string, headers: Headers = {}): Promise<Received> {
  const answer = await app.get(path, headers as Record<string, string>);
  const body = answer.rawPayload.toString("latin1");
  return { status: answer.statusCode, headers: answer.headers as Received["headers"], body };
}

// An address that is known from another test would be answered without the handler.
let name = "";
let tests = 0;
beforeEach(() => {
  kept.clear();
  handled = 0;
  tests += 1;
  name = `n${tests}`;
});

const pathOf = (word = "of-anyone") => `/v2/${word}/${name}`;

describe("an answer from memory is the one of the full path", () => {
  const forms: [string, Headers][] = [
    ["plain", {}],
    ["gzip", { "accept-encoding": "gzip, deflate, br" }],
    ["gzip refused", { "accept-encoding": "gzip;q=0" }],
    ["known", { "if-none-match": '"first"' }],
    ["known, packed", { "if-none-match": '"first-gzip"', "accept-encoding": "gzip" }],
    ["another known", { "if-none-match": '"other"' }],
    ["of any accept", { accept: "text/csv" }],
  ];

  for (const word of ["of-anyone", "optional"]) {
    test.each(forms)(`${word}: %s`, async (_form, headers) => {
      const path = pathOf(word);
      keep(name, "first");
      await ask(base, path);
      const before = handled;

      const fast = await ask(base, path, headers);

      expect(handled, "the handler ran").toBe(before);
      expect(comparable(fast)).toEqual(comparable(await askInFull(path, headers)));
      expect(handled, "inject takes the full path").toBe(before + 1);
    });
  }

  test("with a content type and headers of its own", async () => {
    keep(name, "first", { type: "text/html; charset=utf-8", headers: { "x-own": "1" } });
    const path = pathOf();
    await ask(base, path);

    const fast = await ask(base, path);

    expect(handled).toBe(1);
    expect(fast.headers).toMatchObject({
      "x-own": "1",
      "content-type": "text/html; charset=utf-8",
    });
    expect(comparable(fast)).toEqual(comparable(await askInFull(path)));
  });

  test("sixteen at once on one connection each", async () => {
    keep(name, "first");
    await ask(base, pathOf());

    const all = await Promise.all(Array.from({ length: 16 }, () => ask(base, pathOf())));

    expect(handled).toBe(1);
    expect(new Set(all.map(({ body }) => body)).size).toBe(1);
    expect(new Set(all.map(({ headers }) => headers["x-request-id"])).size).toBe(16);
  });
});

describe("what the full path must decide is left to it", () => {
  const left: [string, string, Headers, string?][] = [
    ["a query", "?x=1", {}],
    ["a token", "", { authorization: "Bearer x" }],
    ["an API key", "", { "x-api-key": "sk_x" }],
    ["a cookie", "", { cookie: "a=b" }],
    ["HEAD", "", {}, "HEAD"],
    ["two hosts", "", ["Host", "a", "Host", "b"]],
    ["a body", "", { "content-length": "0" }],
  ];

  test.each(left)("%s", async (_what, query, headers, method) => {
    keep(name, "first");
    await ask(base, pathOf());
    const before = (await readRequests()).length;

    const answer = await ask(base, pathOf() + query, headers, method);

    const isRefused = answer.status !== 200;
    expect(handled).toBe(isRefused ? 1 : 2);
    expect((await readRequests()).length, "one line in the log").toBe(before + 1);
  });

  test("bytes that are no longer in memory are looked up", async () => {
    keep(name, "first");
    await ask(base, pathOf());
    kept.clear();

    expect((await ask(base, pathOf())).body).toContain("loaded");
    expect(handled).toBe(2);
  });

  test("new bytes of the same address are sent at once", async () => {
    keep(name, "first");
    await ask(base, pathOf());
    keep(name, "second");

    const answer = await ask(base, pathOf());

    expect(answer.body).toContain("second");
    expect(answer.headers.etag).toBe('"second"');
    expect(handled).toBe(1);
  });

  test.each(["bucket", "changed"])("an endpoint that decides more: %s", async (word) => {
    keep(name, "first");
    await ask(base, pathOf(word));
    await ask(base, pathOf(word));

    expect(handled).toBe(2);
  });

  test("bytes for one viewer", async () => {
    keep(name, "first", { visibility: "private" });
    await ask(base, pathOf());
    await ask(base, pathOf());

    expect(handled).toBe(2);
  });
});

/** The log's lines about requests. */
async function readRequests() {
  return app.logged.filter(({ msg }) => msg === "request");
}

test("the log and the metrics have the answers from memory, too", async () => {
  const metrics = createMetrics();
  const own = await testApp({ metrics }, endpoints);
  const at = await own.app.listen({ port: 0, host: "127.0.0.1" });
  keep(name, "first");
  for (let n = 0; n < 3; n += 1) await ask(at, pathOf());
  const last = await ask(at, pathOf(), { "if-none-match": '"first"' });

  await expect.poll(() => own.logged.filter(({ msg }) => msg === "request")).toHaveLength(4);
  expect(handled).toBe(1);
  expect(own.logged.at(-1)).toMatchObject({
    requestId: last.headers["x-request-id"],
    method: "GET",
    path: pathOf(),
    status: 304,
    ms: expect.any(Number),
  });
  const text = await metrics.metrics();
  const count = (status: number) =>
    text.match(
      new RegExp(
        `request_duration_seconds_count\\{.*route="/v2/of-anyone/:name",status="${status}"\\} (\\d+)`,
      ),
    )?.[1];
  expect([count(200), count(304)]).toEqual(["3", "1"]);
});

test("answers from memory count against the limit of an address, up to the 429 of the full path [LIM-06]", async () => {
  const none = Number.POSITIVE_INFINITY;
  const own = await testApp(
    { limits: { anonymous: 16, read: none, write: none }, now: () => new Date(90_000) },
    endpoints,
  );
  const at = await own.app.listen({ port: 0, host: "127.0.0.1" });
  keep(name, "first");

  const all = [];
  for (let n = 0; n < 18; n += 1) all.push(await ask(at, pathOf()));

  expect(all.map(({ status }) => status)).toEqual([...Array(16).fill(200), 429, 429]);
  const left = [...Array.from({ length: 16 }, (_, n) => 15 - n), 0, 0];
  expect(all.map(({ headers }) => headers.ratelimit)).toEqual(
    left.map((count) => `"anonymous";r=${count};t=30`),
  );
  expect(all[2]?.headers["ratelimit-policy"]).toBe('"anonymous";q=16;w=60');
  // On a server a process takes its quota in portions: 4, 3, 2, then 1 each. The full path fetches them.
  expect(handled).toBe(own.database.lite === null ? 10 : 1);
});

test("the address behind a trusted proxy is counted, that of a stranger's header is not", async () => {
  const none = Number.POSITIVE_INFINITY;
  // A new minute would begin a new count.
  const options = {
    limits: { anonymous: 2, read: none, write: none },
    now: () => new Date(90_000),
  };
  const behind = await testApp({ ...options, trustedProxies: ["127.0.0.1"] }, endpoints);
  const open = await testApp(options, endpoints);
  const statusOf = async (at: string, client: string) =>
    (await ask(at, pathOf(), { "x-forwarded-for": client })).status;
  keep(name, "first");
  const [trusted, direct] = [
    await behind.app.listen({ port: 0, host: "127.0.0.1" }),
    await open.app.listen({ port: 0, host: "127.0.0.1" }),
  ];
  const clients = ["192.0.2.1", "192.0.2.1", "192.0.2.2", "192.0.2.1"];

  const statuses = { trusted: [] as unknown[], direct: [] as unknown[] };
  for (const client of clients) {
    statuses.trusted.push(await statusOf(trusted, client));
    statuses.direct.push(await statusOf(direct, client));
  }

  expect(statuses).toEqual({ trusted: [200, 200, 200, 429], direct: [200, 200, 429, 429] });
});

test("with CORS origins every answer comes from the full path", async () => {
  const own = await testApp({ corsOrigins: ["https://app.example"] }, endpoints);
  const at = await own.app.listen({ port: 0, host: "127.0.0.1" });
  keep(name, "first");
  await ask(at, pathOf());

  const { headers } = await ask(at, pathOf(), { origin: "https://app.example" });

  expect(headers["access-control-allow-origin"]).toBe("https://app.example");
  expect(handled).toBe(2);
});

describe("a company's documents", async () => {
  const real = await testApp();
  const at = await real.app.listen({ port: 0, host: "127.0.0.1" });

  test("a terminal from memory is the stored one until the company changes", async () => {
    const { id } = await makeCompany(real.db);
    const path = `/v2/entities/${id}/company-terminal`;
    const first = await makeDocument(real.db, id, "terminal", makeTerminal(id));
    const bodies = [await ask(at, path), await ask(at, path)];
    const next = { entityName: "Changed Inc." };
    const second = await makeDocument(real.db, id, "terminal", makeTerminal(id, next));
    await real.database.pool.query("select pg_notify('tenk_company', $1)", [id]);

    expect(bodies.map(({ body }) => body)).toEqual([first.body, first.body]);
    await expect.poll(async () => (await ask(at, path)).body).toBe(second.body);
    const inFull = await real.get(path);
    expect(inFull.body).toBe(second.body);
  });
});
