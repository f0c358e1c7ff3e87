import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openJobSender } from "#api/clients/job-sender.ts";
import { type Db, migrateDatabase, openDatabase } from "#schemas/database/db.ts";
import type { PublicFacts, Sharing, StartupMembers } from "#schemas/shapes/platform/startup.ts";
import { userAccount } from "#schemas/tables/accounts/account.ts";
import { entity } from "#schemas/tables/companies/company.ts";
import { investorAlert, investorSave } from "#schemas/tables/platform/investor.ts";
import { startupListing } from "#schemas/tables/platform/startup.ts";
import { sendMail } from "#schemas/tasks/send-mail.ts";
import { newDataFolder } from "../../helpers/data-folder.ts";
import { programEnv, shortRun } from "../../helpers/program-env.ts";

const script = join(import.meta.dirname, "crash-alerts.ts");
const { path: dataDir, remove } = await newDataFolder();
afterAll(remove);
const addresses = ["ann@example.com", "bob@example.com", "carl@example.com"];
const day = (n: number) => `2030-01-0${n}T07:00:00.000Z`;

async function within<T>(work: (db: Db) => Promise<T>): Promise<T> {
  const database = await openDatabase({ databaseUrl: null, dataDir });
  try {
    await migrateDatabase(database);
    const jobs = openJobSender(database, { error() {} });
    await jobs.start();
    const done = await work(database.db);
    await jobs.stop();
    return done;
  } finally {
    await database.close();
  }
}

/** Runs the digest job in a process of its own. Returns the signal that ended it, or how many digests it stored. */
async function runDigests(now: string, env: Record<string, string> = {}): Promise<string> {
  const child = spawn(process.execPath, [...shortRun, script], {
    env: { ...programEnv, DATA_DIR: dataDir, NOW: now, ...env },
    stdio: ["ignore", "pipe", "inherit"],
  });
  let out = "";
  child.stdout.on("data", (chunk: Buffer) => {
    out += chunk.toString();
  });
  const [code, signal] = await once(child, "close");
  return signal ?? `${code}: ${out}`;
}

/** To whom mails are stored for sending, in order of the addresses. */
const stored = () =>
  within(async (db) => {
    const { rows } = await db.execute<{ to: string }>(
      sql`select data ->> 'to' as to from pgboss.job where name = ${sendMail.name} order by 1`,
    );
    return rows.map(({ to }) => to);
  });

/** The kept startup changes its public capital status shortly before a digest. */
const news = (at: string) =>
  within(async (db) => {
    const capitalStatusAt = new Date(Date.parse(at) - 3_600_000).toISOString();
    const publicFacts = {
      ...{ name: "Kept", capitalStatus: "actively_raising", capitalStatusAt },
    } as PublicFacts;
    await db.update(startupListing).set({ publicFacts });
  });

beforeAll(async () => {
  await within(async (db) => {
    const people = await db
      .insert(userAccount)
      .values(
        addresses.map((email) => ({
          ...{ email, slug: email.slice(0, 4).replace("@", "-") },
          emailVerifiedAt: "2026-01-01T00:00:00Z",
        })),
      )
      .returning({ id: userAccount.id });
    const [owned] = await db
      .insert(entity)
      .values({ name: "Kept", slug: "kept-x", published: false })
      .returning({ id: entity.id });
    const [listing] = await db
      .insert(startupListing)
      .values({
        ...{ entityId: owned?.id ?? "", slug: "kept-startup", name: "Kept", status: "published" },
        ...{ members: {} as StartupMembers, sharing: {} as Sharing },
        publicFacts: { name: "Kept" } as PublicFacts,
      })
      .returning({ id: startupListing.id });
    const startupListingId = listing?.id ?? "";
    for (const { id: userId } of people) {
      await db.insert(investorSave).values({ userId, startupListingId });
      await db.insert(investorAlert).values({
        ...{ userId, triggers: ["capital_status_changed"], digest: "daily" },
        toldUntil: "2029-12-31T07:00:00Z",
      });
    }
  });
}, 300_000);

test.each([
  ["before", 1],
  ["stored", 2],
  ["committed", 3],
] as const)(
  "a digest job killed at a mail that is %s sends each of three digests once with its next run [STP-42]",
  async (point, number) => {
    const now = day(number);
    await news(now);
    const killed = await runDigests(now, { CRASH_POINT: point, CRASH_AT: "2" });
    expect(killed).toBe("SIGKILL");
    const before = await stored();
    const perDigest = addresses.length * (number - 1);
    expect(before).toHaveLength(perDigest + (point === "committed" ? 2 : 1));

    expect(await runDigests(now)).toBe(`0: ${point === "committed" ? 1 : 2}`);
    expect(await runDigests(now)).toBe("0: 0");
    const all = addresses.flatMap((address) => Array(number).fill(address));
    expect(await stored()).toEqual(all.sort());
  },
  300_000,
);
