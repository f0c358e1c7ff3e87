import { expect, test } from "vitest";
import { z } from "zod";
import { anyone } from "#api/auth/access.ts";
import { one } from "#api/http/answers.ts";
import { moduleOf } from "#api/http/module.ts";
import { v1 } from "#api/http/responses/families.ts";
import { testApp } from "../../helpers/app.ts";

/** What a library says of an answer that it got for us. */
const vendorErrors = [
  Object.assign(new Error("bucket refused"), { statusCode: 400 }),
  Object.assign(new Error("object too large"), { statusCode: 413, code: "EntityTooLarge" }),
  Object.assign(new Error("unsupported"), { statusCode: 415 }),
  new SyntaxError("Unexpected token < in JSON"),
];

const { endpoint } = moduleOf({ tag: "Tests", family: v1, access: anyone });
const { get, send, logged } = await testApp({}, [
  endpoint({
    at: "GET /vendor/:index",
    name: "failAsVendor",
    summary: "Fails as another library does",
    description: "For tests.",
    params: z.object({ index: z.coerce.number() }),
    answers: one(z.object({})),
    handle: ({ params }) => {
      throw vendorErrors[params.index];
    },
  }),
  endpoint({
    at: "POST /vendor",
    name: "takeBody",
    summary: "Takes a body",
    description: "For tests.",
    body: z.object({ name: z.string() }),
    answers: one(z.object({})),
    handle: () => ({}),
  }),
]);

test.each(vendorErrors.map(({ message }, index) => [message, index]))(
  "an error of a library (%s) is a fault of ours, with 500 and in the log, not of the request",
  async (message, index) => {
    const { statusCode, json } = await get(`/api/v1/vendor/${index}`);

    expect(statusCode).toBe(500);
    expect(json()).toMatchObject({ error: { code: "INTERNAL_SERVER_ERROR" } });
    expect(logged.map(({ err }) => (err as { message?: string })?.message)).toContain(message);
  },
);

test.each([
  ["application/json", '{"name":', 400],
  ["application/json", `{"name":"${"x".repeat(1_100_000)}"}`, 413],
  ["application/x-unknown", "name", 415],
])("what the framework refuses stays the client's: %s", async (type, payload, status) => {
  const headers = { "content-type": type };
  const { statusCode } = await send({ method: "POST", url: "/api/v1/vendor", headers, payload });

  expect(statusCode).toBe(status);
});
