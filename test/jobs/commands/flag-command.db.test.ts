import { eq } from "drizzle-orm";
import { afterAll, expect, test } from "vitest";
import { z } from "zod";
import { anyone } from "#api/auth/access.ts";
import { createFlags, isOnFor } from "#api/flags.ts";
import { one } from "#api/http/answers.ts";
import { moduleOf } from "#api/http/module.ts";
import { v2 } from "#api/http/responses/families.ts";
import {
  clearFlag,
  findAccountId,
  flagSubject,
  listFlags,
  setFlag,
} from "#api/modules/administration/service.ts";
import { jobLimits } from "#schemas/config/wait-limits.ts";
import { auditEvent } from "#schemas/tables/accounts/audit.ts";
import { testApp } from "../../helpers/app.ts";
import { openTestDatabase } from "../../helpers/database.ts";
import { makeUser } from "../../helpers/make.ts";
import { adminOn } from "../../helpers/platform/admin-command.ts";

const database = await openTestDatabase({ limits: jobLimits });
afterAll(() => database.close());
const flag = (...args: string[]) => adminOn(database)("flag", ...args);

const ids = Array.from({ length: 10_000 }, (_, n) =>
  `00000000-0000-4000-8000-${n}`.padEnd(36, "0"),
);
const share = (name: string, percentage: number) =>
  ids.filter((id) =>
    isOnFor(
      [{ id: "", flag: name, scope: "percentage", accountId: null, percentage, updatedAt: "" }],
      name,
      id,
    ),
  );

test("a percentage is on for that share of accounts; a higher one keeps them; another flag picks others", () => {
  expect(share("one", 0)).toEqual([]);
  expect(share("one", 100).length).toBe(10_000);
  // Five standard deviations of 10,000 accounts at 10 %: 150.
  expect(Math.abs(share("one", 10).length - 1000)).toBeLessThan(150);
  const more = new Set(share("one", 30));
  expect(share("one", 10).every((id) => more.has(id))).toBe(true);
  const few = new Set(share("one", 10));
  const both = share("two", 10).filter((id) => few.has(id));
  expect(both.length).toBeLessThan(200);
});

test("the command switches flags on and off, lists them, and each change is in the audit log", async () => {
  await makeUser(database.db, { email: "ann@example.com" });

  // Migrations switch on what is finished.
  const [before = "", listed] = [(await flag("list")).out, async () => (await flag("list")).out];
  expect(before).not.toContain("beta");
  expect((await flag("set", "beta", "account", "Ann@example.com")).code).toBe(0);
  expect((await flag("set", "beta", "percentage", "10")).code).toBe(0);
  expect((await flag("set", "beta", "percentage", "25")).out).toBe(
    "beta is on for 25 % of all accounts",
  );
  await flag("set", "other", "everyone");
  const ours = ["beta  account ann@example.com", "beta  25 % of all accounts", "other  everyone"];
  expect((await listed()).split("\n").filter((line) => /^(beta|other) /.test(line))).toEqual(ours);
  expect((await flag("clear", "beta", "account", "ann@example.com")).out).toBe(
    "beta: off for 1 audience",
  );
  expect((await flag("clear", "other")).code).toBe(0);
  expect((await flag("clear", "other")).out).toBe("other was not on there");
  expect((await listed()).split("\n").filter((line) => !before.includes(line))).toEqual([
    "beta  25 % of all accounts",
  ]);

  const events = await database.db
    .select()
    .from(auditEvent)
    .where(eq(auditEvent.subjectId, flagSubject("beta")))
    .orderBy(auditEvent.id);
  expect(events.map(({ action, detail }) => [action, detail.scope, detail.percentage])).toEqual([
    ["flag.set", "account", null],
    ["flag.set", "percentage", 10],
    ["flag.set", "percentage", 25],
    ["flag.cleared", "account", null],
  ]);
}, 120_000);

const refusals: [string[], RegExp][] = [
  [["set", "beta"], /missing required argument 'scope'/],
  [["set", "beta", "some"], /Allowed choices are everyone, account, percentage/],
  [["set", "Beta", "everyone"], /lower-case letters/],
  [["set", "beta", "everyone", "10"], /takes no value/],
  [["set", "beta", "percentage"], /0 to 100/],
  [["set", "beta", "percentage", "101"], /0 to 100/],
  [["set", "beta", "percentage", "1.5"], /0 to 100/],
  [["set", "beta", "account"], /address of an account/],
  [["set", "beta", "account", "nobody@example.com"], /no account has the address nobody/],
  [["clear", "beta", "everyone", "ann@example.com"], /only the scope account/],
];

test("what a flag cannot be set to is refused in words and changes nothing", async () => {
  const before = (await flag("list")).out;
  for (const [args, message] of refusals) {
    const refused = await flag(...args);
    expect([refused.code, refused.out]).toEqual([2, ""]);
    expect(refused.err).toMatch(message);
  }
  expect((await flag("list")).out).toBe(before);
}, 120_000);

test("help says what the command does, with examples", async () => {
  expect((await flag("--help")).out).toMatch(/list[\s\S]*set[\s\S]*clear/);
  expect((await flag("set", "--help")).out).toContain("flag set new_terminal percentage 10");
});

test("a flag that another process changes is followed after a second, and read once in it", async () => {
  let time = Date.parse("2026-11-22T12:00:00Z");
  const [endpoint] = [
    moduleOf({ tag: "Tests", family: v2, access: anyone }).endpoint({
      at: "GET /flagged",
      name: "flagged",
      summary: "Behind a flag",
      description: "Of a test.",
      flag: "beta",
      answers: one(z.object({})),
      handle: () => ({}),
    }),
  ];
  const app = await testApp({ now: () => new Date(time) }, [endpoint]);
  const { database } = app;
  const headers = await app.signIn("ann@example.com");
  const ask = async () => (await app.get("/v2/flagged", headers)).statusCode;

  expect(await ask()).toBe(404);
  // What the command does in its own process.
  const accountId = (await findAccountId(database.db, "ann@example.com")) ?? "";
  await setFlag(database.db, "beta", { scope: "account", accountId });
  time += 999;
  expect(await ask()).toBe(404);
  time += 1;
  expect(await ask()).toBe(200);
  expect(await clearFlag(database.db, "beta", null)).toBe(1);
  expect(await ask()).toBe(200);
  time += 1000;
  expect(await ask()).toBe(404);
  expect((await listFlags(database.db)).filter((row) => row.flag === "beta")).toEqual([]);
});

test("16 questions at once in a new second read the table once", async () => {
  let reads = 0;
  const db = {
    select: () => ({
      from: async () => {
        reads += 1;
        return [];
      },
    }),
  };
  let time = 0;
  const flags = createFlags(() => new Date(time));
  const ask = () =>
    Promise.all(Array.from({ length: 16 }, () => flags.isOn(db as never, "beta", null)));
  await ask();
  await ask();
  expect(reads).toBe(1);
  time += 1000;
  await ask();
  expect(reads).toBe(2);
});
