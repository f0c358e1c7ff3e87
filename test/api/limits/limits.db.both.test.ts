import { describe, expect, test } from "vitest";
import { openDatabase } from "#schemas/database/db.ts";
import { rateCount } from "#schemas/tables/operation/idempotency.ts";
import { testApp } from "../../helpers/app.ts";
import { makePerson, type Person } from "../../helpers/people.ts";

const at = "2026-11-26T10:00:20.000Z";
const app = await testApp({
  limits: { anonymous: 5, read: 50, write: 20, ofBucket: ({ quota }) => quota },
  now: () => new Date(at),
});
const url = "/api/v1/users/me/limits";
const read = async ({ headers }: { headers: Record<string, string> }) => {
  const answer = await app.get(url, headers);
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json().data as {
    rateLimits: { name: string; remaining: number }[];
    quotas: { name: string; used: number; greatest: number; remaining: number }[];
  };
};
const left = async (who: { headers: Record<string, string> }, name: string) =>
  (await read(who)).rateLimits.find((one) => one.name === name);
const used = async (who: Person, name: string) =>
  (await read(who)).quotas.find((one) => one.name === name);

describe("limits of requests", async () => {
  const [ann, bob] = [await makePerson(app), await makePerson(app)];

  test("are told as the headers of the next request tell them, and reading spends none", async () => {
    for (let n = 0; n < 3; n += 1) await app.get("/api/v1/users/me", ann.headers);
    const first = await left(ann, "read");
    expect(first).toEqual({
      ...{ name: "read", limit: 50, remaining: 47, windowSeconds: 60, resetSeconds: 40 },
    });
    for (let n = 0; n < 5; n += 1) expect(await left(ann, "read")).toEqual(first);
    const next = await app.get("/api/v1/users/me", ann.headers);
    expect(next.headers.ratelimit).toBe('"read";r=46;t=40');
  });

  test("of a neighbour stay as they are", async () => {
    expect(await left(bob, "read")).toMatchObject({ remaining: 50 });
    const before = await app.db.select().from(rateCount);
    await read(ann);
    const ofBob = (rows: typeof before) => rows.filter(({ key }) => key === bob.id);
    expect(ofBob(await app.db.select().from(rateCount))).toEqual(ofBob(before));
  });

  test("have the documented ones of hiring, and that of the key that asks", async () => {
    expect(await left(ann, "hiring-matching")).toMatchObject({ limit: 10, remaining: 10 });
    const payload = { name: "Mine", permissions: ["read"], rateLimit: 30 };
    const made = await app.send({
      method: "POST",
      url: "/api/v1/api-keys",
      headers: ann.headers,
      payload,
    });
    const headers = { "x-api-key": made.json().data.key as string };
    // The read itself has counted for the key.
    expect(await left({ headers }, "key")).toMatchObject({ limit: 30, remaining: 29 });
    expect(await left(ann, "key")).toBeUndefined();
    expect(await used(ann, "apiKeys")).toMatchObject({ used: 1 });
    expect(await used(bob, "apiKeys")).toMatchObject({ used: 0 });
  });

  test("end: the 61st read in a minute is refused, and other reads are not", async () => {
    const cleo = await makePerson(app);
    for (let n = 0; n < 60; n += 1) await read(cleo);
    expect((await app.get(url, cleo.headers)).statusCode).toBe(429);
    expect((await app.get("/api/v1/users/me", cleo.headers)).statusCode).toBe(200);
  });
});

test("quotas say what is used and what is left", async () => {
  const ann = await makePerson(app);
  expect(await used(ann, "documentBytes")).toEqual({
    ...{ name: "documentBytes", used: 0, greatest: 1_073_741_824, remaining: 1_073_741_824 },
  });
  const payload = { filename: "a.txt", content: "YWJj", mimetype: "text/plain" };
  const sent = { method: "POST", url: "/api/v1/documents/upload", payload } as const;
  await app.send({ ...sent, headers: ann.headers });
  expect(await used(ann, "documentBytes")).toMatchObject({ used: 3, remaining: 1_073_741_821 });
});

const server = process.env.TEST_DATABASE_URL;

test.skipIf(!server)("two processes tell what both have counted", async () => {
  const { createOnServer } = await import("../../helpers/database.ts");
  const { url: databaseUrl, drop } = await createOnServer(server ?? "");
  const open = () => openDatabase({ databaseUrl, dataDir: "", poolSize: 4 });
  const both = [await open(), await open()];
  const limits = { anonymous: 5, read: 8, write: 20, ofBucket: () => 60 };
  const apps = [];
  for (const database of both)
    apps.push(await testApp({ database, limits, now: () => new Date(at) }));
  const [one, other] = apps as [typeof app, typeof app];
  const ann = await makePerson(one);
  for (let n = 0; n < 6; n += 1) await one.get("/api/v1/users/me", ann.headers);
  const told = (await other.get(url, ann.headers)).json().data.rateLimits[0];
  // The first process may have taken more than it has used: never more is told than there is.
  expect(told).toMatchObject({ name: "read", limit: 8 });
  expect(told.remaining).toBeLessThanOrEqual(2);
  for (const { app: opened } of apps) await opened.close();
  for (const database of both) await database.close();
  await drop();
});
