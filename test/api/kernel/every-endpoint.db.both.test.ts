import type { LightMyRequestResponse } from "fastify";
import { describe, expect, test } from "vitest";
import type { z } from "zod";
import { accessText } from "#api/auth/access.ts";
import type { Endpoint } from "#api/http/endpoint.ts";
import { allEndpoints } from "#api/modules.ts";
import { testApp } from "../../helpers/app.ts";
import { openValidator } from "../../helpers/endpoints/validator.ts";
import { goodRequests, type ReadyRequest, unknownParameters } from "../../helpers/good-requests.ts";
import { nameOf } from "../../helpers/module-tests.ts";

const app = await testApp();
const { get, send } = app;
const goodRequest = await goodRequests(app);

const document = (await get("/api/openapi")).json();
const ajv = openValidator(document);

/** Throws unless the description has a schema for the answer, and an independent validator takes the answer. */
function expectPublished({ path, method }: Endpoint, answer: LightMyRequestResponse) {
  if (!answer.headers["content-type"]?.includes("json")) return;
  const at = path
    .replace(/:(\w+)/g, "{$1}")
    .replaceAll("~", "~0")
    .replaceAll("/", "~1");
  const operation = `${at.replace(/[{}]/g, encodeURIComponent)}/${method.toLowerCase()}`;
  const validate = ajv.getSchema(
    `openapi#/paths/${operation}/responses/${answer.statusCode}/content/application~1json/schema`,
  );
  expect(validate, `${path} ${answer.statusCode}`).toBeTypeOf("function");
  expect(validate?.(answer.json()), JSON.stringify(validate?.errors)).toBe(true);
}

const isoTime = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/);
const uuid = expect.stringMatching(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);

// Concepts, schemas, checks and clients have ids of other kinds.
const uuidNames =
  /^(actor|collection|entity|organization|owner|parent|scenario|trace|user|watchlist)Id$/;

/** Names and values of all texts in an answer, at any depth. */
function textsOf(value: unknown, name = ""): [string, string][] {
  if (typeof value === "string") return [[name, value]];
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, one]) =>
    textsOf(one, Array.isArray(value) ? name : key),
  );
}

const named = allEndpoints.map((one) => [nameOf(one), one] as const);

test("method and path are unique, every :param has a schema, every endpoint a name, a summary and a description", () => {
  expect(new Set(allEndpoints.map(({ name }) => name)).size).toBe(allEndpoints.length);
  expect(new Set(named.map(([name]) => name)).size).toBe(named.length);
  for (const { path, params, name, summary, description } of allEndpoints) {
    expect(name).toMatch(/^[a-z][a-zA-Z]+$/);
    expect(description.length, name).toBeGreaterThan(20);
    const names = [...path.matchAll(/:(\w+)/g)].map(([, name]) => name);
    expect(Object.keys(params?.shape ?? {}).sort()).toEqual(names.sort());
    expect(summary).toMatch(/^[A-Z]\S* .*\w/);
  }
});

test("an entity in a path is named by an id, everywhere in the same form [A-08] [ERR-05]", () => {
  const entityPaths = allEndpoints.filter(({ path }) => /\/entities\/:\w+/.test(path));
  expect(entityPaths.length).toBeGreaterThan(60);
  const takesAny = entityPaths.filter(({ path, params }) => {
    const [, name = ""] = /\/entities\/:(\w+)/.exec(path) ?? [];
    return (
      name !== "slug" &&
      (params?.shape[name] as z.ZodType | undefined)?.safeParse("not-an-id").success
    );
  });
  expect(takesAny.map(nameOf)).toEqual([]);
});

test("a POST is 201 or 200; where what it makes can be listed or read, it is 201 [CNV-34] [A-37]", () => {
  const reads = allEndpoints
    .filter(({ method, type }) => method === "GET" && type === "application/json")
    .map(({ path }) => path)
    // An acknowledgement makes nothing new: the receipt was made by the delivery.
    .filter((path) => path !== "/v2/reports/:id/views")
    // A state, which is the same object however it is set (O-38).
    .filter((path) => !path.endsWith("/publication"));
  // The one create whose result is read elsewhere, at /users/me.
  const isCreate = ({ path }: Endpoint) =>
    path === "/auth/register" ||
    reads.some((read) => read === path || read.replace(/\/:\w+$/, "") === path);
  const posts = allEndpoints.filter(
    ({ method, family, type }) =>
      method === "POST" && family.prefix !== "/v1" && type === "application/json",
  );

  const creates = posts.filter(isCreate);
  expect(creates.length).toBeGreaterThan(8);
  expect(creates.filter(({ status }) => status !== 201).map(nameOf)).toEqual([]);
  expect(new Set(posts.map(({ status }) => status))).toEqual(new Set([200, 201]));
});

