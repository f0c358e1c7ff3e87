import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { hashPassword } from "#api/modules/accounts/password.ts";
import { queryExtract } from "#ingest/extracts/query-extract.ts";
import { extractTables } from "#ingest/extracts/tables.ts";
import { ingestCompany } from "#ingest/pipeline.ts";
import { userAccount } from "#schemas/tables/accounts/account.ts";
import { testApp } from "../../helpers/app.ts";
import { writeWhole } from "../../helpers/companies/extract.ts";
import { makePerson } from "../../helpers/people.ts";
import { jpmorgan, openTestPipeline } from "../../helpers/pipeline.ts";
import { fillPerson } from "./fill-person.ts";

const { context, extractStore } = await openTestPipeline({ ciks: [jpmorgan] });
await ingestCompany(jpmorgan, context);
const app = await testApp({ database: context.database });
const password = "correct horse battery staple";
const mark = `quorx${randomUUID().slice(0, 8)}`;
const email = `${mark}@example.com`;

/** Tables of a new extract that have the text in some row. */
async function extractTablesWith(text: string): Promise<string[]> {
  const { folder } = await writeWhole(extractStore);
  const found: string[] = [];
  for (const { name } of extractTables) {
    const sql = `select count(*)::int from ${name} t where contains(lower(t::text), '${text.toLowerCase()}')`;
    const { rows } = await queryExtract(folder, sql);
    if (Number(rows[0]?.[0]) > 0) found.push(name);
  }
  return found;
}

test("no table of an extract has name, address, text or id of a person who left", async () => {
  const zoe = await makePerson(app, email);
  const passwordHash = await hashPassword(password);
  await app.db
    .update(userAccount)
    .set({
      ...{ name: mark, bio: mark, slug: `${mark}-slug`, passwordHash },
      emailVerifiedAt: "2026-01-01T00:00:00.000Z",
    })
    .where(eq(userAccount.id, zoe.id));
  // Signed in before the rows of a second factor are there, which would be asked for.
  const signedIn = await app.send({
    ...{ method: "POST", url: "/auth/sign-in", payload: { email, password } },
  });
  await fillPerson(app.db, zoe.id, mark);
  const other = await makePerson(app);
  await app.database.pool.query(
    "insert into entity_member (entity_id, user_id, role) select id, $1, 'owner' from entity where owner_id = $2",
    [other.id, zoe.id],
  );
  const left = await app.send({
    ...{ method: "DELETE", url: "/api/v1/users/me" },
    headers: { authorization: `Bearer ${signedIn.json().data.accessToken}` },
    payload: { password },
  });
  expect(left.statusCode, left.body).toBe(200);

  // The search finds what is there.
  expect(await extractTablesWith("jpmorgan")).toContain("companies");
  for (const text of [mark, email, zoe.id]) expect(await extractTablesWith(text)).toEqual([]);
}, 180_000);
