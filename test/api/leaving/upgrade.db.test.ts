import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { migrateDatabase } from "#schemas/database/db.ts";
import { openBeforeMigration } from "../../helpers/before-migration.ts";

const id = "c0a80f11-1c39-4c0e-9a3f-6f0f0c2f4a11";
/** What an event had, what leavers were called, and the event after the upgrade; null: as it was before it. */
const cases: [action: string, had: object, texts: string[], restored: object | null][] = [
  ["entity.updated", { fields: ["description", "name"] }, [], null],
  [
    "entity.updated",
    { fields: ["description", "name"] },
    ["d"],
    { fields: ["description", "name"] },
  ],
  [
    "role.publish",
    { id, from: "draft", to: "published" },
    ["ed"],
    { id, from: "draft", to: "published" },
  ],
  [
    "room.changed",
    { changed: ["joining", "tags"] },
    ["gs"],
    { changed: ["joining", "ta(deleted)"] },
  ],
  // Two people left.
  [
    "startup.changed",
    { changed: ["members"], version: 3 },
    ["hang", "sion"],
    { changed: ["members"], version: 3 },
  ],
  // "role" and "roleId" begin alike, and so do "to", "tier" and "title", and "tags" and "tagline".
  [
    "member.changed",
    { role: "owner", permissions: ["listing.manage"] },
    ["e", "w"],
    { "rol(deleted)": "o(deleted)n(deleted)r", permissions: ["listing.manage"] },
  ],
  ["x", { to: "y" }, ["o"], null],
  ["member.removed", { userId: id }, [id], null],
  ["listing.renamed", { from: "bold", to: "gold" }, ["old"], null],
  ["personnel.changed", { userId: "z", title: "Head of draft" }, ["draft"], null],
];

/** What deleting accounts of these names made of the event. */
const damaged = (had: object, texts: string[]) =>
  texts.reduce((text, lost) => text.replaceAll(lost, "(deleted)"), JSON.stringify(had));

test("an upgrade restores members and words of closed lists in events where only one is possible, and changes no others", async () => {
  const database = await openBeforeMigration(9);
  const { db } = database;
  for (const [action, had, texts] of cases) {
    await db.execute(
      sql`insert into audit_event (subject_type, subject_id, action, detail) values ('entity', ${id}, ${action}, ${damaged(had, texts)}::json)`,
    );
  }
  await migrateDatabase(database);

  const { rows } = await db.execute<{ detail: string }>(
    sql`select detail::text as detail from audit_event order by id`,
  );
  // What is not restored has the same members and values; blanks between them may differ.
  expect(rows.map(({ detail }) => JSON.parse(detail))).toEqual(
    cases.map(([, had, texts, restored]) => restored ?? JSON.parse(damaged(had, texts))),
  );
  expect(rows[0]?.detail).toBe(JSON.stringify(cases[0]?.[1]));
});

test("an upgrade gives receipts of views their viewer", async () => {
  const database = await openBeforeMigration(9);
  const { db } = database;
  await db.execute(sql`insert into user_account (id, email) values (${id}, 'a@example.com')`);
  await db.execute(sql`
    insert into receipt (subject, operation_id) select 'profile_view:' || gen_random_uuid() || ':' || viewer, gen_random_uuid()
    from unnest(array[${id}, 'anonymous', gen_random_uuid()::text]) viewer`);
  await migrateDatabase(database);

  const { rows } = await db.execute<{ subject: string }>(
    sql`select subject from receipt where user_id = ${id}`,
  );
  expect(rows.map(({ subject }) => subject.split(":")[2])).toEqual([id]);
});
