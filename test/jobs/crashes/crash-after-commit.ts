import { pino } from "pino";
import { openJobSender } from "#api/clients/job-sender.ts";
import { openPlatform } from "#api/platform.ts";
import { migrateDatabase, openDatabase } from "#schemas/database/db.ts";

/** Stores a mail in a transaction that fails and one in a transaction that commits, then kills itself before any effect. */
const { DATA_DIR = "", DATABASE_URL } = process.env;
const database = await openDatabase({ databaseUrl: DATABASE_URL ?? null, dataDir: DATA_DIR });
await migrateDatabase(database);
const log = pino({ level: "silent" });
const jobs = openJobSender(database, log);
await jobs.start();
const platform = openPlatform({
  db: database.db,
  jobs,
  log,
  now: () => new Date(),
  files: {} as never,
  publicUrl: "http://localhost",
});
const mail = (subject: string) => ({
  to: "ann@example.com",
  kind: "security" as const,
  subject,
  text: "Once",
  html: "",
});
await platform
  .transaction(async (within) => {
    await within.mailer(mail("rolled back"));
    throw new Error("no");
  })
  .catch(() => {});
await platform.transaction(async (within) => {
  within.afterCommit(() => void process.kill(process.pid, "SIGKILL"));
  await within.mailer(mail("committed"));
});
