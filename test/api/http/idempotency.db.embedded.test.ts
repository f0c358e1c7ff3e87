import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { anyone, needsAccount, user } from "#api/auth/access.ts";
import { one } from "#api/http/answers.ts";
import type { Endpoint } from "#api/http/endpoint.ts";
import { conflict } from "#api/http/errors.ts";
import { moduleOf } from "#api/http/module.ts";
import { isRepeatable } from "#api/http/requests/idempotency.ts";
import { rpc, v1, v2 } from "#api/http/responses/families.ts";
import { allEndpoints } from "#api/modules.ts";
import { apiKey } from "#schemas/tables/accounts/account.ts";
import { auditEvent } from "#schemas/tables/accounts/audit.ts";
import { collection } from "#schemas/tables/accounts/collection.ts";
import { idempotencyKey } from "#schemas/tables/operation/idempotency.ts";
import { testApp } from "../../helpers/app.ts";
import { goodRequests } from "../../helpers/good-requests.ts";
import { makeCompany } from "../../helpers/make.ts";
import { makePerson } from "../../helpers/people.ts";
import { rounds } from "../../helpers/races.ts";

const { endpoint } = moduleOf({ tag: "Tests" });

const app = await testApp();
const { db, send } = app;
const ann = await makePerson(app, "ann@example.com");
const bob = await makePerson(app, "bob@example.com");
const { id: companyId } = await makeCompany(db);

const createCollection = (name: string, key: string, headers = ann.headers) =>
  send({
    method: "POST",
    url: "/api/v1/collections",
    headers: { ...headers, "idempotency-key": key },
    payload: { name },
  });
const collectionsNamed = async (name: string) =>
  (await db.select().from(collection).where(eq(collection.name, name))).length;

describe("a repeat with the same key", () => {
  test("is answered byte for byte as before, with its headers, and does nothing", async () => {
    const first = await createCollection("Once", "key-1");
    const second = await createCollection("Once", "key-1");

    expect([first.statusCode, second.statusCode]).toEqual([201, 201]);
    expect(second.body).toBe(first.body);
    expect(first.headers["idempotent-replayed"]).toBeUndefined();
    expect(second.headers["idempotent-replayed"]).toBe("true");
    for (const name of ["location", "etag", "content-type", "cache-control"]) {
      expect(second.headers[name]).toBe(first.headers[name]);
    }
    expect(second.headers["x-request-id"]).not.toBe(first.headers["x-request-id"]);
    expect(await collectionsNamed("Once")).toBe(1);
  });

  test("and another body is 422, which leaves the first answer in place", async () => {
    await createCollection("First", "key-2");
    const other = await createCollection("Other", "key-2");

    expect(other.statusCode).toBe(422);
    expect(other.json().code).toBe("IDEMPOTENCY_KEY_REUSED");
    expect(await collectionsNamed("Other")).toBe(0);
    expect((await createCollection("First", "key-2")).statusCode).toBe(201);
  });

  test("at another address is 422, whatever the body", async () => {
    await createCollection("Address", "key-3");
    const other = await send({
      method: "POST",
      url: "/api/v1/organizations",
      headers: { ...ann.headers, "idempotency-key": "key-3" },
      payload: { name: "Address" },
    });

    expect(other.statusCode).toBe(422);
  });

  test("of another account is another key", async () => {
    const anns = await createCollection("Shared", "key-4");
    const bobs = await createCollection("Shared", "key-4", bob.headers);

    expect(bobs.statusCode).toBe(201);
    expect(bobs.json().data.userId).toBe(bob.id);
    expect(bobs.json().data.id).not.toBe(anns.json().data.id);
  });

  test("works for PATCH too, and raises a version once [COL-07]", async () => {
    const { id } = (await createCollection("Patch", "key-5")).json().data;
    const patch = () =>
      send({
        method: "PATCH",
        url: `/api/v1/collections/${id}`,
        headers: { ...ann.headers, "idempotency-key": "key-6" },
        payload: { name: "Patched" },
      });

    expect([(await patch()).json().data.version, (await patch()).json().data.version]).toEqual([
      2, 2,
    ]);
  });

  test("means nothing for a POST that changes nothing, and nothing is stored [LIM-23]", async () => {
    const request = {
      method: "POST" as const,
      url: `/v2/entities/${companyId}/models/wacc/compute`,
      headers: { "idempotency-key": "key-8" },
    };
    const stored = await db.$count(idempotencyKey);
    const first = await send({ ...request, payload: {} });
    const other = await send({ ...request, payload: { assumptions: {} } });

    expect([first.statusCode, other.statusCode]).toEqual([200, 200]);
    expect(other.headers["idempotent-replayed"]).toBeUndefined();
    expect(await db.$count(idempotencyKey)).toBe(stored);
  });

  test("keeps answers to anonymous callers only where they change something [LIM-23]", () => {
    const kept = allEndpoints.filter((one) => isRepeatable(one) && !needsAccount(one.access));
    expect(kept.map(({ name }) => name).sort()).toEqual([
      "finishSignIn",
      "receivePaymentEvent",
      "recordProfileView",
      "refreshTokens",
      "register",
      "requestPasswordReset",
      "requestVerification",
      "resetPassword",
      "signIn",
      "signInWithPasskey",
      "signOut",
      "startPasskeySignIn",
      "startSecondFactor",
      "verifyEmail",
    ]);
  });

  test("means nothing for PUT, DELETE and GET, which may be repeated anyway", async () => {
    const headers = { ...ann.headers, "idempotency-key": "key-7" };
    const url = "/api/v1/users/me";
    const first = await app.get(url, headers);
    const second = await app.get(url, headers);

    expect(second.headers["idempotent-replayed"]).toBeUndefined();
    expect(second.body).not.toBe("");
    expect(first.statusCode).toBe(200);
  });
});

