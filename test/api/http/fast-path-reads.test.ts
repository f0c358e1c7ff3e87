import { once } from "node:events";
import { request as httpRequest, type IncomingMessage } from "node:http";
import { gzipSync } from "node:zlib";
import { and, eq, sql } from "drizzle-orm";
import { beforeEach, describe, expect, test } from "vitest";
import { z } from "zod";
import { anyone } from "#api/auth/access.ts";
import { stored } from "#api/http/answers.ts";
import { createMetrics } from "#api/http/metrics.ts";
import { moduleOf } from "#api/http/module.ts";
import type { StoredBytes } from "#api/http/requests/handled.ts";
import { v2 } from "#api/http/responses/families.ts";
import { entity } from "#schemas/tables/companies/company.ts";
import { servedDocument } from "#schemas/tables/companies/statement.ts";
import { type TestApp, testApp } from "../../helpers/app.ts";
import { makeCompany, makeDocument, makeTerminal } from "../../helpers/make.ts";

interface Received {
  status: number | undefined;
  headers: Record<string, string | string[] | undefined>;
  body: string;
}

/** Asks over a socket, where the fast path is. */
async function ask(url: string, headers: Record<string, string> = {}): Promise<Received> {
  const request = httpRequest(url, { headers, agent: false }).end();
  const [response] = (await once(request, "response")) as [IncomingMessage];
  const parts: Buffer[] = [];
  for await (const part of response) parts.push(part as Buffer);
  const { statusCode: status, headers: received } = response;
  return { status, headers: received, body: Buffer.concat(parts).toString("latin1") };
}

/** The same request through Fastify alone. */
async function askInFull(
  app: TestApp,
  path: string,
  headers: Record<string, string> = {},
): Promise<Received> {
  const answer = await app.get(path, headers);
  const body = answer.rawPayload.toString("latin1");
  return { status: answer.statusCode, headers: answer.headers as Received["headers"], body };
}

/** What the time, the connection and the request's own id do not decide. */
function comparable({ status, headers, body }: Received) {
  const { date: _date, connection: _connection, "x-request-id": id, ...rest } = headers;
  expect(id).toMatch(/^[0-9a-f-]{36}$/);
  return { status, headers: rest, body: body.replaceAll(String(id), "id") };
}

const listen = ({ app }: TestApp) => app.listen({ port: 0, host: "127.0.0.1" });

const requestsIn = ({ logged }: TestApp) => logged.filter(({ msg }) => msg === "request");

