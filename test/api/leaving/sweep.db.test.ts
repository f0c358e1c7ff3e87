import { randomUUID } from "node:crypto";
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { eq, sql } from "drizzle-orm";
import { afterAll, describe, expect, test } from "vitest";
import { openFileStore } from "#api/clients/files.ts";
import { hashPassword } from "#api/modules/accounts/password.ts";
import { sweepCovers } from "#api/modules/covers/service.ts";
import { sweepDocuments } from "#api/modules/documents/service.ts";
import { openPlatform } from "#api/platform.ts";
import { userAccount } from "#schemas/tables/accounts/account.ts";
import { testApp } from "../../helpers/app.ts";
import { tablesWith } from "../../helpers/companies/tables-with.ts";
import { onePixel as pixel } from "../../helpers/one-pixel.ts";
import { makePerson } from "../../helpers/people.ts";
import { fillPerson } from "./fill-person.ts";
import { personColumns } from "./person-columns.ts";

const folder = await mkdtemp(join(tmpdir(), "tenk-sweep-"));
afterAll(() => rm(folder, { recursive: true }));
const files = openFileStore(folder);
const app = await testApp({ files });
const { db, send, get } = app;

/** Columns that name an account: those that refer to one, and those that are called like one. */
async function findPersonColumns(): Promise<string[]> {
  const { rows } = await db.execute<{ name: string }>(sql`
    select c.conrelid::regclass || '.' || a.attname as name from pg_constraint c
      join pg_attribute a on a.attrelid = c.conrelid and a.attnum = any(c.conkey)
      where c.contype = 'f' and c.confrelid = 'user_account'::regclass
    union
    select c.table_name || '.' || c.column_name from information_schema.columns c
      where c.table_schema = 'public' and c.udt_name = 'uuid'
        and c.column_name ~ '^(user|owner|author|account|actor|viewer|member|person|follower|applicant)_id$|_by$'
        and (c.table_name, c.column_name) <> ('api_key', 'made_by')
    order by 1`);
  return rows.map(({ name }) => name);
}

const onePixel = Buffer.from(pixel, "base64");
const mark = `quorx${randomUUID().slice(0, 8)}`;
const email = `${mark}@example.com`;
const password = "correct horse battery staple";

/** Files below the folder that have the bytes. */
async function filesWith(bytes: Buffer): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = entries.filter((one) => one.isFile()).map((one) => join(one.parentPath, one.name));
  const contents = await Promise.all(paths.map((path) => readFile(path)));
  return paths.filter((_, at) => contents[at]?.includes(bytes));
}

test("every column that names an account is known to the sweep", async () => {
  expect(await findPersonColumns()).toEqual(Object.keys(personColumns).sort());
});

test("every column of an address is that of accounts, or one from which the leaver's goes", async () => {
  const { rows } = await db.execute<{ name: string }>(sql`
    select table_name || '.' || column_name as name from information_schema.columns
    where table_schema = 'public' and column_name ~ 'e?mail$' order by 1`);
  expect(rows.map(({ name }) => name)).toEqual([
    ...["claim_invitation.email", "invitation.email", "portfolio_collaborator.email"],
    "user_account.email",
  ]);
});

describe("after a person has left", async () => {
  const zoe = await makePerson(app, email);
  const other = await makePerson(app);
  const passwordHash = await hashPassword(password);
  const emailVerifiedAt = "2026-01-01T00:00:00.000Z";
  await db
    .update(userAccount)
    .set({ name: mark, bio: mark, slug: `${mark}-slug`, passwordHash, emailVerifiedAt })
    .where(eq(userAccount.id, zoe.id));
  const upload = await send({
    ...{ method: "POST", url: "/api/v1/documents/upload", headers: zoe.headers },
    payload: {
      filename: `${mark}.txt`,
      content: Buffer.from(`text of ${mark}`).toString("base64"),
      mimetype: "text/plain",
    },
  });
  const cover = await send({
    ...{ method: "PUT", url: "/api/v1/users/me/cover", headers: zoe.headers },
    payload: { content: onePixel.toString("base64") },
  });
  const checkout = await send({
    ...{ method: "POST", url: "/api/v1/billing/checkout" },
    headers: { ...zoe.headers, "idempotency-key": randomUUID() },
    payload: { planId: "pro", billingCycle: "monthly" },
  });
  await send({ method: "POST", url: "/auth/request-password-reset", payload: { email } });
  // Signed in before the rows of a second factor are there, which would be asked for.
  const signedIn = await send({
    ...{ method: "POST", url: "/auth/sign-in", payload: { email, password } },
  });
  const statuses = [upload, cover, checkout].map(({ statusCode }) => statusCode);
  const images = await filesWith(onePixel);
  const filled = await fillPerson(db, zoe.id, mark);
  // The entity has another owner, to whom it goes.
  await db.execute(
    sql`insert into entity_member (entity_id, user_id, role) select id, ${other.id}, 'owner' from entity where owner_id = ${zoe.id}`,
  );
  await db.execute(
    sql`insert into audit_event (subject_type, subject_id, action, detail) values ('room', ${randomUUID()}, 'x', ${JSON.stringify({ userId: zoe.id, title: mark })})`,
  );
  await db.execute(
    sql`insert into claim_invitation (entity_id, user_id, email) select id, ${other.id}, ${email} from entity limit 1`,
  );
  await db.execute(
    sql`insert into portfolio_collaborator (portfolio_id, email, role) select id, ${email}, 'viewer' from portfolio limit 1`,
  );
  const before = await tablesWith(db, mark);
  const left = await send({
    ...{ method: "DELETE", url: "/api/v1/users/me" },
    headers: { authorization: `Bearer ${signedIn.json().data.accessToken}` },
    payload: { password },
  });
  const platform = openPlatform({
    ...{ db, jobs: { send: async () => {} }, log: { error() {} } as never, files },
    ...{ now: () => new Date(Date.now() + 7_200_000), publicUrl: "http://localhost" },
  });
  const { signal } = new AbortController();
  await sweepDocuments(platform, signal);
  await sweepCovers(platform, signal);

  test("there was something to remove", () => {
    expect(statuses).toEqual([201, 200, 201]);
    expect(images).toHaveLength(1);
    expect(before.length).toBeGreaterThan(30);
    expect(left.json()).toMatchObject({ data: { id: zoe.id, deleted: true } });
  });

  test.each([
    ["name and text", mark],
    ["address", email],
    ["id", zoe.id],
  ])("no table has the %s", async (_, text) => {
    expect(await tablesWith(db, text)).toEqual([]);
  });

  test("rows of the person are gone, and what others rely on is there", async () => {
    const wrong: string[] = [];
    for (const { column, table, isRow } of filled) {
      const { rows } = await db.execute(sql`select 1 from ${sql.identifier(table)} where ${isRow}`);
      if ((rows.length === 0) !== (personColumns[column] === "gone")) wrong.push(column);
    }
    expect(wrong).toEqual([]);
  });

  test("no file of the store has their text or image", async () => {
    expect(await filesWith(Buffer.from(mark))).toEqual([]);
    expect(await filesWith(onePixel)).toEqual([]);
  });

  test.each([`/v2/directory/person/${mark}-slug`, `/api/v1/users/profile/${zoe.id}`])(
    "GET %s is 404",
    async (url) => {
      expect((await get(url, other.headers)).statusCode).toBe(404);
    },
  );
});