describe("a refused request", () => {
  test("whose body is malformed keeps nothing: the key is free for the right one", async () => {
    const wrong = await send({
      method: "POST",
      url: "/api/v1/collections",
      headers: { ...ann.headers, "idempotency-key": "key-8" },
      payload: { name: 5 },
    });
    expect(wrong.statusCode).toBe(400);

    expect((await createCollection("Right", "key-8")).statusCode).toBe(201);
  });

  test("that a rule refused may be tried again with the same key", async () => {
    const post = (entityId: string) =>
      send({
        method: "POST",
        url: "/api/v1/entities",
        headers: { ...ann.headers, "idempotency-key": "key-9" },
        payload: { name: "Held", collectionId: entityId },
      });
    const foreign = (await createCollection("Bobs", "key-10", bob.headers)).json().data.id;

    expect([(await post(foreign)).statusCode, (await post(foreign)).statusCode]).toEqual([
      404, 404,
    ]);
  });

  test.each(["", " ", "with space", "ümlaut", "a".repeat(256), "tab\there"])(
    "for its key %j is 400",
    async (key) => {
      const answer = await createCollection("Bad key", key);

      expect(answer.statusCode).toBe(400);
      expect(answer.json().code).toBe("FST_ERR_VALIDATION");
      expect(await collectionsNamed("Bad key")).toBe(0);
    },
  );

  test("a key of 255 characters is taken", async () => {
    expect((await createCollection("Long key", "a".repeat(255))).statusCode).toBe(201);
  });
});

test("an answer is kept for 24 hours, then the key is free again and old answers go", async () => {
  let at = new Date("2026-03-04T12:00:00Z");
  const clocked = await testApp({ now: () => at });
  const headers = await clocked.signIn("kept@example.com");
  const create = async () =>
    clocked.send({
      method: "POST",
      url: "/api/v1/collections",
      headers: { ...(await clocked.signIn("kept@example.com")), "idempotency-key": "day" },
      payload: { name: "Kept" },
    });
  expect(headers.authorization).toMatch(/^Bearer/);

  const first = await create();
  at = new Date("2026-03-05T11:59:59Z");
  const replayed = await create();
  at = new Date("2026-03-05T12:00:01Z");
  const anew = await create();

  expect(replayed.body).toBe(first.body);
  expect(anew.headers["idempotent-replayed"]).toBeUndefined();
  expect(anew.json().data.id).not.toBe(first.json().data.id);
  expect((await clocked.db.select().from(idempotencyKey)).length).toBe(1);
});

test("what is stored of an answer holds no secret and no key in the clear [KEY-24] [AUT-30]", async () => {
  const key = randomUUID();
  const create = () =>
    send({
      method: "POST",
      url: "/api/v1/api-keys",
      headers: { ...ann.headers, "idempotency-key": key },
      payload: { name: "Secret", scope: "read" },
    });
  const made = await create();
  const rows = await db.select().from(idempotencyKey);
  const stored = rows.map((row) => `${JSON.stringify(row)} ${row.body.toString("latin1")}`).join();

  expect(made.json().key).toMatch(/^tenk_/);
  expect(stored).not.toContain(made.json().key);
  expect(stored).not.toContain(key);
  const replayed = await create();
  expect(replayed.body).toBe(made.body.replaceAll(JSON.stringify(made.json().key), "null"));
  expect(replayed.headers["idempotent-replay-omits"]).toBe("key");
  expect(made.headers["idempotent-replay-omits"]).toBeUndefined();
  expect((await db.select().from(apiKey).where(eq(apiKey.name, "Secret"))).length).toBe(1);
});

