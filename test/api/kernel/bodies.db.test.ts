import { expect, test } from "vitest";
import { z } from "zod";
import { allEndpoints } from "#api/modules.ts";
import { testApp } from "../../helpers/app.ts";
import { unknownParameters } from "../../helpers/good-requests.ts";
import { nameOf } from "../../helpers/module-tests.ts";

const app = await testApp();
const { headers } = await app.person("bodies@example.com");

/** Operations that act without being told anything: their body has no member that must be there. */
const bodiless = allEndpoints.filter(
  ({ method, forms, body }) =>
    (method === "POST" || method === "DELETE") && !forms && body?.safeParse({}).success,
);

test.each(bodiless.map((one) => [nameOf(one), one] as const))(
  "%s takes no body, an empty one and null as it takes {} [CNV-32] [RPC-06]",
  async (_, { method, path }) => {
    const url = path.replace(/:(\w+)/g, (_match, name: string) => unknownParameters[name] ?? "");
    const json = { ...headers, "content-type": "application/json" };
    const ask = async (payload: string | undefined, sent: Record<string, string>) => {
      const request = { method, url, headers: sent, ...(payload !== undefined && { payload }) };
      const { statusCode, body } = await app.send(request);
      return { statusCode, code: /"code":"(\w+)"/.exec(body)?.[1] };
    };
    const said = await ask("{}", json);

    expect(said.code).not.toBe("FST_ERR_VALIDATION");
    // The account is gone once it has left.
    if (path === "/api/v1/users/me") return;
    expect([
      await ask(undefined, headers),
      await ask(undefined, json),
      await ask("", json),
      await ask("null", json),
    ]).toEqual([said, said, said, said]);
    // What is no object is still refused.
    expect((await ask("[]", json)).statusCode).toBeGreaterThanOrEqual(400);
  },
);

test("the operations without a needed body are among them", () => {
  expect(bodiless.map(({ path }) => path)).toEqual(
    expect.arrayContaining([
      "/v1/reports.list",
      "/v1/apiKeys.list",
      "/v1/oauth.listMyApplications",
      "/v1/oauth.listMyGrants",
    ]),
  );
});

test("no text that may be null is kept when it is empty [CNV-05]", () => {
  const kept = allEndpoints.flatMap(({ name, body }) =>
    schemasIn(body)
      .flatMap((schema) => (schema instanceof z.ZodObject ? Object.entries(schema.shape) : []))
      .filter(([, member]) => keepsEmpty(member as z.ZodType))
      .map(([member]) => `${name} ${member}`),
  );
  expect([...new Set(kept)]).toEqual([]);
});

/** What takes anything is judged by the handler. */
const keepsEmpty = (member: z.ZodType) =>
  member.safeParse(null).success &&
  member.safeParse("").data === "" &&
  !member.safeParse(true).success;

const seen = new Set<unknown>();

/** Every schema in a body's schema, itself among them. */
function schemasIn(found: unknown): z.ZodType[] {
  if (typeof found !== "object" || found === null || seen.has(found)) return [];
  seen.add(found);
  if (found instanceof z.ZodType) return [found, ...schemasIn(found.def)];
  return Object.values(found).flatMap(schemasIn);
}