describe("bytes that are read again", async () => {
  let handled = 0;
  let reads = 0;
  let read: () => Promise<StoredBytes | null>;

  /** Makes the next read wait until it is given bytes. */
  const holdRead = () => {
    const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
    const { promise: bytes, resolve: give } = Promise.withResolvers<StoredBytes>();
    read = () => {
      begin();
      return bytes;
    };
    return { begun, give };
  };

  const bytesOf = (text: string): StoredBytes => {
    const identity = Buffer.from(
      JSON.stringify({ data: { text }, meta: { timestamp: "2026-01-02T03:04:05.000Z" } }),
    );
    const again = () => undefined;
    return { identity, gzip: gzipSync(identity), etag: `"${text}"`, visibility: "public", again };
  };

  /** Bytes that no memory keeps. */
  const find = (): StoredBytes => {
    handled += 1;
    const bytes = bytesOf("handled");
    const reading = () => {
      reads += 1;
      return read();
    };
    return Object.assign(bytes, { reload: { of: bytes, read: reading } });
  };

  const { endpoint } = moduleOf({ tag: "Tests", family: v2, access: anyone });
  const given = {
    description: "Of a test.",
    params: z.object({ name: z.string() }),
    answers: stored(z.object({ text: z.string() })),
    handle: find,
  };
  const app = await testApp({}, [
    endpoint({ ...given, at: "GET /read/:name", name: "one", summary: "1" }),
    endpoint({
      ...given,
      at: "GET /changed/:name",
      name: "two",
      summary: "2",
      handle: () => ({ ...find(), etag: '"a copy"' }),
    }),
  ]);
  const base = await listen(app);

  // An address that is known from another test would be answered without the handler.
  let name = "";
  beforeEach(() => {
    handled = 0;
    reads = 0;
    read = async () => bytesOf("read");
    name = `n${Math.random()}`;
  });

  test("need no handler", async () => {
    await ask(`${base}/v2/read/${name}`);

    const answer = await ask(`${base}/v2/read/${name}`);

    expect(answer.body).toContain('"read"');
    expect(answer.headers.etag).toBe('"read"');
    expect({ handled, reads }).toEqual({ handled: 1, reads: 1 });
  });

  test("are not those of a copy with other content", async () => {
    await ask(`${base}/v2/changed/${name}`);

    const answer = await ask(`${base}/v2/changed/${name}`);

    expect(answer.headers.etag).toBe('"a copy"');
    expect({ handled, reads }).toEqual({ handled: 2, reads: 0 });
  });

  test("that are gone are looked up by the handler", async () => {
    read = async () => null;
    await ask(`${base}/v2/read/${name}`);

    expect((await ask(`${base}/v2/read/${name}`)).body).toContain('"handled"');
    expect({ handled, reads }).toEqual({ handled: 2, reads: 1 });
  });

  test("that cannot be read are not waited for twice", async () => {
    const refused = new Error("no connection");
    read = () => Promise.reject(refused);
    await ask(`${base}/v2/read/${name}`);

    const answer = await ask(`${base}/v2/read/${name}`);

    expect(answer.status).toBe(500);
    expect(JSON.parse(answer.body)).toMatchObject({ error: { code: "INTERNAL_SERVER_ERROR" } });
    expect(answer.headers["cache-control"]).toBe("no-store");
    expect({ handled, reads }).toEqual({ handled: 1, reads: 1 });
    const id = answer.headers["x-request-id"];
    const lines = app.logged.filter(({ requestId }) => requestId === id);
    expect(lines.map(({ msg }) => msg)).toHaveLength(2);
  });

  test("are sent to a request that came before the server closes", async () => {
    const own = await testApp({}, [
      endpoint({ ...given, at: "GET /read/:name", name: "one", summary: "1" }),
    ]);
    const at = `${await listen(own)}/v2/read/${name}`;
    await ask(at);
    const held = holdRead();

    const asked = ask(at);
    await held.begun;
    const closing = own.app.close();
    held.give(bytesOf("late"));

    expect((await asked).body).toContain('"late"');
    await closing;
  });

  test("leave the log alone where the client has left", async () => {
    const at = `${base}/v2/read/${name}`;
    await ask(at);
    const held = holdRead();
    const lines = requestsIn(app).length;

    const isGone = new Promise((done) => {
      app.app.server.once("connection", (socket) => socket.once("close", done));
    });
    const left = httpRequest(at, { agent: false }).end();
    left.on("error", () => {});
    await held.begun;
    left.destroy();
    await isGone;
    held.give(bytesOf("late"));
    await ask(`${base}/healthz`);
    await ask(at);

    await expect.poll(() => requestsIn(app)).toHaveLength(lines + 2);
  });
});

