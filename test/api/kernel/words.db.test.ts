import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import {
  can,
  holder,
  manager,
  member,
  optionalViewer,
  organization,
  ownerOf,
  user,
  via,
  viewer,
} from "#api/auth/access.ts";
import type { RowReader } from "#api/auth/rules.ts";
import { created, list, one } from "#api/http/answers.ts";
import { moduleOf, withAliases } from "#api/http/module.ts";
import { v2 } from "#api/http/responses/families.ts";
import { allEndpoints } from "#api/modules.ts";
import { pageQuery } from "#schemas/shapes/page.ts";
import { featureFlag } from "#schemas/tables/accounts/flag.ts";
import { invitation } from "#schemas/tables/accounts/organization.ts";
import { watchlist } from "#schemas/tables/companies/watchlist.ts";
import { testApp } from "../../helpers/app.ts";
import { makePerson, makeTeamEntity } from "../../helpers/people.ts";

const { endpoint } = moduleOf({ tag: "Tests", family: v2, access: user });

/** An invitation to the team of an entity is a row that an entity has. */
const invited: RowReader<typeof invitation.$inferSelect> = {
  name: "Invitation",
  find: async (db, id) =>
    (await db.select().from(invitation).where(eq(invitation.id, id)))[0] ?? null,
  entityIdOf: (row) => row.entityId,
  organizationIdOf: (row) => row.organizationId,
  userIdOf: (row) => row.invitedBy,
};
/** The same, but everybody may know of invitations as members. */
const publicly: RowReader<typeof invitation.$inferSelect> = {
  ...invited,
  isVisible: (_db, row) => row.role === "member",
};
const ownList: RowReader<typeof watchlist.$inferSelect> = {
  name: "Watchlist",
  find: async (db, id) =>
    (await db.select().from(watchlist).where(eq(watchlist.id, id)))[0] ?? null,
  userIdOf: (row) => row.userId,
};

const params = z.object({ id: z.uuid() });
const answers = one(z.object({ role: z.string(), standing: z.string().nullable() }));
const common = { params, answers, summary: "Test", description: "Test of an access word." };
const told = ({
  subject,
  standing,
}: {
  subject: { role: string };
  standing: { role: string } | undefined;
}) => ({ role: subject.role, standing: standing?.role ?? null });

const calls: string[] = [];
const reads = { name: "test-reads", quota: 3, isExact: true };

