import type { InjectOptions, LightMyRequestResponse } from "fastify";
import { describe, expect, test } from "vitest";
import { needsAccount } from "#api/auth/access.ts";
import type { Endpoint } from "#api/http/endpoint.ts";
import { allEndpoints } from "#api/modules.ts";
import { testApp } from "../../helpers/app.ts";
import { goodRequests, type ReadyRequest, unknownParameters } from "../../helpers/good-requests.ts";
import { nameOf, readModuleTests } from "../../helpers/module-tests.ts";
import { makeTeam, makeTeamEntity } from "../../helpers/people.ts";
import { principals } from "./access-words.ts";

type Principal = (typeof principals)[number];

const modules = await readModuleTests();
const accessMatrix: Record<string, string> = Object.assign({}, ...modules.map((one) => one.access));
const app = await testApp();
const goodRequest = await goodRequests(app);
const team = await makeTeam(app);
const made = await app.send({
  method: "POST",
  url: "/api/v1/api-keys",
  headers: team.owner.headers,
  payload: { name: "Reader", scope: "read" },
});
const credentials: Record<Principal, Record<string, string>> = {
  anonymous: {},
  stranger: team.stranger.headers,
  member: team.member.headers,
  permitted: team.permitted.headers,
  owner: team.owner.headers,
  readOnlyKey: { "x-api-key": made.json().key },
};

const malformedParameters = Object.fromEntries(
  Object.keys(unknownParameters).map((name) => [name, "x"]),
);

/** What the owner asks for, asked by another principal. */
function askAs(endpoint: Endpoint, principal: Principal, good: InjectOptions) {
  const isClient = endpoint.access === "client";
  const { authorization, ...others } = good.headers as Record<string, string>;
  const own = isClient && authorization !== undefined ? { authorization } : {};
  return app.send({ ...good, headers: { ...others, ...own, ...credentials[principal] } });
}

describe.each(modules)("$name", ({ name, endpoints, access, requests }) => {
  test("is served", () => {
    expect(allEndpoints.map(nameOf)).toEqual(expect.arrayContaining(endpoints.map(nameOf)));
  });

  test(`has a row for each operation in test/api/${name}/access.ts, and for no other [VER-14] [CNV-30]`, () => {
    expect(Object.keys(access ?? {}).sort()).toEqual(endpoints.map(nameOf).sort());
  });

  test("makes good requests of its own operations only", () => {
    const made = requests?.({ app, owner: team.owner, team, companyId: "" }) ?? {};
    expect(endpoints.map(nameOf)).toEqual(expect.arrayContaining(Object.keys(made)));
  });
});

test("every operation that is served is of a module, and of one only", () => {
  expect(modules.flatMap(({ endpoints }) => endpoints.map(nameOf)).sort()).toEqual(
    allEndpoints.map(nameOf).sort(),
  );
});

describe.each(allEndpoints.map((one) => [nameOf(one), one] as const))("%s", (name, endpoint) => {
  const expected = (accessMatrix[name] ?? "").split(" ");
  /** Who succeeds may use up what is asked for, so those who are refused ask first. */
  const refusedFirst = principals
    .map((one, at) => [one, expected[at]] as const)
    .sort(([, one], [, other]) => Number(one === "ok") - Number(other === "ok"));
  let made: Promise<ReadyRequest> | null = null;
  /** Things for a good request, made once for all principals: who reads, or is refused, changes nothing. */
  const ready = () => {
    made ??= goodRequest.ready(endpoint);
    return made;
  };

  test.runIf(expected[1] === "404")(
    "a stranger cannot tell somebody else's from what does not exist [AUT-23] [KEY-10] [COL-08] [WAT-20]",
    async () => {
      const good = await ready();
      const foreign = await askAs(endpoint, "stranger", good());
      const unknown = await askAs(endpoint, "stranger", good(unknownParameters));

      expect(withoutTrace(foreign)).toEqual(withoutTrace(unknown));
    },
  );

  test.runIf(needsAccount(endpoint.access))(
    "without a credential what exists, what does not and what is malformed are one 401 [A-43]",
    async () => {
      const good = await ready();
      const answers = [
        await askAs(endpoint, "anonymous", good()),
        await askAs(endpoint, "anonymous", good(unknownParameters)),
        await askAs(endpoint, "anonymous", good(malformedParameters)),
        await app.send({
          ...good(),
          headers: {},
          ...(endpoint.body === null ? {} : { payload: { nonsense: 1 } }),
        }),
      ];

      expect(new Set(answers.map((one) => one.statusCode))).toEqual(new Set([401]));
      expect(new Set(answers.map((one) => JSON.stringify(withoutTrace(one)))).size).toBe(1);
    },
  );

  test("is for whom the table says [AUT-07] [AUT-11] [AUT-12] [AUT-13] [AUT-14] [AUT-18] [AUT-28] [AUT-33]", async () => {
    const outcomes: Record<string, string> = {};
    for (const [principal, outcome] of refusedFirst) {
      if (outcome === "-") continue;
      const { statusCode } = await askAs(endpoint, principal, (await ready())());
      outcomes[principal] = statusCode < 400 ? "ok" : String(statusCode);
      if (statusCode < 400 && endpoint.method !== "GET") made = null;
    }

    const asked = refusedFirst.filter(([, outcome]) => outcome !== "-");
    expect(outcomes).toEqual(Object.fromEntries(asked));
  });
});

function withoutTrace(answer: LightMyRequestResponse) {
  const { "x-request-id": _, ...headers } = answer.headers;
  const text = answer.body.replace(/"traceId":"[^"]*"/g, '"traceId":"*"');
  return { status: answer.statusCode, text, names: Object.keys(headers).sort() };
}

describe("a published entity is known to everybody: what is not permitted is 403, not 404 [A-33] [ENT-23] [ERR-10]", async () => {
  const published = await makeTeamEntity(app, team, { published: true });
  const writes: [string, string, object | undefined][] = [
    ["PATCH", `/api/v1/entities/${published}`, { name: "Mine now" }],
    ["PUT", `/api/v1/entities/${published}`, { data: { name: "Mine now" } }],
    ["DELETE", `/api/v1/entities/${published}`, undefined],
    ["GET", `/v2/entities/${published}/team`, undefined],
    ["POST", `/v2/entities/${published}/team`, { email: "x@example.com" }],
    ["GET", `/v2/entities/${published}/audit-log`, undefined],
    ["PUT", `/v2/entities/${published}/contacts`, { fields: [] }],
    ["PUT", `/v2/entities/${published}/cover`, { content: "AAAA" }],
  ];

  test.each(writes)("%s %s by a stranger", async (method, url, payload) => {
    const headers = team.stranger.headers;
    const answer = await app.send({
      method: method as "PUT",
      url,
      headers,
      ...(payload === undefined ? {} : { payload }),
    });

    expect(answer.statusCode).toBe(403);
    expect(answer.body).toContain("FORBIDDEN");
  });

  test("everybody who is signed in may read it", async () => {
    const answer = await app.get(`/api/v1/entities/${published}`, team.stranger.headers);

    expect(answer.statusCode).toBe(200);
    expect(answer.json().name).toBe("Team Example");
  });
});
