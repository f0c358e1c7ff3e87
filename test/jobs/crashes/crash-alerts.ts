import { pino } from "pino";
import { openJobSender } from "#api/clients/job-sender.ts";
import { sendAlerts } from "#api/modules/investors/service.ts";
import { openPlatform } from "#api/platform.ts";
import { openDatabase } from "#schemas/database/db.ts";

/**
 * Runs the digest job on DATA_DIR and kills the process at the digest CRASH_AT: `before` its mail is stored, `stored`
 * with the transaction still open, or `committed`. Without CRASH_POINT it ends by itself and prints how many were sent.
 */
const { DATA_DIR = "", CRASH_POINT = "never", CRASH_AT = "1", NOW = "" } = process.env;
const database = await openDatabase({ databaseUrl: null, dataDir: DATA_DIR });
const log = pino({ level: "silent" });
const jobs = openJobSender(database, log);
await jobs.start();
const kill = () => void process.kill(process.pid, "SIGKILL");
let digests = 0;
const platform = openPlatform({
  ...{ db: database.db, log, now: () => new Date(NOW), files: {} as never },
  publicUrl: "http://localhost:3000",
  jobs: {
    async send(scope, ...given) {
      digests += 1;
      const isHere = digests === Number(CRASH_AT);
      if (isHere && CRASH_POINT === "before") kill();
      await jobs.send(scope, ...given);
      if (isHere && CRASH_POINT === "stored") kill();
      if (isHere && CRASH_POINT === "committed") scope.afterCommit(kill);
    },
  },
});
const done = await sendAlerts(platform);
process.stdout.write(String(done.mails));
await jobs.stop();
await database.close();
