import { eq } from "drizzle-orm";
import { afterAll, expect, test } from "vitest";
import { recordRun } from "#jobs/running/run-job.ts";
import { openLog } from "#schemas/log.ts";
import { userAccount } from "#schemas/tables/accounts/account.ts";
import { openTestDatabase } from "../helpers/database.ts";

const database = await openTestDatabase();
afterAll(() => database.close());
const { db, pool } = database;
const secret = "mallory-7f3a@example.com";

/** What the log says of the error that work ends with. */
async function loggedBy(work: () => Promise<unknown>): Promise<string> {
  const lines: string[] = [];
  const log = openLog("info", { write: (line) => lines.push(line) });
  const error = await work().then(
    () => null,
    (thrown: unknown) => thrown,
  );
  log.error({ err: error }, "failed");
  return lines.join("");
}

const twice = () => db.insert(userAccount).values([{ email: secret }, { email: secret }]);
const noUuid = () => db.select().from(userAccount).where(eq(userAccount.id, secret));
const plain = () => pool.query("select $1::int", [secret]);

test.each([
  ["a failing insert", twice, "user_account_email", "23505"],
  ["a value that is no UUID", noUuid, "invalid input syntax", "22P02"],
  ["a query without drizzle", plain, "invalid input syntax", "22P02"],
] as const)(
  "%s is logged with its cause and code and without its values",
  async (_, work, words, code) => {
    const logged = await loggedBy(work);

    expect(logged).toContain(words);
    expect(logged).toContain(code);
    expect(logged).toMatch(/"stack":" +at /);
    expect(logged).not.toContain(secret);
  },
);

test("nor does the record of a failed job hold them", async () => {
  const work = recordRun(database, { name: "probe", subject: "x" }, async () => {
    await twice();
    return {};
  });

  await expect(work).rejects.toThrow();
  const { rows } = await pool.query("select error from job_run where name = 'probe'");
  expect(rows[0].error).toContain("duplicate key value violates");
  expect(rows[0].error).not.toContain(secret);
});
