import { Agent } from "node:http";
import { gzipSync } from "node:zlib";
import { beforeEach, expect, test } from "vitest";
import { z } from "zod";
import { anyone } from "#api/auth/access.ts";
import { stored } from "#api/http/answers.ts";
import { createMetrics } from "#api/http/metrics.ts";
import { moduleOf } from "#api/http/module.ts";
import type { StoredBytes } from "#api/http/requests/handled.ts";
import { v2 } from "#api/http/responses/families.ts";
import { type TestApp, testApp } from "../../helpers/app.ts";
import { askOver } from "../../helpers/endpoints/repeats.ts";
import { makeCompany, makeDocument, makeTerminal } from "../../helpers/make.ts";

// What an answer from memory says, to whom and how often, is compared in `kernel/repeats.db.test.ts`.

/** What is in memory, by name, and how often a handler ran. */
const kept = new Map<string, StoredBytes>();
let handled = 0;

function keep(name: string, text: string, more: Partial<StoredBytes> = {}): StoredBytes {
  const identity = Buffer.from(
    JSON.stringify({ data: { text }, meta: { timestamp: "2026-01-02T03:04:05.000Z" } }),
  );
  const again = () => kept.get(name);
  const form = { identity, gzip: gzipSync(identity), etag: `"${text}"` };
  const bytes: StoredBytes = { ...form, visibility: "public", again, ...more };
  kept.set(name, bytes);
  return bytes;
}

const find = (name: string): StoredBytes => {
  handled += 1;
  return kept.get(name) ?? keep(name, "loaded");
};

const { endpoint } = moduleOf({ tag: "Tests", family: v2, access: anyone });
const given = {
  description: "Of a test.",
  params: z.object({ name: z.string().max(20) }),
  answers: stored(z.object({ text: z.string() })),
  handle: ({ params }: { params: { name: string } }) => find(params.name),
};
const endpoints = [
  endpoint({ ...given, at: "GET /kept/:name", name: "one", summary: "1" }),
  endpoint({
    ...given,
    at: "GET /bucket/:name",
    name: "two",
    summary: "2",
    limit: { name: "tests", quota: 5 },
  }),
  endpoint({
    ...given,
    at: "GET /changed/:name",
    name: "three",
    summary: "3",
    handle: ({ params }) => ({ ...find(params.name), etag: '"a copy"' }),
  }),
];

const agent = new Agent({ keepAlive: false });
const none = Number.POSITIVE_INFINITY;
const listen = ({ app }: TestApp) => app.listen({ port: 0, host: "127.0.0.1" });
const requestsIn = ({ logged }: TestApp) => logged.filter(({ msg }) => msg === "request");

const app = await testApp({}, endpoints);
const base = await listen(app);

// An address that is known from another test would be answered without the handler.
let name = "";
let tests = 0;
beforeEach(() => {
  kept.clear();
  handled = 0;
  tests += 1;
  name = `n${tests}`;
});

const ask = (at: string, { of = "kept", query = "", method = "GET" } = {}, headers = {}) =>
  askOver(`${at}/v2/${of}/${name}${query}`, { method, headers, agent });

test("what no answer depends on needs no handler", async () => {
  const first = await ask(base, {}, { "user-agent": "a", "sec-fetch-mode": "navigate" });
  const second = await ask(base, {}, { "user-agent": "b", "accept-language": "de" });

  expect(handled).toBe(1);
  expect(second.body).toBe(first.body);
  expect(second.headers["x-request-id"]).not.toEqual(first.headers["x-request-id"]);
});

test.each([
  ["a query", { query: "?x=1" }, {}],
  ["another method", { method: "HEAD" }, {}],
  ["a cookie", {}, { cookie: "a=b" }],
  ["an unknown header", {}, { "x-unknown": "1" }],
  ["another form", {}, { "accept-encoding": "gzip" }],
  ["a tag", {}, { "if-none-match": '"other"' }],
  ["an origin", {}, { origin: "https://app.example" }],
])("a request with %s is not the same one", async (_what, more, headers) => {
  await ask(base);
  await ask(base, more, headers);

  expect(handled).toBe(2);
});

