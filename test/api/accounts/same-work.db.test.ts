import { expect, test } from "vitest";
import { openJobSender } from "#api/clients/job-sender.ts";
import { testApp } from "../../helpers/app.ts";
import { openTestDatabase } from "../../helpers/database.ts";
import { watchStatements } from "../../helpers/endpoints/statements.ts";

const database = await openTestDatabase();
const jobs = openJobSender(database, { error: () => {} });
await jobs.start();
const { send, signIn } = await testApp({ database, jobs });
await signIn("known@example.com");

const watched = watchStatements(database);

/** Statements of one request, in order, without their values. */
const statementsOf = (path: string, payload: object): Promise<string[]> =>
  watched(async () => {
    const answer = await send({ method: "POST", url: `/auth/${path}`, payload });
    expect(answer.statusCode, answer.body).toBeLessThan(300);
  });

test.each(["request-password-reset", "request-verification"])(
  "%s runs the same statements for known and unknown addresses, and none about accounts",
  async (path) => {
    const known = await statementsOf(path, { email: "known@example.com" });
    const unknown = await statementsOf(path, { email: "nobody@example.com" });

    expect(unknown).toEqual(known);
    expect(known.length).toBeGreaterThan(0);
    expect(known.filter((one) => /user_account|mailed_token/.test(one))).toEqual([]);
  },
);

test("register runs the same statements for known and unknown addresses", async () => {
  const password = "correct horse battery";
  const known = await statementsOf("register", { email: "known@example.com", password });
  const unknown = await statementsOf("register", { email: "new@example.com", password });

  expect(unknown).toEqual(known);
  expect(known.filter((one) => /insert into "user_account"/.test(one))).toHaveLength(1);
});
