import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { migrateDatabase, openDatabase } from "#schemas/database/db.ts";
import { userAccount } from "#schemas/tables/accounts/account.ts";
import { organization } from "#schemas/tables/accounts/organization.ts";
import { investor } from "#schemas/tables/platform/investor.ts";
import { newDataFolder } from "../../helpers/data-folder.ts";
import { programEnv } from "../../helpers/program-env.ts";

const { path: folder, remove } = await newDataFolder();
afterAll(remove);
const root = join(import.meta.dirname, "../../..");

/** `npm run admin -- investor …` in a process of its own. */
async function admin(...args: string[]) {
  const child = spawn("npm", ["run", "--silent", "admin", "--", "investor", ...args], {
    cwd: root,
    env: { ...programEnv, HOME: process.env.HOME, DATA_DIR: folder },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let [out, err] = ["", ""];
  child.stdout.on("data", (chunk: Buffer) => {
    out += chunk.toString();
  });
  child.stderr.on("data", (chunk: Buffer) => {
    err += chunk.toString();
  });
  const [code] = await once(child, "close");
  return { code, out: out.trim(), err };
}

/** Opens the folder's database between two commands: one process at a time can. */
async function within<T>(
  work: (database: Awaited<ReturnType<typeof openDatabase>>) => Promise<T>,
): Promise<T> {
  const database = await openDatabase({ databaseUrl: null, dataDir: folder });
  try {
    await migrateDatabase(database);
    return await work(database);
  } finally {
    await database.close();
  }
}

test("an operator verifies an investor of a firm and takes it back, and the search is open meanwhile [STP-49] [STP-50]", async () => {
  const firmId = await within(async ({ db }) => {
    await db.insert(userAccount).values({ email: "bob@example.com", slug: "bob-example" });
    const [firm] = await db
      .insert(organization)
      .values({ name: "Example Capital", slug: "example-capital" })
      .returning({ id: organization.id });
    return firm?.id;
  });
  const stored = () => within(({ db }) => db.select().from(investor));
  const email = "Bob@example.com";

  expect(await admin("verify", "nobody@example.com")).toMatchObject({
    code: 2,
    err: expect.stringContaining("Account not found"),
  });
  expect(await admin("verify", email, "--firm", "no-such-firm")).toMatchObject({
    code: 2,
    err: expect.stringContaining("Organization not found"),
  });
  expect(await stored()).toEqual([]);

  expect(await admin("verify", email, "--firm", "example-capital")).toMatchObject({
    code: 0,
    out: `${email} is a verified investor`,
  });
  expect(await stored()).toMatchObject([{ firmId }]);
  expect(await admin("unverify", email)).toMatchObject({
    code: 0,
    out: `${email} is no longer a verified investor`,
  });
  expect(await stored()).toEqual([]);
  expect((await admin("unverify", email)).code).toBe(2);
}, 300_000);
