import { pino } from "pino";
import { openFileStore } from "#api/clients/files.ts";
import { openJobSender } from "#api/clients/job-sender.ts";
import { openPlatform, type Platform } from "#api/platform.ts";
import type { Config } from "#schemas/config/config.ts";
import type { Database } from "#schemas/database/db.ts";
import { refusedAsUsage } from "../command.ts";

/** Runs an act that stores jobs: they are in the transaction of the act, so a crash loses nothing, and a worker runs them. */
export async function onPlatform<T>(
  { database, config }: { database: Database; config: Config },
  act: (platform: Platform) => Promise<T>,
  now = () => new Date(),
): Promise<T> {
  const log = pino({ level: "silent" });
  const jobs = openJobSender(database, log);
  await jobs.start();
  try {
    const files = openFileStore(config.filesUrl);
    const { publicUrl } = config;
    return await refusedAsUsage(
      act(openPlatform({ db: database.db, jobs, log, now, files, publicUrl })),
    );
  } finally {
    await jobs.stop();
  }
}