test("a key belongs to the credential that made it: another one of the same account does its own work", async () => {
  const makeKey = async () => {
    const answer = await send({
      method: "POST",
      url: "/api/v1/api-keys",
      headers: ann.headers,
      payload: { name: "Writer", scope: "write" },
    });
    return {
      id: answer.json().id as string,
      headers: { "x-api-key": answer.json().key as string },
    };
  };
  const [one, other] = [await makeKey(), await makeKey()];
  const answers = [];
  for (const headers of [ann.headers, one.headers, other.headers, one.headers]) {
    answers.push(
      await createCollection("Of a credential", "key-11", headers as typeof ann.headers),
    );
  }

  expect(answers.map((answer) => answer.headers["idempotent-replayed"])).toEqual([
    undefined,
    undefined,
    undefined,
    "true",
  ]);
  expect(answers[3]?.body).toBe(answers[1]?.body);
  expect(await collectionsNamed("Of a credential")).toBe(3);
  await send({ method: "POST", url: `/api/v1/api-keys/${one.id}/revoke`, headers: ann.headers });
  const late = await createCollection("Of a credential", "key-11", one.headers as never);
  expect(late.statusCode).toBe(401);
});

describe("16 clients at once with one key", () => {
  test(`leave one record, over ${rounds} rounds: one answer, repeats of it, or 409 [STA-12]`, async () => {
    for (let round = 0; round < rounds; round += 1) {
      const name = `Race ${round}`;
      const answers = await Promise.all(
        Array.from({ length: 16 }, () => createCollection(name, `race-${round}`)),
      );
      const good = answers.filter((one) => one.statusCode === 201);
      const replayed = good.filter((one) => one.headers["idempotent-replayed"] === "true");

      expect(good.length - replayed.length).toBe(1);
      expect(new Set(good.map((one) => one.body)).size).toBe(1);
      expect(answers.every((one) => one.statusCode === 201 || one.statusCode === 409)).toBe(true);
      expect(await collectionsNamed(name)).toBe(1);
      expect((await createCollection(name, `race-${round}`)).body).toBe(good[0]?.body);
    }
  });

  test("and two processes: still one record", async () => {
    const other = await testApp({ database: app.database });
    for (let round = 0; round < rounds; round += 1) {
      const name = `Two ${round}`;
      const request = {
        method: "POST" as const,
        url: "/api/v1/collections",
        headers: { ...ann.headers, "idempotency-key": `two-${round}` },
        payload: { name },
      };
      const answers = await Promise.all(
        Array.from({ length: 16 }, (_, n) => (n % 2 ? app : other).send(request)),
      );

      expect(answers.filter((one) => one.statusCode === 201).length).toBeGreaterThan(0);
      expect(await collectionsNamed(name)).toBe(1);
    }
  });
});

