import { describe, expect, test } from "vitest";
import { accessText, needsAccount } from "#api/auth/access.ts";
import type { Endpoint } from "#api/http/endpoint.ts";
import { allEndpoints } from "#api/modules.ts";
import { testApp } from "../../helpers/app.ts";
import { readProjectFile } from "../../tidy/project-files.ts";

/**
 * `test/fixtures/operations.csv` has the 168 operations of the specification with the access that it states:
 * `public`, `optional`, `client`, `account` (a credential of an account, or more), `member` or a permission. Authorize
 * is `optional`, because it sends a browser without a session to the sign-in page (O-18). `POST /api/v1/hiring/roles` is
 * `account`: its entity stands in the body, and its service asks for the permission.
 */
const specified = readLines("operations.csv")
  .slice(1)
  .map((line) => {
    const [module = "", method = "", path = "", access = ""] = line.split(",");
    return { module, name: `${method} ${path}`, access };
  });
/** Operations that are not built yet. A module that arrives deletes its lines. */
const missing = readLines("missing-operations.txt");

function readLines(file: string): string[] {
  return readProjectFile(`test/fixtures/${file}`).split("\n").filter(Boolean);
}

/** Method and path without the names of parameters: `GET /v2/entities/{}`. */
const shapeOf = (name: string) => name.replace(/\{\w+\}|:\w+/g, "{}");

type Schemas = Record<string, { properties: Record<string, { enum?: string[] } | undefined> }>;

const app = await testApp();
const document = (await app.get("/api/openapi")).json() as {
  paths: Record<string, Record<string, { "x-access": string }>>;
};
const described = new Map(
  Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => [
      shapeOf(`${method.toUpperCase()} ${path}`),
      operation["x-access"],
    ]),
  ),
);
const endpoints = new Map(
  allEndpoints.map((one) => [shapeOf(`${one.method} ${one.path}`), one] as const),
);

/** True where the endpoint asks for what the table states. `account` leaves open what more is asked. */
function isAs(stated: string, { access }: Endpoint): boolean {
  if (stated === "account") return needsAccount(access);
  // A rule about a row may also leave the credential to the caller.
  if (stated === "optional" && !needsAccount(access) && typeof access === "object") return true;
  const word = accessText(access).split(" ", 1)[0];
  return word === (stated === "public" ? "anyone" : stated);
}

describe("the operations of the specification", () => {
  test("are 168, each named once", () => {
    expect(new Set(specified.map(({ name }) => shapeOf(name))).size).toBe(168);
    expect(specified.length).toBe(168);
  });

  test("are described, but for those that are listed as missing [VER-14]", () => {
    const undescribed = specified
      .filter(({ name }) => !described.has(shapeOf(name)))
      .map(({ name }) => name);
    expect(undescribed).toEqual(missing);
  });

  test.each(specified.filter(({ name }) => endpoints.has(shapeOf(name))))(
    "$name is for: $access",
    ({ name, access }) => {
      const endpoint = endpoints.get(shapeOf(name)) as Endpoint;
      expect(described.get(shapeOf(name))).toBe(accessText(endpoint.access));
      expect([accessText(endpoint.access), isAs(access, endpoint)]).toEqual([
        accessText(endpoint.access),
        true,
      ]);
    },
  );

  test("are all that is there but for extensions, which say so [VER-14]", () => {
    const names = new Set(specified.map(({ name }) => shapeOf(name)));
    const isSpecified = ({ method, path, aliases }: Endpoint) =>
      [`${method} ${path}`, ...aliases.map(({ at }) => at)].some((at) => names.has(shapeOf(at)));
    const wrong = allEndpoints.filter((one) => isSpecified(one) === one.extension);
    expect(wrong.map(({ method, path }) => `${method} ${path}`)).toEqual([]);
  });

  test("have their canonical paths under /v2: what is deprecated names a successor there [VER-02]", () => {
    const text = (document as unknown as { info: { description: string } }).info.description;
    expect(text).toContain("Paths under /v2 are canonical");
    const canonical = allEndpoints.filter(({ path }) => path.startsWith("/v2/"));
    expect(canonical.length).toBeGreaterThan(40);
    const specifiedHere = specified.filter(({ name }) => endpoints.has(shapeOf(name)));
    for (const { name } of specifiedHere.filter(({ name }) => name.includes(" /v2/"))) {
      // The specification itself calls these aliases (VER-03).
      const isAlias = name.includes("/v2/startups/{id}/baseline");
      expect((endpoints.get(shapeOf(name))?.deprecated ?? null) !== null, name).toBe(isAlias);
    }
    for (const { path, deprecated } of allEndpoints) {
      if (deprecated !== null) expect(deprecated.successor, path).toMatch(/^\/v2\//);
    }
  });

  test("describe the statuses of API keys, collections and organizations with the specified values [STA-08]", () => {
    const { schemas } = (document as unknown as { components: { schemas: Schemas } }).components;
    const statuses = ["ApiKey", "Collection", "Organization"].map(
      (name) => schemas[name]?.properties.status?.enum,
    );
    expect(statuses).toEqual([
      ["active", "revoked", "expired"],
      ["active"],
      ["active", "archived"],
    ]);
  });

  test.each(specified.filter(({ module }) => module === "documentation"))(
    "$name answers anyone",
    async ({ name }) => {
      expect((await app.get(name.replace("GET ", ""))).statusCode).toBe(200);
    },
  );
});

test("the specification asks for no events: what is sent outward are extensions of our own [STA-13]", () => {
  expect(Object.keys(document)).not.toContain("webhooks");
  expect(JSON.stringify(document)).not.toContain('"callbacks"');
  const hooks = allEndpoints.filter(({ path }) =>
    /webhook|callback|event-subscription/i.test(path),
  );
  // Beside our own, the one webhook is inward: the payment provider's.
  const others = hooks.filter(({ path }) => !path.startsWith("/v2/webhooks"));
  expect(others.map(({ method, path }) => `${method} ${path}`)).toEqual([
    "POST /api/v1/billing/webhook",
  ]);
  expect(hooks.every(({ extension }) => extension)).toBe(true);
  expect(hooks.length).toBeGreaterThan(1);
});
