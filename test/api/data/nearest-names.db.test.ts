import { describe, expect, test } from "vitest";
import { z } from "zod";
import { listUnknown } from "#api/http/requests/unknown-members.ts";
import { testApp } from "../../helpers/app.ts";
import { makeCompany } from "../../helpers/make.ts";
import { makePerson } from "../../helpers/people.ts";

const app = await testApp();
const { get, send } = app;
const ann = await makePerson(app);

describe("parameters that an operation does not have", () => {
  test("are named with the nearest, and ignored where the contract ignores them [CNV-29]", async () => {
    const answer = await get("/v2/watchlists?limt=5&colour=red", ann.headers);

    expect(answer.statusCode).toBe(200);
    expect(answer.headers["unknown-parameters"]).toBe("limt;did-you-mean=limit, colour");
  });

  test("are refused with the nearest by operations of our own", async () => {
    for (const [url, message] of [
      ["/v2/metrics?ticker=AAPL", "There is no parameter ticker here; did you mean tickers?"],
      ["/v2/changes?sinc=2026-01-01", "There is no parameter sinc here; did you mean since?"],
      ["/v2/entities?serch=apple", "There is no parameter serch here; did you mean search?"],
    ]) {
      const answer = await get(url ?? "");
      expect([answer.statusCode, answer.json().error.message]).toEqual([400, message]);
    }
    expect((await get("/v2/changes?colour=red")).headers["unknown-parameters"]).toBe("colour");
  });

  test("cannot end or break the header", async () => {
    const answer = await get("/v2/watchlists?li%0d%0aX-Evil:%201=5&%2C%3B%22=1", ann.headers);

    expect(answer.statusCode).toBe(200);
    expect(answer.headers["x-evil"]).toBeUndefined();
    expect(answer.headers["unknown-parameters"]).toMatch(/^[\w%.;=-]+, [\w%.;=-]+$/);
  });
});

describe("members that a body does not have", () => {
  test("are named with the nearest in a header and dropped where the contract drops them [A-39]", async () => {
    const payload = { name: "Mine", descripton: "typed in haste", colour: "red" };
    const answer = await send({
      ...{ method: "POST", url: "/v2/watchlists", headers: ann.headers, payload },
    });

    expect([answer.statusCode, answer.json().data.description]).toEqual([201, null]);
    expect(answer.headers["unknown-members"]).toBe("descripton;did-you-mean=description, colour");
    const right = await send({
      ...{ method: "POST", url: "/v2/watchlists", headers: ann.headers, payload: { name: "M" } },
    });
    expect(right.headers["unknown-members"]).toBeUndefined();
  });

  test("are refused with the nearest by strict bodies [A-39]", async () => {
    const payload = { url: "https://example.com/", typs: ["filing.stored"] };
    const answer = await send({
      ...{ method: "POST", url: "/v2/webhooks", headers: ann.headers, payload },
    });

    expect([answer.statusCode, answer.json().error]).toMatchObject([
      400,
      {
        code: "FST_ERR_VALIDATION",
        message: 'body: Unrecognized key: "typs"; did you mean types?',
      },
    ]);
  });

  const schema = z.object({
    name: z.string(),
    tags: z.array(z.object({ label: z.string() })).optional(),
    free: z.record(z.string(), z.unknown()).optional(),
    kind: z
      .discriminatedUnion("type", [
        z.strictObject({ type: z.literal("a"), alpha: z.string() }),
        z.strictObject({ type: z.literal("b"), beta: z.string() }),
      ])
      .nullable()
      .optional(),
  });

  test("are found at any depth, not in what may have any", () => {
    const found = listUnknown(schema, {
      nmae: "x",
      tags: [{ label: "a" }, { labl: "b" }],
      free: { anything: 1 },
      kind: { type: "b", betta: "x" },
    });

    expect(found).toEqual([
      { path: ["nmae"], meant: ["name"], isRefused: false },
      { path: ["tags", "1", "labl"], meant: ["label"], isRefused: false },
      { path: ["kind", "betta"], meant: ["beta"], isRefused: true },
    ]);
  });

  test("are counted to ten, whatever is sent", () => {
    const many = Object.fromEntries(Array.from({ length: 5000 }, (_, n) => [`m${n}`, n]));
    expect(listUnknown(schema, many)).toHaveLength(10);
    let deep: object = {};
    for (let depth = 0; depth < 60; depth += 1) deep = { tags: [deep] };
    expect(listUnknown(schema, deep).length).toBeLessThanOrEqual(10);
  });
});