const served = [
  endpoint({
    ...common,
    at: "GET /words/can/:id",
    name: "wordCan",
    access: can("review_applications", via(invited, "id")),
    handle: told,
  }),
  endpoint({
    ...common,
    at: "GET /words/member/:id",
    name: "wordMember",
    access: member(via(invited, "id")),
    handle: told,
  }),
  endpoint({
    ...common,
    at: "GET /words/manager/:id",
    name: "wordManager",
    access: manager(via(publicly, "id")),
    handle: told,
  }),
  endpoint({
    ...common,
    at: "GET /words/holder/:id",
    name: "wordHolder",
    access: holder(via(invited, "id")),
    handle: ({ subject }) => ({ role: subject.role, standing: null }),
  }),
  endpoint({
    ...common,
    at: "GET /words/viewer/:id",
    name: "wordViewer",
    access: viewer(via(publicly, "id")),
    handle: ({ subject }) => ({ role: subject.role, standing: null }),
  }),
  endpoint({
    ...common,
    at: "GET /words/optional/:id",
    name: "wordOptionalViewer",
    access: optionalViewer(via(publicly, "id")),
    handle: ({ subject, caller }) => ({ role: subject.role, standing: caller && "signed in" }),
  }),
  endpoint({
    ...common,
    at: "GET /words/organization/:id",
    name: "wordOrganization",
    access: organization("admin", "id"),
    handle: ({ standing }) => ({ role: "", standing: standing.role }),
  }),
  endpoint({
    ...common,
    at: "GET /words/lists/:id",
    name: "wordOwnerOf",
    access: ownerOf(via(ownList, "id")),
    handle: ({ subject }) => ({ role: subject.name, standing: null }),
  }),
  endpoint({
    at: "GET /words/limited",
    name: "wordLimited",
    summary: "Limited",
    description: "Counted in a bucket.",
    query: pageQuery,
    answers: list(z.object({ n: z.int() })),
    limit: reads,
    handle: ({ query }) => ({ rows: [{ n: 1 }], total: 1, ...query }),
  }),
  endpoint({
    at: "GET /words/flagged",
    name: "wordFlagged",
    summary: "Flagged",
    description: "Behind a flag.",
    answers: one(z.object({ ok: z.boolean() })),
    flag: "words_test",
    handle: () => ({ ok: true }),
  }),
  endpoint({
    at: "POST /words/strict",
    name: "wordStrict",
    summary: "Strict",
    description: "Refuses unknown members.",
    strict: true,
    body: z.object({
      name: z.string(),
      parts: z.array(z.object({ size: z.number().optional() })).optional(),
      free: z.record(z.string(), z.unknown()).optional(),
    }),
    answers: created(z.object({ id: z.string() }), ({ id }) => `/v2/words/${id}`),
    handle: ({ body }) => {
      calls.push(body.name);
      return { id: body.name };
    },
  }),
  ...withAliases(
    endpoint({
      at: "GET /words/:entityId/baseline",
      name: "wordBaseline",
      summary: "Aliased",
      description: "Served at two paths.",
      params: z.object({ entityId: z.string() }),
      answers: one(z.object({ entityId: z.string() })),
      also: ["GET /v2/old-words/:entityId/baseline"],
      handle: (given) => given.params,
    }),
  ),
];

const app = await testApp({ limits: { anonymous: 1000, read: 1000, write: 1000 } }, [
  ...allEndpoints,
  ...served,
]);
const [owner, stranger, plain, permitted] = await Promise.all(
  ["ann", "bob", "carl", "dora"].map((name) => makePerson(app, `${name}@words.example`)),
);
const team = { owner, stranger, member: plain, permitted } as Parameters<typeof makeTeamEntity>[1];
type Who = keyof typeof team;
const entityId = await makeTeamEntity(app, team);
const inviteAs = async (role: string) =>
  (
    await app.send({
      method: "POST",
      url: `/v2/entities/${entityId}/team`,
      headers: team.owner.headers,
      payload: { email: `${role}@invited.example`, role },
    })
  ).json().data.id as string;
const openId = await inviteAs("member");
const hiddenId = await inviteAs("admin");
const unknownId = "0b7c1a58-1c39-4c0e-9a3f-6f0f0d2f4a11";
const statusOf = async (word: string, id: string, who: Who) =>
  (await app.get(`/v2/words/${word}/${id}`, team[who].headers)).statusCode;

