import { describe, expect, test } from "vitest";
import { needsAccount } from "#api/auth/access.ts";
import type { Endpoint } from "#api/http/endpoint.ts";
import { allEndpoints } from "#api/modules.ts";
import { covers, type Scope, scopes } from "#schemas/shapes/accounts/scope.ts";
import { testApp } from "../../helpers/app.ts";
import { goodRequests } from "../../helpers/good-requests.ts";

/** The resource of each path, written by hand from O-02: the first that fits. Null means that O-02 has none. */
const resources: [path: RegExp, resource: "entities" | "filings" | "hiring" | "reports" | null][] =
  [
    [/\/hiring\//, "hiring"],
    [/\/models(\/|$)/, null],
    [/\/(financials\/full|sfrs-statements|lineage|data-quality)$/, "filings"],
    [/^\/(v2\/reports|v1\/reports\.)/, "reports"],
    [/^\/api\/v1\/filings(\/|$)/, "filings"],
    // The marketplace has no resource of its own.
    [/^\/v2\/entities\/:\w+\/(baseline|startup-listing|engagement-invitations)/, null],
    [/^\/(v2|api\/v1)\/entities(\/|$)/, "entities"],
    [/^/, null],
  ];
/** What takes a POST and only reads. */
const reads =
  /\/v1\/(apiKeys\.list|reports\.\w+|oauth\.list\w+)$|\/auth\/sign-out$|\/search\/candidates$|^\/v2\/reports\/:\w+\/views$|\/profile-views$|^\/mcp$/;

/** Acts on the proofs of an account are for its sign-ins: no key opens them. */
const isOfSignIn = ({ method, path }: Endpoint) =>
  method !== "GET" && /^\/auth\/(step-up$|factors\/(?!prove-options))/.test(path);

function wantedScope({ method, path }: Endpoint): Scope {
  // Acts of administrators, which no other scope opens (O-71).
  if (path.startsWith("/v2/admin/")) return "admin";
  const resource = resources.find(([fits]) => fits.test(path))?.[1] ?? null;
  const act = method === "GET" || reads.test(path) ? "read" : "write";
  // The scope billing:read reads billing; writes have no scope. The plans are for anyone.
  if (act === "read" && path.startsWith("/api/v1/billing/")) return "billing:read";
  return resource === null ? act : `${resource}:${act}`;
}

const app = await testApp();
const goodRequest = await goodRequests(app);
const ann = await app.signIn("ann@example.com");
const given = scopes.filter((one) => one !== "admin");
const keys = await Promise.all(
  given.map(async (scope) => {
    const payload = { name: scope, scope };
    const made = await app.send({ method: "POST", url: "/api/v1/api-keys", headers: ann, payload });
    return [scope, made.json().key as string] as const;
  }),
);
const guarded = allEndpoints.filter(({ access }) => needsAccount(access) || access === "optional");

describe.each(guarded.map((one) => [`${one.method} ${one.path}`, one] as const))(
  "%s",
  (_, endpoint) => {
    test("opens to keys whose scope includes that of its resource, and to no other [O-02] [AUT-11] [AUT-33] [AUT-34]", async () => {
      const opened: Scope[] = [];
      // One request for all keys: after the first that opens, the others may find nothing, but are not forbidden.
      const good = await goodRequest(endpoint);
      const { authorization: _authorization, ...headers } = good.headers as Record<string, string>;
      for (const [scope, key] of keys) {
        const answer = await app.send({ ...good, headers: { ...headers, "x-api-key": key } });
        if (answer.statusCode !== 403) opened.push(scope);
      }

      const wanted = given.filter((scope) => covers([scope], wantedScope(endpoint)));
      expect(opened).toEqual(isOfSignIn(endpoint) ? [] : wanted);
    });
  },
);

test("every offered scope but admin is what some operation asks for [O-02]", () => {
  const asked = new Set(guarded.map(({ scope }) => scope));
  expect(given.filter((one) => !asked.has(one))).toEqual([]);
});

test.each([
  ["billing:read", "GET", "/api/v1/billing/subscription", 200],
  ["billing:read", "GET", "/api/v1/users/me", 403],
  ["reports:read", "GET", "/api/v1/billing/subscription", 403],
  ["entities:read", "GET", "/api/v1/entities", 200],
  ["entities:write", "GET", "/api/v1/entities", 200],
  ["entities:read", "POST", "/api/v1/entities", 403],
  ["entities:write", "POST", "/api/v1/entities", 201],
  ["filings:read", "GET", "/api/v1/entities", 403],
  ["entities:write", "GET", "/api/v1/users/me", 403],
] as const)("a key with %s: %s %s is %i [O-02]", async (scope, method, url, status) => {
  const key = keys.find(([name]) => name === scope)?.[1] ?? "";
  const headers = { "x-api-key": key };
  const payload = method === "POST" ? { payload: { name: "Opened" } } : {};

  expect((await app.send({ method, url, headers, ...payload })).statusCode).toBe(status);
});