describe("a company's documents without a cache", () => {
  const none = Number.POSITIVE_INFINITY;
  const withoutCache = { cacheBytesMax: 1, now: () => new Date(90_000) };

  const forms: [string, Record<string, string>][] = [
    ["plain", {}],
    ["gzip", { "accept-encoding": "gzip" }],
    ["any known", { "if-none-match": "*" }],
    ["any known, packed", { "if-none-match": "*", "accept-encoding": "gzip" }],
    ["another known", { "if-none-match": '"other"' }],
  ];

  test.each(forms)("are those of the full path: %s", async (_form, headers) => {
    const app = await testApp(withoutCache);
    const base = await listen(app);
    const { id } = await makeCompany(app.db);
    await makeDocument(app.db, id, "terminal", makeTerminal(id));
    const path = `/v2/entities/${id}/company-terminal`;
    const full = await askInFull(app, path, headers);

    const [first, second] = [await ask(base + path, headers), await ask(base + path, headers)];

    expect(comparable(first)).toEqual(comparable(full));
    expect(comparable(second)).toEqual(comparable(full));
  });

  test("are counted, logged and measured once, found or not [LIM-06]", async () => {
    const metrics = createMetrics();
    const limits = { anonymous: 6, read: none, write: none };
    const app = await testApp({ ...withoutCache, metrics, limits });
    const { id } = await makeCompany(app.db);
    const isIt = and(eq(servedDocument.entityId, id), eq(servedDocument.kind, "terminal"));
    await makeDocument(app.db, id, "terminal", makeTerminal(id));
    const at = `${await listen(app)}/v2/entities/${id}/company-terminal`;

    const answers = [await ask(at), await ask(at)];
    const next = await makeDocument(app.db, id, "terminal", makeTerminal(id, { entityName: "N" }));
    answers.push(await ask(at));
    await app.db
      .update(servedDocument)
      .set({ body: Buffer.from("no gzip") })
      .where(isIt);
    answers.push(await ask(at));
    await app.db.delete(servedDocument).where(isIt);
    answers.push(await ask(at), await ask(at), await ask(at));

    const statuses = [200, 200, 200, 500, 404, 404, 429];
    expect(answers.map(({ status }) => status)).toEqual(statuses);
    expect(answers[2]?.body).toBe(next.body);
    expect(answers.map(({ headers }) => headers.ratelimit)).toEqual(
      [5, 4, 3, 2, 1, 0, 0].map((left) => `"anonymous";r=${left};t=30`),
    );
    await expect.poll(() => requestsIn(app).map(({ status }) => status)).toEqual(statuses);
    expect(requestsIn(app).map(({ requestId }) => requestId)).toEqual(
      answers.map(({ headers }) => headers["x-request-id"]),
    );
    const text = await metrics.metrics();
    const counts = [...text.matchAll(/_duration_seconds_count\{.*status="(\d+)"\} (\d+)/g)];
    expect(Object.fromEntries(counts.map(([, status, count]) => [status, count]))).toEqual({
      "200": "3",
      "404": "2",
      "429": "1",
      "500": "1",
    });
  });

  test("end with the company's publication", async () => {
    const app = await testApp(withoutCache);
    const base = await listen(app);
    const { id } = await makeCompany(app.db, { company: null, published: true });
    await makeDocument(app.db, id, "terminal", makeTerminal(id));
    const path = `/v2/entities/${id}/company-terminal`;
    await ask(base + path);
    expect((await ask(base + path)).status).toBe(200);

    await app.db.update(entity).set({ published: false }).where(eq(entity.id, id));

    const answer = await ask(base + path);
    expect(answer.status).toBe(404);
    expect(comparable(answer)).toEqual(comparable(await askInFull(app, path)));
  });

  test("are an error of the full path while the database cannot read them", async () => {
    const app = await testApp(withoutCache);
    const base = await listen(app);
    const { id } = await makeCompany(app.db);
    await makeDocument(app.db, id, "terminal", makeTerminal(id));
    const path = `/v2/entities/${id}/company-terminal`;
    await ask(base + path);

    await app.db.execute(sql`alter table served_document rename to elsewhere`);
    const answer = await ask(base + path);
    const full = await askInFull(app, path);
    await app.db.execute(sql`alter table elsewhere rename to served_document`);

    expect(answer.status).toBe(500);
    expect(comparable(answer)).toEqual(comparable(full));
    expect((await ask(base + path)).status).toBe(200);
  });
});
