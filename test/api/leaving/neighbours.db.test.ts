import { randomUUID } from "node:crypto";
import { eq, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { hashPassword } from "#api/modules/accounts/password.ts";
import { guess, userAccount } from "#schemas/tables/accounts/account.ts";
import { auditEvent } from "#schemas/tables/accounts/audit.ts";
import { rateCount } from "#schemas/tables/operation/idempotency.ts";
import { receipt } from "#schemas/tables/operation/receipt.ts";
import { testApp } from "../../helpers/app.ts";
import { neighbourOf } from "../../helpers/endpoints/neighbours.ts";
import { makePerson, type Person } from "../../helpers/people.ts";
import { fillPerson } from "./fill-person.ts";

/** Letters, digits, words of JSON, of SQL and of the product: all of them are somewhere in what others have. */
const words = [
  ...["a", "b", "d", "e", "i", "m", "t", "u", "0", "1", "2", "-", '"', "\\", "%", "_", "{", ":"],
  ...["ed", "es", "id", "io", "or", "to", "20", "00", "tru", "nul", "com", "ity"],
  ...["true", "null", "false", "fields", "from", "description", "entity", "updated", "member"],
  ...["deleted", "(deleted)", "example", "password", "x.io"],
];

const app = await testApp();
const { db, send } = app;
const password = "correct horse battery staple";
const passwordHash = await hashPassword(password);
const emailVerifiedAt = "2026-01-01T00:00:00.000Z";

await db.execute(sql`create schema pgboss`);
await db.execute(sql`create table pgboss.job (id uuid primary key, name text, data jsonb)`);

const bob = await makePerson(app, "bed.d@x.io");
await fillPerson(db, bob.id, "description of the updated entity, true or null: 1");
const entityId = randomUUID();

const event = (detail: Record<string, unknown>, action = "entity.updated") => ({
  ...{ subjectType: "entity" as const, subjectId: entityId, action, detail },
});
const job = (name: string, data: object) =>
  db.execute(
    sql`insert into pgboss.job values (${randomUUID()}, ${name}, ${JSON.stringify(data)}::jsonb)`,
  );
const mail = { kind: "security", subject: "deleted", html: "<p>true</p>" };

/** Counts, marks, receipts and jobs of a person, as requests make them. */
async function leaveTraces({ id }: { id: string }, email: string) {
  const signIn = { method: "POST", url: "/auth/sign-in" } as const;
  for (const remoteAddress of ["10.1.0.1", "10.1.0.2"]) {
    const payload = { email, password: "wrong horse battery" };
    expect((await send({ ...signIn, payload, remoteAddress })).statusCode).toBe(401);
  }
  await db.insert(rateCount).values({ bucket: "read", key: id, minute: 1, taken: 1, given: 1 });
  const subject = `profile_view:${randomUUID()}:${id}`;
  await db.insert(receipt).values({ subject, operationId: randomUUID(), userId: id });
  await job("mail.send", { ...mail, to: email, text: "d@x.io" });
  await job("mail.link", { email, reason: "reset-password" });
  await job("startups.draft-summary", { startupListingId: randomUUID(), userId: id });
}

await leaveTraces(bob, "bed.d@x.io");
await db
  .insert(auditEvent)
  .values([
    event({ fields: ["description", "name"] }),
    event({ id: randomUUID(), from: "draft", to: "published", version: 1, open: true, end: null }),
    event({ userId: bob.id, isListedByTeam: true, title: "Member (deleted)" }, "personnel.changed"),
    event({ flag: "entity", scope: "percentage", accountId: null, percentage: 10 }, "flag.set"),
  ]);

async function makeLeaver(word: string): Promise<Person & { email: string }> {
  const email = `${word}@x.io`.toLowerCase();
  const person = await makePerson(app, email);
  await db
    .update(userAccount)
    .set({ name: word, slug: word, passwordHash, emailVerifiedAt })
    .where(eq(userAccount.id, person.id));
  return { ...person, email };
}

const leave = ({ headers }: Person) =>
  send({ method: "DELETE", url: "/api/v1/users/me", headers, payload: { password } });

test.each(words)(
  "a person named %s leaves, and no row of another one changes [USR-11]",
  async (word) => {
    const zoe = await makeLeaver(word);
    const neighbour = await neighbourOf(db);
    expect(neighbour.rows).toBeGreaterThan(150);
    expect((await leave(zoe)).json()).toMatchObject({ data: { deleted: true } });

    const others = (await neighbour.changes()).filter(({ before }) => before.id !== zoe.id);
    expect(others).toEqual([]);
  },
);

test("the leaver's counts, marks, receipts, invitations and jobs go, and those of others stay [USR-11]", async () => {
  const neighbour = await neighbourOf(db);
  const zoe = await makeLeaver("d");
  await leaveTraces(zoe, zoe.email);
  await db.execute(
    sql`insert into claim_invitation (entity_id, user_id, email) select id, ${bob.id}, ${zoe.email} from entity limit 1`,
  );
  await db.execute(
    sql`insert into portfolio_collaborator (portfolio_id, email, role) select id, ${zoe.email}, 'viewer' from portfolio limit 1`,
  );
  expect((await leave(zoe)).statusCode).toBe(200);

  expect(await neighbour.changes()).toEqual([]);
  // All that was made since the neighbour was remembered is gone: both have the same rows.
  expect((await neighbourOf(db)).rows).toBe(neighbour.rows);
  expect(await db.select().from(guess)).not.toEqual([]);
});

test("an event of others loses the id of the leaver and what describes them, and nothing else [USR-11]", async () => {
  const zoe = await makeLeaver("member");
  const named = { userId: zoe.id, role: "member", title: "The member", isListedByTeam: true };
  const made = await db
    .insert(auditEvent)
    .values([
      { ...event(named, "personnel.changed"), actorId: zoe.id },
      event({ kind: "member", followerId: zoe.id }, "engagement.invited"),
      event({ flag: "member", accountId: zoe.id, percentage: null }, "flag.set"),
    ])
    .returning({ id: auditEvent.id });
  expect((await leave(zoe)).statusCode).toBe(200);

  const rows = await db.select().from(auditEvent).orderBy(auditEvent.id);
  const ids = made.map(({ id }) => id);
  const now = rows.filter(({ id }) => ids.includes(id));
  expect(now.map(({ actorId }) => actorId)).toEqual([null, null, null]);
  expect(now.map(({ detail }) => JSON.stringify(detail))).toEqual([
    '{"userId":null,"role":"member","title":null,"isListedByTeam":true}',
    '{"kind":"member","followerId":null}',
    '{"flag":"member","accountId":null,"percentage":null}',
  ]);
});

test("a neighbour sees events that are rewritten as text, and jobs that are deleted by a part of an address", async () => {
  const neighbour = await neighbourOf(db);
  await db.execute(
    sql`update audit_event set detail = replace(detail::text, 'escr', '(deleted)')::json where position('escr' in detail::text) > 0`,
  );
  await db.execute(sql`delete from pgboss.job where position('d@x.io' in data::text) > 0`);

  const changes = await neighbour.changes();
  expect(new Set(changes.flatMap(({ what }) => what))).toEqual(
    new Set(["audit_event.detail", "job gone"]),
  );
});