describe("in the kernel", async () => {
  let calls = 0;
  const written = (action: string) => ({
    subjectType: "entity" as const,
    subjectId: randomUUID(),
    action,
  });
  const endpoints: Endpoint[] = [
    endpoint({
      family: v2,
      at: "POST /refused-after-writing",
      name: "test1",
      description: "Of a test.",
      summary: "Write, then refuse",
      access: user,
      answers: one(z.object({})),
      handle: async ({ deps }) => {
        calls += 1;
        await deps.db.insert(auditEvent).values(written("guess.counted"));
        throw conflict("No");
      },
    }),
    endpoint({
      family: v2,
      at: "POST /broken-after-writing",
      name: "test2",
      description: "Of a test.",
      summary: "Write, then break",
      access: user,
      answers: one(z.object({})),
      handle: async ({ deps }) => {
        await deps.db.insert(auditEvent).values(written("half.done"));
        throw new Error("broken");
      },
    }),
    endpoint({
      family: v1,
      at: "POST /mails",
      name: "test3",
      description: "Of a test.",
      summary: "Mail, then break the second time",
      access: user,
      answers: one(z.object({ calls: z.int() })),
      handle: async ({ deps }) => {
        await deps.mailer({
          to: "x@example.com",
          kind: "security",
          subject: "Once",
          text: "",
          html: "",
        });
        calls += 1;
        return { calls };
      },
    }),
    endpoint({
      family: rpc,
      at: "POST /anonymous",
      name: "test4",
      description: "Of a test.",
      summary: "Count calls of anybody",
      access: anyone,
      body: z.object({ n: z.int() }),
      answers: one(z.object({ calls: z.int() })),
      handle: () => {
        calls += 1;
        return { calls };
      },
    }),
  ];
  const kernel = await testApp({}, endpoints);
  const headers = await kernel.signIn("kernel@example.com");
  const post = (url: string, key: string, payload?: object) =>
    kernel.send({
      method: "POST",
      url,
      headers: { ...headers, "idempotency-key": key },
      ...(payload === undefined ? {} : { payload }),
    });
  const eventsOf = async (action: string) =>
    (await kernel.db.select().from(auditEvent).where(eq(auditEvent.action, action))).length;

  test("what was written before a refusal stays, as it would without a key", async () => {
    calls = 0;
    const answers = [
      await post("/v2/refused-after-writing", "a"),
      await post("/v2/refused-after-writing", "a"),
    ];

    expect(answers.map((one) => one.statusCode)).toEqual([409, 409]);
    expect([calls, await eventsOf("guess.counted")]).toEqual([2, 2]);
  });

  test("a failure leaves nothing behind, neither its writes nor the key", async () => {
    expect((await post("/v2/broken-after-writing", "b")).statusCode).toBe(500);
    expect(await eventsOf("half.done")).toBe(0);
    expect((await kernel.db.select().from(idempotencyKey)).length).toBe(0);
  });

  test("mail goes out once, after what it tells of is stored", async () => {
    calls = 0;
    const [first, second] = [await post("/api/v1/mails", "c"), await post("/api/v1/mails", "c")];

    expect(second.body).toBe(first.body);
    expect(kernel.mails.filter(({ subject }) => subject === "Once").length).toBe(1);
  });

  test("anonymous callers have keys of their address", async () => {
    calls = 0;
    const anonymous = (n: number) =>
      kernel.send({
        method: "POST",
        url: "/v1/anonymous",
        headers: { "idempotency-key": "d" },
        payload: { n },
      });

    expect((await anonymous(1)).body).toBe((await anonymous(1)).body);
    expect((await anonymous(2)).statusCode).toBe(422);
    expect(calls).toBe(1);
  });
});

/** Texts of members whose name says that they are secret. A scenario's share token can be read again. */
function secretsOf(value: unknown): string[] {
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, member]) => {
    if (typeof member !== "string") return secretsOf(member);
    const isSecret = member.startsWith("tenk_") && name === "key";
    return isSecret || /(secret|token|password)$/i.test(name.replace("shareToken", ""))
      ? [name]
      : [];
  });
}

const withNull = (body: string, names: readonly string[]) =>
  JSON.stringify(JSON.parse(body, (name, value) => (names.includes(name) ? null : value)));

describe("every POST and PATCH", async () => {
  const good = await goodRequests(app);
  const repeatable = allEndpoints.filter(isRepeatable);

  test("that answers in JSON takes a key, but for OAuth's own, messages of agents and computations, which only read", () => {
    const others = allEndpoints
      .filter((one) => ["POST", "PATCH"].includes(one.method) && !isRepeatable(one))
      .filter((one) => one.type === "application/json" && one.path !== "/mcp" && !one.pure);

    expect(others.map((one) => one.family.name)).toEqual(others.map(() => "oauth"));
    expect(repeatable.length).toBeGreaterThan(25);
  });

  test.each(repeatable.map((one) => [`${one.method} ${one.path}`, one] as const))(
    "%s gives the same bytes twice, but for secrets, which are null",
    async (_, one) => {
      const request = await good(one);
      const headers = { ...request.headers, "idempotency-key": randomUUID() };
      const first = await send({ ...request, headers });
      const second = await send({ ...request, headers });

      expect(first.statusCode).toBe(one.status);
      expect(second.body).toBe(withNull(first.body, one.secrets));
      expect(one.answer.parse(second.json())).toEqual(second.json());
      expect(second.headers["idempotent-replayed"]).toBe("true");
      expect(second.headers["idempotent-replay-omits"]).toBe(one.secrets.join(", ") || undefined);
      expect(secretsOf(second.json())).toEqual([]);
    },
  );
});