describe("access through a row [AUT-11] [AUT-23] [AUT-26] [AUT-27] [AUT-28]", () => {
  const rows: [word: string, id: string, owner: number, member: number, stranger: number][] = [
    ["can", openId, 200, 403, 404],
    ["member", openId, 200, 200, 404],
    ["manager", openId, 200, 403, 403],
    ["manager", hiddenId, 200, 403, 404],
    ["holder", openId, 200, 403, 404],
    ["viewer", openId, 200, 200, 200],
    ["viewer", hiddenId, 404, 404, 404],
  ];
  test.each(rows)("%s of %s", async (word, id, ...expected) => {
    const whos: Who[] = ["owner", "member", "stranger"];
    expect(await Promise.all(whos.map((who) => statusOf(word, id, who)))).toEqual(expected);
  });

  test("the holder of the permission is let in, and an unknown row is the same 404 as a hidden one", async () => {
    expect(await statusOf("can", openId, "permitted")).toBe(200);
    const [hidden, unknown] = await Promise.all(
      [hiddenId, unknownId].map((id) => app.get(`/v2/words/can/${id}`, team.stranger.headers)),
    );
    expect(hidden?.statusCode).toBe(404);
    expect(hidden?.json().error.message).toBe("Invitation not found");
    expect(unknown?.json().error).toEqual({
      ...hidden?.json().error,
      traceId: expect.any(String),
    });
  });

  test("the handler gets the row and what the caller is to its team", async () => {
    const answer = await app.get(`/v2/words/member/${hiddenId}`, team.permitted.headers);
    expect(answer.json().data).toEqual({ role: "admin", standing: "member" });
  });

  test("authentication comes before existence and before validation [A-43] [AUT-21] [AUT-22]", async () => {
    for (const id of [openId, unknownId, "x"]) {
      expect((await app.get(`/v2/words/can/${id}`)).statusCode).toBe(401);
    }
    expect((await app.get("/v2/words/can/x", team.stranger.headers)).statusCode).toBe(400);
  });

  test("without a credential only what everybody may see is shown, and a bad credential is refused [AUT-15]", async () => {
    const anonymous = await app.get(`/v2/words/optional/${openId}`);
    expect(anonymous.json().data).toEqual({ role: "member", standing: null });
    expect((await app.get(`/v2/words/optional/${hiddenId}`)).statusCode).toBe(404);
    const bad = await app.get(`/v2/words/optional/${openId}`, { authorization: "Bearer x" });
    expect(bad.statusCode).toBe(401);
  });

  test("an own row is for its owner only", async () => {
    const made = await app.send({
      method: "POST",
      url: "/v2/watchlists",
      headers: team.owner.headers,
      payload: { name: "Mine" },
    });
    const { id } = made.json().data;
    expect(await statusOf("lists", id, "owner")).toBe(200);
    expect(await statusOf("lists", id, "member")).toBe(404);
    expect(await statusOf("lists", unknownId, "owner")).toBe(404);
  });

  test("a role of an organization: member 403, stranger 404, owner let in", async () => {
    const made = await app.send({
      method: "POST",
      url: "/api/v1/organizations",
      headers: team.owner.headers,
      payload: { name: "Words" },
    });
    const { id } = made.json().data;
    expect(await statusOf("organization", id, "owner")).toBe(200);
    expect(await statusOf("organization", id, "stranger")).toBe(404);
    expect(await statusOf("organization", unknownId, "owner")).toBe(404);
  });

  test("the description names rule, row and parameter [VER-14]", async () => {
    const { paths } = (await app.get("/api/openapi")).json();
    expect(paths["/v2/words/can/{id}"].get["x-access"]).toBe(
      "review_applications of Invitation :id",
    );
    expect(paths["/v2/words/organization/{id}"].get["x-access"]).toBe("admin of organization :id");
    expect(paths["/v2/words/optional/{id}"].get.security).toContainEqual({});
  });
});

test("a bucket allows exactly its quota a minute and caller, and 429 carries both headers [LIM-01] [LIM-02] [LIM-03] [ERR-23]", async () => {
  const ask = (who: Who) => app.get("/v2/words/limited", team[who].headers);
  const answers = [await ask("owner"), await ask("owner"), await ask("owner"), await ask("owner")];

  expect(answers.map((one) => one.statusCode)).toEqual([200, 200, 200, 429]);
  expect(answers[0]?.headers.ratelimit).toMatch(/^"test-reads";r=2;t=\d+$/);
  expect(answers[3]?.headers.ratelimit).toMatch(/^"test-reads";r=0;t=\d+$/);
  expect(answers[3]?.headers["ratelimit-policy"]).toBe('"test-reads";q=3;w=60');
  expect(Number(answers[3]?.headers["retry-after"])).toBeGreaterThan(0);
  expect((await ask("member")).statusCode).toBe(200);
  expect((await app.get("/v2/watchlists", team.owner.headers)).statusCode).toBe(200);
});

