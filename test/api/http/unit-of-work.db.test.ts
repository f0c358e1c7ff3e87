import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { afterAll, expect, test } from "vitest";
import { z } from "zod";
import { anyone } from "#api/auth/access.ts";
import { openJobSender } from "#api/clients/job-sender.ts";
import type { Deps } from "#api/deps.ts";
import { one } from "#api/http/answers.ts";
import { badRequest } from "#api/http/errors.ts";
import { moduleOf } from "#api/http/module.ts";
import { v2 } from "#api/http/responses/families.ts";
import { sendMail } from "#schemas/tasks/send-mail.ts";
import { task } from "#schemas/tasks/task.ts";
import { testApp } from "../../helpers/app.ts";
import { openTestDatabase } from "../../helpers/database.ts";

const perKey = task({
  name: "test.per-key",
  data: z.object({ id: z.string().min(1) }),
  key: ({ id }) => id,
});

const database = await openTestDatabase({ poolSize: 1 });
const log = { error() {} };
const sender = openJobSender(database, log);
await sender.start();

/** What the next request does, and what happened outside the database since. */
let act: (deps: Deps) => Promise<unknown> = async () => {};
let happened: string[] = [];
const { app, logged } = await testApp({ database, jobs: sender }, [
  moduleOf({ tag: "Tests", family: v2, access: anyone }).endpoint({
    at: "POST /act",
    name: "act",
    summary: "Does what the test says",
    description: "Of a test.",
    answers: one(z.object({ ok: z.literal(true) })),
    async handle({ deps }) {
      await act(deps);
      happened.push("answered");
      return { ok: true as const };
    },
  }),
]);
afterAll(async () => {
  await sender.stop();
  await database.close();
});

/** What a statement throws when PostgreSQL chose it to end a deadlock. */
const deadlock = sql`do $$ begin raise exception using errcode = '40P01'; end $$`;

async function request(doing: typeof act): Promise<number> {
  act = doing;
  happened = [];
  return (await app.inject({ method: "POST", url: "/v2/act" })).statusCode;
}

const later = (name: string) => () => void happened.push(name);
const mail = (subject: string) => ({
  to: "ann@example.com",
  kind: "security" as const,
  subject,
  text: "",
  html: "",
});

async function waiting(name: string): Promise<unknown[]> {
  const { rows } = await database.pool.query(
    "select data from pgboss.job where name = $1 and state = 'created' order by created_on",
    [name],
  );
  return rows.map(({ data }) => data.subject ?? data.id);
}

test("effects follow the outermost commit, in order; those of a rolled back savepoint are dropped", async () => {
  const status = await request((deps) =>
    deps.transaction(async (outer) => {
      outer.afterCommit(later("first"));
      await outer
        .transaction(async (inner) => {
          inner.afterCommit(later("dropped"));
          throw new Error("inner");
        })
        .catch(() => happened.push("rolled back"));
      await outer.transaction(async (inner) => inner.afterCommit(later("second")));
      happened.push("committing");
    }),
  );

  expect(status).toBe(200);
  expect(happened).toEqual(["rolled back", "committing", "first", "second", "answered"]);
});

test("outside a transaction effects follow the answer, or the refusal, and never an unexpected error", async () => {
  expect(await request(async (deps) => deps.afterCommit(later("effect")))).toBe(200);
  expect(happened).toEqual(["answered", "effect"]);

  const refused = await request(async (deps) => {
    deps.afterCommit(later("effect"));
    throw badRequest("no");
  });
  expect([refused, happened]).toEqual([400, ["effect"]]);

  const failed = await request(async (deps) => {
    deps.afterCommit(later("effect"));
    throw new Error("bug");
  });
  expect([failed, happened]).toEqual([500, []]);
});

test("an effect that fails is logged, and the next one runs", async () => {
  const status = await request(async (deps) => {
    deps.afterCommit(() => {
      throw new Error("vendor is away");
    });
    deps.afterCommit(later("next"));
  });

  expect([status, happened]).toEqual([200, ["answered", "next"]]);
  const lines = logged.filter(({ msg }) => msg === "an effect after a commit failed");
  expect(lines).toMatchObject([{ err: { message: "vendor is away" } }]);
});

test("a job is stored with the transaction, and gone with it", async () => {
  const kept = await request((deps) =>
    deps.transaction((within) => within.enqueue(sendMail, { ...mail("kept"), id: randomUUID() })),
  );
  const dropped = await request((deps) =>
    deps.transaction(async (within) => {
      await within.mailer(mail("dropped"));
      throw badRequest("no");
    }),
  );

  expect([kept, dropped]).toEqual([200, 400]);
  expect(await waiting("mail.send")).toEqual(["kept"]);
});

test("of one key one job waits; data that the schema refuses is an error that names no job", async () => {
  await request(async (deps) => {
    for (const id of ["a", "b", "a"]) await deps.enqueue(perKey, { id });
  });
  expect((await waiting("test.per-key")).sort()).toEqual(["a", "b"]);

  expect(await request((deps) => deps.enqueue(perKey, { id: "" }))).toBe(500);
  expect(await waiting("test.per-key")).toHaveLength(2);
});

test("the pool refuses a second connection inside a transaction at once, and the first is given back", async () => {
  const status = await request((deps) =>
    deps.transaction(() => deps.db.execute("select 1") as Promise<unknown>),
  );

  expect(status).toBe(500);
  expect(logged.at(-2)).toMatchObject({
    err: {
      cause: {
        type: "SecondConnectionError",
        message: expect.stringContaining("a transaction is open here"),
      },
    },
  });
  expect(await request((deps) => deps.db.execute("select 1") as Promise<unknown>)).toBe(200);
  expect([database.pool.totalCount, database.pool.idleCount]).toEqual([1, 1]);
});

test("work that a deadlock undid runs again: one row, one job, one effect", async () => {
  let runs = 0;
  const status = await request((deps) =>
    deps.transaction(async (within) => {
      runs += 1;
      within.afterCommit(later("effect"));
      await within.enqueue(sendMail, { ...mail("after a deadlock"), id: randomUUID() });
      await within.transaction(async ({ db }) => {
        if (runs < 3) await db.execute(deadlock);
      });
    }),
  );

  expect([status, runs]).toEqual([200, 3]);
  expect(happened).toEqual(["effect", "answered"]);
  expect((await waiting("mail.send")).filter((one) => one === "after a deadlock")).toHaveLength(1);
});

test("work that meets deadlocks only is 503 with Retry-After, without effects", async () => {
  let runs = 0;
  act = (deps) =>
    deps.transaction(async (within) => {
      runs += 1;
      within.afterCommit(later("effect"));
      await within.db.execute(deadlock);
    });
  happened = [];
  const answer = await app.inject({ method: "POST", url: "/v2/act" });

  expect([answer.statusCode, Number(answer.headers["retry-after"]) > 0]).toEqual([503, true]);
  expect([runs, happened]).toEqual([5, []]);
});

test("a statement outside a transaction that met a deadlock runs again", async () => {
  await database.pool.query("create sequence deadlocks");
  const status = await request(({ db }) =>
    db.execute(sql`do $$ begin
      if nextval('deadlocks') < 3 then raise exception using errcode = '40P01'; end if;
    end $$`),
  );

  expect(status).toBe(200);
  const { rows } = await database.pool.query("select last_value::int as runs from deadlocks");
  expect(rows).toEqual([{ runs: 3 }]);
});
