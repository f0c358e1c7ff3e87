import { describe, expect, test } from "vitest";
import { z } from "zod";
import { anyone } from "#api/auth/access.ts";
import { one } from "#api/http/answers.ts";
import { moduleOf } from "#api/http/module.ts";
import { requestBounds } from "#api/http/requests/bounds.ts";
import { oauth, pages, rpc, v1, v2 } from "#api/http/responses/families.ts";
import { testApp } from "../../helpers/app.ts";

const { endpoint } = moduleOf({ tag: "Tests" });
const counted = z.object({ count: z.int() });
const families = { v1, v2, rpc, oauth, pages };

/** How deep a value is nested, and what it holds in all. */
const countOf = (value: unknown): number =>
  typeof value !== "object" || value === null
    ? 0
    : Object.values(value).reduce((sum: number, one) => sum + 1 + countOf(one), 0);

/** Tells how much of a request has arrived. */
const echoes = Object.entries(families).flatMap(([name, family]) => [
  endpoint({
    family,
    at: `POST /bounds-${name}`,
    name: `bounds${name}Post`,
    summary: "Count",
    description: "Of a test.",
    access: anyone,
    body: z.unknown(),
    forms: true,
    status: 200,
    answers: one(counted),
    handle: ({ body }) => ({ count: countOf(body) }),
  }),
  endpoint({
    family,
    at: `GET /bounds-${name}`,
    name: `bounds${name}Get`,
    summary: "Count",
    description: "Of a test.",
    access: anyone,
    query: z.looseObject({}),
    answers: one(counted),
    handle: ({ query }) => ({ count: countOf(query) }),
  }),
]);

const app = await testApp({}, echoes);
const countIn = (body: string) => Number(/"count":(\d+)/.exec(body)?.[1]);

const post = (payload: string, type: string, name: keyof typeof families = "v2") =>
  app.send({
    method: "POST",
    url: `${families[name].prefix}/bounds-${name}`,
    headers: { "content-type": type },
    payload,
  });
const postJson = (payload: string) => post(payload, "application/json");
const postForm = (payload: string) => post(payload, "application/x-www-form-urlencoded");
const fields = (count: number) => Array.from({ length: count }, (_, n) => `f${n}=1`).join("&");

describe("a form", () => {
  const { formFields } = requestBounds;

  test("of as many fields as allowed is read whole, and of one more answers 413 [LIM-21]", async () => {
    const most = await postForm(fields(formFields));
    expect([most.statusCode, countIn(most.body)]).toEqual([200, formFields]);

    const more = await postForm(fields(formFields + 1));
    expect(more.statusCode).toBe(413);
    expect(more.json().error.code).toBe("PAYLOAD_TOO_LARGE");
    expect(more.json().error.message).toContain("500 fields");
  });

  test("whose one field is repeated counts each of them [LIM-21]", async () => {
    expect((await postForm("a=1&".repeat(formFields + 1))).statusCode).toBe(413);
    expect((await postForm("&".repeat(formFields))).statusCode).toBe(413);
  });

  test("keeps each value of a repeated field, in order, whatever its name is", async () => {
    const { parseForm } = await import("#api/http/requests/read-body.ts");
    const form = parseForm("a=1&__proto__=x&b=2&a=3&a=4&constructor=y");
    expect(Object.entries(form)).toEqual([
      ["a", ["1", "3", "4"]],
      ["__proto__", "x"],
      ["b", "2"],
      ["constructor", "y"],
    ]);
  });
});

describe("a query", () => {
  const { queryParameters } = requestBounds;
  const ask = (query: string) => app.get(`/v2/bounds-v2?${query}`);

  test("of as many parameters as allowed is read whole, and of one more answers 400 [LIM-21]", async () => {
    const most = await ask(fields(queryParameters));
    expect([most.statusCode, countIn(most.body)]).toEqual([200, queryParameters]);

    const more = await ask(fields(queryParameters + 1));
    expect(more.statusCode).toBe(400);
    expect(more.json().error.message).toContain("500 parameters");
  });
});

describe("a JSON body", () => {
  const { jsonValues, jsonDepth } = requestBounds;
  const array = (count: number) => JSON.stringify(Array(count).fill(0));
  const object = (count: number) =>
    JSON.stringify(Object.fromEntries(Array.from({ length: count }, (_, n) => [`k${n}`, 0])));
  const nested = (depth: number) => "[".repeat(depth) + "]".repeat(depth);

  test.each([
    ["elements", array],
    ["members", object],
  ])(
    "of as many %s as allowed is read whole, and of one more answers 413 [LIM-21]",
    async (_, of) => {
      const most = await postJson(of(jsonValues));
      expect([most.statusCode, countIn(most.body)]).toEqual([200, jsonValues]);

      const more = await postJson(of(jsonValues + 1));
      expect(more.statusCode).toBe(413);
      expect(more.json().error.code).toBe("PAYLOAD_TOO_LARGE");
    },
  );

  test("of many small objects counts what is in each of them [LIM-21]", async () => {
    const rows = (count: number) => JSON.stringify(Array(count).fill({ a: 1, b: [] }));
    expect((await postJson(rows(1000))).statusCode).toBe(200);
    expect((await postJson(rows(jsonValues))).statusCode).toBe(413);
  });

  test("takes any number of separators and brackets in its texts", async () => {
    const text = ',[{":}]'.repeat(jsonValues);
    const answer = await postJson(JSON.stringify([text, `${text}\\`, `\\"${text}`]));
    expect([answer.statusCode, countIn(answer.body)]).toEqual([200, 3]);
  });

  test("as deep as allowed is read, one level more answers 400 and so do many [LIM-21]", async () => {
    expect((await postJson(nested(jsonDepth))).statusCode).toBe(200);
    for (const depth of [jsonDepth + 1, 10_000, 500_000]) {
      const answer = await postJson(nested(depth));
      expect(answer.statusCode).toBe(400);
      expect(answer.json().error.message).toContain("64 levels");
    }
  });

  test.each(['"', '["', '{"a', '"\\"', '["a\\', ""])(
    "that ends early (%s) is no JSON",
    async (text) => {
      expect((await postJson(text)).statusCode).toBe(text === "" ? 200 : 400);
    },
  );
});

test.each(Object.keys(families) as (keyof typeof families)[])(
  "the family %s refuses too much in its own envelope [LIM-21]",
  async (name) => {
    const { errorSchema, prefix } = families[name];
    const answers = [
      await post(`[${"0,".repeat(30_000)}0]`, "application/json", name),
      await post(fields(501), "application/x-www-form-urlencoded", name),
      await app.get(`${prefix}/bounds-${name}?${fields(501)}`),
    ];
    expect(answers.map((one) => one.statusCode)).toEqual([413, 413, 400]);
    for (const answer of answers) expect(errorSchema.safeParse(answer.json()).success).toBe(true);
  },
);