test("while its flag is off an endpoint is a 404 like an unknown address, on every method", async () => {
  const ask = (method: "GET" | "POST" | "OPTIONS") =>
    app.send({ method, url: "/v2/words/flagged", headers: team.owner.headers });
  expect((await ask("GET")).statusCode).toBe(404);
  expect((await ask("GET")).json().error.message).toBe("This capability is disabled");
  expect((await ask("POST")).statusCode).toBe(404);
  expect((await ask("OPTIONS")).statusCode).toBe(404);
});

test("a flag is on for the accounts that it names", async () => {
  let time = Date.now();
  const later = await testApp({ database: app.database, now: () => new Date(time) }, served);
  const [account] = (await app.get("/api/v1/users/me", team.owner.headers)).json().data.id
    ? [(await app.get("/api/v1/users/me", team.owner.headers)).json().data.id as string]
    : [];
  const ask = (who: Who) => later.get("/v2/words/flagged", team[who].headers);
  expect((await ask("owner")).statusCode).toBe(404);
  await app.db.insert(featureFlag).values({
    flag: "words_test",
    scope: "account",
    accountId: account,
  });
  time += 1001;
  expect((await ask("owner")).statusCode).toBe(200);
  expect((await ask("member")).statusCode).toBe(404);
  await app.db.insert(featureFlag).values({ flag: "words_test", scope: "everyone" });
  time += 1001;
  expect((await ask("member")).statusCode).toBe(200);
});

test("a strict body refuses unknown members at any depth; a record takes any [ERR-21]", async () => {
  const send = (payload: object) =>
    app.send({ method: "POST", url: "/v2/words/strict", headers: team.owner.headers, payload });
  const refused = [
    { name: "a", nmae: "b" },
    { name: "a", parts: [{ sise: 1 }] },
  ];
  for (const payload of refused) {
    const answer = await send(payload);
    expect(answer.statusCode).toBe(400);
    expect(answer.json().error.message).toMatch(/Unrecognized key/);
  }
  expect(calls).toEqual([]);
  const taken = await send({ name: "a", parts: [{ size: 1 }], free: { any: 1 } });
  expect([taken.statusCode, taken.headers.location]).toEqual([201, "/v2/words/a"]);
});

test("a deprecated alias answers as its successor, and says so [VER-03] [VER-04] [VER-16]", async () => {
  const [at, old] = await Promise.all(
    ["words", "old-words"].map((path) => app.get(`/v2/${path}/a%20b/baseline`, team.owner.headers)),
  );
  expect(old?.json().data).toEqual(at?.json().data);
  expect(at?.headers.deprecation).toBeUndefined();
  expect(old?.headers.link).toBe('</v2/words/a%20b/baseline>; rel="successor-version"');
  const since = Number(String(old?.headers.deprecation).replace("@", "")) * 1000;
  const sunset = Date.parse(String(old?.headers.sunset));
  expect(sunset - since).toBeGreaterThanOrEqual(365 * 86_400_000);
  expect((await app.get("/v2/old-words/a/baseline")).headers.deprecation).toBeDefined();
  const { paths } = (await app.get("/api/openapi")).json();
  expect(paths["/v2/old-words/{entityId}/baseline"].get.deprecated).toBe(true);
  expect(paths["/v2/words/{entityId}/baseline"].get.deprecated).toBeUndefined();
});

test("an alias that would end within twelve months cannot be declared [VER-16]", () => {
  const declare = () =>
    endpoint({
      at: "GET /words/short",
      name: "wordShort",
      summary: "Short",
      description: "Ends too early.",
      answers: one(z.object({})),
      also: [{ at: "GET /v2/short", since: "2026-11-22", sunset: "2027-11-21" }],
      handle: () => ({}),
    });
  expect(declare).toThrow(/twelve months/);
});
