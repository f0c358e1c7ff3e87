import { sql } from "drizzle-orm";
import { pino } from "pino";
import { openJobSender } from "#api/clients/job-sender.ts";
import { sendAlerts } from "#api/modules/investors/service.ts";
import { openPlatform, type Platform } from "#api/platform.ts";
import { migrateDatabase, openDatabase } from "#schemas/database/db.ts";
import { tableFiller } from "../../helpers/endpoints/fill-tables.ts";

/**
 * Runs the job of digests twice for two accounts that have news. With CRASH_AT it first makes the accounts due again, and
 * kills itself at that boundary: before or after a mail is stored, or after a commit. Prints the addresses of the mails
 * that are stored after each run.
 */
const { DATA_DIR = "", CRASH_AT = "" } = process.env;
const database = await openDatabase({ databaseUrl: null, dataDir: DATA_DIR });
await migrateDatabase(database);
const { db } = database;
const log = pino({ level: "silent" });
const jobs = openJobSender(database, log);
await jobs.start();

const hourMs = 3_600_000;
const ago = (hours: number) => new Date(Date.now() - hours * hourMs).toISOString();

async function makeDue(): Promise<void> {
  const { rows } = await db.execute(sql`select 1 from investor_alert`);
  if (rows.length === 0) await makeAccounts();
  await db.execute(sql`update investor_alert set told_until = ${ago(48)}::timestamptz`);
  await db.execute(sql`delete from pgboss.job where name = 'mail.send'`);
}

async function makeAccounts(): Promise<void> {
  const fill = tableFiller(db, {});
  const facts = { capitalStatus: "actively_raising", capitalStatusAt: ago(24) };
  const startup = { status: "published", name: "News", public_facts: JSON.stringify(facts) };
  const { stored: listing } = await fill("startup_listing", startup, () => null);
  for (const email of ["one@example.com", "two@example.com"]) {
    const account = { email, status: "active", email_verified_at: ago(99) };
    const { stored } = await fill("user_account", account, () => null);
    const wish = { triggers: ["capital_status_changed"], digest: "daily" };
    await fill("investor_alert", { user_id: stored.id, ...wish }, () => null);
    const save = { user_id: stored.id, startup_listing_id: listing.id };
    await fill("investor_save", save, () => null);
  }
}

let boundaries = 0;
function boundary(): void {
  boundaries += 1;
  if (String(boundaries) === CRASH_AT) process.kill(process.pid, "SIGKILL");
}

if (CRASH_AT !== "") await makeDue();
const platform = openPlatform({
  db,
  jobs: {
    async send(...given) {
      boundary();
      await jobs.send(...given);
      boundary();
    },
  },
  log,
  now: () => new Date(),
  files: {} as never,
  publicUrl: "http://localhost",
});
const transaction: Platform["transaction"] = async (work) => {
  const done = await platform.transaction(work);
  boundary();
  return done;
};
for (let run = 0; run < 2; run += 1) {
  await sendAlerts({ ...platform, transaction });
  const { rows } = await db.execute<{ to: string }>(
    sql`select data ->> 'to' as to from pgboss.job where name = 'mail.send' order by 1`,
  );
  process.stdout.write(`${rows.map(({ to }) => to).join(" ")}\n`);
}
await jobs.stop();
await database.close();