describe.each(named)("%s", (_, endpoint) => {
  const isRead = endpoint.method === "GET";
  let made: Promise<ReadyRequest> | undefined;
  /** One request for all tests: they read, or they are refused, until the last one. */
  const unchanged = () => {
    made ??= goodRequest.ready(endpoint);
    return made;
  };

  test.runIf(isRead)(
    "HEAD answers like GET, an unchanged answer is 304 where it is cached",
    async () => {
      const good = (await unchanged())();
      const { etag } = (await send(good)).headers;

      expect((await send({ ...good, method: "HEAD" })).statusCode).toBe(200);
      if (endpoint.freshness === "live") return;
      expect(etag).toBeTypeOf("string");
      const ifNoneMatch = { "if-none-match": String(etag) };
      const again = await send({ ...good, headers: { ...good.headers, ...ifNoneMatch } });
      expect([again.statusCode, again.body]).toEqual([304, ""]);
    },
  );

  test("a bad credential is 401 in the family's envelope exactly where one is asked for [AUT-08] [AUT-15] [AUT-16]", async () => {
    const refuses = endpoint.access !== "anyone";
    const good = refuses || isRead ? (await unchanged())() : await goodRequest(endpoint);
    const answer = await send({
      ...good,
      headers: { ...good.headers, authorization: "Bearer bad" },
    });

    expect(answer.statusCode).toBe(endpoint.access === "anyone" ? endpoint.status : 401);
    if (answer.statusCode === 401) {
      expect(endpoint.family.errorSchema.parse(answer.json())).toEqual(answer.json());
      expect(answer.headers["www-authenticate"]).toMatch(
        endpoint.access === "client" ? /^Basic/ : /^Bearer/,
      );
    }
  });

  test("a wrong method is 405 with Allow in the family's envelope [CNV-31]", async () => {
    const { url } = (await unchanged())();
    const served = allEndpoints.filter((one) => one.path === endpoint.path);
    for (const wrong of ["GET", "POST", "PUT", "PATCH", "DELETE"] as const) {
      if (served.some((one) => one.method === wrong)) continue;
      const answer = await send({ method: wrong, url });
      expect(answer.statusCode).toBe(405);
      expect(answer.headers.allow).toContain(endpoint.method);
      expect(endpoint.family.errorSchema.parse(answer.json())).toEqual(answer.json());
    }
  });

  test.runIf(endpoint.params)(
    "unknown things are 404 in the family's envelope [ERR-11]",
    async () => {
      const answer = await send((await unchanged())(unknownParameters));

      expect(answer.statusCode).toBe(404);
      expectPublished(endpoint, answer);
      expect(endpoint.family.errorSchema.parse(answer.json())).toEqual(answer.json());
      expect(answer.body).toContain("NOT_FOUND");
    },
  );

  const ids = Object.entries(endpoint.params?.shape ?? {})
    .filter(([, one]) => {
      const schema = one as z.ZodType;
      return schema.safeParse(unknownParameters.id).success && !schema.safeParse("1").success;
    })
    .map(([name]) => name);
  test.runIf(ids.length > 0)(
    "malformed ids are 400 in the family's envelope [ERR-05]",
    async () => {
      const request = await unchanged();
      const long = `${unknownParameters.id}0`;
      for (const name of ids) {
        for (const id of ["1", "x", "0b7c1a58", long, "null", "%20", "..%2f", "🙂"]) {
          const answer = await send(request({ [name]: id }));
          expect([name, answer.statusCode]).toEqual([name, 400]);
          expect(answer.json().error.code).toBe(endpoint.family.invalid.code);
        }
      }
    },
  );

  test.runIf(endpoint.body !== null && !isRead)(
    "an empty body is taken or refused, never a server error",
    async () => {
      const { statusCode } = await send({ ...(await unchanged())(), payload: {} });
      expect(statusCode).toBeLessThan(500);
      if (statusCode < 400) made = undefined;
    },
  );

  test.runIf(isRead)("odd queries never make a server error", async () => {
    const { url, headers = {} } = (await unchanged())();
    const joint = url.includes("?") ? "&" : "?";
    for (const query of [
      "%",
      "a=%zz",
      "__proto__=1",
      "limit[]=1",
      "constructor=x",
      "a".repeat(8000),
    ]) {
      expect((await send({ url: `${url}${joint}${query}`, headers })).statusCode).toBeLessThan(500);
    }
  });

  // The last one: it uses up what is asked for.
  test("answers as published, without more than that; times are ISO 8601 in UTC and ids are UUIDs, wherever they stand [CNV-03] [CNV-04] [VER-15]", async () => {
    const request = (await unchanged())();
    const answer = await send(request);

    expect(answer.statusCode).toBe(endpoint.status);
    const body = answer.headers["content-type"]?.includes("json") ? answer.json() : answer.body;
    expect(endpoint.answer.parse(body)).toEqual(body);
    expectPublished(endpoint, answer);
    for (const [name, value] of textsOf(body)) {
      if (/(At|^timestamp)$/.test(name)) expect([name, value]).toEqual([name, isoTime]);
      if (uuidNames.test(name)) expect([name, value]).toEqual([name, uuid]);
    }
    // Who registers is told the same whether there was an account before.
    if (endpoint.status !== 201 || endpoint.path === "/auth/register") return;
    expect(answer.headers.location).toMatch(/^\/(api\/v1|v2)\//);
    const nameIn = (one: { id?: string; documentKey?: string }) => one.id ?? one.documentKey;
    // A startup has one baseline, which is found by the startup, with what is added to it.
    const isSingle = /\/baseline(\/|$)/.test(endpoint.path);
    expect(answer.headers.location?.endsWith(`/${nameIn(body.data)}`)).toBe(!isSingle);
    if (answer.headers.location?.startsWith("/api/v1/invitations/")) return;
    const { headers = {} } = request;
    const found = await get(String(answer.headers.location), headers as Record<string, string>);
    expect([found.statusCode, nameIn(found.json().data)]).toEqual([200, nameIn(body.data)]);
  });
});

describe("GET /api/openapi", async () => {
  const answer = await get("/api/openapi");
  const described = Object.entries(document.paths as Record<string, object>).flatMap(
    ([path, item]) =>
      Object.entries(item).map(([method, operation]) => ({ path, method, operation })),
  );
  const isOfItself = ({ path }: { path: string }) => /^\/api\/(openapi|docs)$/.test(path);
  const operations = described.filter((one) => !isOfItself(one));

  test("lists itself and its page, for anyone [VER-12] [VER-13] [VER-14]", async () => {
    const itself = described.filter(isOfItself);
    expect(itself.map(({ method, path }) => `${method} ${path}`).sort()).toEqual([
      "get /api/docs",
      "get /api/openapi",
    ]);
    for (const { path, operation } of itself) {
      const { statusCode, headers } = await get(path);
      const [type = ""] = Object.keys(operation.responses[200].content);
      expect([path, statusCode]).toEqual([path, 200]);
      expect(headers["content-type"]).toContain(type);
      expect([operation["x-access"], operation.security]).toEqual(["anyone", []]);
    }
    const ids = described.map(({ operation }) => operation.operationId);
    expect(new Set(ids).size).toBe(described.length);
  });

  test("is OpenAPI 3.1 as JSON with exactly the endpoints that are served [VER-13] [VER-14]", () => {
    expect(answer.headers["content-type"]).toMatch(/^application\/json/);
    expect(document.openapi).toBe("3.1.0");
    expect(operations.map(({ path, method }) => `${method} ${path}`).sort()).toEqual(
      allEndpoints
        .map(({ method, path }) => `${method.toLowerCase()} ${path.replace(/:(\w+)/g, "{$1}")}`)
        .sort(),
    );
    expect(new Set(operations.map(({ operation }) => operation.operationId)).size).toBe(
      operations.length,
    );
  });

  test("each served operation says who may call it, what it extends and every status [VER-14]", () => {
    for (const { path, method, operation } of operations) {
      const endpoint = allEndpoints.find(
        (one) =>
          one.method.toLowerCase() === method && one.path.replace(/:(\w+)/g, "{$1}") === path,
      ) as Endpoint;
      expect(operation["x-access"]).toBe(accessText(endpoint.access));
      expect(operation["x-extension"] ?? false).toBe(endpoint.extension);
      const statuses = Object.keys(operation.responses);
      expect(statuses).toContain(String(endpoint.status));
      expect(statuses).toContain("500");
      expect(statuses.includes("401")).toBe(
        endpoint.access !== "anyone" || endpoint.refuses.includes(401),
      );
      expect(statuses.includes("404")).toBe(
        endpoint.params !== null || endpoint.refuses.includes(404),
      );
      expect(statuses.includes("304")).toBe(endpoint.freshness === "cached");
      for (const response of Object.values(operation.responses) as { description: string }[]) {
        expect(response.description).not.toBe("");
      }
    }
  });

  test("each parameter is described, a required one with an example that is accepted, an optional one with none to send [VER-14]", async () => {
    const parametersAjv = openValidator();
    for (const { path, operation } of operations) {
      const parameters = (operation.parameters ?? []) as {
        name: string;
        in: string;
        required: boolean;
        example?: unknown;
        examples?: Record<string, { value: unknown }>;
        schema: object;
        description: string;
      }[];
      const templated = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
      expect(
        parameters.filter((one) => one.in === "path" && one.required).map((one) => one.name),
      ).toEqual(templated);
      for (const one of parameters) {
        expect(one.description).toBeTypeOf("string");
        const several = Object.values(one.examples ?? {}).map(({ value }) => value);
        const examples = "example" in one ? [one.example] : several;
        expect(examples.length > 0, `${path} ${one.name}`).toBe(one.required ?? false);
        expect(JSON.stringify(one.schema)).not.toContain('"examples"');
        // Compiling takes longer than everything else here: only what has an example is compiled.
        if (examples.length === 0) continue;
        const accepts = parametersAjv.compile(one.schema);
        expect(examples.every((example) => accepts(example))).toBe(true);
      }
    }
  });

  test("links are published as addresses", () => {
    const text = JSON.stringify(document);
    for (const link of [
      '"logoUrl":{"anyOf":[{"type":"string","maxLength":2000,"format":"uri"',
      '"website":{"type":"string","maxLength":2000,"format":"uri"',
      '"value":{"type":"string","maxLength":300,"format":"uri"',
    ]) {
      expect(text).toContain(link);
    }
  });

  test("every schema is valid JSON Schema, every reference resolves, nothing is left over [VER-13]", () => {
    const text = JSON.stringify(document);
    const referenced = [...text.matchAll(/"\$ref":"#\/components\/schemas\/(\w+)"/g)].map(
      ([, name]) => name,
    );

    expect([...new Set(referenced)].sort()).toEqual(
      Object.keys(document.components.schemas).sort(),
    );
    for (const name of new Set(referenced)) {
      expect(ajv.getSchema(`openapi#/components/schemas/${name}`)).toBeTypeOf("function");
    }
  });
});

describe("GET /api/docs", () => {
  test("offers the description by groups, which have every operation once and resolve by themselves", async () => {
    const script = (await get("/api/docs/static/swagger-initializer.js")).body;
    const urls = [...script.matchAll(/"url":"(\/api\/docs\/groups\/[^"]+)"/g)].map(
      ([, url = ""]) => url,
    );
    expect(urls.length).toBeGreaterThan(20);
    const ids: string[] = [];
    for (const url of urls) {
      const group = (await get(url)).json();
      const text = JSON.stringify(group);
      const named = [...text.matchAll(/"\$ref":"#\/components\/schemas\/(\w+)"/g)].map(
        ([, name]) => name,
      );
      expect([...new Set(named)].sort()).toEqual(Object.keys(group.components.schemas).sort());
      // What opens quickly: the viewer's time grows with the document.
      expect([url, text.length < 700_000]).toEqual([url, true]);
      for (const item of Object.values(group.paths) as Record<string, { operationId: string }>[]) {
        ids.push(...Object.values(item).map(({ operationId }) => operationId));
      }
    }
    const all = Object.values(
      document.paths as Record<string, Record<string, { operationId: string }>>,
    );
    expect(ids.sort()).toEqual(
      all.flatMap((item) => Object.values(item).map(({ operationId }) => operationId)).sort(),
    );
    expect((await get("/api/docs/groups/none")).statusCode).toBe(404);
  });

  test("lists every operation in closed groups, each with the way to its viewer", async () => {
    const { body } = await get("/api/docs");
    const listed = [...body.matchAll(/<a href="\/api\/docs\?[^"]*#\/[^"]*\/(\w+)"><code>/g)].map(
      ([, id]) => id,
    );
    const all = Object.values(
      document.paths as Record<string, Record<string, { operationId: string }>>,
    );
    expect(listed.sort()).toEqual(
      all.flatMap((item) => Object.values(item).map(({ operationId }) => operationId)).sort(),
    );
    expect(body).not.toContain("<details open");
  });

  test("the viewer and everything that it loads come from this server [VER-12]", async () => {
    const page = await get("/api/docs?urls.primaryName=Changes");

    expect(page.statusCode).toBe(200);
    expect(page.headers["content-type"]).toMatch(/^text\/html/);
    expect(page.body).not.toMatch(/(src|href)="(https?:)?\/\//);
    const files = [...page.body.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, file = ""]) => file);
    expect(files.length).toBeGreaterThan(4);
    for (const file of files) {
      const answer = await get(new URL(file, "http://local/api/docs").pathname);
      expect(answer.statusCode).toBe(200);
      expect(answer.headers["content-security-policy"]).not.toMatch(/https?:/);
    }
    expect((await get("/api/docs/static/swagger-initializer.js")).body).toContain(
      '"validatorUrl":null',
    );
  });
});