describe("a limit above the greatest", () => {
  test.each([
    ["/v2/watchlists?limit=101", "100"],
    ["/v2/changes?limit=9999", "500"],
    ["/v2/entities?offset=0&limit=200&search=a", "100"],
  ])("%s counts as the greatest, and the answer says so [CNV-25]", async (url, greatest) => {
    const answer = await get(url, ann.headers);
    expect([answer.statusCode, answer.headers["limit-reduced"]]).toEqual([200, greatest]);
  });

  test("within it nothing is said", async () => {
    expect((await get("/v2/changes?limit=500")).headers["limit-reduced"]).toBeUndefined();
  });
});

describe("links to the other pages", async () => {
  for (let n = 0; n < 5; n += 1) await makeCompany(app.db, { name: `Company ${n}` });
  const linksOf = async (url: string, headers = {}) =>
    String((await get(url, headers)).headers.link ?? "").split(", ");

  test("are first, prev, next and last, with the other parameters as they were", async () => {
    expect(await linksOf("/v2/entities?limit=2&offset=2&search=Company")).toEqual([
      '</v2/entities?limit=2&offset=0&search=Company>; rel="first"',
      '</v2/entities?limit=2&offset=0&search=Company>; rel="prev"',
      '</v2/entities?limit=2&offset=4&search=Company>; rel="next"',
      '</v2/entities?limit=2&offset=4&search=Company>; rel="last"',
    ]);
    expect(await linksOf("/v2/entities?search=Company")).toEqual([""]);
  });

  test("lead through all rows, each once", async () => {
    const names: string[] = [];
    for (let url: string | null = "/v2/entities?limit=2&search=Company"; url !== null; ) {
      const answer = await get(url);
      names.push(...answer.json().data.map((one: { name: string }) => one.name));
      url = /<([^>]+)>; rel="next"/.exec(String(answer.headers.link))?.[1] ?? null;
    }
    expect(names.sort()).toEqual(["Company 0", "Company 1", "Company 2", "Company 3", "Company 4"]);
  });

  test("cannot be broken by what was asked", async () => {
    const [first] = await linksOf(
      "/v2/entities?limit=1&search=Company&x=%3E%3B%20rel%3D%22next%22,%3C",
    );
    expect(first).toMatch(/^<[^<>,]+>; rel="first"$/);
  });
});

test("where reads up to where it cannot, and says so", async () => {
  for (const [where, words] of [
    ["revenue >", "it ends behind >, where a number is missing"],
    ["> 5", "it begins with >, before which a metric is missing"],
    ["revenue > 1b and net_margin >=", 'missing (read up to "revenue > 1b")'],
  ]) {
    const answer = await get(`/v2/screen?where=${encodeURIComponent(where ?? "")}`);
    expect(answer.statusCode).toBe(400);
    expect(answer.json().error.message).toContain(words);
  }
});

test("a preflight that is not answered says which setting allows it", async () => {
  const headers = { origin: "https://a.example", "access-control-request-method": "GET" };
  const asked = { method: "OPTIONS", url: "/v2/entities", headers } as const;
  const other = await testApp({ corsOrigins: ["https://b.example"] });

  expect((await send(asked)).headers["cors-hint"]).toContain("CORS_ORIGINS");
  expect((await other.send(asked)).headers["cors-hint"]).toContain("CORS_ORIGINS");
  const allowed = await other.send({
    ...asked,
    headers: { ...headers, origin: "https://b.example" },
  });
  expect(allowed.headers["cors-hint"]).toBeUndefined();
  expect(
    (await send({ method: "OPTIONS", url: "/v2/entities" })).headers["cors-hint"],
  ).toBeUndefined();
});