test.each([
  ["an invalid token", { authorization: "Bearer x" }],
  ["an invalid key", { "x-api-key": "sk_x" }],
  ["a cookie", { cookie: "a=b" }],
  ["a body", { "content-length": "0" }],
])("answers to requests with %s are not remembered", async (_what, headers) => {
  for (let n = 0; n < 3; n += 1) await ask(base, {}, headers);

  expect(handled).toBe(3);
});

test.each(["bucket", "changed"])("an endpoint that decides more is asked: %s", async (of) => {
  for (let n = 0; n < 3; n += 1) await ask(base, { of });

  expect(handled).toBe(3);
});

test("bytes that were replaced or dropped are looked up, with their headers", async () => {
  keep(name, "first", { headers: { "x-of": "first" } });
  await ask(base);
  keep(name, "second", { headers: { "x-of": "second" } });
  const answers = [await ask(base), await ask(base)];
  kept.clear();
  answers.push(await ask(base));

  expect(answers.map(({ headers }) => [headers.etag, headers["x-of"]])).toEqual([
    [['"second"'], ["second"]],
    [['"second"'], ["second"]],
    [['"loaded"'], undefined],
  ]);
  expect(handled).toBe(3);
});

test("answers from memory are logged, measured and counted once, up to the 429 of the full path [LIM-06]", async () => {
  const metrics = createMetrics();
  const limits = { anonymous: 16, read: none, write: none };
  const own = await testApp({ metrics, limits, now: () => new Date(90_000) }, endpoints);
  const at = await listen(own);

  const all = [];
  for (let n = 0; n < 18; n += 1) all.push(await ask(at));

  const statuses = [...Array(16).fill(200), 429, 429];
  expect(all.map(({ status }) => status)).toEqual(statuses);
  const left = [...Array.from({ length: 16 }, (_, n) => 15 - n), 0, 0];
  expect(all.map(({ headers }) => headers.ratelimit)).toEqual(
    left.map((count) => [`"anonymous";r=${count};t=30`]),
  );
  expect(all[2]?.headers["ratelimit-policy"]).toEqual(['"anonymous";q=16;w=60']);
  await expect.poll(() => requestsIn(own).map(({ status }) => status)).toEqual(statuses);
  expect(requestsIn(own).map(({ requestId }) => [requestId])).toEqual(
    all.map(({ headers }) => headers["x-request-id"]),
  );
  expect(requestsIn(own)[2]).toMatchObject({ method: "GET", path: `/v2/kept/${name}` });
  expect(await metrics.metrics()).toMatch(
    /_duration_seconds_count\{.*route="\/v2\/kept\/:name",status="200"\} 16/,
  );
  // On a server a process takes its quota in portions: 4, 3, 2, then 1 each. The full path fetches them.
  expect(handled).toBe(own.database.lite === null ? 10 : 1);
});

test("the address behind a trusted proxy is counted, that of a stranger's header is not", async () => {
  // A new minute would begin a new count.
  const limits = { anonymous: 2, read: none, write: none };
  const options = { limits, now: () => new Date(90_000) };
  const behind = await listen(
    await testApp({ ...options, trustedProxies: ["127.0.0.1"] }, endpoints),
  );
  const direct = await listen(await testApp(options, endpoints));
  const clients = ["192.0.2.1", "192.0.2.1", "192.0.2.2", "192.0.2.1"];

  const statuses: number[][] = [];
  for (const client of clients) {
    const headers = { "x-forwarded-for": client };
    statuses.push([
      (await ask(behind, {}, headers)).status,
      (await ask(direct, {}, headers)).status,
    ]);
  }

  expect(statuses).toEqual([
    [200, 200],
    [200, 200],
    [200, 429],
    [429, 429],
  ]);
});

test("a terminal from memory is the stored one until the company changes", async () => {
  const real = await testApp();
  const { id } = await makeCompany(real.db);
  const at = `${await listen(real)}/v2/entities/${id}/company-terminal`;
  const first = await makeDocument(real.db, id, "terminal", makeTerminal(id));
  const bodies = [await askOver(at, { agent }), await askOver(at, { agent })];
  const next = { entityName: "Changed Inc." };
  const second = await makeDocument(real.db, id, "terminal", makeTerminal(id, next));
  await real.database.pool.query("select pg_notify('tenk_company', $1)", [id]);

  expect(bodies.map(({ body }) => body)).toEqual([first.body, first.body]);
  await expect.poll(async () => (await askOver(at, { agent })).body).toBe(second.body);
});
